import { isKey, locale, type PlainKey, t } from '../language/language.ts'
import { panelState } from '../wall/tile-content.ts'
import { cameraIdOf, reportIdOf, tileOf } from '../wall/wall-document.ts'
import { useSession, useWall } from './services.ts'

/** What a screen reader calls a tile: its number, and what it is there for. */
export function useTileName(tile: number): string {
  const cameraId = useWall(({ document }) => cameraIdOf(document, tile))
  const camera = useWall(({ cameraById }) => (cameraId === undefined ? undefined : cameraById.get(cameraId)))
  const reportId = useWall(({ document }) => reportIdOf(document, tile))
  const reportName = useSession(
    ({ settings }) => settings.occupancyReports.find(({ id }) => id === reportId)?.name,
  )
  const panel = useWall(({ document }) => panelState(tileOf(document, tile).content))
  const vacantKey = cameraId === undefined ? 'tile.noCamera' : 'tile.notListed'
  const panelKey = panel === undefined ? vacantKey : panelWords[panel]
  const nothing = panelKey === undefined ? t('tile.occupancy', { name: reportName ?? '' }) : t(panelKey)
  const content =
    camera === undefined ? nothing : t('tile.camera', { number: camera.number, name: camera.name })
  return t('tile.named', { tile: tile + 1, content })
}

/** Of a panel the name says all. */
export function spokenState(state: string): string {
  const key = `state.${state}`
  return (isKey(key) ? t(key) : state).toLocaleLowerCase(locale())
}

const panelWords: Readonly<Record<string, PlainKey>> = {
  FEED: 'tile.events',
  CLOCK: 'tile.clock',
  TEXT: 'tile.text',
}
