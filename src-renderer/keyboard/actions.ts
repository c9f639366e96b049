import { type PlainKey, t } from '../language/language.ts'
import type { WallCommand } from '../wall/commands.ts'

export interface Action {
  readonly group: ActionGroup
  readonly chords: readonly string[]
  /** Whether a held key does it again and again. */
  readonly repeats?: true
  /** Whether it also works while a window of the page is open or the wall is not shown. */
  readonly anywhere?: true
  /** Keeps its chords whatever the settings say: the way back from a keymap that went wrong. */
  readonly fixed?: true
  /** Absent for the keys whose meaning depends on what has been typed. */
  readonly command?: WallCommand
}

/**
 * Every action that a key can be bound to. The settings replace chords by action name; the help overlay and the
 * palette are made from this table, so an action that is not here is neither bound nor shown.
 */
const groups = {
  Cameras: {
    confirm: { chords: ['Enter'] },
    takeBack: { chords: ['Backspace'], repeats: true },
    leave: { chords: ['Escape'] },
    nextCamera: whileHeld(['+'], { kind: 'step-camera', by: 1 }),
    previousCamera: whileHeld(['-'], { kind: 'step-camera', by: -1 }),
  },
  Selection: {
    selectLeft: whileHeld(['ArrowLeft'], { kind: 'move-selection', direction: 'left' }),
    selectRight: whileHeld(['ArrowRight'], { kind: 'move-selection', direction: 'right' }),
    selectUp: whileHeld(['ArrowUp'], { kind: 'move-selection', direction: 'up' }),
    selectDown: whileHeld(['ArrowDown'], { kind: 'move-selection', direction: 'down' }),
    selectNext: whileHeld(['Tab'], { kind: 'cycle-selection', by: 1 }),
    selectPrevious: whileHeld(['Shift+Tab'], { kind: 'cycle-selection', by: -1 }),
  },
  Salvos: {
    saveSalvo: { chords: ['Shift+Enter'] },
    salvos: { chords: ['Shift+S'], command: { kind: 'toggle-dialog', dialog: 'salvos' } },
  },
  Picture: {
    zoomPictureIn: whileHeld(['Z'], { kind: 'zoom-picture', factor: 1.5 }),
    zoomPictureOut: whileHeld(['Shift+Z'], { kind: 'zoom-picture', factor: 1 / 1.5 }),
    panPictureLeft: whileHeld(['Ctrl+Shift+ArrowLeft'], { kind: 'pan-picture', x: -0.25, y: 0 }),
    panPictureRight: whileHeld(['Ctrl+Shift+ArrowRight'], { kind: 'pan-picture', x: 0.25, y: 0 }),
    panPictureUp: whileHeld(['Ctrl+Shift+ArrowUp'], { kind: 'pan-picture', x: 0, y: -0.25 }),
    panPictureDown: whileHeld(['Ctrl+Shift+ArrowDown'], { kind: 'pan-picture', x: 0, y: 0.25 }),
    sound: { chords: ['U'], command: { kind: 'toggle-sound' } },
    pictureFit: { chords: ['Shift+F'], command: { kind: 'next-picture-fit' } },
    masks: { chords: ['P'], command: { kind: 'toggle-dialog', dialog: 'masks' } },
  },
  Playback: {
    replay: { chords: ['R'], command: { kind: 'replay' } },
    goLive: { chords: ['Home'], command: { kind: 'go-live' } },
    goLiveAll: { chords: ['Shift+Home'], command: { kind: 'go-live-all' } },
    playTogether: { chords: ['S'], command: { kind: 'play-together' } },
    playPause: { chords: ['Space'], command: { kind: 'play-pause' } },
    frameBack: whileHeld([','], { kind: 'step-frame', by: -1 }),
    frameOn: whileHeld(['.'], { kind: 'step-frame', by: 1 }),
    shuttleBack: { chords: ['J'], command: { kind: 'shuttle', by: -1 } },
    shuttleStop: { chords: ['K'], command: { kind: 'shuttle', by: 0 } },
    shuttleOn: { chords: ['L'], command: { kind: 'shuttle', by: 1 } },
    jumpBack: whileHeld(['Shift+ArrowLeft'], { kind: 'jump', byMs: -10_000 }),
    jumpOn: whileHeld(['Shift+ArrowRight'], { kind: 'jump', byMs: 10_000 }),
    gapBack: whileHeld(['B'], { kind: 'jump-gap', by: -1 }),
    gapOn: whileHeld(['N'], { kind: 'jump-gap', by: 1 }),
  },
  Events: {
    searchEvents: { chords: ['/'], command: { kind: 'search-events' } },
    endSearch: { chords: [], command: { kind: 'end-search' } },
    previousEvent: whileHeld(['Alt+ArrowLeft'], { kind: 'step-event', by: -1 }),
    nextEvent: whileHeld(['Alt+ArrowRight'], { kind: 'step-event', by: 1 }),
    toggleReceipts: { chords: ['E'], command: { kind: 'toggle-receipts' } },
    receipts: { chords: ['Shift+E'], command: { kind: 'toggle-dialog', dialog: 'receipts' } },
    mark: { chords: ['M'], command: { kind: 'mark' } },
    outbox: { chords: ['Shift+M'], command: { kind: 'toggle-dialog', dialog: 'outbox' } },
  },
  Alarms: {
    acknowledgeAlarm: { chords: ['A'], command: { kind: 'acknowledge-alarm' } },
    alarms: { chords: ['Shift+A'], command: { kind: 'toggle-dialog', dialog: 'alarms' } },
    alarmRules: { chords: ['Ctrl+Shift+A'], command: { kind: 'toggle-dialog', dialog: 'alarm-rules' } },
    signOn: { chords: ['Ctrl+L'], command: { kind: 'toggle-dialog', dialog: 'sign-on' } },
    alarmSound: { chords: [], command: { kind: 'toggle-alarm-sound' } },
    exportAlarmsCsv: { chords: [], command: { kind: 'export-alarms', format: 'csv' } },
    exportAlarmsNdjson: { chords: [], command: { kind: 'export-alarms', format: 'ndjson' } },
    verifyAlarms: { chords: [], command: { kind: 'verify-alarms' } },
  },
  Evidence: {
    saveSnapshot: { chords: ['Ctrl+S', 'Meta+S'], command: { kind: 'save-snapshot', which: 'selected' } },
    saveAllSnapshots: {
      chords: ['Ctrl+Shift+S', 'Shift+Meta+S'],
      command: { kind: 'save-snapshot', which: 'all' },
    },
    rangeStart: { chords: ['['], command: { kind: 'mark-range', end: 'start' } },
    rangeEnd: { chords: [']'], command: { kind: 'mark-range', end: 'end' } },
    clearRange: { chords: [], command: { kind: 'clear-range' } },
    exportFootage: { chords: ['Shift+X'], command: { kind: 'toggle-dialog', dialog: 'export' } },
    evidenceFolder: { chords: [], command: { kind: 'choose-evidence-folder' } },
  },
  Timeline: {
    toggleTimeline: { chords: ['T'], command: { kind: 'toggle-timeline' } },
    zoomIn: whileHeld(['Ctrl+ArrowUp'], { kind: 'timeline', command: { do: 'zoom', presses: -1 } }),
    zoomOut: whileHeld(['Ctrl+ArrowDown'], { kind: 'timeline', command: { do: 'zoom', presses: 1 } }),
    panBack: whileHeld(['Ctrl+ArrowLeft'], { kind: 'timeline', command: { do: 'pan', presses: -1 } }),
    panOn: whileHeld(['Ctrl+ArrowRight'], { kind: 'timeline', command: { do: 'pan', presses: 1 } }),
  },
  Wall: {
    content: { chords: ['C'], command: { kind: 'toggle-dialog', dialog: 'content' } },
    earlierContent: whileHeld(['Alt+Backspace'], { kind: 'earlier-content' }),
    emptyTile: { chords: ['Delete'], command: { kind: 'show-content', content: { kind: 'empty' } } },
    undo: whileHeld(['Ctrl+Z', 'Meta+Z'], { kind: 'undo' }),
    redo: whileHeld(['Ctrl+Shift+Z', 'Ctrl+Y', 'Shift+Meta+Z'], { kind: 'redo' }),
    refreshCameras: { chords: [], command: { kind: 'refresh-cameras' } },
    fullScreen: { chords: ['F', 'F11'], anywhere: true, command: { kind: 'toggle-full-screen' } },
  },
  Windows: {
    layout: { chords: ['G'], command: { kind: 'toggle-dialog', dialog: 'layout' } },
    gridEditor: { chords: ['Shift+G'], command: { kind: 'toggle-dialog', dialog: 'grid' } },
    occupancy: { chords: ['O'], command: { kind: 'toggle-dialog', dialog: 'occupancy' } },
    palette: { chords: ['Ctrl+K', 'Meta+K'], command: { kind: 'toggle-dialog', dialog: 'palette' } },
    help: { chords: ['?'], anywhere: true, command: { kind: 'toggle-dialog', dialog: 'help' } },
    keymap: {
      chords: ['Ctrl+Shift+K'],
      anywhere: true,
      fixed: true,
      command: { kind: 'toggle-dialog', dialog: 'keymap' },
    },
    engineer: { chords: ['I'], command: { kind: 'toggle-engineer' } },
    connection: { chords: ['Ctrl+,', 'Meta+,'], command: { kind: 'toggle-dialog', dialog: 'connection' } },
    key: { chords: ['Shift+K'], command: { kind: 'toggle-dialog', dialog: 'key' } },
    supportBundle: {
      chords: ['Ctrl+Shift+B', 'Shift+Meta+B'],
      anywhere: true,
      command: { kind: 'save-support-bundle' },
    },
    contrast: { chords: [], command: { kind: 'toggle-contrast' } },
    dismissNotices: { chords: [], command: { kind: 'dismiss-notices' } },
  },
} as const satisfies Record<string, Record<string, Omit<Action, 'group'>>>

function whileHeld(chords: readonly string[], command: WallCommand) {
  return { chords, repeats: true, command } as const
}

type Groups = typeof groups
export type ActionGroup = keyof Groups
export type ActionName = { [Group in ActionGroup]: keyof Groups[Group] }[ActionGroup]

/** In the order of the help. */
export const actionGroups = Object.keys(groups) as ActionGroup[]

const actions = Object.fromEntries(
  actionGroups.flatMap((group) =>
    Object.entries(groups[group]).map(([name, action]) => [name, { group, ...action }]),
  ),
) as Record<ActionName, Action>

export const actionNames = actionGroups.flatMap((group) => Object.keys(groups[group]) as ActionName[])
export const isActionName = (name: string): name is ActionName => Object.hasOwn(actions, name)
export const actionOf = (name: ActionName): Action => actions[name]

/** What the help and the palette say. */
export const actionWords = (name: ActionName): string => t(`keyboard.actions.${name}`)
export const groupWords = (group: ActionGroup): string => t(`keyboard.groups.${group}`)

/** What digits and signs mean before `confirm`, for the help: they are the grammar itself and cannot be bound to anything else. */
export const entryForms: readonly {
  readonly keys: readonly string[]
  readonly words: PlainKey
  /** Only of use where there are several monitors. */
  readonly isForMonitors?: true
  readonly group?: ActionGroup
}[] = [
  { keys: ['12'], words: 'keyboard.forms.camera' },
  { keys: ['3', '.', '12'], words: 'keyboard.forms.tile' },
  {
    keys: ['2', '/', '3', '.', '12'],
    words: 'keyboard.forms.monitor',
    isForMonitors: true,
  },
  { keys: ['2', '/'], words: 'keyboard.forms.keyboard', isForMonitors: true },
  { keys: ['0'], words: 'keyboard.forms.previous' },
  { keys: ['*', '5'], words: 'keyboard.forms.salvo', group: 'Salvos' },
  {
    keys: ['2', '/', '*', '5'],
    words: 'keyboard.forms.salvoOfMonitor',
    isForMonitors: true,
    group: 'Salvos',
  },
]

export const grammarChords: ReadonlySet<string> = new Set('0123456789./*')

/** Signs of the grammar that begin no entry: with nothing typed they may be bound to an action. */
export const lentChords: ReadonlySet<string> = new Set('./')
