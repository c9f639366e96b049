import dgram from 'node:dgram'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CameraFleet, type Fleet } from '#site/media/camera-fleet.ts'
import { FleetThread } from '#site/media/fleet-thread.ts'
import { systemClock } from '#site/clock.ts'
import type { MediaServerAccess } from '#site/media/publisher-token.ts'
import { endAll } from '../../stand/end-all.ts'
import { type SharedBrowser, sharedBrowser } from '../../stand/browser.ts'
import { describeWithLivekit, fixtureCamera, LivekitStand } from './livekit-stand.ts'
import { bundleViewer, pictureAfter, pictureCount, watchCamera } from './viewer-page.ts'

const loopFrames = 30
const groupFrames = 15

/** Of the camera whose groups are so long that whatever a busy machine does to a viewer happens within one. */
const slowFramesPerSecond = 3

/** The picture of its loop that the slow camera is at. */
function slowIndex(): number {
  return Math.floor((Date.now() * slowFramesPerSecond) / 1_000) % loopFrames
}

/** The first picture of the group that the slow camera is at. */
function slowGroup(): number {
  const index = slowIndex()
  return index - (index % groupFrames)
}

/** Waits until the wall clock is early in the slow camera's next group, and returns that group's first picture. */
async function earlyInNextSlowGroup(): Promise<number> {
  const before = slowGroup()
  await vi.waitUntil(() => slowGroup() !== before && [2, 3].includes(slowIndex() % groupFrames), {
    timeout: 30_000,
    interval: 50,
  })
  return slowGroup()
}

const layerWidthsPx = { small: 128, large: 256 }

/** Asks for a layer, and waits until the page shows it. */
async function chooseLayer(page: Page, layer: keyof typeof layerWidthsPx): Promise<void> {
  await page.evaluate((wanted) => window.viewer.choose(wanted), layer)
  await page.waitForFunction(
    (width) => window.viewer.pictures.at(-1)?.widthPx === width,
    layerWidthsPx[layer],
  )
}

describeWithLivekit('cameras on a real media server, seen by a real browser', () => {
  let stand: LivekitStand
  let fleet: Fleet
  let access: MediaServerAccess
  let browser: SharedBrowser
  let page: Page
  let slowPage: Page
  let script: string

  beforeAll(async () => {
    stand = await LivekitStand.create()
    const { localUrl } = await stand.start()
    access = { url: localUrl, ...stand.access }
    const created = await FleetThread.create({
      mediaServer: access,
      cameras: [
        fixtureCamera('cam-1'),
        fixtureCamera('cam-2'),
        fixtureCamera('cam-slow', slowFramesPerSecond),
      ],
      log: stand.log,
      random: Math.random,
    })
    if (!created.ok) throw new Error(created.error.message)
    fleet = created.value
    script = await bundleViewer()
    browser = await sharedBrowser()
    ;[page, slowPage] = [await browser.newPage(), await browser.newPage()]
    await fleet.allPublished()
    await watchCamera(page, script, access, 'cam-1')
    await watchCamera(slowPage, script, access, 'cam-slow')
    await pictureAfter(slowPage, 0)
  })

  afterAll(() => endAll(browser, fleet, stand))

  async function sessionsOf(cameraId: string): Promise<number> {
    const { cameras } = await fleet.stats()
    return cameras.find((camera) => camera.cameraId === cameraId)?.sessions ?? 0
  }

  test.each(['small', 'large'] as const)('a viewer gets the %s layer when it asks for it', async (layer) => {
    await pictureAfter(page, 0)
    await chooseLayer(page, layer)
  })

  test('the picture is in step with the wall clock', async () => {
    await page.waitForFunction(
      (frames) => {
        const last = window.viewer.pictures.slice(-5)
        return last.every(({ index, clockIndex }) => (clockIndex - index + frames) % frames <= 3)
      },
      loopFrames,
      { timeout: 60_000 },
    )
  })

  /** The viewer looks away until nothing is sent, and back early in a group: the first pictures of that group and of the one it sees. */
  async function lookAwayAndBack(): Promise<{ playing: number; seen: number }> {
    await slowPage.evaluate(() => window.viewer.setEnabled(false))
    await vi.waitFor(async () => expect(await layersSending('cam-slow')).toBe(0), 20_000)
    // What was sent before it looked away is shown by then.
    const playing = await earlyInNextSlowGroup()
    const before = await pictureCount(slowPage)
    await slowPage.evaluate(() => window.viewer.setEnabled(true))
    const { index } = await pictureAfter(slowPage, before)
    return { playing, seen: index - (index % groupFrames) }
  }

  test('a request for a key frame is answered at once, from the group that is playing', {
    tags: 'long',
  }, async () => {
    const { playing, seen } = await lookAwayAndBack()
    expect(seen).toBe(playing)
  })

  test('a camera that ignores requests begins with the next group', { tags: 'long' }, async () => {
    fleet.setHabits('cam-slow', { ignoresPli: true })
    const { playing, seen } = await lookAwayAndBack()
    expect(seen).toBe((playing + groupFrames) % loopFrames)
  })

  test('a viewer gets the large layer of a camera that ignores requests and sends three pictures a second', {
    tags: 'long',
  }, async () => {
    fleet.setHabits('cam-slow', { ignoresPli: true })
    await chooseLayer(slowPage, 'small')
    await vi.waitFor(async () => expect(await layersSending('cam-slow')).toBe(1), 20_000)
    await chooseLayer(slowPage, 'large')
  })

  test('a frozen camera stays in its room without a new picture, and shows one again when it is resumed', async () => {
    fleet.freeze('cam-1')
    await vi.waitUntil(
      async () => {
        const before = await pictureCount(page)
        await page.waitForTimeout(1_000)
        return (await pictureCount(page)) === before
      },
      { timeout: 20_000, interval: 10 },
    )
    expect(await page.evaluate(() => [window.viewer.connectionState, window.viewer.trackCount])).toEqual([
      'connected',
      1,
    ])
    const before = await pictureCount(page)
    fleet.resume('cam-1')
    await pictureAfter(page, before)
  })

  test('a stopped camera leaves its room, and comes back when it is resumed', async () => {
    await fleet.stop('cam-1')
    await page.waitForFunction(() => window.viewer.trackCount === 0)
    const before = await pictureCount(page)
    fleet.resume('cam-1')
    await pictureAfter(page, before)
  })

  test('a camera that is stopped and resumed in one moment is there', async () => {
    const stopped = fleet.stop('cam-1')
    fleet.resume('cam-1')
    await stopped
    await vi.waitFor(async () => expect((await fleet.stats()).published).toBe(3), 30_000)
    const before = await pictureCount(page)
    await pictureAfter(page, before)
  })

  test('after the media server was killed every camera is published again, and a new viewer sees it', async () => {
    const before = await Promise.all(['cam-1', 'cam-2'].map(sessionsOf))
    stand.kill()
    await vi.waitFor(async () => {
      const after = await Promise.all(['cam-1', 'cam-2'].map(sessionsOf))
      expect(after).toEqual(before.map((sessions) => sessions + 1))
      expect((await fleet.stats()).published).toBe(3)
    }, 30_000)
    await watchCamera(page, script, access, 'cam-2')
    await pictureAfter(page, 10)
  })

  async function layersSending(cameraId: string): Promise<number> {
    const { cameras } = await fleet.stats()
    const layers = cameras.find((camera) => camera.cameraId === cameraId)?.layers ?? []
    return layers.filter(({ sending }) => sending).length
  }
})

describeWithLivekit('cameras on a real media server, over a lossy way', () => {
  test('packets that got lost are sent again when the server asks for them', async () => {
    const stand = await LivekitStand.create()
    const { localUrl } = await stand.start()
    const created = await CameraFleet.create({
      mediaServer: { url: localUrl, ...stand.access },
      cameras: [fixtureCamera('cam-1')],
      log: stand.log,
      clock: systemClock,
      random: Math.random,
    })
    if (!created.ok) throw new Error(created.error.message)
    const fleet = created.value
    await fleet.allPublished()
    // oxlint-disable-next-line typescript/unbound-method -- called with the socket that it was called on
    const { send } = dgram.Socket.prototype
    let sent = 0
    const lossy = vi.spyOn(dgram.Socket.prototype, 'send').mockImplementation(function (
      this: dgram.Socket,
      ...args: Parameters<typeof send>
    ) {
      if (++sent % 10 !== 0) send.apply(this, args)
    })
    await vi.waitFor(async () => {
      const { cameras } = await fleet.stats()
      expect(cameras[0]?.layers.some(({ retransmitted }) => retransmitted > 0)).toBe(true)
    }, 10_000)
    lossy.mockRestore()
    await fleet.dispose()
    await stand.dispose()
  })
})
