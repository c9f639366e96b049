/** One picture: its NAL units in decoding order, without start codes. A key frame carries its SPS and PPS. */
export interface AccessUnit {
  readonly isKeyFrame: boolean
  readonly nals: readonly Buffer[]
  readonly bytes: number
}

export const nalType = { slice: 1, idr: 5, sei: 6, sps: 7, pps: 8, delimiter: 9 } as const

const startCode = Buffer.from([0, 0, 1])

export function typeOfNal(nal: Buffer): number {
  return (nal[0] ?? 0) & 0x1f
}

/** NAL units of an Annex-B stream (H.264 annex B), as views into `stream`. Anything before the first start code is skipped. */
export function* nalUnits(stream: Buffer): Generator<Buffer> {
  let start = stream.indexOf(startCode)
  while (start >= 0) {
    start += startCode.length
    const next = stream.indexOf(startCode, start)
    let end = next < 0 ? stream.length : next
    // A NAL unit never ends in a zero byte: those belong to a four-byte start code or to padding.
    while (end > start && stream[end - 1] === 0) end--
    if (end > start) yield stream.subarray(start, end)
    start = next
  }
}

/** `first_mb_in_slice` is ue(v): a leading 1 bit means 0, the first slice of a picture. */
function startsPicture(nal: Buffer): boolean {
  return ((nal[1] ?? 0) & 0x80) !== 0
}

/**
 * Groups NAL units into pictures. Delimiters and SEI are dropped (a receiver needs neither, and each would
 * cost a packet); a key frame without parameter sets gets the last ones seen, because a viewer may join at it.
 */
export function accessUnits(stream: Buffer): AccessUnit[] {
  const units: AccessUnit[] = []
  let sps: Buffer | undefined
  let pps: Buffer | undefined
  let nals: Buffer[] = []
  let hasPicture = false
  let isKeyFrame = false

  function close(): void {
    if (hasPicture) {
      const types = nals.map(typeOfNal)
      const missing = isKeyFrame ? parameterSets(types, sps, pps) : []
      const all = [...missing, ...nals]
      units.push({ isKeyFrame, nals: all, bytes: all.reduce((sum, nal) => sum + nal.length, 0) })
      nals = []
    }
    hasPicture = false
    isKeyFrame = false
  }

  for (const nal of nalUnits(stream)) {
    const type = typeOfNal(nal)
    const isSlice = type === nalType.slice || type === nalType.idr
    if (hasPicture && (!isSlice || startsPicture(nal))) close()
    if (type === nalType.sps) sps = nal
    if (type === nalType.pps) pps = nal
    if (type === nalType.delimiter || type === nalType.sei) continue
    nals.push(nal)
    if (isSlice) {
      hasPicture = true
      isKeyFrame ||= type === nalType.idr
    }
  }
  close()
  return units
}

/** NAL units as a stream again, copied: each behind a start code of four bytes. */
export function annexB(nals: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const prefixBytes = startCode.length + 1
  const stream = new Uint8Array(nals.reduce((sum, nal) => sum + prefixBytes + nal.length, 0))
  let at = 0
  for (const nal of nals) {
    stream.set(startCode, at + 1)
    stream.set(nal, at + prefixBytes)
    at += prefixBytes + nal.length
  }
  return stream
}

function parameterSets(types: readonly number[], sps: Buffer | undefined, pps: Buffer | undefined): Buffer[] {
  const missing: Buffer[] = []
  if (sps !== undefined && !types.includes(nalType.sps)) missing.push(sps)
  if (pps !== undefined && !types.includes(nalType.pps)) missing.push(pps)
  return missing
}
