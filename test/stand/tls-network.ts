import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect, type Server as NetServer, type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls'
import { listen } from '#test/stand/loopback.ts'

const folder = resolve(import.meta.dirname, '../fixtures/tls')

/** The authority that nobody trusts by himself. */
export const authorityFile = join(folder, 'ca.pem')
/** That of the certificate that has ended. */
export const endedAuthorityFile = join(folder, 'ended-ca.pem')

/** Encrypted addresses before servers that speak in the clear, and a proxy that alone knows their names. */
export class TlsNetwork {
  /** What the proxy was asked for, as `host:port`. */
  readonly connected: string[] = []
  readonly #servers: NetServer[] = []
  /** Encrypted ones, by their port. */
  readonly #encrypted = new Map<number, TlsServer>()
  readonly #sockets = new Set<Socket>()
  /** Ports on loopback behind the names. */
  readonly #names = new Map<string, number>()
  readonly #proxy: Server = createServer((_request, response) => response.writeHead(405).end())
  proxyUrl = ''

  async start(): Promise<void> {
    this.#proxy.on('connect', (request, near: Socket) => {
      this.connected.push(request.url ?? '')
      const port = this.#names.get(request.url ?? '')
      if (port === undefined) {
        near.end('HTTP/1.1 502 Unknown\r\n\r\n')
        return
      }
      near.write('HTTP/1.1 200 Connected\r\n\r\n')
      this.#join(near, port)
    })
    this.proxyUrl = `http://operator:proxy-password@127.0.0.1:${await this.#listen(this.#proxy)}`
  }

  /** Encrypted before the server at this port; under a name on port 443 only by way of the proxy. Resolves with the port. */
  async encrypt(targetPort: number, name?: string): Promise<number> {
    const server = createTlsServer(credentialsOf('server.pem'), (near) => this.#join(near, targetPort))
    const port = await this.#listen(server)
    this.#encrypted.set(port, server)
    if (name !== undefined) this.#names.set(`${name}:443`, port)
    return port
  }

  /** From now on the server at this port shows a certificate that has ended, or again one that holds. */
  setEnded(port: number, hasEnded: boolean): void {
    this.#encrypted.get(port)?.setSecureContext(credentialsOf(hasEnded ? 'ended.pem' : 'server.pem'))
    for (const socket of this.#sockets) if (socket.localPort === port) socket.destroy()
  }

  async dispose(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await Promise.all(this.#servers.map((server) => new Promise((closed) => server.close(closed))))
  }

  async #listen(server: NetServer): Promise<number> {
    this.#servers.push(server)
    // A client that does not trust us leaves in the middle of the handshake.
    server.on('tlsClientError', () => {})
    server.on('connection', (socket: Socket) => this.#keep(socket))
    return listen(server)
  }

  #join(near: Socket, port: number): void {
    const far = connect(port, '127.0.0.1')
    this.#keep(near)
    this.#keep(far)
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => this.#sockets.delete(socket))
  }
}

function credentialsOf(certificate: string) {
  return {
    key: readFileSync(join(folder, 'server.key')),
    cert: readFileSync(join(folder, certificate)),
    // A session that is taken up again is shown no certificate.
    sessionTimeout: 0,
  }
}
