import { createHash } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { arch } from 'node:process'
import { listen, portOf } from '#test/stand/loopback.ts'

/** Where electron-updater looks on this platform. */
export const channelFile = arch === 'x64' ? '/latest-linux.yml' : `/latest-linux-${arch}.yml`

/** A real update server on loopback. */
export class UpdateServer {
  readonly requests: string[] = []
  readonly headers: NodeJS.Dict<string | string[]>[] = []
  readonly #server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    this.requests.push(path)
    this.headers.push(request.headers)
    const answer = this.#answers.get(path)
    if (answer === undefined) response.writeHead(404).end()
    else answer(request, response)
  })
  readonly #answers = new Map<string, RequestListener>()

  static async start(): Promise<UpdateServer> {
    const server = new UpdateServer()
    await listen(server.#server)
    return server
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.#server)}`
  }

  serve(path: string, content: string | Buffer | RequestListener): void {
    this.#answers.set(
      path,
      typeof content === 'function' ? content : (_request, response) => response.end(content),
    )
  }

  /** A release as electron-builder publishes it. */
  publish(version: string, content: Buffer, sha512 = hashOf(content)): void {
    const name = `Tessera-${version}.AppImage`
    this.serve(
      channelFile,
      [
        `version: ${version}`,
        'files:',
        `  - url: ${name}`,
        `    sha512: ${sha512}`,
        `    size: ${content.length}`,
        `path: ${name}`,
        `sha512: ${sha512}`,
        `releaseDate: '2026-11-21T00:00:00.000Z'`,
        '',
      ].join('\n'),
    )
    this.serve(`/${name}`, (_request, response) => {
      response.setHeader('content-length', content.length)
      response.end(content)
    })
  }

  async dispose(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

function hashOf(content: Buffer): string {
  return createHash('sha512').update(content).digest('base64')
}
