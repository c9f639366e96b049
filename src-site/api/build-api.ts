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
import { addApiKeyRoute } from './routes/api-key-route.ts'
import { addApiKeysRoutes } from './routes/api-keys-routes.ts'
import { addCamerasRoute } from './routes/cameras-route.ts'
import { addDictionaryRoutes } from './routes/dictionary-routes.ts'
import { addEventHistogramRoute } from './routes/events-histogram-route.ts'
import { addEventInsertBatchRoute } from './routes/events-insert-batch-route.ts'
import { addEventInsertRoute } from './routes/events-insert-route.ts'
import { addEventSearchRoute } from './routes/events-search-route.ts'
import { addEventStreamRoute } from './routes/events-stream-route.ts'
import { addEventTagsRoutes } from './routes/events-tags-routes.ts'
import { addHealthRoute, type SiteHealth } from './routes/health-route.ts'
import { addLocalLiveRoute } from './routes/local-live-route.ts'
import { addOccupancyEventsRoute } from './routes/occupancy-events-route.ts'
import { addOccupancyReportRoute } from './routes/occupancy-report-route.ts'
import { addParticipantsRoute } from './routes/participants-route.ts'
import { addPlaybackCoverageRoute } from './routes/playback-coverage-route.ts'
import { addPlaybackStartRoute } from './routes/playback-start-route.ts'
import { addPlaybackStopRoute } from './routes/playback-stop-route.ts'
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
  addApiKeyRoute(server, { signIn, keys })
  addApiKeysRoutes(server, keys)
  addCamerasRoute(server, cameras)
  addParticipantsRoute(server, { cameras, mediaServer })
  addPlaybackStartRoute(server, { cameras, playback })
  addPlaybackStopRoute(server, playback)
  addPlaybackCoverageRoute(server, { cameras, playback })
  addLocalLiveRoute(server, { cameras, playback, localLive })
  addSessionMediaRoute(server, playback)
  addSessionMediaRoute(server, localLive)
  addEventTagsRoutes(server, events)
  addEventInsertRoute(server, events)
  addEventInsertBatchRoute(server, events)
  addEventSearchRoute(server, events)
  addEventHistogramRoute(server, events)
  addEventStreamRoute(server, events.streams)
  addDictionaryRoutes(server, occupancy)
  addOccupancyReportRoute(server, occupancy)
  addOccupancyEventsRoute(server, occupancy)
  await server.ready()
  return server
}
