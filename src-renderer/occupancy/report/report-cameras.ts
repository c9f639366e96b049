import type { OccupancyDictionaries, SavedReport } from '#contract/wall/occupancy.ts'
import { t } from '../../language/language.ts'

interface ReportCameras {
  readonly cameraIds: readonly string[]
  readonly definition: Pick<SavedReport['definition'], 'entrancesAndExits'>
}

/** A report's own cameras, or those that see its sources, the best one of each source first. */
export function camerasOfReport(
  { cameraIds, definition }: ReportCameras,
  { entrances = [], zones = [] }: Partial<OccupancyDictionaries> = {},
): readonly string[] {
  if (cameraIds.length > 0) return cameraIds
  const cameraIdsOf = new Map([...entrances, ...zones].map(({ id, cameraIds }) => [id, cameraIds]))
  const lists = definition.entrancesAndExits.map((id) => cameraIdsOf.get(id) ?? [])
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  const ranked = Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list[rank] ?? []))
  return [...new Set(ranked.flat())]
}

/** How many the zones among the sources may hold together; undefined when one of them does not say, or none is there. */
export function capacityOfZones(
  sourceIds: readonly string[],
  { zones = [] }: Pick<OccupancyDictionaries, 'zones'>,
): number | undefined {
  const capacities = sourceIds
    .flatMap((id) => zones.filter((zone) => zone.id === id))
    .map(({ capacity }) => capacity)
  return capacities.reduce<number | undefined>(
    (sum, capacity) => (sum === undefined || capacity === undefined ? undefined : sum + capacity),
    capacities.length === 0 ? undefined : 0,
  )
}

/** Names of the sources, the first ones where there are many: `Main entrance, Sales floor and 4 more`. */
export function sourcesTitle(
  sourceIds: readonly string[],
  known: Pick<OccupancyDictionaries, 'entrances' | 'zones'> | undefined,
): string {
  const sources = [...(known?.entrances ?? []), ...(known?.zones ?? [])]
  const names = sourceIds.map((id) => sources.find((source) => source.id === id)?.name ?? id)
  if (names.length <= mostNames) return names.join(', ')
  return t('occupancy.andMore', {
    names: names.slice(0, mostNames - 1).join(', '),
    count: names.length - mostNames + 1,
  })
}

/** More make no title. */
const mostNames = 3
