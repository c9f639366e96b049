/** @module-tag long */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { endAll } from '#test/stand/end-all.ts'
import { oneGap } from '#test/stand/one-gap.ts'
import type { WallPage } from '#test/stand/wall-page.ts'
import { startHost, WallStand } from '#test/stand/wall-stand.ts'
import { FaultyProxy } from '../driver/harness/faulty-proxy.ts'
import { frameMs, pastTile, pastTiles } from './past-page.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
/** Of camera 5. */
const gap = oneGap(5, { agoMs: 4 * minuteMs, lengthMs: 20 * secondMs })
/** What the wall's edge of the past is behind now. */
const newestAgeMs = 10 * secondMs

const poll = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: 20_000 })

describe('playback on a wall whose platform has gaps and faults', () => {
  let stand: WallStand
  let proxy: FaultyProxy
  let wall: WallPage

  beforeAll(async () => {
    const direct = await WallStand.start({ layout: 4, site: { cameras: 5, flags: gap.flags } })
    await direct.host.stop()
    proxy = await FaultyProxy.before(direct.site.baseUrl)
    const { liveViewUrl, account } = direct.site
    const site = { baseUrl: proxy.url, liveViewUrl, account }
    const host = await startHost({ site, flags: ['--layout', '4'] })
    stand = new WallStand(direct.site, host, direct.browser)
    wall = await stand.open()
    await wall.until('LIVE', 4)
    await wall.press('5', 'Enter')
    await wall.untilCamera(1, 5)
  })
  afterAll(() => endAll(stand, proxy))

  const stateOf = (tile: number) => wall.tile(tile).getAttribute('data-state')
  const filmed = async (tile: number) => (await pastTiles(wall, [tile]))[0]?.filmedMs

  it('says until when there is no recording while the other tiles go on, and goes on after it', async () => {
    await wall.press('s', 'k')
    await wall.until('PAUSED', 4)
    await wall.press('b')
    const { startMs, endMs } = gap
    const offMs = async (tile: number, wantedMs: number) =>
      Math.abs(((await filmed(tile)) ?? Number.POSITIVE_INFINITY) - wantedMs)
    for (const tile of [1, 2, 3, 4]) await poll(() => offMs(tile, endMs)).toBeLessThanOrEqual(frameMs + 1)

    await wall.press('Shift+ArrowLeft', 'Shift+ArrowLeft')
    await wall.until('GAP', 1)
    const until = await wall.page.evaluate((ms) => new Date(ms).toTimeString().slice(0, 8), endMs)
    const words = wall.tile(1).getByText(`No recording until ${until}`, { exact: true })
    await words.waitFor()
    for (const tile of [2, 3, 4]) await poll(() => offMs(tile, startMs)).toBeLessThanOrEqual(frameMs + 1)
    await wall.press(',')
    await poll(() => offMs(1, startMs - frameMs)).toBeLessThanOrEqual(frameMs + 1)
    await wall.until('PAUSED', 4)

    await wall.press('Space')
    await wall.until('GAP', 1)
    await words.waitFor()
    const beforeMs = (await filmed(2)) ?? 0
    await poll(() => filmed(2)).toBeGreaterThan(beforeMs + 2 * secondMs)
    expect(await stateOf(1)).toBe('GAP')
    // Near the end of the gap, which is then played: its rest, and what the wall waits for the other tiles.
    await wall.press('Shift+ArrowRight')
    await wall.page.waitForFunction(
      () => document.querySelector('[data-tile="1"]')?.getAttribute('data-state') === 'PLAYING',
      undefined,
      { timeout: 60_000 },
    )
    await wall.press('k')
    await wall.until('PAUSED', 4)
    // The exact picture comes a moment after the pause.
    const apartMs = async () => {
      const [first, second] = await pastTiles(wall, [1, 2])
      return Math.abs((first?.filmedMs ?? Number.POSITIVE_INFINITY) - (second?.filmedMs ?? 0))
    }
    await poll(apartMs).toBeLessThanOrEqual(frameMs + 1)
    const [first] = await pastTiles(wall, [1])
    expect(first?.cameraNumber).toBe(5)
    expect(first?.filmedMs).toBeGreaterThanOrEqual(endMs - 1)
    await wall.press('Shift+Home')
    await wall.until('LIVE', 4)
  })

  it('catches up with what is newest and stays a little behind it, asking seldom', async () => {
    await wall.press('ArrowRight', 'r', 'Shift+ArrowRight')
    await wall.until('PLAYING', 1)
    await wall.press('l', 'l')
    await wall.tile(2).getByText('Playback', { exact: true }).waitFor()
    await wall.page.waitForFunction(
      () => document.querySelector('[data-tile="2"]')?.getAttribute('data-state') === 'PLAYING',
    )
    const startsBefore = proxy.started.length
    const states = await wall.page.evaluate(async (watchedMs) => {
      const tile = document.querySelector('[data-tile="2"]')
      const seen = new Set<string | null | undefined>()
      const fromMs = performance.now()
      while (performance.now() < fromMs + watchedMs) {
        seen.add(tile?.getAttribute('data-state'))
        await new Promise(requestAnimationFrame)
      }
      return [...seen]
    }, 15_000)
    for (const state of states) expect(state).toMatch(/^(PLAYING|BUFFERING)$/)
    // A window every five seconds, each with a player of its own, which may make the tile wait a moment.
    expect(proxy.started.length - startsBefore).toBeLessThanOrEqual(4)
    const beforeMs = Date.now()
    const { filmedMs } = await pastTile(wall, 2)
    expect(Date.now() - filmedMs).toBeGreaterThan(newestAgeMs - secondMs)
    expect(beforeMs - filmedMs).toBeLessThan(newestAgeMs + 4 * secondMs)
    await wall.press('Home')
    await wall.until('LIVE', 4)
  })

  it('says that the key is not let in any more where playback begins, and leaves live tiles as they are', async () => {
    proxy.fault = (asked, answer) =>
      asked.url?.startsWith('/v1/playback/') === true && answer.writeHead(401).end() !== undefined
    await wall.press('r')
    const tile = wall.tile(2)
    await tile.getByText('NO ACCESS', { exact: true }).waitFor()
    expect(await tile.locator('.tile-line').textContent()).toContain(wallError('key_rejected').message)
    for (const other of [1, 3, 4]) await poll(() => stateOf(other)).toMatch(/^(LIVE|LATE)$/)
    await wall.untilFramesAfter(Date.now(), 1)
    proxy.reset()
  })
})
