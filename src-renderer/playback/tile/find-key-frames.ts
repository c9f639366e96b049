import type HlsPlayer from 'hls.js'
import { playbackDefaults } from '../defaults.ts'
import { bodiesAt, FrameTimeReader, viewOf } from './frame-times.ts'

const { player } = playbackDefaults
const complete = '_handleTransmuxComplete'
const flush = '_handleTransmuxerFlush'

interface ChunkMeta {
  readonly level: number
  readonly sn: number
}

interface Transmuxed {
  readonly chunkMeta: ChunkMeta
  readonly remuxResult: {
    /** Whether it has a key frame; undefined where it follows the segment before it. */
    independent?: boolean
    initSegment?: {
      readonly tracks?: {
        readonly [kind in 'video' | 'audiovideo']?: { readonly initSegment?: Uint8Array }
      }
    }
    video?: {
      readonly data1: Uint8Array
      readonly startPTS: number
      readonly firstKeyFrame?: number
      readonly firstKeyFramePTS?: number
    }
  }
}

interface StreamControllerPrivate {
  [complete]: (result: Transmuxed) => void
  [flush]: (chunkMeta: ChunkMeta) => void
  readonly transmuxer?: { readonly error: Error | null; reset(): void } | null
  readonly state: string
}

/**
 * hls.js 1.7.4 goes back to the segment with the key frame that a picture needs. But it takes MP4 without one for MP4
 * that begins with one, which the browser drops; a transport stream without one for an empty one; and a picture right
 * before a key frame for a hole to be jumped: none would ever be shown. `test/e2e/playback` fails when a new version has
 * moved this.
 *
 * In footage that says how long it is, as hls.js writes it of transport streams, Chromium ends a seek only with four more
 * pictures behind the asked one, which are not loaded while it seeks: no footage says so here.
 */
export function findKeyFrames(hls: HlsPlayer, { Events }: typeof HlsPlayer): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- private members, checked by a test
  const { streamController } = hls as unknown as { readonly streamController?: StreamControllerPrivate }
  if (streamController === undefined) return
  const reader = new FrameTimeReader()
  const { [complete]: onComplete, [flush]: onFlush } = streamController
  let search = { sn: 0, seconds: 0 }
  const isTooFar = () => search.seconds > player.keyFrameWithinSeconds
  let isTrusted = true
  let parsedSn: number | undefined
  let flushed: ChunkMeta | undefined
  hls.on(Events.LEVEL_SWITCHING, () => {
    // hls.js would let a transport stream of the next rendition begin where the last one ended, up to 167 ms off.
    if (streamController.state === 'IDLE') streamController.transmuxer?.reset()
  })
  streamController[complete] = (result) => {
    const { chunkMeta, remuxResult } = result
    const { sn } = chunkMeta
    parsedSn = sn
    const { initSegment, video, independent } = remuxResult
    const init = initSegment?.tracks?.video ?? initSegment?.tracks?.audiovideo
    if (init?.initSegment !== undefined) {
      reader.read(init.initSegment, 0)
      forgetDuration(init.initSegment)
    }
    // Of what does not follow the segment before it.
    const before = independent === undefined ? undefined : neededBefore(hls, chunkMeta)
    if (before !== undefined) {
      const { startPTS = 0, firstKeyFrame = 0, firstKeyFramePTS: keySeconds = 0 } = video ?? {}
      const aheadSeconds = keySeconds - (hls.media?.currentTime ?? 0)
      // Of a transport stream, what is before the key frame has been dropped already.
      const isInside = firstKeyFrame > 0 || keySeconds > startPTS
      const isInHole = isInside && aheadSeconds > 0 && aheadSeconds <= 2 * player.holeSeconds
      const lacksOne =
        independent === false ||
        (isTrusted &&
          video !== undefined &&
          video.firstKeyFrame === undefined &&
          reader.read(video.data1, 0)?.hasKeyFrame === false)
      if (lacksOne) {
        search = { sn, seconds: sn === search.sn - 1 ? search.seconds + before.duration : 0 }
        // Some muxers of MP4 say of no picture that it is a key frame; browsers look themselves.
        if (isTooFar() && independent === true) isTrusted = false
      }
      remuxResult.independent = !isInHole && (!lacksOne || isTooFar())
      if (!remuxResult.independent && video === undefined) {
        remuxResult.video = { data1: new Uint8Array(), startPTS: 0 }
        // Of sound alone: the browser would be told that there are no pictures.
        delete remuxResult.initSegment
      }
    }
    onComplete.call(streamController, result)
  }
  streamController[flush] = (chunkMeta) => {
    const { level, sn } = chunkMeta
    const isBehindFlushed = flushed?.level === level && flushed.sn === sn - 1
    // Nothing came of pictures that nothing describes. Behind a segment that describes them it is empty.
    const isUndescribed =
      parsedSn !== sn &&
      !isBehindFlushed &&
      fragmentsAt(hls, chunkMeta).here?.initSegment === null &&
      streamController.transmuxer?.error === null
    parsedSn = undefined
    flushed = chunkMeta
    if (isUndescribed) streamController[complete]({ chunkMeta, remuxResult: { independent: false } })
    onFlush.call(streamController, chunkMeta)
  }
}

function fragmentsAt({ levels }: HlsPlayer, { level, sn }: ChunkMeta) {
  const { fragments = [], startSN = 0 } = levels[level]?.details ?? {}
  return { before: fragments[sn - startSN - 1], here: fragments[sn - startSN] }
}

/** The segment before, where it can hold what the pictures of this one need: hls.js would take this one for a gap otherwise. */
function neededBefore(hls: HlsPlayer, chunkMeta: ChunkMeta) {
  const { before, here } = fragmentsAt(hls, chunkMeta)
  return before?.gap === true || before?.cc !== here?.cc ? undefined : before
}

/** Of an initialization segment (ISO/IEC 14496-12 §8.2.2 and §8.8.2). */
function forgetDuration(init: Uint8Array): void {
  const durations = [
    { path: ['moov', 'mvhd'], at: 16, longAt: 24 },
    { path: ['moov', 'mvex', 'mehd'], at: 4, longAt: 4 },
  ]
  for (const { path, at, longAt } of durations) {
    for (const { byteOffset } of bodiesAt(viewOf(init), path)) {
      const body = init.subarray(byteOffset - init.byteOffset)
      if (body[0] === 1) body.fill(0, longAt, longAt + 8)
      else body.fill(0, at, at + 4)
    }
  }
}
