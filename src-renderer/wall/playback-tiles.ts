import type { WallDocument } from '#contract/wall/document.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { Clock } from '../clock.ts'
import { playbackDefaults } from '../playback/defaults.ts'
import { PlaybackGroup, type PlaybackWish } from '../playback/playback-group.ts'
import type { PlaybackHolds } from '../playback/playback-holds.ts'
import type { LoadHls } from '../playback/tile/load-hls.ts'
import type { PlaybackDriver } from '../playback/tile/playback-driver.ts'
import type { WallClock } from '../playback/wall-clock.ts'
import type { AreaOptions } from './area-options.ts'
import { shareOf } from './layout.ts'
import { PlaybackEdge } from './playback-edge.ts'
import type { PlatformClock } from './platform-clock.ts'
import { PlaybackPictures } from './playback-pictures.ts'
import type { PlaybackState } from './playback-store.ts'
import type { TileSize } from './tile-sizes.ts'
import { cameraIdOf, isOnWall, visibleTiles } from './wall-document.ts'

export interface PlaybackTilesOptions extends Pick<AreaOptions, 'wall' | 'viewport' | 'playback'> {
  readonly holds: PlaybackHolds
  readonly shell: Pick<WallShell, 'call'>
  /** What is newest, and what the playhead is counted by: footage is of the platform's time. */
  readonly clock: Pick<PlatformClock, keyof Clock | 'onSet'>
  /** Its milliseconds only ever go forward: what the players follow. */
  readonly steadyClock: Clock
  readonly loadHls: LoadHls
  /** In device pixels; undefined until it has been measured. */
  readonly sizeOf: (tile: number) => TileSize | undefined
}

/** Where tiles are brought to; what is not said stays as it is. */
export interface PlaybackTileEntry {
  /** Epoch milliseconds. */
  readonly atMs?: number
  readonly isPlaying?: boolean
  readonly rate?: number
  /** A hand leads the clock there: until it lets go, the selected tile alone follows. */
  readonly isByHand?: boolean
}

/** Which tiles show the past, and the one clock that they follow: joins the wall's document with the players. */
export class PlaybackTiles {
  readonly pictures = new PlaybackPictures()
  readonly #options: PlaybackTilesOptions
  readonly #edge: PlaybackEdge
  readonly #stopListening: readonly (() => void)[]
  /** Made by the first playback: most walls are live for days. */
  #group: PlaybackGroup | undefined
  #focus: number | undefined
  #isSuspended = false

  constructor(options: PlaybackTilesOptions) {
    this.#options = options
    this.#edge = new PlaybackEdge(options.clock)
    this.#stopListening = [
      options.wall.subscribe(() => this.update()),
      // What is counted by it since some instant is counted anew.
      options.clock.onSet(() => this.#publish({})),
    ]
  }

  dispose(): void {
    for (const stop of this.#stopListening) stop()
    this.#edge.dispose()
    this.pictures.dispose()
    this.#group?.dispose()
  }

  /** The tile that is counted in pictures, and that a hand moves: the selected one, or the first while that is live. */
  get focus(): number | undefined {
    return this.#focus
  }

  get selected(): number {
    return this.#document.selected
  }

  get visible(): readonly number[] {
    return visibleTiles(this.#document)
  }

  get state(): PlaybackState {
    return this.#options.playback.getState()
  }

  /** Undefined while the whole wall is live. */
  get clock(): WallClock | undefined {
    return this.state.tiles.length === 0 ? undefined : this.#group?.clock
  }

  driver(tile: number): PlaybackDriver | undefined {
    return this.#group?.driver(tile)
  }

  pause(): void {
    this.#group?.pause()
  }

  step(by: 1 | -1): void {
    if (this.clock !== undefined) this.#group?.step(by)
  }

  /** Lets go of all footage, or opens it again where it was. */
  setSuspended(isSuspended: boolean): void {
    this.#isSuspended = isSuspended
    this.update()
  }

  /** After the wall has changed, or the size of a tile has. */
  update(): void {
    const { tiles, isTogether } = this.state
    const wanted = isTogether ? [...tiles, ...this.visible] : tiles
    this.set({ tiles: wanted.filter((tile) => this.#canPlay(tile)) })
  }

  /** Brings tiles to the clock, and the clock to where it shall be; what is not said stays as it is. */
  enter(tiles: readonly number[], { atMs, isPlaying, rate, isByHand }: PlaybackTileEntry): void {
    const joined = [...this.state.tiles, ...tiles].filter((tile) => this.#canPlay(tile))
    if (joined.length === 0) return
    const group = (this.#group ??= this.#makeGroup(atMs ?? this.#options.clock.nowMs()))
    const { clock } = group
    const wasLive = this.clock === undefined
    // What was left behind at some speed begins anew at the plain one.
    const newRate = rate ?? (wasLive ? 1 : clock.rate)
    if (newRate !== clock.rate) clock.setRate(newRate)
    if (isPlaying === false && clock.isPlaying) clock.pause()
    const scrub = isByHand === true && atMs !== undefined ? { atMs } : undefined
    if (scrub !== undefined) {
      // Before the clock is there: whoever follows it seeks.
      if (joined.includes(this.selected)) group.setFocus(this.selected)
      group.setByHand(true)
    }
    if (atMs !== undefined) clock.seek(atMs)
    if (isPlaying === true && !clock.isPlaying) clock.play()
    this.set({
      tiles: joined,
      ...(wasLive ? { isTimelineShown: true } : {}),
      ...(scrub === undefined ? {} : { scrub }),
    })
  }

  /** Every change of what is in playback. */
  set(change: Partial<PlaybackState>): void {
    const before = this.state
    const { tiles = before.tiles, isTogether = before.isTogether } = change
    const sorted = [...new Set(tiles)].sort((a, b) => a - b)
    const isLive = sorted.length === 0
    this.#publish({
      ...change,
      // The same list stays the same object: whoever compares sees that nothing has happened.
      tiles: sorted.join() === before.tiles.join() ? before.tiles : sorted,
      isTogether: isTogether && !isLive,
      ...(isLive ? { scrub: undefined } : {}),
    })
    if (isLive) this.#group?.clock.pause()
    this.#show()
  }

  get #document() {
    return this.#options.wall.getState().document
  }

  #canPlay(tile: number): boolean {
    return isOnWall(this.#document, tile) && cameraIdOf(this.#document, tile) !== undefined
  }

  #makeGroup(atMs: number): PlaybackGroup {
    const { shell, holds, steadyClock, loadHls } = this.#options
    const options = { shell, holds, clock: steadyClock, newestMs: this.#edge.newestMs, loadHls }
    const group = new PlaybackGroup(atMs, options)
    group.clock.subscribe(() => this.#publish({}))
    return group
  }

  #publish(change: Partial<PlaybackState>): void {
    const { playback, clock } = this.#options
    const tiles = change.tiles ?? this.state.tiles
    const wallClock = tiles.length === 0 ? undefined : this.#group?.clock
    this.#edge.watch(wallClock)
    if (wallClock === undefined) {
      const isSame = this.state.playhead.mode === 'live'
      playback.setState({ ...change, ...(isSame ? {} : { playhead: { mode: 'live' }, speed: 0 }) })
      return
    }
    const { epochMs, speed, isPlaying, rate } = wallClock
    const playhead = { mode: 'playback', atMs: epochMs, sinceMs: clock.nowMs(), rate: speed } as const
    playback.setState({ ...change, playhead, speed: isPlaying ? rate : 0 })
  }

  #show(): void {
    const group = this.#group
    if (group === undefined) return
    const { sizeOf, viewport } = this.#options
    const { tiles } = this.state
    const wishes = this.#isSuspended ? [] : playbackWishes(this.#document, tiles, sizeOf, viewport())
    group.show(wishes)
    this.#focus = (wishes.find(({ tile }) => tile === this.selected) ?? wishes[0])?.tile
    group.setFocus(this.#focus)
    group.setByHand(this.state.scrub !== undefined)
    this.pictures.show(wishes, (tile) => group.driver(tile))
  }
}

/** What is to be played: the visible ones of these tiles, each in the quality that its pixels can show. Device pixels. */
function playbackWishes(
  document: WallDocument,
  tiles: readonly number[],
  sizeOf: (tile: number) => TileSize | undefined,
  viewport: TileSize,
): PlaybackWish[] {
  return visibleTiles(document).flatMap((tile): PlaybackWish[] => {
    const cameraId = cameraIdOf(document, tile)
    if (cameraId === undefined || !tiles.includes(tile)) return []
    const { widthPx } = sizeOf(tile) ?? shareOf(document, tile, viewport)
    return [{ tile, cameraId, quality: widthPx > playbackDefaults.group.reducedUpToPx ? 'full' : 'reduced' }]
  })
}
