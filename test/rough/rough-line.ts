import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { seededDraw } from '#site/demo/seeded-random.ts'
import { portOf } from '#test/stand/loopback.ts'

export interface LineTrouble {
  /** Half of it each way. On loopback the handshake itself is instant: one more is charged before the first byte. */
  readonly roundTripMs?: number
  /** At most so much more, drawn for each chunk; what is sent stays in order. */
  readonly jitterMs?: number
}

/** A line to a TCP server on this machine that is slow, silent or cut, as a network is. */
export class RoughLine {
  readonly #server = createServer({ noDelay: true }, (near) => this.#pair(near))
  readonly #sockets = new Set<Socket>()
  readonly #targetPort: number
  readonly #draw: () => number
  #trouble: LineTrouble = {}
  /** While it is pending nothing passes, and no end of it is told: half-open. */
  #held: PromiseWithResolvers<void> | undefined

  private constructor(targetPort: number, seed: number) {
    this.#targetPort = targetPort
    this.#draw = seededDraw(seed)
  }

  static async before(
    targetPort: number,
    trouble: LineTrouble = {},
    seed = 1,
    address = '127.0.0.1',
  ): Promise<RoughLine> {
    const line = new RoughLine(targetPort, seed)
    line.use(trouble)
    await new Promise<void>((resolve) => line.#server.listen(0, address, resolve))
    return line
  }

  get port(): number {
    return portOf(this.#server)
  }

  /** In place of the trouble before. */
  use(trouble: LineTrouble = {}): void {
    this.#trouble = trouble
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  hold(): void {
    this.#held ??= Promise.withResolvers()
  }

  letGo(): void {
    this.#held?.resolve()
    this.#held = undefined
  }

  async dispose(): Promise<void> {
    this.letGo()
    this.cut()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #pair(near: Socket): void {
    const far = connect({ port: this.#targetPort, host: '127.0.0.1', noDelay: true })
    for (const socket of [near, far]) {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    }
    this.#forward(near, far, this.#trouble.roundTripMs ?? 0)
    this.#forward(far, near, 0)
  }

  #forward(from: Socket, to: Socket, firstHoldMs: number): void {
    let chain: Promise<unknown> = delay(firstHoldMs)
    const after = (pass: () => unknown) => {
      const { roundTripMs = 0, jitterMs = 0 } = this.#trouble
      const due = delay(roundTripMs / 2 + jitterMs * this.#draw())
      chain = chain
        .then(() => due)
        .then(() => this.#held?.promise)
        .then(pass)
    }
    from.on('data', (chunk) => after(() => to.destroyed || to.write(chunk)))
    from.on('close', () => after(() => to.destroy()))
    from.on('error', () => to.destroy())
  }
}
