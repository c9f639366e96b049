import type { WallShell } from '#contract/wall/shell.ts'
import type { PageFigures } from '#contract/wall/support.ts'
import type { LiveWallPort, TileStatistics } from '../live/live-wall-port.ts'
import type { AreaOptions } from './area-options.ts'
import { STATISTICS_PATIENCE_A_TILE_IN_MS, STATISTICS_PATIENCE_IN_MS } from './defaults.ts'
import { reportOf, type TileReporterOptions } from './tile-reporter.ts'
import { t } from '../language/language.ts'

export interface SupportBundleOptions
  extends Pick<AreaOptions, 'wall' | 'session' | 'clock' | 'download' | 'playback'> {
  readonly live: TileReporterOptions['live'] & Pick<LiveWallPort, 'watchStatistics'>
  readonly shell: Pick<WallShell, 'call'>
  readonly surroundings: () => Pick<PageFigures, 'userAgent' | 'widthPx' | 'heightPx'>
}

const underWay = () => t('support.underWay')
/** States of a tile that something comes in for; over WebRTC it has figures. */
const measurable: ReadonlySet<string> = new Set(['LIVE', 'LATE', 'STALE'])

/** Has main make a support bundle, with what only a page can measure, and downloads it. */
export function supportBundleOf(options: SupportBundleOptions) {
  const { clock, download, live, session, shell, surroundings, wall } = options
  let isUnderWay = false
  let endSamples: (() => void) | undefined

  async function figures(): Promise<PageFigures> {
    const { tiles } = reportOf(options)
    const isMeasured = ({ tile, state }: (typeof tiles)[number]) =>
      measurable.has(state) && live.observe(tile).isLocal !== true
    const measured = tiles.filter(isMeasured).map(({ tile }) => tile)
    const patienceInMs = STATISTICS_PATIENCE_IN_MS + measured.length * STATISTICS_PATIENCE_A_TILE_IN_MS
    const samples = await sample(measured, patienceInMs)
    return {
      ...surroundings(),
      tiles: tiles.map(({ tile, cameraId, state }) => ({
        tile: tile + 1,
        camera: cameraId === undefined ? undefined : wall.getState().cameraById.get(cameraId)?.number,
        state,
        error: live.observe(tile).error?.code,
        figures: figuresOf(samples.get(tile)),
      })),
    }
  }

  /** One measurement of each of some tiles, of as many as give one in time. */
  function sample(
    tiles: readonly number[],
    patienceInMs: number,
  ): Promise<ReadonlyMap<number, TileStatistics>> {
    const samples = new Map<number, TileStatistics>()
    if (tiles.length === 0) return Promise.resolve(samples)
    return new Promise((resolve) => {
      const watch = (tile: number) =>
        live.watchStatistics(tile, (statistics) => {
          samples.set(tile, statistics)
          if (samples.size === tiles.length) endSamples?.()
        })
      const stops = [clock.after(patienceInMs, () => endSamples?.()), ...tiles.map(watch)]
      endSamples = () => {
        for (const stop of stops) stop()
        resolve(samples)
      }
    })
  }
  return {
    /** Takes some seconds: figures of tiles are measured between two moments. */
    async save(): Promise<void> {
      if (isUnderWay) return
      isUnderWay = true
      const { notify } = session.actions
      notify(underWay())
      const answer = await shell.call('support.bundle', await figures())
      isUnderWay = false
      for (const { id, text } of session.getState().notices)
        if (text === underWay()) session.actions.dismiss(id)
      if (!answer.ok) return notify(answer.error)
      const { address, fileName } = answer.value
      download(address, fileName)
      notify(t('support.versionsSettingsWithoutNamesTexts', { fileName }))
    },
    dispose(): void {
      endSamples?.()
    },
  }
}

function figuresOf(statistics: TileStatistics | undefined): PageFigures['tiles'][number]['figures'] {
  return statistics && { ...statistics, history: [...statistics.history] }
}
