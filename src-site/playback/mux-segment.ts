import { createHash } from 'node:crypto'
import { nalType, nalUnits, typeOfNal } from '../media/annexb.ts'
import { muxFragments, type PictureSize } from './fragment-muxer.ts'
import type { CutSegment } from './segment-cutter.ts'

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
export async function muxSegment(cut: CutSegment, size: PictureSize): Promise<MuxedSegment> {
  const { pictures, startMs, endMs } = cut
  const timed = pictures.map(({ isKeyFrame, annexB, capturedAtMs }, at) => ({
    isKeyFrame,
    annexB,
    timestamp: capturedAtMs / 1_000,
    duration: ((pictures[at + 1]?.capturedAtMs ?? endMs) - capturedAtMs) / 1_000,
  }))
  const { init, fragments, codec } = await muxFragments(timed, size, Number.POSITIVE_INFINITY)
  return {
    init,
    initHash: hashOfParameters(cut, size),
    codec,
    media: Buffer.concat(fragments.map(({ bytes }) => bytes)),
    // Names, playlists and the index count in whole milliseconds; the media itself is exact.
    startMs: Math.round(startMs),
    endMs: Math.round(endMs),
  }
}

function hashOfParameters({ pictures }: CutSegment, { widthPx, heightPx }: PictureSize): string {
  const hash = createHash('sha256').update(`${widthPx}x${heightPx}`)
  const keyFrame = Buffer.from(pictures[0]?.annexB ?? [])
  for (const nal of nalUnits(keyFrame)) {
    if (typeOfNal(nal) === nalType.sps || typeOfNal(nal) === nalType.pps) hash.update(nal)
  }
  return hash.digest('hex').slice(0, 12)
}
