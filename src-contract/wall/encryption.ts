/** On this machine nobody is between. */
export function isLoopback(address: string): boolean {
  const hostname = URL.parse(address)?.hostname ?? ''
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** Whether a third party on the network could read password, key and pictures on the way to this address. */
export function isUnencrypted(address: string): boolean {
  return !/^(https|wss):/i.test(address) && !isLoopback(address)
}

/** Whether an encrypted platform names an address that is not encrypted. */
export function isDowngrade(from: string, to: string): boolean {
  return /^(https|wss):/i.test(from) && isUnencrypted(to)
}
