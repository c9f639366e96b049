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

export type CoverageLoader = ReturnType<typeof loadCoverage>

/** Asks what is recorded of what is seen, and of as much again on both sides, once the view has come to rest. */
export function loadCoverage({ port, clock, show }: CoverageLoaderOptions) {
  const knownOf = new Map<string, Known>()
  /** When the last request failed. */
  const failedAt = new Map<string, number>()
  const asking = new Set<string>()
  let wanted: readonly string[] = []
  let seenNow: AskedRange | undefined
  /** What was seen when the timer that runs was set. */
  let restsAt: AskedRange | undefined
  let callOff: (() => void) | undefined
  let isDisposed = false

  function wait(delayInMs: number): void {
    callOff?.()
    callOff = clock.after(delayInMs, () => askNext())
  }

  function askNext(): void {
    const { atATime, refreshMs, retryMs } = timelineDefaults.coverage
    for (const cameraId of wanted) {
      if (asking.size >= atATime) return
      if (!asking.has(cameraId) && isNeeded(cameraId)) void ask(cameraId)
    }
    if (asking.size === 0) wait(failedAt.size > 0 ? retryMs : refreshMs)
  }

  function isNeeded(cameraId: string): boolean {
    const known = knownOf.get(cameraId)
    const seen = seenNow
    if (!seen) return false
    const nowMs = clock.nowMs()
    const failedAtMs = failedAt.get(cameraId)
    if (failedAtMs !== undefined && nowMs - failedAtMs < timelineDefaults.coverage.retryMs) return false
    if (!known) return true
    // The newest edge is requested again, at most every `refreshMs`.
    const isOld = nowMs - known.askedAtMs >= timelineDefaults.coverage.refreshMs
    const grows = seen.untilMs > known.askedAtMs && isOld
    return grows || seen.fromMs < known.startMs || seen.untilMs > known.endMs
  }

  async function ask(cameraId: string): Promise<void> {
    const askedAtMs = clock.nowMs()
    const before = growing(cameraId, askedAtMs)
    const window = before ?? windowNow()
    if (!window) return
    const { againMs } = timelineDefaults.coverage
    const fromMs = before ? Math.max(before.startMs, Math.floor(before.askedAtMs) - againMs) : window.startMs
    const untilMs = Math.min(window.endMs, Math.ceil(askedAtMs))
    if (untilMs <= fromMs) return
    asking.add(cameraId)
    const answer = await port.coverage(cameraId, fromMs, untilMs)
    asking.delete(cameraId)
    if (isDisposed) return
    if (wanted.includes(cameraId)) {
      const { startMs, endMs } = window
      const ranges = answer?.source === 'unknown' ? undefined : answer?.ranges
      if (answer === undefined) failedAt.set(cameraId, clock.nowMs())
      else if (before?.ranges === undefined || ranges === undefined)
        learn(cameraId, { startMs, endMs, askedAtMs, wholeAtMs: askedAtMs, ranges })
      else learn(cameraId, { ...before, askedAtMs, ranges: joined(before.ranges, ranges, fromMs) })
    }
    askNext()
  }

  /** What is known, where only its newest edge has to be requested. */
  function growing(cameraId: string, nowMs: number): Known | undefined {
    const known = knownOf.get(cameraId)
    if (known?.ranges === undefined || seenNow === undefined) return undefined
    const isSeen = seenNow.fromMs >= known.startMs && seenNow.untilMs <= known.endMs
    return isSeen && nowMs - known.wholeAtMs < timelineDefaults.coverage.wholeAgainMs ? known : undefined
  }

  function learn(cameraId: string, known: Known): void {
    failedAt.delete(cameraId)
    knownOf.set(cameraId, known)
    const { startMs: fromMs, endMs, askedAtMs, ranges } = known
    const untilMs = Math.min(endMs, Math.ceil(askedAtMs))
    show(cameraId, ranges && flat(ranges), { fromMs, untilMs })
  }

  function windowNow(): { startMs: number; endMs: number } | undefined {
    if (!seenNow) return undefined
    const { fromMs, untilMs } = seenNow
    const more = ((untilMs - fromMs) * (timelineDefaults.coverage.spanInWidths - 1)) / 2
    return { startMs: Math.max(0, Math.floor(fromMs - more)), endMs: Math.ceil(untilMs + more) }
  }

  return {
    setCameras(cameraIds: readonly string[]): void {
      wanted = [...new Set(cameraIds)]
      for (const part of [knownOf, failedAt]) {
        for (const id of part.keys()) if (!wanted.includes(id)) part.delete(id)
      }
      wait(0)
    },
    see(fromMs: number, untilMs: number): void {
      seenNow = { fromMs, untilMs }
      if (isResting(restsAt, seenNow)) return
      restsAt = seenNow
      wait(timelineDefaults.coverage.settleMs)
    },
    dispose(): void {
      isDisposed = true
      callOff?.()
    },
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
