import type HlsPlayer from 'hls.js'
import type { MediaFragment } from 'hls.js'
import { playbackDefaults } from '../defaults.ts'
import { epsilonSeconds, isBuffered } from './seeker.ts'
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
      startPTS: number
      startDTS?: number
      /** How many of its pictures need a key frame before it. */
      dropped?: number
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
  /** Where it goes back from; it stays so when that leads nowhere. */
  backtrackFragment: MediaFragment | undefined
  /** After a seek it begins with the segment before. */
  couldBacktrack: boolean
}

/** What has been read backwards so far, segment by segment, for pictures up to there. */
interface Search {
  readonly from: MediaFragment
  readonly seconds: number
  readonly untilSeconds: number
}

/**
 * hls.js 1.7.4 goes back to the segment with the key frame that a picture needs. But it takes MP4 without one for MP4
 * that begins with one, which the browser drops; a transport stream without one for an empty one; a picture right before
 * a key frame for a hole to be jumped; and what lacks one at the beginning of its list or behind a gap for something that
 * can be played: none would ever be shown. `onLost`: nor can be pictures from there on, whose key frame is not to be had.
 * `test/e2e/playback` fails when a new version has moved this.
 *
 * In footage that says how long it is, as hls.js writes it of transport streams, Chromium ends a seek only with four more
 * pictures behind the asked one, which are not loaded while it seeks: no footage says so here.
 */
export function findKeyFrames(
  hls: HlsPlayer,
  { Events }: typeof HlsPlayer,
  onLost: (fromSeconds: number, untilSeconds: number) => void,
): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- private members, checked by a test
  const { streamController } = hls as unknown as { readonly streamController?: StreamControllerPrivate }
  if (streamController === undefined) return
  const reader = new FrameTimeReader()
  const { [complete]: onComplete, [flush]: onFlush } = streamController
  let search: Search | undefined
  /** Without a key frame, as it says, and with nothing before it: given to the browser, which looks itself. */
  let tried: Search | undefined
  let isTrusted = true
  let parsedSn: number | undefined
  let flushed: ChunkMeta | undefined

  function lose({ from, untilSeconds }: Search): void {
    if (streamController !== undefined) streamController.backtrackFragment = undefined
    onLost(from.start, untilSeconds)
  }

  /** Whether hls.js is to take it, or pictures of it are lost. */
  function look({ chunkMeta, remuxResult }: Transmuxed): boolean {
    const { initSegment, video, independent } = remuxResult
    const init = initSegment?.tracks?.video ?? initSegment?.tracks?.audiovideo
    if (init?.initSegment !== undefined) {
      reader.read(init.initSegment, 0)
      forgetDuration(init.initSegment)
    }
    const { before, here } = fragmentsAt(hls, chunkMeta)
    // What follows the segment before it has what it needs.
    if (independent === undefined || here === undefined) return true
    const { startPTS = 0, firstKeyFrame = 0, firstKeyFramePTS: keySeconds = 0 } = video ?? {}
    const aheadSeconds = keySeconds - loadSeconds(hls)
    // Of a transport stream, what is before the key frame has been dropped already.
    const isBeforeKeyFrame = (firstKeyFrame > 0 || keySeconds > startPTS + epsilonSeconds) && aheadSeconds > 0
    const lacksOne =
      !independent ||
      (isTrusted &&
        video !== undefined &&
        video.firstKeyFrame === undefined &&
        reader.read(video.data1, 0)?.hasKeyFrame === false)
    const after = search?.from.sn === here.sn + 1 ? search : undefined
    const untilSeconds = after?.untilSeconds ?? (lacksOne ? here.end : keySeconds)
    const seconds = after === undefined ? 0 : after.seconds + here.duration
    search = lacksOne || isBeforeKeyFrame ? { from: here, seconds, untilSeconds } : undefined
    if (before === undefined || (search?.seconds ?? 0) > player.keyFrameWithinSeconds) {
      // Some muxers of MP4 say of no picture that it is a key frame.
      if (lacksOne && independent) tried = search
      else if (search !== undefined) lose(search)
      else if (video?.dropped !== undefined && video.dropped > 0) {
        // hls.js would take the whole segment for a gap.
        video.dropped = 0
        video.startPTS = video.startDTS = Math.min(here.start, startPTS)
      }
      return search === undefined || search === tried
    }
    if (lacksOne || (isBeforeKeyFrame && aheadSeconds <= 2 * player.holeSeconds)) {
      remuxResult.independent = false
      remuxResult.video ??= { data1: new Uint8Array(), startPTS: 0 }
      // Of sound alone: the browser would be told that there are no pictures.
      if (video === undefined) delete remuxResult.initSegment
    }
    return true
  }

  hls.on(Events.LEVEL_SWITCHING, () => {
    // hls.js would let a transport stream of the next rendition begin where the last one ended, up to 167 ms off.
    if (streamController.state === 'IDLE') streamController.transmuxer?.reset()
  })
  hls.on(Events.FRAG_BUFFERED, (_event, { frag }) => {
    if (tried === undefined || frag !== tried.from) return
    isTrusted = !(hls.media && isBuffered(hls.media, frag.start + frag.duration / 2))
    if (isTrusted) lose(tried)
    tried = undefined
  })
  hls.on(Events.ERROR, (_event, { frag }) => {
    // It would be asked for again and again.
    if (frag !== undefined && frag.sn === (search?.from.sn ?? 0) - 1)
      streamController.backtrackFragment = undefined
  })
  let couldGoBack = false
  Object.defineProperty(streamController, 'couldBacktrack', {
    set: (could: boolean) => {
      couldGoBack = could
    },
    get: () => couldGoBack && !isBehindGap(hls),
  })
  streamController[complete] = (result) => {
    parsedSn = result.chunkMeta.sn
    if (look(result)) onComplete.call(streamController, result)
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

/** Where the element is, or is to begin. */
function loadSeconds({ hasEnoughToStart, media, startPosition }: HlsPlayer): number {
  return hasEnoughToStart ? (media?.currentTime ?? 0) : startPosition
}

/** What is not there would be asked for again and again. */
function isBehindGap(hls: HlsPlayer): boolean {
  const { fragments = [] } = hls.levels[hls.loadLevel]?.details ?? {}
  const seconds = loadSeconds(hls)
  return fragments[fragments.findIndex(({ end }) => seconds < end) - 1]?.gap === true
}

/** A segment, and the one before where that can hold what its pictures need. */
function fragmentsAt({ levels }: HlsPlayer, { level, sn }: ChunkMeta) {
  const { fragments = [], startSN = 0 } = levels[level]?.details ?? {}
  const [before, here] = [fragments[sn - startSN - 1], fragments[sn - startSN]]
  return { here, before: before?.gap === true || before?.cc !== here?.cc ? undefined : before }
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
