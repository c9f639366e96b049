import type HlsPlayer from 'hls.js'
import type {
  BufferCodecsData,
  FragmentLoaderContext,
  HlsConfig,
  Level,
  Loader,
  LoaderContext,
  LoadPolicy,
  RetryConfig,
} from 'hls.js'
import { playbackDefaults } from '../defaults.ts'
import { breaksOff } from './frame-times.ts'
import type { HlsLibrary } from './load-hls.ts'

const { player } = playbackDefaults
const badGateway = 502

/**
 * Settings of a player of recordings, each with its reason. `onSegment` may change the bytes before they are read, and
 * `listOf` a list.
 */
export function hlsOptions(
  { Hls, workerUrl }: HlsLibrary,
  onSegment: (bytes: Uint8Array) => void,
  listOf: (list: string) => string,
): Partial<HlsConfig> {
  return {
    workerPath: workerUrl,
    loader: wholeSegmentLoader(Hls, onSegment, listOf),
    // Begun by hand, when the playlist has shown where the asked instant lies: the first segment is never fetched.
    autoStartLoad: false,
    maxBufferLength: player.aheadSeconds,
    maxMaxBufferLength: player.mostAheadSeconds,
    // Otherwise the target grows with what the platform says of its bit rate: minutes ahead for each tile.
    maxBufferSize: 0,
    backBufferLength: player.behindSeconds,
    frontBufferFlushThreshold: player.strandedAfterSeconds,
    maxBufferHole: player.holeSeconds,
    nudgeMaxRetry: player.nudges,
    // Parts of segments serve a live edge; of recordings they would only be more requests.
    lowLatencyMode: false,
    // A first segment that is thrown away after having been measured.
    testBandwidth: false,
    // Fewer pixels are the strongest of all means against slow seeks.
    capLevelToPlayerSize: true,
    ...loadPolicies,
  }
}

/**
 * A segment that breaks off has not arrived: it is requested again. Appended, it would make the next one look damaged,
 * for the decoder waits for the rest.
 * The abort of an init segment is not reported: since 1.7 hls.js loads it beside its segment, and would stop that
 * segment and wait for it for ever.
 * A load that ends without a status is reported as a failure of the gateway, which is on this computer: hls.js would
 * wait for a network otherwise.
 */
export function wholeSegmentLoader(
  { DefaultConfig }: HlsLibrary['Hls'],
  onSegment: (bytes: Uint8Array) => void = () => undefined,
  listOf = (list: string) => list,
): HlsConfig['loader'] {
  return class extends DefaultConfig.loader {
    override load(...[context, config, callbacks]: Parameters<Loader<LoaderContext>['load']>): void {
      const { onAbort: _unheard, ...deaf } = callbacks
      const frag = 'frag' in context ? (context as FragmentLoaderContext).frag : undefined
      const isInit = frag?.sn === 'initSegment'
      const type: string | undefined = frag?.type
      super.load(context, config, {
        ...(isInit ? deaf : callbacks),
        onError: ({ code, text }, ...of) => callbacks.onError({ code: code || badGateway, text }, ...of),
        onSuccess(response, stats, of, networkDetails) {
          const { data } = response
          // What is encrypted, and its key, may begin like anything.
          const isReadable = data instanceof ArrayBuffer && frag?.encrypted !== true
          const isCut = isReadable && breaksOff(new Uint8Array(data))
          if (isCut)
            return callbacks.onError({ code: badGateway, text: 'breaks off' }, of, networkDetails, stats)
          // In a rendition of sound alone there is nothing else.
          if (isReadable && type !== 'audio') onSegment(new Uint8Array(data))
          if (typeof data === 'string') response.data = listOf(withoutSubtitles(data))
          callbacks.onSuccess(response, stats, of, networkDetails)
        },
      })
    }
  }
}

/**
 * By the gateway's status: it has started a dead session again before it answers, so a 4xx is its last word
 * (hls.js would ask seven times over half a minute). What may pass is tried again.
 */
export const shouldRetry: NonNullable<RetryConfig['shouldRetry']> = (config, count, _isTimeout, answer) => {
  const status = answer?.code ?? 0
  return count < (config?.maxNumRetry ?? 0) && (status === 0 || status === 429 || status >= 500)
}

const policy: LoadPolicy = {
  default: {
    maxTimeToFirstByteMs: player.firstByteMs,
    maxLoadTimeMs: player.segmentMs,
    timeoutRetry: null,
    errorRetry: {
      maxNumRetry: player.retries,
      retryDelayMs: player.retryDelayMs,
      maxRetryDelayMs: player.maxRetryDelayMs,
      shouldRetry,
    },
  },
}

/** For everything that is read through the gateway, recorded or live. */
export const loadPolicies = {
  manifestLoadPolicy: policy,
  playlistLoadPolicy: policy,
  fragLoadPolicy: policy,
  errorPenaltyExpireMs: player.penaltyMs,
} satisfies Partial<HlsConfig>

/** Beside those of `hlsOptions`: the best rendition for one paused picture, however long it takes. */
export const bestOnlyOptions = {
  maxBufferLength: aheadSeconds(true),
  capLevelToPlayerSize: false,
  // Not retried: the smaller rendition stays, and the operator is told so at once.
  fragLoadPolicy: {
    default: { ...policy.default, maxLoadTimeMs: player.sharpSegmentMs, errorRetry: null },
  },
} satisfies Partial<HlsConfig>

/** A list of renditions without those of sound alone: pictures need not wait for what nobody hears, or go with it. */
export function withoutSound(list: string): string {
  return list.replaceAll(/^#EXT-X-MEDIA:(?=.*TYPE=AUDIO)(?=.*[:,]URI=).*$/gm, '')
}

/** The same of subtitles, which no tile shows. */
function withoutSubtitles(list: string): string {
  return list.replaceAll(/^#EXT-X-MEDIA:(?=.*TYPE=SUBTITLES).*$/gm, '')
}

/** Whether footage has sound, by what it is about to be played with: muxed, its one entry names both codecs. */
export function namesSound({ audio, audiovideo }: BufferCodecsData): boolean {
  return audio !== undefined || audiovideo?.codec?.includes(',') === true
}

/** How much footage after the picture is kept ready. */
export function aheadSeconds(isBestOnly = false): number {
  return isBestOnly ? player.aheadWhileSeekingSeconds : player.aheadSeconds
}

/** Of the most pixels, and of those the one of the most bits: levels are in the order of their bits. */
export function bestOf(levels: readonly Pick<Level, 'width' | 'height'>[]): number {
  const pixels = levels.map(({ width, height }) => width * height)
  return pixels.lastIndexOf(Math.max(...pixels))
}

/** hls.js turns to another rendition when one fails, also when it was told which to take; what is not there it cannot. */
export function keepBest(hls: HlsPlayer): void {
  const best = hls.levels[bestOf(hls.levels)]
  for (let at = hls.levels.length - 1; at >= 0; at -= 1) {
    if (hls.levels[at] !== best) hls.removeLevel(at)
  }
}
