import { BlockList, isIP } from 'node:net'
import { type ExactMessage, exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'

export interface Proxy {
  /** Without name and password. */
  readonly host: string
  readonly address: string
  /** What goes directly, as `NO_PROXY` writes it. */
  readonly noProxy: string
}

/** The local site, and whatever else runs on this machine, is never behind a proxy. */
const thisMachine = 'localhost,127.0.0.1'

/**
 * What `HTTPS_PROXY` and `NO_PROXY` say, in either case. Plain HTTP always goes directly: it is for this machine
 * and for laboratories, and few proxies would let a WebSocket through it.
 */
export function readProxy(
  env: Readonly<Record<string, string | undefined>>,
): Result<Proxy | undefined, ExactMessage> {
  const address = env['https_proxy'] || env['HTTPS_PROXY']
  if (!address) return ok(undefined)
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return fail(exactMessage('proxy_unreadable'))
  }
  const exceptions = env['no_proxy'] || env['NO_PROXY']
  return ok({
    host: url.host,
    address,
    noProxy: exceptions ? `${exceptions},${thisMachine}` : thisMachine,
  })
}

/** Whether `NO_PROXY` names the host of an address: by name, `.suffix`, `host:port`, an address, a range or network of them, or `*`. */
export function isWithoutProxy(noProxy: string, { hostname, port, protocol }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const withPort = `${hostname.toLowerCase()}:${port === '' ? (protocol === 'https:' || protocol === 'wss:' ? '443' : '80') : port}`
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === '') return false
      if (entry === '*' || entry === host || entry === hostname || entry === withPort) return true
      if (entry.startsWith('.')) return host.endsWith(entry) || host === entry.slice(1)
      if (entry.startsWith('*.')) return host.endsWith(entry.slice(1))
      return isInRange(entry, host)
    })
}

function isInRange(entry: string, host: string): boolean {
  const family = isIP(host) === 6 ? 'ipv6' : 'ipv4'
  const [, network, prefix] = /^(.+)\/(\d{1,3})$/.exec(entry) ?? []
  const [from = '', to = ''] = entry.split('-')
  const range = new BlockList()
  try {
    if (network !== undefined) range.addSubnet(network, Number(prefix), family)
    else range.addRange(from, to, family)
  } catch {
    // It is neither, or its end stands before its beginning.
    return false
  }
  return isIP(host) !== 0 && range.check(host, family)
}
