import { withoutEndSlashes } from '#contract/end-slashes.ts'
import { wallError, type WallError } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { asWebSocketAddress, isAllowedHost } from '../live-view/live-view-address.ts'
import type { LiveViewTicket } from '../live-view/ticket.ts'

/** Paths that livekit-client opens sockets on. Nothing else of a media server is within reach of a page. */
const signallingPaths = ['/rtc', '/rtc/v1'] as const

export interface SignallingTarget {
  readonly path: (typeof signallingPaths)[number]
  /** Without any credential. */
  readonly query: URLSearchParams
}

/** Reads what the page asks for. Undefined for any path but LiveKit's signalling. */
export function parseSignallingTarget(pathAndQuery: string): SignallingTarget | undefined {
  // By hand, not by URL: `/rtc/../twirp` and `//elsewhere/rtc` must be refused and not be resolved.
  const mark = pathAndQuery.indexOf('?')
  const path = mark === -1 ? pathAndQuery : pathAndQuery.slice(0, mark)
  const known = signallingPaths.find((candidate) => candidate === path)
  if (known === undefined) return undefined
  const query = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(mark === -1 ? '' : pathAndQuery.slice(mark + 1))) {
    if (name.toLowerCase() !== 'access_token') query.append(name, value)
  }
  return { path: known, query }
}

/** The URL to dial. The only place where a ticket and an address meet; the result must never be logged. */
export function signallingUrl(
  target: SignallingTarget,
  ticket: LiveViewTicket,
  allowedHosts: readonly string[],
): Result<URL, WallError> {
  const url = URL.parse(asWebSocketAddress(ticket.url))
  if (url === null || !/^wss?:$/.test(url.protocol) || !isAllowedHost(ticket.url, allowedHosts)) {
    return fail(wallError('host_not_allowed'))
  }
  // Would become an Authorization header that hides the ticket.
  url.username = ''
  url.password = ''
  // A media server may live below a path of its host, as in `wss://vendor.example/livekit`.
  url.pathname = `${withoutEndSlashes(url.pathname)}${target.path}`
  const query = new URLSearchParams(target.query)
  query.set('access_token', ticket.token)
  url.search = query.toString()
  url.hash = ''
  return ok(url)
}
