import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { z } from 'zod'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { type PlatformErrorCode, platformErrors } from '#contract/platform/errors.ts'
import type { Principal } from '../accounts/principal.ts'
import { siteDefaults } from '../defaults.ts'
import { refusalOf } from './error-refusal.ts'
import { errorBody, type Refusal, refuse } from './refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every request that reaches a handler, but for routes that are `open`. */
    principal: Principal | undefined
  }
  interface FastifyContextConfig {
    /** Needs no API key. */
    open?: boolean
    /** Pictures of a session: its number of requests is the player's business, not the rate limit's. */
    isMedia?: boolean
    /** Takes a JSON web token in place of an API key (assumption 32). */
    takesToken?: boolean
  }
}

export type ApiServer = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

const { maxBodyBytes, requestTimeoutMs, keepAliveMs } = siteDefaults.api

export interface ApiServerOptions {
  readonly log: FastifyBaseLogger
  /** Whose `X-Forwarded-For` says where a request comes from. From anybody else it would be a way around the limits. */
  readonly trustedProxy: string | undefined
}

/** An HTTP server that speaks the interface's way of refusing, whatever it is sent; without any route yet. */
export function createApiServer({ log, trustedProxy }: ApiServerOptions): ApiServer {
  const server: ApiServer = Fastify({
    loggerInstance: log,
    trustProxy: trustedProxy ?? false,
    // One line a request with the whole URL would be Fastify's; ours is in `request-gate.ts`.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveMs,
    forceCloseConnections: 'idle',
    // What still arrives on a connection that is being closed is answered properly, and then it is closed.
    return503OnClosing: false,
    clientErrorHandler: handleBrokenHttp,
    frameworkErrors: (_error, _request, reply) =>
      void refuse(reply, { code: 'malformed', message: 'The path of this request cannot be read.' }),
  }).withTypeProvider<ZodTypeProvider>()
  server.setValidatorCompiler<z.ZodType>(({ schema }) => (given) => {
    const { data: value, error } = schema.safeParse(given)
    return error ? { error } : { value }
  })
  server.setSerializerCompiler(serializerCompiler)
  server.removeContentTypeParser('text/plain')
  parseBodies(server)
  server.decorateRequest('principal', undefined)
  server.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal) return refuse(reply, refusal)
    request.log.error({ err: error, route: request.routeOptions.url }, 'a request failed')
    return refuse(reply, { code: 'internal', message: 'The site could not do this. Its log says why.' })
  })
  handleUnknownPaths(server)
  hangUpWhenClosing(server)
  return server
}

/** Fastify's own parser would take bytes that are no text for replacement characters, which are then stored. */
function parseBodies(server: ApiServer): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { headers, routeOptions } = request
    // Some clients name a type with every request.
    if (body.length === 0 && routeOptions.schema?.body === undefined) return done(null)
    const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
    if (!/^utf-?8$/i.test(charset) || (headers['content-encoding'] ?? 'identity') !== 'identity')
      return done(Object.assign(new Error('not UTF-8 by its headers'), { statusCode: 415 }))
    let text: string
    try {
      text = decoder.decode(body)
    } catch {
      return done(Object.assign(new Error('not UTF-8'), { statusCode: 400 }))
    }
    return parse(request, text, done)
  })
}

/** Connections that are busy when the server closes would be kept open by their clients after the answer. */
function hangUpWhenClosing(server: ApiServer): void {
  let isClosing = false
  server.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  server.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}

/** 404 for a path that is not there, 405 for one that is there for another method. */
function handleUnknownPaths(server: ApiServer): void {
  const routes: { readonly path: RegExp; readonly methods: readonly string[] }[] = []
  server.addHook('onRoute', ({ url, method }) => {
    const path = new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`)
    routes.push({ path, methods: [method].flat() })
  })
  server.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?')
    const allowed = new Set(routes.flatMap((route) => (route.path.test(path) ? route.methods : [])))
    if (allowed.size === 0)
      return refuse(reply, { code: 'unknown_path', message: 'There is nothing at this path.' })
    const allow = [...allowed].sort().join(', ')
    return refuse(reply, {
      code: 'method_not_allowed',
      message: `This path takes ${allow}.`,
      headers: { allow },
    })
  })
}

/** Node's codes for what is no HTTP request at all; everything else is `malformed`. */
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    code: 'headers_too_large',
    message: 'The headers are larger than this interface takes.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout', message: 'The request took too long to arrive.' },
}
const malformed: Refusal = { code: 'malformed', message: 'This is not an HTTP request.' }

/** Answers on the bare socket, because there is no request to reply to. */
function handleBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) {
    const refusal = refusals[error.code ?? ''] ?? malformed
    socket.write(rawAnswer(refusal, new Date()))
  }
  socket.destroySoon()
}

function rawAnswer(refusal: Refusal, now: Date): string {
  const status = platformErrors[refusal.code satisfies PlatformErrorCode]
  const body = JSON.stringify(errorBody(refusal))
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${now.toUTCString()}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
