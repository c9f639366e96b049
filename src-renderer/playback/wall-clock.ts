import { playbackDefaults } from './defaults.ts'

export interface WallClockOptions {
  /** Milliseconds that only ever go forward, as `performance.now()`. */
  readonly monotonicMs: () => number
  /** Epoch milliseconds of the newest footage that there can be: the clock waits there for time to go on. */
  readonly newestMs: () => number
}

/**
 * The instant that all tiles show, and the master of their players: `e0 + (now − p0) · rate`. No player is ever
 * asked what time it is, so a stalled tile or a gap is nobody else's problem.
 */
export class WallClock {
  readonly #options: WallClockOptions
  readonly #listeners = new Set<(change: ClockChange) => void>()
  #epochMs: number
  #sinceMs: number
  #rate = 1
  #isPlaying = false
  #isHeld = false

  /** Paused at that instant, epoch milliseconds. */
  constructor(epochMs: number, options: WallClockOptions) {
    this.#options = options
    this.#epochMs = epochMs
    this.#sinceMs = options.monotonicMs()
  }

  /** Epoch milliseconds, never before 1970 nor after the newest footage. */
  get epochMs(): number {
    const passedMs = this.speed === 0 ? 0 : this.#options.monotonicMs() - this.#sinceMs
    return this.#within(this.#epochMs + passedMs * this.speed)
  }

  /** What was asked for: 0.25 to 16, negative for backwards; also while paused. */
  get rate(): number {
    return this.#rate
  }

  get isPlaying(): boolean {
    return this.#isPlaying
  }

  /** Waits for the footage of a tile. */
  get isHeld(): boolean {
    return this.#isHeld
  }

  /** Milliseconds of footage a millisecond, as it moves now: 0 while it is paused or held. */
  get speed(): number {
    return this.#isPlaying && !this.#isHeld ? this.#rate : 0
  }

  play(): void {
    this.#change('speed', () => {
      this.#isPlaying = true
    })
  }

  /** At an instant, or where it is; one change, or followers would go to the present instant first. */
  pause(atMs?: number): void {
    this.#change(atMs === undefined ? 'speed' : 'instant', () => {
      this.#isPlaying = false
      if (atMs !== undefined) this.#epochMs = this.#within(atMs)
    })
  }

  /** Stands still although it plays, until let go. */
  setHeld(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return
    this.#change('speed', () => {
      this.#isHeld = isHeld
    })
  }

  seek(epochMs: number): void {
    this.#change('instant', () => {
      this.#epochMs = this.#within(epochMs)
    })
  }

  /** The nearest speed that there is, in the wished direction; 0 is none: pause instead. */
  setRate(rate: number): void {
    if (rate === 0 || !Number.isFinite(rate)) return
    const { slowestRate, fastestRate } = playbackDefaults.clock
    const speed = Math.min(fastestRate, Math.max(slowestRate, Math.abs(rate)))
    this.#change('speed', () => {
      this.#rate = Math.sign(rate) * speed
    })
  }

  /** Called on changes of the clock, not as time passes. */
  subscribe(listener: (change: ClockChange) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #change(change: ClockChange, apply: () => void): void {
    this.#epochMs = this.epochMs
    this.#sinceMs = this.#options.monotonicMs()
    apply()
    for (const listener of this.#listeners) listener(change)
  }

  #within(epochMs: number): number {
    return Math.max(0, Math.min(epochMs, this.#options.newestMs()))
  }
}

/** `instant`: it jumped. `speed`: it goes on from where it is in another way. */
export type ClockChange = 'instant' | 'speed'
