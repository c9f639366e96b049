import { nalType, typeOfNal } from './annexb.ts'

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

const stapA = 24
const fuA = 28
const headerBits = { forbiddenAndImportance: 0xe0, importance: 0x60, start: 0x80, end: 0x40 } as const

/**
 * RTP payloads of one picture, RFC 6184 packetization-mode=1: parameter sets together in a STAP-A,
 * a NAL unit that fits alone, a larger one in FU-A fragments. No payload is longer than `maxPayloadBytes`.
 */
export function rtpPayloads(nals: readonly Buffer[], maxPayloadBytes: number): Buffer[] {
  const payloads: Buffer[] = []
  let waiting: Buffer[] = []

  function flush(): void {
    if (waiting.length > 1) payloads.push(aggregate(waiting))
    else payloads.push(...waiting)
    waiting = []
  }

  for (const nal of nals) {
    const type = typeOfNal(nal)
    if (nal.length > maxPayloadBytes) {
      flush()
      fragment(nal, maxPayloadBytes, payloads)
    } else if (type === nalType.sps || type === nalType.pps) {
      if (aggregateBytes([...waiting, nal]) > maxPayloadBytes) flush()
      waiting.push(nal)
    } else {
      flush()
      payloads.push(nal)
    }
  }
  flush()
  return payloads
}

function aggregateBytes(nals: readonly Buffer[]): number {
  return nals.reduce((sum, nal) => sum + 2 + nal.length, 1)
}

function aggregate(nals: readonly Buffer[]): Buffer {
  const payload = Buffer.allocUnsafe(aggregateBytes(nals))
  const importance = Math.max(...nals.map((nal) => (nal[0] ?? 0) & headerBits.importance))
  payload[0] = importance | stapA
  let at = 1
  for (const nal of nals) {
    payload.writeUInt16BE(nal.length, at)
    nal.copy(payload, at + 2)
    at += 2 + nal.length
  }
  return payload
}

function fragment(nal: Buffer, maxPayloadBytes: number, into: Buffer[]): void {
  const header = nal[0] ?? 0
  const room = maxPayloadBytes - 2
  for (let from = 1; from < nal.length; from += room) {
    const to = Math.min(nal.length, from + room)
    const payload = Buffer.allocUnsafe(2 + to - from)
    payload[0] = (header & headerBits.forbiddenAndImportance) | fuA
    payload[1] =
      (header & 0x1f) | (from === 1 ? headerBits.start : 0) | (to === nal.length ? headerBits.end : 0)
    nal.copy(payload, 2, from, to)
    into.push(payload)
  }
}
