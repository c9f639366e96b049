import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, isIPv6 } from 'node:net'

/** A TCP port that was free a moment ago. */
export async function freeTcpPort(address: string): Promise<number> {
  const server = createServer()
  server.listen(0, address)
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('a TCP server has a numeric address')
  server.close()
  await once(server, 'close')
  return bound.port
}

/** A UDP port that was free a moment ago. */
export async function freeUdpPort(address: string): Promise<number> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
  socket.bind(0, address)
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  await once(socket, 'close')
  return port
}
