import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { securityHeaders } from '#main/core/content-security-policy.ts'
import { type SharedBrowser, sharedBrowser } from '#test/stand/browser.ts'
import { buildPage } from '#test/stand/bundle.ts'
import { listen, portOf } from '#test/stand/loopback.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

export interface StandAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | string
}

/** Answers what is not a file of the page; `undefined`: 404. */
export type StandRoute = (
  path: string,
  range: string | undefined,
  isGone: AbortSignal,
) => Promise<StandAnswer | undefined>

/** The timeline's page, built as the product is, under the product's own policy, in a real browser. */
export class TimelineStand {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tessera-timeline-'))
  #server: Server | undefined
  #browser: SharedBrowser | undefined
  #route: StandRoute = async () => undefined
  /** As in a browser before Chromium 144. */
  hasTemporal = true

  async start(): Promise<void> {
    await Promise.all([
      buildPage(join(import.meta.dirname, '../page'), this.#folder),
      sharedBrowser().then((browser) => (this.#browser = browser)),
    ])
    this.#server = createServer((request, response) => {
      const gone = new AbortController()
      response.on('close', () => gone.abort())
      const { pathname } = new URL(request.url ?? '/', 'http://stand')
      void this.#handle(pathname, request.headers.range, gone.signal).then(({ status, headers, body }) =>
        response.writeHead(status, { ...securityHeaders, ...headers }).end(body),
      )
    })
    const server = this.#server
    await listen(server)
  }

  async dispose(): Promise<void> {
    await this.#browser?.close()
    this.#server?.closeAllConnections()
    this.#server?.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  route(route: StandRoute): void {
    this.#route = route
  }

  /** @param query `lanes=6&zone=Europe/Berlin…`, see the page */
  async open(query: string, size = { width: 1920, height: 1080 }, deviceScaleFactor = 1): Promise<Page> {
    if (!this.#server || !this.#browser) throw new Error('the stand has not started')
    const page = await this.#browser.newPage({ viewport: size, deviceScaleFactor })
    await page.goto(`http://127.0.0.1:${portOf(this.#server)}/index.html?${query}`)
    await page.waitForFunction(() => 'timelinePage' in window)
    return page
  }

  async #handle(path: string, range: string | undefined, isGone: AbortSignal): Promise<StandAnswer> {
    const own = await this.#route(path, range, isGone)
    if (own) return own
    const file = join(this.#folder, path)
    const body = file.startsWith(this.#folder) ? await readFile(file).catch(() => undefined) : undefined
    if (!body) return { status: 404, headers: {}, body: '' }
    const isOld = !this.hasTemporal && extname(file) === '.js'
    const given = isOld ? `delete globalThis.Temporal;\n${body.toString()}` : body
    return { status: 200, headers: { 'content-type': types[extname(file)] ?? 'text/plain' }, body: given }
  }
}
