import ipaddr from 'ipaddr.js'

/** What counts as one caller: who has one address of a network of IPv6 (/64) has all, and may use each once. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const caller = ipaddr.process(address)
  return caller instanceof ipaddr.IPv6 ? caller.parts.slice(0, 4).map(hex).join(':') : caller.toString()
}

const hex = (part: number) => part.toString(16)
