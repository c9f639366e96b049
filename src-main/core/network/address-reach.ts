import { BlockList, isIP } from 'node:net'

/** From how far away an address means the same: an address of this machine, of its links, of private networks, of all. */
const reaches = ['machine', 'link', 'private', 'world'] as const
export type Reach = (typeof reaches)[number]

type Subnet = readonly [address: string, prefix: number]

/** IANA's registries of special-purpose addresses: what is not of the world, whether something may answer there or not. */
const subnets: Readonly<Record<Exclude<Reach, 'world'>, readonly Subnet[]>> = {
  machine: [
    ['127.0.0.0', 8],
    ['0.0.0.0', 8],
    ['::1', 128],
    ['::', 128],
  ],
  link: [
    ['169.254.0.0', 16],
    ['224.0.0.0', 4],
    ['255.255.255.255', 32],
    ['fe80::', 10],
    ['ff00::', 8],
  ],
  private: [
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['100.64.0.0', 10],
    // Protocol assignments, benchmarks, documentation, reserved: some networks use them within.
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['240.0.0.0', 4],
    ['fc00::', 7],
    ['fec0::', 10],
    ['100::', 64],
    ['2001::', 23],
    ['2001:db8::', 32],
    ['3fff::', 20],
    ['5f00::', 16],
    // Translation within one network (RFC 8215): where in it the IPv4 address stands, that network alone knows.
    ['64:ff9b:1::', 48],
  ],
}

/** IPv6 addresses that lead to an IPv4 one, and at which of its sixteen bytes that stands. */
const carriers: readonly { readonly list: BlockList; readonly at: number }[] = [
  // IPv4-compatible, mapped, translated (RFC 4291, 6052): `::1` and `::` are the machine's and are found before.
  { list: blockListOf([['::', 96]]), at: 12 },
  { list: blockListOf([['::ffff:0:0', 96]]), at: 12 },
  { list: blockListOf([['::ffff:0:0:0', 96]]), at: 12 },
  { list: blockListOf([['64:ff9b::', 96]]), at: 12 },
  // 6to4.
  { list: blockListOf([['2002::', 16]]), at: 2 },
]

const ranges = Object.entries(subnets).map(([reach, list]) => [reach as Reach, blockListOf(list)] as const)

/** Of an address that leads to another one, that one's. What is no address is the machine's: nothing may lead there. */
export function reachOf(address: string): Reach {
  const bare = address.replace(/%.*$/, '')
  const version = isIP(bare)
  if (version === 0) return 'machine'
  const family = version === 6 ? 'ipv6' : 'ipv4'
  const own = ranges.find(([, list]) => list.check(bare, family))?.[0]
  if (own !== undefined || version === 4) return own ?? 'world'
  const carrier = carriers.find(({ list }) => list.check(bare, 'ipv6'))
  return carrier === undefined
    ? 'world'
    : reachOf(
        bytesOf(bare)
          .slice(carrier.at, carrier.at + 4)
          .join('.'),
      )
}

export function isNearer(one: Reach, other: Reach): boolean {
  return reaches.indexOf(one) < reaches.indexOf(other)
}

/** The nearest counts: whichever is taken, it is no nearer. */
export function nearestOf(addresses: readonly string[]): Reach {
  const found = new Set(addresses.map(reachOf))
  return reaches.find((reach) => found.has(reach)) ?? 'machine'
}

function bytesOf(address: string): number[] {
  // In the one spelling that URL gives it: no dotted end, at most one `::`.
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail = ''] = plain.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}

function blockListOf(list: readonly Subnet[]): BlockList {
  const blocked = new BlockList()
  for (const [address, prefix] of list) {
    blocked.addSubnet(address, prefix, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
  return blocked
}
