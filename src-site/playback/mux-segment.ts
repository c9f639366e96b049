import { createHash } from 'node:crypto'
import { nalType, nalUnits, typeOfNal } from '../media/annexb.ts'
import { silentPacket, soundPacketsPerSecond } from '../media/sound.ts'
import { muxFragment, type PictureSize, type TimedSound } from './fragment-muxer.ts'
import type { CutSegment } from './segment-cutter.ts'

export interface SegmentForm extends PictureSize {
  /** All segments of a recording have sound or none has: a player cannot go from one to the other. */
  readonly hasSound: boolean
}

export interface MuxedSegment {
  readonly init: Buffer
  /**
   * Of the parameters of the encoding: segments with the same ones share an initialization segment and may follow
   * each other without a discontinuity. Not of its bytes, which hold the time of their making.
   */
  readonly initHash: string
  readonly codec: string
  readonly media: Buffer
  readonly startMs: number
  readonly endMs: number
}

/** One fMP4 segment whose media time is its wall time. */
export async function muxSegment(cut: CutSegment, form: SegmentForm): Promise<MuxedSegment> {
  const { pictures, startMs, endMs } = cut
  const timed = pictures.map(({ isKeyFrame, annexB, capturedAtMs }, at) => ({
    isKeyFrame,
    annexB,
    timestamp: capturedAtMs / 1_000,
    duration: ((pictures[at + 1]?.capturedAtMs ?? endMs) - capturedAtMs) / 1_000,
  }))
  const { init, fragment, codec } = await muxFragment(timed, form, form.hasSound ? wholeSound(cut) : [])
  return {
    init,
    initHash: hashOfParameters(cut, form),
    codec,
    media: fragment.bytes,
    // Names, playlists and the index count in whole milliseconds; the media itself is exact.
    startMs: Math.round(startMs),
    endMs: Math.round(endMs),
  }
}

const packetMs = 1_000 / soundPacketsPerSecond
/** Clocks count in floating point. */
const roundingMs = 1

/** Players wait at a hole in the sound as they do at one in the pictures: it is filled with silence. */
function wholeSound({ sound, startMs, endMs }: CutSegment): TimedSound[] {
  const whole: TimedSound[] = []
  let untilMs = startMs
  for (const { packet, capturedAtMs } of sound) {
    for (; capturedAtMs - untilMs > packetMs - roundingMs; untilMs += packetMs) whole.push(silenceAt(untilMs))
    if (capturedAtMs <= untilMs - roundingMs) continue
    const atMs = Math.max(untilMs, capturedAtMs)
    whole.push({ packet, timestamp: atMs / 1_000 })
    untilMs = atMs + packetMs
  }
  // To the end and, by less than a packet, over it: the next segment's may begin as much after its own beginning.
  for (; endMs - untilMs > roundingMs; untilMs += packetMs) whole.push(silenceAt(untilMs))
  return whole
}

function silenceAt(ms: number): TimedSound {
  return { packet: silentPacket, timestamp: ms / 1_000 }
}

function hashOfParameters({ pictures }: CutSegment, { widthPx, heightPx, hasSound }: SegmentForm): string {
  const hash = createHash('sha256').update(`${widthPx}x${heightPx}${hasSound ? ' opus' : ''}`)
  const keyFrame = Buffer.from(pictures[0]?.annexB ?? [])
  for (const nal of nalUnits(keyFrame)) {
    if (typeOfNal(nal) === nalType.sps || typeOfNal(nal) === nalType.pps) hash.update(nal)
  }
  return hash.digest('hex').slice(0, 12)
}
