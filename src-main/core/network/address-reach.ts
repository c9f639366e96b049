import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** From how far away an address means the same: an address of this machine, of its links, of private networks, of all. */
const reaches = ['machine', 'link', 'private', 'world'] as const
export type Reach = (typeof reaches)[number]

/**
 * By the names of IANA's registries of special-purpose addresses. What has another one is private, whether something
 * may answer there or not: protocols, benchmarks, documentation, reserved, which some networks use within.
 */
const reachOfRange: Readonly<Record<string, Reach>> = {
  loopback: 'machine',
  unspecified: 'machine',
  linkLocal: 'link',
  multicast: 'link',
  broadcast: 'link',
  unicast: 'world',
}

/** Those that have a name there, and are the world's: AS112, relays of AMT and 6to4. */
const worldwide = {
  unicast: [
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
    '192.175.48.0/24',
    '2620:4f:8000::/48',
  ].map(ipaddr.parseCIDR),
}

/** IPv6 addresses that lead to an IPv4 one, and at which of its sixteen bytes that stands. */
const carriers = [
  // IPv4-compatible, mapped, translated (RFC 4291, 6052): `::1` and `::` are the machine's and are found before.
  { subnet: ipaddr.parseCIDR('::/96'), at: 12 },
  { subnet: ipaddr.parseCIDR('::ffff:0:0/96'), at: 12 },
  { subnet: ipaddr.parseCIDR('::ffff:0:0:0/96'), at: 12 },
  // Not `64:ff9b:1::/48` (RFC 8215): where in that the IPv4 address stands, that network alone knows.
  { subnet: ipaddr.parseCIDR('64:ff9b::/96'), at: 12 },
  // 6to4.
  { subnet: ipaddr.parseCIDR('2002::/16'), at: 2 },
]

/** Of an address that leads to another one, that one's. What is no address is the machine's: nothing may lead there. */
export function reachOf(address: string): Reach {
  const bare = address.replace(/%.*$/, '')
  // The library takes more for one: `127.1`, `0x7f000001`.
  if (isIP(bare) === 0) return 'machine'
  const parsed = ipaddr.parse(bare)
  const own = reachOfRange[ipaddr.subnetMatch(parsed, worldwide, parsed.range())] ?? 'private'
  if (own === 'machine' || parsed.kind() === 'ipv4') return own
  const carrier = carriers.find(({ subnet }) => parsed.match(subnet))
  if (carrier === undefined) return own
  const carried = parsed.toByteArray().slice(carrier.at, carrier.at + 4)
  return reachOf(carried.join('.'))
}

export function isNearer(one: Reach, other: Reach): boolean {
  return reaches.indexOf(one) < reaches.indexOf(other)
}

/** The nearest counts: whichever is taken, it is no nearer. */
export function nearestOf(addresses: readonly string[]): Reach {
  const found = new Set(addresses.map(reachOf))
  return reaches.find((reach) => found.has(reach)) ?? 'machine'
}
