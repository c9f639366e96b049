import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export interface DelayProxy {
  readonly port: number
  dispose(): Promise<void>
}

/**
 * A TCP proxy that holds every chunk for half the round trip, each way, in order. On loopback the handshake
 * itself is instant, so one more round trip is charged before the first byte goes out, as a real network would.
 */
export async function startDelayProxy(targetPort: number, roundTripMs: number): Promise<DelayProxy> {
  const sockets = new Set<Socket>()
  const forward = (from: Socket, to: Socket, firstHoldMs: number) => {
    let chain: Promise<unknown> = delay(firstHoldMs)
    from.on('data', (chunk) => {
      const due = delay(roundTripMs / 2)
      chain = chain.then(() => due).then(() => to.destroyed || to.write(chunk))
    })
    from.on('close', () => void chain.then(() => delay(roundTripMs / 2)).then(() => to.destroy()))
    from.on('error', () => to.destroy())
  }
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: targetPort, host: '127.0.0.1', noDelay: true })
    sockets.add(near).add(far)
    for (const socket of [near, far]) socket.once('close', () => sockets.delete(socket))
    forward(near, far, roundTripMs)
    forward(far, near, 0)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async dispose() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
