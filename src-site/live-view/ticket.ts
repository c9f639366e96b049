import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose/jwt/decode'
import { TICKET_LIFE_IN_MS } from '#contract/platform/limits.ts'
import { siteDefaults } from '../defaults.ts'
import type { MediaServerCredentials } from './media-server-port.ts'

export interface Ticket {
  readonly token: string
  /** LiveKit refuses the ticket from this instant on. */
  readonly expiresAtMs: number
}

const { serverLeewaySeconds } = siteDefaults.liveView

/**
 * A ticket to watch one camera: it starts a stream in that camera's room within `expiresInSeconds` (at most three
 * minutes), and can do nothing else. The identity is random, because LiveKit throws out the earlier of two
 * participants with one identity.
 */
export async function signTicket(
  cameraId: string,
  expiresInSeconds: number,
  { apiKey, apiSecret }: MediaServerCredentials,
): Promise<Ticket> {
  const lifeSeconds = Math.floor(Math.min(expiresInSeconds, TICKET_LIFE_IN_MS / 1_000))
  const { AccessToken } = await import('livekit-server-sdk')
  const token = new AccessToken(apiKey, apiSecret, {
    identity: randomUUID(),
    // As text: the SDK takes the number 0, a life of exactly the leeway, for "six hours".
    ttl: `${lifeSeconds - serverLeewaySeconds}s`,
  })
  token.addGrant({
    roomJoin: true,
    room: cameraId,
    canSubscribe: true,
    canPublish: false,
    canPublishData: false,
    canUpdateOwnMetadata: false,
    hidden: true,
  })
  const jwt = await token.toJwt()
  const { exp } = decodeJwt<{ exp: number }>(jwt)
  return { token: jwt, expiresAtMs: (exp + serverLeewaySeconds) * 1_000 }
}
