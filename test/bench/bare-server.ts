import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { bundle } from './bundle.ts'

export interface BareServer {
  readonly url: string
  dispose(): Promise<void>
}

/** Serves the baseline page from loopback. */
export async function startBareServer(): Promise<BareServer> {
  const html = readFileSync(join(import.meta.dirname, 'page/bare.html'))
  const script = await bundle('bare.ts', 'es')
  const server = createServer((request, response) => {
    const isScript = request.url === '/bare.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    if (request.url === '/blank') response.end()
    else response.end(isScript ? script : html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async dispose() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
