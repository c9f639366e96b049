import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { liveDefaults } from '#renderer/live/defaults.ts'
import type { TileStatistics } from '#renderer/live/live-wall-port.ts'
import { objectCount } from '../../stand/object-count.ts'
import { LiveStand, narrowClip, wideClip } from './harness/live-stand.ts'
import { supervisedCameras, supervisor } from './recovery.ts'
import { connectedStatus, untilState, untilStates, watchStalls } from './harness/wait.ts'

const stand = new LiveStand()
let page: Page

beforeAll(async () => {
  await stand.start([
    { cameraId: 'wide-1', source: wideClip },
    { cameraId: 'wide-2', source: wideClip },
    { cameraId: 'narrow', source: narrowClip },
    { cameraId: 'freezing', source: wideClip },
    { cameraId: 'leaving', source: wideClip },
    { cameraId: 'deaf', source: wideClip, habits: { ignoresPli: true } },
    ...supervisedCameras,
  ])
})
afterEach(() => page.close())
afterAll(() => stand.dispose())

/** A page of one tile that this camera was put into. */
async function openLive(
  cameraId: string,
  options: Omit<Parameters<LiveStand['open']>[0], 'tiles'> = {},
  state = 'LIVE',
): Promise<void> {
  page = await stand.open({ tiles: 1, ...options })
  await page.evaluate((id) => window.stage.show([id]), cameraId)
  await untilState(page, 0, state)
}

const shownWidth = (tile: number) =>
  page.evaluate(
    (index) =>
      [...document.querySelectorAll<HTMLVideoElement>(`[data-tile="${index}"] video`)]
        .filter((video) => video.checkVisibility())
        .map(({ videoWidth }) => videoWidth),
    tile,
  )

/** Of those who watch this camera the one who came last: a page that was closed may still be listed. */
const viewerOf = async (cameraId: string) => {
  const all = await stand.rooms.listParticipants(cameraId)
  const viewers = all.filter(({ permission }) => permission?.hidden === true)
  return viewers.toSorted((a, b) => Number(b.joinedAtMs - a.joinedAtMs))[0]?.identity ?? ''
}
/** Whatever else this machine does: how long a silence is borne is another matter, and proven of the supervisor alone. */
const deafToSilence = { ...liveDefaults.supervisor, stallRedialsMs: [600_000] }
const whyNot = () => page.evaluate(() => window.stage.wall.observe(0).error?.message)

describe('tiles', () => {
  it('show their cameras, one visible picture each, with nothing refused by the page’s policy', async () => {
    page = await stand.open({ tiles: 4 })
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    await page.evaluate(() => window.stage.show(['wide-1', 'wide-2', 'narrow', undefined]))
    await untilStates(page, ['LIVE', 'LIVE', 'LIVE', 'NO CAMERA'])
    // The first picture may be the smaller layer's, whose key frame came sooner.
    await expect.poll(() => shownWidth(0)).toEqual([256])
    expect(await shownWidth(2)).toEqual([128])
    expect(await shownWidth(3)).toEqual([])
    expect(complaints).toEqual([])
    expect(stand.pageErrors).toEqual([])
  })

  it('show the larger of two pictures that a camera publishes, however the media server lists them', async () => {
    const cameraIds = ['two-1', 'two-2', 'two-3', 'two-4']
    const publisher = await stand.publish(cameraIds, [160, 320])
    onTestFinished(() => publisher.close())
    page = await stand.open({ tiles: 4 })
    await page.evaluate((ids) => window.stage.show(ids), cameraIds)
    for (const tile of cameraIds.keys()) await expect.poll(() => shownWidth(tile)).toEqual([320])
  })

  it('show one camera twice over one connection', async () => {
    page = await stand.open({ tiles: 4 })
    const before = stand.ticketsMinted
    await page.evaluate(() => window.stage.show(['narrow', 'narrow']))
    await untilStates(page, ['LIVE', 'LIVE', 'NO CAMERA', 'NO CAMERA'])
    expect(stand.ticketsMinted - before).toBe(1)
  })

  it('have left their rooms once their page is gone', async () => {
    await openLive('narrow')
    const watching = await viewerOf('narrow')
    await page.close()
    await expect
      .poll(async () => (await stand.rooms.listParticipants('narrow')).map(({ identity }) => identity))
      .not.toContain(watching)
  })

  it('leave the browser’s audio alone', async () => {
    await openLive('wide-1')
    const cdp = await page.context().newCDPSession(page)
    expect(await objectCount(cdp, 'AudioContext.prototype')).toBe(0)
  })

  it('offer their connection with the join, and again only for a track that the answer lacks', async () => {
    const seen = stand.negotiation.length
    page = await stand.open({ tiles: 4 })
    await page.evaluate(() => window.stage.show(['narrow']))
    await untilState(page, 0, 'LIVE')
    await expect.poll(() => stand.negotiation.slice(seen)).toContain('asks')
    await expect.poll(() => stand.negotiation.findLast((said) => said !== 'asks')).toMatch(/^TR/)
    // What the request led to has been answered before a camera that is asked for now.
    const asked = stand.negotiation.length
    await page.evaluate(() => window.stage.show(['narrow', 'wide-1']))
    await untilState(page, 1, 'LIVE')
    const of = (from: number, to?: number) =>
      stand.negotiation.slice(from, to).filter((said) => said !== 'asks')
    const answers = of(seen, asked)
    expect(new Set(answers).size).toBe(answers.length)
    expect(of(asked)).not.toContain(answers.at(-1))
  })

  it('keep the old picture until the new one is drawn, and then show that alone', async () => {
    await openLive('wide-1')
    const seen = await page.evaluate(async () => {
      const states: (string | undefined)[] = []
      const done = new Promise<void>((resolve) => window.stage.wall.onSwitch(() => resolve()))
      window.stage.wall.subscribe(0, () => states.push(window.stage.wall.observe(0).shownCameraId))
      window.stage.show(['narrow'])
      const right = window.stage.wall.observe(0).shownCameraId
      await done
      return { right, states: [...new Set(states)], last: window.stage.wall.observe(0) }
    })
    expect(seen.right).toBe('wide-1')
    expect(seen.states).toEqual(['wide-1', 'narrow'])
    expect(seen.last).toMatchObject({ shownCameraId: 'narrow', state: 'LIVE' })
    expect(await shownWidth(0)).toEqual([128])
  })

  it('say STALE within three seconds of the last frame although the connection is well, and LIVE again', async () => {
    await openLive('freezing')
    const stalls = await watchStalls(page)
    stand.fleet.freeze('freezing')
    await untilState(page, 0, 'STALE')
    const { stateSinceMs, lastFrameAtMs } = await page.evaluate(() => window.stage.wall.observe(0))
    // A page that stood still could not say it while it did.
    expect(stateSinceMs - (lastFrameAtMs ?? 0) - (await stalls.longestMs())).toBeLessThanOrEqual(3_000)
    stand.fleet.resume('freezing')
    await untilState(page, 0, 'LIVE')
  })

  it('say OFFLINE when the camera leaves, and come back by themselves', async () => {
    await openLive('leaving')
    await stand.fleet.stop('leaving')
    await untilState(page, 0, 'OFFLINE')
    stand.fleet.resume('leaving')
    await untilState(page, 0, 'LIVE')
  })

  it('wait for a camera that has switched its picture off, say so, and show it as soon as it is on', async () => {
    const publisher = await stand.publish(['muted'], [320])
    onTestFinished(() => publisher.close())
    await openLive('muted', { defaults: { supervisor: deafToSilence } })
    const dialled = stand.asked.length
    await publisher.evaluate(() => window.stage.published[0]?.mute())
    await untilState(page, 0, 'OFFLINE')
    expect(await page.evaluate(() => window.stage.wall.observe(0).error?.code)).toBe('camera_muted')
    expect(await shownWidth(0)).toEqual([])
    await publisher.evaluate(() => window.stage.published[0]?.unmute())
    await untilState(page, 0, 'LIVE')
    expect(stand.asked.length).toBe(dialled)
  })

  it('say NO ACCESS when their ticket allows no watching', async () => {
    stand.unwatchable.add('wide-1')
    onTestFinished(() => stand.unwatchable.clear())
    await openLive('wide-1', {}, 'NO ACCESS')
    expect(await whyNot()).toMatch(/does not allow watching \(canSubscribe\)/)
  })

  it('say NO ACCESS while the platform has withdrawn the permission to watch, and dial nobody', async () => {
    await openLive('wide-2', { defaults: { supervisor: deafToSilence } })
    const dialled = stand.asked.length
    const viewer = await viewerOf('wide-2')
    const allow = (canSubscribe: boolean) =>
      stand.rooms.updateParticipant('wide-2', viewer, { permission: { canSubscribe, hidden: true } })
    await allow(false)
    await untilState(page, 0, 'NO ACCESS')
    expect(await whyNot()).toMatch(/has withdrawn the permission/)
    expect(await shownWidth(0)).toEqual([])
    await allow(true)
    await untilState(page, 0, 'LIVE')
    expect(stand.asked.length).toBe(dialled)
  })

  it('say NO ACCESS when the platform removes them, and main hears that older tickets are no longer good', async () => {
    page = await stand.open({ tiles: 1, defaults: { supervisor: deafToSilence } })
    await page.evaluate((status) => window.stage.connection(status), connectedStatus('old'))
    await page.evaluate(() => window.stage.show(['wide-2']))
    await untilState(page, 0, 'LIVE')
    const dialled = stand.asked.length
    await stand.rooms.removeParticipant('wide-2', await viewerOf('wide-2'))
    await untilState(page, 0, 'NO ACCESS')
    expect(await whyNot()).toMatch(/has withdrawn the permission/)
    expect(await shownWidth(0)).toEqual([])
    expect([stand.asked.length, stand.withdrawn]).toEqual([dialled, ['wide-2']])
    await page.evaluate((status) => window.stage.connection(status), connectedStatus('new'))
    await untilState(page, 0, 'LIVE')
    expect(stand.asked.length).toBe(dialled + 1)
  })

  it('say NO ACCESS with the platform’s reason, and try again when the key is another', async () => {
    stand.refusals.set('wide-2', wallError('key_rejected'))
    page = await stand.open({ tiles: 1 })
    await page.evaluate((status) => window.stage.connection(status), connectedStatus('old'))
    await page.evaluate(() => window.stage.show(['wide-2']))
    await untilState(page, 0, 'NO ACCESS')
    expect(await page.evaluate(() => window.stage.wall.observe(0).error?.code)).toBe('key_rejected')
    stand.refusals.clear()
    await page.evaluate((status) => window.stage.connection(status), connectedStatus('new'))
    await untilState(page, 0, 'LIVE')
  })

  it('say that this computer cannot decode their camera', async () => {
    page = await stand.open({ tiles: 1 })
    await page.evaluate(() => {
      window.RTCPeerConnection = class extends RTCPeerConnection {
        override addTransceiver(...asked: Parameters<RTCPeerConnection['addTransceiver']>) {
          const transceiver = super.addTransceiver(...asked)
          const codecs = RTCRtpReceiver.getCapabilities('video')?.codecs ?? []
          if (asked[0] === 'video')
            transceiver.setCodecPreferences(codecs.filter(({ mimeType }) => mimeType !== 'video/H264'))
          return transceiver
        }
      }
      window.stage.show(['narrow'])
    })
    const why = () => page.evaluate(() => window.stage.wall.observe(0).error)
    await expect.poll(why).toMatchObject({
      message: expect.stringMatching(/^This computer cannot decode the live picture/),
      retryInMs: liveDefaults.supervisor.permanentRetryMs,
    })
  })

  it('say LATE when pictures come later than allowed', async () => {
    await openLive('wide-1', { query: { late: '1' } }, 'LATE')
    expect(await page.evaluate(() => window.stage.wall.observe(0).delayMs)).toBeGreaterThan(1)
  })

  it('take the layer that fits their size', async () => {
    await openLive('wide-1', { viewport: { width: 120, height: 68 } })
    await page.waitForFunction(
      () => document.querySelector('video:not([style*="none"])')?.clientWidth === 120,
    )
    await page.waitForFunction(() =>
      [...document.querySelectorAll('video')].some(({ videoWidth }) => videoWidth === 128),
    )
    await page.setViewportSize({ width: 800, height: 450 })
    await page.evaluate(() => window.stage.show(['wide-1']))
    await page.waitForFunction(() =>
      [...document.querySelectorAll('video')].some(({ videoWidth }) => videoWidth === 256),
    )
  })

  it('are judged in a hidden page by what the decoder has put out', { tags: 'long' }, async () => {
    await openLive('freezing')
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true })
      const nothing = { totalVideoFrames: 0, droppedVideoFrames: 0, corruptedVideoFrames: 0, creationTime: 0 }
      HTMLVideoElement.prototype.getVideoPlaybackQuality = () => nothing
    })
    // By what is drawn it would be STALE for good after 2.5 s.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 3_500)))
    await untilState(page, 0, 'LIVE')
    stand.fleet.freeze('freezing')
    await untilState(page, 0, 'STALE')
    stand.fleet.resume('freezing')
  })
})

describe('36 tiles on a page that does not answer', () => {
  it('are reduced one after another, the selected one never, and get all back by themselves', {
    tags: 'long',
  }, async () => {
    const tiles = 36
    const selected = 7
    // Whatever else this machine does: only the page's own standing still is overload here.
    const governor = {
      ...liveDefaults.governor,
      overloadLagMs: 1_000,
      calmLagMs: 1_000,
      pauseLagMs: 60_000,
      overloadShare: 0,
      calmShare: 0,
      overloadForMs: 0,
      settleMs: 0,
      easeShare: 1 / 3,
      calmForMs: 1_000,
    }
    page = await stand.open({ tiles, defaults: { governor } })
    await page.evaluate(
      ([count, urgent]) => {
        const cameras = Array.from({ length: count }, (_, tile) => (tile === urgent ? 'wide-1' : 'wide-2'))
        window.stage.show(cameras, urgent)
      },
      [tiles, selected] as const,
    )
    await untilStates(
      page,
      Array.from({ length: tiles }, () => 'LIVE'),
    )
    await expect.poll(() => shownWidth(0)).toEqual([256])
    const load = await page.evaluateHandle((count) => {
      const observed = { isOver: false, reduced: [] as number[] }
      for (let tile = 0; tile < count; tile += 1) {
        window.stage.wall.subscribe(tile, () => {
          const { limit } = window.stage.wall.observe(tile)
          if (limit !== undefined && !observed.reduced.includes(tile)) observed.reduced.push(tile)
        })
      }
      const standStill = () => {
        const untilMs = performance.now() + 1_600
        while (performance.now() < untilMs);
        if (!observed.isOver) setTimeout(standStill, 20)
      }
      standStill()
      return observed
    }, tiles)
    const reduced = () =>
      page.evaluate(
        (count) =>
          Array.from({ length: count }, (_, tile) => tile).filter(
            (tile) => window.stage.wall.observe(tile).limit === 'reduced',
          ),
        tiles,
      )
    const others = Array.from({ length: tiles }, (_, tile) => tile).filter((tile) => tile !== selected)
    await expect.poll(reduced, { timeout: 120_000 }).toEqual(others)
    await expect.poll(() => shownWidth(0), { timeout: 60_000 }).toEqual([128])
    expect(await shownWidth(selected)).toEqual([256])
    // A sixth of them at a time, those last on the wall first.
    const steps = (order: readonly number[]) =>
      Array.from({ length: tiles / 6 }, (_, step) =>
        order.slice(step * 6, step * 6 + 6).toSorted((a, b) => a - b),
      )
    expect(steps((await load.jsonValue()).reduced)).toEqual(steps(others.toReversed()))
    await load.evaluate((observed) => (observed.isOver = true))
    await expect.poll(reduced, { timeout: 120_000 }).toEqual([])
    await expect.poll(() => shownWidth(0), { timeout: 60_000 }).toEqual([256])
    expect((await load.jsonValue()).reduced).not.toContain(selected)
  })
})

describe('the engine', () => {
  it('finds the parts of livekit-client that it leans on', async () => {
    page = await stand.open({ tiles: 1 })
    expect(await page.evaluate(() => window.stage.missingSdkParts())).toEqual([])
  })

  it('tells the frame rate of a camera that films, and none when it freezes', { tags: 'long' }, async () => {
    await openLive('freezing')
    /**
     * The first sample of the larger layer of which both rates are in this range. The first pictures may be the smaller
     * layer's, whose key frame came sooner, and a busy machine presents fewer of them for a while.
     */
    const sampleWithin = (leastFps: number, mostFps: number) =>
      page.evaluate(
        ([least, most]) =>
          new Promise<TileStatistics>((resolve) => {
            const stop = window.stage.wall.watchStatistics(0, (sample) => {
              const { receivedFps, presentedFps, widthPx } = sample
              if (widthPx !== 256) return
              if ([receivedFps, presentedFps].some((fps) => fps < least || fps > most)) return
              stop()
              resolve(sample)
            })
          }),
        [leastFps, mostFps] as const,
      )
    const filming = await sampleWithin(10.5, 19.5)
    expect(filming).toMatchObject({ heightPx: 144, layer: 'medium', lossPercent: 0 })
    expect(filming.history.at(-1)?.state).toBe('LIVE')
    stand.fleet.freeze('freezing')
    await sampleWithin(0, 0)
    stand.fleet.resume('freezing')
    await untilState(page, 0, 'LIVE')
  })
})

describe('standing by', () => {
  it('joins and disables a camera, and shows it from there', async () => {
    // What a camera does when asked for key frames is the next test's.
    page = await stand.open({ tiles: 1, defaults: { standby: { ...liveDefaults.standby, probes: 0 } } })
    await page.evaluate(() => {
      window.stage.show(['wide-1'])
      window.stage.wall.standBy(['narrow'])
    })
    // It may stand by before the other one is drawn, which would then never be.
    await page.waitForFunction(() => window.stage.switches.length === 1)
    await page.waitForFunction(() => window.stage.roles()['narrow'] === 'standby/standby')
    await page.evaluate(() => window.stage.show(['narrow']))
    await page.waitForFunction(() => window.stage.switches.length === 2)
    expect(await page.evaluate(() => window.stage.switches[1])).toMatchObject({
      cameraId: 'narrow',
      how: 'standby',
    })
    expect(await page.evaluate(() => window.stage.wanted.at(-1))).toEqual(['narrow', 'wide-1'])
  })

  it('keeps a camera hot that was seen to ignore requests for key frames', async () => {
    // Its key frames are a second apart: several tries, so that luck cannot pass for speed.
    page = await stand.open({ tiles: 1, defaults: { standby: { ...liveDefaults.standby, probes: 12 } } })
    await page.evaluate(() => {
      window.stage.show(['wide-1'])
      window.stage.wall.standBy(['deaf'])
    })
    await page.waitForFunction(() => window.stage.switches.length === 1)
    await page.waitForFunction(() => window.stage.roles()['deaf'] === 'hot/hot', null, { timeout: 30_000 })
    await page.evaluate(() => window.stage.show(['deaf']))
    await page.waitForFunction(() => window.stage.switches.length === 2)
    expect(await page.evaluate(() => window.stage.switches[1]?.how)).toBe('hot')
  })
})

// Kills the media server.
describe('the supervisor', () => supervisor(stand))
