import type { PlaybackQuality } from '#contract/wall/playback.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { Clock } from '../clock.ts'
import { playbackDefaults } from './defaults.ts'
import { FocusPatience } from './focus-patience.ts'
import type { PlaybackHolds } from './playback-holds.ts'
import { neighbourFrame } from './neighbour-frame.ts'
import type { LoadHls } from './tile/load-hls.ts'
import { isByKeyFrames } from './tile/aim.ts'
import { PlaybackDriver } from './tile/playback-driver.ts'
import { Turns } from './turns.ts'
import { VideoPool } from './video-pool.ts'
import { WallClock } from './wall-clock.ts'

export interface PlaybackGroupOptions {
  readonly shell: Pick<WallShell, 'call'>
  readonly holds: PlaybackHolds
  /** Its milliseconds only ever go forward. */
  readonly clock: Clock
  /** Epoch milliseconds of the newest footage that there can be. */
  readonly newestMs: () => number
  readonly loadHls: LoadHls
}

export interface PlaybackWish {
  readonly tile: number
  readonly cameraId: string
  readonly quality: PlaybackQuality
}

type Shown = PlaybackWish & { readonly driver: PlaybackDriver; readonly video: HTMLVideoElement }

const { group: limits } = playbackDefaults

/** All playback tiles of a page and the clock that they follow. */
export class PlaybackGroup {
  readonly clock: WallClock
  readonly #options: PlaybackGroupOptions
  readonly #videos = new VideoPool()
  readonly #patience = new FocusPatience()
  readonly #sharpening = new Turns(limits.sharpenAtOnce)
  readonly #tiles = new Map<number, Shown>()
  readonly #stopListening: () => void
  #cancelTick: () => void
  #focus: number | undefined
  #isByHand = false

  constructor(atMs: number, options: PlaybackGroupOptions) {
    this.#options = options
    this.clock = new WallClock(atMs, { monotonicMs: options.clock.nowMs, newestMs: options.newestMs })
    this.#stopListening = this.clock.subscribe((change) => {
      if (change === 'instant') this.#patience.renew()
      this.#follow(change === 'instant')
    })
    this.#cancelTick = options.clock.after(limits.tickEveryMs, () => this.#tick())
  }

  /** The whole list, on every change. A tile that keeps its camera keeps its picture. */
  show(wishes: readonly PlaybackWish[]): void {
    for (const shown of this.#tiles.values()) {
      const wish = wishes.find(({ tile, cameraId }) => tile === shown.tile && cameraId === shown.cameraId)
      if (wish === undefined) this.#drop(shown)
      // `full` has the small rendition, too: a tile that shrinks takes that by itself.
      else if (wish.quality === 'full') shown.driver.setQuality('full')
    }
    for (const wish of wishes) {
      if (!this.#tiles.has(wish.tile)) this.#add(wish)
    }
    this.#publishHeld()
  }

  driver(tile: number): PlaybackDriver | undefined {
    return this.#tiles.get(tile)?.driver
  }

  /** The selected tile: the clock waits for it a moment, and it is the one whose pictures are counted. */
  setFocus(tile: number | undefined): void {
    if (tile === this.#focus) return
    this.#focus = tile
    this.#patience.renew()
  }

  /** While a hand moves the clock the selected tile alone follows it; nine that seek would all be late. */
  setByHand(isByHand: boolean): void {
    this.#isByHand = isByHand
  }

  /** The clock stops; where key frames follow each other up to a second apart, at the one that is seen. */
  pause(): void {
    this.clock.pause(this.#seenKeyFrameMs)
  }

  /** One picture of the selected tile on or back, over gaps. */
  step(direction: 1 | -1): void {
    const { clock } = this
    const driver = this.#focused
    if (driver === undefined) return clock.pause()
    clock.pause(
      neighbourFrame({
        direction,
        clockMs: this.#seenKeyFrameMs ?? clock.epochMs,
        shownMs: driver.observe().shownMs,
        frameMs: driver.namedFrameMs ?? limits.frameMs,
        frameAt: (wallMs) => driver.frameAt(wallMs),
        map: driver.map,
      }),
    )
  }

  dispose(): void {
    this.#cancelTick()
    this.#stopListening()
    this.show([])
  }

  get #focused(): PlaybackDriver | undefined {
    return this.#focus === undefined ? undefined : this.driver(this.#focus)
  }

  get #seenKeyFrameMs(): number | undefined {
    const { state, shownMs } = this.#focused?.observe() ?? {}
    return isByKeyFrames(this.#aim) && state === 'PLAYING' ? shownMs : undefined
  }

  #add(wish: PlaybackWish): void {
    const { shell, clock, loadHls } = this.#options
    const video = this.#videos.take()
    const { cameraId, quality } = wish
    const onPlaybacks = () => this.#publishHeld()
    const sharpening = { turns: this.#sharpening, isSelected: () => this.#focus === wish.tile }
    const options = { shell, cameraId, quality, video, clock, loadHls, sharpening, onPlaybacks }
    const driver = new PlaybackDriver(options)
    this.#tiles.set(wish.tile, { ...wish, driver, video })
    driver.follow(this.#aim, true)
  }

  #drop({ tile, driver, video }: Shown): void {
    this.#tiles.delete(tile)
    driver.dispose()
    this.#videos.give(video)
  }

  #tick(): void {
    this.#waitForFocus()
    this.#follow(false)
    this.#cancelTick = this.#options.clock.after(limits.tickEveryMs, () => this.#tick())
  }

  get #aim() {
    const { epochMs, speed, rate, isHeld, isPlaying } = this.clock
    return {
      wallMs: epochMs,
      speed,
      heldSpeed: isHeld && isPlaying ? rate : undefined,
      isByHand: this.#isByHand,
    }
  }

  #follow(isJump: boolean): void {
    const aim = this.#aim
    // The selected tile first: its request is the first on the way.
    this.#focused?.follow(aim, isJump)
    for (const { driver } of this.#isByHand ? [] : this.#tiles.values()) {
      if (driver !== this.#focused) driver.follow(aim, isJump)
    }
    this.#publishHeld()
  }

  #waitForFocus(): void {
    const state = this.#focused?.observe().state
    const isBehind = this.clock.isPlaying && (state === 'SEEKING' || state === 'BUFFERING')
    this.clock.setHeld(this.#patience.waits(isBehind, this.#options.clock.nowMs()))
  }

  #publishHeld(): void {
    const ids = [...this.#tiles.values()].flatMap(({ driver }) => driver.playbackIds)
    const isPlaying = this.clock.isPlaying
    this.#options.holds.set(this, { playing: isPlaying ? ids : [], paused: isPlaying ? [] : ids })
  }
}
