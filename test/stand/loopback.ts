import { once } from 'node:events'
import type { Server } from 'node:net'

/** Listens on a port of this machine that is free, and tells which. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return portOf(server)
}

/** The port on which a server listens; throws before it does. */
export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it does not listen on a port')
  return address.port
}
