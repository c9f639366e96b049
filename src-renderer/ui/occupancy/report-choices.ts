import type { OccupancyDictionaries } from '#contract/wall/occupancy.ts'
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
