import { BlockList, isIP } from 'node:net'

/** Whether `NO_PROXY` names the host of an address: by name, `.suffix`, `host:port`, an address or a range of them, or `*`. */
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
  const [from = '', to = ''] = entry.split('-')
  if (isIP(host) !== 4 || isIP(from) !== 4 || isIP(to) !== 4) return false
  const range = new BlockList()
  try {
    range.addRange(from, to)
  } catch {
    // Its end stands before its beginning.
    return false
  }
  return range.check(host)
}
