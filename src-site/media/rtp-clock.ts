/** Clock rate of every video codec over RTP, per millisecond. */
const ticksPerMs = 90
/** Smallest step between two pictures: two with one timestamp would be read as one. */
const minStep = ticksPerMs
const ntpEpochOffsetSeconds = 2_208_988_800

/**
 * RTP timestamps of one stream. They run with the wall clock, so that a sender report ties each picture to
 * its true instant; where the wall clock is set back they go on rising, and the next report tells the new tie.
 */
export class RtpClock {
  #shift: number
  #last = Number.NEGATIVE_INFINITY

  /** `start` is the random offset that RFC 3550 asks for. */
  constructor(start: number) {
    this.#shift = start
  }

  /** The 32-bit timestamp of a picture; strictly rising from call to call (modulo 2³²). */
  take(capturedAtMs: number): number {
    let ticks = Math.round(capturedAtMs * ticksPerMs) + this.#shift
    if (ticks < this.#last + minStep) {
      // A key frame sent between two ticks is a few milliseconds ahead of a late tick: only that one is moved.
      if (this.#last - ticks > 1_000 * ticksPerMs) this.#shift += this.#last + minStep - ticks
      ticks = this.#last + minStep
    }
    this.#last = ticks
    return wrap(ticks)
  }

  /** The timestamp that belongs to an instant, for a sender report. */
  at(epochMs: number): number {
    return wrap(Math.round(epochMs * ticksPerMs) + this.#shift)
  }
}

/** NTP time, 32 bits of seconds and 32 of fraction (RFC 3550 §4). */
export function ntpTime(epochMs: number): bigint {
  const seconds = Math.floor(epochMs / 1000)
  const fraction = Math.floor(((epochMs - seconds * 1000) / 1000) * 2 ** 32)
  return (BigInt(seconds + ntpEpochOffsetSeconds) << 32n) | BigInt(fraction)
}

function wrap(ticks: number): number {
  return ((ticks % 2 ** 32) + 2 ** 32) % 2 ** 32
}
