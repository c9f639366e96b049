import { Cron } from 'croner'
import type { SalvoTime } from '#contract/wall/salvo.ts'
import type { WallSettings } from '#contract/wall/settings.ts'
import { type Time, zoneOf } from '../time.ts'
import { CLOCK_WAS_WRONG_MS, SALVO_LOOK_IN_MS, SALVO_STILL_HOLDS_MS } from './defaults.ts'
import type { SalvoFile } from './salvo-file.ts'

export interface SalvoTimesOptions extends Time {
  readonly settings: () => WallSettings
  /** Whose settings they are. */
  readonly platform: () => string | undefined
  /** Where a salvo is shown: `all`, or the monitor; undefined when it is no longer kept. */
  readonly placeOf: (salvo: number) => 'all' | number | undefined
  readonly file: SalvoFile
  readonly onDue: (salvo: number, atMs: number) => void
}

interface Run {
  readonly salvo: number
  readonly atMs: number
}

/**
 * Recalls salvos at their times. What fell due while no wall was up, or the machine slept, is not made up for, but for
 * the last run of each monitor, which still holds: for a day, and unless somebody has seen it already.
 */
export class SalvoTimes {
  readonly #options: SalvoTimesOptions
  #isUp = false
  #followed: readonly unknown[] = []
  #cancelTimer = (): void => {}

  constructor(options: SalvoTimesOptions) {
    this.#options = options
  }

  /** There is a wall, or there is none any more. */
  walls(isUp: boolean): void {
    this.#isUp = isUp
    this.#look()
  }

  /** After every change of the settings, or of the platform. */
  follow(): void {
    const { settings, platform } = this.#options
    const { salvoTimes, timeZone } = settings()
    const now = [platform(), salvoTimes, zoneOf(timeZone)]
    if (now.every((part, at) => part === this.#followed[at])) return
    this.#followed = now
    this.#look()
  }

  #look(): void {
    this.#cancelTimer()
    if (!this.#isUp) return
    const { settings, platform, file, clock, onDue } = this.#options
    const nowMs = clock.wallMs()
    const id = platform() ?? ''
    const { salvoTimes, timeZone } = settings()
    const times = salvoTimes.filter(({ isOn }) => isOn)
    const due = this.#lastOfEachPlace(times.flatMap((time) => lastRun(time, timeZone, nowMs)))
    const handledMs = this.#handledMs(id, nowMs)
    const open = due.filter(({ atMs }) => atMs > handledMs)
    if (open.length > 0) file.handled(id, nowMs)
    for (const { salvo, atMs } of open) onDue(salvo, atMs)
    const nextMs = times.flatMap(({ pattern }) => salvoRuns(pattern, timeZone, nowMs, 1))
    if (nextMs.length > 0) this.#wait(nowMs, Math.min(...nextMs))
  }

  /** What a clock that was ahead has handled would hold up every run until then. */
  #handledMs(id: string, nowMs: number): number {
    const { file } = this.#options
    const handledMs = file.handledMs(id)
    if (handledMs <= nowMs + CLOCK_WAS_WRONG_MS) return handledMs
    file.handled(id, nowMs)
    return nowMs
  }

  /** The wall's clock may be set, and timers do not go on while the machine sleeps. */
  #wait(sinceMs: number, untilMs: number): void {
    const { clock, timers } = this.#options
    const delayMs = Math.min(untilMs - clock.wallMs(), SALVO_LOOK_IN_MS)
    this.#cancelTimer = timers.after(delayMs, () => {
      const nowMs = clock.wallMs()
      if (nowMs >= sinceMs && nowMs < untilMs) this.#wait(sinceMs, untilMs)
      else this.#look()
    })
  }

  dispose(): void {
    this.#cancelTimer()
  }

  /** Oldest first. A salvo of all monitors replaces what came before it. */
  #lastOfEachPlace(runs: readonly Run[]): readonly Run[] {
    const taken = new Set<'all' | number>()
    const last: Run[] = []
    for (const run of runs.toSorted((a, b) => a.atMs - b.atMs).toReversed()) {
      const place = this.#options.placeOf(run.salvo) ?? 1
      if (taken.has('all') || taken.has(place)) continue
      taken.add(place)
      last.unshift(run)
    }
    return last
  }
}

/** The next instants of a pattern of five fields, on the clock of the zone; none of one that cannot be read. */
export function salvoRuns(
  pattern: string,
  timeZone: string | undefined,
  fromMs: number,
  count: number,
): readonly number[] {
  return cronOf(pattern, timeZone)?.nextRuns(count, new Date(fromMs)).map(Number) ?? []
}

function lastRun({ pattern, salvo, sinceMs }: SalvoTime, timeZone: string | undefined, nowMs: number): Run[] {
  // Runs before the reference, in whole seconds: that of the present second counts.
  const reference = new Date(Math.floor(nowMs / 1_000) * 1_000 + 1_000)
  const [run] = cronOf(pattern, timeZone)?.previousRuns(1, reference) ?? []
  const atMs = Number(run ?? 0)
  // Entered while the clock was ahead: it counts as entered just before the last look.
  const isAhead = sinceMs > nowMs + CLOCK_WAS_WRONG_MS
  const fromMs = isAhead ? nowMs - 2 * SALVO_LOOK_IN_MS : sinceMs
  return atMs > Math.max(fromMs, nowMs - SALVO_STILL_HOLDS_MS) ? [{ salvo, atMs }] : []
}

/**
 * At a change of the clocks: a time that the day leaves out is taken when the clock has gone on, and one that comes
 * twice the first time.
 */
function cronOf(pattern: string, timeZone: string | undefined): Cron | undefined {
  try {
    const cron = new Cron(pattern, {
      timezone: zoneOf(timeZone),
      mode: '5-part',
      fixedTimeRule: 'no-wildcard',
      paused: true,
    })
    cron.nextRun()
    return cron
  } catch {
    return undefined
  }
}
