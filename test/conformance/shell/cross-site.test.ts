import { createServer, type Server } from 'node:http'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { endAll } from '../../stand/end-all.ts'
import { chromiumPath, wallSwitches } from '../../stand/browser.ts'
import { enterRequest, type HostStage, startHostStage } from './host-stage.ts'
import { listen, portOf } from '#test/stand/loopback.ts'

/** What a page of a stranger can do to an address that it knows, and whether anything came of it. */
const tries = {
  'reads it by fetch': (address: string) =>
    fetch(address).then(
      () => true,
      () => false,
    ),
  // Without a preflight; what comes back cannot be read, whether it was carried out can be seen here alone.
  'posts a form to it': (address: string) =>
    fetch(address, { method: 'POST', mode: 'no-cors', body: new URLSearchParams({ a: 'b' }) }).then(
      ({ type }) => type !== 'opaque',
      () => false,
    ),
  'shows it as a picture': (address: string) =>
    new Promise<boolean>((resolve) => {
      const image = new Image()
      image.addEventListener('load', () => resolve(true))
      image.addEventListener('error', () => resolve(false))
      image.src = address
    }),
  'runs it as a script': (address: string) =>
    new Promise<boolean>((resolve) => {
      const script = document.createElement('script')
      script.addEventListener('load', () => resolve(true))
      script.addEventListener('error', () => resolve(false))
      script.src = address
      document.body.append(script)
    }),
  'plays it': (address: string) =>
    new Promise<boolean>((resolve) => {
      const video = document.createElement('video')
      video.addEventListener('loadedmetadata', () => resolve(true))
      video.addEventListener('error', () => resolve(false))
      video.src = address
    }),
  'shows it in a frame': (address: string) =>
    new Promise<boolean>((resolve) => {
      const frame = document.createElement('iframe')
      // An error page is loaded, too; a document that could be looked into or over is what must not be there.
      frame.addEventListener('load', () =>
        resolve(frame.contentDocument !== null || frame.contentWindow?.length !== 0),
      )
      frame.src = address
      document.body.append(frame)
    }),
} satisfies Record<string, (address: string) => Promise<boolean>>

describe('pages of strangers', () => {
  let stage: HostStage
  let browser: Browser
  let stranger: Server
  /** What reached the wall itself, past the host's checks. */
  const served: string[] = []

  beforeAll(async () => {
    stage = await startHostStage()
    stage.wall.media = async ({ path }) => {
      served.push(path)
      return new Response('footage', { headers: { 'content-type': 'video/mp4' } })
    }
    stage.wall.download = ({ path }) => {
      served.push(path)
      return new Response('events')
    }
    stranger = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>stranger</title><body>'),
    )
    await listen(stranger)
    browser = await chromium.launch({
      executablePath: chromiumPath(),
      chromiumSandbox: false,
      args: [...wallSwitches, '--host-resolver-rules=MAP evil.example 127.0.0.1'],
    })
  })
  afterAll(() => endAll(browser, stranger, stage))
  beforeEach(() => {
    served.length = 0
    stage.logged.splice(0)
  })

  const paths = [
    '/',
    '/assets/index-DwQk3x9a.js',
    `/media/${'p'.repeat(43)}/manifest.m3u8`,
    '/exports/x/y.csv',
  ]

  describe.each([
    ['another site', 'evil.example'],
    ['another port of this machine', '127.0.0.1'],
  ])('of %s', (_who, hostname) => {
    let page: Page
    beforeAll(async () => {
      page = await browser.newPage()
      await page.goto(`http://${hostname}:${portOf(stranger)}/`)
    })
    afterAll(() => page?.close())

    it.each(Object.entries(tries))('get nothing by what each of them tries: %s', async (_what, attempt) => {
      for (const path of paths) {
        expect([path, await page.evaluate(attempt, stage.host.origin + path)]).toEqual([path, false])
      }
      expect(served).toEqual([])
    })

    it('open the wall in a window of its own at most, which they cannot look into or talk to', async () => {
      const opened = page.waitForEvent('popup')
      const reach = page.evaluate((address) => {
        const popup = window.open(address)
        return popup !== null
      }, stage.host.url)
      const popup = await opened
      await popup.waitForLoadState()
      expect(await reach).toBe(true)
      // `same-site` and `cross-site` are not answered at all, so there is no wall in it.
      expect(await popup.content()).not.toContain('<title>page</title>')
      expect(await popup.evaluate(() => window.opener === null)).toBe(true)
      await popup.close()
      expect(stage.wall.openMonitors).toEqual([])
    })

    it('enter by no WebSocket, even with the secret', async () => {
      // The log has one line a minute.
      const own = await startHostStage()
      onTestFinished(() => own.dispose())
      const outcome = await enterBySocket(page, own)
      expect([outcome, own.wall.openMonitors]).toEqual(['closed', []])
      expect(own.logged.join()).toContain('"status":403')
    })
  })

  it('that point their own name at this machine get nothing under it (DNS rebinding)', async () => {
    const page = await browser.newPage()
    const { port } = new URL(stage.host.origin)
    const answer = await page.goto(`http://evil.example:${port}/`)
    expect(answer?.status()).toBe(421)
    const same = await page.evaluate(
      async (path) => (await fetch(path)).status,
      `/media/${'p'.repeat(43)}/manifest.m3u8`,
    )
    expect([same, served]).toEqual([421, []])
    await page.close()
  })

  it('are not what keeps our own page out', async () => {
    const page = await browser.newPage()
    await page.goto(stage.host.url)
    expect(await page.title()).toBe('page')
    const manifest = paths[2] ?? ''
    expect(await page.evaluate(async (path) => (await fetch(path)).text(), manifest)).toBe('footage')
    expect(served).toEqual([manifest])
    await page.close()
  })
})

/** A page, whosever it is, tries to become the wall's: what came of it. */
function enterBySocket(
  page: Page,
  { shellUrl, secret }: { shellUrl: string; secret: string },
): Promise<'entered' | 'closed'> {
  return page.evaluate(
    (known) =>
      new Promise((resolve) => {
        const socket = new WebSocket(known.shellUrl)
        socket.addEventListener('open', () => socket.send(JSON.stringify(known.request)))
        socket.addEventListener('message', () => resolve('entered'))
        socket.addEventListener('close', () => resolve('closed'))
      }),
    { shellUrl, request: enterRequest(secret) },
  )
}
