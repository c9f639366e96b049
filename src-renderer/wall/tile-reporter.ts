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

export type TileReporter = ReturnType<typeof reportTiles>

/** Reports to main what the operator sees: the first change at once, later ones together, the last one always. */
export function reportTiles(options: TileReporterOptions) {
  const { wall, clock, playback, live, shell } = options
  const watches = new TileWatches((tile) => live.subscribe(tile, changed))
  let calledOff: (() => void) | undefined
  let isDue = false
  let sent = ''

  function follow(): void {
    watches.follow(visibleTiles(wall.getState().document))
    changed()
  }

  function changed(): void {
    if (calledOff !== undefined) {
      isDue = true
      return
    }
    const report = reportOf(options)
    const text = JSON.stringify(report)
    if (text === sent) return
    sent = text
    void shell.call('wall.report', report)
    calledOff = clock.after(REPORT_GAP_IN_MS, () => {
      calledOff = undefined
      if (!isDue) return
      isDue = false
      changed()
    })
  }

  const stops = [wall.subscribe(follow), onChangeOf(playback, 'tiles', changed)]
  follow()
  return {
    /** After a lost link: main has forgotten what was sent. */
    repeat(): void {
      sent = ''
      changed()
    },
    dispose(): void {
      for (const stop of stops) stop()
      watches.follow([])
      calledOff?.()
    },
  }
}

/** What the operator sees now. */
export function reportOf(options: Pick<TileReporterOptions, 'wall' | 'playback' | 'live'>): TileReport {
  const { wall, playback, live } = options
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
