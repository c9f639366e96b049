import { AccessToken, TrackSource } from 'livekit-server-sdk'
import type { MediaServerCredentials } from '../live-view/media-server-port.ts'
import { mediaDefaults } from './media-defaults.ts'

export interface MediaServerAccess extends MediaServerCredentials {
  /** `ws://127.0.0.1:port` */
  readonly url: string
}

/** A ticket to publish one camera into its own room and to do nothing else. */
export function publisherToken(access: MediaServerAccess, cameraId: string): Promise<string> {
  const token = new AccessToken(access.apiKey, access.apiSecret, {
    identity: `camera:${cameraId}`,
    ttl: mediaDefaults.publisher.tokenTtlSeconds,
  })
  token.addGrant({
    roomJoin: true,
    room: cameraId,
    canPublish: true,
    canPublishSources: [TrackSource.CAMERA, TrackSource.MICROPHONE],
    canPublishData: false,
    // With a subscription the server would make its own connection the primary one and wait for it.
    canSubscribe: false,
  })
  return token.toJwt()
}
