import { wallError, type WallError } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'

const schemes: Readonly<Record<string, string>> = {
  'ws:': 'ws:',
  'http:': 'ws:',
  'wss:': 'wss:',
  'https:': 'wss:',
}

function parseMediaUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const scheme = schemes[url.protocol]
  if (scheme === undefined || url.hostname === '' || url.username !== '' || url.password !== '')
    return undefined
  url.protocol = scheme
  return url
}

/**
 * `ws://host:port` or `wss://host:port` with the port always written out, so that `https://media.example` and
 * `wss://media.example:443/livekit` are the same host, and an unencrypted one never is. Undefined for anything
 * that is not an address of a media server.
 */
export function mediaHost(text: string): string | undefined {
  const url = parseMediaUrl(text)
  if (url === undefined) return undefined
  const port = url.port === '' ? (url.protocol === 'wss:' ? '443' : '80') : url.port
  return `${url.protocol}//${url.hostname}:${port}`
}

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
  const asked = new URLSearchParams(mark === -1 ? '' : pathAndQuery.slice(mark + 1))
  const query = new URLSearchParams()
  for (const [name, value] of asked) {
    if (name.toLowerCase() !== 'access_token') query.append(name, value)
  }
  return { path: known, query }
}

/** The URL to dial. The only place where a ticket and an address meet; the result must never be logged. */
export function signallingUrl(
  target: SignallingTarget,
  ticket: { readonly token: string; readonly url: string },
  allowedAddresses: readonly string[],
): Result<URL, WallError> {
  const url = parseMediaUrl(ticket.url)
  const host = mediaHost(ticket.url)
  if (url === undefined || host === undefined || !allowedAddresses.some((one) => mediaHost(one) === host)) {
    return fail(wallError('host_not_allowed'))
  }
  // A media server may live below a path of its host, as in `wss://vendor.example/livekit`.
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${target.path}`
  const query = new URLSearchParams(target.query)
  query.set('access_token', ticket.token)
  url.search = query.toString()
  url.hash = ''
  return ok(url)
}
