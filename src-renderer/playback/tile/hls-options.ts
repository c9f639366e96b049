import type { HlsConfig, LoadPolicy, RetryConfig } from 'hls.js'
import { playbackDefaults } from '../defaults.ts'

const { player } = playbackDefaults

/** What a player of recordings is told, each with its reason. */
export function hlsOptions(workerUrl: string): Partial<HlsConfig> {
  return {
    workerPath: workerUrl,
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

/** Of whatever is read through the gateway, of recordings and of what is live. */
export const loadPolicies = {
  manifestLoadPolicy: policy,
  playlistLoadPolicy: policy,
  fragLoadPolicy: policy,
} satisfies Partial<HlsConfig>
