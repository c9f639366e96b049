import { describe, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { type Weekday, weekdays } from '#contract/time/weekdays.ts'
import { type Alarm, noAlarms } from '#contract/wall/alarms.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import { alarmsOf, UNREAD_MS } from '#renderer/alarms/alarm-controller.ts'
import { whenWords } from '#renderer/alarms/alarm-words.ts'
import { freshAlarms, soundAlarms } from '#renderer/alarms/alarm-sound.ts'
import { readRule, type TypedRule } from '#renderer/alarms/rule-form.ts'
import { ruleSearchesOf, type RuleSearchesOptions } from '#renderer/alarms/rule-searches.ts'
import { saveSettings } from '#renderer/wall/save-settings.ts'
import { createSessionStore, noConnection } from '#renderer/wall/session-store.ts'
import { createWallStore } from '#renderer/wall/wall-store.ts'
import { emptyDocument } from '#renderer/wall/wall-document.ts'
import { FakeClock } from '../fake-clock.ts'
import { berlin, catalogue } from '../events/query/catalogue-of-tests.ts'
import { camerasUpTo, FakeShell } from '../fake-shell.ts'
import { reportOf } from '../occupancy/report-of.ts'
import { pageParts } from '../page-parts.ts'
import { alarm as alarmOf } from '../ui/alarms/alarm.ts'

const typed = (texts: Record<string, string>, change: Partial<TypedRule> = {}): TypedRule => ({
  id: 'rule-1',
  isOn: true,
  kind: 'event',
  needsReason: false,
  days: [],
  does: ['alarm', 'sound'],
  cameraIds: [],
  ofCameraIds: [],
  text: (name) =>
    ({ title: 'Void', priority: '2', coolDownS: '60', coolDownPer: 'camera', ...texts })[name] ?? '',
  ...change,
})
const voids = { name: 'Voids', text: 'void is true' }
const watched = { ...voids, cameraIds: [], eventTypeIds: ['sale'], match: [] }
const saved = { savedSearches: [voids], occupancyReports: [reportOf('r')] }
const read = (what: TypedRule) => readRule(what, saved, () => ok(watched))

describe('the form of a rule', () => {
  it('is the rule that main runs', () => {
    expect(read(typed({ search: 'voids' }))).toEqual(
      ok({
        id: 'rule-1',
        isOn: true,
        title: 'Void',
        instruction: '',
        priority: 2,
        when: { kind: 'event', search: watched },
        does: { alarm: true, sound: true, hotspot: false },
        cameraIds: [],
        coolDownS: 60,
        coolDownPer: 'camera',
        needsReason: false,
      }),
    )
    const hours = { from: '22:00', until: '06:00' }
    expect(read(typed({ search: 'Voids', ...hours }, { days: ['SUNDAY', 'MONDAY'] }))).toMatchObject({
      value: { schedule: { days: ['SUNDAY', 'MONDAY'], ...hours } },
    })
    expect(read(typed({ search: 'Voids', ...hours }))).toMatchObject({
      value: { schedule: { days: weekdays, ...hours } },
    })
    const camera = typed({ state: 'OFFLINE', longerThanS: '30', escalateAfterS: '90' }, { kind: 'camera' })
    expect(read(camera)).toMatchObject({
      value: { when: { kind: 'camera', state: 'OFFLINE', longerThanS: 30 }, escalateAfterS: 90 },
    })
    expect(read(typed({ reportId: 'r', threshold: '120' }, { kind: 'occupancy' }))).toMatchObject({
      value: { when: { kind: 'occupancy', reportId: 'r', threshold: 120 } },
    })
  })

  it('may recall a salvo and leave the alarm out', () => {
    expect(read(typed({ search: 'Voids', salvo: '5' }, { does: ['hotspot'] }))).toMatchObject({
      value: { does: { alarm: false, sound: false, hotspot: true, salvo: 5 } },
    })
  })

  it.each([
    ['does', typed({ search: 'Voids' }, { does: [] })],
    ['title', typed({ title: '', search: 'Voids' })],
    ['search', typed({ search: 'Gone' })],
    ['longerThanS', typed({ longerThanS: '0' }, { kind: 'camera' })],
    ['reportId', typed({ threshold: '3' }, { kind: 'occupancy' })],
    ['threshold', typed({ reportId: 'r', threshold: 'many' }, { kind: 'occupancy' })],
    ['coolDownS', typed({ search: 'Voids', coolDownS: '1.5' })],
    ['coolDownS', typed({ search: 'Voids', coolDownS: '1.000' })],
    ['escalateAfterS', typed({ search: 'Voids', escalateAfterS: '-1' })],
    ['from', typed({ search: 'Voids', from: '25:00', until: '06:00' }, { days: ['MONDAY'] })],
  ])('says what is wrong at its field: %s', (field, what) => {
    expect(read(what)).toMatchObject({ ok: false, error: { field } })
  })

  it('says why a search cannot be followed', () => {
    const refused = readRule(typed({ search: 'Voids' }), saved, () => fail('There is no field “void”.'))
    expect(refused).toEqual(fail({ field: 'search', message: 'There is no field “void”.' }))
  })
})

const alarm = (id: string, toldAtMs: number, snoozedUntilMs?: number) =>
  alarmOf(id, { toldAtMs, cameraIds: [], ...(snoozedUntilMs !== undefined && { snoozedUntilMs }) })

it('says when a rule holds: its days, unless it holds on all of them, and its hours', () => {
  const rule = read(typed({ state: 'OFFLINE', longerThanS: '30' }, { kind: 'camera' }))
  if (!rule.ok) throw new Error(rule.error.message)
  const hours = { from: '22:00', until: '06:00' }
  const when = (days: readonly Weekday[]) =>
    whenWords({ ...rule.value, schedule: { days: [...days], ...hours } }, [])
      .split(' · ')
      .slice(1)
  expect(when(['SUNDAY', 'MONDAY'])).toEqual(['Mon Sun 22:00–06:00'])
  expect(when(weekdays)).toEqual(['22:00–06:00'])
})

const idsOf = (alarms: readonly Alarm[]) => alarms.map(({ id }) => id)
const nothing = () => undefined

/** A machine whose outputs sound once `allowed` is resolved. */
function outputs(allowed: Promise<undefined>) {
  const seen = { made: 0, closed: 0, tones: 0 }
  const param = { value: 0, setValueAtTime: nothing, linearRampToValueAtTime: nothing }
  const node = { gain: param, frequency: param, connect: () => node, stop: nothing }
  const createOscillator = () => ({ ...node, start: () => (seen.tones += 1) })
  const close = async () => (seen.closed += 1)
  const context = { currentTime: 0, resume: () => allowed, close, createOscillator, createGain: () => node }
  const makeContext = () => {
    seen.made += 1
    return context as never
  }
  const clock = new FakeClock()
  const session = createSessionStore()
  const sound = soundAlarms({ session, clock, computerNowMs: clock.nowMs, makeContext })
  return { seen, clock, sound }
}

describe('the sound of alarms', () => {
  it('is of what is told for the first time, or once more', () => {
    const before = [alarm('known', 1), alarm('escalated', 1), alarm('snoozed', 1), alarm('woken', 1, 9)]
    const escalated = { ...alarm('escalated', 2), priority: 1 }
    const now = [alarm('known', 1), escalated, alarm('snoozed', 1, 9), alarm('woken', 2), alarm('new', 3)]
    expect(idsOf(freshAlarms(before, now))).toEqual(['escalated', 'woken', 'new'])
  })

  it('is of nothing when only the clock was set', () => {
    const moved = { ...alarm('known', 3_600_001), raisedAtMs: 3_600_001 }
    expect(freshAlarms([alarm('known', 1)], [moved])).toEqual([])
  })

  it('is of what was woken from a snooze of which the page knew nothing', () => {
    expect(idsOf(freshAlarms([alarm('woken', 1)], [alarm('woken', 300_001)]))).toEqual(['woken'])
  })

  it.each([
    ['was told while the page was away', { ageMs: 50_000 }, 1],
    ['was told long before', { ageMs: 60_000 }, 0],
    ['is silent', { ageMs: 1, isSilent: true as const }, 0],
    ['is snoozed', { ageMs: 1, snoozedUntilMs: 2_000_000 }, 0],
  ])('is made by a page that begins with an alarm that %s: %o', (_what, { ageMs, ...change }, times) => {
    let sounded = 0
    const makeContext = () => {
      sounded += 1
      throw new Error('a machine without sound')
    }
    const clock = new FakeClock()
    const waiting = { ...alarm('waiting', clock.nowMs() - ageMs), ...change }
    const session = createSessionStore({ alarms: { ...noAlarms, alarms: [waiting] } })
    soundAlarms({ session, clock, computerNowMs: clock.nowMs, makeContext }).dispose()
    expect(sounded).toBe(times)
  })

  it('is over for those that came long before a browser let the page sound', async () => {
    const allowed = Promise.withResolvers<undefined>()
    const { seen, clock, sound } = outputs(allowed.promise)
    sound.play(3)
    sound.play(1)
    await clock.pass(60_000)
    sound.play(4)
    allowed.resolve(undefined)
    await clock.pass(0)
    sound.dispose()
    expect(seen).toMatchObject({ made: 3, tones: 1 })
  })

  it('has an output of its own each time, because one that has gone stays silent', async () => {
    const { seen, clock, sound } = outputs(Promise.resolve(undefined))
    for (const count of [1, 2]) {
      sound.play(4)
      await clock.pass(10_000)
      expect(seen).toEqual({ made: count, closed: count, tones: count })
    }
    sound.dispose()
  })

  it('is not made over one of an alarm that is as urgent', async () => {
    const { seen, clock, sound } = outputs(Promise.resolve(undefined))
    const play = async (...priorities: number[]) => {
      const before = seen.tones
      for (const priority of priorities) {
        sound.play(priority)
        await clock.pass(50)
      }
      return seen.tones - before
    }
    expect(await play(3, 3, 4, 3)).toBe(2)
    expect(await play(1, 3, 2, 1)).toBe(6)
    await clock.pass(1_000)
    expect(await play(4)).toBe(1)
    sound.dispose()
  })
})

describe('where monitor 1 is not there', () => {
  const monitors = [2, 3].map((number) => ({ number, kind: 'wall' as const, label: '' }))

  it.each([
    [2, true, 1],
    [2, false, 0],
    [3, true, 0],
  ])('monitor %i, its sound on: %s, sounds an alarm so many times: %i', (monitor, alarmSound, times) => {
    let sounded = 0
    const makeContext = () => {
      sounded += 1
      throw new Error('a machine without sound')
    }
    const settings = wallSettingsSchema.parse({ alarmSound })
    const session = createSessionStore({ monitor, monitors, settings })
    const clock = new FakeClock()
    const sound = soundAlarms({ session, clock, computerNowMs: clock.nowMs, makeContext })
    sound.play(1)
    sound.dispose()
    expect(sounded).toBe(times)
  })

  it.each([
    [2, 1],
    [3, 0],
  ])('monitor %i reads the changed search of a rule so many times: %i', async (monitor, times) => {
    const rule = read(typed({ search: 'voids' }))
    if (!rule.ok) throw new Error(rule.error.message)
    const settings = wallSettingsSchema.parse({ alarms: { rules: [rule.value] } })
    const session = createSessionStore({ monitor, monitors, settings })
    const shell = new FakeShell()
    const ruleSearches = openRuleSearches({ shell, session })
    const savedSearches = [{ name: 'Voids', text: 'sale void is false' }]
    session.actions.setSettings({ ...settings, savedSearches })
    // One behind those of the page, which come one after the other.
    await saveSettings({ shell, session }, () => 'nothing')
    ruleSearches.dispose()
    expect(shell.inputsOf('settings.save')).toHaveLength(times)
  })
})

it.each([
  ['group:yard', ['new'], undefined],
  ['camera:dock', ['new'], undefined],
  ['group:left', ['gone'], 'The cameras of the search “Voids” are not in the platform’s list any more.'],
  ['camera:nowhere', undefined, 'There is no camera “nowhere”. The rule goes on with what'],
])('a rule follows listed cameras and says when it cannot: %s', (text, cameraIds, problem) => {
  const search = { name: 'Voids', text }
  const session = createSessionStore({ settings: wallSettingsSchema.parse({ savedSearches: [search] }) })
  const wall = createWallStore(emptyDocument(4))
  wall.actions.setCameras([
    { id: 'old', name: 'Dock', number: 1, group: 'Yard', unlistedSinceMs: 5 },
    { id: 'new', name: 'Dock', number: 2, group: 'Yard' },
    { id: 'gone', name: 'Gone', number: 3, group: 'Left', unlistedSinceMs: 5 },
  ])
  const ruleSearches = openRuleSearches({ shell: new FakeShell(), session, wall })
  const seen = ruleSearches.read(search)
  expect(seen.ok ? seen.value.cameraIds : undefined).toEqual(cameraIds)
  expect(ruleSearches.problemOf(watched)).toEqual(problem && expect.stringContaining(problem))
})

function openRuleSearches(
  parts: Pick<RuleSearchesOptions, 'shell' | 'session'> & Partial<RuleSearchesOptions>,
) {
  const feed = { state: 'off' as const }
  const events = { tags: catalogue.tags, source: undefined, error: undefined, feed }
  return ruleSearchesOf({
    wall: createWallStore(emptyDocument(4)),
    eventController: { store: createStore(() => events) },
    zone: () => berlin,
    clock: new FakeClock(),
    ...parts,
  })
}

function openAlarms(...first: readonly Alarm[]) {
  const parts = pageParts({ cameras: 1, skewMs: 3_000 })
  const shown: unknown[] = []
  const { shell, session } = parts
  const show = (...alarms: readonly Alarm[]) =>
    session.actions.setAlarms({ ...noAlarms, alarms: [...alarms] })
  show(...first)
  const controller = alarmsOf({
    ...parts,
    wallPlayback: {
      playFrom: (atMs, _isPlaying, tile) => void shown.push([tile, atMs]),
      goLive: (tile) => void shown.push([tile, 'live']),
    },
    eventController: { pictureMsOf: () => 0 },
    zone: () => berlin,
    download: () => undefined,
  })
  const acknowledged = () => shell.inputsOf('alarms.acknowledge').map(({ id }) => id)
  return { ...parts, controller, show, shown, acknowledged }
}
const [one, two, urgent] = [alarm('one', 1), alarm('two', 1), alarm('urgent', 1)]

describe('the most urgent alarm', () => {
  it.each([
    ['a more urgent one has come above it', [urgent, one]],
    ['somebody else has acknowledged the one before it', [two]],
  ])('is not acknowledged unread: %s', async (_, now) => {
    const { clock, controller, show, acknowledged, notices } = openAlarms(one, two)
    show(...now)
    await controller.acknowledgeFirst()
    expect(acknowledged()).toEqual([])
    expect(notices()).toEqual([expect.stringContaining('Another alarm')])
    clock.advance(UNREAD_MS)
    await controller.acknowledgeFirst()
    expect(acknowledged()).toEqual([now[0]?.id])
  })

  it('is acknowledged at once after the one before it was acknowledged here', async () => {
    const { controller, show, acknowledged } = openAlarms(one, two, urgent)
    await controller.acknowledgeFirst()
    show(two, urgent)
    await controller.acknowledgeFirst()
    show(urgent)
    await controller.acknowledgeFirst()
    expect(acknowledged()).toEqual(['one', 'two', 'urgent'])
  })

  it('is not acknowledged unread where it came while another one was being acknowledged', async () => {
    const { controller, show, acknowledged } = openAlarms(one)
    const first = controller.acknowledgeFirst()
    show(urgent, one)
    show(urgent)
    await first
    await controller.acknowledgeFirst()
    expect(acknowledged()).toEqual(['one'])
  })

  it('is not acknowledged by the key that was pressed again because the log was slow', async () => {
    const { clock, controller, show, shell, acknowledged, notices } = openAlarms(one, two)
    const { promise, resolve } = Promise.withResolvers<unknown>()
    shell.answers['alarms.acknowledge'] = () => promise as never
    const first = controller.acknowledgeFirst()
    clock.advance(2_000)
    void controller.acknowledgeFirst()
    expect(acknowledged()).toEqual(['one'])
    expect(notices()).toEqual([expect.stringContaining('not in the log yet')])
    show(two)
    resolve(ok(undefined))
    await first
    await controller.acknowledgeFirst()
    expect(acknowledged()).toEqual(['one'])
    clock.advance(UNREAD_MS)
    await controller.acknowledgeFirst()
    expect(acknowledged()).toEqual(['one', 'two'])
  })

  it('is not acknowledged unread where the one before it could not be acknowledged here', async () => {
    const { controller, show, shell, acknowledged } = openAlarms(one, two)
    shell.answers['alarms.acknowledge'] = () => fail(wallError('storage_failed'))
    await controller.acknowledgeFirst()
    // That one can be tried again.
    await controller.acknowledgeFirst()
    show(two)
    await controller.acknowledgeFirst()
    expect(acknowledged()).toEqual(['one', 'one'])
  })

  it('is none that sleeps', async () => {
    const { controller, acknowledged } = openAlarms(alarm('asleep', 1, 2_000_000), one)
    await controller.acknowledgeFirst()
    expect(acknowledged()).toEqual(['one'])
  })
})

it.each([
  ['a.example', 1],
  ['b.example', 0],
])('an alarm of %s shows cameras of a.example so many times: %i', async (platform, times) => {
  const { controller, session, wall, shell } = openAlarms()
  session.actions.setConnection({ ...noConnection, platform: 'a.example' })
  const cameraIds = [...wall.getState().cameraById.keys()]
  const before = wall.getState().document
  const raised = { ...one, cameraIds, platform }
  const sentences = [controller.show(raised), await controller.forward(raised, '2')]
  const refused = expect.stringContaining('to another platform, b.example')
  expect(sentences).toEqual(times === 1 ? [undefined, undefined] : [refused, refused])
  expect(shell.inputsOf('alarms.forward')).toHaveLength(times)
  expect(wall.getState().document !== before).toBe(times === 1)
  expect(wall.getState().enteredOn).toBe(times === 1 ? 2 : undefined)
})

it('an alarm that is shown is one change, and takes the place of a sequence or hotspot last', () => {
  const { controller, wall, shown } = openAlarms()
  wall.actions.setCameras(camerasUpTo(9))
  const steps = ['camera-8', 'camera-9'].map((cameraId) => ({ cameraId, dwellInMs: 10_000 }))
  wall.actions.show(1, { kind: 'sequence', steps })
  wall.actions.show(2, { kind: 'hotspot', scope: 'monitor' })
  const kinds = () =>
    wall
      .getState()
      .document.tiles.slice(0, 4)
      .map(({ content }) => content.kind)
  const before = wall.getState().document
  controller.show({ ...one, cameraIds: ['camera-5'], happenedAtMs: 60_000 })
  // By the clock of the platform, which is ahead.
  expect(shown).toEqual([
    [0, 'live'],
    [3, 60_000 + 3_000 - 5_000],
  ])
  expect(kinds()).toEqual(['camera', 'sequence', 'hotspot', 'camera'])
  wall.actions.undo()
  expect(wall.getState().document.tiles).toEqual(before.tiles)
  controller.show({ ...one, cameraIds: ['camera-5', 'camera-6', 'camera-7'] })
  expect(kinds()).toEqual(['camera', 'camera', 'camera', 'camera'])
  wall.actions.undo()
  expect(wall.getState().document.tiles).toEqual(before.tiles)
})

it('a log that holds together says since when', async () => {
  const { controller, shell, notices } = openAlarms()
  const firstAtMs = Date.UTC(2026, 10, 19, 23, 30)
  shell.answers['alarms.verify'] = () => ok({ files: 1, entries: 3, firstAtMs, problems: [] })
  await controller.verify()
  expect(notices()).toEqual([expect.stringContaining('3 entries since Fri 20 Nov 2026')])
})

it.each([false, true])('an export whose beginning is missing says so: %s', async (isCut) => {
  const { controller, shell, notices } = openAlarms()
  shell.answers['alarms.export'] = () => ok({ fileName: 'alarms.csv', address: '/x', isCut })
  await controller.export('csv')
  expect(notices()).toEqual(isCut ? [expect.stringContaining('beginning')] : [])
})
