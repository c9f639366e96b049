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
 * and for laboratories, and few proxies would let a WebSocket through it. A failure is a sentence.
 */
export function readProxy(
  env: Readonly<Record<string, string | undefined>>,
): Result<Proxy | undefined, string> {
  const address = env['https_proxy'] || env['HTTPS_PROXY']
  if (!address) return ok(undefined)
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return fail(
      'HTTPS_PROXY holds no address like http://proxy.example:3128, so the wall goes without a proxy. Correct it and start the wall again.',
    )
  }
  const exceptions = env['no_proxy'] || env['NO_PROXY']
  return ok({
    host: url.host,
    address,
    noProxy: exceptions ? `${exceptions},${thisMachine}` : thisMachine,
  })
}
