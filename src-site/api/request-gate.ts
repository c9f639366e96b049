import type { ApiKeyStore } from '../accounts/api-key-store.ts'
import type { WebTokens } from '../accounts/web-tokens.ts'
import type { ApiServer } from './api-server.ts'
import { identify } from './bearer.ts'
import { refuse, tooManyRequests } from './refusal.ts'
import type { TokenBuckets } from './token-buckets.ts'

export interface RequestGateOptions {
  readonly keys: ApiKeyStore
  readonly tokens: WebTokens
  readonly buckets: TokenBuckets
}

/**
 * What every request passes before anything of it is read: who is it, is it within its rate, may it be here.
 * A caller with a good key has the key's allowance wherever it calls from; everybody else shares their address's,
 * so that guessing keys is limited too.
 */
export function addRequestGate(server: ApiServer, { keys, tokens, buckets }: RequestGateOptions): void {
  server.addHook('onRequest', async (request, reply) => {
    const { isMedia, takesToken } = request.routeOptions.config
    if (isMedia) return undefined
    const credentials = { keys, tokens: takesToken ? tokens : undefined }
    const caller = await identify(request.headers.authorization, credentials)
    const bucket = caller.isKnown ? `key ${caller.holder.keyId}` : `address ${request.ip}`
    const retryInMs = buckets.take(bucket)
    if (retryInMs > 0) return refuse(reply, tooManyRequests(retryInMs))
    if (caller.isKnown) request.holder = caller.holder
    else if (!request.is404 && !request.routeOptions.config.open) return refuse(reply, caller.refusal)
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
        key: request.holder?.keyId,
      },
      'request',
    )
  })
}
