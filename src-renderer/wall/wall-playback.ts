import type { WallDocument } from '#contract/wall/document.ts'
import type { OpenedPlayback } from '#contract/wall/playback.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { Clock } from '../clock.ts'
import { playbackDefaults } from '../playback/defaults.ts'
import { PlaybackGroup, type PlaybackWish } from '../playback/playback-group.ts'
import type { PlaybackHolds } from '../playback/playback-holds.ts'
import type { LoadHls } from '../playback/tile/load-hls.ts'
import type { PlaybackDriver } from '../playback/tile/playback-driver.ts'
import type { WallClock } from '../playback/wall-clock.ts'
import type { ScrubPort } from '../timeline/input/timeline-hand.ts'
import type { TimelineCommand } from '../timeline/input/timeline-keys.ts'
import type { AreaOptions } from './area-options.ts'
import { withEnd } from './export-range.ts'
import { shareOf } from './layout.ts'
import { PlaybackEdge } from './playback-edge.ts'
import type { PlatformClock } from './platform-clock.ts'
import { PlaybackPictures } from './playback-pictures.ts'
import type { PlaybackState } from './playback-store.ts'
import { shuttled } from './shuttle.ts'
import type { TileSize } from './tile-sizes.ts'
import { cameraIdOf, isOnWall, visibleTiles } from './wall-document.ts'

export interface WallPlaybackOptions extends Pick<AreaOptions, 'wall' | 'viewport' | 'playback'> {
  readonly holds: PlaybackHolds
  readonly shell: Pick<WallShell, 'call'>
  /** The platform's, like the times of footage: the newest instant and the playhead are counted by it. */
  readonly clock: Pick<PlatformClock, keyof Clock | 'onSet'>
  /** Its milliseconds only ever go forward: what the players follow. */
  readonly steadyClock: Clock
  readonly loadHls: LoadHls
  /** In device pixels; undefined until it has been measured. */
  readonly sizeOf: (tile: number) => TileSize | undefined
}

/** A moment less far from where the wall goes is found again without help. */
const LEFT_FROM_MS = 60_000
/** The found one, and what led away from it. */
const MOST_LEFT = 3

/** Absent members stay as they are. */
interface PlaybackTileEntry {
  /** Epoch milliseconds. */
  readonly atMs?: number
  readonly isPlaying?: boolean
  readonly rate?: number
  /** A hand leads the clock there: until it lets go, the selected tile alone follows. */
  readonly isByHand?: boolean
}

/**
 * All that an operator does to the wall's tiles in the past: which they are, and the one clock that they follow. Joins
 * the wall's document with the players.
 */
export class WallPlayback implements ScrubPort {
  readonly pictures = new PlaybackPictures()
  readonly #options: WallPlaybackOptions
  readonly #edge: PlaybackEdge
  readonly #stopListening: readonly (() => void)[]
  /** Made by the first playback: most walls are live for days. */
  #group: PlaybackGroup | undefined
  #focus: number | undefined
  #isSuspended = false
  /** Before the drag or the sleep. */
  #wasPlaying = false
  /** Before the drag. */
  #draggedFromMs: number | undefined
  #runTimeline: ((command: TimelineCommand) => void) | undefined

  constructor(options: WallPlaybackOptions) {
    this.#options = options
    this.#edge = new PlaybackEdge(options.clock, options.steadyClock)
    this.#stopListening = [
      options.wall.subscribe(() => this.update()),
      // Recomputes what is counted from an instant of this clock.
      options.clock.onSet(() => this.#publish({})),
    ]
  }

  dispose(): void {
    for (const stop of this.#stopListening) stop()
    this.#edge.dispose()
    this.pictures.dispose()
    this.#group?.dispose()
  }

  /** The tile whose pictures are stepped and dragged: the selected one, or the first while that is live. */
  get focus(): number | undefined {
    return this.#focus
  }

  /** What the tiles of a camera play at this moment. */
  playbacksOf(cameraId: string): OpenedPlayback[] {
    return this.#visible.flatMap((tile) => {
      const driver = this.#group?.driver(tile)
      return driver?.cameraId === cameraId ? (driver.opened ?? []) : []
    })
  }

  /** How its player does; undefined while it has none. */
  figuresOf(tile: number): ReturnType<PlaybackDriver['figures']> {
    return this.#group?.driver(tile)?.figures()
  }

  /** What has just happened in this tile (the selected one), once more. Tiles that play already come along. */
  replay(tile = this.#selected): void {
    const fromMs = this.#recorderNowMs(tile) - playbackDefaults.group.replayMs
    this.#enter([tile], { atMs: fromMs, isPlaying: true, rate: 1 })
  }

  /** One tile, the selected one unless another is named. */
  goLive(tile = this.#selected): void {
    this.#set({ tiles: this.#state.tiles.filter((other) => other !== tile), isTogether: false })
  }

  goLiveAll(): void {
    this.#set({ tiles: [] })
  }

  playPause(): void {
    const clock = this.#clock
    if (clock?.isPlaying === true) this.#group?.pause()
    else clock?.play()
  }

  step(by: 1 | -1): void {
    if (this.#clock !== undefined) this.#group?.step(by)
  }

  shuttle(by: -1 | 0 | 1): void {
    const clock = this.#clock
    if (clock === undefined) return
    if (by === 0) return this.#group?.pause()
    clock.setRate(shuttled(this.#state.speed, by))
    clock.play()
  }

  /** On or back from where the wall stands; from now while it is live. */
  jump(byMs: number): void {
    this.goTo((this.#clock?.epochMs ?? this.#recorderNowMs()) + byMs)
  }

  /** Epoch milliseconds. What plays goes on playing there; of a wall that is live, the selected tile begins to. */
  goTo(atMs: number): void {
    const clock = this.#clock
    this.#enter(clock === undefined ? [this.#selected] : [], { atMs, isPlaying: clock?.isPlaying ?? true })
  }

  /** All visible tiles at the instant of those that play; the last 30 s when none does. Again: only the selected one stays. */
  playTogether(): void {
    const { tiles, isTogether } = this.#state
    if (isTogether)
      return this.#set({ tiles: tiles.filter((tile) => tile === this.#selected), isTogether: false })
    const isLive = this.#clock === undefined
    const fromMs = this.#recorderNowMs() - playbackDefaults.group.replayMs
    this.#enter(this.#visible, isLive ? { atMs: fromMs, isPlaying: true } : {})
    if (this.#clock !== undefined) this.#set({ isTogether: true })
  }

  toggleTimeline(): void {
    this.#options.playback.setState(({ isTimelineShown }) => ({ isTimelineShown: !isTimelineShown }))
  }

  /** An end of what is to be exported, where the wall stands. */
  markRange(end: 'start' | 'end'): void {
    const atMs = this.#clock?.epochMs
    if (atMs === undefined) return
    this.#options.playback.setState(({ range }) => ({
      range: withEnd(range, end, atMs),
      isTimelineShown: true,
    }))
  }

  clearRange(): void {
    this.#options.playback.setState({ range: {} })
  }

  /** The timeline takes commands from elsewhere while it is shown; returns the function that ends this. */
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
    if (this.#state.scrub === undefined) {
      this.#wasPlaying = this.#clock?.isPlaying === true
      this.#draggedFromMs = this.#clock?.epochMs
    }
    this.#enter([this.#selected], { atMs, isPlaying: false, isByHand: true })
  }

  /** The exact picture; then on as it was before the hand came. */
  release(atMs: number): void {
    const isKey = this.#state.scrub === undefined
    const isPlaying = isKey ? (this.#clock?.isPlaying ?? true) : this.#wasPlaying
    if (!isKey) this.#noteLeft(this.#draggedFromMs, atMs)
    this.#set({ scrub: undefined })
    this.#enter([this.#selected], { atMs, isPlaying })
  }

  /** The tile (the selected one) joins what is in playback, or begins it; all of it goes there. Epoch milliseconds. */
  playFrom(atMs: number, isPlaying: boolean, tile = this.#selected): void {
    this.#enter([tile], { atMs, isPlaying, rate: 1 })
  }

  /** The machine goes to sleep: let go of all footage. `resume` opens it again, where it was. */
  suspend(): void {
    if (this.#isSuspended) return
    this.#wasPlaying = this.#clock?.isPlaying === true
    this.#clock?.pause()
    this.#isSuspended = true
    this.update()
  }

  resume(): void {
    if (!this.#isSuspended) return
    this.#isSuspended = false
    this.update()
    if (this.#wasPlaying) this.#clock?.play()
  }

  /** After the wall has changed, or the size of a tile has. */
  update(): void {
    const { tiles, isTogether } = this.#state
    const wanted = isTogether ? [...tiles, ...this.#visible] : tiles
    this.#set({ tiles: wanted.filter((tile) => this.#canPlay(tile)) })
  }

  /** Adds tiles to playback and sets the clock. */
  #enter(tiles: readonly number[], { atMs, isPlaying, rate, isByHand }: PlaybackTileEntry): void {
    const joined = [...this.#state.tiles, ...tiles].filter((tile) => this.#canPlay(tile))
    if (joined.length === 0) return
    const group = (this.#group ??= this.#makeGroup(atMs ?? this.#options.clock.nowMs()))
    const { clock } = group
    const wasLive = this.#clock === undefined
    // A playback that begins anew begins at the plain speed.
    const newRate = rate ?? (wasLive ? 1 : clock.rate)
    if (newRate !== clock.rate) clock.setRate(newRate)
    if (isPlaying === false && clock.isPlaying) clock.pause()
    const scrub = isByHand === true && atMs !== undefined ? { atMs } : undefined
    if (scrub !== undefined) {
      // Before the seek, which every follower of the clock carries out.
      if (joined.includes(this.#selected)) group.setFocus(this.#selected)
      group.setByHand(true)
    }
    if (atMs !== undefined) {
      if (scrub === undefined) this.#noteLeft(this.#clock?.epochMs, atMs)
      clock.seek(atMs)
    }
    if (isPlaying === true && !clock.isPlaying) clock.play()
    this.#set({
      tiles: joined,
      ...(wasLive ? { isTimelineShown: true } : {}),
      ...(scrub === undefined ? {} : { scrub }),
    })
  }

  /** Every change of what is in playback. */
  #set(change: Partial<PlaybackState>): void {
    const before = this.#state
    const { tiles = before.tiles, isTogether = before.isTogether } = change
    const sorted = [...new Set(tiles)].sort((a, b) => a - b)
    const isLive = sorted.length === 0
    if (isLive) this.#noteLeft(this.#clock?.epochMs, this.#options.clock.nowMs())
    this.#publish({
      ...change,
      // The same object while nothing has changed.
      tiles: sorted.join() === before.tiles.join() ? before.tiles : sorted,
      isTogether: isTogether && !isLive,
      ...(isLive ? { scrub: undefined } : {}),
    })
    if (isLive) this.#group?.clock.pause()
    this.#show()
  }

  /** Undefined `fromMs`: the wall was live. */
  #noteLeft(fromMs: number | undefined, toMs: number): void {
    if (fromMs === undefined || Math.abs(toMs - fromMs) < LEFT_FROM_MS) return
    const leftMs = Math.round(fromMs)
    const others = this.#state.leftMs.filter((other) => Math.abs(other - leftMs) >= LEFT_FROM_MS)
    this.#options.playback.setState({ leftMs: [leftMs, ...others].slice(0, MOST_LEFT) })
  }

  get #document() {
    return this.#options.wall.getState().document
  }

  get #selected(): number {
    return this.#document.selected
  }

  get #visible(): readonly number[] {
    return visibleTiles(this.#document)
  }

  get #state(): PlaybackState {
    return this.#options.playback.getState()
  }

  /** Undefined while the whole wall is live. */
  get #clock(): WallClock | undefined {
    return this.#state.tiles.length === 0 ? undefined : this.#group?.clock
  }

  #canPlay(tile: number): boolean {
    return isOnWall(this.#document, tile) && cameraIdOf(this.#document, tile) !== undefined
  }

  /** Now, by the clock of the recorder of the tile's camera; the platform refuses what lies in its own future. */
  #recorderNowMs(tile = this.#selected): number {
    const camera = this.#options.wall.getState().cameraById.get(cameraIdOf(this.#document, tile) ?? '')
    return this.#options.clock.nowMs() + Math.min(0, camera?.clockOffsetMs ?? 0)
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
    const tiles = change.tiles ?? this.#state.tiles
    const wallClock = tiles.length === 0 ? undefined : this.#group?.clock
    this.#edge.watch(wallClock)
    if (wallClock === undefined) {
      const isSame = this.#state.playhead.mode === 'live'
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
    const { tiles } = this.#state
    const wishes = this.#isSuspended ? [] : playbackWishes(this.#document, tiles, sizeOf, viewport())
    group.show(wishes)
    this.#focus = (wishes.find(({ tile }) => tile === this.#selected) ?? wishes[0])?.tile
    group.setFocus(this.#focus)
    group.setByHand(this.#state.scrub !== undefined)
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
