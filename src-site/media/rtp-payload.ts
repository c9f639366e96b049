import { nalType, typeOfNal } from './annexb.ts'

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
