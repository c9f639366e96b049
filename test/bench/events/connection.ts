import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const headEnd = Buffer.from('\r\n\r\n')

export interface Answered {
  readonly status: number
  readonly body: Buffer
}

/**
 * One kept connection, one request after the other, and no more of HTTP than these servers speak: what a client costs
 * is taken from the same two cores.
 */
export class Connection {
  readonly #socket: Socket
  readonly #head: string
  #received = Buffer.alloc(0)
  #waiting: PromiseWithResolvers<Answered> | undefined

  private constructor(socket: Socket, head: string) {
    this.#socket = socket
    this.#head = head
    socket.on('data', (piece) => this.#take(piece))
    socket.on('close', () => this.#waiting?.reject(new Error('the server hung up')))
  }

  static async open(baseUrl: string, key?: string): Promise<Connection> {
    const { hostname, port, host } = new URL(baseUrl)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await once(socket, 'connect')
    const authorization = key === undefined ? '' : `authorization: Bearer ${key}\r\n`
    return new Connection(socket, `host: ${host}\r\n${authorization}content-type: application/json\r\n`)
  }

  post(path: string, body: string): Promise<Answered> {
    const length = Buffer.byteLength(body)
    this.#waiting = Promise.withResolvers()
    this.#socket.write(`POST ${path} HTTP/1.1\r\n${this.#head}content-length: ${length}\r\n\r\n${body}`)
    return this.#waiting.promise
  }

  dispose(): void {
    this.#socket.destroy()
  }

  #take(piece: Buffer<ArrayBuffer>): void {
    this.#received = this.#received.length === 0 ? piece : Buffer.concat([this.#received, piece])
    const end = this.#received.indexOf(headEnd)
    if (end === -1) return
    const head = this.#received.toString('latin1', 0, end)
    const bodyAt = end + headEnd.length
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1])
    if (!(this.#received.length >= bodyAt + length)) return
    const body = this.#received.subarray(bodyAt, bodyAt + length)
    this.#received = this.#received.subarray(bodyAt + length)
    this.#waiting?.resolve({ status: Number(head.slice(9, 12)), body })
  }
}
