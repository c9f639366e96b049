import { BlockList, isIP } from 'node:net'

/** From how far away an address means the same: an address of this machine, of its links, of private networks, of all. */
const reaches = ['machine', 'link', 'private', 'world'] as const
type Reach = (typeof reaches)[number]

/** All addresses of a name; rejects when there are none. */
export type Lookup = (hostname: string) => Promise<readonly string[]>

/** IANA's registries of special-purpose addresses, as far as something may answer there. */
const subnets: Readonly<Record<Exclude<Reach, 'world'>, readonly (readonly [string, number])[]>> = {
  machine: [
    ['127.0.0.0', 8],
    ['0.0.0.0', 8],
    ['::1', 128],
    ['::', 128],
  ],
  link: [
    ['169.254.0.0', 16],
    ['fe80::', 10],
  ],
  private: [
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['100.64.0.0', 10],
    ['fc00::', 7],
  ],
}

/**
 * Tells whether a platform may send this wall to a host: to itself, and to what is at least as far away as it is. One
 * of the internet must not have a control room ask addresses of its own network (server-side request forgery), while
 * one in that network may name any recorder there. Names are looked up, and once; what cannot be found counts as
 * of the world, where a proxy knows more than this machine.
 */
export class AddressReach {
  readonly #platform: URL
  readonly #lookup: Lookup
  readonly #ranges: readonly (readonly [Reach, BlockList])[]
  readonly #known = new Map<string, Promise<Reach>>()

  constructor(platform: URL, lookup: Lookup) {
    this.#platform = platform
    this.#lookup = lookup
    this.#ranges = Object.entries(subnets).map(([reach, list]) => [reach as Reach, blockListOf(list)])
  }

  async mayName({ hostname }: URL): Promise<boolean> {
    if (hostname === this.#platform.hostname) return true
    const [ofPlatform, ofHost] = await Promise.all([this.#of(this.#platform.hostname), this.#of(hostname)])
    return reaches.indexOf(ofHost) >= reaches.indexOf(ofPlatform)
  }

  #of(hostname: string): Promise<Reach> {
    const known = this.#known.get(hostname)
    if (known !== undefined) return known
    const asked = this.#ask(hostname)
    this.#known.set(hostname, asked)
    return asked
  }

  /** Of several addresses the nearest counts: whichever is taken, it is no nearer. */
  async #ask(hostname: string): Promise<Reach> {
    if (/^(.+\.)?localhost\.?$/.test(hostname)) return 'machine'
    const literal = hostname.replace(/^\[(.*)\]$/, '$1')
    const addresses = isIP(literal) === 0 ? await this.#lookup(hostname).catch(() => []) : [literal]
    const found = addresses.map((address) => this.#ofAddress(address))
    return reaches.find((reach) => found.includes(reach)) ?? 'world'
  }

  #ofAddress(address: string): Reach {
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    return this.#ranges.find(([, list]) => list.check(address, family))?.[0] ?? 'world'
  }
}

function blockListOf(list: readonly (readonly [string, number])[]): BlockList {
  const blocked = new BlockList()
  for (const [address, prefix] of list) {
    blocked.addSubnet(address, prefix, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
  return blocked
}
