import { isPermanent } from '#contract/errors.ts'
import type {
  OccupancyAnswer,
  OccupancyDefinition,
  OccupancyRange,
  OccupancyReading,
  OccupancyWindow,
} from '#contract/wall/occupancy.ts'
import type { PlatformResult, PlatformFailure } from '../platform/failure.ts'
import type { OccupancyCalls } from '../platform/occupancy-calls.ts'
import { backoffInMs, pause, type Random, type Time } from '../time.ts'
import { occupancyDefaults } from './defaults.ts'

export interface FollowedReport {
  readonly definition: OccupancyDefinition
  readonly window: OccupancyWindow
}

/** What is known of a report; shared by all pages that watch it, whatever id they use. */
export type OccupancyState = Omit<OccupancyReading, 'reportId'>

export interface OccupancyPollOptions extends Time {
  readonly calls: Pick<OccupancyCalls, 'report'>
  readonly random: Random
  /** Platform clock minus ours, as far as known. */
  readonly skewMs: () => number | undefined
  /** After every round. */
  readonly onState: (state: OccupancyState) => void
}

const times = occupancyDefaults

/**
 * One report, asked again and again until it is disposed of: that of its window, that of the last hour for the trend, and
 * that of the last second for how many there are now. One question at a time, and none more once one has failed.
 */
export class OccupancyPoll {
  readonly #options: OccupancyPollOptions
  readonly #report: FollowedReport
  readonly #ended = new AbortController()
  #isVisible: boolean
  #wake: () => void = () => {}
  #isWoken = false
  #failures = 0
  #hasCurve = true
  #state: OccupancyState = { trend: [] }

  constructor(options: OccupancyPollOptions, report: FollowedReport, isVisible: boolean) {
    this.#options = options
    this.#report = report
    this.#isVisible = isVisible
    void this.#run(this.#ended.signal)
  }

  /** Somebody may be looking, or nobody can. */
  look(isVisible: boolean): void {
    const wasVisible = this.#isVisible
    this.#isVisible = isVisible
    if (isVisible && !wasVisible && this.#failures === 0) this.#wake()
  }

  /** The key is another one, or the machine woke up: nothing is waited for. */
  wake(): void {
    this.#failures = 0
    this.#isWoken = true
    this.#wake()
  }

  dispose(): void {
    this.#ended.abort()
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#isWoken = false
      const failure = await this.#round(signal)
      if (signal.aborted) return
      // What failed may have failed for want of what is there now.
      if (this.#isWoken) continue
      const delayMs = this.#delayMs(failure)
      if (failure !== undefined)
        this.#publish({ error: { ...failure.error, retryInMs: Math.round(delayMs) } })
      await this.#pause(signal, delayMs)
    }
  }

  async #round(signal: AbortSignal): Promise<PlatformFailure | undefined> {
    const { clock } = this.#options
    const askedAtMs = clock.wallMs()
    const begunAtMs = clock.monotonicMs()
    const nowMs = Math.floor(askedAtMs + (this.#options.skewMs() ?? 0)) - times.clockDoubtMs
    const whole = await this.#ask(rangeOf(this.#report.window, nowMs), signal)
    if (whole?.ok === false) return whole.error
    const hour = this.#hasCurve ? await this.#ask(last(times.trendMs, nowMs), signal) : undefined
    // A platform may find an hour or a second too short, and answers the question of the window all the same.
    if (hour?.ok === false && !isRefused(hour.error)) return hour.error
    const second = await this.#ask(last(times.nowMs, nowMs), signal)
    const isAnswered = whole?.ok === true || hour?.ok === true
    if (second?.ok === false && !(isAnswered && isRefused(second.error))) return second.error
    const curve = hour?.ok === true ? (hour.value.buckets ?? []) : []
    this.#hasCurve = curve.length > 0
    const now = second?.ok === true ? second.value.average : curve.at(-1)?.average
    this.#publish({
      askedAtMs,
      tookMs: clock.monotonicMs() - begunAtMs,
      now,
      answer: whole === undefined ? undefined : withoutBuckets(whole.value),
      trend: this.#trend(curve, now, nowMs),
      error: undefined,
    })
    return undefined
  }

  async #ask(
    range: OccupancyRange | undefined,
    signal: AbortSignal,
  ): Promise<PlatformResult<OccupancyAnswer> | undefined> {
    return range === undefined
      ? undefined
      : this.#options.calls.report(this.#report.definition, range, signal)
  }

  /** For a platform without a curve: the values that were polled while a page watched. */
  #trend(
    curve: NonNullable<OccupancyAnswer['buckets']>,
    now: number | undefined,
    nowMs: number,
  ): OccupancyState['trend'] {
    const known =
      curve.length > 0
        ? curve.map(({ startMs, average }) => ({ atMs: startMs, value: average }))
        : this.#state.trend.filter(({ atMs }) => atMs >= nowMs - times.trendMs && atMs < nowMs)
    return now === undefined ? known : [...known, { atMs: nowMs, value: now }]
  }

  #delayMs(failure: PlatformFailure | undefined): number {
    const { pollVisibleMs, pollHiddenMs, pollRefusedMs, retry } = times
    const ordinary = this.#isVisible ? pollVisibleMs : pollHiddenMs
    if (failure === undefined) {
      this.#failures = 0
      return ordinary
    }
    this.#failures += 1
    const own = isPermanent(failure.error.code)
      ? pollRefusedMs
      : Math.max(ordinary, backoffInMs(retry, this.#failures, this.#options.random))
    return Math.max(own, failure.retryAfterInMs ?? 0)
  }

  #pause(signal: AbortSignal, delayMs: number): Promise<void> {
    const { ended, wake } = pause(this.#options.timers, delayMs, signal)
    this.#wake = wake
    return ended
  }

  #publish(change: Partial<OccupancyState>): void {
    if (this.#ended.signal.aborted) return
    this.#state = { ...this.#state, ...change }
    this.#options.onState(this.#state)
  }
}

function isRefused({ error }: PlatformFailure): boolean {
  return error.code === 'refused'
}

function last(lengthMs: number, nowMs: number): OccupancyRange {
  return { startMs: Math.max(0, nowMs - lengthMs), endMs: nowMs }
}

/** Undefined while it has not begun. */
function rangeOf(window: OccupancyWindow, nowMs: number): OccupancyRange | undefined {
  if ('lengthMs' in window) return last(window.lengthMs, nowMs)
  const endMs = Math.min(window.endMs ?? nowMs, nowMs)
  return window.startMs < endMs ? { startMs: window.startMs, endMs } : undefined
}

function withoutBuckets({ buckets: _curve, ...answer }: OccupancyAnswer): OccupancyState['answer'] {
  return answer
}
