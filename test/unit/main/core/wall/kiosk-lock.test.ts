import { describe, expect, it } from 'vitest'
import type { WallError } from '#contract/errors.ts'
import { ok, type Result } from '#contract/result.ts'
import { callNames } from '#contract/wall/calls.ts'
import type { PressedKey } from '#contract/wall/kiosk-lock.ts'
import { alarmRuleSchema } from '#contract/wall/alarms.ts'
import { savedReportSchema } from '#contract/wall/occupancy.ts'
import { type WallSettings, wallSettingsSchema } from '#contract/wall/settings.ts'
import { UNLOCKED_FOR_IN_MS } from '#main/core/wall/defaults.ts'
import { KioskLock } from '#main/core/wall/kiosk-lock.ts'
import type { WallMainOptions } from '#main/core/wall/wall-main-options.ts'
import type { CallHandlers } from '#main/core/wall-main.ts'
import { FakeTime } from '../support/fake-time.ts'
import { wallStand } from '../support/wall-stand.ts'

const unlock: PressedKey = {
  key: 'F12',
  code: 'F12',
  control: true,
  alt: false,
  shift: true,
  meta: false,
  isAutoRepeat: false,
}
const triangle = [0, 0.2, 0.4].map((x) => ({ x, y: x * x }))

const codeOf = (answer: Result<unknown, WallError>) => (answer.ok ? 'ok' : answer.error.code)

const report = (id: string, source: string) =>
  savedReportSchema.parse({
    id,
    name: id,
    definition: { entrancesAndExits: [source], timezone: 'UTC' },
    window: { kind: 'last', amount: 24, unit: 'h' },
  })

function open(launch: WallMainOptions['launch'] = { isLocked: true, unlockChord: 'Ctrl+Shift+F12' }) {
  const time = new FakeTime()
  const stand = wallStand({ launch, clock: time, timers: time })
  const page = stand.open()
  const call = async (name: 'keys.clear' | 'settings.export' | 'updates.check') =>
    codeOf(await page.call(name, undefined))
  const save = async (change: Partial<WallSettings>) => codeOf(await page.save(change))
  return { wall: stand.wall, time, page, call, save }
}

describe('a kiosk that is locked', () => {
  it.each(['keys.clear', 'settings.export', 'updates.check'] as const)(
    'refuses %s to its page until the installer’s keys, for ten minutes',
    async (name) => {
      const { wall, time, page, call } = open()
      expect(await call(name)).toBe('kiosk_locked')
      expect(wall.press(unlock)).toBe(true)
      expect(await call(name)).not.toBe('kiosk_locked')
      await time.advance(UNLOCKED_FOR_IN_MS)
      expect(await call(name)).toBe('kiosk_locked')
      expect(page.pushed('lock')).toEqual([{ isLocked: false }, { isLocked: true }])
    },
  )

  it('refuses all that is an installer’s, and nothing else', async () => {
    const lock = new KioskLock({ rules: () => [], timers: new FakeTime(), onChange: () => undefined })
    // What settings it keeps depends on which.
    const names = callNames.filter((name) => name !== 'settings.save')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what they answer, if they are asked, is all the same
    const handlers = Object.fromEntries(callNames.map((name) => [name, async () => ok('done')])) as never
    const guarded: CallHandlers = lock.guard(handlers)
    const refused: string[] = []
    for (const name of names) {
      const answer: Result<unknown, WallError> = await guarded[name](undefined as never, {
        id: 'a',
        monitor: 1,
      })
      if (codeOf(answer) === 'kiosk_locked') refused.push(name)
    }
    expect(refused.toSorted()).toEqual([
      'alarms.export',
      'alarms.removeOperator',
      'cameras.export',
      'cameras.import',
      'connection.set',
      'demo.start',
      'evidence.chooseFolder',
      'keys.clear',
      'keys.create',
      'keys.set',
      'occupancy.clearCredential',
      'occupancy.setCredential',
      'platforms.add',
      'platforms.remove',
      'platforms.rename',
      'platforms.use',
      'settings.export',
      'settings.import',
      'support.bundle',
      'updates.check',
      'updates.install',
    ])
  })

  it('refuses to remove a name, under which somebody else could sign on', async () => {
    const { wall, page } = open()
    const remove = async () => codeOf(await page.call('alarms.removeOperator', { name: 'Anna' }))
    expect(await remove()).toBe('kiosk_locked')
    wall.press(unlock)
    expect(await remove()).toBe('ok')
  })

  it('refuses to change what an alarm rule watches, and no other report', async () => {
    const { wall, save } = open()
    const rule = alarmRuleSchema.parse({
      id: 'rule',
      title: 'Too many people',
      priority: 2,
      when: { kind: 'occupancy', reportId: 'hall', threshold: 100 },
    })
    const alarms = { ...wallSettingsSchema.parse({}).alarms, rules: [rule] }
    const occupancyReports = [report('hall', 'door-1'), report('shop', 'door-2')]
    wall.press(unlock)
    expect(await save({ alarms, occupancyReports })).toBe('ok')
    wall.press(unlock)
    expect(await save({ occupancyReports: [report('hall', 'door-9'), report('shop', 'door-2')] })).toBe(
      'kiosk_locked',
    )
    expect(await save({ occupancyReports: [report('shop', 'door-2')] })).toBe('kiosk_locked')
    expect(await save({ occupancyReports: [report('hall', 'door-1')] })).toBe('ok')
  })

  it('refuses to change the saved search of an alarm rule, and no other one', async () => {
    const { wall, save } = open()
    const search = {
      name: 'Till  Void',
      text: 'sale void is true',
      cameraIds: [],
      eventTypeIds: [],
      match: [],
    }
    const when = { kind: 'event', search }
    const rule = alarmRuleSchema.parse({ id: 'rule', title: 'Void', priority: 2, when })
    const alarms = { ...wallSettingsSchema.parse({}).alarms, rules: [rule] }
    const own = { name: 'till void', text: 'sale void is true' }
    const other = { name: 'doors', text: 'door' }
    wall.press(unlock)
    expect(await save({ alarms, savedSearches: [own, other] })).toBe('ok')
    wall.press(unlock)
    for (const changed of [[other], [{ ...own, text: 'door' }, other], [{ ...own, name: 'tills' }, other]]) {
      expect(await save({ savedSearches: changed })).toBe('kiosk_locked')
    }
    expect(await save({ savedSearches: [own, { ...other, text: 'door open' }] })).toBe('ok')
    // What the page reads its text to, when a camera or a tag comes, is no other rule.
    const readTo = (now: object) => {
      const changed = alarmRuleSchema.parse({
        ...rule,
        when: { kind: 'event', search: { ...search, ...now } },
      })
      return save({ alarms: { ...alarms, rules: [changed] } })
    }
    expect(await readTo({ text: 'door', cameraIds: ['a'] })).toBe('kiosk_locked')
    expect(await readTo({ cameraIds: ['a'] })).toBe('ok')
  })

  it.each<[string, Partial<WallSettings>]>([
    ['keys', { keymap: { help: ['F1'] } }],
    ['screens', { screens: 'walls' }],
    ['a language', { language: 'de' }],
    ['alarm rules', { alarms: { rules: [], damagedRules: ['Door'] } as unknown as WallSettings['alarms'] }],
    ['masks', { cameraPictures: { a: { fit: 'whole', masks: [triangle], aspect: 1 } } }],
  ])('keeps no %s', async (_what, change) => {
    const { wall, save } = open()
    expect(await save(change)).toBe('kiosk_locked')
    wall.press(unlock)
    expect(await save(change)).toBe('ok')
  })

  it('keeps masks on the shape of picture that they were drawn on', async () => {
    const { wall, save } = open()
    const a = { fit: 'whole' as const, masks: [triangle], aspect: 1 }
    wall.press(unlock)
    expect(await save({ cameraPictures: { a } })).toBe('ok')
    wall.press(unlock)
    expect(await save({ cameraPictures: { a: { ...a, aspect: 2 } } })).toBe('kiosk_locked')
    expect(await save({ cameraPictures: { a: { ...a, fit: 'fill' } } })).toBe('ok')
  })

  it.each<[string, Partial<WallSettings>]>([
    ['contrast', { contrast: 'more' }],
    ['how a picture lies in its tile', { cameraPictures: { a: { fit: 'fill', masks: [], aspect: 1 } } }],
    ['the sound of alarms', { alarmSound: false }],
  ])('keeps %s, which is an operator’s', async (_what, change) => {
    expect(await open().save(change)).toBe('ok')
  })

  it('is opened by its keys alone, once a press', async () => {
    const { wall, call } = open()
    const others: Partial<PressedKey>[] = [{ control: false }, { alt: true }, { meta: true }, { key: 'F1' }]
    for (const other of others) expect(wall.press({ ...unlock, ...other })).toBe(false)
    expect(await call('keys.clear')).toBe('kiosk_locked')
    wall.press(unlock)
    // Held: the page does not get it either.
    expect(wall.press({ ...unlock, isAutoRepeat: true })).toBe(true)
    expect(await call('keys.clear')).toBe('not_configured')
    wall.press(unlock)
    expect(await call('keys.clear')).toBe('kiosk_locked')
  })

  it('is opened by a letter’s key where the layout has no Latin ones', () => {
    const { wall } = open({ isLocked: true, unlockChord: 'ctrl+alt+k' })
    const key = { ...unlock, alt: true, shift: false, code: 'KeyK' }
    expect(wall.press({ ...key, key: 'л' })).toBe(true)
    expect(wall.press({ ...key, key: 'K' })).toBe(true)
    expect(wall.press({ ...key, key: 'j' })).toBe(false)
  })

  it('stays so without keys of an installer', () => {
    expect(open({ isLocked: true }).wall.press(unlock)).toBe(false)
  })

  it('tells its page whether it is, and never by which keys', async () => {
    expect((await open().page.hello()).lock).toEqual({ isLocked: true })
    expect((await open({}).page.hello()).lock).toBeUndefined()
  })
})
