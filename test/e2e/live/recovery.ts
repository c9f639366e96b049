import type { Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { liveDefaults } from '#renderer/live/defaults.ts'
import { plays } from '../../stand/wall-page.ts'
import { type LiveStand, type StandCamera, wideClip } from './harness/live-stand.ts'
import { untilState, untilStates } from './harness/wait.ts'

const cameraIds = ['one', 'two', 'three', 'four']
const allLive = cameraIds.map(() => 'LIVE')

export const supervisedCameras: readonly StandCamera[] = cameraIds.map((cameraId) => ({
  cameraId,
  source: wideClip,
}))

/** What the supervisor makes of a media server, a shell or a network that is gone. */
export function supervisor(stand: LiveStand): void {
  let page: Page
  afterEach(() => page.close())

  const open = async () => {
    page = await stand.open({ tiles: 4 })
    await page.evaluate((ids) => window.stage.show(ids), cameraIds)
    await untilStates(page, allLive)
  }
  // Asynchronously, as the wall does: a collection within a call may take what is left on the stack for a reference.
  const livingPeerConnections = () =>
    page.evaluate(async () => {
      await window.gc?.({ execution: 'async' })
      return window.stage.peerConnections()
    })

  it('brings all tiles back when the media server was killed, without a reload', async () => {
    await open()
    const before = stand.ticketsMinted
    process.kill(stand.mediaServerPid, 'SIGKILL')
    await expect.poll(() => stand.ticketsMinted - before, { timeout: 30_000 }).toBeGreaterThanOrEqual(4)
    await page.waitForFunction(() => window.stage.wall.sessionList().every(({ isAlive }) => isAlive))
    await untilStates(page, allLive)
  })

  it('keeps the pictures running while the shell is gone, and replaces the connections beside them', async () => {
    // That this machine stands still for seconds would make a tile stale, too, and says nothing about connections.
    page = await stand.open({ tiles: 4, defaults: { tile: { ...liveDefaults.tile, staleAfterMs: 60_000 } } })
    await page.evaluate((ids) => window.stage.show(ids), cameraIds)
    await untilStates(page, allLive)
    for (const cameraId of cameraIds) stand.refusals.set(cameraId, wallError('unreachable'))
    stand.asked.length = 0
    await page.evaluate(() => window.stage.watchStates())
    stand.dropRelay()
    await expect.poll(() => new Set(stand.asked).size, { timeout: 20_000 }).toBe(cameraIds.length)
    // Nobody has given a ticket since: what moves now are the pictures of before.
    const drawn = () => page.evaluate(() => window.stage.framesDrawn())
    const drawnBefore = await drawn()
    await expect
      .poll(async () => Math.min(...(await drawn()).map((frames, tile) => frames - (drawnBefore[tile] ?? 0))))
      .toBeGreaterThan(15)
    const before = stand.ticketsMinted
    stand.refusals.clear()
    await expect.poll(() => stand.ticketsMinted - before, { timeout: 20_000 }).toBeGreaterThanOrEqual(4)
    await page.waitForFunction(() => window.stage.wall.sessionList().every(({ isAlive }) => isAlive))
    expect(
      (await page.evaluate(() => window.stage.statesSeen())).filter((state) => !plays.has(state)),
    ).toEqual([])
  })

  it('tries with one camera at a time while nobody can be reached, and with all once one has answered', async () => {
    for (const cameraId of cameraIds) stand.refusals.set(cameraId, wallError('unreachable'))
    stand.asked.length = 0
    page = await stand.open({ tiles: 4 })
    await page.evaluate((ids) => window.stage.show(ids), cameraIds)
    // Each once, and then each in its turn.
    await expect.poll(() => stand.asked.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(8)
    expect(stand.asked.slice(0, 8)).toEqual([...cameraIds, ...cameraIds])
    stand.refusals.clear()
    await untilStates(page, allLive)
  })

  it('leaves no peer connection behind after failed connects', { tags: 'long' }, async () => {
    for (const cameraId of cameraIds) stand.refusals.set(cameraId, wallError('unreachable'))
    stand.asked.length = 0
    page = await stand.open({
      tiles: 4,
      defaults: {
        supervisor: { ...liveDefaults.supervisor, probeDelaysMs: [20] },
      },
    })
    await page.evaluate((ids) => window.stage.show(ids), cameraIds)
    await expect.poll(() => stand.asked.length, { timeout: 60_000 }).toBeGreaterThan(20)
    stand.refusals.clear()
    await untilStates(page, allLive)
    await expect.poll(livingPeerConnections).toBe(4)
  })

  it('has no engine listen for the network, which the window would keep with its Room', async () => {
    page = await stand.open({ tiles: 4 })
    const listeners = await page.evaluateHandle(() => {
      const add = window.addEventListener.bind(window)
      const added: string[] = []
      window.addEventListener = (type: string, ...given: unknown[]) => {
        added.push(type)
        Reflect.apply(add, window, [type, ...given])
      }
      return added
    })
    await page.evaluate((ids) => window.stage.show(ids), cameraIds)
    await untilStates(page, allLive)
    expect(await listeners.jsonValue()).not.toContain('online')
  })

  it('joins a media server that knows only the old way', { tags: 'long' }, async () => {
    page = await stand.open({ tiles: 1 })
    stand.hidesNewWay = true
    await page.evaluate(() => window.stage.show(['one']))
    await untilState(page, 0, 'LIVE')
    stand.hidesNewWay = false
  })

  it('lets go of everything while the machine sleeps, and connects again afterwards', async () => {
    await open()
    await page.evaluate(() => window.stage.wall.suspend())
    await expect.poll(livingPeerConnections).toBe(0)
    await page.evaluate(() => window.stage.wall.resume())
    await untilStates(page, allLive)
  })

  it('puts the page’s own WebSocket and RTCPeerConnection back when it is disposed', async () => {
    await open()
    const left = await page.evaluate(() => {
      window.stage.wall.dispose()
      return {
        videos: document.querySelectorAll('video').length,
        socket: String(WebSocket).includes('native'),
        connection: String(RTCPeerConnection).includes('native'),
      }
    })
    expect(left).toEqual({ videos: 0, socket: true, connection: true })
    await expect.poll(livingPeerConnections).toBe(0)
  })
}
