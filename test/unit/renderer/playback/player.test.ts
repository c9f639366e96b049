/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import type { Loader, LoaderContext } from 'hls.js'
import { describe, expect, it, test, vi } from 'vitest'
import { playbackDefaults } from '#renderer/playback/defaults.ts'
import { Player, type PlayerOptions } from '#renderer/playback/tile/player.ts'
import type { PlayerFault } from '#renderer/playback/tile/player-fault.ts'
import { FakeClock, settle } from '../fake-clock.ts'
import { epochSeconds, footage } from './footage.ts'
import { box } from './mp4-boxes.ts'
import { SeekingVideo } from './seeking-video.ts'
import { listOf, silentLibrary } from './silent-hls.ts'

const { nextWindowEveryMs, seekStuckMs } = playbackDefaults.tile
const { aheadSeconds, aheadWhileSeekingHeardSeconds, aheadWhileSeekingSeconds } = playbackDefaults.player
const startMs = epochSeconds * 1_000
const at = (seconds: number) => startMs + seconds * 1_000
/** Ten seconds, a gap of ten, and ten more. */
const hour = (offset = 0) =>
  [0, 2, 4, 6, 8, 20, 22, 24, 26, 28].map((seconds) => ({ wallMs: at(seconds + offset) }))

class PlayingVideo extends SeekingVideo {
  paused = true
  playbackRate = 1
  videoWidth = 640
  videoHeight = 360
  frame: (metadata: Partial<VideoFrameCallbackMetadata>) => void = () => undefined

  pause() {
    this.paused = true
  }

  async play() {
    this.paused = false
  }

  override requestVideoFrameCallback(run?: VideoFrameRequestCallback): number {
    this.frame = (metadata) => run?.(0, metadata as VideoFrameCallbackMetadata)
    return 1
  }

  getVideoPlaybackQuality() {
    return { droppedVideoFrames: 3 }
  }
}

const nothing = () => undefined

function open(change: Partial<PlayerOptions> = {}, { library, made } = silentLibrary()) {
  // Of which a fault may be.
  vi.stubGlobal('XMLHttpRequest', Object)
  const clock = new FakeClock()
  const video = new PlayingVideo()
  const faults: PlayerFault[] = []
  const frames: (number | undefined)[] = []
  let maps = 0
  const player = new Player({
    library,
    video: video.element,
    clock,
    manifest: '/media/first.m3u8',
    windowStartMs: startMs,
    startMs: () => at(5),
    isUnplayable: () => false,
    isAudible: false,
    onMap: () => (maps += 1),
    onFault: (fault) => faults.push(fault),
    onFrame: (wallMs) => frames.push(wallMs),
    onSeeked: () => undefined,
    ...change,
  })
  const hls = made[0]
  if (hls === undefined) throw new Error('no player')
  return { clock, video, made, hls, player, faults, frames, maps: () => maps }
}

/** Its manifest has been read. */
function opened(change: Partial<PlayerOptions> = {}, segments = hour()) {
  const stage = open(change)
  stage.hls.emit('MANIFEST_PARSED')
  stage.hls.emit('LEVEL_UPDATED', listOf(segments))
  return stage
}

describe('a player', () => {
  test.for([
    ['the asked instant', 5, 5.001],
    ['the end of the gap that it is in', 15, 10.001],
    ['the first footage', -60, 0.001],
    ['the last picture', 100, 19.999 + 0.001],
  ] as const)('begins at %s', ([, seconds, loadsFrom]) => {
    const { hls, maps } = opened({ startMs: () => at(seconds) })
    expect(hls.sources).toEqual(['/media/first.m3u8'])
    expect(hls.loadsFrom).toEqual([0, Math.round(loadsFrom * 1_000) / 1_000])
    hls.emit('LEVEL_PTS_UPDATED', listOf(hour()))
    expect(hls.loadsFrom).toHaveLength(2)
    expect(maps()).toBe(2)
  })

  it('is where its element is, in the time of the wall', () => {
    const { video, player } = opened()
    expect(open().player.headMs).toBeUndefined()
    player.seek(11, false)
    expect(player.headMs).toBeCloseTo(at(21), -1)
    expect(player.isSeeking).toBe(true)
    video.arrive()
    expect(player.isSeeking).toBe(false)
    expect(player.map?.endMs).toBe(at(30))
  })

  it.each([
    ['dated', 'x', 30],
    ['undated', null, 10],
  ])(
    'knows of footage behind a discontinuity only where that is %s',
    (_what, rawProgramDateTime, untilSeconds) => {
      const { hls, player } = opened()
      const list = listOf(hour())
      list.details.fragments.forEach((fragment, at) => {
        Object.assign(fragment, { rawProgramDateTime: at === 0 ? 'x' : null })
        if (at === 5) Object.assign(fragment, { rawProgramDateTime, tagList: [['DIS'], ['INF', '2']] })
      })
      hls.emit('LEVEL_PTS_UPDATED', list)
      expect(player.map?.endMs).toBe(at(untilSeconds))
    },
  )

  it.each([
    [false, aheadWhileSeekingSeconds],
    [true, aheadWhileSeekingHeardSeconds],
  ])('loads no more than the asked picture needs while it seeks, heard: %s', (isAudible, seconds) => {
    const { hls, video, player } = opened({ isAudible })
    player.seek(11, false)
    expect(hls.config.maxBufferLength).toBe(seconds)
    video.arrive()
    expect(hls.config.maxBufferLength).toBe(aheadSeconds)
  })

  it('loads nothing ahead of a hand that is faster than what is loaded ahead', () => {
    const { clock, hls, video, player } = opened()
    // Its exact seeks are slow: it is followed by key frames.
    for (let times = 0; times < 20; times += 1) {
      player.seek(1, false)
      clock.advance(100)
      video.arrive()
    }
    player.seek(3, true)
    player.seek(5.5, true)
    video.bufferedUntilSeconds = 4
    video.arrive()
    expect(video.sought.at(-1)).toBe(4)
    expect(hls.config.maxBufferLength).toBe(aheadWhileSeekingSeconds)
    player.seek(7.5, true)
    video.bufferedUntilSeconds = 9
    video.arrive()
    expect(video.sought.at(-1)).toBe(6)
    expect(hls.config.maxBufferLength).toBe(aheadSeconds)
    player.seek(9.9, true)
    video.bufferedUntilSeconds = 7
    video.arrive()
    expect(video.sought.at(-1)).toBe(8)
    expect(hls.config.maxBufferLength).toBe(aheadWhileSeekingSeconds)
    // Another step is taken at once.
    player.seek(11.5, true)
    video.arrive()
    expect(video.seeking).toBe(true)
    expect(hls.config.maxBufferLength).toBe(aheadWhileSeekingSeconds)
  })

  it('knows the instant of each picture', () => {
    const { video, frames } = opened()
    video.frame({ mediaTime: 3 })
    video.frame({ mediaTime: 12 })
    expect(frames).toEqual([at(3), at(22)])
  })

  it('runs and stands', () => {
    const { video, player } = open()
    player.run(1.05)
    expect(video).toMatchObject({ paused: false, playbackRate: 1.05 })
    player.run(1.0505)
    expect(video.playbackRate).toBe(1.05)
    player.run(0)
    expect(video).toMatchObject({ paused: true, playbackRate: 1.05 })
  })

  it('counts what is ready from its picture on, and what was dropped', () => {
    const { video, player } = open()
    video.bufferedUntilSeconds = 7
    video.currentTime = 3
    expect(player.figures()).toEqual({ bufferedSeconds: 4, droppedFrames: 3 })
  })

  it('knows the rate that the platform names', () => {
    const { hls, player } = open()
    expect(player.namedFrameMs).toBeUndefined()
    hls.levels = [
      { width: 320, height: 180, frameRate: 0 },
      { width: 640, height: 360, frameRate: 25 },
    ]
    expect(player.namedFrameMs).toBeUndefined()
    hls.currentLevel = 1
    expect(player.namedFrameMs).toBe(40)
  })

  test.for([
    ['there is no other one', '640×360', 0, false],
    ['the other one is larger', '640×360 1280×720', 0, true],
    ['the other one is no larger', '320×180 640×360', 1, false],
    ['the list names no sizes, and it plays the best', '0×0 0×0', 1, false],
    ['the list names no sizes, and it plays another one', '0×0 0×0', 0, true],
  ] as const)('has another rendition of more pixels? %s', ([, sizes, currentLevel, isReduced]) => {
    const { hls, video, player } = open()
    hls.levels = sizes.split(' ').map((size) => {
      const [width = 0, height = 0] = size.split('×').map(Number)
      return { width, height }
    })
    hls.currentLevel = currentLevel
    expect(player.isReduced).toBe(isReduced)
    video.videoWidth = 0
    expect(player.isReduced).toBe(false)
  })

  it('knows what its footage is made of once it has read some', () => {
    const { hls, player } = open()
    expect(player.facts).toEqual({ widthPx: 640, heightPx: 360, isReduced: false, codec: undefined })
    expect(player.hasSound).toBe(false)
    hls.emit('BUFFER_CODECS', { audiovideo: { codec: 'avc1.64001f,mp4a.40.2' } })
    expect(player).toMatchObject({ hasSound: true, facts: { codec: 'avc1.64001f,mp4a.40.2' } })
    hls.emit('BUFFER_CODECS', { video: { codec: 'hvc1' } })
    expect(player.facts.codec).toBe('hvc1')
  })

  it.each([
    ['a listener', true, false, 'trak'],
    ['nobody who listens', false, false, 'free'],
    ['nobody who listens, where segments are encrypted', false, true, 'trak'],
  ])('knows of the sound, and plays it for %s', (_who, isAudible, encrypted, type) => {
    const handler = Buffer.alloc(24)
    handler.write('soun', 8)
    const trak = box('trak', box('tkhd', Buffer.alloc(84)), box('mdia', box('hdlr', handler)))
    const data = new Uint8Array(box('moov', trak)).buffer
    const silent = silentLibrary()
    const loader = class {
      load(...[context, , { onSuccess }]: Parameters<Loader<LoaderContext>['load']>) {
        onSuccess({ url: '', data, code: 200 }, {} as never, context, null)
      }
    }
    Object.defineProperty(silent.library.Hls, 'DefaultConfig', { value: { loader } })
    const { hls, player } = open({ isAudible }, silent)
    const list = listOf(hour())
    for (const fragment of list.details.fragments) Object.assign(fragment, { encrypted })
    hls.emit('LEVEL_UPDATED', list)
    const { loader: Loads } = hls.config
    if (Loads === undefined) throw new Error('no loader')
    const callbacks = { onSuccess: nothing, onError: nothing, onTimeout: nothing }
    new Loads({} as never).load({} as LoaderContext, {} as never, callbacks)
    expect(player.hasSound).toBe(true)
    expect(Buffer.from(data).toString('latin1', 12, 16)).toBe(type)
  })

  it('has the instant of the picture on its element from that picture, which it lets go of', () => {
    const { player } = opened()
    // Of an element that has none.
    vi.stubGlobal('VideoFrame', undefined)
    expect(player.pictureMs).toBeUndefined()
    const close = vi.fn<() => void>()
    vi.stubGlobal(
      'VideoFrame',
      class {
        readonly timestamp = 12_500_000
        readonly close = close
      },
    )
    expect(player.pictureMs).toBe(at(22.5))
    expect(close).toHaveBeenCalledOnce()
  })

  it('has neither players nor listeners once it is disposed of', async () => {
    const { clock, made, hls, video, player, faults } = opened()
    player.moveTo({ manifest: '/media/next.m3u8', windowStartMs: startMs }, () => true)
    hls.emit('ERROR', { fatal: true, type: 'networkError', details: 'levelLoadError' })
    player.dispose()
    await settle()
    expect(made.map(({ isDestroyed }) => isDestroyed)).toEqual([true, true])
    expect(faults).toEqual([])
    video.currentTime = 4
    clock.advance(seekStuckMs)
    expect(video.sought).toHaveLength(1)
  })
})

/** Pictures of 200 ms in the first segment. */
async function withPictures() {
  const stage = opened()
  const { init, media } = await footage(Array.from({ length: 10 }, () => 200))
  stage.hls.emit('BUFFER_APPENDING', { type: 'video', data: init })
  stage.hls.emit('BUFFER_APPENDING', { type: 'video', data: media, offset: -epochSeconds })
  return stage
}

describe('what a picture on the element is', () => {
  it('is known from the footage itself', async () => {
    const { clock, video, player } = await withPictures()
    const { fromMs = 0, untilMs = 0 } = player.frameAt(at(1.1)) ?? {}
    expect([Math.round(fromMs), Math.round(untilMs)]).toEqual([at(1), at(1.2)])
    expect(player.frameAt(at(5))).toBeUndefined()
    expect(player.frameAt(at(15))).toBeUndefined()
    expect(player.isShowing(1.1)).toBeUndefined()
    player.seek(1.1, false)
    video.arrive()
    video.frame({ mediaTime: 1, presentationTime: clock.nowMs() })
    expect(player.isShowing(1.1)).toBe(true)
    expect(player.isShowing(1.3)).toBe(false)
  })

  it('is not known during a seek, nor from a picture of before', async () => {
    const { clock, video, player } = await withPictures()
    video.frame({ mediaTime: 1, presentationTime: clock.nowMs() - 1 })
    player.seek(1.1, false)
    expect(player.isShowing(1.1)).toBeUndefined()
    video.arrive()
    expect(player.isShowing(1.1)).toBeUndefined()
  })

  it('is not known from a picture of before that comes to the screen during the seek', async () => {
    const { clock, video, player } = await withPictures()
    player.seek(1.1, false)
    video.frame({ mediaTime: 0, presentationTime: clock.nowMs() })
    video.arrive()
    expect(player.isShowing(1.1)).toBeUndefined()
    video.frame({ mediaTime: 0, presentationTime: clock.nowMs() })
    expect(player.isShowing(1.1)).toBe(false)
    video.frame({ mediaTime: 1, presentationTime: clock.nowMs() })
    expect(player.isShowing(1.1)).toBe(true)
  })

  it('is known from one that comes to the screen before the seek is said to be done, or from one beside it', async () => {
    const { clock, video, player } = await withPictures()
    for (const [mediaTime, isShowing] of [
      [1, true],
      [0.8, false],
      [1.2, false],
    ] as const) {
      player.seek(1.1, false)
      video.frame({ mediaTime, presentationTime: clock.nowMs() })
      video.arrive()
      expect(player.isShowing(1.1)).toBe(isShowing)
    }
  })

  it('stands where it was sent, until it is to run or is sent elsewhere', async () => {
    const { clock, video, player } = await withPictures()
    const arrive = (seconds: number, mediaTime: number) => {
      clock.advance(1)
      player.seek(seconds, false)
      video.arrive()
      expect(player.standsAt(seconds)).toBe(false)
      video.frame({ mediaTime, presentationTime: clock.nowMs() })
    }
    arrive(1.1, 1)
    expect(player.standsAt(1.1)).toBe(true)
    // The same picture, and another place to play on from.
    expect(player.standsAt(1.05)).toBe(false)
    player.run(0)
    expect(player.standsAt(1.1)).toBe(true)
    player.run(1)
    player.run(0)
    expect(player.standsAt(1.1)).toBe(false)
    arrive(1.1, 1)
    player.seekWithin(1.1)
    expect(player.standsAt(1.1)).toBe(false)
  })

  it('is the position of the element where its footage is not known', () => {
    const { clock, video, player } = opened()
    player.seek(5, false)
    video.arrive()
    video.frame({ mediaTime: 4.98, presentationTime: clock.nowMs() })
    expect(player.isShowing(5)).toBe(true)
    expect(player.isShowing(5.1)).toBe(false)
    video.frame({ mediaTime: 5.04, presentationTime: clock.nowMs() })
    expect(player.isShowing(5)).toBe(false)
  })

  it('is asked for far from its edges', async () => {
    const { video, player } = await withPictures()
    player.seekWithin(1.01)
    video.arrive()
    player.seekWithin(5)
    expect(video.sought).toEqual([1.1, 5])
  })
})

describe('a list with holes', () => {
  it('has a gap where a segment is named as missing', () => {
    const segments = [...hour()]
    segments[1] = { wallMs: at(2), isMissing: true } as (typeof segments)[number]
    const { map } = opened({}, segments).player
    expect(map?.locate(at(3))).toMatchObject({ kind: 'gap', fromMs: at(2), untilMs: at(4) })
    expect(map?.isDamagedAt(at(3))).toBe(false)
  })

  it('is damaged where footage turned out not to play, which hls.js is kept from loading', () => {
    const segments = listOf(hour())
    const { hls, player } = open({ isUnplayable: (wallMs) => wallMs > at(2) && wallMs < at(4) })
    hls.emit('LEVEL_UPDATED', segments)
    expect(segments.details.fragments.map(({ gap }) => gap)).toEqual(
      hour().map(({ wallMs }) => wallMs === at(2)),
    )
    expect(player.map?.locate(at(3)).kind).toBe('gap')
    expect(player.map?.isDamagedAt(at(3))).toBe(true)
  })
})

describe('a player that fails', () => {
  const ofSegment = { fatal: true, type: 'networkError', details: 'fragLoadError', frag: { start: 4 } }

  it('stops at a segment that cannot be had, and loads on from where it is sent', async () => {
    const { hls, video, player, faults } = opened()
    hls.emit('ERROR', ofSegment)
    expect(hls.isStopped).toBe(true)
    expect(player.isStarved).toBe(false)
    video.bufferedUntilSeconds = 0
    expect(player.isStarved).toBe(true)
    expect(faults).toEqual([])
    await settle()
    expect(faults).toMatchObject([{ kind: 'segment', mediaStartSeconds: 4, isPassing: true }])
    player.seek(11, false)
    player.resumeIfStopped()
    player.resumeIfStopped()
    expect(hls.loadsFrom.slice(2)).toEqual([11.001])
    expect(player.isStarved).toBe(false)
  })

  it('reports nothing of what hls.js gets over by itself', async () => {
    const { hls, faults } = opened()
    hls.emit('ERROR', { ...ofSegment, fatal: false })
    await settle()
    expect(faults).toEqual([])
    expect(hls.isStopped).toBe(false)
  })

  it('has all its tries again once another rendition than the one that failed has arrived', () => {
    const { hls } = opened()
    const errors = () => hls.levels.map(({ fragmentError }) => fragmentError)
    hls.levels = [1, 3, 1].map((fragmentError) => ({ width: 640, height: 360, fragmentError }))
    hls.emit('FRAG_BUFFERED', { frag: { type: 'audio', level: 0 } })
    expect(errors()).toEqual([1, 3, 1])
    // Its own are counted by hls.js, which may want to give up a segment that arrives and is of no use.
    hls.emit('FRAG_BUFFERED', { frag: { type: 'main', level: 0 } })
    expect(errors()).toEqual([1, 0, 0])
    // And is itself tried again after a while.
    expect(hls.config.errorPenaltyExpireMs).toBeGreaterThan(0)
  })

  it("begins a seek that does not end anew, and so does the sharper picture's own player", () => {
    const { clock, video, player } = open()
    const sharp = new PlayingVideo()
    const callbacks = { onMap: nothing, onFault: nothing, onFrame: nothing, onSeeked: nothing }
    player.openBest({ video: sharp.element, startMs: clock.nowMs, ...callbacks })
    for (const element of [video, sharp]) {
      // The first seek is made by hls.js.
      element.currentTime = 20.001
      clock.advance(seekStuckMs)
      expect(element.sought).toEqual([20, 20])
      element.arrive()
    }
  })
})

it('the player of the sharper picture loads the best rendition alone', () => {
  const { made, player } = open({ isAudible: true })
  const callbacks = { onMap: nothing, onFault: nothing, onFrame: nothing, onSeeked: nothing }
  const best = player.openBest({ video: new PlayingVideo().element, startMs: () => at(5), ...callbacks })
  const hls = made[1]
  if (hls === undefined) throw new Error('no second player')
  hls.levels = [
    { width: 320, height: 180 },
    { width: 1_280, height: 720 },
  ]
  hls.emit('MANIFEST_PARSED')
  expect(hls.levels).toEqual([{ width: 1_280, height: 720 }])
  expect(hls.config).toMatchObject({ capLevelToPlayerSize: false, maxBufferLength: aheadWhileSeekingSeconds })
  expect([player.isAudible, best.isAudible]).toEqual([true, false])
})

describe('the window that comes next', () => {
  const next = { manifest: '/media/next.m3u8', windowStartMs: at(4) }

  /** At 5 s with all of the first list buffered; the next list begins at 4 s. */
  function moving(segments: { wallMs: number }[] = hour().slice(2)) {
    const stage = opened()
    stage.video.bufferedUntilSeconds = 9
    stage.player.seek(5, false)
    stage.video.arrive()
    stage.hls.bandwidthEstimate = 7e6
    const asked: boolean[] = []
    stage.player.moveTo(next, (canMove) => (asked.push(canMove), true))
    const hls = stage.made[1]
    if (hls === undefined) throw new Error('no second player')
    const read = async () => {
      hls.emit('MANIFEST_PARSED')
      hls.emit('LEVEL_UPDATED', listOf(segments))
      await settle()
    }
    return { ...stage, next: hls, asked, read }
  }

  it('takes over the element and what is buffered, and loads on where that ends', async () => {
    const { hls, next: other, player, asked, read } = moving()
    expect(other.sources).toEqual([next.manifest])
    expect(other.config).toMatchObject({ abrEwmaDefaultEstimate: 7e6 })
    await read()
    expect(asked).toEqual([true])
    expect([hls.isDestroyed, other.isDestroyed, other.isAttached]).toEqual([true, false, true])
    // On one time line: four seconds of the first list are not in the second.
    expect(other.config.timelineOffset).toBeCloseTo(4)
    expect(player.headMs).toBeCloseTo(at(5), -1)
    expect(other.loadsFrom).toEqual([0, 5])
  })

  it.each([
    ['could not be loaded', { details: 'fragLoadError', response: { code: 503 } }],
    ['is a gap', { details: 'fragGap' }],
    ['was too slow and given up', { details: 'aborted' }],
  ])('is begun anew when its first segment %s, which hls.js would not ask for again', async (_why, error) => {
    const { next: other, faults, read } = moving()
    await read()
    const data = { fatal: false, type: 'networkError', frag: { start: 9 }, ...error }
    other.emit('ERROR', { ...data, details: 'levelLoadError', frag: undefined })
    await settle()
    expect(faults).toEqual([])
    other.emit('ERROR', data)
    await settle()
    expect(faults).toEqual([{ kind: 'rebuild' }])
    other.emit('MEDIA_ATTACHED')
    other.emit('ERROR', data)
    await settle()
    expect(faults).toHaveLength(1)
  })

  it('is asked for once', () => {
    const { made, player } = moving()
    player.moveTo(next, () => true)
    expect(made).toHaveLength(2)
    player.moveTo({ ...next, manifest: '/media/third.m3u8' }, () => true)
    expect(made.map(({ isDestroyed }) => isDestroyed)).toEqual([false, true, false])
  })

  it('is asked for again, though not at once, when its list could not be had', async () => {
    const { clock, made, next: other, player, faults } = moving()
    const list = { fatal: true, type: 'networkError', details: 'manifestLoadError' }
    const again = (afterMs: number) => {
      clock.advance(afterMs)
      player.moveTo(next, () => true)
      return made.length
    }
    const sinceMs = clock.nowMs()
    other.emit('ERROR', { ...list, fatal: false })
    expect(again(nextWindowEveryMs)).toBe(2)
    other.emit('ERROR', list)
    expect(again(nextWindowEveryMs - 1)).toBe(2)
    expect(again(1)).toBe(3)
    expect(made.map(({ isDestroyed }) => isDestroyed)).toEqual([false, true, false])
    expect(again(nextWindowEveryMs)).toBe(3)
    await settle()
    expect(faults).toEqual([])
    // Of this player hls.js has brought nothing meanwhile.
    expect(player.activeAtMs).toBe(sinceMs)
  })

  it.each([
    ['has another instant for what is buffered', [4, 8, 20].map((seconds) => ({ wallMs: at(seconds) }))],
    ['does not hold the picture', hour(100)],
  ])('is not gone over to when its list %s', async (_why, segments) => {
    const { hls, next: other, asked, read } = moving(segments)
    await read()
    expect(asked).toEqual([false])
    expect([hls.isDestroyed, other.isDestroyed]).toEqual([false, true])
  })

  it('is tried again later when its list comes during a seek', async () => {
    const { made, player, asked, read } = moving()
    player.seek(6, false)
    await read()
    expect(asked).toEqual([])
    expect(made.map(({ isDestroyed }) => isDestroyed)).toEqual([false, true])
    player.moveTo(next, () => true)
    expect(made).toHaveLength(3)
  })
})
