import type { WallCamera } from '#contract/wall/camera.ts'
import type { ListedPlatform } from '#contract/wall/connection.ts'
import type { WallEventTag } from '#contract/wall/events.ts'
import { languageSchema } from '#contract/wall/language.ts'
import { layoutNames, layoutOf, type SavedLayout } from '#contract/wall/layout.ts'
import { type Monitor, type ScreensMode, screensModeSchema } from '#contract/wall/monitors.ts'
import { freeSalvoNumber, type Salvo } from '#contract/wall/salvo.ts'
import type { SavedReport } from '#contract/wall/occupancy.ts'
import type { SavedSearch } from '#contract/wall/saved-search.ts'
import type { UpdateState } from '#contract/wall/updates.ts'
import { actionNames, actionOf, actionWords } from '../keyboard/actions.ts'
import type { Keymap } from '../keyboard/keymap.ts'
import { currentLanguage, languages, type PlainKey, t } from '../language/language.ts'
import type { WallCommand } from '../wall/commands.ts'
import { layoutWords } from '../wall/layout.ts'
import { eventEntries, intoTile, reportEntries } from './palette-events.ts'
import { hostOf, platformName } from './platform-words.ts'
import { rank } from './rank.ts'
import { salvoTitle } from '../wall/salvo-words.ts'

export type PaletteGroup =
  | 'Times'
  | 'Cameras'
  | 'Layouts'
  | 'Salvos'
  | 'Contents'
  | 'Monitors'
  | 'Platforms'
  | 'Events'
  | 'Occupancy'
  | 'Actions'
  | 'Zones'

export interface PaletteEntry {
  readonly id: string
  readonly group: PaletteGroup
  /** Shown before the words, in tabular figures. */
  readonly number?: number
  readonly words: string
  readonly detail?: string
  readonly chord?: string
  /** Absent: only said, as what was typed cannot be done. */
  readonly command?: WallCommand
}

/** More are not read, and a site with a thousand cameras must not draw a thousand rows at each key. */
const MAX_ROWS_A_GROUP = 40

export interface PaletteOptions {
  /** Sorted by number. */
  readonly cameras: readonly WallCamera[]
  readonly unlistedWordsOf: (camera: WallCamera) => string | undefined
  readonly selectedTile: number
  /** What that tile shows. */
  readonly selectedCamera: WallCamera | undefined
  /** This page's. */
  readonly monitor: number
  readonly monitors: readonly Monitor[]
  /** The present mode, where the settings decide it. */
  readonly screens: ScreensMode | undefined
  readonly updates: UpdateState
  readonly searches: readonly SavedSearch[]
  readonly salvos: readonly Salvo[]
  readonly layouts: readonly SavedLayout[]
  readonly reports: readonly SavedReport[]
  readonly platforms: readonly ListedPlatform[]
  /** The one that the wall shows. */
  readonly shownPlatform: string | undefined
  readonly tags: readonly Pick<WallEventTag, 'id' | 'name'>[]
  /** Tags that the timeline does not show. */
  readonly hidden: ReadonlySet<string>
  readonly keymap: Keymap
}

/** Everything that the palette can find on this wall. */
export function paletteEntries(options: PaletteOptions): PaletteEntry[] {
  const { cameras, unlistedWordsOf, selectedTile, selectedCamera, screens, salvos, layouts, keymap } = options
  return [
    ...reportEntries(options),
    ...platformEntries(options),
    ...cameras.map(
      (camera): PaletteEntry => ({
        id: `camera ${camera.id}`,
        group: 'Cameras',
        number: camera.number,
        words: camera.name,
        ...detailOf(camera, unlistedWordsOf),
        command: { kind: 'show-camera', tile: selectedTile, cameraId: camera.id },
      }),
    ),
    ...layoutNames.map(
      (layout): PaletteEntry => ({
        id: `layout ${layout}`,
        group: 'Layouts',
        words: t('palette.layout', { layout: layoutWords(layoutOf(layout)) }),
        command: { kind: 'set-layout', layout },
      }),
    ),
    ...layouts.map(
      ({ name, layout }): PaletteEntry => ({
        id: `layout named ${name}`,
        group: 'Layouts',
        words: t('layouts.palette', { name }),
        detail: layoutWords(layout),
        command: { kind: 'set-layout', layout },
      }),
    ),
    ...salvos.map(
      (salvo): PaletteEntry => ({
        id: `salvo ${salvo.number}`,
        group: 'Salvos',
        words: salvoTitle(salvo),
        ...(salvo.scope === 'all' ? { detail: t('palette.allMonitors') } : {}),
        command: { kind: 'recall-salvo', number: salvo.number },
      }),
    ),
    {
      id: 'save-salvo',
      group: 'Salvos',
      words: t('palette.saveWhatShownAsSalvo', { freeSalvoNumber: freeSalvoNumber(salvos) }),
      command: { kind: 'save-salvo' },
    },
    ...monitorEntries(options),
    ...screensModeSchema.options.flatMap((mode): PaletteEntry[] => {
      if (screens === undefined) return []
      const entry = { id: `screens ${mode}`, group: 'Monitors', words: t(`palette.${mode}`) } as const
      const command = { kind: 'choose-screens', mode } as const
      return [mode === screens ? { ...entry, detail: t('palette.now'), command } : { ...entry, command }]
    }),
    ...contentEntries(selectedTile, selectedCamera),
    ...eventEntries(options),
    ...languageEntries(),
    ...updateEntries(options),
    ...actionNames.flatMap((name): PaletteEntry[] => {
      const { command } = actionOf(name)
      if (command === undefined || name === 'palette') return []
      const chord = keymap.chordsByAction.get(name)?.[0]
      const entry = { id: `action ${name}`, group: 'Actions', words: actionWords(name), command } as const
      return [chord === undefined ? entry : { ...entry, chord }]
    }),
  ]
}

function detailOf(
  camera: WallCamera,
  unlistedWordsOf: PaletteOptions['unlistedWordsOf'],
): Pick<PaletteEntry, 'detail'> {
  const parts = [camera.group, unlistedWordsOf(camera) ?? ''].filter((part) => part !== '')
  return parts.length === 0 ? {} : { detail: parts.join(' · ') }
}

/** The camera of the selected tile, on each of the other monitors. */
function monitorEntries({ monitor, monitors, selectedCamera: camera }: PaletteOptions): PaletteEntry[] {
  if (camera === undefined) return []
  return monitors
    .filter(({ number }) => number !== monitor)
    .map(({ number, label }) => ({
      id: `monitor ${number}`,
      group: 'Monitors',
      words: t('palette.monitorAlsoShow', { number, number2: camera.number, name: camera.name }),
      ...(label === '' ? {} : { detail: label }),
      command: { kind: 'enter-on-monitor', monitor: number, entry: String(camera.number) },
    }))
}

function languageEntries(): PaletteEntry[] {
  return languageSchema.options.map((language) => ({
    id: `language ${language}`,
    group: 'Actions',
    words: t('language.palette', { name: languages[language].name }),
    ...(language === currentLanguage() ? { detail: t('palette.now') } : {}),
    command: { kind: 'choose-language', language },
  }))
}

/** An installation that is updated elsewhere has none. */
function updateEntries({ updates }: PaletteOptions): PaletteEntry[] {
  if (updates.state === 'ready') {
    const words = t('palette.installUpdateRestart', { version: updates.version })
    return [{ id: 'update', group: 'Actions', words, command: { kind: 'install-update' } }]
  }
  if (updates.state !== 'none') return []
  return [
    { id: 'update', group: 'Actions', words: t('updates.lookUpdates'), command: { kind: 'check-updates' } },
  ]
}

/** Best first within each group; groups stay in their order. A number that is typed whole comes before all others. */
export function rankEntries(entries: readonly PaletteEntry[], query: string): PaletteEntry[] {
  const groups: readonly PaletteGroup[] = [
    'Cameras',
    'Layouts',
    'Salvos',
    'Contents',
    'Monitors',
    'Platforms',
    'Events',
    'Occupancy',
    'Actions',
  ]
  return groups.flatMap((group) =>
    rank(
      entries.filter((entry) => entry.group === group),
      query,
      MAX_ROWS_A_GROUP,
    ),
  )
}

/** What the selected tile may show besides a camera. */
function contentEntries(selectedTile: number, camera: WallCamera | undefined): PaletteEntry[] {
  const followed = camera === undefined ? {} : { cameraId: camera.id }
  const entries: readonly (readonly [PlainKey, WallCommand])[] = [
    [
      'palette.hotspot',
      { kind: 'show-content', content: { kind: 'hotspot', scope: 'monitor', ...followed } },
    ],
    ['palette.hotspotAll', { kind: 'show-content', content: { kind: 'hotspot', scope: 'all', ...followed } }],
    ['palette.sequence', { kind: 'toggle-dialog', dialog: 'sequence' }],
    ['contents.clock', { kind: 'show-content', content: { kind: 'clock' } }],
    ['contents.text', { kind: 'toggle-dialog', dialog: 'text' }],
  ]
  return entries.map(([key, command]) => ({
    id: `content ${key}`,
    group: 'Contents',
    words: t(key),
    detail: intoTile(selectedTile),
    command,
  }))
}

/** Each platform of this workstation but the one that the wall shows. */
function platformEntries({ platforms, shownPlatform }: PaletteOptions): PaletteEntry[] {
  return platforms
    .filter(({ id }) => id !== shownPlatform)
    .map((platform) => ({
      id: `platform ${platform.id}`,
      group: 'Platforms',
      words: t('palette.platformShow', { platformName: platformName(platform) }),
      detail: platform.hasKey
        ? hostOf(platform.baseUrl)
        : t('palette.noKeyYet', { host: hostOf(platform.baseUrl) }),
      command: { kind: 'use-platform', platform: platform.id },
    }))
}
