import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { footageDefaults } from './footage-defaults.ts'
import type { StudioJob } from './studio-protocol.ts'

export interface StudioAsset {
  readonly type: string
  readonly body: string | Uint8Array
}

export interface StudioEvents {
  /** The next job, or `undefined` when there is none left. */
  nextJob(): StudioJob | undefined
  layerMade(cameraNumber: number, widthPx: number, bytes: Uint8Array): Promise<void>
  stillMade(cameraNumber: number, frameIndex: number, png: Uint8Array): Promise<void>
  failed(message: string): void
}

/**
 * Loopback HTTP between the drawing page and Node: assets out, jobs out, encoded bytes in.
 * The path begins with a secret of this run, so that nobody else on the machine can hand in a clip.
 */
export class StudioServer {
  private readonly server: Server
  private readonly secret = randomUUID()
  private readonly assets: ReadonlyMap<string, StudioAsset>
  private readonly events: StudioEvents

  constructor(assets: ReadonlyMap<string, StudioAsset>, events: StudioEvents) {
    this.assets = assets
    this.events = events
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((cause: unknown) => {
        this.events.failed(String(cause))
        response.writeHead(500).end()
      })
    })
  }

  /** The address of the page. */
  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
    const address = this.server.address()
    if (address === null || typeof address === 'string') {
      throw new Error('a listening TCP server has a port')
    }
    return `http://127.0.0.1:${address.port}/${this.secret}/`
  }

  async dispose(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, secret, ...path] = (request.url ?? '').split('/')
    if (secret !== this.secret) {
      response.writeHead(404).end()
      return
    }
    if (request.method === 'GET') {
      const asset = this.assets.get(path.join('/'))
      response.writeHead(asset === undefined ? 404 : 200, { 'content-type': asset?.type ?? 'text/plain' })
      response.end(asset?.body)
      return
    }
    const body = await readBody(request)
    const [kind, camera, detail] = path
    if (kind === 'next') {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(this.events.nextJob() ?? null))
      return
    }
    if (kind === 'layers') {
      await this.events.layerMade(Number(camera), Number(detail), body)
    } else if (kind === 'stills') {
      await this.events.stillMade(Number(camera), Number(detail), body)
    } else if (kind === 'failed') {
      this.events.failed(body.toString('utf8').slice(0, 2000))
    }
    response.writeHead(204).end()
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    const chunk: Buffer = part
    bytes += chunk.length
    if (bytes > footageDefaults.maxUploadBytes) {
      throw new Error('a clip of this size is not expected')
    }
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}
