import type { Coverage } from '#contract/wall/playback.ts'
import type { Clock } from '../clock.ts'
import { timelineDefaults } from './defaults.ts'

export interface CoveragePort {
  /** What is recorded of `[startMs, endMs)`; `undefined` without an answer. */
  coverage(cameraId: string, startMs: number, endMs: number): Promise<Coverage | undefined>
}

type Ranges = Coverage['ranges']

/** Epoch milliseconds, half-open. */
export interface AskedRange {
  readonly fromMs: number
  readonly untilMs: number
}

/** Whether a view has hardly moved: one that follows now moves with every frame and would never rest. */
export function isResting(restsAt: AskedRange | undefined, { fromMs, untilMs }: AskedRange): boolean {
  if (restsAt === undefined) return false
  const withinMs = (untilMs - fromMs) * timelineDefaults.coverage.restsWithinWidths
  return Math.abs(fromMs - restsAt.fromMs) <= withinMs && Math.abs(untilMs - restsAt.untilMs) <= withinMs
}

interface Known {
  readonly startMs: number
  readonly endMs: number
  readonly askedAtMs: number
  /** When the last answer came that was of all of it. */
  readonly wholeAtMs: number
  /** `undefined`: this platform cannot say. */
  readonly ranges: Ranges | undefined
}

export interface CoverageLoaderOptions {
  readonly port: CoveragePort
  readonly clock: Clock
  /** Nothing is known of what lies outside of `asked`. */
  readonly show: (cameraId: string, ranges: Float64Array<ArrayBuffer> | undefined, asked: AskedRange) => void
}

/** Asks what is recorded of what is seen, and of as much again on both sides, once the view has come to rest. */
export class CoverageLoader {
  readonly #options: CoverageLoaderOptions
  readonly #known = new Map<string, Known>()
  /** When the last request failed. */
  readonly #failedAtMs = new Map<string, number>()
  readonly #asking = new Set<string>()
  #cameraIds: readonly string[] = []
  #seen: AskedRange | undefined
  /** What was seen when the timer that runs was set. */
  #restsAt: AskedRange | undefined
  #callOff: (() => void) | undefined
  #isDisposed = false

  constructor(options: CoverageLoaderOptions) {
    this.#options = options
  }

  dispose(): void {
    this.#isDisposed = true
    this.#callOff?.()
  }

  setCameras(cameraIds: readonly string[]): void {
    this.#cameraIds = [...new Set(cameraIds)]
    for (const part of [this.#known, this.#failedAtMs]) {
      for (const id of part.keys()) if (!this.#cameraIds.includes(id)) part.delete(id)
    }
    this.#wait(0)
  }

  see(fromMs: number, untilMs: number): void {
    this.#seen = { fromMs, untilMs }
    if (isResting(this.#restsAt, this.#seen)) return
    this.#restsAt = this.#seen
    this.#wait(timelineDefaults.coverage.settleMs)
  }

  #wait(delayInMs: number): void {
    this.#callOff?.()
    this.#callOff = this.#options.clock.after(delayInMs, () => this.#askNext())
  }

  #askNext(): void {
    const { atATime, refreshMs, retryMs } = timelineDefaults.coverage
    for (const cameraId of this.#cameraIds) {
      if (this.#asking.size >= atATime) return
      if (!this.#asking.has(cameraId) && this.#isNeeded(cameraId)) void this.#ask(cameraId)
    }
    if (this.#asking.size === 0) this.#wait(this.#failedAtMs.size > 0 ? retryMs : refreshMs)
  }

  #isNeeded(cameraId: string): boolean {
    const known = this.#known.get(cameraId)
    const seen = this.#seen
    if (!seen) return false
    const nowMs = this.#options.clock.nowMs()
    const failedAtMs = this.#failedAtMs.get(cameraId)
    if (failedAtMs !== undefined && nowMs - failedAtMs < timelineDefaults.coverage.retryMs) return false
    if (!known) return true
    // The newest edge is requested again, at most every `refreshMs`.
    const isOld = nowMs - known.askedAtMs >= timelineDefaults.coverage.refreshMs
    const grows = seen.untilMs > known.askedAtMs && isOld
    return grows || seen.fromMs < known.startMs || seen.untilMs > known.endMs
  }

  async #ask(cameraId: string): Promise<void> {
    const { port, clock } = this.#options
    const askedAtMs = clock.nowMs()
    const before = this.#growing(cameraId, askedAtMs)
    const window = before ?? this.#window()
    if (!window) return
    const { againMs } = timelineDefaults.coverage
    const fromMs = before ? Math.max(before.startMs, Math.floor(before.askedAtMs) - againMs) : window.startMs
    const untilMs = Math.min(window.endMs, Math.ceil(askedAtMs))
    if (untilMs <= fromMs) return
    this.#asking.add(cameraId)
    const answer = await port.coverage(cameraId, fromMs, untilMs)
    this.#asking.delete(cameraId)
    if (this.#isDisposed) return
    if (this.#cameraIds.includes(cameraId)) {
      const { startMs, endMs } = window
      const ranges = answer?.source === 'unknown' ? undefined : answer?.ranges
      if (answer === undefined) this.#failedAtMs.set(cameraId, clock.nowMs())
      else if (before?.ranges === undefined || ranges === undefined)
        this.#learn(cameraId, { startMs, endMs, askedAtMs, wholeAtMs: askedAtMs, ranges })
      else this.#learn(cameraId, { ...before, askedAtMs, ranges: joined(before.ranges, ranges, fromMs) })
    }
    this.#askNext()
  }

  /** What is known, where only its newest edge has to be requested. */
  #growing(cameraId: string, nowMs: number): Known | undefined {
    const known = this.#known.get(cameraId)
    if (known?.ranges === undefined || this.#seen === undefined) return undefined
    const isSeen = this.#seen.fromMs >= known.startMs && this.#seen.untilMs <= known.endMs
    return isSeen && nowMs - known.wholeAtMs < timelineDefaults.coverage.wholeAgainMs ? known : undefined
  }

  #learn(cameraId: string, known: Known): void {
    this.#failedAtMs.delete(cameraId)
    this.#known.set(cameraId, known)
    const { startMs: fromMs, endMs, askedAtMs, ranges } = known
    const untilMs = Math.min(endMs, Math.ceil(askedAtMs))
    this.#options.show(cameraId, ranges && flat(ranges), { fromMs, untilMs })
  }

  #window(): { startMs: number; endMs: number } | undefined {
    if (!this.#seen) return undefined
    const { fromMs, untilMs } = this.#seen
    const more = ((untilMs - fromMs) * (timelineDefaults.coverage.spanInWidths - 1)) / 2
    return { startMs: Math.max(0, Math.floor(fromMs - more)), endMs: Math.ceil(untilMs + more) }
  }
}

/** Of the first what lies before `atMs`, of the second what lies after it. */
function joined(first: Ranges, second: Ranges, atMs: number): Ranges {
  const before = first
    .filter(([startMs]) => startMs < atMs)
    .map(([startMs, endMs]): Ranges[number] => [startMs, Math.min(endMs, atMs)])
  const after = second.filter(([, endMs]) => endMs > atMs)
  const last = before.at(-1)
  const next = after[0]
  if (last?.[1] !== atMs || next === undefined || next[0] > atMs) return [...before, ...after]
  return [...before.slice(0, -1), [last[0], next[1]], ...after.slice(1)]
}

function flat(ranges: Coverage['ranges']): Float64Array<ArrayBuffer> {
  const pairs = new Float64Array(ranges.length * 2)
  for (const [at, [startMs, endMs]] of ranges.entries()) {
    pairs[at * 2] = startMs
    pairs[at * 2 + 1] = endMs
  }
  return pairs
}
