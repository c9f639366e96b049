import { GREET_RETRY_IN_MS } from '#renderer/wall/defaults.ts'
import { greet } from '#renderer/wall/shell-sync.ts'
import type { ConnectionStatus } from '#contract/wall/connection.ts'
import type { PlaybackQuality } from '#contract/wall/playback.ts'
import { browserClock } from '#renderer/clock.ts'
import { playbackDefaults } from '#renderer/playback/defaults.ts'
import { PlaybackGroup } from '#renderer/playback/playback-group.ts'
import { type LocalLiveObservation, localLiveOf } from '#renderer/playback/local/local-live.ts'
import { PlaybackHolds } from '#renderer/playback/playback-holds.ts'
import { loadHls } from '#renderer/playback/tile/load-hls.ts'
import { PlaybackDriver } from '#renderer/playback/tile/playback-driver.ts'
import { type PlaybackObservation, playbackWords, reducedWords } from '#renderer/playback/tile/tile-state.ts'
import { Turns } from '#renderer/playback/turns.ts'
import { pickShell } from '#renderer/shell/pick-shell.ts'
import { framesPerLoop } from '#tools/demo-footage/footage-defaults.ts'
import { type FrameCode, frameIndexAt, instantOf } from '#tools/demo-footage/frame-code.ts'
import { readFront, readPicture } from './read-picture.ts'
import { StageClock } from './stage-clock.ts'

/** Playback alone on a page, driven by tests through the real shell. */
export interface PlaybackStage {
  /** Of all that plays here. */
  readonly clock: StageClock
  /** Resolves when the wall has signed in to its platform. */
  readonly ready: () => Promise<void>
  /** One more tile of that camera; its number is the answer. */
  /** `sharpens`: a paused picture is replaced by the best rendition, which is loaded beside it. */
  readonly add: (cameraId: string, sharpens?: boolean) => number
  /** With its sound from now on. */
  readonly hear: (tile: number) => void
  readonly follow: (tile: number, wallMs: number, speed: number, isJump: boolean) => void
  readonly observe: (tile: number) => PlaybackObservation
  readonly picture: (tile: number) => FrameCode | undefined
  /** Goes there, paused, and looks at each frame of the screen until the tile says so of its picture. */
  readonly untilSharp: (tile: number, wallMs: number, until: 'sharp' | 'refused') => Promise<Look[]>
  /**
   * Looks at each frame of the screen until the tile has left that state, and gives back the pictures it saw in it;
   * undefined where there was none.
   */
  readonly picturesWhile: (tile: number, state: string) => Promise<(number | undefined)[]>
  /** Whether the pixels are of that instant, or of the picture beside it. */
  readonly follows: (tile: number, wallMs: number) => boolean
  /** How often players have asked for a manifest. */
  readonly manifestLoads: () => number
  /** The shell forgets what this page plays, behind the back of whoever plays it. */
  readonly dropAll: () => Promise<unknown>
  /** Nine or fewer tiles that follow one clock, paused at that instant; the first is selected. */
  readonly openGroup: (cameraIds: readonly string[], atMs: number) => PlaybackGroup
  /** The same; resolves once all of them are there. */
  readonly openPaused: (cameraIds: readonly string[], atMs: number) => Promise<PlaybackGroup>
  /** Other tiles of the group in the place of those that it has. */
  readonly showGroup: (cameraIds: readonly string[], quality?: PlaybackQuality) => void
  /** What is in front on a tile, from its pixels. */
  readonly front: (tile: number) => Omit<Look, 'words'>
  readonly group: PlaybackGroup
  /**
   * Lets the group go on at that speed for so much footage, a second or a tick at a time, each when the first tile shows the key
   * frame of the one before. Resolves with the pictures that were seen on the way; undefined where there was none.
   */
  readonly stepByKeyFrames: (rate: number, footageMs: number) => Promise<(number | undefined)[]>
  /** By tile: how far the instant in its pixels is ahead of the clock; undefined without a picture. */
  readonly offsetsMs: () => (number | undefined)[]
  /** Plays a camera live over HLS and resolves once it has so many pictures behind it. */
  readonly local: (
    cameraId: string,
    pictures: number,
  ) => Promise<Partial<LocalLiveObservation> & { picture: FrameCode | undefined }>
  /** Resolves once the tile says that its picture is of that instant, or that it has none; or after 20 s. */
  readonly shown: (tile: number, wallMs: number) => Promise<PlaybackObservation>
  /** Resolves with the sentence on a tile, once it has one and one of these states. */
  readonly untilWords: (tile: number, states: readonly string[]) => Promise<string>
  /** Resolves with the states on the way, once the tile has one of these. */
  readonly until: (tile: number, states: readonly string[]) => Promise<string[]>
}

/** One look at a tile that is paused. */
export interface Look {
  readonly words: string | undefined
  readonly widthPx: number
  /** Of what is in front, from its pixels; undefined when nobody can read it. */
  readonly frameIndex: number | undefined
}

declare global {
  interface Window {
    playbackStage: PlaybackStage
  }
}

const secondMs = 1_000
/** Each begins with a key frame. */
const segmentMs = 2 * secondMs
const tickMs = playbackDefaults.group.tickEveryMs
const clock = new StageClock()
const shell = pickShell(window)
const drivers: PlaybackDriver[] = []
let group: PlaybackGroup | undefined
let groupSize = 0
// `manifestLoads` counts by it.
performance.setResourceTimingBufferSize(5_000)
const aims: { wallMs: number; speed: number; atMs: number }[] = []

const holds = new PlaybackHolds(shell)
const holdAll = () =>
  holds.set(drivers, { playing: drivers.flatMap((driver) => driver.playbackIds), paused: [] })

function driverOf(tile: number): PlaybackDriver {
  const driver = drivers[tile] ?? group?.driver(tile)
  if (driver === undefined) throw new Error(`no tile ${tile}`)
  return driver
}

setInterval(() => {
  for (const [tile, { wallMs, speed, atMs }] of aims.entries()) {
    const nowMs = performance.now()
    drivers[tile]?.follow({ wallMs: wallMs + (nowMs - atMs) * speed, speed, heldSpeed: undefined }, false)
  }
}, 250)

/** The wall tells of changes only: a page that comes later has to ask. */
const signedIn = Promise.withResolvers<void>()
const isSignedIn = ({ key }: ConnectionStatus) => {
  if (key.state === 'present') signedIn.resolve()
}
shell.subscribe('connection', isSignedIn)
isSignedIn(
  (await greet(() => shell.call('wall.hello', undefined), browserClock, GREET_RETRY_IN_MS)).connection,
)

window.playbackStage = {
  clock,
  ready: () => signedIn.promise,
  add(cameraId, sharpens = true) {
    const video = document.createElement('video')
    video.muted = true
    const driver = new PlaybackDriver({
      shell,
      cameraId,
      quality: 'full',
      video,
      clock,
      loadHls,
      sharpening: { turns: new Turns(sharpens ? 1 : 0), isSelected: () => sharpens },
      onPlaybacks: holdAll,
    })
    document.body.append(driver.element)
    return drivers.push(driver) - 1
  },
  hear: (tile) => driverOf(tile).setAudible(true),
  follow(tile, wallMs, speed, isJump) {
    aims[tile] = { wallMs, speed, atMs: performance.now() }
    driverOf(tile).follow({ wallMs, speed, heldSpeed: undefined }, isJump)
  },
  openGroup(cameraIds, atMs) {
    group = new PlaybackGroup(atMs, {
      shell,
      holds,
      clock,
      loadHls,
      newestMs: () => Date.now() - 2_000,
    })
    window.playbackStage.showGroup(cameraIds)
    group.setFocus(0)
    return group
  },
  async openPaused(cameraIds, atMs) {
    const paused = window.playbackStage.openGroup(cameraIds, atMs)
    await Promise.all(cameraIds.map((_, tile) => window.playbackStage.until(tile, ['PAUSED'])))
    return paused
  },
  showGroup(cameraIds, quality = 'full') {
    groupSize = cameraIds.length
    group?.show(cameraIds.map((cameraId, tile) => ({ tile, cameraId, quality })))
    for (let tile = 0; tile < groupSize; tile += 1) document.body.append(driverOf(tile).element)
  },
  front(tile) {
    const { code, widthPx } = readFront(driverOf(tile).element)
    return { frameIndex: code?.frameIndex, widthPx }
  },
  get group() {
    if (group === undefined) throw new Error('no group')
    return group
  },
  async stepByKeyFrames(rate, footageMs) {
    const { group: stepped, picture } = window.playbackStage
    const seen = [picture(0)?.frameIndex]
    clock.stop()
    stepped.clock.setRate(rate)
    stepped.clock.play()
    const stepMs = Math.min(tickMs, secondMs / Math.abs(rate))
    for (let passedMs = 0; passedMs < footageMs; passedMs += stepMs * Math.abs(rate)) {
      clock.step(stepMs)
      // Any change of the clock is told at once, and not at the next tick.
      stepped.clock.setRate(rate)
      const keyFrame = frameIndexAt(Math.floor(stepped.clock.epochMs / segmentMs) * segmentMs)
      do {
        await new Promise(requestAnimationFrame)
        const frame = picture(0)?.frameIndex
        if (frame !== seen.at(-1)) seen.push(frame)
      } while (seen.at(-1) !== keyFrame)
    }
    return seen
  },
  async local(cameraId, pictures) {
    const video = document.createElement('video')
    video.muted = true
    const element = document.createElement('div')
    element.append(video, document.createElement('canvas'))
    document.body.append(element)
    const live = localLiveOf({
      shell,
      holds,
      cameraId,
      video,
      clock,
      platformNowMs: Date.now,
      loadHls,
    })
    while (video.getVideoPlaybackQuality().totalVideoFrames < pictures) {
      await new Promise(requestAnimationFrame)
    }
    const seen = { ...live.observe(), picture: readPicture(element) }
    live.dispose()
    return seen
  },
  offsetsMs: () =>
    Array.from({ length: groupSize }, (_, tile) => {
      const clockMs = window.playbackStage.group.clock.epochMs
      const code = readPicture(driverOf(tile).element)
      return code === undefined ? undefined : instantOf(code.frameIndex, clockMs) - clockMs
    }),
  observe: (tile) => driverOf(tile).observe(),
  picture: (tile) => readPicture(driverOf(tile).element),
  async untilSharp(tile, wallMs, until) {
    window.playbackStage.follow(tile, wallMs, 0, true)
    await window.playbackStage.shown(tile, wallMs)
    const driver = driverOf(tile)
    const looks: Look[] = []
    for (;;) {
      const { state, reduced } = driver.observe()
      const { code, widthPx } = readFront(driver.element)
      const words = reduced && reducedWords(reduced)
      if (state === 'PAUSED') looks.push({ words, widthPx, frameIndex: code?.frameIndex })
      const isSharp = state === 'PAUSED' && reduced === undefined
      if (until === 'sharp' ? isSharp : reduced?.isComing === false) return looks
      await new Promise(requestAnimationFrame)
    }
  },
  async picturesWhile(tile, state) {
    const seen: (number | undefined)[] = []
    while (driverOf(tile).observe().state === state) {
      const frame = readPicture(driverOf(tile).element)?.frameIndex
      if (seen.length === 0 || frame !== seen.at(-1)) seen.push(frame)
      await new Promise(requestAnimationFrame)
    }
    return seen
  },
  follows(tile, wallMs) {
    const code = readPicture(driverOf(tile).element)
    if (code === undefined) return false
    const distance = Math.abs(code.frameIndex - frameIndexAt(wallMs))
    return Math.min(distance, framesPerLoop - distance) <= 1
  },
  manifestLoads: () =>
    performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/manifest.m3u8')).length,
  dropAll: () => shell.call('playback.hold', { playing: [], paused: [] }),
  async shown(tile, wallMs) {
    const giveUpAtMs = performance.now() + 20_000
    for (;;) {
      const observation = driverOf(tile).observe()
      if (performance.now() > giveUpAtMs) {
        throw new Error(`${wallMs} is not shown: ${JSON.stringify(observation)}`)
      }
      const { state, shownMs } = observation
      const passedMs = wallMs - (shownMs ?? 0)
      // At the very edge of a picture a player may show the one before.
      const isThere = state === 'PAUSED' && passedMs > -2 && passedMs <= 68
      if (isThere || ['GAP', 'NO RECORDING', 'FAILED', 'UNPLAYABLE'].includes(state)) return observation
      await new Promise(requestAnimationFrame)
    }
  },
  async untilWords(tile, states) {
    for (;;) {
      const observation = driverOf(tile).observe()
      const words = playbackWords(observation, (epochMs) => new Date(epochMs).toISOString())
      const isSettled = observation.state !== 'SEEKING' && observation.state !== 'BUFFERING'
      const hasWords = isSettled || observation.reason !== undefined
      if (states.includes(observation.state) && words !== undefined && hasWords) return words
      await new Promise(requestAnimationFrame)
    }
  },
  until: (tile, states) => {
    const driver = driverOf(tile)
    const seen: string[] = [driver.observe().state]
    const done = Promise.withResolvers<string[]>()
    const look = () => {
      const { state } = driver.observe()
      if (seen.at(-1) !== state) seen.push(state)
      if (!states.includes(state)) return
      stop()
      done.resolve(seen)
    }
    const stop = driver.subscribe(look)
    look()
    return done.promise
  },
}
