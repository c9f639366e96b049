const defaultPorts: Readonly<Record<string, string>> = {
  'ws:': '80',
  'http:': '80',
  'wss:': '443',
  'https:': '443',
}

/** `hostname:port` with the port always said, or undefined for anything that is no ws or http address. */
export function liveViewHost(address: string): string | undefined {
  const url = URL.parse(address)
  const defaultPort = url === null ? undefined : defaultPorts[url.protocol]
  if (url === null || defaultPort === undefined || url.hostname === '') return undefined
  return `${url.hostname}:${url.port === '' ? defaultPort : url.port}`
}

/**
 * Whether an address may be dialled. An entry is `hostname:port`, or `hostname:*` where only the host is
 * known: without a configured live view address the platform's own host is trusted, whatever the port.
 */
export function isAllowedHost(address: string, allowedHosts: readonly string[]): boolean {
  const host = liveViewHost(address)
  if (host === undefined) return false
  const anyPort = `${host.slice(0, host.lastIndexOf(':'))}:*`
  return allowedHosts.some((allowed) => allowed === host || allowed === anyPort)
}

/** The same address as a WebSocket one: platforms write `https://` and `wss://` for the same server. */
export function asWebSocketAddress(address: string): string {
  return address.replace(/^http/i, 'ws')
}
