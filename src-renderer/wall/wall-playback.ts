import type { OpenedPlayback } from '#contract/wall/playback.ts'
import { playbackDefaults } from '../playback/defaults.ts'
import type { PlaybackDriver } from '../playback/tile/playback-driver.ts'
import type { ScrubPort } from '../timeline/input/timeline-hand.ts'
import type { TimelineCommand } from '../timeline/input/timeline-keys.ts'
import { withEnd } from './export-range.ts'
import { PlaybackTiles, type PlaybackTilesOptions } from './playback-tiles.ts'
import type { PlaybackPictures } from './playback-pictures.ts'
import { shuttled } from './shuttle.ts'

/** All that an operator does to the wall's tiles in the past. */
export class WallPlayback implements ScrubPort {
  readonly #options: PlaybackTilesOptions
  readonly #tiles: PlaybackTiles
  #isSuspended = false
  /** Before the hand came, or the sleep. */
  #wasPlaying = false
  #runTimeline: ((command: TimelineCommand) => void) | undefined

  constructor(options: PlaybackTilesOptions) {
    this.#options = options
    this.#tiles = new PlaybackTiles(options)
  }

  dispose(): void {
    this.#tiles.dispose()
  }

  get pictures(): PlaybackPictures {
    return this.#tiles.pictures
  }

  /** The tile that is counted in pictures, and that a hand moves: the selected one, or the first while that is live. */
  get focus(): number | undefined {
    return this.#tiles.focus
  }

  /** What the tiles of a camera play at this moment. */
  playbacksOf(cameraId: string): OpenedPlayback[] {
    return this.#tiles.visible.flatMap((tile) => {
      const driver = this.#tiles.driver(tile)
      return driver?.cameraId === cameraId ? (driver.opened ?? []) : []
    })
  }

  /** How its player does; undefined while it has none. */
  figuresOf(tile: number): ReturnType<PlaybackDriver['figures']> {
    return this.#tiles.driver(tile)?.figures()
  }

  /** What has just happened in this tile (the selected one), once more. Tiles that play already come along. */
  replay(tile = this.#tiles.selected): void {
    const fromMs = this.#options.clock.nowMs() - playbackDefaults.group.replayMs
    this.#tiles.enter([tile], { atMs: fromMs, isPlaying: true, rate: 1 })
  }

  /** One tile, the selected one unless another is named. */
  goLive(tile = this.#tiles.selected): void {
    this.#tiles.set({ tiles: this.#tiles.state.tiles.filter((other) => other !== tile), isTogether: false })
  }

  goLiveAll(): void {
    this.#tiles.set({ tiles: [] })
  }

  playPause(): void {
    const clock = this.#tiles.clock
    if (clock?.isPlaying === true) this.#tiles.pause()
    else clock?.play()
  }

  step(by: 1 | -1): void {
    this.#tiles.step(by)
  }

  shuttle(by: -1 | 0 | 1): void {
    const clock = this.#tiles.clock
    if (clock === undefined) return
    if (by === 0) return this.#tiles.pause()
    clock.setRate(shuttled(this.#tiles.state.speed, by))
    clock.play()
  }

  /** On or back from where the wall stands; from now while it is live. */
  jump(byMs: number): void {
    this.goTo((this.#tiles.clock?.epochMs ?? this.#options.clock.nowMs()) + byMs)
  }

  /** Epoch milliseconds. What plays goes on playing there; of a wall that is live, the selected tile begins to. */
  goTo(atMs: number): void {
    const clock = this.#tiles.clock
    this.#tiles.enter(clock === undefined ? [this.#tiles.selected] : [], {
      atMs,
      isPlaying: clock?.isPlaying ?? true,
    })
  }

  /** All visible tiles at the instant of those that play; the last 30 s when none does. Again: only the selected one stays. */
  playTogether(): void {
    const { tiles, isTogether } = this.#tiles.state
    if (isTogether) {
      return this.#tiles.set({
        tiles: tiles.filter((tile) => tile === this.#tiles.selected),
        isTogether: false,
      })
    }
    const isLive = this.#tiles.clock === undefined
    const fromMs = this.#options.clock.nowMs() - playbackDefaults.group.replayMs
    this.#tiles.enter(this.#tiles.visible, isLive ? { atMs: fromMs, isPlaying: true } : {})
    if (this.#tiles.clock !== undefined) this.#tiles.set({ isTogether: true })
  }

  toggleTimeline(): void {
    this.#options.playback.setState(({ isTimelineShown }) => ({ isTimelineShown: !isTimelineShown }))
  }

  /** An end of what is to be exported, where the wall stands. */
  markRange(end: 'start' | 'end'): void {
    const atMs = this.#tiles.clock?.epochMs
    if (atMs === undefined) return
    this.#options.playback.setState(({ range }) => ({
      range: withEnd(range, end, atMs),
      isTimelineShown: true,
    }))
  }

  clearRange(): void {
    this.#options.playback.setState({ range: {} })
  }

  /** The timeline lends its ear for commands from elsewhere while it is shown; returns the function that takes it back. */
  lendTimeline(run: (command: TimelineCommand) => void): () => void {
    this.#runTimeline = run
    return () => {
      if (this.#runTimeline === run) this.#runTimeline = undefined
    }
  }

  timeline(command: TimelineCommand): void {
    this.#runTimeline?.(command)
  }

  /** The selected tile joins; while the hand moves, nothing plays. */
  scrubTo(atMs: number): void {
    if (this.#tiles.state.scrub === undefined) this.#wasPlaying = this.#tiles.clock?.isPlaying === true
    this.#tiles.enter([this.#tiles.selected], { atMs, isPlaying: false, isByHand: true })
  }

  /** The exact picture; then on as it was before the hand came. */
  release(atMs: number): void {
    const isKey = this.#tiles.state.scrub === undefined
    const isPlaying = isKey ? (this.#tiles.clock?.isPlaying ?? true) : this.#wasPlaying
    this.#tiles.set({ scrub: undefined })
    this.#tiles.enter([this.#tiles.selected], { atMs, isPlaying })
  }

  /** The tile (the selected one) joins what is in playback, or begins it; all of it goes there. Epoch milliseconds. */
  playFrom(atMs: number, isPlaying: boolean, tile = this.#tiles.selected): void {
    this.#tiles.enter([tile], { atMs, isPlaying, rate: 1 })
  }

  /** The machine goes to sleep: let go of all footage. `resume` opens it again, where it was. */
  suspend(): void {
    if (this.#isSuspended) return
    this.#wasPlaying = this.#tiles.clock?.isPlaying === true
    this.#tiles.clock?.pause()
    this.#isSuspended = true
    this.#tiles.setSuspended(true)
  }

  resume(): void {
    if (!this.#isSuspended) return
    this.#isSuspended = false
    this.#tiles.setSuspended(false)
    if (this.#wasPlaying) this.#tiles.clock?.play()
  }

  /** After the size of a tile has changed. */
  update(): void {
    this.#tiles.update()
  }
}
