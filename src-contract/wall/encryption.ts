/** On this machine nobody is between. */
export function isLoopback(address: string): boolean {
  const hostname = URL.parse(address)?.hostname ?? ''
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** Whoever is between could read password, key and pictures, of a platform or a media server at this address. */
export function isUnencrypted(address: string): boolean {
  return !/^(https|wss):/i.test(address) && !isLoopback(address)
}

/** Whoever is between would see what an encrypted platform keeps from them. */
export function isDowngrade(from: string, to: string): boolean {
  return /^(https|wss):/i.test(from) && isUnencrypted(to)
}
