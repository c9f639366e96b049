import type HlsPlayer from 'hls.js'
import { playbackDefaults } from '../defaults.ts'
import { bodiesAt, FrameTimeReader, viewOf } from './frame-times.ts'

const { player } = playbackDefaults
const complete = '_handleTransmuxComplete'

interface StreamControllerPrivate {
  [complete]: (result: {
    readonly chunkMeta: { readonly level: number; readonly sn: number }
    readonly remuxResult: {
      independent?: boolean
      readonly initSegment?: {
        readonly tracks?: {
          readonly [kind in 'video' | 'audiovideo']?: { readonly initSegment?: Uint8Array }
        }
      }
      readonly video?: {
        readonly data1: Uint8Array
        readonly startPTS: number
        readonly firstKeyFrame?: number
        readonly firstKeyFramePTS?: number
      }
    }
  }) => void
}

/**
 * hls.js 1.7.4 goes back to the segment with the key frame that a picture needs. But it takes MP4 without one for MP4
 * that begins with one, which the browser drops, and a picture right before a key frame for a hole to be jumped: neither
 * would ever be shown. `test/e2e/playback` fails when a new version has moved this.
 *
 * In footage that says how long it is, as hls.js writes it of transport streams, Chromium ends a seek only with four more
 * pictures behind the asked one, which are not loaded while it seeks: no footage says so here.
 */
export function findKeyFrames(hls: HlsPlayer): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- private members, checked by a test
  const { streamController } = hls as unknown as { readonly streamController?: StreamControllerPrivate }
  if (streamController === undefined) return
  const reader = new FrameTimeReader()
  const handle = streamController[complete]
  let search = { sn: 0, seconds: 0 }
  let isTrusted = true
  streamController[complete] = (result) => {
    const { initSegment, video, independent } = result.remuxResult
    const init = initSegment?.tracks?.video ?? initSegment?.tracks?.audiovideo
    if (init?.initSegment !== undefined) {
      reader.read(init.initSegment, 0)
      forgetDuration(init.initSegment)
    }
    // Of what does not follow the segment before it.
    const before = independent === true ? neededBefore(hls, result.chunkMeta) : undefined
    if (video !== undefined && before !== undefined) {
      const keySeconds = video.firstKeyFramePTS ?? 0
      const aheadSeconds = keySeconds - (hls.media?.currentTime ?? 0)
      const isInHole =
        keySeconds > video.startPTS && aheadSeconds > 0 && aheadSeconds <= 2 * player.holeSeconds
      const lacksOne = video.firstKeyFrame === undefined && reader.read(video.data1, 0)?.hasKeyFrame === false
      if (lacksOne) {
        const { sn } = result.chunkMeta
        search = { sn, seconds: sn === search.sn - 1 ? search.seconds + before.duration : 0 }
        // Some muxers say of no picture that it is a key frame; browsers look themselves.
        if (search.seconds > player.keyFrameWithinSeconds) isTrusted = false
      }
      result.remuxResult.independent = !isInHole && !(lacksOne && isTrusted)
    }
    handle.call(streamController, result)
  }
}

/** The segment before, where it can hold what the pictures of this one need: hls.js would take this one for a gap otherwise. */
function neededBefore({ levels }: HlsPlayer, { level, sn }: { readonly level: number; readonly sn: number }) {
  const { fragments = [], startSN = 0 } = levels[level]?.details ?? {}
  const [before, here] = [fragments[sn - startSN - 1], fragments[sn - startSN]]
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
