import type { LiveDefaults } from './defaults.ts'

/** What a frame callback tells about one frame; times on the scale of `performance.now()`. */
export type FrameTimes = Pick<
  VideoFrameCallbackMetadata,
  'captureTime' | 'receiveTime' | 'rtpTimestamp' | 'expectedDisplayTime'
>

/** RTP's clock for video. */
const TICKS_PER_MS = 90

/**
 * How old the pictures of one stream are when they are shown.
 * Counted from capture where the browser knows that, which it seldom does for a receiver. Otherwise from arrival, plus
 * how far arrival has fallen behind the RTP clock since the quickest frame: pictures that a gateway or a network holds
 * back are noticed in seconds, clocks that drift are forgiven.
 */
export class DelayMeter {
  readonly #limits: LiveDefaults['delay']
  #last: { readonly receiveTime: number; readonly rtpTimestamp: number; readonly mediaMs: number } | undefined
  #quickestMs = 0

  constructor(limits: LiveDefaults['delay']) {
    this.#limits = limits
  }

  /** Milliseconds from capture (or from arrival at the earliest) to the screen; undefined when nothing is known. */
  sample(frame: FrameTimes): number | undefined {
    const { captureTime, receiveTime, rtpTimestamp, expectedDisplayTime } = frame
    if (captureTime !== undefined) return Math.max(0, expectedDisplayTime - captureTime)
    if (receiveTime === undefined) return undefined
    const behindMs = rtpTimestamp === undefined ? 0 : this.#behind(receiveTime, rtpTimestamp)
    return Math.max(0, expectedDisplayTime - receiveTime) + behindMs
  }

  #behind(receiveTime: number, rtpTimestamp: number): number {
    const last = this.#last
    // 32 bits that wrap around: the difference, read as a signed number, is right across the seam.
    const stepMs = last ? ((rtpTimestamp - last.rtpTimestamp) | 0) / TICKS_PER_MS : 0
    const mediaMs = (last?.mediaMs ?? 0) + stepMs
    const transitMs = receiveTime - mediaMs
    const driftMs = last ? (receiveTime - last.receiveTime) * this.#limits.clockDrift : 0
    this.#last = { receiveTime, rtpTimestamp, mediaMs }
    const { otherStreamAboveMs, otherStreamBackMs } = this.#limits
    const isOther = !last || stepMs < -otherStreamBackMs || transitMs - this.#quickestMs > otherStreamAboveMs
    this.#quickestMs = isOther ? transitMs : Math.min(this.#quickestMs + driftMs, transitMs)
    return transitMs - this.#quickestMs
  }
}
