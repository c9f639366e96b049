/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { wallError } from '#contract/errors.ts'
import type { LinkMedia } from '#renderer/live/camera-link.ts'
import type { CameraSession } from '#renderer/live/camera-session.ts'
import { liveDefaults } from '#renderer/live/defaults.ts'
import { DelayMeter } from '#renderer/live/delay-meter.ts'
import { type SwitchRecord, TileDriver } from '#renderer/live/tile-driver.ts'
import { FakeClock } from '../fake-clock.ts'

const LIMIT_MS = 1_000
const DISPLAY_MS = 20

/** As much of a `<video>` as a tile uses; `frame` presents one to whoever waits for it. */
class FakeVideo {
  readonly style = {}
  readonly dataset: Record<string, string> = {}
  paused = false
  plays = 0
  parentElement: unknown
  srcObject: unknown
  totalVideoFrames = 0
  #waiting: VideoFrameRequestCallback | undefined
  append(...children: FakeVideo[]) {
    for (const child of children) child.parentElement = this
  }
  remove() {
    this.parentElement = undefined
  }
  async play() {
    this.plays += 1
  }
  getVideoPlaybackQuality() {
    return { totalVideoFrames: this.totalVideoFrames, droppedVideoFrames: 0 }
  }
  requestVideoFrameCallback(run: VideoFrameRequestCallback) {
    this.#waiting = run
    return 1
  }
  cancelVideoFrameCallback() {
    this.#waiting = undefined
  }
  frame(metadata: Partial<VideoFrameCallbackMetadata>) {
    this.totalVideoFrames += 1
    const run = this.#waiting
    this.#waiting = undefined
    run?.(0, metadata as VideoFrameCallbackMetadata)
  }
}

function makeStage() {
  const clock = new FakeClock()
  const videos: FakeVideo[] = []
  vi.stubGlobal('MediaStream', Object)
  vi.stubGlobal('document', {
    createElement() {
      const video = new FakeVideo()
      videos.push(video)
      return video
    },
  })
  const session = {
    delay: new DelayMeter(liveDefaults.delay),
    readiness: 'cold',
    observation: { phase: 'joined', sinceMs: 0, isPublished: true, error: undefined, nextTryAtMs: undefined },
    presented: vi.fn<CameraSession['presented']>(),
    firstFrame: vi.fn<CameraSession['firstFrame']>(),
    media: undefined as LinkMedia | undefined,
  }
  const typed = { ...session, media: { track: { enabled: true }, receiver: {} } as LinkMedia }
  const switches: SwitchRecord[] = []
  const onShown = vi.fn<() => void>()
  const tile = new TileDriver(1, {
    clock,
    defaults: liveDefaults,
    lateAfterMs: () => LIMIT_MS,
    session: (cameraId) => (cameraId === 'typed' ? typed : session) as unknown as CameraSession,
    onSwitch: (record) => switches.push(record),
    onShown,
  })
  const want = (cameraId: string | undefined) => {
    tile.desire({ cameraId } as Parameters<TileDriver['desire']>[0])
    tile.reconcile()
  }
  const link = () => {
    session.media = { track: { enabled: true } as MediaStreamTrack, receiver: {} as RTCRtpReceiver }
    tile.reconcile()
  }
  /** A picture that comes now, and was on its way for `transitMs`. */
  const frame = (transitMs: number) => {
    const nowMs = clock.nowMs() - performance.timeOrigin
    const rtpTimestamp = Math.round((clock.nowMs() - transitMs) * 90) % 2 ** 32
    const metadata = { receiveTime: nowMs, expectedDisplayTime: nowMs + DISPLAY_MS, rtpTimestamp }
    const shown = videos.find(({ srcObject }) => srcObject && srcObject === lastSource(videos))
    shown?.frame({ ...metadata, presentationTime: nowMs })
  }
  tile.desire({ cameraId: 'camera' } as Parameters<TileDriver['desire']>[0])
  /** As the wall's clock goes, `everyMs` apart a picture that was on its way for so long. */
  const run = async (ms: number, everyMs = Number.POSITIVE_INFINITY, transitMs = 50) => {
    for (let passed = tickMs; passed <= ms; passed += tickMs) {
      await clock.pass(tickMs)
      if (passed % everyMs === 0) frame(transitMs)
      tile.tick(clock.nowMs(), false)
    }
  }
  return { clock, session, typed, tile, link, frame, videos, switches, onShown, want, run }
}

/** Its link is there, and the first picture of that has come in time. */
function makeLive() {
  const stage = makeStage()
  stage.link()
  stage.frame(50)
  return stage
}

const behind = (videos: readonly FakeVideo[]) =>
  videos.find(({ srcObject, style }) => srcObject && (style as CSSStyleDeclaration).zIndex === '0')
const wish = (cameraId: string) => ({ cameraId }) as Parameters<TileDriver['desire']>[0]
const tickMs = liveDefaults.tickEveryMs

/** Of the video that was given a track last. */
const lastSource = (videos: readonly FakeVideo[]) =>
  videos.findLast(({ srcObject, style }) => srcObject && (style as CSSStyleDeclaration).zIndex === '2')
    ?.srcObject

beforeEach(() => void vi.unstubAllGlobals())
afterEach(() => void vi.unstubAllGlobals())

describe('TileDriver', () => {
  it('says LATE at the first picture of a fresh link that is late already', async () => {
    const { clock, session, tile, link, frame } = makeLive()
    expect(tile.observe().state).toBe('LIVE')
    await clock.pass(6_000)
    link()
    frame(4_500)
    expect(tile.observe().state).toBe('LATE')
    expect(session.presented.mock.lastCall?.[2]).toBe(true)
  })

  it('is waited for by cameras on stand-by until its first picture, or for some seconds', async () => {
    const { clock, tile, link, frame } = makeStage()
    expect(tile.isComing).toBe(true)
    await clock.pass(liveDefaults.tile.comingForMs)
    expect(tile.isComing).toBe(false)
    tile.desire({ cameraId: 'another' } as Parameters<TileDriver['desire']>[0])
    expect(tile.isComing).toBe(true)
    link()
    frame(50)
    expect(tile.isComing).toBe(false)
    tile.desire(undefined)
    expect(tile.isComing).toBe(false)
  })

  it('is not waited for where the camera has failed or publishes nothing', () => {
    const { session, tile } = makeStage()
    expect(tile.isComing).toBe(true)
    session.observation.isPublished = false
    expect(tile.isComing).toBe(false)
    Object.assign(session.observation, { phase: 'connecting', error: wallError('timeout') })
    expect(tile.isComing).toBe(false)
  })

  it('dates a picture that a held-up page finds to just after its look before', async () => {
    const { clock, session, tile, videos } = makeLive()
    tile.tick(clock.nowMs(), false)
    const lookedAtMs = clock.nowMs()
    const shown = videos.find(({ srcObject }) => srcObject)
    if (shown) shown.totalVideoFrames += 1
    await clock.pass(2_000)
    tile.tick(clock.nowMs(), false)
    expect(session.presented.mock.lastCall?.[1]).toBe(lookedAtMs + liveDefaults.tickEveryMs)
  })

  it('does not go on saying LIVE of pictures that are only counted, until one of them is dated', async () => {
    const { clock, tile, frame, videos } = makeLive()
    const shown = videos.find(({ srcObject }) => srcObject)
    for (let passedMs = 0; passedMs < 5_000; passedMs += liveDefaults.tickEveryMs) {
      await clock.pass(liveDefaults.tickEveryMs)
      if (shown) shown.totalVideoFrames += 1
      tile.tick(clock.nowMs(), false)
    }
    expect(tile.observe().state).toBe('LATE')
    frame(50)
    tile.tick(clock.nowMs(), false)
    expect(tile.observe().state).toBe('LIVE')
  })

  it('shows the picture of the expected camera at once when it is asked for, and not before', () => {
    const { clock, tile, videos } = makeLive()
    tile.expect('typed')
    tile.reconcile()
    behind(videos)?.frame({ presentationTime: performance.now() })
    expect(tile.shownCameraId).toBe('camera')
    // By which its masks are told from those of the other one.
    expect(videos.filter(({ srcObject }) => srcObject).map(({ dataset }) => dataset['cameraId'])).toEqual(
      expect.arrayContaining(['camera', 'typed']),
    )
    const covering = videos.find(({ srcObject, style }) => srcObject && 'background' in style)
    expect(covering?.style).toMatchObject({ zIndex: '2', background: 'var(--vacant)' })
    tile.desire(wish('typed'))
    tile.expect(undefined)
    tile.reconcile()
    expect(tile.observe()).toMatchObject({ shownCameraId: 'typed', state: 'LIVE' })
    expect(behind(videos)).toBeUndefined()
    expect(clock.nowMs() - (tile.observe().lastFrameAtMs ?? 0)).toBeLessThan(1_000)
  })

  it('waits for a new picture where the last one of the expected camera is old', () => {
    const { tile, videos } = makeLive()
    tile.expect('typed')
    tile.reconcile()
    const expected = behind(videos)
    expected?.frame({ presentationTime: performance.now() - 5_000 })
    tile.desire(wish('typed'))
    tile.reconcile()
    expect(tile.shownCameraId).toBe('camera')
    expected?.frame({ presentationTime: performance.now() })
    expect(tile.shownCameraId).toBe('typed')
  })

  it('keeps nothing ready that no picture covers, and lets go of what is no longer expected', () => {
    const { tile, link, frame, videos } = makeStage()
    tile.expect('typed')
    tile.reconcile()
    expect(behind(videos)).toBeUndefined()
    link()
    frame(50)
    tile.reconcile()
    expect(behind(videos)).toBeDefined()
    tile.expect(undefined)
    tile.reconcile()
    expect(behind(videos)).toBeUndefined()
    tile.expect('typed')
    tile.reconcile()
    tile.release()
    expect(videos.filter(({ srcObject }) => srcObject)).toEqual([])
  })

  it('keeps what is ready, until the expected camera has a fresh link', () => {
    const { tile, typed, videos } = makeLive()
    tile.expect('typed')
    const ready = behind(videos)?.srcObject
    tile.reconcile()
    expect(behind(videos)?.srcObject).toBe(ready)
    typed.media = { track: { id: 'fresh' }, receiver: {} } as LinkMedia
    tile.reconcile()
    expect(behind(videos)?.srcObject).toEqual([typed.media.track])
  })

  it('reports a switch once, from the wish to the first picture, and of no fresh link of the same camera', async () => {
    const { clock, session, tile, link, frame, switches, want } = makeStage()
    const wishedAtMs = clock.nowMs()
    await clock.pass(300)
    link()
    frame(50)
    const firstFrameAtMs: unknown = expect.closeTo(clock.nowMs(), 0)
    expect(switches).toEqual([{ tile: 1, cameraId: 'camera', how: 'cold', wishedAtMs, firstFrameAtMs }])
    link()
    frame(50)
    expect(switches).toHaveLength(1)
    expect(session.firstFrame.mock.lastCall?.[2]).toBe('cold')
    session.readiness = 'standby'
    session.media = undefined
    want('another')
    session.readiness = 'hot'
    expect(tile.shownCameraId).toBe('camera')
    link()
    frame(50)
    expect(switches[1]).toMatchObject({ cameraId: 'another', how: 'standby' })
    expect(session.firstFrame.mock.lastCall?.[2]).toBe('standby')
    expect(tile.shownCameraId).toBe('another')
  })

  it('keeps the picture of the camera before until the next one has drawn, and counts it for nothing', async () => {
    const { session, tile, want, run } = makeLive()
    session.media = undefined
    want('another')
    expect(tile.observe()).toMatchObject({ state: 'CONNECTING', shownCameraId: 'camera' })
    await run(1_000)
    expect(tile.observe()).toMatchObject({ state: 'CONNECTING', lastFrameAtMs: undefined })
  })

  it('takes away the picture of another camera than one that will not come', () => {
    const { session, tile, want, onShown } = makeLive()
    session.media = undefined
    const before = onShown.mock.calls.length
    Object.assign(session.observation, { phase: 'lost', error: wallError('key_rejected') })
    want('another')
    expect(tile.observe()).toMatchObject({ state: 'NO ACCESS', shownCameraId: undefined })
    expect(onShown.mock.calls).toHaveLength(before + 1)
  })

  it('takes away the picture of a camera that has left its room for good, which is black', async () => {
    const { session, tile, run } = makeLive()
    session.observation.isPublished = false
    await run(2_250)
    expect(tile.shownCameraId).toBe('camera')
    await run(750)
    expect(tile.observe()).toMatchObject({ state: 'OFFLINE', shownCameraId: undefined })
  })

  it('needs the camera that is wished and the one that is expected', () => {
    const { tile } = makeStage()
    tile.expect('typed')
    expect(['camera', 'typed', 'another'].map((id) => tile.needs(id))).toEqual([true, true, false])
  })

  it('holds nothing and notifies nobody once it is disposed of', () => {
    const { tile, link, frame, videos, want } = makeStage()
    tile.mount(new FakeVideo() as unknown as HTMLElement)
    link()
    frame(50)
    let changes = 0
    tile.subscribe(() => (changes += 1))
    tile.dispose()
    expect(videos.filter(({ srcObject }) => srcObject)).toEqual([])
    expect(tile.element.parentElement).toBeUndefined()
    want(undefined)
    expect(changes).toBe(0)
  })

  it('is empty without a wish', () => {
    const { tile, want, videos } = makeLive()
    expect(tile.shownSlot?.video.srcObject).toBe(lastSource(videos))
    want(undefined)
    expect(tile.shownSlot).toBeUndefined()
    expect(tile.observe()).toMatchObject({ state: 'NO CAMERA', shownCameraId: undefined })
    expect(videos.map(({ srcObject }) => srcObject ?? undefined)).toEqual([undefined, undefined, undefined])
  })

  it('goes on with the picture of a wish that went away and came back before anything else was drawn', () => {
    const { session, tile, link, want, switches } = makeLive()
    const { media } = session
    link()
    session.media = media
    want('camera')
    expect(tile.shownReceiver).toBe(media?.receiver)
    expect(switches).toHaveLength(1)
  })

  it('notifies its listeners of a change, and not of a delay that hardly moves', async () => {
    const { clock, tile, link, frame, run } = makeStage()
    const states: string[] = []
    const unsubscribe = tile.subscribe(() => states.push(tile.observe().state))
    link()
    frame(50)
    const liveSinceMs = clock.nowMs()
    await run(5_000, tickMs, 90)
    expect(states).toEqual(['CONNECTING', 'LIVE'])
    await run(2_000, tickMs, 400)
    expect(states).toEqual(['CONNECTING', 'LIVE', 'LIVE'])
    expect(tile.observe().delayMs).toBeGreaterThan(300)
    expect(tile.currentDelayMs).toBeGreaterThan(300)
    expect(tile.observe().stateSinceMs).toBe(liveSinceMs)
    unsubscribe()
    await run(4_000)
    expect(tile.observe().state).toBe('STALE')
    expect(states).toHaveLength(3)
    expect(tile.history.map(({ state, why }) => [state, why])).toEqual([
      ['CONNECTING', 'joined'],
      ['LIVE', 'joined'],
      ['STALE', 'joined'],
    ])
  })

  it('gives the reason and the next try only while there is no picture', () => {
    const { session, tile, link, frame } = makeStage()
    const error = wallError('timeout')
    Object.assign(session.observation, { phase: 'lost', error, nextTryAtMs: 7 })
    tile.reconcile()
    expect(tile.observe()).toMatchObject({ state: 'CONNECTING', error, nextTryAtMs: 7 })
    expect(tile.history.at(-1)?.why).toBe('timeout')
    link()
    frame(50)
    expect(tile.observe()).toMatchObject({ state: 'LIVE', error: undefined, nextTryAtMs: undefined })
  })

  it('remembers its last states', async () => {
    const { tile, run } = makeLive()
    for (let stalls = 0; stalls < liveDefaults.tile.historyLength; stalls += 1) {
      await run(3_000)
      await run(tickMs, tickMs)
    }
    const states = tile.history.map(({ state }) => state)
    expect(states).toHaveLength(liveDefaults.tile.historyLength)
    expect(states.slice(-2)).toEqual(['STALE', 'LIVE'])
  })

  it('is neither live nor stale while it is paused, nor at once afterwards', async () => {
    const { tile, run } = makeLive()
    tile.limit('paused')
    await run(5_000)
    expect(tile.observe()).toMatchObject({ state: 'CONNECTING', limit: 'paused' })
    expect(tile.isComing).toBe(false)
    tile.limit('none')
    await run(250)
    expect(tile.observe()).toMatchObject({ state: 'CONNECTING', lastFrameAtMs: undefined })
    expect(tile.observe().limit).toBeUndefined()
    expect(tile.isComing).toBe(true)
    await run(1_000, tickMs)
    expect(tile.observe().state).toBe('LIVE')
  })

  it('takes what its receiver has decoded for pictures while nobody sees the page', async () => {
    const { clock, session, tile } = makeLive()
    let timestamp = 0
    Object.assign(session.media?.receiver ?? {}, { getSynchronizationSources: () => [{ timestamp }] })
    for (let at = 0; at < 40; at += 1) {
      await clock.pass(tickMs)
      timestamp = clock.nowMs()
      tile.tick(clock.nowMs(), true)
    }
    expect(tile.observe()).toMatchObject({ state: 'LIVE', shownCameraId: 'camera' })
    expect(session.presented.mock.lastCall?.[1]).toBe(timestamp)
    for (let at = 0; at < 12; at += 1) {
      await clock.pass(tickMs)
      tile.tick(clock.nowMs(), true)
    }
    expect(tile.observe().state).toBe('STALE')
  })

  it('lends its element to one container at a time, and plays on in the next one', () => {
    const { tile, videos } = makeLive()
    const [first, second] = [new FakeVideo(), new FakeVideo()]
    const leave = tile.mount(first as unknown as HTMLElement)
    const element = tile.element as unknown as FakeVideo
    expect(element.parentElement).toBe(first)
    // As a browser does with what is taken out of the document.
    for (const video of videos) video.paused = true
    const leaveSecond = tile.mount(second as unknown as HTMLElement)
    leave()
    expect(element.parentElement).toBe(second)
    expect(videos.reduce((sum, { plays }) => sum + plays, 0)).toBe(1)
    leaveSecond()
    expect(element.parentElement).toBeUndefined()
  })

  it('lets go of its pictures and keeps its wish, which is none that has long been in vain', async () => {
    const { clock, session, tile, link, frame } = makeLive()
    await clock.pass(60_000)
    session.media = undefined
    tile.release()
    expect(tile.observe()).toMatchObject({ state: 'CONNECTING', shownCameraId: undefined })
    expect(tile.wishedCameraId).toBe('camera')
    link()
    frame(50)
    expect(tile.observe()).toMatchObject({ state: 'LIVE', shownCameraId: 'camera' })
  })
})
