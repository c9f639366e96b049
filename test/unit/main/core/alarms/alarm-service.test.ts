import { type ScryptOptions, scryptSync } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { type AlarmsState, MAX_OPEN_ALARMS, MAX_OPERATORS } from '#contract/wall/alarms.ts'
import type { WallCamera } from '#contract/wall/camera.ts'
import type { WallEvent, WallEventTag } from '#contract/wall/events.ts'
import { weekdays } from '#contract/time/weekdays.ts'
import type { WallAct } from '#contract/wall/salvo.ts'
import { type WallSettings, wallSettingsSchema } from '#contract/wall/settings.ts'
import { AlarmLog } from '#main/core/alarms/alarm-log.ts'
import { type AlarmFact, readEntry, writeEntry } from '#main/core/alarms/alarm-log-entry.ts'
import { type AlarmLogPort, AlarmService } from '#main/core/alarms/alarm-service.ts'
import { Operators } from '#main/core/alarms/operators.ts'
import { StateFile } from '#main/core/settings/state-file.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { FakeTime } from '../support/fake-time.ts'
import { memoryLog } from '../support/memory-log.ts'
import { noFile } from '../support/wall-ports.ts'
import { UnsyncedStore } from '../support/unsynced-store.ts'

const sale = { name: 'Sales', text: 'sale', cameraIds: [], eventTypeIds: ['sale'], match: [] }
const saleTag: WallEventTag = {
  id: 'sale',
  name: 'Sale',
  fields: [
    { name: 'amount', type: 'decimal', unit: 'EUR' },
    { name: 'text', type: 'text' },
  ],
}
const rule = (change: Record<string, unknown> = {}) => ({
  id: 'rule-1',
  title: 'Sale',
  priority: 3,
  coolDownS: 10,
  when: { kind: 'event', search: sale },
  ...change,
})

/** Dozens of PINs at the full cost would take as long as all else here. */
const cheap = { N: 2, r: 1, p: 1 }

const onStale = { kind: 'camera', state: 'STALE', longerThanS: 10, cameraIds: [] }

/** When a stand has logged what another one begins with. */
const loggedMs = new WeakMap<AlarmFact, number>()

/** A service on a log that remembers, and on a clock that is moved by hand. */
class Stand {
  readonly time = new FakeTime()
  readonly facts: AlarmFact[] = []
  readonly states: AlarmsState[] = []
  readonly acts: WallAct[] = []
  /** What was in the log whenever a state was told. */
  readonly loggedAtPublish: number[] = []
  readonly notices: string[] = []
  failing = false
  writes = 0
  platform = 'a.example'
  readonly cameras = new Map<string, WallCamera>()
  settings: WallSettings
  /** What the disk waits for. */
  disk: Promise<unknown> = Promise.resolve()
  nextId = 1
  readonly service: AlarmService

  constructor(
    rules: readonly unknown[],
    past: readonly AlarmFact[] = [],
    given?: AlarmLogPort,
    content: Readonly<Record<string, unknown>> = {},
    /** Since the past was logged. */
    clockSetByMs = 0,
  ) {
    this.settings = wallSettingsSchema.parse({ alarms: { rules } })
    let prev = '0'.repeat(64)
    const entries = past.map((fact, at) => {
      const { line, hash } = writeEntry(at + 1, loggedMs.get(fact) ?? this.time.wallMs(), prev, fact)
      prev = hash
      return readEntry(line) ?? expect.fail('an entry cannot be read')
    })
    this.time.setWall(clockSetByMs)
    const log: AlarmLogPort = given ?? {
      append: async (facts) => {
        if (facts.length === 0) return ok({ entries, notices: [] })
        this.writes += 1
        await this.disk
        if (this.failing)
          return { ok: false, error: { code: 'storage_failed', message: 'The disk is full.' } }
        this.facts.push(...facts)
        for (const fact of facts) loggedMs.set(fact, this.time.wallMs())
        return ok(undefined)
      },
      verify: async () => ({ files: 0, entries: 0, firstAtMs: undefined, problems: [] }),
      read: async () => ({ text: '', isCut: false }),
      dispose: async () => undefined,
    }
    this.service = new AlarmService({
      log,
      operators: new Operators({ file: { ...noFile, content }, clock: this.time, cost: cheap }),
      settings: () => this.settings,
      clock: this.time,
      timers: this.time,
      newId: () => `alarm-${this.nextId++}`,
      workstation: 'desk-4',
      platform: () => this.platform,
      camera: (id) => this.cameras.get(id),
      report: () => undefined,
      tag: (id) => (id === 'sale' ? saleTag : undefined),
      onState: (state) => {
        this.states.push(state)
        this.loggedAtPublish.push(this.facts.length)
      },
      onAct: (act) => this.acts.push(act),
      onNotice: ({ message }) => this.notices.push(message),
    })
  }

  async sale(cameraId = 'cam-1', fields: WallEvent['fields'] = {}): Promise<void> {
    const timestampMs = this.time.wallMs()
    const event: WallEvent = { id: `e${timestampMs}`, cameraId, eventTypeId: 'sale', fields, timestampMs }
    this.service.events([event])
    await this.service.settled()
  }

  /** Writes nothing until it is resolved. */
  holdDisk() {
    const disk = Promise.withResolvers<void>()
    this.disk = disk.promise
    return disk
  }

  /** The tiles of a page, all without a live picture. */
  stale(...cameraIds: readonly string[]): void {
    this.service.tiles([{ tiles: cameraIds.map((cameraId, tile) => ({ tile, cameraId, state: 'STALE' })) }])
  }

  /** Until what happens by then is written. */
  async pass(ms: number): Promise<void> {
    await this.time.advance(ms)
    await this.service.settled()
  }

  get alarms() {
    return this.service.state.alarms
  }

  get kinds() {
    return this.facts.map(({ kind }) => kind)
  }
}

const shown = (state: 'STALE' | 'LIVE') => ({ tiles: [{ tile: 0, cameraId: 'cam-1', state }] })

/** An urgent alarm of the door that is set aside, behind as many others as there is room for. */
async function snoozedFire() {
  const when = { kind: 'event', search: { ...sale, cameraIds: ['door'] } }
  const fire = rule({ id: 'rule-2', title: 'Fire', priority: 1, when })
  const stand = new Stand([rule({ priority: 4 }), fire])
  await stand.sale('door')
  const id = stand.alarms.find(({ title }) => title === 'Fire')?.id ?? ''
  await stand.service.snooze(id, 60)
  for (let at = 0; at <= MAX_OPEN_ALARMS; at += 1) await stand.sale(`cam-${at}`)
  return { stand, id }
}

describe('the queue of alarms', () => {
  it('has an alarm in its log before it tells it', async () => {
    const stand = new Stand([rule()])
    await stand.sale()
    expect(stand.kinds).toEqual(['raised'])
    expect(stand.states.at(-1)?.alarms).toMatchObject([{ title: 'Sale', priority: 3, cameraIds: ['cam-1'] }])
    expect(stand.loggedAtPublish.at(-1)).toBe(1)
  })

  it('tells the fields of an event with their units, of those that are yes or no the ones that are yes by their names', async () => {
    const stand = new Stand([rule()])
    await stand.sale('cam-1', { amount: 129.4, card: true, void: false, text: '2 Coffee\nOlive oil' })
    expect(stand.alarms).toMatchObject([
      { cause: 'cam-1 · Sales · amount 129.40 EUR · card · text 2 Coffee Olive oil', decimalsAt: [26] },
    ])
  })

  it('says once how many entries of the log only a newer version can read', async () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a kind that this version does not know
    const handedOver = { kind: 'handed-over' } as unknown as AlarmFact
    const stand = new Stand([], [handedOver, handedOver])
    await stand.service.settled()
    expect(stand.notices).toEqual([expect.stringContaining('can read: 2.')])
  })

  it('takes what waits from a log that could not be read at first, once it can', async () => {
    const folder = tempDir()
    const [alarms, away] = [join(folder, 'alarms'), join(folder, 'away')]
    const open = () =>
      new AlarmLog({ folder: alarms, clock: new FakeTime(), log: memoryLog().logger.area('alarms') })
    const before = new Stand([rule()], [], open())
    await before.sale('cam-7')
    await before.sale('cam-8')
    await before.service.dispose()
    const [file = ''] = readdirSync(alarms)
    const text = readFileSync(join(alarms, file), 'utf8')
    writeFileSync(join(alarms, file), text.replace('"cam-8"', '"cam-9"'))
    renameSync(alarms, away)
    writeFileSync(alarms, 'in the way')
    const stand = new Stand([rule({ priority: 1 })], [], open())
    await stand.sale('cam-1')
    expect(stand.alarms.map(({ subject }) => subject)).toEqual(['cam-1'])
    rmSync(alarms)
    renameSync(away, alarms)
    stand.service.rulesChanged(1)
    await stand.service.settled()
    // What the log said is read after what was under way.
    await stand.service.settled()
    expect(stand.alarms.map(({ subject }) => subject)).toEqual(['cam-1', 'cam-7'])
    expect(stand.states.at(-1)?.alarms).toHaveLength(2)
    expect(stand.notices.at(-1)).toContain('line 2')
    await stand.service.dispose()
  })

  it('has what a rule does on the walls in its log, with or without an alarm', async () => {
    const does = { alarm: false, salvo: 5, hotspot: true }
    const stand = new Stand([rule({ does }), rule({ id: 'rule-2', does: { sound: false } })])
    const atMs = stand.time.wallMs()
    await stand.sale('cam-7')
    const act = { salvo: 5, cameraId: 'cam-7', sound: 3 }
    expect(stand.acts).toEqual([{ by: { kind: 'rule', title: 'Sale' }, atMs, ...act }])
    const acted = { kind: 'rule-acted', ruleId: 'rule-1', title: 'Sale', subject: 'cam-7', ...act }
    expect(stand.facts).toMatchObject([{ kind: 'raised', alarm: { ruleId: 'rule-2' } }, acted])
    expect(stand.alarms).toMatchObject([{ ruleId: 'rule-2', isSilent: true }])
    await stand.sale('cam-7')
    expect(stand.acts).toHaveLength(1)
  })

  it('keeps an alarm whose cause another version has told by a code that is not known here', async () => {
    const before = new Stand([rule()])
    await before.sale('cam-7')
    const exactCause = { code: 'of_a_later_version', values: {} }
    const past = before.facts.map((fact) =>
      fact.kind === 'raised' ? { ...fact, alarm: { ...fact.alarm, exactCause } as never } : fact,
    )
    const stand = new Stand([rule()], past)
    await stand.time.advance(0)
    expect(stand.alarms).toMatchObject([{ cause: before.alarms[0]?.cause, exactCause: undefined }])
  })

  it('is of the platform that the wall showed when it happened', async () => {
    const stand = new Stand([rule()])
    const told = stand.sale()
    stand.platform = 'b.example'
    await told
    expect(stand.alarms).toMatchObject([{ platform: 'a.example' }])
  })

  it('is judged by the rules of that platform, and does nothing on the wall of another one', async () => {
    const stand = new Stand([rule({ does: { hotspot: true } })])
    const told = stand.sale()
    stand.platform = 'b.example'
    stand.settings = wallSettingsSchema.parse({ alarms: { rules: [rule({ id: 'rule-b' })] } })
    await told
    expect(stand.alarms).toMatchObject([{ ruleId: 'rule-1', platform: 'a.example' }])
    expect(stand.acts).toEqual([])
  })

  it.each([
    [3_600_000, undefined],
    [-3_600_000, 7_200_000],
  ])(
    'goes by when it happened: a till %i ms ahead of a recorder that is %s ms ahead',
    async (offsetMs, aheadMs) => {
      const schedule = { days: [...weekdays], from: '22:00', until: '06:00' }
      const stand = new Stand([rule({ schedule })])
      if (aheadMs !== undefined) {
        const till = { name: 'Till', group: '', clockOffsetMs: aheadMs }
        for (const [at, id] of ['cam-1', 'cam-2'].entries())
          stand.cameras.set(id, { id, number: at + 1, ...till })
      }
      stand.settings = { ...stand.settings, timeZone: 'UTC', eventClockOffsetsMs: { 'sale cam-1': offsetMs } }
      const stamped = (cameraId: string, time: string) => {
        const timestampMs = Date.parse(`2026-11-23T${time}Z`)
        stand.service.events([{ id: time, cameraId, eventTypeId: 'sale', fields: {}, timestampMs }])
      }
      stamped('cam-1', '22:30')
      stamped('cam-2', '06:30')
      await stand.service.settled()
      expect(stand.alarms).toEqual([])
      stamped('cam-1', '06:30')
      stamped('cam-2', '22:30')
      await stand.service.settled()
      expect(stand.alarms.map(({ subject }) => subject).toSorted()).toEqual(['cam-1', 'cam-2'])
    },
  )

  it('goes by priority, then by age', async () => {
    const urgent = { ...sale, cameraIds: ['cam-9'] }
    const stand = new Stand([
      rule(),
      rule({ id: 'rule-2', priority: 1, when: { kind: 'event', search: urgent } }),
    ])
    await stand.sale('cam-1')
    await stand.time.advance(1_000)
    await stand.sale('cam-9')
    expect(stand.alarms.map(({ priority, subject }) => `${priority} ${subject}`)).toEqual([
      '1 cam-9',
      '3 cam-1',
      '3 cam-9',
    ])
  })

  it('counts what comes within the cool-down on the alarm that waits', async () => {
    const stand = new Stand([rule()])
    for (let at = 0; at < 3; at += 1) await stand.sale()
    expect(stand.alarms).toMatchObject([{ more: 2 }])
    expect(stand.kinds).toEqual(['raised'])
    // On the last of those that wait.
    await stand.time.advance(10_000)
    for (let at = 0; at < 2; at += 1) await stand.sale()
    expect(stand.alarms).toMatchObject([{ more: 2 }, { more: 1 }])
    const ofAllCameras = new Stand([rule({ coolDownPer: 'rule' })])
    for (const cameraId of ['cam-1', 'cam-2']) await ofAllCameras.sale(cameraId)
    expect(ofAllCameras.alarms).toMatchObject([{ subject: 'cam-1', more: 1 }])
  })

  it('is told of what is only counted a few times a second, however much comes', async () => {
    const stand = new Stand([rule()])
    await stand.sale()
    const told = stand.states.length
    for (let at = 0; at < 90; at += 1) {
      await stand.sale()
      await stand.time.advance(10)
    }
    expect(stand.states.length - told).toBeLessThanOrEqual(4)
    await stand.time.advance(1_000)
    expect(stand.states.at(-1)?.alarms).toMatchObject([{ more: 90 }])
  })

  it('is acknowledged by whoever is signed on, with the reason, and only once', async () => {
    const stand = new Stand([rule({ needsReason: true })])
    await stand.sale()
    expect(await stand.service.acknowledge('alarm-1', '')).toMatchObject({ error: { code: 'reason_wanted' } })
    expect((await stand.service.signOn('Anna', '1234', true)).ok).toBe(true)
    expect((await stand.service.acknowledge('alarm-1', 'A cat')).ok).toBe(true)
    expect(stand.alarms).toEqual([])
    expect(stand.facts.at(-1)).toEqual({
      kind: 'acknowledged',
      alarmId: 'alarm-1',
      who: 'Anna',
      reason: 'A cat',
      more: 0,
    })
    expect(await stand.service.acknowledge('alarm-1', 'Again')).toMatchObject({ error: { code: 'no_alarm' } })
  })

  it('names in its log whoever was signed on when it was asked, however slow the disk is', async () => {
    const stand = new Stand([rule()])
    for (const cameraId of ['cam-1', 'cam-2', 'cam-3']) await stand.sale(cameraId)
    await stand.service.signOn('Anna', '1234', true)
    await stand.service.settled()
    const disk = stand.holdDisk()
    const asked = [
      stand.service.acknowledge('alarm-1', ''),
      stand.service.snooze('alarm-2', 5),
      stand.service.forward('alarm-3', 2, '3', () => ok(undefined)),
    ]
    stand.service.signOff()
    disk.resolve()
    await Promise.all(asked)
    await stand.service.settled()
    expect(stand.facts.slice(-4).map((fact) => [fact.kind, 'who' in fact ? fact.who : ''])).toEqual([
      ['acknowledged', 'Anna'],
      ['snoozed', 'Anna'],
      ['forwarded', 'Anna'],
      ['signed-off', 'Anna'],
    ])
  })

  it('is forwarded while it is there, and is not logged as forwarded to a monitor that shows nothing', async () => {
    const stand = new Stand([rule()])
    const shown: string[] = []
    const forward = (id: string, isUp: boolean) =>
      stand.service.forward(id, 2, '3', () => {
        if (!isUp) return fail(wallError('no_monitor'))
        shown.push(id)
        return ok(undefined)
      })
    await stand.sale()
    expect(await forward('alarm-1', false)).toMatchObject({ error: { code: 'no_monitor' } })
    expect(stand.kinds).toEqual(['raised'])
    expect((await forward('alarm-1', true)).ok).toBe(true)
    expect(stand.kinds).toEqual(['raised', 'forwarded'])
    const [, late] = await Promise.all([stand.service.acknowledge('alarm-1', ''), forward('alarm-1', true)])
    expect(late).toMatchObject({ error: { code: 'no_alarm' } })
    expect(shown).toEqual(['alarm-1'])
  })

  it('logs that each of two who sign on at once relieves the one before', async () => {
    const { service, facts } = new Stand([])
    await service.signOn('Carla', '0000', true)
    await Promise.all([service.signOn('Anna', '1234', true), service.signOn('Bea', '4711', true)])
    const [one, other] = facts.flatMap((fact) => (fact.kind === 'signed-on' ? [fact.who] : [])).slice(1)
    expect(facts.map((fact) => [fact.kind, 'who' in fact ? fact.who : ''])).toEqual([
      ['signed-on', 'Carla'],
      ['signed-off', 'Carla'],
      ['signed-on', one],
      ['signed-off', one],
      ['signed-on', other],
    ])
  })

  it('keeps an alarm whose acknowledgement cannot be written, and tells one that cannot be logged', async () => {
    const stand = new Stand([rule()])
    await stand.sale()
    stand.failing = true
    expect(await stand.service.acknowledge('alarm-1', '')).toMatchObject({
      error: { code: 'storage_failed' },
    })
    await stand.sale('cam-2')
    expect(stand.alarms).toHaveLength(2)
    expect(stand.service.state.logProblem).toEqual({ message: 'The disk is full.' })
    // Once for an outage of the disk.
    expect(stand.notices).toEqual(['The disk is full.'])
    stand.failing = false
    await stand.sale('cam-3')
    expect(stand.service.state.logProblem).toBeUndefined()
  })

  it('escalates what nobody acknowledges, one priority at a time, and tells it again', async () => {
    const stand = new Stand([rule({ escalateAfterS: 30 })])
    await stand.sale()
    const [raised] = stand.alarms
    await stand.time.advance(29_999)
    expect(stand.alarms).toEqual([raised])
    await stand.pass(1)
    expect(stand.alarms).toMatchObject([{ priority: 2, toldAtMs: (raised?.toldAtMs ?? 0) + 30_000 }])
    await stand.time.advance(300_000)
    expect(stand.alarms).toMatchObject([{ priority: 1 }])
    expect(stand.kinds).toEqual(['raised', 'escalated', 'escalated'])
  })

  it('sets a snoozed alarm aside, which does not escalate, and tells it again afterwards', async () => {
    const stand = new Stand([rule({ escalateAfterS: 60 })])
    await stand.sale()
    await stand.service.snooze('alarm-1', 5)
    await stand.time.advance(299_999)
    expect(stand.alarms).toMatchObject([{ priority: 3, snoozedUntilMs: expect.any(Number) }])
    await stand.pass(1)
    expect(stand.alarms[0]?.snoozedUntilMs).toBeUndefined()
    expect(stand.kinds).toEqual(['raised', 'snoozed', 'woken'])
  })

  it.each([-86_400_000, -3_000_000])(
    'is set aside for as long as was asked for, and escalates then, when the clock is set by %i ms before a start',
    async (byMs) => {
      const ahead = new Stand([rule({ escalateAfterS: 60 })])
      await ahead.sale()
      await ahead.service.snooze('alarm-1', 5)
      const stand = new Stand([rule({ escalateAfterS: 60 })], ahead.facts, undefined, {}, byMs)
      await stand.pass(300_000)
      expect(stand.kinds).toEqual(['woken'])
      await stand.pass(60_000)
      expect(stand.kinds).toEqual(['woken', 'escalated'])
    },
  )

  it('is set aside for no longer when the clock is behind at a start and set right afterwards', async () => {
    const first = new Stand([rule()])
    await first.sale()
    await first.service.snooze('alarm-1', 5)
    const stand = new Stand([rule()], first.facts, undefined, {}, -2_400_000)
    stand.time.setWall(2_400_000)
    await stand.pass(300_000)
    expect(stand.kinds).toEqual(['woken'])
  })

  it.each([3_600_000, -3_000_000])(
    'is set aside, cools down and escalates for as long when the clock is set by %i ms meanwhile',
    async (byMs) => {
      const stand = new Stand([rule({ escalateAfterS: 290, coolDownS: 290 })])
      await stand.sale('cam-1')
      await stand.sale('cam-2')
      await stand.service.snooze('alarm-1', 5)
      stand.time.setWall(byMs)
      await stand.time.advance(289_999)
      await stand.sale('cam-2')
      expect(stand.kinds).toEqual(['raised', 'raised', 'snoozed'])
      await stand.pass(1)
      expect(stand.kinds.slice(3)).toEqual(['escalated'])
      await stand.time.advance(9_999)
      await stand.service.snooze('alarm-2', 5)
      expect(stand.kinds.slice(4)).toEqual(['snoozed'])
      await stand.pass(1)
      expect(stand.kinds.slice(5)).toEqual(['woken'])
    },
  )

  it('is snoozed for as long as was asked for when the clock was set a moment before', async () => {
    const stand = new Stand([rule()])
    await stand.sale()
    stand.time.setWall(3_600_000)
    await stand.service.snooze('alarm-1', 5)
    await stand.pass(300_000)
    expect(stand.kinds).toEqual(['raised', 'snoozed', 'woken'])
  })

  it('is the same after a start, and raises nothing that it has raised', async () => {
    const first = new Stand([rule({ coolDownS: 3_600 })])
    await first.sale()
    await first.sale('cam-2')
    await first.service.acknowledge('alarm-2', '')
    const second = new Stand([rule({ coolDownS: 3_600 })], first.facts)
    await second.service.settled()
    expect(second.alarms).toEqual(first.alarms)
    await second.sale()
    expect(second.kinds).toEqual([])
    expect(second.alarms).toMatchObject([{ more: 1 }])
  })

  it.each([
    ['escalated', () => Promise.resolve(), 30_000],
    ['woken', (service: AlarmService) => service.snooze('alarm-1', 5), 300_000],
  ])(
    'is as urgent after a start, and told as long ago, when it was %s before',
    async (kind, act, afterMs) => {
      const rules = [rule({ escalateAfterS: kind === 'escalated' ? 30 : 3_600 })]
      const first = new Stand(rules)
      await first.sale()
      await act(first.service)
      await first.time.advance(afterMs + 1_000)
      expect(first.kinds.at(-1)).toBe(kind)
      const second = new Stand(rules, first.facts, undefined, {}, afterMs + 1_000)
      await second.service.settled()
      expect(second.alarms).toEqual(first.alarms)
    },
  )

  it('is raised once for a camera whose failure goes on over a start', async () => {
    const rules = [rule({ when: onStale, coolDownS: 1 })]
    const failed = async (past?: readonly AlarmFact[]) => {
      const stand = new Stand(rules, past)
      stand.stale('cam-1')
      await stand.pass(60_000)
      return stand
    }
    const first = await failed()
    expect(first.kinds).toEqual(['raised'])
    expect((await failed(first.facts)).kinds).toEqual([])
  })

  it('is raised at once by a new rule, for what has gone on for long enough', async () => {
    const stand = new Stand([])
    stand.stale('cam-1')
    await stand.time.advance(20_000)
    stand.settings = wallSettingsSchema.parse({ alarms: { rules: [rule({ when: onStale })] } })
    stand.service.rulesChanged(1)
    await stand.service.settled()
    expect(stand.kinds).toEqual(['rules-changed', 'raised'])
  })

  it('has room for so many; what is crowded out is the least urgent, and the log says so', async () => {
    const stand = new Stand([rule()])
    for (let at = 0; at <= MAX_OPEN_ALARMS; at += 1) await stand.sale(`cam-${at}`)
    expect(stand.alarms).toHaveLength(MAX_OPEN_ALARMS)
    expect(stand.facts.filter(({ kind }) => kind === 'crowded-out')).toHaveLength(1)
    // After a start it takes no place that another one has left.
    await stand.service.acknowledge('alarm-1', '')
    const next = new Stand([rule()], stand.facts)
    await next.service.settled()
    expect(next.alarms).toEqual(stand.alarms)
  })

  it('crowds out no urgent alarm because it is snoozed, and says once that there is no room', async () => {
    const { stand, id } = await snoozedFire()
    expect(stand.alarms.map((alarm) => alarm.id)).toContain(id)
    expect(stand.notices).toEqual([expect.stringContaining('More than 200 alarms wait.')])
    await stand.service.acknowledge('alarm-3', '')
    await stand.sale('one')
    await stand.sale('another')
    expect(stand.notices).toHaveLength(2)
  })

  it('does not hide what happens again behind a snoozed alarm of it', async () => {
    const { stand } = await snoozedFire()
    await stand.time.advance(60_000)
    await stand.sale('door')
    expect(stand.alarms.at(0)).toMatchObject({ title: 'Fire' })
    expect(stand.alarms.at(0)?.snoozedUntilMs).toBeUndefined()
  })

  it('has room for what is new among what happens again and again', async () => {
    const stand = new Stand([rule()])
    for (let at = 0; at < MAX_OPEN_ALARMS + 3; at += 1) {
      await stand.sale('flapping')
      await stand.time.advance(10_000)
    }
    await stand.sale('new')
    expect(stand.alarms).toHaveLength(MAX_OPEN_ALARMS)
    expect(stand.alarms.at(0)).toMatchObject({ id: 'alarm-1', more: 4 })
    expect(stand.alarms.at(-1)).toMatchObject({ subject: 'new' })
    expect(stand.notices).toEqual([])
  })

  it('tells again of an alarm that a new one without room repeats, unless it will escalate', async () => {
    const ofGate = { kind: 'event', search: { ...sale, cameraIds: ['gate'] } }
    const stand = new Stand([
      rule({ priority: 1, coolDownS: 1 }),
      rule({ id: 'rule-2', priority: 2, coolDownS: 1, escalateAfterS: 3_000, when: ofGate }),
    ])
    const raise = async (cameraId: string) => {
      await stand.time.advance(1_000)
      await stand.sale(cameraId)
      return stand.time.wallMs()
    }
    const firstOf = (ruleId: string, subject: string) =>
      stand.alarms
        .filter((one) => one.ruleId === ruleId && one.subject === subject)
        .toSorted((one, other) => one.raisedAtMs - other.raisedAtMs)
        .at(0)
    const gateMs = await raise('gate')
    for (let n = 0; n < MAX_OPEN_ALARMS; n += 1) await raise('door')
    const doorMs = await raise('door')
    expect(firstOf('rule-1', 'door')?.toldAtMs).toBe(doorMs)
    // What makes room for another matter was told when it was raised.
    await raise('new')
    expect(firstOf('rule-1', 'door')?.toldAtMs).toBe(doorMs)
    const againMs = await raise('gate')
    expect(firstOf('rule-1', 'gate')?.toldAtMs).toBe(againMs)
    expect(firstOf('rule-2', 'gate')).toMatchObject({ toldAtMs: gateMs, more: 1 })
  })

  it('writes what comes while the disk is slow together, so that nobody waits behind each of a flood', async () => {
    const stand = new Stand([rule()])
    await stand.sale('cam-0')
    const disk = stand.holdDisk()
    for (let at = 1; at <= 150; at += 1) void stand.sale(`cam-${at}`)
    const acknowledged = stand.service.acknowledge('alarm-1', '')
    disk.resolve()
    expect(await acknowledged).toEqual(ok(undefined))
    expect(stand.writes).toBeLessThanOrEqual(4)
    expect(stand.alarms).toHaveLength(150)
  })

  it('counts what comes in one step with the alarm that it repeats', async () => {
    const stand = new Stand([rule()])
    await stand.sale('cam-0')
    const disk = stand.holdDisk()
    void stand.sale('cam-2')
    for (let at = 0; at < 5; at += 1) void stand.sale('cam-1')
    disk.resolve()
    await stand.service.settled()
    expect(stand.alarms.find(({ subject }) => subject === 'cam-1')).toMatchObject({ more: 4 })
  })

  it('counts on the newest alarm of a rule and camera, not on one that is snoozed', async () => {
    const stand = new Stand([rule()])
    await stand.sale()
    await stand.service.snooze('alarm-1', 60)
    await stand.time.advance(60_000)
    await stand.sale()
    await stand.sale()
    expect(stand.alarms).toMatchObject([
      { id: 'alarm-2', more: 1 },
      { id: 'alarm-1', more: 0 },
    ])
  })

  it('hides nothing behind a less urgent alarm of the same rule and camera', async () => {
    const stand = new Stand([rule({ priority: 4 })])
    await stand.sale('door')
    for (let at = 1; at < MAX_OPEN_ALARMS; at += 1) await stand.sale(`cam-${at}`)
    stand.settings = wallSettingsSchema.parse({ alarms: { rules: [rule({ priority: 1 })] } })
    await stand.time.advance(60_000)
    await stand.sale('door')
    expect(stand.alarms).toHaveLength(MAX_OPEN_ALARMS)
    expect(stand.alarms.at(0)).toMatchObject({ subject: 'door', priority: 1, more: 1 })
  })

  it('judges together what comes in one turn of the loop', async () => {
    const stand = new Stand([rule()])
    for (let at = 0; at < 150; at += 1) {
      void stand.sale(`cam-${at}`)
      for (let turns = 0; turns < 10; turns += 1) await Promise.resolve()
    }
    await stand.service.settled()
    expect([stand.alarms.length, stand.writes]).toEqual([150, 1])
  })

  it('tells a flood of alarms at once, and then a few times a second', async () => {
    const stand = new Stand([rule()])
    await stand.service.settled()
    const before = stand.states.length
    for (let at = 0; at < 50; at += 1) await stand.sale(`cam-${at}`)
    expect(stand.states.slice(before).map(({ alarms }) => alarms.length)).toEqual([1])
    await stand.time.advance(250)
    expect(stand.states.slice(before).map(({ alarms }) => alarms.length)).toEqual([1, 50])
    await stand.time.advance(250)
    expect(stand.states).toHaveLength(before + 2)
  })

  it('raises for a camera that no page shows live, and not while one does', async () => {
    const stand = new Stand([rule({ when: onStale })])
    stand.service.tiles([shown('STALE'), shown('LIVE')])
    await stand.time.advance(20_000)
    expect(stand.alarms).toEqual([])
    stand.stale('cam-1')
    await stand.pass(10_000)
    const cause = 'cam-1 · STALE · no live picture for 10 s'
    expect(stand.alarms).toMatchObject([{ subject: 'cam-1', cameraIds: ['cam-1'], cause }])
  })

  it.each([3 * 86_400_000, 3_600_000, -3_600_000])(
    'raises for a camera after as long when the clock is set by %i ms meanwhile',
    async (byMs) => {
      const onCamera = { kind: 'camera', state: 'OFFLINE', longerThanS: 300, cameraIds: [] }
      const stand = new Stand([rule({ when: onCamera })])
      const tiles = (...states: readonly ('OFFLINE' | 'LIVE')[]) =>
        stand.service.tiles([
          { tiles: states.map((state, tile) => ({ tile, cameraId: `cam-${tile}`, state })) },
        ])
      tiles('OFFLINE', 'OFFLINE')
      await stand.time.advance(5_000)
      stand.time.setWall(byMs)
      tiles('OFFLINE', 'LIVE')
      await stand.time.advance(294_999)
      expect(stand.alarms).toEqual([])
      await stand.pass(1)
      const cause = 'cam-0 · OFFLINE · no live picture for 5 min'
      expect(stand.alarms.map((alarm) => alarm.cause)).toEqual([cause])
    },
  )

  it.each([3_600_000, -3_600_000])('is as old as before when the clock is set by %i ms', async (byMs) => {
    const stand = new Stand([rule(), rule({ id: 'rule-2', when: onStale })])
    await stand.sale('cam-1')
    stand.stale('cam-2')
    await stand.time.advance(30_000)
    stand.time.setWall(byMs)
    stand.stale('cam-2', 'cam-3')
    await stand.service.settled()
    const nowMs = stand.time.wallMs()
    expect(stand.alarms).toMatchObject([
      { subject: 'cam-1', raisedAtMs: nowMs - 30_000, happenedAtMs: nowMs - byMs - 30_000 },
      { subject: 'cam-2', raisedAtMs: nowMs - 20_000, happenedAtMs: nowMs - 30_000 },
    ])
  })

  it.each([7_200_000, -600_000])(
    'keeps the instants of before a start of the machine whose clock is %i ms on then, and set afterwards',
    async (byMs) => {
      const first = new Stand([rule({ when: onStale, escalateAfterS: 36_000 })])
      first.stale('cam-1')
      await first.time.advance(20_000)
      await first.service.settled()
      const stand = new Stand([], first.facts, undefined, {}, byMs)
      await stand.service.settled()
      const told = stand.alarms.map(({ toldAtMs }) => toldAtMs)
      await stand.time.advance(61_000)
      expect(stand.alarms.map(({ toldAtMs }) => toldAtMs)).toEqual(told)
      stand.time.setWall(3_600_000)
      await stand.sale()
      const instants = ({ alarms }: Stand) =>
        alarms.map(({ raisedAtMs, happenedAtMs }) => [raisedAtMs, happenedAtMs])
      expect(instants(stand)).toEqual(instants(first))
    },
  )

  it('tells how long there has been no picture, not how long its rule waits', async () => {
    const stand = new Stand([rule({ when: onStale })])
    stand.stale('cam-1')
    stand.time.sleep(7_200_000)
    await stand.pass(10_000)
    expect(stand.alarms.map(({ cause }) => cause)).toEqual(['cam-1 · STALE · no live picture for 120 min'])
  })
})

const made = async (options: { cost?: ScryptOptions } = { cost: cheap }) => {
  const time = new FakeTime()
  const written: Readonly<Record<string, unknown>>[] = []
  const file = {
    ...noFile,
    write: (content: Readonly<Record<string, unknown>>) => void written.push(content),
  }
  const operators = new Operators({ file, clock: time, ...options })
  await operators.add('Anna', '4711')
  operators.signOff()
  return { time, written, operators }
}

const contentOf = (written: Readonly<Record<string, unknown>> | undefined) => {
  const text = z.object({ operators: z.array(z.record(z.string(), z.string())) })
  return text.parse(written).operators
}

describe('who is signed on', () => {
  it('is who has the PIN, which is kept as its hash', async () => {
    const { operators, written } = await made({})
    expect(await operators.signOn('anna', '4711')).toEqual(ok('Anna'))
    expect(JSON.stringify(written)).not.toContain('4711')
    await operators.add('Bea', '4711')
    const [anna, bea] = contentOf(written.at(-1))
    expect(anna?.['hash']).not.toBe(bea?.['hash'])
    const cost = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1_024 * 1_024 }
    const hash = scryptSync('4711', Buffer.from(anna?.['salt'] ?? '', 'base64'), 32, cost)
    expect(anna).toEqual({ name: 'Anna', salt: expect.anything(), hash: hash.toString('base64') })
    expect(Buffer.from(anna?.['salt'] ?? '', 'base64')).toHaveLength(16)
    const again = new Operators({
      file: { ...noFile, content: written[0] ?? {} },
      clock: new FakeTime(),
    })
    expect((await again.signOn('Anna', '4711')).ok).toBe(true)
    expect(await again.signOn('Anna', '4712')).toMatchObject({ error: { code: 'pin_refused' } })
  })

  it('has to wait after wrong tries, longer each time, and not for ever', async () => {
    const { operators, time } = await made()
    for (let at = 0; at < 3; at += 1) expect((await operators.signOn('Anna', '0000')).ok).toBe(false)
    for (const retryInMs of [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]) {
      expect(await operators.signOn('Anna', '4711')).toMatchObject({ error: { retryInMs } })
      await time.advance(retryInMs)
      expect((await operators.signOn('Anna', '0000')).ok).toBe(false)
    }
    await time.advance(300_000)
    expect((await operators.signOn('Anna', '4711')).ok).toBe(true)
    // They are forgotten with the right PIN; tries that are made at once are not free.
    const atOnce = await Promise.all([1, 2, 3, 4, 5].map(() => operators.signOn('Anna', '0000')))
    const waits = atOnce.map((answer) => (answer.ok ? undefined : answer.error.retryInMs))
    expect(waits).toEqual([undefined, undefined, undefined, 5_000, 5_000])
  })

  it('is nobody whose PIN could not be kept', async () => {
    const file = {
      ...noFile,
      write() {
        throw new Error('ENOSPC')
      },
    }
    const operators = new Operators({ file, clock: new FakeTime() })
    expect(await operators.add('Anna', '4711')).toEqual(fail(wallError('storage_failed')))
    expect([operators.names, operators.signedOn]).toEqual([[], undefined])
  })

  it('keeps the first PIN of a name that two give at once, and both of two names', async () => {
    const { operators } = await made()
    const answers = await Promise.all([
      operators.add('Berta', '1111'),
      operators.add('berta', '2222'),
      operators.add('Carla', '3333'),
    ])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(2)
    expect(operators.names.map((name) => name.toLowerCase())).toEqual(['anna', 'berta', 'carla'])
    const opens = await Promise.all(['1111', '2222'].map((pin) => operators.signOn('Berta', pin)))
    expect(opens.map(({ ok }) => ok)).toEqual(answers.slice(0, 2).map(({ ok }) => ok))
  })

  it('is full with a hundred names, until one is removed, which the log says', async () => {
    const names = Array.from({ length: MAX_OPERATORS }, (_, at) => ({
      name: `Name ${at}`,
      salt: '',
      hash: '',
    }))
    const stand = new Stand([], [], undefined, { operators: names })
    const { service } = stand
    expect(await service.signOn('Anna', '4711', true)).toMatchObject({
      error: { exact: { code: 'pin_full' } },
    })
    expect(service.removeOperator('name 7')).toEqual(ok(undefined))
    expect(service.removeOperator('name 7')).toEqual(ok(undefined))
    expect(await service.signOn('Anna', '4711', true)).toEqual(ok(undefined))
    expect(service.removeOperator('Anna')).toEqual(ok(undefined))
    await service.settled()
    expect(service.state.operators).not.toContain('Anna')
    expect(service.state.operator).toBeUndefined()
    expect(stand.facts).toEqual([
      { kind: 'operator-removed', who: 'desk-4', name: 'Name 7' },
      { kind: 'signed-on', who: 'Anna', isNew: true },
      { kind: 'operator-removed', who: 'Anna', name: 'Anna' },
      { kind: 'signed-off', who: 'Anna' },
    ])
  })

  it('may forget a PIN: a name that was removed gets another one', async () => {
    const { operators, written } = await made()
    for (let at = 0; at < 3; at += 1) await operators.signOn('Anna', '0000')
    expect(operators.remove('anna')).toEqual(ok('Anna'))
    expect(contentOf(written.at(-1))).toEqual([])
    await operators.add('Anna', '1234')
    expect(await operators.signOn('Anna', '1234')).toEqual(ok('Anna'))
  })

  it('keeps one PIN a name', async () => {
    const { operators } = await made()
    expect((await operators.add(' ANNA', '9999')).ok).toBe(false)
    expect(operators.names).toEqual(['Anna'])
  })

  it.each([
    [
      'one that cannot be read',
      1,
      (file: { operators: object[] }) => file.operators.splice(1, 1, { name: 7 }),
    ],
    ['what a newer version wrote', 2, (file: { operators: object[] }) => file.operators.splice(1, 1)],
  ])('lacks %s alone, says so and keeps a copy', async (_what, version, damage) => {
    const { operators, written } = await made()
    await operators.add('Bea', '4711')
    await operators.add('Carla', '4711')
    const content = { version, operators: contentOf(written.at(-1)) }
    damage(content)
    const folder = tempDir()
    writeFileSync(join(folder, 'operators.json'), JSON.stringify(content))
    const file = new StateFile({ Store: UnsyncedStore, folder, name: 'operators', nowMs: 0 })
    const again = new Operators({ file, clock: new FakeTime() })
    expect(again.names).toEqual(['Anna', 'Carla'])
    const copy = readdirSync(folder).find((name) => name.includes('damaged')) ?? expect.fail('no copy')
    expect(again.notices).toMatchObject([
      { exact: { code: 'parts_unread_copied', values: { file: 'operators.json', copy } } },
    ])
    await again.add('Dora', '4711')
    expect(JSON.parse(readFileSync(join(folder, copy), 'utf8'))).toEqual(content)
  })
})
