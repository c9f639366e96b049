import { machineZone } from '#contract/time/zone-clock.ts'
import { instantText } from '../timeline/axis/time-words.ts'
import type { Zone } from '../timeline/axis/zone.ts'
import { parseTimeEntry, type TimeEntry } from '../wall/time-entry.ts'
import { entry, nowIf, type PaletteEntry } from './palette-entries.ts'
import { t } from '../language/language.ts'

export interface TimeOptions {
  readonly zone: Zone
  readonly nowMs: number
  /** In playback, by index. */
  readonly tiles: readonly number[]
  readonly selectedTile: number
  /** Whether the selected tile shows a camera. */
  readonly canPlay: boolean
  /** Instants that were left. */
  readonly leftMs: readonly number[]
}

/** What a typed time would do, in words; nothing for what is no time. Before anything is typed, the way back. */
export function timeRows(query: string, options: TimeOptions): PaletteEntry[] {
  return [...leftRows(query, options), ...typedRows(query, options)]
}

function leftRows(query: string, options: TimeOptions): PaletteEntry[] {
  const who = whoGoes(options)
  // The rows of times are first: what is typed, such as a camera's number, would lead into the past.
  if (who === undefined || query.trim() !== '') return []
  return options.leftMs.map((atMs) => {
    const words = t('palette.backTo', { who, when: instantText(options.zone, atMs, options.nowMs) })
    return entry('Times', `left ${atMs}`, words, { kind: 'go-to', atMs })
  })
}

function typedRows(query: string, options: TimeOptions): PaletteEntry[] {
  return parseTimeEntry(query, options).map((time, at) => {
    const who = whoGoes(options)
    if (time.kind === 'instant' && who !== undefined) {
      const words = t('palette.goTo', { who, when: instantWords(time, options) })
      return entry('Times', `time ${at}`, words, { kind: 'go-to', atMs: time.atMs })
    }
    const noCamera = () => t('palette.tileShowsNoCameraPlay', { selectedTile: options.selectedTile + 1 })
    return entry('Times', `time ${at}`, time.kind === 'refused' ? time.reason : noCamera())
  })
}

function whoGoes({ tiles, selectedTile, canPlay }: TimeOptions): string | undefined {
  const [first, ...others] = tiles
  if (first === undefined) return canPlay ? t('palette.tile', { selectedTile: selectedTile + 1 }) : undefined
  return others.length === 0 ? t('palette.tile', { selectedTile: first + 1 }) : t('palette.allPlaybackTiles')
}

function instantWords(
  { atMs, turn }: Extract<TimeEntry, { kind: 'instant' }>,
  { zone, nowMs }: TimeOptions,
): string {
  const instant = instantText(zone, atMs, nowMs)
  return turn === undefined
    ? instant
    : t(turn === 'first' ? 'palette.firstTime' : 'palette.secondTime', { instant })
}

/** Fewer letters are in every name. */
const lettersOfZone = 3

/** Zones that the wall could write its times in: only for a query that is in the name, as there are hundreds. */
export function zoneRows(query: string, current: Zone, isChosen: boolean): PaletteEntry[] {
  const wanted = query.trim().toLowerCase()
  if (wanted.length < lettersOfZone) return []
  const machine = machineZone()
  const ofMachine = t('palette.timeZoneComputer', { machine })
  // Browsers list some zones under names of long ago, but know all: a whole name that is typed is one of them, too.
  const typed = current.other(wanted.replace(/^(?:time )?zone:? */, '').replaceAll(' ', '_'))?.id
  const names = new Set([...(typed === undefined ? [] : [typed]), ...Intl.supportedValuesOf('timeZone')])
  const named = [...names].map((timeZone) => {
    const words = t('palette.timeZone', { replaceAll: timeZone.replaceAll('_', ' ') })
    const detail = nowIf(isChosen && timeZone === current.id)
    return entry('Zones', `zone ${timeZone}`, words, { kind: 'choose-time-zone', timeZone }, detail)
  })
  return [entry('Zones', 'zone', ofMachine, { kind: 'choose-time-zone' }, nowIf(!isChosen)), ...named]
    .filter((entry) => entry.words.toLowerCase().includes(wanted))
    .slice(0, mostZones)
}

const mostZones = 40
