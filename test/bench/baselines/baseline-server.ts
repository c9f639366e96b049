import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { bundle } from '../../stand/bundle.ts'
import { listen } from '../../stand/loopback.ts'

export interface BaselineServer {
  readonly url: string
  dispose(): Promise<void>
}

/** Files of a page, beside this one. */
interface BaselinePage {
  readonly html: string
  readonly script: string
  /** As its package ships it for a script element. */
  readonly library?: string
}

export const baselinePages = {
  livekit: { html: 'grid.html', script: 'livekit.ts' },
  componentsReact: { html: 'grid.html', script: 'components-react/components-react.tsx' },
  mse: { html: 'grid.html', script: 'mse.ts' },
  hls: { html: 'hls.html', script: 'hls.ts', library: 'hls.js/dist/hls.min.js' },
} as const satisfies Readonly<Record<string, BaselinePage>>

/**
 * Serves a baseline's page from loopback.
 * @param globals of the page, where no driver gives them to it
 */
export async function startBaselineServer(
  page: BaselinePage,
  globals: Readonly<Record<string, unknown>> = {},
): Promise<BaselineServer> {
  const html = readFileSync(join(import.meta.dirname, page.html))
  const script = await bundle(join(import.meta.dirname, page.script), 'es')
  const scripts = new Map<string | undefined, string | Buffer>([
    ['/bare.js', `Object.assign(window, ${JSON.stringify(globals)});\n${script}`],
  ])
  if (page.library !== undefined)
    scripts.set('/library.js', readFileSync(createRequire(import.meta.url).resolve(page.library)))
  const server = createServer((request, response) => {
    const asked = scripts.get(request.url)
    response.setHeader('content-type', asked ? 'text/javascript' : 'text/html')
    if (request.url === '/blank') response.end()
    else response.end(asked ?? html)
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}/`,
    async dispose() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
