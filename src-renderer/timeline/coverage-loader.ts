import type { Coverage } from '#contract/wall/playback.ts'
import type { Clock } from '../clock.ts'
import { timelineDefaults } from './defaults.ts'

export interface CoveragePort {
  /** What is recorded of `[startMs, endMs)`; `undefined` when nobody answered. */
  coverage(cameraId: string, startMs: number, endMs: number): Promise<Coverage | undefined>
}

interface Known {
  readonly startMs: number
  readonly endMs: number
  readonly askedAtMs: number
}

export interface CoverageLoaderOrder {
  readonly port: CoveragePort
  readonly clock: Clock
  /** Nothing is known of what is later than `untilMs`. */
  readonly show: (cameraId: string, ranges: Float64Array<ArrayBuffer> | undefined, untilMs: number) => void
}

/** Asks what is recorded of what is seen, and of as much again on both sides, once the view has come to rest. */
export class CoverageLoader {
  readonly #order: CoverageLoaderOrder
  readonly #known = new Map<string, Known>()
  readonly #asking = new Set<string>()
  #cameraIds: readonly string[] = []
  #seen: { readonly fromMs: number; readonly untilMs: number } | undefined
  #callOff: (() => void) | undefined
  #isDisposed = false

  constructor(order: CoverageLoaderOrder) {
    this.#order = order
  }

  dispose(): void {
    this.#isDisposed = true
    this.#callOff?.()
  }

  setCameras(cameraIds: readonly string[]): void {
    this.#cameraIds = [...new Set(cameraIds)]
    for (const id of this.#known.keys()) if (!this.#cameraIds.includes(id)) this.#known.delete(id)
    this.#wait(0)
  }

  see(fromMs: number, untilMs: number): void {
    this.#seen = { fromMs, untilMs }
    this.#wait(timelineDefaults.coverage.settleMs)
  }

  #wait(delayInMs: number): void {
    this.#callOff?.()
    this.#callOff = this.#order.clock.after(delayInMs, () => this.#askNext())
  }

  #askNext(): void {
    const { atATime, refreshMs } = timelineDefaults.coverage
    for (const cameraId of this.#cameraIds) {
      if (this.#asking.size >= atATime) return
      if (!this.#asking.has(cameraId) && this.#isNeeded(cameraId)) void this.#ask(cameraId)
    }
    if (this.#asking.size === 0) this.#wait(refreshMs)
  }

  #isNeeded(cameraId: string): boolean {
    const known = this.#known.get(cameraId)
    const seen = this.#seen
    if (!seen) return false
    if (!known) return true
    const nowMs = this.#order.clock.nowMs()
    // What lies in the future of the last question is asked again, but not more often than it is worth.
    const isOld = nowMs - known.askedAtMs >= timelineDefaults.coverage.refreshMs
    const grows = seen.untilMs > known.askedAtMs && isOld
    return grows || seen.fromMs < known.startMs || seen.untilMs > known.endMs
  }

  async #ask(cameraId: string): Promise<void> {
    const { port, clock, show } = this.#order
    const window = this.#window()
    if (!window) return
    const askedAtMs = clock.nowMs()
    const endMs = Math.min(window.endMs, Math.ceil(askedAtMs))
    if (endMs <= window.startMs) return
    this.#asking.add(cameraId)
    const answer = await port.coverage(cameraId, window.startMs, endMs)
    this.#asking.delete(cameraId)
    if (this.#isDisposed) return
    if (this.#cameraIds.includes(cameraId)) {
      // No answer is asked for again as if it were old, and shown as what it is: nobody can say.
      this.#known.set(cameraId, { ...window, askedAtMs })
      if (answer) show(cameraId, answer.source === 'unknown' ? undefined : flat(answer.ranges), endMs)
    }
    this.#askNext()
  }

  #window(): { startMs: number; endMs: number } | undefined {
    if (!this.#seen) return undefined
    const { fromMs, untilMs } = this.#seen
    const more = ((untilMs - fromMs) * (timelineDefaults.coverage.spanInWidths - 1)) / 2
    return { startMs: Math.max(0, Math.floor(fromMs - more)), endMs: Math.ceil(untilMs + more) }
  }
}

function flat(ranges: Coverage['ranges']): Float64Array<ArrayBuffer> {
  const pairs = new Float64Array(ranges.length * 2)
  for (const [at, [startMs, endMs]] of ranges.entries()) {
    pairs[at * 2] = startMs
    pairs[at * 2 + 1] = endMs
  }
  return pairs
}
