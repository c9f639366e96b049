import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { portOf } from './port-of.ts'

/** Stands before a media server's signalling and can cut it, as a network does. Media goes its own way. */
export class CuttableProxy {
  readonly #server = createServer((near) => this.#pair(near))
  readonly #sockets = new Set<Socket>()
  readonly #targetPort: number
  url = ''

  constructor(targetUrl: string) {
    this.#targetPort = Number(new URL(targetUrl).port)
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.url = `ws://127.0.0.1:${portOf(this.#server)}`
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  dispose(): void {
    this.#server.close()
    this.cut()
  }

  #pair(near: Socket): void {
    const far = connect(this.#targetPort, '127.0.0.1')
    near.pipe(far).pipe(near)
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      this.#sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        this.#sockets.delete(one)
        other.destroy()
      })
    }
  }
}
