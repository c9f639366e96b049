import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { isNearer, nearestOf, type Reach, reachOf } from './address-reach.ts'

/** All addresses of a name; rejects when there are none. */
export type Lookup = (hostname: string) => Promise<readonly string[]>

export const lookupAll: Lookup = async (hostname) =>
  (await systemLookup(hostname, { all: true })).map(({ address }) => address)

const ADDRESS_REFUSED = 'ERR_ADDRESS_REFUSED'

/** Nothing has been sent. */
export class AddressRefused extends Error {
  readonly code = ADDRESS_REFUSED
}

export function isAddressRefused(code: string): boolean {
  return code === ADDRESS_REFUSED
}

export interface AddressGuardOptions {
  readonly platform: URL
  readonly lookup: Lookup
  /** Whether a proxy dials this address: then it is the proxy that looks the name up. */
  readonly isProxied: (address: URL) => boolean
}

/**
 * Where a platform may lead this wall: to itself, and to what is at least as far away as it is. One of the internet must
 * not have a control room ask addresses of its own network (server-side request forgery), while one in that network
 * may name any recorder there. Each connection is made to the addresses that were judged for it, of one look-up.
 */
export class AddressGuard {
  readonly #options: AddressGuardOptions
  /** The farthest reach of the platform so far: control of its name alone cannot move it nearer. */
  #reach: Reach | undefined

  constructor(options: AddressGuardOptions) {
    this.#options = options
    const literal = literalOf(options.platform.hostname)
    if (literal !== undefined) this.#reach = reachOf(literal)
    // Where a proxy finds it is not known here: nothing that is near may be its.
    else if (options.isProxied(options.platform)) this.#reach = 'world'
  }

  /** Whether a connection to this address would be refused, and why; the platform's own host is judged when dialled. */
  async refusalOf(address: URL): Promise<'too-near' | 'unknown-name' | undefined> {
    if (address.hostname === this.#options.platform.hostname) return undefined
    try {
      await this.vet(address)
      return undefined
    } catch (error) {
      return error instanceof AddressRefused ? 'too-near' : 'unknown-name'
    }
  }

  /**
   * The addresses to dial, all of them judged; undefined where the proxy dials. Throws `AddressRefused` for what the
   * platform may not lead to, and what the look-up throws.
   */
  async vet(address: URL): Promise<readonly string[] | undefined> {
    const { hostname } = address
    const { platform, isProxied, lookup } = this.#options
    const literal = literalOf(hostname)
    const isOwn = hostname === platform.hostname
    if (literal !== undefined) {
      if (!isOwn) await this.#refuseNearer(hostname, [literal])
      return isProxied(address) ? undefined : [literal]
    }
    if (!isOwn && isLocalName(hostname)) await this.#refuseNearer(hostname, ['127.0.0.1'])
    if (isProxied(address)) return undefined
    const addresses = await lookup(hostname)
    if (isOwn) return this.#ownOf(hostname, addresses)
    await this.#refuseNearer(hostname, addresses)
    return addresses
  }

  /** For a socket to this address: one look-up, and no other address than those that were judged. */
  lookupFor(address: URL): LookupFunction {
    const find = callbackify((family: number) => this.#found(address, family))
    return (_hostname, { all, family }, callback) =>
      find(typeof family === 'number' ? family : 0, (error, found) => {
        if (error !== null) callback(error, '')
        else if (all === true) callback(null, [...found])
        else callback(null, found[0].address, found[0].family)
      })
  }

  /** `family`: 4 or 6; 0: either. */
  async #found(address: URL, family: number): Promise<readonly [LookupAddress, ...LookupAddress[]]> {
    const vetted = (await this.vet(address)) ?? []
    const [first, ...others] = vetted
      .map((one) => ({ address: one, family: isIP(one) }))
      .filter((one) => family === 0 || one.family === family)
    if (first === undefined) throw new AddressRefused(`${address.hostname} has no such address`)
    return [first, ...others]
  }

  /**
   * Of the platform's own addresses the nearest kind, and only those: a name that also leads far away would else make
   * a platform out there a neighbour. Farther away it may go, nearer never.
   */
  #ownOf(hostname: string, addresses: readonly string[]): readonly string[] {
    const known = this.#reach
    const usable = known === undefined ? addresses : addresses.filter((one) => !isNearer(reachOf(one), known))
    if (usable.length === 0) throw new AddressRefused(`${hostname} leads nearer than before`)
    const reach = nearestOf(usable)
    this.#reach = reach
    return usable.filter((one) => reachOf(one) === reach)
  }

  async #refuseNearer(hostname: string, addresses: readonly string[]): Promise<void> {
    if (addresses.length === 0 || isNearer(nearestOf(addresses), await this.#platformReach())) {
      throw new AddressRefused(`${hostname} is nearer than the platform`)
    }
  }

  async #platformReach(): Promise<Reach> {
    const { platform, lookup } = this.#options
    if (this.#reach === undefined) this.#ownOf(platform.hostname, await lookup(platform.hostname))
    return this.#reach ?? 'world'
  }
}

function literalOf(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(bare) === 0 ? undefined : bare
}

/** Of this machine, whatever a resolver says (RFC 6761). */
function isLocalName(hostname: string): boolean {
  return /(?:^|\.)localhost\.?$/.test(hostname)
}
