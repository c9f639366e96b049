import type { ApiKeyStore } from '../accounts/api-key-store.ts'
import type { SignIn } from '../accounts/sign-in.ts'
import type { WebTokens } from '../accounts/web-tokens.ts'
import type { CameraStore } from '../cameras/camera-store.ts'
import type { EventPart } from '../events/event-part.ts'
import type { MediaServerPort } from '../live-view/media-server-port.ts'
import type { OccupancyPart } from '../occupancy/occupancy-part.ts'
import type { LocalLive } from '../playback/live/local-live.ts'
import type { PlaybackPart } from '../playback/playback-part.ts'
import { type ApiServer, type ApiServerOptions, createApiServer } from './api-server.ts'
import { addBareMode } from './bare/bare-mode.ts'
import { identify } from './bearer.ts'
import { addOpenApi } from './openapi.ts'
import { refuse, tooManyRequests } from './refusal.ts'
import { addCameraRoutes } from './routes/camera-routes.ts'
import { addEventRoutes } from './routes/event-routes.ts'
import { addEventStreamRoute } from './routes/events-stream-route.ts'
import { addHealthRoute, type SiteHealth } from './health-route.ts'
import { addKeyRoutes } from './routes/key-routes.ts'
import { addOccupancyRoutes } from './routes/occupancy-routes.ts'
import { addPlaybackRoutes } from './routes/playback-routes.ts'
import { addSalvoRoutes } from './routes/salvo-routes.ts'
import { addSessionMediaRoute } from './session-media-route.ts'
import { networkOf } from '../network-of.ts'
import type { SalvoStore } from '../salvos/salvo-store.ts'
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
  readonly salvos: SalvoStore
  readonly health: () => Promise<SiteHealth>
  /** Only the calls of the interface document; any other one is answered with this status. */
  readonly bareStatus: number | undefined
}

/** The whole interface, ready to listen. */
export async function buildApi(options: ApiOptions): Promise<ApiServer> {
  const { signIn, keys, cameras, mediaServer, playback, localLive } = options
  const { events, occupancy, health } = options
  const server = createApiServer(options)
  if (options.bareStatus !== undefined) addBareMode(server, keys, options.bareStatus)
  addRequestGate(server, options)
  await addOpenApi(server)
  addHealthRoute(server, health)
  addKeyRoutes(server, signIn, keys)
  addCameraRoutes(server, cameras, mediaServer)
  addPlaybackRoutes(server, cameras, playback, localLive)
  addSessionMediaRoute(server, playback)
  addSessionMediaRoute(server, localLive)
  addEventRoutes(server, events)
  addEventStreamRoute(server, events.streams)
  addOccupancyRoutes(server, occupancy)
  addSalvoRoutes(server, options.salvos)
  await server.ready()
  return server
}

/**
 * What every request passes before anything of it is read: who is it, is it within its rate, may it be here.
 * A caller with a good key has the key's allowance wherever it calls from; everybody else shares that of their address or network,
 * so that guessing keys is limited too.
 */
function addRequestGate(
  server: ApiServer,
  { keys, tokens, buckets }: Pick<ApiOptions, 'keys' | 'tokens' | 'buckets'>,
): void {
  server.addHook('onRequest', async (request, reply) => {
    const { isMedia, takesToken } = request.routeOptions.config
    if (isMedia) return undefined
    const credentials = { keys, tokens: takesToken ? tokens : undefined }
    const caller = await identify(request.headers.authorization, credentials)
    const bucket = caller.ok ? `key ${caller.value.keyId}` : `address ${networkOf(request.ip)}`
    const retryInMs = buckets.take(bucket)
    if (retryInMs > 0) return refuse(reply, tooManyRequests(retryInMs))
    if (caller.ok) request.principal = caller.value
    else if (!request.is404 && !request.routeOptions.config.open) return refuse(reply, caller.error)
    return undefined
  })
  server.addHook('onResponse', async (request, reply) => {
    // The route's pattern, not the URL: what a client puts into a URL by mistake stays out of the log.
    request.log.debug(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        tookMs: Math.round(reply.elapsedTime),
        key: request.principal?.keyId,
      },
      'request',
    )
  })
}
