import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { namesOf } from '#test/stand/names.ts'
import { authorityFile, endedAuthorityFile, TlsNetwork } from '#test/stand/tls-network.ts'

const mediaName = 'media.test'
const here = '127.0.0.1'
/** Of this machine, too, where nobody listens: a name that led farther away would not be let back. */
const elsewhere = '127.0.0.2'

/**
 * Platform and media server encrypted, the media server found under a name. The platform has none: only for one on this
 * machine a wall keeps its key where no key store answers.
 */
export class NamedServers {
  /** Of a program that is to find and to trust them. */
  readonly env: Readonly<Record<string, string>>
  readonly #tls = new TlsNetwork()
  readonly #namesFile: string
  #platformPort = 0

  private constructor(namesFile: string, trustedFile: string) {
    this.#namesFile = namesFile
    this.env = { ...namesOf(namesFile), SSL_CERT_FILE: trustedFile }
  }

  static async start(dir: string): Promise<NamedServers> {
    const trustedFile = join(dir, 'trusted.pem')
    const authorities = await Promise.all([authorityFile, endedAuthorityFile].map((file) => readFile(file)))
    await writeFile(trustedFile, Buffer.concat(authorities))
    const servers = new NamedServers(join(dir, 'names.json'), trustedFile)
    await servers.lead(true)
    return servers
  }

  async liveViewUrl(port: number): Promise<string> {
    return `wss://${mediaName}:${await this.#tls.encrypt(port)}`
  }

  async platformUrl(url: string): Promise<string> {
    this.#platformPort = await this.#tls.encrypt(Number(new URL(url).port))
    return `https://${here}:${this.#platformPort}`
  }

  /** The platform's certificate ends, or holds again. Connections that it has are closed. */
  setEnded(hasEnded: boolean): void {
    this.#tls.setEnded(this.#platformPort, hasEnded)
  }

  /** The name leads to its server, or to where nobody listens. Connections that are there stay. */
  async lead(isHere: boolean): Promise<void> {
    await writeFile(this.#namesFile, JSON.stringify({ [mediaName]: isHere ? here : elsewhere }))
  }

  dispose(): Promise<void> {
    return this.#tls.dispose()
  }
}
