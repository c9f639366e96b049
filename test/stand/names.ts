import type { LookupAddress, LookupOptions } from 'node:dns'
import { pathToFileURL } from 'node:url'

/** Finds names in a JSON file first, anew each time. Runs on its own, in the process that is to find them. */
async function findNames(file: string): Promise<void> {
  const { readFileSync } = await import('node:fs')
  const { default: dns } = await import('node:dns')
  const system = dns.lookup
  const found = (name: string): LookupAddress | undefined => {
    const names = JSON.parse(readFileSync(new URL(file), 'utf8')) as Readonly<Record<string, string>>
    const address = names[name]
    return address === undefined ? undefined : { address, family: 4 }
  }
  // As sockets ask, who always say how.
  const lookup = (
    name: string,
    options: LookupOptions,
    callback: (
      error: NodeJS.ErrnoException | null,
      address: string | LookupAddress[],
      family?: number,
    ) => void,
  ) => {
    const one = found(name)
    if (one === undefined) return system(name, options, callback)
    if (options.all === true) callback(null, [one])
    else callback(null, one.address, one.family)
  }
  Object.assign(dns, { lookup })
}

/** The environment of a process whose sockets find names as this file says: names and their addresses. */
export function namesOf(file: string): { readonly NODE_OPTIONS: string } {
  const script = encodeURIComponent(`await (${findNames.toString()})('${pathToFileURL(file).href}')`)
  const options = `${process.env['NODE_OPTIONS'] ?? ''} --import=data:text/javascript,${script}`
  return { NODE_OPTIONS: options.trim() }
}
