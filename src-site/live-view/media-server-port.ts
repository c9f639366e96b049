import type { HealthResponse } from '#contract/platform/health.ts'

/** What the interface needs of the media server. Who runs it, and how, is somebody else's business. */
export interface MediaServerPort {
  readonly state: HealthResponse['mediaServer']
  /** `{live_view_url}` for a client that reached us at this address of ours. */
  liveViewUrl(localAddress: string): string
  readonly credentials: MediaServerCredentials
}

/** LiveKit's own pair, with which tickets are signed. Known to this machine only. */
export interface MediaServerCredentials {
  readonly apiKey: string
  readonly apiSecret: string
}
