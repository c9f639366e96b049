/** When each picture of a piece of footage begins, rising, and when the last one ends. */
export interface FrameTimes {
  readonly startSeconds: Float64Array
  readonly endSeconds: number
  /** By what the footage says of itself. */
  readonly hasKeyFrame: boolean
}

interface VideoTrack {
  readonly id: number
  readonly ticksPerSecond: number
  readonly defaultTicks: number
  readonly defaultFlags: number
}

/**
 * Reads from fragmented MP4 (ISO/IEC 14496-12), which is all that a player is ever given, when its pictures begin.
 * What it does not understand has no times: they are a proof, and nothing is played by them.
 */
export class FrameTimeReader {
  #track: VideoTrack | undefined

  /** Undefined without a picture, as for an initialization segment, whose track the later segments refer to. */
  read(bytes: Uint8Array, offsetSeconds: number): FrameTimes | undefined {
    try {
      const boxes = boxesIn(viewOf(bytes))
      const moov = boxes.find(({ type }) => type === 'moov')
      if (moov !== undefined) this.#track = videoTrackOf(moov.body)
      const track = this.#track
      if (track === undefined) return undefined
      const frames = boxes
        .filter(({ type }) => type === 'moof')
        .flatMap(({ body }) => framesOf(body, track))
        .toSorted((a, b) => a.atTicks - b.atTicks)
      if (frames.length === 0) return undefined
      const seconds = (ticks: number) => ticks / track.ticksPerSecond + offsetSeconds
      return {
        startSeconds: Float64Array.from(frames, ({ atTicks }) => seconds(atTicks)),
        endSeconds: seconds(Math.max(...frames.map(({ atTicks, ticks }) => atTicks + ticks))),
        hasKeyFrame: frames.some(({ isKey }) => isKey),
      }
    } catch (error) {
      // Cut short: a read beyond the end.
      if (error instanceof RangeError) return undefined
      throw error
    }
  }
}

interface Box {
  readonly type: string
  /** Behind its size and its name. */
  readonly body: DataView
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Whether a piece of MP4 ends within one of its boxes, as after a transfer that broke off. False of anything else. */
export function breaksOff(bytes: Uint8Array): boolean {
  const view = viewOf(bytes)
  let at = 0
  while (at + 8 <= view.byteLength) {
    const { type, headBytes, bytes: boxBytes } = headAt(view, at)
    if (!/^[a-z0-9]{4}$/.test(type) || boxBytes < headBytes) return false
    at += boxBytes
  }
  return at > 0 && at !== view.byteLength
}

export function boxesIn(view: DataView): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= view.byteLength; ) {
    const { type, headBytes, bytes } = headAt(view, at)
    const toTheEnd = view.byteLength - at
    // The media itself may be cut; what describes it may not.
    if (bytes < headBytes || (bytes > toTheEnd && type !== 'mdat')) break
    const body = new DataView(
      view.buffer,
      view.byteOffset + at + headBytes,
      Math.min(bytes, toTheEnd) - headBytes,
    )
    boxes.push({ type, body })
    at += bytes
  }
  return boxes
}

/** `bytes`: of the whole box, as it says itself. */
function headAt(view: DataView, at: number): { type: string; headBytes: number; bytes: number } {
  const short = view.getUint32(at)
  const isLong = short === 1 && at + 16 <= view.byteLength
  const bytes = short === 0 ? view.byteLength - at : isLong ? Number(view.getBigUint64(at + 8)) : short
  return { type: typeAt(view, at + 4), headBytes: isLong ? 16 : 8, bytes }
}

export function typeAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)))
}

/** The bodies of the boxes that a path leads to. */
export function bodiesAt(view: DataView, path: readonly string[]): DataView[] {
  const [first, ...rest] = path
  if (first === undefined) return [view]
  return boxesIn(view).flatMap(({ type, body }) => (type === first ? bodiesAt(body, rest) : []))
}

function videoTrackOf(moov: DataView): VideoTrack | undefined {
  const trak = bodiesAt(moov, ['trak']).find((body) =>
    bodiesAt(body, ['mdia', 'hdlr']).some((handler) => typeAt(handler, 8) === 'vide'),
  )
  const [tkhd] = trak ? bodiesAt(trak, ['tkhd']) : []
  const [mdhd] = trak ? bodiesAt(trak, ['mdia', 'mdhd']) : []
  if (tkhd === undefined || mdhd === undefined) return undefined
  const id = trackIdOf(tkhd)
  const ticksPerSecond = mdhd.getUint32(mdhd.getUint8(0) === 1 ? 20 : 12)
  const trex = bodiesAt(moov, ['mvex', 'trex']).find((body) => body.getUint32(4) === id)
  const [defaultTicks = 0, defaultFlags = 0] = trex ? [trex.getUint32(12), trex.getUint32(20)] : []
  return { id, ticksPerSecond, defaultTicks, defaultFlags }
}

export function trackIdOf(tkhd: DataView): number {
  // In version 1 both instants before it have 64 bits.
  return tkhd.getUint32(tkhd.getUint8(0) === 1 ? 20 : 12)
}

interface Frame {
  readonly atTicks: number
  readonly ticks: number
  readonly isKey: boolean
}

const isNoKeyFrame = 0x1_0000
/** Of a run: a damaged one may claim four thousand million, none of which takes a byte. */
const mostSamples = 100_000

function framesOf(moof: DataView, track: VideoTrack): Frame[] {
  return bodiesAt(moof, ['traf']).flatMap((traf) => {
    const [tfhd] = bodiesAt(traf, ['tfhd'])
    const [tfdt] = bodiesAt(traf, ['tfdt'])
    if (tfhd === undefined || tfdt === undefined || tfhd.getUint32(4) !== track.id) return []
    const defaultTicks = defaultOf(tfhd, 0x8) ?? track.defaultTicks
    const defaultFlags = defaultOf(tfhd, 0x20) ?? track.defaultFlags
    let decodedAt = tfdt.getUint8(0) === 1 ? Number(tfdt.getBigUint64(4)) : tfdt.getUint32(4)
    const frames: Frame[] = []
    for (const trun of bodiesAt(traf, ['trun'])) {
      for (const { ticks = defaultTicks, flags = defaultFlags, shownAfter } of samplesOf(trun)) {
        frames.push({ atTicks: decodedAt + shownAfter, ticks, isKey: (flags & isNoKeyFrame) === 0 })
        decodedAt += ticks
      }
    }
    return frames
  })
}

const flagsOf = (box: DataView): number => box.getUint32(0) & 0xffffff

/** What a sample has unless it says otherwise: behind what the flags of this say stands before it. */
function defaultOf(tfhd: DataView, flag: 0x8 | 0x20): number | undefined {
  const flags = flagsOf(tfhd)
  if ((flags & flag) === 0) return undefined
  const before = [0x1, 0x2, 0x8, 0x10].filter((one) => one < flag && (flags & one) !== 0)
  return tfhd.getUint32(8 + before.length * 4 + ((flags & 0x1) === 0 ? 0 : 4))
}

function* samplesOf(
  trun: DataView,
): Generator<{ ticks: number | undefined; flags: number | undefined; shownAfter: number }> {
  const flags = flagsOf(trun)
  const count = trun.getUint32(4)
  let at = 8 + ((flags & 0x1) === 0 ? 0 : 4)
  const firstFlags = (flags & 0x4) === 0 ? undefined : trun.getUint32(at)
  if (firstFlags !== undefined) at += 4
  // Duration, size, flags and shift, each there or not.
  const [ticksAt, , flagsAt, shiftAt, bytes] = [0x100, 0x200, 0x400, 0x800].reduce<number[]>(
    (ats, flag) => [...ats, (ats.at(-1) ?? 0) + ((flags & flag) === 0 ? 0 : 4)],
    [0],
  )
  if (ticksAt === undefined || flagsAt === undefined || shiftAt === undefined || bytes === undefined) return
  if (count > mostSamples) throw new RangeError(`${count} samples`)
  for (let sample = 0; sample < count; sample += 1, at += bytes) {
    const ticks = (flags & 0x100) === 0 ? undefined : trun.getUint32(at + ticksAt)
    const own = (flags & 0x400) === 0 ? undefined : trun.getUint32(at + flagsAt)
    yield {
      ticks,
      flags: sample === 0 ? (firstFlags ?? own) : own,
      shownAfter: (flags & 0x800) === 0 ? 0 : trun.getInt32(at + shiftAt),
    }
  }
}
