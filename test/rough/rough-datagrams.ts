import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { seededDraw } from '#site/demo/seeded-random.ts'
import type { LineTrouble } from './rough-line.ts'

/** A line to a UDP server of this machine that is far away. Each client has a socket of its own behind it. */
export class RoughDatagrams {
  readonly #near: Socket
  readonly #address: string
  readonly #targetPort: number
  readonly #draw: () => number
  readonly #far = new Map<string, Promise<Socket>>()
  /** Settles when what came last for this receiver was sent. */
  readonly #lastOf = new Map<Socket | string, Promise<unknown>>()
  #trouble: LineTrouble = {}
  #isOpen = true

  private constructor(address: string, targetPort: number, seed: number) {
    this.#near = createSocket('udp4')
    this.#address = address
    this.#targetPort = targetPort
    this.#draw = seededDraw(seed)
  }

  /** `address`: where both listen. */
  static async before(targetPort: number, address: string, seed = 1): Promise<RoughDatagrams> {
    const line = new RoughDatagrams(address, targetPort, seed)
    await bound(line.#near, address)
    line.#near.on('message', (bytes, { address: host, port }) => {
      void line.#behind(host, port).then((far) => line.#pass(far, () => far.send(bytes)))
    })
    return line
  }

  get port(): number {
    return this.#near.address().port
  }

  /** In place of the trouble before. */
  use(trouble: LineTrouble = {}): void {
    this.#trouble = trouble
  }

  async dispose(): Promise<void> {
    this.#isOpen = false
    for (const socket of [this.#near, ...(await Promise.all(this.#far.values()))]) socket.close()
  }

  #behind(host: string, port: number): Promise<Socket> {
    const client = `${host} ${port}`
    const known = this.#far.get(client)
    if (known) return known
    const opened = this.#open(client, host, port)
    this.#far.set(client, opened)
    return opened
  }

  async #open(client: string, host: string, port: number): Promise<Socket> {
    const far = createSocket('udp4')
    await bound(far, this.#address)
    far.connect(this.#targetPort, this.#address)
    await once(far, 'connect')
    far.on('message', (bytes) => this.#pass(client, () => this.#near.send(bytes, port, host)))
    // A server that is away refuses: the client is told no more than on a real line.
    far.on('error', () => undefined)
    return far
  }

  /** What is sent stays in order. */
  #pass(way: Socket | string, send: () => void): void {
    const { roundTripMs = 0, jitterMs = 0 } = this.#trouble
    const due = delay(roundTripMs / 2 + jitterMs * this.#draw())
    const before = this.#lastOf.get(way) ?? Promise.resolve()
    this.#lastOf.set(way, this.#send(send, before, due))
  }

  async #send(send: () => void, before: Promise<unknown>, due: Promise<unknown>): Promise<void> {
    await before
    await due
    if (this.#isOpen) send()
  }
}

async function bound(socket: Socket, address: string): Promise<void> {
  socket.bind(0, address)
  await once(socket, 'listening')
}
