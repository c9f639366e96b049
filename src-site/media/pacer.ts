import type { EpochClock } from '../clock.ts'

export interface PacedSlot {
  readonly framesPerSecond: number
  /** Shifts the ticks of this slot within the frame period: cameras that send in one moment cost frames downstream. */
  readonly offsetMs: number
  /** `frame` counts frame periods since the epoch, `dueMs` is when it was due. */
  readonly tick: (frame: number, dueMs: number) => void
}

interface Slot extends PacedSlot {
  lastFrame: number
}

/**
 * One timer for all cameras. The due times come from the wall clock and not from the previous tick,
 * so nothing drifts, and a late tick does not make the next one late.
 */
export class Pacer {
  readonly #clock: EpochClock
  readonly #slots = new Set<Slot>()
  #timer: NodeJS.Timeout | undefined

  constructor(clock: EpochClock) {
    this.#clock = clock
  }

  /** Adds a slot; the returned function takes it out again. The first tick is the next one due. */
  add(slot: PacedSlot): () => void {
    const entry: Slot = { ...slot, lastFrame: frameAt(slot, this.#clock.epochMs()) }
    this.#slots.add(entry)
    this.#schedule()
    return () => {
      this.#slots.delete(entry)
      if (this.#slots.size === 0) this.#cancel()
    }
  }

  dispose(): void {
    this.#slots.clear()
    this.#cancel()
  }

  #cancel(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #schedule(): void {
    this.#cancel()
    const nowMs = this.#clock.epochMs()
    let soonestMs = Number.POSITIVE_INFINITY
    for (const slot of this.#slots) {
      // A clock that was set back would otherwise leave the camera silent until it has caught up.
      if (frameAt(slot, nowMs) < slot.lastFrame) slot.lastFrame = frameAt(slot, nowMs)
      soonestMs = Math.min(soonestMs, dueAt(slot, slot.lastFrame + 1))
    }
    if (soonestMs === Number.POSITIVE_INFINITY) return
    this.#timer = setTimeout(() => this.#run(), Math.max(0, Math.ceil(soonestMs - nowMs)))
  }

  #run(): void {
    for (const slot of this.#slots) {
      const frame = frameAt(slot, this.#clock.epochMs())
      if (frame <= slot.lastFrame) continue
      slot.lastFrame = frame
      slot.tick(frame, dueAt(slot, frame))
    }
    this.#schedule()
  }
}

/** The frame period that `epochMs` lies in. */
function frameAt(slot: PacedSlot, epochMs: number): number {
  // A hundredth of a millisecond undoes the rounding of dueAt, which would put a due frame into the period before:
  // milliseconds since the epoch are exact to about 0.0003 in a double.
  return Math.floor(((epochMs - slot.offsetMs + 0.01) * slot.framesPerSecond) / 1000)
}

function dueAt(slot: PacedSlot, frame: number): number {
  return (frame * 1000) / slot.framesPerSecond + slot.offsetMs
}
