import type { ApiKeyStore } from '../accounts/api-key-store.ts'
import type { SignIn } from '../accounts/sign-in.ts'
import type { WebTokens } from '../accounts/web-tokens.ts'
import type { CameraStore } from '../cameras/camera-store.ts'
import type { MediaServerPort } from '../live-view/media-server-port.ts'
import type { EventPart } from '../events/event-part.ts'
import type { OccupancyPart } from '../occupancy/occupancy-part.ts'
import type { LocalLive } from '../playback/live/local-live.ts'
import type { PlaybackPart } from '../playback/playback-part.ts'
import { type ApiServer, type ApiServerOptions, createApiServer } from './api-server.ts'
import { addBareMode } from './bare/bare-mode.ts'
import { addOpenApi } from './openapi.ts'
import { addRequestGate } from './request-gate.ts'
import { addCameraRoutes } from './routes/camera-routes.ts'
import { addEventInsertRoutes, addEventSearchRoutes, addEventTagRoutes } from './routes/event-routes.ts'
import { addEventStreamRoute } from './routes/events-stream-route.ts'
import { addHealthRoute, type SiteHealth } from './routes/health-route.ts'
import { addApiKeyRoute, addApiKeysRoutes } from './routes/key-routes.ts'
import { addDictionaryRoutes, addOccupancyRoutes } from './routes/occupancy-routes.ts'
import { addPlaybackRoutes } from './routes/playback-routes.ts'
import { addSessionMediaRoute } from './routes/session-media-route.ts'
import type { TokenBuckets } from './token-buckets.ts'

export interface ApiOptions extends ApiServerOptions {
  readonly buckets: TokenBuckets
  readonly signIn: SignIn
  readonly keys: ApiKeyStore
  readonly tokens: WebTokens
  readonly cameras: CameraStore
  readonly mediaServer: MediaServerPort
  readonly playback: PlaybackPart
  readonly localLive: LocalLive
  readonly events: EventPart
  readonly occupancy: OccupancyPart
  readonly health: () => Promise<SiteHealth>
  /** Nothing but what the document describes, and this status for all else. */
  readonly bareStatus: number | undefined
}

/** The whole interface, ready to listen. */
export async function buildApi(options: ApiOptions): Promise<ApiServer> {
  const { buckets, signIn, keys, tokens, cameras, mediaServer, playback, localLive } = options
  const { events, occupancy, health } = options
  const server = createApiServer(options)
  if (options.bareStatus !== undefined) addBareMode(server, keys, options.bareStatus)
  addRequestGate(server, { keys, tokens, buckets })
  await addOpenApi(server)
  addHealthRoute(server, health)
  addApiKeyRoute(server, signIn, keys)
  addApiKeysRoutes(server, keys)
  addCameraRoutes(server, cameras, mediaServer)
  addPlaybackRoutes(server, { cameras, playback, localLive })
  addSessionMediaRoute(server, playback)
  addSessionMediaRoute(server, localLive)
  addEventTagRoutes(server, events)
  addEventInsertRoutes(server, events)
  addEventSearchRoutes(server, events)
  addEventStreamRoute(server, events.streams)
  addDictionaryRoutes(server, occupancy)
  addOccupancyRoutes(server, occupancy)
  await server.ready()
  return server
}
