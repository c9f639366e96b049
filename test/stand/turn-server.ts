import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freeTcpPort } from '#site/media/free-port.ts'

const loopback = '127.0.0.1'
/** Shared with the media server, which makes each client a password from it. */
export const turnSecret = 'secret-of-turn-and-media-server'

/** A real coturn, reached over TCP alone. */
export class TurnServer {
  readonly #folder: string
  readonly #port: number
  readonly #address: string
  readonly #process: ChildProcess
  #output = ''

  private constructor(folder: string, port: number, address: string) {
    this.#folder = folder
    this.#port = port
    this.#address = address
    this.#process = spawn('turnserver', ['-c', join(folder, 'turnserver.conf')], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.#output += text))
  }

  /** Why there can be none here. */
  static async whyNot(): Promise<string | undefined> {
    const isThere = await promisify(execFile)('turnserver', ['--version']).then(
      () => true,
      () => false,
    )
    return isThere ? undefined : 'there is no turnserver on the PATH (npm run setup -- --only turn)'
  }

  static async start(address = loopback): Promise<TurnServer> {
    const folder = await mkdtemp(join(tmpdir(), 'tessera-turn-'))
    const port = await freeTcpPort(address)
    const lines = [
      `listening-ip=${address}`,
      `relay-ip=${address}`,
      `listening-port=${port}`,
      'use-auth-secret',
      `static-auth-secret=${turnSecret}`,
      'realm=tessera.test',
      'allow-loopback-peers',
      'no-cli',
      'no-udp',
      'no-tls',
      'no-dtls',
      `pidfile=${join(folder, 'turnserver.pid')}`,
      `userdb=${join(folder, 'turndb')}`,
      'log-file=stdout',
      'verbose',
    ]
    await writeFile(join(folder, 'turnserver.conf'), `${lines.join('\n')}\n`, { mode: 0o600 })
    const server = new TurnServer(folder, port, address)
    await server.#listens()
    return server
  }

  get port(): number {
    return this.#port
  }

  get url(): string {
    return `turn:${this.#address}:${this.#port}?transport=tcp`
  }

  /** Places that it has given to clients. */
  get allocations(): number {
    return this.#output.match(/ALLOCATE processed, success/g)?.length ?? 0
  }

  async dispose(): Promise<void> {
    if (this.#process.exitCode === null) {
      const ended = once(this.#process, 'exit')
      this.#process.kill('SIGKILL')
      await ended
    }
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #listens(): Promise<void> {
    const giveUpAt = Date.now() + 20_000
    for (;;) {
      const socket = connect(this.#port, this.#address)
      const isOpen = await once(socket, 'connect').then(
        () => true,
        () => false,
      )
      socket.destroy()
      if (isOpen) return
      if (this.#process.exitCode !== null || Date.now() > giveUpAt)
        throw new Error(`coturn does not listen:\n${this.#output}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
