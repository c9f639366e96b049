import ipaddr from 'ipaddr.js'

/** What counts as one caller: who has one address of a network of IPv6 (/64) has all, and may use each once. */
export function networkOf(address: string): string {
  // An interface's name behind it (`%br-lan`) may be one that ipaddr.js cannot read.
  const bare = address.replace(/%.*/, '')
  if (!ipaddr.isValid(bare)) return address
  const caller = ipaddr.process(bare)
  return caller instanceof ipaddr.IPv6 ? caller.parts.slice(0, 4).map(hex).join(':') : caller.toString()
}

const hex = (part: number) => part.toString(16)
