// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { type WallErrorCode, wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { MEDIA_PROBLEM_HEADER } from '#contract/wall/playback.ts'
import { t } from '#renderer/language/language.ts'
import { playbackDefaults } from '#renderer/playback/defaults.ts'
import type { Aim } from '#renderer/playback/tile/aim.ts'
import { PlaybackDriver } from '#renderer/playback/tile/playback-driver.ts'
import { Turns } from '#renderer/playback/turns.ts'
import { FakeClock, settle } from '../fake-clock.ts'
import { FakeShell } from '../fake-shell.ts'
import { epochSeconds, footage } from './footage.ts'
import { listOf, silentLibrary } from './silent-hls.ts'
import { makeVideo, makeVideos } from './made-video.ts'

const { retrySegmentMs, retryDamagedMs, retryOpenMs, newestGapMs, quietMs, silentAfterMs, stillAfterMs } =
  playbackDefaults.tile
const startMs = 1_800_000_000_000
const at = (seconds: number) => startMs + seconds * 1_000
/** Ten seconds, a gap of ten, and ten more. */
const hour = [0, 2, 4, 6, 8, 20, 22, 24, 26, 28].map((seconds) => ({ wallMs: at(seconds) }))

interface Given {
  /** Why nothing is opened. */
  readonly refused?: WallErrorCode
  readonly hasLibrary?: boolean
  readonly isNewest?: boolean
}

function open({ refused, hasLibrary = true, isNewest = false }: Given = {}) {
  const clock = new FakeClock()
  const { video, frame, arrive, playTo } = makeVideo()
  const { library, made } = silentLibrary()
  let loads = 0
  const shell = new FakeShell({
    'playback.open': ({ quality }) =>
      refused === undefined
        ? ok({
            playbackId: `p-${quality}`,
            manifest: `/m/${quality}`,
            startMs,
            endMs: at(3_600),
            isNewest,
          })
        : fail(wallError(refused)),
    'playback.coverage': () => ok({ ranges: [], source: 'unknown' }),
  })
  const driver = new PlaybackDriver({
    shell,
    cameraId: 'camera-1',
    quality: 'reduced',
    video,
    clock,
    loadHls: async () => {
      loads += 1
      return hasLibrary ? library : undefined
    },
    sharpening: { turns: new Turns(1), isSelected: () => false },
    onPlaybacks: () => undefined,
  })
  onTestFinished(() => driver.dispose())
  const follow = (seconds: number, speed = 0, isJump = true) => {
    const aim: Aim = { wallMs: at(seconds), speed, heldSpeed: undefined }
    driver.follow(aim, isJump)
  }
  /** Its newest player has read its list. */
  const read = async (list = listOf(hour)) => {
    made.at(-1)?.emit('MANIFEST_PARSED')
    made.at(-1)?.emit('LEVEL_UPDATED', list)
    await settle()
  }
  /** Its newest player fails. */
  const fails = async (data: object) => {
    made.at(-1)?.emit('ERROR', data)
    await settle()
  }
  /** Led there, with its list read. */
  const begin = async (seconds: number, speed = 0, list = listOf(hour)) => {
    follow(seconds, speed)
    await settle()
    follow(seconds, speed, false)
    await read(list)
  }
  /** The seek is over and its picture is there. */
  const show = (mediaTime: number) => {
    do arrive()
    while (video.isSeeking)
    frame(mediaTime, clock.nowMs())
  }
  const states = () => driver.observe().state
  return {
    clock,
    shell,
    driver,
    made,
    video,
    follow,
    read,
    fails,
    begin,
    show,
    frame,
    arrive,
    playTo,
    states,
    loads: () => loads,
  }
}

/** Led to the fifth second, with its list read. */
async function begun() {
  const opened = open()
  await opened.begin(5)
  return opened
}

/** The picture of the fifth second is there. */
async function shown() {
  const opened = await begun()
  opened.show(5)
  return opened
}

/** A list that does not hold the picture. */
const elsewhere = [100, 102].map((seconds) => ({ wallMs: at(seconds) }))

/** From now on the element has that picture, by the time of the player. */
const hasPicture = (mediaSeconds: number) =>
  vi.stubGlobal(
    'VideoFrame',
    class {
      readonly timestamp = mediaSeconds * 1_000_000
      readonly close = () => undefined
    },
  )

/** Another player plays the footage from here on, its list has been read, and its seek is done. */
const goesOverTo = async ({ driver, made, read, arrive }: ReturnType<typeof open>) => {
  made[0]?.emit('BUFFER_CODECS', { audiovideo: { codec: 'avc1,mp4a' } })
  hasPicture(5)
  driver.setAudible(true)
  await read()
  arrive()
}

describe('a tile of the past', () => {
  it('stands at the asked picture, once it is that one', async () => {
    const { driver, show } = await begun()
    expect(driver.observe()).toMatchObject({ state: 'SEEKING', shownMs: undefined })
    show(5)
    expect(driver.observe()).toMatchObject({ state: 'PAUSED', shownMs: at(5) })
    expect(driver.playbackIds).toEqual(['p-reduced'])
    expect(driver.opened?.playbackId).toBe('p-reduced')
  })

  it('begins to load where it is led to, and knows its picture also where that comes before the seek is done', async () => {
    const { clock, made, frame, arrive, states } = await begun()
    expect(made[0]?.loadsFrom).toEqual([0, 5.001])
    frame(5, clock.nowMs())
    expect(states()).toBe('SEEKING')
    arrive()
    expect(states()).toBe('PAUSED')
  })

  it('has a better picture in front of it once that is there, and says meanwhile that it is on its way', async () => {
    const videos: ReturnType<typeof makeVideo>[] = []
    // The first one becomes what `open` makes of it.
    let isFirst = true
    makeVideos((element) => {
      if (isFirst) {
        isFirst = false
        return element
      }
      videos.push(makeVideo(element))
      return element
    })
    const { clock, driver, made, video, begin, read, show } = open()
    const [sharp] = videos
    if (sharp === undefined) throw new Error('no second element')
    Object.defineProperties(video, { videoWidth: { value: 320 }, videoHeight: { value: 180 } })
    Object.defineProperties(sharp.video, { videoWidth: { value: 1_280 }, videoHeight: { value: 720 } })
    const said: (boolean | undefined)[] = []
    driver.subscribe(() => said.push(driver.observe().reduced?.isComing))
    await begin(5)
    const levels = [
      { width: 320, height: 180 },
      { width: 1_280, height: 720 },
    ]
    made[0]?.levels.push(...levels)
    show(5)
    expect(said.at(-1)).toBe(true)
    // Nothing is loaded for a hand that drags.
    driver.follow({ wallMs: at(5), speed: 0, heldSpeed: undefined, isByHand: true }, false)
    clock.advance(quietMs)
    expect(made).toHaveLength(1)
    driver.follow({ wallMs: at(5), speed: 0, heldSpeed: undefined }, false)
    clock.advance(quietMs)
    made[1]?.levels.push(...levels)
    await read()
    hasPicture(5)
    sharp.playTo(5)
    sharp.frame(5, clock.nowMs())
    expect(said.at(-1)).toBeUndefined()
    expect(driver.observe()).toMatchObject({ state: 'PAUSED', shownMs: at(5), reduced: undefined })
    expect(driver.figures()?.picture).toMatchObject({ widthPx: 1_280, heightPx: 720 })
    // Of that one nobody but itself knows the instant.
    expect(driver.frame()).toMatchObject({ shownMs: undefined })
  })

  it('plays for as long as pictures come, and waits when they do not', async () => {
    const { clock, driver, begin, show, frame, playTo, follow, states } = open()
    await begin(2, 1)
    show(2)
    for (let seconds = 2; seconds < 6; seconds += 0.25) {
      playTo(seconds)
      frame(seconds, clock.nowMs())
      follow(seconds, 1, false)
      expect(states()).toBe('PLAYING')
      clock.advance(250)
    }
    const changes: string[] = []
    driver.subscribe(() => changes.push(states()))
    for (let seconds = 6; seconds < 9; seconds += 0.25) {
      follow(seconds, 1, false)
      clock.advance(250)
    }
    expect(changes[0]).toBe('BUFFERING')
  })

  it('shows that nothing is recorded in a gap, and until when', async () => {
    const { driver, begin, states } = open()
    await begin(15)
    expect(driver.observe()).toMatchObject({ state: 'GAP', untilMs: at(20) })
    await begin(1_000)
    expect(states()).toBe('NO RECORDING')
  })

  it('waits for footage that was filmed a moment ago before it reports that there is none', async () => {
    const { begin, states } = open()
    await begin(29)
    await begin(29 + newestGapMs / 1_000)
    expect(states()).toBe('SEEKING')
  })

  it.each([
    { isNewest: true, waitsForS: 30 },
    { isNewest: false, waitsForS: newestGapMs / 1_000 },
  ])('waits as long as the last segment is for one that is being filmed: $isNewest', async (given) => {
    const { begin, states } = open({ isNewest: given.isNewest })
    const long = listOf([{ wallMs: at(0) }])
    Object.assign(long.details.fragments[0] ?? {}, { duration: 30, tagList: [['INF', '30.000']] })
    await begin(29, 0, long)
    await begin(29 + given.waitsForS, 0, long)
    expect(states()).toBe('SEEKING')
    await begin(30 + given.waitsForS, 0, long)
    expect(states()).toBe('NO RECORDING')
  })

  test.for([
    ['no_recording', 'NO RECORDING'],
    ['key_rejected', 'NO ACCESS'],
    ['platform_failed', 'FAILED'],
  ] as const)('that is refused with %s is %s', async ([refused, state]) => {
    const { driver, made, begin } = open({ refused })
    await begin(5)
    expect(driver.observe().state).toBe(state)
    expect(driver.sound()).toBeUndefined()
    expect(made).toEqual([])
  })

  it('has failed while there is no player, and tries to get one again', async () => {
    const { clock, driver, follow, loads } = open({ hasLibrary: false })
    follow(5)
    await settle()
    follow(5, 0, false)
    await settle()
    expect(driver.observe().state).toBe('FAILED')
    expect(driver.observe().reason).toBeDefined()
    expect(driver.figures()).toBeUndefined()
    follow(5, 0, false)
    expect(loads()).toBe(1)
    clock.advance(retryOpenMs[0])
    follow(5, 0, false)
    expect(loads()).toBe(2)
  })

  it('is unplayable where this computer has no decoder, until another window is opened', async () => {
    const { made, follow, states, fails } = await begun()
    await fails({ type: 'mediaError', fatal: true, details: 'bufferAddCodecError' })
    expect(states()).toBe('UNPLAYABLE')
    expect(made[0]?.isDestroyed).toBe(true)
    follow(6)
    expect(states()).toBe('UNPLAYABLE')
    expect(made).toHaveLength(1)
  })

  const lost = { type: 'networkError', fatal: true, details: 'fragLoadError', frag: { start: 4 } }

  it('steps over a segment that cannot be had, fails there alone, and tries it again', async () => {
    const { clock, driver, made, follow, show, states, fails } = await begun()
    await fails(lost)
    expect(driver.observe()).toMatchObject({ state: 'FAILED' })
    expect(driver.observe().reason).toBeDefined()
    follow(7)
    show(7)
    expect(states()).toBe('PAUSED')
    clock.advance(retrySegmentMs)
    follow(5)
    // By another player: the first one does not load what it has given up.
    expect(made[0]?.isDestroyed).toBe(true)
    for (let times = 0; times < 3; times += 1) follow(5, 0, false)
    expect(made.map(({ isDestroyed }) => isDestroyed)).toEqual([true, false])
  })

  it('loads nothing anew that turned out not to play, for a while', async () => {
    const { clock, made, fails } = await begun()
    const failing = { type: 'mediaError', fatal: true, details: 'fragParsingError', frag: { start: 4 } }
    await fails(failing)
    const steppedOver = () => {
      const list = listOf(hour)
      made[0]?.emit('LEVEL_UPDATED', list)
      return list.details.fragments.flatMap(({ gap, start }) => (gap === true ? [start] : []))
    }
    expect(steppedOver()).toEqual([4])
    clock.advance(retryDamagedMs)
    expect(steppedOver()).toEqual([])
  })

  it.each([
    ['has broken the player', 'bufferAppendError', null],
    ['has broken the element', 'fragParsingError', { code: 3 }],
  ])('is played by another player beyond a segment that %s', async (_what, details, error) => {
    const { made, video, follow, read, states, fails } = await begun()
    Object.defineProperty(video, 'error', { value: error })
    await fails({ type: 'mediaError', fatal: true, details, frag: { start: 4 } })
    expect(states()).toBe('FAILED')
    follow(7)
    follow(7, 0, false)
    await read()
    follow(7, 0, false)
    expect(made.map(({ isDestroyed }) => isDestroyed)).toEqual([true, false])
  })

  it('is led to the asked picture once more when the browser shows the next one', async () => {
    const { video, show, states } = await begun()
    show(5.04)
    expect(video.isSeeking).toBe(true)
    expect(states()).toBe('SEEKING')
    show(5)
    expect(states()).toBe('PAUSED')
  })

  it('is played by another player when the first one brings nothing and reports nothing', async () => {
    const { clock, made, begin, follow, show } = await begun()
    clock.advance(silentAfterMs - 1)
    made[0]?.emit('ERROR', { type: 'networkError', fatal: false, details: 'fragLoadTimeOut' })
    clock.advance(silentAfterMs - 1)
    follow(5, 0, false)
    expect(made).toHaveLength(1)
    clock.advance(1)
    follow(5, 0, false)
    follow(5, 0, false)
    expect(made).toHaveLength(2)
    await begin(5)
    show(5)
    // A picture that stands needs nothing more.
    clock.advance(silentAfterMs)
    follow(5, 0, false)
    follow(7, 0, true)
    expect(made).toHaveLength(2)
  })

  it('waits before it reads a list again that it could not read, and knows of no sound meanwhile', async () => {
    const { clock, driver, made, follow, states, fails } = await shown()
    hasPicture(5)
    await fails({ type: 'networkError', fatal: true, details: 'levelLoadError' })
    follow(5, 0, false)
    expect(states()).toBe('FAILED')
    expect(driver.observe().shownMs).toBe(at(5))
    expect(driver.sound()).toBeUndefined()
    expect(made).toHaveLength(1)
    clock.advance(retryOpenMs[0])
    follow(5, 0, false)
    expect(made).toHaveLength(2)
  })

  it('is played with its sound by another player, and has none to hear where the footage has none', async () => {
    const { driver, made, video, show } = await begun()
    expect(driver.sound()).toBeUndefined()
    show(5)
    expect(driver.sound()).toBe('none')
    made[0]?.emit('BUFFER_CODECS', { audiovideo: { codec: 'avc1,mp4a' } })
    expect(driver.sound()).toBeUndefined()
    driver.setAudible(true)
    expect(made.map(({ isDestroyed }) => isDestroyed)).toEqual([true, false])
    made[1]?.emit('BUFFER_CODECS', { audiovideo: { codec: 'avc1,mp4a' } })
    expect(driver.sound()).toBe(video)
    driver.setAudible(true)
    expect(made).toHaveLength(2)
  })

  it('goes on without its sound where that is not to be had, until the next jump', async () => {
    const { driver, made, read, show, follow, fails } = await shown()
    const hasSound = () => made.at(-1)?.emit('BUFFER_CODECS', { audio: {} })
    hasSound()
    driver.setAudible(true)
    await fails({ type: 'networkError', fatal: true, details: 'audioTrackLoadError' })
    expect(made.map(({ isDestroyed }) => isDestroyed)).toEqual([true, true, false])
    await read()
    show(5)
    hasSound()
    driver.setAudible(true)
    expect(driver.sound()).toBe('lost')
    expect(made).toHaveLength(3)
    follow(6)
    driver.setAudible(true)
    expect(made).toHaveLength(4)
  })

  it('keeps its picture when its sound cannot be decoded, unless that is there without being asked for', async () => {
    const { driver, made, states, fails } = await shown()
    const failed = { type: 'mediaError', details: 'bufferAddCodecError', sourceBufferName: 'audio' }
    made[0]?.emit('BUFFER_CODECS', { audio: {} })
    driver.setAudible(true)
    await fails(failed)
    expect([made.length, driver.sound(), states()]).toEqual([3, 'lost', 'SEEKING'])
    await fails(failed)
    expect([made.length, states()]).toEqual([3, 'UNPLAYABLE'])
  })

  it('tries the sound of later windows once a minute, and again when it is asked for', async () => {
    const { clock, driver, made, begin, read, show, fails } = open()
    const isHeard = () => driver.sound() !== 'lost'
    const hasRead = async () => {
      await read()
      show(5)
      made.at(-1)?.emit('BUFFER_CODECS', { audio: {} })
    }
    const loseSound = async () => {
      await fails({ type: 'networkError', fatal: true, details: 'audioTrackLoadError' })
      await hasRead()
    }
    const nextWindow = async (quality: 'full' | 'reduced') => {
      driver.setQuality(quality)
      await settle()
      await hasRead()
      driver.setAudible(true)
    }
    await begin(5)
    show(5)
    await hasRead()
    driver.setAudible(true)
    await loseSound()
    await nextWindow('full')
    expect(driver.opened?.playbackId).toBe('p-full')
    expect(isHeard()).toBe(false)
    clock.advance(retryDamagedMs)
    driver.setAudible(true)
    expect(isHeard()).toBe(true)
    await loseSound()
    expect(isHeard()).toBe(false)
    const count = made.length
    driver.setAudible(false)
    driver.setAudible(true)
    expect(made).toHaveLength(count + 1)
  })

  it('keeps its picture in front of another player until that shows the asked one', async () => {
    const stage = await shown()
    const { clock, driver, show, frame } = stage
    await goesOverTo(stage)
    for (const mediaTime of [undefined, 5.04]) {
      if (mediaTime !== undefined) frame(mediaTime, clock.nowMs())
      expect(driver.observe().shownMs).toBe(at(5))
      // It is of another instant than the one asked for, as far as is known.
      expect([driver.frame(), driver.figures()?.picture]).toEqual([undefined, undefined])
    }
    clock.advance(1)
    show(5)
    expect(driver.frame()).toMatchObject({ shownMs: at(5) })
    expect(driver.figures()?.picture).toBeDefined()
  })

  it('keeps it while it plays, too, until another player has a picture', async () => {
    const stage = open()
    const { clock, driver, begin, show, frame } = stage
    await begin(5, 1)
    show(5)
    await goesOverTo(stage)
    expect(driver.frame()).toBeUndefined()
    frame(5, clock.nowMs())
    expect(driver.frame()).toBeDefined()
  })

  it('stands, with its picture, while the footage that it is led to is opened', async () => {
    const { driver, video, begin, show, follow } = open()
    await begin(5, 1)
    show(5)
    hasPicture(5)
    const pause = vi.spyOn(video, 'pause')
    Object.defineProperty(video, 'paused', { value: false })
    follow(10_000, 1)
    expect(pause).toHaveBeenCalled()
    expect(driver.observe().shownMs).toBe(at(5))
    expect(driver.frame()).toBeUndefined()
  })

  it('looks for what it is led to, also from the end of the footage where it stood', async () => {
    const { clock, video, begin, show, follow, playTo, states } = open()
    await begin(9.6, 1)
    show(9.6)
    playTo(9.95)
    follow(9.7, 1, false)
    clock.advance(100)
    follow(5, 1)
    expect(video.isSeeking).toBe(true)
    expect(video.currentTime).toBeLessThan(6)
    clock.advance(quietMs)
    follow(5.3, 1, false)
    expect(states()).toBe('SEEKING')
  })

  it('says of footage that is listed and cannot be read that it is damaged', async () => {
    const { driver, made } = await begun()
    const list = listOf(hour)
    for (const fragment of list.details.fragments) fragment.gap = fragment.start === 4
    made[0]?.emit('LEVEL_UPDATED', list)
    await settle()
    expect(driver.observe()).toMatchObject({ state: 'FAILED', reason: t('playback.fault.damaged') })
  })

  it('has no recording where a list without footage has ended, also while it is asked for again', async () => {
    const { clock, driver, made, follow, states, fails } = open()
    follow(5)
    await settle()
    follow(5, 0, false)
    const empty = { data: '#EXTM3U\n#EXT-X-ENDLIST\n' }
    await fails({ type: 'networkError', fatal: true, details: 'levelEmptyError', response: empty })
    expect(driver.observe()).toMatchObject({ state: 'NO RECORDING', reason: undefined, untilMs: undefined })
    clock.advance(retryOpenMs[0])
    follow(5, 0, false)
    expect([made.length, states()]).toEqual([2, 'NO RECORDING'])
    made.at(-1)?.emit('LEVEL_UPDATED', listOf(hour))
    await settle()
    expect(states()).toBe('SEEKING')
  })

  it.each([
    ['as it plays on', 1, false],
    ['where it jumps', 0, true],
  ])(
    'asks anew behind a gap in which a list was empty, %s: windows may end at the first gap',
    async (_how, speed, isJump) => {
      const { clock, shell, driver, made, follow, read, states } = open()
      const empty = { data: '#EXTM3U\n#EXT-X-ENDLIST\n' }
      const isRead = async () => {
        made
          .at(-1)
          ?.emit('ERROR', { type: 'networkError', fatal: true, details: 'levelEmptyError', response: empty })
        await settle()
      }
      follow(15, speed)
      await settle()
      follow(15, speed, false)
      await isRead()
      follow(15, speed, false)
      await settle()
      follow(15, speed, false)
      await isRead()
      expect(states()).toBe('NO RECORDING')
      clock.advance(Math.max(retryOpenMs[1], quietMs))
      expect(states()).toBe('NO RECORDING')
      follow(25, speed, isJump)
      await settle()
      expect(shell.inputsOf('playback.open').at(-1)).toMatchObject({ atMs: at(25) })
      // What is looked for behind a jump is not known to be missing.
      expect(states()).toBe(isJump ? 'SEEKING' : 'NO RECORDING')
      follow(25, speed, false)
      await read()
      expect(states()).not.toBe('NO RECORDING')
      expect(driver.map?.endMs).toBe(at(30))
    },
  )

  it('leaves nothing behind while it plays towards the end of footage', async () => {
    const { clock, driver, begin, show, follow, frame } = open()
    await begin(9.6, 1)
    show(9.6)
    follow(9.6, 1, false)
    let changes = 0
    driver.subscribe(() => (changes += 1))
    expect(clock.pendingCount).toBeGreaterThan(0)
    driver.dispose()
    expect(clock.pendingCount).toBe(0)
    frame(9.7, clock.nowMs())
    clock.advance(60_000)
    expect(changes).toBe(0)
  })

  it('opens the same footage in the quality that it is given, and goes over to it', async () => {
    const { shell, driver } = await shown()
    driver.setQuality('full')
    await settle()
    expect(shell.inputsOf('playback.open').map(({ quality }) => quality)).toEqual(['reduced', 'full'])
    expect(driver.playbackIds).toEqual(['p-reduced', 'p-full'])
  })

  /** Its picture is there, and so is the list of the same footage in more pixels. */
  const withMore = async (segments = hour) => {
    const stage = await shown()
    stage.driver.setQuality('full')
    await settle()
    const destroyed = () => stage.made.map(({ isDestroyed }) => isDestroyed)
    return { ...stage, read: () => stage.read(listOf(segments)), destroyed }
  }

  it('goes over to other footage of its picture by the same element, and keeps the picture meanwhile', async () => {
    const { driver, made, read, destroyed, states } = await withMore()
    expect(made[1]?.sources).toEqual(['/m/full'])
    await read()
    expect(destroyed()).toEqual([true, false])
    expect(driver.opened?.playbackId).toBe('p-full')
    expect(driver.playbackIds).toEqual(['p-full'])
    expect(states()).toBe('PAUSED')
  })

  it('has the faults of the footage that it has gone over to', async () => {
    const { read, states, fails } = await withMore()
    await read()
    await fails({ type: 'mediaError', fatal: true, details: 'bufferAddCodecError' })
    expect(states()).toBe('UNPLAYABLE')
  })

  it('begins other pixels anew where the two lists disagree', async () => {
    const { driver, made, read, destroyed } = await withMore(elsewhere)
    await read()
    expect(driver.opened?.playbackId).toBe('p-full')
    expect(driver.playbackIds).toEqual(['p-full'])
    expect(destroyed()).toEqual([true, true, false])
    expect(made[2]?.sources).toEqual(['/m/full'])
  })

  it('stays with what it plays when that is wished again before the other list has come', async () => {
    const { driver, read, destroyed, states } = await withMore()
    driver.setQuality('reduced')
    await read()
    expect(driver.opened?.playbackId).toBe('p-reduced')
    expect(driver.playbackIds).toEqual(['p-reduced'])
    expect(destroyed()).toEqual([false, true])
    expect(states()).toBe('PAUSED')
  })

  it.each([
    ['goes over to the window that comes next while this one still plays', hour, 'p-next', [true, false]],
    ['plays this window to its end where the next one disagrees', elsewhere, 'p-reduced', [false, true]],
  ])('%s', async (_what, segments, playbackId, destroyed) => {
    const { driver, shell, made, begin, read, show, follow, states } = open()
    shell.answers['playback.open'] = ({ fromMs }) => {
      const [id, manifest] = fromMs === undefined ? ['p-reduced', '/m'] : ['p-next', '/m/next']
      return ok({ playbackId: id, manifest, startMs, endMs: at(3_600), isNewest: false })
    }
    await begin(5, 1)
    show(5)
    follow(5, 1, false)
    await settle()
    await read(listOf(segments))
    expect(driver.opened?.playbackId).toBe(playbackId)
    expect(made.map(({ isDestroyed }) => isDestroyed)).toEqual(destroyed)
    expect(states()).toBe('PLAYING')
  })

  it.each([
    ['session-changed', 1],
    ['unknown-playback', 2],
  ])('is played anew after “%s”, opened %i times in all', async (problem, opens) => {
    const { driver, shell, made, follow, fails } = await begun()
    const networkDetails = Object.defineProperties(new XMLHttpRequest(), {
      getResponseHeader: { value: (name: string) => (name === MEDIA_PROBLEM_HEADER ? problem : null) },
      response: { value: '' },
    })
    await fails({ type: 'networkError', fatal: true, details: 'fragLoadError', networkDetails })
    follow(5, 0, false)
    expect(made.map(({ isDestroyed }) => isDestroyed)).toEqual([true, false])
    expect(shell.inputsOf('playback.open')).toHaveLength(opens)
    expect(driver.playbackIds).toEqual(['p-reduced'])
  })

  it('gives its picture, and none while another one stands for it', async () => {
    const { driver, follow } = await shown()
    hasPicture(5)
    expect(driver.frame()).toMatchObject({ frame: { timestamp: 5_000_000 }, shownMs: at(5) })
    follow(15)
    expect(driver.frame()).toBeUndefined()
  })

  it.each([
    ['keeps its last picture', 9.96, at(9.96)],
    ['is black where its player has run into later footage', 10.04, undefined],
  ])(
    '%s at the end of footage, which is where the wall is until the clock has passed it',
    async (_what, seconds, shownMs) => {
      const { clock, driver, begin, show, playTo, frame, follow, states } = open()
      await begin(9.6, 1)
      show(9.6)
      // A little ahead of the wall, so that it is there first.
      playTo(9.85)
      frame(9.85, clock.nowMs())
      follow(9.7, 1, false)
      hasPicture(seconds)
      clock.advance(200)
      expect(driver.observe().shownMs).toBe(shownMs)
      // By itself, as no other picture comes.
      clock.advance(150)
      expect(states()).toBe('GAP')
      expect(driver.observe()).toMatchObject({ shownMs, untilMs: at(20) })
      follow(10.1, 1, false)
      expect(states()).toBe('GAP')
      expect(driver.observe()).toMatchObject({ shownMs, untilMs: at(20) })
    },
  )

  it.each([
    ['keeps the last picture of the footage', 9.96, false, at(9.96)],
    ['shows none of the footage that comes after it', 10.04, false, undefined],
    ['shows none of the footage before it, once it is led there', 9.96, true, undefined],
  ])('in a gap a tile %s', async (_what, seconds, isJump, shownMs) => {
    const { driver, begin, show, follow, states } = open()
    await begin(9, 1)
    show(9)
    hasPicture(seconds)
    // A busy machine: the timer that stops the player has not come.
    follow(12, 1, isJump)
    expect(states()).toBe('GAP')
    expect(driver.observe().shownMs).toBe(shownMs)
  })

  it('stops on the last picture of footage as that is presented, before any of what comes after it', async () => {
    const { clock, driver, made, begin, show, frame, playTo, follow } = open()
    await begin(9.6, 1)
    show(9.6)
    made[0]?.levels.push({ width: 640, height: 360, frameRate: 25 })
    expect(driver.namedFrameMs).toBe(40)
    playTo(9.7)
    follow(9.7, 1, false)
    hasPicture(9.97)
    frame(9.97, clock.nowMs())
    frame(10.04, clock.nowMs())
    expect(driver.observe().shownMs).toBe(at(9.97))
  })

  it('plays a picture for as long as the footage says that it lasts', async () => {
    const { clock, made, begin, show, playTo, follow, states } = open()
    const { init, media } = await footage([2_000, 4_000, 1_000])
    await begin(2, 1)
    made[0]?.emit('BUFFER_APPENDING', { type: 'video', data: init })
    made[0]?.emit('BUFFER_APPENDING', { type: 'video', data: media, offset: -epochSeconds })
    show(2)
    const seen = new Map<number, string>()
    for (let seconds = 2; seconds < 9; seconds += 0.25) {
      playTo(seconds)
      follow(seconds, 1, false)
      seen.set(seconds, states())
      clock.advance(250)
    }
    // The one of 2 s lasts until 6 s, and is missed for a moment before that is said.
    const missedAt = 6 + (stillAfterMs + quietMs) / 1_000
    expect([...seen].find(([seconds]) => seconds >= missedAt)?.[1]).toBe('BUFFERING')
    expect([...seen].filter(([seconds]) => seconds < missedAt).map(([, state]) => state)).not.toContain(
      'BUFFERING',
    )
  })

  it('measures how far it is from where it should be', async () => {
    const { driver } = await shown()
    expect(driver.figures()?.aheadMs).toBeCloseTo(1, 0)
    expect(driver.figures()).toMatchObject({ droppedFrames: 0, picture: { isReduced: false } })
  })

  it('leaves nothing behind', async () => {
    const { clock, driver, made, begin, follow } = open()
    document.body.append(driver.element)
    await begin(5)
    driver.dispose()
    expect(made[0]?.isDestroyed).toBe(true)
    expect(driver.element.isConnected).toBe(false)
    expect(driver.playbackIds).toEqual([])
    follow(6)
    expect(made).toHaveLength(1)
    expect(clock.pendingCount).toBe(0)
  })
})
