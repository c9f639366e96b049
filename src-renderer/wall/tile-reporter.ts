import type { WallShell } from '#contract/wall/shell.ts'
import type { TileReport } from '#contract/wall/tile-report.ts'
import type { LiveWallPort } from '../live/live-wall-port.ts'
import { TileWatches } from '../live/tile-watches.ts'
import type { AreaOptions } from './area-options.ts'
import { REPORT_GAP_IN_MS } from './defaults.ts'
import { panelState } from './tile-content.ts'
import { cameraIdOf, tileOf, visibleTiles } from './wall-document.ts'
import { onChangeOf } from './on-change-of.ts'

export interface TileReporterOptions extends Pick<AreaOptions, 'wall' | 'clock' | 'playback'> {
  readonly live: Pick<LiveWallPort, 'observe' | 'subscribe'>
  readonly shell: Pick<WallShell, 'call'>
}

/** Reports to main what the operator sees: the first change at once, later ones together, the last one always. */
export class TileReporter {
  readonly #options: TileReporterOptions
  readonly #unsubscribe: readonly (() => void)[]
  readonly #watches: TileWatches
  #calledOff: (() => void) | undefined
  #isDue = false
  #sent = ''

  constructor(options: TileReporterOptions) {
    this.#options = options
    this.#watches = new TileWatches((tile) => options.live.subscribe(tile, () => this.#changed()))
    this.#unsubscribe = [
      options.wall.subscribe(() => this.#follow()),
      onChangeOf(options.playback, 'tiles', () => this.#changed()),
    ]
    this.#follow()
  }

  /** After a lost link: main has forgotten what was sent. */
  repeat(): void {
    this.#sent = ''
    this.#changed()
  }

  dispose(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.#watches.follow([])
    this.#calledOff?.()
  }

  #follow(): void {
    this.#watches.follow(visibleTiles(this.#options.wall.getState().document))
    this.#changed()
  }

  #changed(): void {
    if (this.#calledOff !== undefined) {
      this.#isDue = true
      return
    }
    if (!this.#send()) return
    this.#calledOff = this.#options.clock.after(REPORT_GAP_IN_MS, () => {
      this.#calledOff = undefined
      if (!this.#isDue) return
      this.#isDue = false
      this.#changed()
    })
  }

  #send(): boolean {
    const report = reportOf(this.#options)
    const text = JSON.stringify(report)
    if (text === this.#sent) return false
    this.#sent = text
    void this.#options.shell.call('wall.report', report)
    return true
  }
}

/** What the operator sees now. */
export function reportOf({
  wall,
  playback,
  live,
}: Pick<TileReporterOptions, 'wall' | 'playback' | 'live'>): TileReport {
  const { document } = wall.getState()
  const past = playback.getState().tiles
  const tiles = visibleTiles(document).map((tile): TileReport['tiles'][number] => {
    const panel = panelState(tileOf(document, tile).content)
    if (panel !== undefined) return { tile, state: panel }
    const cameraId = cameraIdOf(document, tile)
    const state = past.includes(tile) ? 'PLAYBACK' : live.observe(tile).state
    return cameraId === undefined ? { tile, state } : { tile, cameraId, state }
  })
  return { tiles }
}
