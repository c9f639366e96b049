import type { WallShell } from '#contract/wall/shell.ts'
import type { TileReport } from '#contract/wall/tile-report.ts'
import type { Clock } from '../clock.ts'
import type { LiveWallPort } from '../live/live-wall-port.ts'
import { REPORT_GAP_IN_MS } from './defaults.ts'
import { cameraIdOf, visibleTiles } from './wall-document.ts'
import type { WallStore } from './wall-store.ts'

export interface TileReporterNeeds {
  readonly wall: WallStore
  readonly live: Pick<LiveWallPort, 'observe' | 'subscribe'>
  readonly shell: Pick<WallShell, 'call'>
  readonly clock: Clock
}

/** Tells main what the operator sees, when it changes and no oftener than the gap: the first change at once, the last one always. */
export class TileReporter {
  readonly #needs: TileReporterNeeds
  readonly #unsubscribeWall: () => void
  readonly #unsubscribeTile = new Map<number, () => void>()
  #calledOff: (() => void) | undefined
  #isDue = false
  #told = ''

  constructor(needs: TileReporterNeeds) {
    this.#needs = needs
    this.#unsubscribeWall = needs.wall.subscribe(() => this.#follow())
    this.#follow()
  }

  /** After main was gone: it has forgotten what it was told. */
  repeat(): void {
    this.#told = ''
    this.#changed()
  }

  dispose(): void {
    this.#unsubscribeWall()
    for (const unsubscribe of this.#unsubscribeTile.values()) unsubscribe()
    this.#unsubscribeTile.clear()
    this.#calledOff?.()
  }

  #follow(): void {
    const visible = new Set(visibleTiles(this.#needs.wall.getState().document))
    for (const [tile, unsubscribe] of this.#unsubscribeTile) {
      if (visible.has(tile)) continue
      unsubscribe()
      this.#unsubscribeTile.delete(tile)
    }
    for (const tile of visible) {
      if (this.#unsubscribeTile.has(tile)) continue
      this.#unsubscribeTile.set(
        tile,
        this.#needs.live.subscribe(tile, () => this.#changed()),
      )
    }
    this.#changed()
  }

  #changed(): void {
    if (this.#calledOff !== undefined) {
      this.#isDue = true
      return
    }
    if (!this.#tell()) return
    this.#calledOff = this.#needs.clock.after(REPORT_GAP_IN_MS, () => {
      this.#calledOff = undefined
      if (!this.#isDue) return
      this.#isDue = false
      this.#changed()
    })
  }

  #tell(): boolean {
    const report = reportOf(this.#needs.wall, this.#needs.live)
    const text = JSON.stringify(report)
    if (text === this.#told) return false
    this.#told = text
    void this.#needs.shell.call('wall.report', report)
    return true
  }
}

function reportOf(wall: WallStore, live: Pick<LiveWallPort, 'observe'>): TileReport {
  const { document } = wall.getState()
  const tiles = visibleTiles(document).map((tile) => {
    const cameraId = cameraIdOf(document, tile)
    const { state } = live.observe(tile)
    return cameraId === undefined ? { tile, state } : { tile, cameraId, state }
  })
  return { tiles }
}
