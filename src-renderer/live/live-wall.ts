import { frameOf } from '../video-frame.ts'
import type { CallInput } from '#contract/wall/calls.ts'
import type { ConnectionStatus } from '#contract/wall/connection.ts'
import type { RelayPort, WallShell } from '#contract/wall/shell.ts'
import { CameraLink } from './camera-link.ts'
import type { CameraSession } from './camera-session.ts'
import { CameraSessions } from './camera-sessions.ts'
import { ConnectQueue } from './connect-queue.ts'
import { ConnectionWatch } from './connection-watch.ts'
import { type LiveDefaults, liveDefaults } from './defaults.ts'
import { HostGate } from './host-gate.ts'
import { JoinMode } from './join-mode.ts'
import { LoadGovernor } from './load-governor.ts'
import { KeyFrameWaits } from './key-frame-waits.ts'
import { pageClock as clock } from '../clock.ts'
import type {
  ExpectedCamera,
  LiveWallPort,
  TileObservation,
  TileStatistics,
  TileWish,
} from './live-wall-port.ts'
import { installBudget, PeerConnectionBudget } from './peer-connection-budget.ts'
import { installRelay, RelayExchange } from './relay-exchange.ts'
import { RoomPool } from './room-pool.ts'
import { prepareSdk } from './sdk-internals.ts'
import { Statistics, type StatisticsSource } from './statistics.ts'
import { type SwitchRecord, TileDriver, type TileDriverOptions } from './tile-driver.ts'

/** The part of the shell that the live engine needs. */
export interface LiveShell extends Pick<WallShell, 'onLink'> {
  readonly relay: RelayPort
  call(name: 'liveView.want', input: CallInput<'liveView.want'>): Promise<unknown>
  subscribe(name: 'connection', listener: (status: ConnectionStatus) => void): () => void
}

export interface LiveWallOptions {
  readonly shell: LiveShell
  /** A tile is LATE above this delay; read whenever a tile is judged. */
  readonly lateAfterMs: () => number
  /** Whether a reload would take something out of an operator's hands. */
  readonly isInUse: () => boolean
  readonly defaults?: LiveDefaults
}

/** The live engine: cameras in, pictures out. One a page. */
export class LiveWall implements LiveWallPort {
  readonly #shell: LiveShell
  readonly #defaults: LiveDefaults
  readonly #exchange: RelayExchange
  readonly #rooms: RoomPool
  readonly #queue: ConnectQueue
  readonly #statistics: Statistics
  readonly #load: LoadGovernor
  readonly #budget: PeerConnectionBudget
  readonly #isInUse: () => boolean
  readonly #tileOptions: TileDriverOptions
  readonly #sessions: CameraSessions
  readonly #tiles = new Map<number, TileDriver>()
  readonly #switchListeners = new Set<(record: SwitchRecord) => void>()
  readonly #reloadListeners = new Set<() => void>()
  readonly #undo: (() => void)[] = []
  readonly #connection = new ConnectionWatch()
  #wishes: readonly TileWish[] = []
  #standByIds: readonly string[] = []
  #expected: ExpectedCamera | undefined
  #audibleTile: number | undefined
  #isSuspended = false
  #isAssignDue = false

  constructor(options: LiveWallOptions) {
    this.#shell = options.shell
    this.#isInUse = options.isInUse
    this.#defaults = options.defaults ?? liveDefaults
    const { supervisor, queue, link, standby, statistics, peerConnections } = this.#defaults
    prepareSdk()
    this.#exchange = new RelayExchange(this.#shell.relay)
    this.#rooms = new RoomPool(link)
    this.#statistics = new Statistics(clock, statistics)
    this.#load = new LoadGovernor({
      clock,
      defaults: this.#defaults,
      sourceOf: (tile) => this.#sourceOf(this.#tileOf(tile)),
      isConnecting: (tile) => {
        const { state } = this.#tileOf(tile).observe()
        return state === 'CONNECTING' || state === 'RECONNECTING'
      },
    })
    const gate = new HostGate(supervisor, Math.random)
    this.#queue = new ConnectQueue({
      gate,
      clock,
      limits: queue,
      isAnyTileComing: () => [...this.#tiles.values()].some(({ isComing }) => isComing),
      isAnyoneAlive: () => this.#sessions.all.some(({ isAlive }) => isAlive),
      onGate: () => this.#reconcileTiles(),
      onHostBack: () => {
        for (const session of this.#sessions.all) session.hostIsBack()
        this.#reconcileTiles()
      },
    })
    const linkOptions = { exchange: this.#exchange, rooms: this.#rooms, defaults: this.#defaults }
    this.#sessions = new CameraSessions({
      session: {
        createLink: (cameraId, events) => new CameraLink(cameraId, linkOptions, events),
        defaults: this.#defaults,
        queue: this.#queue,
        clock,
        random: Math.random,
        waits: new KeyFrameWaits(standby),
        joinMode: new JoinMode(),
        nextProbeAtMs: () => gate.nextProbeAtMs,
        onChange: (cameraId) => this.#reconcileTiles(cameraId),
        onLearned: () => this.#assignSoon(),
      },
      onWanted: (cameraIds) => void this.#shell.call('liveView.want', { cameraIds }),
    })
    this.#tileOptions = {
      clock,
      defaults: this.#defaults,
      lateAfterMs: options.lateAfterMs,
      session: (cameraId) => this.#sessions.get(cameraId),
      onSwitch: (record) => {
        for (const listener of this.#switchListeners) listener(record)
      },
      onShown: () => this.#assignSoon(),
    }
    this.#budget = new PeerConnectionBudget({
      limits: peerConnections,
      // As a task of its own: in the middle of ours it would hold up all tiles.
      collect: collector(),
    })
    const ticker = setInterval(() => this.#tick(), this.#defaults.tickEveryMs)
    const hurry = () => this.#hurry()
    // Judge at once when the page is shown again.
    const look = () => this.#tick()
    document.addEventListener('visibilitychange', look)
    addEventListener('online', hurry)
    this.#undo.push(
      installRelay(globalThis, this.#exchange),
      installBudget(globalThis, this.#budget),
      this.#shell.onLink((isUp) => this.#onShellLink(isUp)),
      this.#shell.subscribe('connection', (status) => {
        if (this.#connection.isBetter(status)) this.#hurry()
      }),
      () => clearInterval(ticker),
      () => removeEventListener('online', hurry),
      () => document.removeEventListener('visibilitychange', look),
      () => this.#load.dispose(),
    )
  }

  show(wishes: readonly TileWish[]): void {
    this.#wishes = wishes
    const wished = new Map(wishes.map((wish) => [wish.tile, wish]))
    for (const tile of this.#tiles.keys()) if (!wished.has(tile)) this.#tiles.get(tile)?.desire(undefined)
    for (const wish of wishes) this.#tileOf(wish.tile).desire(wish)
    this.#load.wish(wishes)
    this.#limitTiles()
    this.#assign()
    for (const tile of this.#tiles.values()) tile.reconcile()
  }

  standBy(cameraIds: readonly string[]): void {
    this.#standByIds = cameraIds
    this.#assignSoon()
  }

  expect(expected: ExpectedCamera | undefined): void {
    this.#expected = expected
    // `Enter` ends the entry first and then shows its camera: what is ready for it must not be let go in between.
    this.#assignSoon()
  }

  mount(tile: number, container: HTMLElement): () => void {
    return this.#tileOf(tile).mount(container)
  }

  observe(tile: number): TileObservation {
    return this.#tileOf(tile).observe()
  }

  frame(tile: number): VideoFrame | undefined {
    const slot = this.#tileOf(tile).shownSlot
    return slot && frameOf(slot.video)
  }

  subscribe(tile: number, listener: () => void): () => void {
    return this.#tileOf(tile).subscribe(listener)
  }

  receiveSoundOf(tile: number | undefined): void {
    this.#audibleTile = tile
    this.#applySound()
  }

  sound(tile: number): MediaStreamTrack | 'none' | undefined {
    const { wishedCameraId, shownCameraId } = this.#tileOf(tile)
    if (wishedCameraId === undefined || wishedCameraId !== shownCameraId) return undefined
    return this.#sessions.get(wishedCameraId)?.sound
  }

  watchStatistics(tile: number, listener: (statistics: TileStatistics) => void): () => void {
    const driver = this.#tileOf(tile)
    return this.#statistics.watch(() => this.#sourceOf(driver), listener)
  }

  /** One record for each change of a tile's picture, at its first frame: for figures. */
  onSwitch(listener: (record: SwitchRecord) => void): () => void {
    this.#switchListeners.add(listener)
    return () => void this.#switchListeners.delete(listener)
  }

  /** Called when the page should be reloaded: once no tile connects and nobody is at work, if that comes in time. */
  onReloadWanted(listener: () => void): () => void {
    this.#reloadListeners.add(listener)
    return () => void this.#reloadListeners.delete(listener)
  }

  /** The cameras that are connected or being connected, and how ready each is: for tests. */
  sessionList(): CameraSession[] {
    return this.#sessions.all
  }

  /** Peer connections that exist, open or not yet collected. */
  get peerConnections(): number {
    return this.#budget.alive
  }

  suspend(): void {
    this.#isSuspended = true
    this.#queue.pause()
    void this.#sessions.dispose()
    // A picture from before the sleep would be hours old on waking, and holds its whole connection in memory.
    for (const tile of this.#tiles.values()) tile.release()
  }

  resume(): void {
    if (!this.#isSuspended) return
    this.#isSuspended = false
    // On some systems the page's clock has gone on meanwhile.
    for (const tile of this.#tiles.values()) tile.release()
    this.#queue.hurry()
    this.#assign()
    this.#reconcileTiles()
  }

  dispose(): void {
    for (const undo of this.#undo.reverse()) undo()
    this.#statistics.dispose()
    for (const tile of this.#tiles.values()) tile.dispose()
    this.#tiles.clear()
    this.#queue.dispose()
    void this.#leave()
    this.#switchListeners.clear()
    this.#reloadListeners.clear()
  }

  /** Rooms are left over the relay: it goes when they have been. */
  async #leave(): Promise<void> {
    await this.#sessions.dispose()
    this.#exchange.dispose()
    this.#rooms.dispose()
  }

  #sourceOf(driver: TileDriver): StatisticsSource {
    const cameraId = driver.shownCameraId
    return {
      receiver: driver.shownReceiver,
      presentedFrames: driver.shownSlot?.presentedFrames ?? 0,
      layer: (cameraId && this.#sessions.get(cameraId)?.layer) || 'only',
      delayMs: driver.currentDelayMs,
      history: driver.history,
    }
  }

  #limitTiles(): void {
    for (const [tile, driver] of this.#tiles) driver.limit(this.#load.limits.get(tile) ?? 'none')
  }

  #tileOf(tile: number): TileDriver {
    const known = this.#tiles.get(tile)
    if (known) return known
    const driver = new TileDriver(tile, this.#tileOptions)
    this.#tiles.set(tile, driver)
    return driver
  }

  /** Several causes in one task are one assignment. */
  #assignSoon(): void {
    if (this.#isAssignDue) return
    this.#isAssignDue = true
    queueMicrotask(() => {
      this.#isAssignDue = false
      this.#assign()
    })
  }

  #assign(): void {
    if (this.#isSuspended) return
    this.#sessions.assign({
      wishes: this.#wishes,
      limits: this.#load.limits,
      stillShown: [...this.#tiles].flatMap(([tile, { shownCameraId }]) =>
        this.#load.limits.get(tile) === 'paused' ? [] : (shownCameraId ?? []),
      ),
      expected: this.#expected,
      standBy: this.#standByIds,
    })
    for (const [tile, driver] of this.#tiles)
      driver.expect(tile === this.#expected?.tile ? this.#expected.cameraId : undefined)
    this.#applySound()
  }

  #applySound(): void {
    const isSeen = this.#audibleTile !== undefined && this.#load.limits.get(this.#audibleTile) !== 'paused'
    this.#sessions.receiveSoundOf(
      isSeen ? this.#tiles.get(this.#audibleTile ?? 0)?.wishedCameraId : undefined,
    )
  }

  /** Those tiles that wish or expect this camera; all without one. */
  #reconcileTiles(cameraId?: string): void {
    for (const tile of this.#tiles.values()) {
      if (cameraId === undefined || tile.needs(cameraId)) tile.reconcile()
    }
  }

  #onShellLink(isUp: boolean): void {
    this.#exchange.setLink(isUp)
    this.#sessions.forgetWanted()
    if (!isUp) return
    this.#assignSoon()
    this.#hurry()
  }

  #hurry(): void {
    if (this.#isSuspended) return
    this.#queue.hurry()
    for (const session of this.#sessions.all) session.hurry()
  }

  #tick(): void {
    if (this.#isSuspended) return
    const nowMs = clock.nowMs()
    const isPageHidden = document.hidden
    if (this.#load.tick(nowMs, isPageHidden)) {
      this.#limitTiles()
      this.#assign()
    }
    for (const tile of this.#tiles.values()) tile.tick(nowMs, isPageHidden)
    for (const session of this.#sessions.all) session.tick(nowMs)
    this.#queue.look()
    if (this.#budget.isReloadDue(() => this.#isCalm()))
      for (const listener of this.#reloadListeners) listener()
  }

  #isCalm(): boolean {
    if (this.#isInUse()) return false
    return [...this.#tiles.values()].every((tile) => {
      const { state } = tile.observe()
      return state !== 'CONNECTING' && state !== 'RECONNECTING'
    })
  }
}

/** Garbage collection, where the shell has exposed it to the page. */
function collector(): (() => void) | undefined {
  const { gc } = globalThis as { readonly gc?: unknown }
  if (typeof gc !== 'function') return undefined
  return () => void gc({ execution: 'async' })
}
