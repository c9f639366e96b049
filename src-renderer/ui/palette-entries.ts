import type { WallCamera } from '#contract/wall/camera.ts'
import type { ListedPlatform } from '#contract/wall/connection.ts'
import type { WallEventTag } from '#contract/wall/events.ts'
import { receiptCorners, receiptSizes, type TileReceipt } from '#contract/wall/document.ts'
import { languageSchema } from '#contract/wall/language.ts'
import { layoutNames, layoutOf, type SavedLayout } from '#contract/wall/layout.ts'
import { type Monitor, type ScreensMode, screensModeSchema } from '#contract/wall/monitors.ts'
import { freeSalvoNumber, type Salvo } from '#contract/wall/salvo.ts'
import type { SavedReport } from '#contract/wall/occupancy.ts'
import type { SavedSearch } from '#contract/wall/saved-search.ts'
import type { UpdateState } from '#contract/wall/updates.ts'
import { printTime } from '../events/query/printing/print-time.ts'
import { actionNames, actionOf, actionWords } from '../keyboard/actions.ts'
import type { Keymap } from '../keyboard/keymap.ts'
import { currentLanguage, languages, type PlainKey, t } from '../language/language.ts'
import type { WallCommand } from '../wall/commands.ts'
import { layoutWords } from '../wall/layout.ts'
import { hostOf, platformName } from './platform-words.ts'
import { rank } from './rank.ts'
import { salvoTitle } from '../wall/salvo-words.ts'

type GroupIn<K> = K extends `palette.groups.${infer Group}` ? Group : never
type PaletteGroup = GroupIn<PlainKey>

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

/** @param command absent: only said, as what was typed cannot be done */
export function entry(
  group: PaletteGroup,
  id: string,
  words: string,
  command?: WallCommand,
  detail = '',
): PaletteEntry {
  const of = { id, group, words, ...(detail === '' ? {} : { detail }) }
  return command === undefined ? of : { ...of, command }
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

/** Everything that the palette can find on this wall, group by group. */
export function paletteEntries(options: PaletteOptions): PaletteEntry[] {
  const { cameras, unlistedWordsOf, selectedTile, screens, salvos, layouts, keymap } = options
  return [
    ...cameras.map((camera) => {
      const detail = [camera.group, unlistedWordsOf(camera) ?? ''].filter((part) => part !== '').join(' · ')
      const command = { kind: 'show-camera', tile: selectedTile, cameraId: camera.id } as const
      return {
        ...entry('Cameras', `camera ${camera.id}`, camera.name, command, detail),
        number: camera.number,
      }
    }),
    ...layoutNames.map((layout) => {
      const words = t('palette.layout', { layout: layoutWords(layoutOf(layout)) })
      return entry('Layouts', `layout ${layout}`, words, { kind: 'set-layout', layout })
    }),
    ...layouts.map(({ name, layout }) => {
      const words = t('palette.layout', { layout: name })
      const command = { kind: 'set-layout', layout } as const
      return entry('Layouts', `layout named ${name}`, words, command, layoutWords(layout))
    }),
    ...salvos.map((salvo) => {
      const { number, scope } = salvo
      const detail = scope === 'all' ? t('palette.allMonitors') : ''
      return entry('Salvos', `salvo ${number}`, salvoTitle(salvo), { kind: 'recall-salvo', number }, detail)
    }),
    entry(
      'Salvos',
      'save-salvo',
      t('palette.saveWhatShownAsSalvo', { freeSalvoNumber: freeSalvoNumber(salvos) }),
      { kind: 'save-salvo' },
    ),
    ...contentEntries(options),
    ...monitorEntries(options),
    ...screensModeSchema.options.flatMap((mode) => {
      if (screens === undefined) return []
      const command = { kind: 'choose-screens', mode } as const
      return entry('Monitors', `screens ${mode}`, t(`palette.${mode}`), command, nowIf(mode === screens))
    }),
    ...platformEntries(options),
    ...eventEntries(options),
    ...receiptEntries(options),
    ...reportEntries(options),
    ...languageSchema.options.map((language) => {
      const words = t('language.palette', { name: languages[language].name })
      const detail = nowIf(language === currentLanguage())
      return entry('Actions', `language ${language}`, words, { kind: 'choose-language', language }, detail)
    }),
    ...updateEntries(options),
    ...actionNames.flatMap((name) => {
      const { command } = actionOf(name)
      if (command === undefined || name === 'palette') return []
      const chord = keymap.chordsByAction.get(name)?.[0]
      const action = entry('Actions', `action ${name}`, actionWords(name), command)
      return chord === undefined ? action : { ...action, chord }
    }),
  ]
}

/** Of what is so already. */
export const nowIf = (isSo: boolean): string => (isSo ? t('palette.now') : '')

/** Saved reports: on their page, or how many are there now in the selected tile. Without one, where reports are saved. */
function reportEntries({ reports, selectedTile }: PaletteOptions): PaletteEntry[] {
  if (reports.length === 0) {
    const command = { kind: 'toggle-dialog', dialog: 'occupancy' } as const
    return [entry('Occupancy', 'occupancy', t('occupancy.palette.none'), command)]
  }
  const into = intoTile(selectedTile)
  return reports.flatMap(({ id, name, window }) => {
    const open = { kind: 'open-report', reportId: id } as const
    const show = { kind: 'show-content', content: { kind: 'occupancy', reportId: id } } as const
    return [
      entry('Occupancy', `report ${id}`, t('occupancy.palette.open', { name }), open, printTime(window)),
      entry('Occupancy', `occupancy ${id}`, t('occupancy.palette.show', { name }), show, into),
    ]
  })
}

/** Saved searches, the tags that the timeline shows or hides, and feeds into the selected tile. */
function eventEntries({ selectedTile, searches, tags, hidden }: PaletteOptions): PaletteEntry[] {
  const feed = (id: string, words: string, search: { readonly search?: string }) => {
    const command = { kind: 'show-content', content: { kind: 'feed', ...search } } as const
    return entry('Events', id, words, command, intoTile(selectedTile))
  }
  return [
    ...searches.map(({ name, text }) => {
      const words = t('events.palette.search', { name })
      return entry('Events', `search ${name}`, words, { kind: 'run-search', text }, text)
    }),
    ...tags.map(({ id, name }) => {
      const words = t(hidden.has(id) ? 'events.palette.showTag' : 'events.palette.hideTag', { name })
      return entry('Events', `tag ${id}`, words, { kind: 'toggle-event-tag', tagId: id })
    }),
    feed('feed', t('palette.feedAllEvents'), {}),
    ...searches.map(({ name }) => feed(`feed ${name}`, t('events.feed.label', { name }), { search: name })),
  ]
}

/** Where the receipts of the selected tile are, and how large. */
function receiptEntries({ selectedCamera }: PaletteOptions): PaletteEntry[] {
  if (selectedCamera === undefined) return []
  return [
    ...receiptCorners.map((corner) => receiptEntry(`palette.corner.${corner}`, corner, { corner })),
    ...receiptSizes.map((size) => receiptEntry(`palette.size.${size}`, size, { size })),
  ]
}

function receiptEntry(what: PlainKey, id: string, change: Partial<TileReceipt>): PaletteEntry {
  const command = { kind: 'set-receipts', change: { isShown: true, ...change } } as const
  return entry('Events', `receipts ${id}`, t('palette.receipts', { what: t(what) }), command)
}

const intoTile = (tile: number): string => t('palette.intoTile', { tile: tile + 1 })

/** The camera of the selected tile, on each of the other monitors. */
function monitorEntries({ monitor, monitors, selectedCamera: camera }: PaletteOptions): PaletteEntry[] {
  if (camera === undefined) return []
  return monitors
    .filter(({ number }) => number !== monitor)
    .map(({ number, label }) => {
      const words = t('palette.monitorAlsoShow', { number, number2: camera.number, name: camera.name })
      const command = { kind: 'enter-on-monitor', monitor: number, entry: `${camera.number}` } as const
      return entry('Monitors', `monitor ${number}`, words, command, label)
    })
}

/** An installation that is updated elsewhere has none. */
function updateEntries({ updates }: PaletteOptions): PaletteEntry[] {
  if (updates.state === 'ready') {
    const words = t('palette.installUpdateRestart', { version: updates.version })
    return [entry('Actions', 'update', words, { kind: 'install-update' })]
  }
  if (updates.state !== 'none') return []
  return [entry('Actions', 'update', t('updates.lookUpdates'), { kind: 'check-updates' })]
}

/** Best first within each group; groups stay in the order of the entries. A number that is typed whole comes before all others. */
export function rankEntries(entries: readonly PaletteEntry[], query: string): PaletteEntry[] {
  return [...Map.groupBy(entries, ({ group }) => group).values()].flatMap((ofGroup) =>
    rank(ofGroup, query, MAX_ROWS_A_GROUP),
  )
}

/** What the selected tile may show besides a camera. */
function contentEntries({ selectedTile, selectedCamera: camera }: PaletteOptions): PaletteEntry[] {
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
  return entries.map(([key, command]) =>
    entry('Contents', `content ${key}`, t(key), command, intoTile(selectedTile)),
  )
}

/** Each platform of this workstation but the one that the wall shows. */
function platformEntries({ platforms, shownPlatform }: PaletteOptions): PaletteEntry[] {
  return platforms
    .filter(({ id }) => id !== shownPlatform)
    .map((platform) => {
      const words = t('palette.platformShow', { platformName: platformName(platform) })
      const host = hostOf(platform.baseUrl)
      const detail = platform.hasKey ? host : t('palette.noKeyYet', { host })
      const command = { kind: 'use-platform', platform: platform.id } as const
      return entry('Platforms', `platform ${platform.id}`, words, command, detail)
    })
}
