import type { OccupancyDictionaries } from '#contract/wall/occupancy.ts'
import type { ReportForm } from '../../occupancy/report/report-form.ts'
import type { PickerChoice } from '../picker.tsx'
import { t } from '../../language/language.ts'

type Known = OccupancyDictionaries | undefined

export function sourceChoices(dictionaries: Known): PickerChoice[] {
  const entrances = (dictionaries?.entrances ?? []).map(({ id, name }) => ({
    id,
    words: name,
    detail: t('occupancy.choice.entrance'),
  }))
  return [...entrances, ...zoneChoices(dictionaries)]
}

/** How many there are to choose from, and which ids have to be typed in. */
export function sourcesHint({ entrances, zones }: OccupancyDictionaries): string {
  if (zones === undefined) {
    return entrances === undefined
      ? t('occupancy.sources.unlisted')
      : t('occupancy.sources.entrancesOnly', { entrances: entrances.length })
  }
  return entrances === undefined
    ? t('occupancy.sources.zonesOnly', { zones: zones.length })
    : t('occupancy.sources.both', { entrances: entrances.length, zones: zones.length })
}

export function zonesHint(
  dictionaries: Known,
  { sources, resetZoneIds }: Pick<ReportForm, 'sources' | 'resetZoneIds'>,
): string {
  const isUnlisted = dictionaries !== undefined && dictionaries.zones === undefined
  const doubled = resetZoneIds.filter((id) => sources.includes(id))
  const together = t(isUnlisted ? 'occupancy.zones.unlisted' : 'occupancy.zones.together')
  if (doubled.length === 0) return together
  return `${together}. ${t('occupancy.zones.doubled', { zones: doubled.join(', ') })}`
}

export function zoneChoices(dictionaries: Known): PickerChoice[] {
  return (dictionaries?.zones ?? []).map(({ id, name, capacity }) => ({
    id,
    words: name,
    detail:
      capacity === undefined ? t('occupancy.choice.zone') : t('occupancy.choice.zoneHolds', { capacity }),
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
