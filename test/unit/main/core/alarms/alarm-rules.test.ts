import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AlarmRule, alarmRuleSchema } from '#contract/wall/alarms.ts'
import type { WallEvent } from '#contract/wall/events.ts'
import {
  isScheduled,
  noRuleState,
  type RuleInput,
  type RuleStep,
  type ShownState,
  stepRules,
} from '#main/core/alarms/alarm-rules.ts'
import { readingReader } from '#main/core/time.ts'

const startMs = Date.UTC(2026, 10, 23, 12)
const utc = (instantMs: number) => instantMs
const happenedMs = ({ timestampMs }: WallEvent) => timestampMs
const ruleWith = (change: Record<string, unknown>): AlarmRule =>
  alarmRuleSchema.parse({ id: 'rule-1', title: 'Till opened', priority: 2, ...change })
const search = {
  name: 'Voids',
  text: 'sale void is true',
  cameraIds: [],
  eventTypeIds: ['sale'],
  match: [{ field: 'void', operator: 'is', value: true }],
}
const onEvent = (change: Record<string, unknown> = {}) =>
  ruleWith({ when: { kind: 'event', search }, ...change })
const eventAt = (timestampMs: number, cameraId = 'cam-1', fields: WallEvent['fields'] = { void: true }) => ({
  id: String(timestampMs),
  cameraId,
  eventTypeId: 'sale',
  fields,
  timestampMs,
})
const onCamera = (change: Record<string, unknown> = {}) =>
  ruleWith({ when: { kind: 'camera', state: 'STALE', longerThanS: 10, cameraIds: [] }, ...change })

/** Steps through inputs, each so many seconds after the start. */
function run(rules: readonly AlarmRule[], ...inputs: readonly (readonly [atS: number, input: RuleInput])[]) {
  let step: RuleStep = { state: noRuleState, raised: [], held: [], nextMs: undefined }
  const steps: RuleStep[] = []
  for (const [atS, input] of inputs) {
    step = stepRules(step.state, input, { rules, nowMs: startMs + atS * 1_000, readingAt: utc, happenedMs })
    steps.push(step)
  }
  return steps
}
const events = (...list: WallEvent[]): RuleInput => ({ kind: 'events', events: list })
const cameras = (states: Record<string, ShownState>): RuleInput => ({
  kind: 'cameras',
  states: new Map(Object.entries(states)),
})
const people = (now: number): RuleInput => ({ kind: 'occupancy', reportId: 'report-1', now })
const tick: RuleInput = { kind: 'tick' }
const heldIn = (steps: readonly RuleStep[]) => steps.reduce((sum, { held }) => sum + held.length, 0)
const raisedIn = (steps: readonly RuleStep[]) => steps.map(({ raised }) => raised.length)

describe('a rule on events', () => {
  it('raises for what its search finds, and for nothing else', () => {
    const hits = [
      eventAt(startMs, 'cam-1'),
      eventAt(startMs, 'cam-2', { void: false }),
      eventAt(startMs, 'cam-3'),
      { ...eventAt(startMs, 'cam-4'), eventTypeId: 'door' },
    ]
    const [step] = run([onEvent()], [0, events(...hits)])
    expect(step?.raised.map(({ subject }) => subject)).toEqual(['cam-1', 'cam-3'])
    expect(raisedIn(run([onEvent({ isOn: false })], [0, events(...hits)]))).toEqual([0])
  })

  it('holds what comes within the cool-down of its camera, or of the whole rule', () => {
    const inputs = [
      [0, events(eventAt(startMs, 'cam-1'))],
      [30, events(eventAt(startMs, 'cam-1'), eventAt(startMs, 'cam-2'))],
      [61, events(eventAt(startMs, 'cam-1'))],
    ] as const
    expect(raisedIn(run([onEvent()], ...inputs))).toEqual([1, 1, 1])
    expect(raisedIn(run([onEvent({ coolDownPer: 'rule' })], ...inputs))).toEqual([1, 0, 1])
  })

  it('goes by the instant of the event for its schedule, in the zone of the wall', () => {
    const night = { days: ['MONDAY'], from: '22:00', until: '06:00' }
    const berlin = readingReader('Europe/Berlin')
    const at = (iso: string) => isScheduled({ ...night, days: ['MONDAY'] }, Date.parse(iso), berlin)
    expect(at('2026-11-23T20:59:59Z')).toBe(false)
    expect(at('2026-11-23T21:00:00Z')).toBe(true)
    // After midnight it is still the night of Monday; on Monday morning it was that of Sunday.
    expect(at('2026-11-24T04:59:59Z')).toBe(true)
    expect(at('2026-11-24T05:00:00Z')).toBe(false)
    expect(at('2026-11-23T04:00:00Z')).toBe(false)
    // In summer the zone is an hour further on.
    expect(at('2026-07-20T20:00:00Z')).toBe(true)
  })

  it('loses nothing and holds its cool-down, whatever comes when', () => {
    const arrival = fc.record({
      afterMs: fc.integer({ min: 0, max: 40_000 }),
      hits: fc.array(fc.constantFrom('cam-1', 'cam-2', 'cam-3'), { maxLength: 5 }),
    })
    const arrivals = fc.array(arrival, { maxLength: 60 })
    fc.assert(
      fc.property(
        arrivals,
        fc.constantFrom('camera', 'rule'),
        fc.integer({ min: 1, max: 90 }),
        (all, per, coolDownS) => {
          const rules = [onEvent({ coolDownS, coolDownPer: per })]
          let state = noRuleState
          let nowMs = startMs
          const lastMs = new Map<string, number>()
          for (const { afterMs, hits } of all) {
            nowMs += afterMs
            const input = events(...hits.map((cameraId) => eventAt(nowMs, cameraId)))
            const step = stepRules(state, input, { rules, nowMs, readingAt: utc, happenedMs })
            state = step.state
            expect([...step.raised, ...step.held].map(({ subject }) => subject).toSorted()).toEqual(
              hits.toSorted(),
            )
            for (const { subject } of step.raised) {
              const key = per === 'rule' ? '' : subject
              expect(nowMs - (lastMs.get(key) ?? -Infinity)).toBeGreaterThanOrEqual(coolDownS * 1_000)
              lastMs.set(key, nowMs)
            }
            // Nothing is held that no alarm stands for.
            for (const { subject } of step.held) expect(lastMs.has(per === 'rule' ? '' : subject)).toBe(true)
          }
        },
      ),
    )
  })
})

describe('a rule on cameras', () => {
  it('raises once when there has been no live picture for so long, whatever the state says meanwhile', () => {
    const steps = run(
      [onCamera()],
      [0, cameras({ a: 'STALE' })],
      [3, cameras({ a: 'CONNECTING' })],
      [4, cameras({ a: 'NO ACCESS' })],
      [5, cameras({ a: 'RECONNECTING' })],
      [9, tick],
      [10, tick],
      [200, cameras({ a: 'OFFLINE' })],
    )
    expect(steps[0]?.nextMs).toBe(startMs + 10_000)
    expect(raisedIn(steps)).toEqual([0, 0, 0, 0, 0, 1, 0])
    expect(steps[5]?.raised[0]).toMatchObject({ subject: 'a', happenedAtMs: startMs, state: 'RECONNECTING' })
  })

  it.each(['LIVE', 'LATE'] as const)(
    'begins anew after a picture that is %s, and forgets a camera that nobody shows',
    (state) => {
      const steps = run(
        [onCamera({ coolDownS: 1 })],
        [0, cameras({ a: 'STALE', b: 'STALE' })],
        [5, cameras({ a: state })],
        [6, cameras({ a: 'STALE' })],
        [15, tick],
        [16, tick],
        [17, cameras({ a: state })],
        [18, cameras({ a: 'STALE' })],
        [28, tick],
      )
      expect(raisedIn(steps)).toEqual([0, 0, 0, 0, 1, 0, 0, 1])
    },
  )

  it('raises after its cool-down what began within it and lasts', () => {
    const rules = [onCamera({ coolDownS: 60 })]
    const fails = [
      [0, cameras({ a: 'STALE' })],
      [10, tick],
      [20, cameras({ a: 'LIVE' })],
      [21, cameras({ a: 'OFFLINE' })],
      [31, tick],
    ] as const
    const steps = run(rules, ...fails, [69, tick], [70, tick], [200, tick])
    expect(raisedIn(steps)).toEqual([0, 1, 0, 0, 0, 0, 1, 0])
    expect(steps.map(({ held }) => held.length)).toEqual([0, 0, 0, 0, 1, 0, 0, 0])
    expect(steps[4]?.nextMs).toBe(startMs + 70_000)
    const recovered = run(rules, ...fails, [40, cameras({ a: 'LIVE' })], [70, tick])
    expect(raisedIn(recovered).slice(-2)).toEqual([0, 0])
    const off = { rules: [onCamera({ isOn: false })], nowMs: startMs + 70_000, readingAt: utc, happenedMs }
    expect(stepRules(steps[4]?.state ?? noRuleState, tick, off).raised).toEqual([])
    const gone = run(rules, ...fails, [40, cameras({})], [70, tick])
    expect(raisedIn(gone).slice(-2)).toEqual([0, 0])
    const back = run(
      rules,
      ...fails,
      [40, cameras({})],
      [45, cameras({ a: 'OFFLINE' })],
      [55, tick],
      [70, tick],
    )
    expect(raisedIn(back).slice(-4)).toEqual([0, 0, 0, 1])
    // One failure, however often it was looked at; another one after a live picture.
    expect(heldIn(back)).toBe(1)
    const again = run(
      rules,
      ...fails,
      [35, cameras({})],
      [36, cameras({ a: 'LIVE' })],
      [37, cameras({ a: 'OFFLINE' })],
      [47, tick],
    )
    expect(heldIn(again)).toBe(2)
  })

  it('that asks for OFFLINE counts from there', () => {
    const rule = onCamera({ when: { kind: 'camera', state: 'OFFLINE', longerThanS: 10, cameraIds: ['a'] } })
    const steps = run(
      [rule],
      [0, cameras({ a: 'STALE', b: 'OFFLINE' })],
      [20, cameras({ a: 'OFFLINE', b: 'OFFLINE' })],
      [29, tick],
      [30, tick],
    )
    expect(raisedIn(steps)).toEqual([0, 0, 0, 1])
  })

  it('waits for its schedule', () => {
    const rule = onCamera({ schedule: { days: ['MONDAY'], from: '12:01', until: '13:00' } })
    const steps = run([rule], [0, cameras({ a: 'STALE' })], [20, tick], [60, tick])
    expect(raisedIn(steps)).toEqual([0, 0, 1])
    expect(steps[1]?.nextMs).toBeLessThanOrEqual(startMs + 60_000)
  })
})

describe('a rule on occupancy', () => {
  it('raises when its threshold is reached, and again when it was left and is reached again', () => {
    const rule = ruleWith({
      when: { kind: 'occupancy', reportId: 'report-1', threshold: 100 },
      coolDownS: 1,
    })
    const steps = run(
      [rule],
      [0, people(99)],
      [10, people(100)],
      [20, people(140)],
      [30, people(80)],
      [40, people(101)],
      [50, { kind: 'occupancy', reportId: 'report-2', now: 500 }],
    )
    expect(raisedIn(steps)).toEqual([0, 1, 0, 0, 1, 0])
    expect(steps[1]?.raised[0]).toMatchObject({ subject: 'report-1', people: 100 })
    const later = { days: ['MONDAY'], from: '13:00', until: '14:00' }
    expect(
      raisedIn(run([{ ...rule, ...onEvent({ schedule: later }), when: rule.when }], [0, people(100)])),
    ).toEqual([0])
  })
})

describe('a clock that was ahead', () => {
  it.each(['STALE', 'OFFLINE'])('holds up no alarm of a camera that failed by it: %s', (state) => {
    const dead = cameras({ 'cam-1': 'OFFLINE' })
    const rule = onCamera({ when: { kind: 'camera', state, longerThanS: 10, cameraIds: [] } })
    const steps = run([rule], [7_200, dead], [0, dead], [11, dead])
    expect(raisedIn(steps)).toEqual([0, 0, 1])
  })
})
