import { isDeepStrictEqual } from 'node:util'
import { wallError } from '#contract/errors.ts'
import { fail } from '#contract/result.ts'
import type { AlarmRule } from '#contract/wall/alarms.ts'
import type { CallName } from '#contract/wall/calls.ts'
import type { CameraPictures } from '#contract/wall/camera-picture.ts'
import type { KioskLockState, PressedKey } from '#contract/wall/kiosk-lock.ts'
import { searchNameKey } from '#contract/wall/saved-search.ts'
import { type SettingsChange, settingsChangeSchema, type WallSettings } from '#contract/wall/settings.ts'
import { asWritten } from '../alarms/alarm-rules.ts'
import { changedMembers } from '../settings/change-settings.ts'
import type { Timers } from '../time.ts'
import type { CallHandlers } from '../wall-main.ts'
import { guardCalls } from './call-guards.ts'
import { UNLOCKED_FOR_IN_MS } from './defaults.ts'

export interface KioskLockOptions {
  /** What an installer has chosen; without one nothing opens it. */
  readonly chord?: string
  readonly rules: () => readonly AlarmRule[]
  readonly timers: Timers
  readonly onChange: (state: KioskLockState) => void
}

/** What a locked kiosk refuses, whatever its page asks: platform, keys, files of settings, updates, the log, names. */
const installersCalls: ReadonlySet<CallName> = new Set<CallName>([
  'connection.set',
  'platforms.add',
  'platforms.use',
  'platforms.rename',
  'platforms.remove',
  'keys.set',
  'keys.create',
  'keys.clear',
  'cameras.import',
  'cameras.export',
  'settings.export',
  'settings.import',
  'occupancy.setCredential',
  'occupancy.clearCredential',
  'alarms.export',
  'alarms.removeOperator',
  'evidence.chooseFolder',
  'updates.check',
  'updates.install',
  'demo.start',
  'support.bundle',
])
/**
 * Settings that an operator changes at work; of pictures only how they lie in their tiles, of alarms only what the page
 * reads the texts of searches to.
 */
const operatorsSettings: ReadonlySet<string> = new Set<keyof WallSettings>([
  'savedSearches',
  'occupancyReports',
  'layouts',
  'salvos',
  'salvoTimes',
  'eventClockOffsetsMs',
  'contrast',
  'cameraPictures',
  'alarmSound',
  'alarms',
])

/** Of a kiosk: opened for a time by the keys of its installer, which the shell has heard from the system itself. */
export class KioskLock {
  readonly #options: KioskLockOptions
  readonly #listeners = new Set<(isLocked: boolean) => void>()
  #isLocked = true
  #callOff = (): void => {}

  constructor(options: KioskLockOptions) {
    this.#options = options
  }

  get state(): KioskLockState {
    return { isLocked: this.#isLocked }
  }

  onLock(listener: (isLocked: boolean) => void): () => void {
    this.#listeners.add(listener)
    listener(this.#isLocked)
    return () => this.#listeners.delete(listener)
  }

  /** True when it was the installer's: the page does not get it. */
  press(key: PressedKey): boolean {
    const { chord } = this.#options
    if (chord === undefined || !isChord(chord, key)) return false
    if (!key.isAutoRepeat) this.#set(!this.#isLocked)
    return true
  }

  /** Every call of a page passes here, whatever the page knows of the lock. */
  guard(handlers: CallHandlers): CallHandlers {
    return guardCalls(
      handlers,
      (handler, name) => async (input, page) =>
        this.#refuses(name, input) ? fail(wallError('kiosk_locked')) : handler(input, page),
    )
  }

  dispose(): void {
    this.#callOff()
  }

  #set(isLocked: boolean): void {
    this.#callOff()
    this.#isLocked = isLocked
    // An installer may forget it.
    if (!isLocked) this.#callOff = this.#options.timers.after(UNLOCKED_FOR_IN_MS, () => this.#set(true))
    this.#options.onChange(this.state)
    for (const listener of this.#listeners) listener(isLocked)
  }

  /** Alarm rules and what they depend on: with another one they would watch for something else. */
  #watchedOf({ alarms, occupancyReports = [], savedSearches = [] }: SettingsChange['to']): unknown {
    const rules = this.#options.rules().map(({ when }) => when)
    const reports = rules.flatMap((when) => (when.kind === 'occupancy' ? [when.reportId] : []))
    const searches = rules.flatMap((when) => (when.kind === 'event' ? [searchNameKey(when.search.name)] : []))
    return [
      asWritten(alarms),
      occupancyReports
        .filter(({ id }) => reports.includes(id))
        .map(({ id, definition }) => ({ id, definition })),
      savedSearches.filter(({ name }) => searches.includes(searchNameKey(name))),
    ]
  }

  #refuses(name: CallName, input: unknown): boolean {
    if (!this.#isLocked) return false
    if (name !== 'settings.save') return installersCalls.has(name)
    const change = settingsChangeSchema.parse(input)
    const [before, after] = [change.from, change.to].map(({ cameraPictures = {} }) => masksOf(cameraPictures))
    return (
      changedMembers(change).some((member) => !operatorsSettings.has(member)) ||
      !isDeepStrictEqual(before, after) ||
      !isDeepStrictEqual(this.#watchedOf(change.from), this.#watchedOf(change.to))
    )
  }
}

function masksOf(pictures: CameraPictures): Readonly<Record<string, unknown>> {
  const masked = Object.entries(pictures).filter(([, { masks }]) => masks.length > 0)
  return Object.fromEntries(masked.map(([id, { masks, aspect }]) => [id, { masks, aspect }]))
}

function isChord(chord: string, { key, code, control, alt, shift, meta }: PressedKey): boolean {
  const words = chord.toLowerCase().split('+')
  const wanted = words.at(-1)
  const held = { ctrl: control, alt, shift, meta }
  // Where the layout has no Latin letters, the key in the place of the Latin one.
  const name = /^[^\p{ASCII}\p{Script=Latin}]$/u.test(key) ? code.replace(/^Key/, '') : key
  return (
    name.toLowerCase() === wanted &&
    Object.entries(held).every(([modifier, isHeld]) => words.slice(0, -1).includes(modifier) === isHeld)
  )
}
