/** On this machine nobody is between. */
export function isLoopback(address: string): boolean {
  const hostname = URL.parse(address)?.hostname ?? ''
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** Whoever is between would see what an encrypted platform keeps from them. */
export function isDowngrade(from: string, to: string): boolean {
  return /^(https|wss):/i.test(from) && !/^(https|wss):/i.test(to) && !isLoopback(to)
}
