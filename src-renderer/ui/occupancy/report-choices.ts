import type { OccupancyDictionaries } from '#contract/wall/occupancy.ts'
import type { ReportForm } from '../../occupancy/report/report-form.ts'
import type { PickerChoice } from '../picker.tsx'

type Known = OccupancyDictionaries | undefined

export function sourceChoices(dictionaries: Known): PickerChoice[] {
  const entrances = (dictionaries?.entrances ?? []).map(({ id, name }) => ({
    id,
    words: name,
    detail: 'entrance',
  }))
  return [...entrances, ...zoneChoices(dictionaries)]
}

/** How many there are to choose from, and of what ids have to be typed in. */
export function sourcesHint({ entrances, zones }: OccupancyDictionaries): string {
  if (entrances === undefined && zones === undefined)
    return 'This platform does not list what it counts: type the ids in.'
  const listed = [
    ...(entrances === undefined ? [] : [`${entrances.length.toLocaleString('en')} entrances`]),
    ...(zones === undefined ? [] : [`${zones.length.toLocaleString('en')} zones`]),
  ]
  const missing = entrances === undefined ? 'entrances' : zones === undefined ? 'zones' : undefined
  const typed = missing === undefined ? '' : `; ${missing} are not listed: type their ids in`
  return `${listed.join(' and ')} to choose from${typed}`
}

export function zonesHint(
  dictionaries: Known,
  { sources, resetZoneIds }: Pick<ReportForm, 'sources' | 'resetZoneIds'>,
): string {
  const isUnlisted = dictionaries !== undefined && dictionaries.zones === undefined
  const doubled = resetZoneIds.filter((id) => sources.includes(id))
  const warning =
    doubled.length === 0
      ? ''
      : `. ${doubled.join(', ')} counts as a source already: a platform may count it twice`
  return `Together, as they count at that moment${isUnlisted ? '; zones are not listed: type their ids in' : ''}${warning}`
}

export function zoneChoices(dictionaries: Known): PickerChoice[] {
  return (dictionaries?.zones ?? []).map(({ id, name, capacity }) => ({
    id,
    words: name,
    detail: capacity === undefined ? 'zone' : `zone, holds ${capacity}`,
  }))
}

export function scheduleChoices(dictionaries: Known): PickerChoice[] {
  return (dictionaries?.schedules ?? []).map(({ id, name, timezone }) => ({
    id,
    words: name,
    ...(timezone === undefined ? {} : { detail: timezone }),
  }))
}

/** By their names: `Europe/Berlin`. */
export function timeZoneChoices(): PickerChoice[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')].map((id) => ({
    id,
    words: id.replaceAll('_', ' '),
  }))
}
