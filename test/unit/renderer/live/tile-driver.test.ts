/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { wallError } from '#contract/errors.ts'
import type { LinkMedia } from '#renderer/live/camera-link.ts'
import type { CameraSession } from '#renderer/live/camera-session.ts'
import { liveDefaults } from '#renderer/live/defaults.ts'
import { DelayMeter } from '#renderer/live/delay-meter.ts'
import { TileDriver } from '#renderer/live/tile-driver.ts'
import { FakeClock } from './fake-clock.ts'

const LIMIT_MS = 1_000
const DISPLAY_MS = 20

/** As much of a `<video>` as a tile uses; `frame` presents one to whoever waits for it. */
class FakeVideo {
  readonly style = {}
  readonly paused = false
  srcObject: unknown
  totalVideoFrames = 0
  #waiting: VideoFrameRequestCallback | undefined
  append() {}
  remove() {}
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
  const tile = new TileDriver(1, {
    clock,
    defaults: liveDefaults,
    lateAfterMs: () => LIMIT_MS,
    session: (cameraId) => (cameraId === 'typed' ? typed : session) as unknown as CameraSession,
    onSwitch: () => undefined,
    onShown: () => undefined,
  })
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
  return { clock, session, tile, link, frame, videos }
}

const behind = (videos: readonly FakeVideo[]) =>
  videos.find(({ srcObject, style }) => srcObject && (style as CSSStyleDeclaration).zIndex === '0')
const wish = (cameraId: string) => ({ cameraId }) as Parameters<TileDriver['desire']>[0]

/** Of the video that was given a track last. */
const lastSource = (videos: readonly FakeVideo[]) =>
  videos.findLast(({ srcObject, style }) => srcObject && (style as CSSStyleDeclaration).zIndex === '2')
    ?.srcObject

beforeEach(() => void vi.unstubAllGlobals())
afterEach(() => void vi.unstubAllGlobals())

describe('TileDriver', () => {
  it('says LATE at the first picture of a fresh link that is late already', async () => {
    const { clock, session, tile, link, frame } = makeStage()
    link()
    frame(50)
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
    const { clock, session, tile, link, frame, videos } = makeStage()
    link()
    frame(50)
    tile.tick(clock.nowMs(), false)
    const lookedAtMs = clock.nowMs()
    const shown = videos.find(({ srcObject }) => srcObject)
    if (shown) shown.totalVideoFrames += 1
    await clock.pass(2_000)
    tile.tick(clock.nowMs(), false)
    expect(session.presented.mock.lastCall?.[1]).toBe(lookedAtMs + liveDefaults.tickEveryMs)
  })

  it('does not go on saying LIVE of pictures that are only counted, until one of them is dated', async () => {
    const { clock, tile, link, frame, videos } = makeStage()
    link()
    frame(50)
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
    const { clock, tile, link, frame, videos } = makeStage()
    link()
    frame(50)
    tile.expect('typed')
    tile.reconcile()
    behind(videos)?.frame({ presentationTime: performance.now() })
    expect(tile.shownCameraId).toBe('camera')
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
    const { tile, link, frame, videos } = makeStage()
    link()
    frame(50)
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
})
