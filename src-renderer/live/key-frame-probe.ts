import type { LiveDefaults } from './defaults.ts'
import type { KeyFrameWaits } from './key-frame-waits.ts'

/** The part of a receiver that tells when it last handed out a frame. */
export type FrameClock = Pick<RTCRtpReceiver, 'getSynchronizationSources'>

/**
 * Measures, while a camera stands by, how long it makes a viewer wait: switches it on, waits for the first
 * frame, switches it off. A camera of which enough is known is left alone.
 */
export class KeyFrameProbe {
  readonly #cameraId: string
  readonly #waits: KeyFrameWaits
  readonly #limits: LiveDefaults['standby']
  #startedAtMs: number | undefined
  /** Last tick without a frame: the wait is known no finer than the ticks. */
  #nothingUntilMs = 0

  constructor(cameraId: string, waits: KeyFrameWaits, limits: LiveDefaults['standby']) {
    this.#cameraId = cameraId
    this.#waits = waits
    this.#limits = limits
  }

  get isRunning(): boolean {
    return this.#startedAtMs !== undefined
  }

  /** For a camera that is being joined: the wait counts from `joined`. */
  begin(nowMs: number): void {
    if (!this.isRunning && this.#waits.isUnproven(this.#cameraId))
      this.#startedAtMs = this.#nothingUntilMs = nowMs
  }

  joined(nowMs: number): void {
    if (this.isRunning) this.#startedAtMs = this.#nothingUntilMs = nowMs
  }

  cancel(): void {
    this.#startedAtMs = undefined
  }

  /** Returns whether `isRunning` has changed. */
  tick(receiver: FrameClock, nowMs: number): boolean {
    if (this.#startedAtMs === undefined) {
      this.begin(nowMs)
      return this.isRunning
    }
    const frameAtMs = lastFrameAtMs(receiver)
    const isSeen = frameAtMs !== undefined && frameAtMs >= this.#startedAtMs
    if (!isSeen) this.#nothingUntilMs = nowMs
    if (!isSeen && nowMs - this.#startedAtMs < this.#limits.probeTimeoutMs) return false
    this.#waits.learn(this.#cameraId, this.#nothingUntilMs - this.#startedAtMs)
    this.#startedAtMs = undefined
    return true
  }
}

/**
 * Epoch milliseconds of the last frame that came out of the decoder. Needs no element and works in a hidden
 * page, where nothing is presented. The browser's own time stamp is on that scale already.
 */
export function lastFrameAtMs(receiver: FrameClock): number | undefined {
  return receiver.getSynchronizationSources()[0]?.timestamp
}
