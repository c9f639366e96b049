import type { ConnectionStatus } from '#contract/wall/connection.ts'
import { browserClock, type Clock } from '../../../../../src-renderer/clock.ts'
import { loadHls } from '../../../../../src-renderer/playback/tile/load-hls.ts'
import { PlaybackDriver } from '../../../../../src-renderer/playback/tile/playback-driver.ts'
import type { PlaybackObservation } from '../../../../../src-renderer/playback/tile/tile-state.ts'
import { pickShell } from '../../../../../src-renderer/shell/pick-shell.ts'
import type { FrameCode } from '../../../../../src-site/footage/frame-code.ts'
import { readPicture } from './read-picture.ts'

/** Playback alone on a page, driven by tests through the real shell. */
export interface PlaybackStage {
  /** Resolves when the wall has signed in to its platform. */
  ready(): Promise<void>
  /** One more tile of that camera; its number is the answer. */
  add(cameraId: string): number
  remove(tile: number): void
  follow(tile: number, wallMs: number, speed: number, isJump: boolean): void
  observe(tile: number): PlaybackObservation
  picture(tile: number): FrameCode | undefined
  /** Resolves once the tile says that its picture is of that instant, or that it has none; or after 3 s. */
  shown(tile: number, wallMs: number): Promise<PlaybackObservation>
  /** Resolves with the states on the way, once the tile has one of these. */
  until(tile: number, states: readonly string[]): Promise<string[]>
}

declare global {
  interface Window {
    playbackStage: PlaybackStage
  }
}

const monotonic: Clock = { ...browserClock, nowMs: () => performance.now() }
const shell = pickShell(window)
const drivers: PlaybackDriver[] = []
const aims: { wallMs: number; speed: number; atMs: number }[] = []

const holdAll = () =>
  void shell.call('playback.hold', {
    playing: drivers.flatMap((driver) => driver.playbackIds),
    paused: [],
  })

function driverOf(tile: number): PlaybackDriver {
  const driver = drivers[tile]
  if (driver === undefined) throw new Error(`no tile ${tile}`)
  return driver
}

setInterval(() => {
  for (const [tile, { wallMs, speed, atMs }] of aims.entries()) {
    const nowMs = performance.now()
    drivers[tile]?.follow({ wallMs: wallMs + (nowMs - atMs) * speed, speed }, false)
  }
}, 250)

/** The wall tells of changes only: a page that comes later has to ask. */
const signedIn = Promise.withResolvers<void>()
const isSignedIn = ({ key }: ConnectionStatus) => {
  if (key.state === 'present') signedIn.resolve()
}
shell.subscribe('connection', isSignedIn)
const greeting = await shell.call('wall.hello', undefined)
if (greeting.ok) isSignedIn(greeting.value.connection)

window.playbackStage = {
  ready: () => signedIn.promise,
  add(cameraId) {
    const video = document.createElement('video')
    video.muted = true
    const driver = new PlaybackDriver({
      shell,
      cameraId,
      quality: 'full',
      video,
      clock: monotonic,
      loadHls,
      onPlaybacks: holdAll,
    })
    document.body.append(driver.element)
    return drivers.push(driver) - 1
  },
  remove: (tile) => driverOf(tile).dispose(),
  follow(tile, wallMs, speed, isJump) {
    aims[tile] = { wallMs, speed, atMs: performance.now() }
    driverOf(tile).follow({ wallMs, speed }, isJump)
  },
  observe: (tile) => driverOf(tile).observe(),
  picture: (tile) => readPicture(driverOf(tile).element),
  async shown(tile, wallMs) {
    const giveUpAtMs = performance.now() + 3_000
    for (;;) {
      const observation = driverOf(tile).observe()
      if (performance.now() > giveUpAtMs) return observation
      const { state, shownMs } = observation
      const isThere = state === 'PAUSED' && Math.abs((shownMs ?? 0) - wallMs) <= 50
      if (isThere || ['GAP', 'NO RECORDING', 'FAILED', 'UNPLAYABLE'].includes(state)) return observation
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
