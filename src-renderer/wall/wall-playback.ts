import type { OpenedPlayback } from '#contract/wall/playback.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { Clock } from '../clock.ts'
import { playbackDefaults } from '../playback/defaults.ts'
import { PlaybackGroup } from '../playback/playback-group.ts'
import type { PlaybackHolds } from '../playback/playback-holds.ts'
import type { HlsLibrary } from '../playback/tile/load-hls.ts'
import type { PlaybackDriver } from '../playback/tile/playback-driver.ts'
import type { WallClock } from '../playback/wall-clock.ts'
import type { ScrubPort } from '../timeline/input/timeline-hand.ts'
import type { TimelineCommand } from '../timeline/input/timeline-keys.ts'
import { PlaybackPictures } from './playback-pictures.ts'
import type { PlaybackState, PlaybackStore } from './playback-store.ts'
import { playbackWishes } from './playback-wishes.ts'
import { shuttled } from './shuttle.ts'
import type { TileSize } from './tile-sizes.ts'
import { cameraIdOf, visibleTiles } from './wall-document.ts'
import type { WallStore } from './wall-store.ts'

export interface WallPlaybackNeeds {
  readonly wall: WallStore
  readonly playback: PlaybackStore
  readonly holds: PlaybackHolds
  readonly shell: Pick<WallShell, 'call'>
  /** Epoch milliseconds: what is newest, and what the playhead is counted by. */
  readonly clock: Clock
  /** Its milliseconds only ever go forward: what the players follow. */
  readonly steadyClock: Clock
  readonly loadHls: () => Promise<HlsLibrary>
  /** In device pixels; undefined until it has been measured. */
  readonly sizeOf: (tile: number) => TileSize | undefined
  /** The whole window, in device pixels. */
  readonly viewport: () => TileSize
}

/** The wall's tiles in the past: which they are, where they stand, and all that an operator does to that. */
export class WallPlayback implements ScrubPort {
  readonly pictures = new PlaybackPictures()
  readonly #needs: WallPlaybackNeeds
  readonly #stopListening: () => void
  /** Made by the first playback: most walls are live for days. */
  #group: PlaybackGroup | undefined
  #focus: number | undefined
  #isSuspended = false
  /** Before the hand came, or the sleep. */
  #wasPlaying = false
  #callOffEdge = (): void => {}
  #runTimeline: ((command: TimelineCommand) => void) | undefined

  constructor(needs: WallPlaybackNeeds) {
    this.#needs = needs
    this.#stopListening = needs.wall.subscribe(() => this.update())
  }

  /** The tile that is counted in pictures, and that a hand moves: the selected one, or the first while that is live. */
  get focus(): number | undefined {
    return this.#focus
  }

  /** What the tiles of a camera play at this moment. */
  playbacksOf(cameraId: string): OpenedPlayback[] {
    return visibleTiles(this.#document).flatMap((tile) => {
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
    const fromMs = this.#needs.clock.nowMs() - playbackDefaults.group.replayMs
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
    if (clock?.isPlaying === true) clock.pause()
    else clock?.play()
  }

  step(by: 1 | -1): void {
    if (this.#clock !== undefined) this.#group?.step(by)
  }

  shuttle(by: -1 | 0 | 1): void {
    const clock = this.#clock
    if (clock === undefined) return
    if (by === 0) return clock.pause()
    clock.setRate(shuttled(this.#state.speed, by))
    clock.play()
  }

  /** On or back from where the wall stands; from now while it is live. */
  jump(byMs: number): void {
    this.goTo((this.#clock?.epochMs ?? this.#needs.clock.nowMs()) + byMs)
  }

  /** Epoch milliseconds. What plays goes on playing there; of a wall that is live, the selected tile begins to. */
  goTo(atMs: number): void {
    const clock = this.#clock
    this.#enter(clock === undefined ? [this.#selected] : [], { atMs, isPlaying: clock?.isPlaying ?? true })
  }

  /** All visible tiles at the instant of those that play; the last 30 s when none does. Again: only the selected one stays. */
  playTogether(): void {
    const { tiles, isTogether } = this.#state
    if (isTogether) {
      return this.#set({ tiles: tiles.filter((tile) => tile === this.#selected), isTogether: false })
    }
    const isLive = this.#clock === undefined
    const fromMs = this.#needs.clock.nowMs() - playbackDefaults.group.replayMs
    this.#enter(visibleTiles(this.#document), isLive ? { atMs: fromMs, isPlaying: true } : {})
    if (this.#clock !== undefined) this.#set({ isTogether: true })
  }

  toggleTimeline(): void {
    this.#needs.playback.setState(({ isTimelineShown }) => ({ isTimelineShown: !isTimelineShown }))
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
    if (this.#state.scrub === undefined) this.#wasPlaying = this.#clock?.isPlaying === true
    this.#enter([this.#selected], { atMs, isPlaying: false })
    if (this.#clock !== undefined) this.#set({ scrub: { atMs } })
  }

  /** The exact picture; then on as it was before the hand came. */
  release(atMs: number): void {
    const isKey = this.#state.scrub === undefined
    const isPlaying = isKey ? (this.#clock?.isPlaying ?? true) : this.#wasPlaying
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
    const wanted = isTogether ? [...tiles, ...visibleTiles(this.#document)] : tiles
    this.#set({ tiles: wanted.filter((tile) => this.#canPlay(tile)) })
  }

  dispose(): void {
    this.#stopListening()
    this.#callOffEdge()
    this.pictures.dispose()
    this.#group?.dispose()
  }

  get #state(): PlaybackState {
    return this.#needs.playback.getState()
  }

  get #document() {
    return this.#needs.wall.getState().document
  }

  get #selected(): number {
    return this.#document.selected
  }

  /** Undefined while the whole wall is live. */
  get #clock(): WallClock | undefined {
    return this.#state.tiles.length === 0 ? undefined : this.#group?.clock
  }

  #canPlay(tile: number): boolean {
    return tile < this.#document.layout && cameraIdOf(this.#document, tile) !== undefined
  }

  /** Brings tiles to the clock, and the clock to where it shall be; what is not said stays as it is. */
  #enter(
    tiles: readonly number[],
    { atMs, isPlaying, rate }: { atMs?: number; isPlaying?: boolean; rate?: number },
  ): void {
    const joined = [...this.#state.tiles, ...tiles].filter((tile) => this.#canPlay(tile))
    if (joined.length === 0) return
    const { clock } = (this.#group ??= this.#makeGroup(atMs ?? this.#needs.clock.nowMs()))
    const wasLive = this.#clock === undefined
    // What was left behind at some speed begins anew at the plain one.
    const newRate = rate ?? (wasLive ? 1 : clock.rate)
    if (newRate !== clock.rate) clock.setRate(newRate)
    if (isPlaying === false && clock.isPlaying) clock.pause()
    if (atMs !== undefined) clock.seek(atMs)
    if (isPlaying === true && !clock.isPlaying) clock.play()
    this.#set(wasLive ? { tiles: joined, isTimelineShown: true } : { tiles: joined })
  }

  #makeGroup(atMs: number): PlaybackGroup {
    const { shell, holds, clock, steadyClock, loadHls } = this.#needs
    const needs = { shell, holds, clock: steadyClock, newestMs: clock.nowMs, loadHls }
    const group = new PlaybackGroup(atMs, needs)
    group.clock.subscribe(() => this.#tell({}))
    return group
  }

  /** Every change of what is in playback. */
  #set(change: Partial<PlaybackState>): void {
    const before = this.#state
    const { tiles = before.tiles, isTogether = before.isTogether } = change
    const sorted = [...new Set(tiles)].sort((a, b) => a - b)
    const isLive = sorted.length === 0
    this.#tell({
      ...change,
      // The same list stays the same object: whoever compares sees that nothing has happened.
      tiles: sorted.join() === before.tiles.join() ? before.tiles : sorted,
      isTogether: isTogether && !isLive,
      ...(isLive ? { scrub: undefined } : {}),
    })
    if (isLive) this.#group?.clock.pause()
    this.#show()
  }

  #tell(change: Partial<PlaybackState>): void {
    const { playback, clock } = this.#needs
    const tiles = change.tiles ?? this.#state.tiles
    const wallClock = tiles.length === 0 ? undefined : this.#group?.clock
    this.#callOffEdge()
    if (wallClock === undefined) {
      const isSame = this.#state.playhead.mode === 'live'
      playback.setState({ ...change, ...(isSame ? {} : { playhead: { mode: 'live' }, speed: 0 }) })
      return
    }
    const { epochMs, speed, isPlaying, rate } = wallClock
    const playhead = { mode: 'playback', atMs: epochMs, sinceMs: clock.nowMs(), rate: speed } as const
    playback.setState({ ...change, playhead, speed: isPlaying ? rate : 0 })
    this.#slowDownAtEdge(wallClock)
  }

  /** Nothing is faster than now: who has caught up goes on at the plain speed. */
  #slowDownAtEdge(wallClock: WallClock): void {
    if (wallClock.speed <= 1) return
    const { clock } = this.#needs
    const inMs = (clock.nowMs() - wallClock.epochMs) / (wallClock.speed - 1)
    this.#callOffEdge = clock.after(Math.min(inMs, longestTimerMs), () => {
      if (wallClock.epochMs >= clock.nowMs() - atEdgeMs) wallClock.setRate(1)
      else this.#slowDownAtEdge(wallClock)
    })
  }

  #show(): void {
    const group = this.#group
    if (group === undefined) return
    const { sizeOf, viewport } = this.#needs
    const { tiles } = this.#state
    const wishes = this.#isSuspended ? [] : playbackWishes(this.#document, tiles, sizeOf, viewport())
    group.show(wishes)
    this.#focus = (wishes.find(({ tile }) => tile === this.#selected) ?? wishes[0])?.tile
    group.setFocus(this.#focus)
    group.setFocusAlone(this.#state.scrub !== undefined)
    this.pictures.show(wishes, (tile) => group.driver(tile))
  }
}

/** Two days; browsers count timers in 31 bits. */
const longestTimerMs = 172_800_000
const atEdgeMs = 200
