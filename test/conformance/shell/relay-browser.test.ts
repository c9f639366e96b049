/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ok } from '#contract/result.ts'
import { ResumeTokens } from '#main/core/relay/resume-tokens.ts'
import { SignalRelay } from '#main/core/relay/signal-relay.ts'
import { systemClock } from '#main/core/time.ts'
import { endAll } from '../../stand/end-all.ts'
import { type SharedBrowser, sharedBrowser } from '../../stand/browser.ts'
import { buildPage } from '../../stand/bundle.ts'
import { TicketsDouble } from '../../unit/main/core/relay/page-double.ts'
import { describeWithLivekit, LivekitStand } from '../media/livekit-stand.ts'
import { viewerToken } from '../media/viewer-page.ts'
import { RoughLine } from '../../rough/rough-line.ts'
import { FakeWall } from './fake-wall.ts'
import { type HostStage, recordingLog, startHostStage } from './host-stage.ts'
import { sharedDir } from '#test/stand/temp-dir.ts'

/** A wall whose relay is the real one. */
class RelayingWall extends FakeWall {
  readonly #relay: SignalRelay
  readonly #tickets: TicketsDouble

  constructor(relay: SignalRelay, tickets: TicketsDouble) {
    super()
    this.#relay = relay
    this.#tickets = tickets
  }

  override openRelay(send: (frame: Uint8Array) => void) {
    return this.#relay.open(this.#tickets, send) as ReturnType<FakeWall['openRelay']>
  }
}

describeWithLivekit("LiveKit's client in Chromium, over the host and the relay", () => {
  let media: LivekitStand
  const rendererDir = sharedDir()
  let browser: SharedBrowser
  let line: RoughLine
  let lineUrl: string
  let relay: SignalRelay
  let tickets: TicketsDouble
  let host: HostStage
  let page: Page
  const complaints: string[] = []
  const issued: string[] = []

  beforeAll(async () => {
    media = await LivekitStand.create()
    const { url } = await media.start()
    line = await RoughLine.before(Number(new URL(url).port))
    lineUrl = `ws://127.0.0.1:${line.port}`
    await buildPage(join(import.meta.dirname, 'page'), rendererDir)
    browser = await sharedBrowser()
  })
  afterAll(() => endAll(browser, line, media))

  beforeEach(async () => {
    tickets = new TicketsDouble(lineUrl)
    tickets.answer = async (cameraId) => ok({ token: await ticket(cameraId), url: lineUrl })
    relay = new SignalRelay({ log: recordingLog([]), clock: systemClock })
    host = await startHostStage({ rendererDir, wall: new RelayingWall(relay, tickets) })
    page = await browser.newPage()
    complaints.length = 0
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(host.host.url)
  })
  afterEach(() => endAll(page, relay, host))

  async function ticket(cameraId: string): Promise<string> {
    const text = await viewerToken(media.access, cameraId)
    issued.push(text)
    return text
  }

  const join1 = () => page.evaluate(() => window.relayPage.join('camera-1'))
  const seen = () => page.evaluate(() => window.relayPage.seen)

  /** The server pushes a fresh token right after the join; it stays in main. */
  async function joinRenewed(): Promise<void> {
    const kept = vi.spyOn(ResumeTokens.prototype, 'keep')
    expect(await join1()).toBe('joined')
    await expect.poll(() => kept.mock.calls.length).toBe(1)
  }

  it('joins under the strict policy, with no complaint of the browser', async () => {
    expect(await join1()).toBe('joined')
    expect(complaints).toEqual([])
  })

  it('resumes the session after its signalling was cut, without a new ticket', async () => {
    await joinRenewed()
    const sid = await page.evaluate(() => window.relayPage.sid())
    line.cut()
    await expect.poll(seen, { timeout: 20_000 }).toContain('reconnected')
    // `reconnecting` would tell of a full restart: all tracks gone and back again.
    expect(await seen()).not.toContain('reconnecting')
    expect(await page.evaluate(() => window.relayPage.sid())).toBe(sid)
    expect(tickets.taken).toEqual(['camera-1'])
  })

  it('is told the true reason when the ticket is refused', async () => {
    tickets.answer = async () => ok({ token: 'nonsense', url: lineUrl })
    expect(await join1()).toBe('ticket_refused')
  })

  it('leaves no token in the memory of the page', async () => {
    await joinRenewed()
    const client = await page.context().newCDPSession(page)
    let heap = ''
    client.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
      heap += chunk
    })
    await client.send('HeapProfiler.takeHeapSnapshot')
    expect(heap).toContain('main-has-it')
    // The first two parts are the same in shape for every token; the signature is what would let somebody in.
    for (const token of issued) expect(heap).not.toContain(token.slice(-20))
    expect(heap).not.toMatch(/eyJ[\w-]{8,}\.eyJ[\w-]{8,}\./)
  })

  it('is let in by the fragment, takes it out of the address, and survives a reload', async () => {
    const secret = new URL(host.host.url).hash.slice(1)
    expect(page.url()).toBe(`${host.host.origin}/`)
    await page.reload()
    const hello = await page.evaluate(() => window.relayPage.shell.call('wall.hello', undefined))
    expect(hello.ok).toBe(true)
    expect(await page.evaluate(() => history.state as unknown)).toBeNull()
    expect(page.url()).not.toContain(secret)
  })
})
