import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { bundle } from '../stand/bundle.ts'

export interface BareServer {
  readonly url: string
  dispose(): Promise<void>
}

/**
 * Serves a baseline's page from loopback.
 * @param page path beside this file, without its ending
 * @param library of the page, as its package ships it for a script element
 * @param globals of the page, where no driver gives them to it
 */
export async function startBareServer(
  page = 'page/bare',
  library?: string,
  globals: Readonly<Record<string, unknown>> = {},
): Promise<BareServer> {
  const html = readFileSync(join(import.meta.dirname, `${page}.html`))
  const script = await bundle(join(import.meta.dirname, `${page}.ts`), 'es')
  const scripts = new Map<string | undefined, string | Buffer>([
    ['/bare.js', `Object.assign(window, ${JSON.stringify(globals)});\n${script}`],
  ])
  if (library) scripts.set('/library.js', readFileSync(createRequire(import.meta.url).resolve(library)))
  const server = createServer((request, response) => {
    const asked = scripts.get(request.url)
    response.setHeader('content-type', asked ? 'text/javascript' : 'text/html')
    if (request.url === '/blank') response.end()
    else response.end(asked ?? html)
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
