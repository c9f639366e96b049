import { type PlainKey, t } from '../language/language.ts'
import type { WallCommand } from '../wall/commands.ts'

export type ActionGroup =
  | 'Cameras'
  | 'Selection'
  | 'Salvos'
  | 'Picture'
  | 'Playback'
  | 'Events'
  | 'Evidence'
  | 'Alarms'
  | 'Timeline'
  | 'Wall'
  | 'Windows'

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
const actions = {
  confirm: {
    group: 'Cameras',
    chords: ['Enter'],
  },
  takeBack: {
    group: 'Cameras',
    chords: ['Backspace'],
    repeats: true,
  },
  leave: {
    group: 'Cameras',
    chords: ['Escape'],
  },
  nextCamera: {
    group: 'Cameras',
    chords: ['+'],
    repeats: true,
    command: { kind: 'step-camera', by: 1 },
  },
  previousCamera: {
    group: 'Cameras',
    chords: ['-'],
    repeats: true,
    command: { kind: 'step-camera', by: -1 },
  },
  selectLeft: {
    group: 'Selection',
    chords: ['ArrowLeft'],
    repeats: true,
    command: { kind: 'move-selection', direction: 'left' },
  },
  selectRight: {
    group: 'Selection',
    chords: ['ArrowRight'],
    repeats: true,
    command: { kind: 'move-selection', direction: 'right' },
  },
  selectUp: {
    group: 'Selection',
    chords: ['ArrowUp'],
    repeats: true,
    command: { kind: 'move-selection', direction: 'up' },
  },
  selectDown: {
    group: 'Selection',
    chords: ['ArrowDown'],
    repeats: true,
    command: { kind: 'move-selection', direction: 'down' },
  },
  selectNext: {
    group: 'Selection',
    chords: ['Tab'],
    repeats: true,
    command: { kind: 'cycle-selection', by: 1 },
  },
  selectPrevious: {
    group: 'Selection',
    chords: ['Shift+Tab'],
    repeats: true,
    command: { kind: 'cycle-selection', by: -1 },
  },
  saveSalvo: {
    group: 'Salvos',
    chords: ['Shift+Enter'],
  },
  salvos: {
    group: 'Salvos',
    chords: ['Shift+S'],
    command: { kind: 'toggle-dialog', dialog: 'salvos' },
  },
  zoomPictureIn: {
    group: 'Picture',
    chords: ['Z'],
    repeats: true,
    command: { kind: 'zoom-picture', factor: 1.5 },
  },
  zoomPictureOut: {
    group: 'Picture',
    chords: ['Shift+Z'],
    repeats: true,
    command: { kind: 'zoom-picture', factor: 1 / 1.5 },
  },
  panPictureLeft: {
    group: 'Picture',
    chords: ['Ctrl+Shift+ArrowLeft'],
    repeats: true,
    command: { kind: 'pan-picture', x: -0.25, y: 0 },
  },
  panPictureRight: {
    group: 'Picture',
    chords: ['Ctrl+Shift+ArrowRight'],
    repeats: true,
    command: { kind: 'pan-picture', x: 0.25, y: 0 },
  },
  panPictureUp: {
    group: 'Picture',
    chords: ['Ctrl+Shift+ArrowUp'],
    repeats: true,
    command: { kind: 'pan-picture', x: 0, y: -0.25 },
  },
  panPictureDown: {
    group: 'Picture',
    chords: ['Ctrl+Shift+ArrowDown'],
    repeats: true,
    command: { kind: 'pan-picture', x: 0, y: 0.25 },
  },
  sound: {
    group: 'Picture',
    chords: ['U'],
    command: { kind: 'toggle-sound' },
  },
  pictureFit: {
    group: 'Picture',
    chords: ['Shift+F'],
    command: { kind: 'next-picture-fit' },
  },
  masks: {
    group: 'Picture',
    chords: ['P'],
    command: { kind: 'toggle-dialog', dialog: 'masks' },
  },
  replay: {
    group: 'Playback',
    chords: ['R'],
    command: { kind: 'replay' },
  },
  goLive: {
    group: 'Playback',
    chords: ['Home'],
    command: { kind: 'go-live' },
  },
  goLiveAll: {
    group: 'Playback',
    chords: ['Shift+Home'],
    command: { kind: 'go-live-all' },
  },
  playTogether: {
    group: 'Playback',
    chords: ['S'],
    command: { kind: 'play-together' },
  },
  playPause: {
    group: 'Playback',
    chords: ['Space'],
    command: { kind: 'play-pause' },
  },
  frameBack: {
    group: 'Playback',
    chords: [','],
    repeats: true,
    command: { kind: 'step-frame', by: -1 },
  },
  frameOn: {
    group: 'Playback',
    chords: ['.'],
    repeats: true,
    command: { kind: 'step-frame', by: 1 },
  },
  shuttleBack: {
    group: 'Playback',
    chords: ['J'],
    command: { kind: 'shuttle', by: -1 },
  },
  shuttleStop: {
    group: 'Playback',
    chords: ['K'],
    command: { kind: 'shuttle', by: 0 },
  },
  shuttleOn: {
    group: 'Playback',
    chords: ['L'],
    command: { kind: 'shuttle', by: 1 },
  },
  jumpBack: {
    group: 'Playback',
    chords: ['Shift+ArrowLeft'],
    repeats: true,
    command: { kind: 'jump', byMs: -10_000 },
  },
  jumpOn: {
    group: 'Playback',
    chords: ['Shift+ArrowRight'],
    repeats: true,
    command: { kind: 'jump', byMs: 10_000 },
  },
  gapBack: {
    group: 'Playback',
    chords: ['B'],
    repeats: true,
    command: { kind: 'jump-gap', by: -1 },
  },
  gapOn: {
    group: 'Playback',
    chords: ['N'],
    repeats: true,
    command: { kind: 'jump-gap', by: 1 },
  },
  content: {
    group: 'Wall',
    chords: ['C'],
    command: { kind: 'toggle-dialog', dialog: 'content' },
  },
  earlierContent: {
    group: 'Wall',
    chords: ['Alt+Backspace'],
    repeats: true,
    command: { kind: 'earlier-content' },
  },
  emptyTile: {
    group: 'Wall',
    chords: ['Delete'],
    command: { kind: 'show-content', content: { kind: 'empty' } },
  },
  searchEvents: {
    group: 'Events',
    chords: ['/'],
    command: { kind: 'search-events' },
  },
  previousEvent: {
    group: 'Events',
    chords: ['Alt+ArrowLeft'],
    repeats: true,
    command: { kind: 'step-event', by: -1 },
  },
  nextEvent: {
    group: 'Events',
    chords: ['Alt+ArrowRight'],
    repeats: true,
    command: { kind: 'step-event', by: 1 },
  },
  toggleReceipts: {
    group: 'Events',
    chords: ['E'],
    command: { kind: 'toggle-receipts' },
  },
  receipts: {
    group: 'Events',
    chords: ['Shift+E'],
    command: { kind: 'toggle-dialog', dialog: 'receipts' },
  },
  mark: {
    group: 'Events',
    chords: ['M'],
    command: { kind: 'mark' },
  },
  outbox: {
    group: 'Events',
    chords: ['Shift+M'],
    command: { kind: 'toggle-dialog', dialog: 'outbox' },
  },
  acknowledgeAlarm: {
    group: 'Alarms',
    chords: ['A'],
    command: { kind: 'acknowledge-alarm' },
  },
  alarms: {
    group: 'Alarms',
    chords: ['Shift+A'],
    command: { kind: 'toggle-dialog', dialog: 'alarms' },
  },
  alarmRules: {
    group: 'Alarms',
    chords: ['Ctrl+Shift+A'],
    command: { kind: 'toggle-dialog', dialog: 'alarm-rules' },
  },
  signOn: {
    group: 'Alarms',
    chords: ['Ctrl+L'],
    command: { kind: 'toggle-dialog', dialog: 'sign-on' },
  },
  alarmSound: {
    group: 'Alarms',
    chords: [],
    command: { kind: 'toggle-alarm-sound' },
  },
  exportAlarmsCsv: {
    group: 'Alarms',
    chords: [],
    command: { kind: 'export-alarms', format: 'csv' },
  },
  exportAlarmsNdjson: {
    group: 'Alarms',
    chords: [],
    command: { kind: 'export-alarms', format: 'ndjson' },
  },
  verifyAlarms: {
    group: 'Alarms',
    chords: [],
    command: { kind: 'verify-alarms' },
  },
  saveSnapshot: {
    group: 'Evidence',
    chords: ['Ctrl+S', 'Meta+S'],
    command: { kind: 'save-snapshot', which: 'selected' },
  },
  saveAllSnapshots: {
    group: 'Evidence',
    chords: ['Ctrl+Shift+S', 'Shift+Meta+S'],
    command: { kind: 'save-snapshot', which: 'all' },
  },
  rangeStart: {
    group: 'Evidence',
    chords: ['['],
    command: { kind: 'mark-range', end: 'start' },
  },
  rangeEnd: {
    group: 'Evidence',
    chords: [']'],
    command: { kind: 'mark-range', end: 'end' },
  },
  clearRange: {
    group: 'Evidence',
    chords: [],
    command: { kind: 'clear-range' },
  },
  exportFootage: {
    group: 'Evidence',
    chords: ['Shift+X'],
    command: { kind: 'toggle-dialog', dialog: 'export' },
  },
  evidenceFolder: {
    group: 'Evidence',
    chords: [],
    command: { kind: 'choose-evidence-folder' },
  },
  toggleTimeline: {
    group: 'Timeline',
    chords: ['T'],
    command: { kind: 'toggle-timeline' },
  },
  zoomIn: {
    group: 'Timeline',
    chords: ['Ctrl+ArrowUp'],
    repeats: true,
    command: { kind: 'timeline', command: { do: 'zoom', presses: -1 } },
  },
  zoomOut: {
    group: 'Timeline',
    chords: ['Ctrl+ArrowDown'],
    repeats: true,
    command: { kind: 'timeline', command: { do: 'zoom', presses: 1 } },
  },
  panBack: {
    group: 'Timeline',
    chords: ['Ctrl+ArrowLeft'],
    repeats: true,
    command: { kind: 'timeline', command: { do: 'pan', presses: -1 } },
  },
  panOn: {
    group: 'Timeline',
    chords: ['Ctrl+ArrowRight'],
    repeats: true,
    command: { kind: 'timeline', command: { do: 'pan', presses: 1 } },
  },
  undo: {
    group: 'Wall',
    chords: ['Ctrl+Z', 'Meta+Z'],
    repeats: true,
    command: { kind: 'undo' },
  },
  redo: {
    group: 'Wall',
    chords: ['Ctrl+Shift+Z', 'Ctrl+Y', 'Shift+Meta+Z'],
    repeats: true,
    command: { kind: 'redo' },
  },
  refreshCameras: {
    group: 'Wall',
    chords: [],
    command: { kind: 'refresh-cameras' },
  },
  fullScreen: {
    group: 'Wall',
    chords: ['F', 'F11'],
    anywhere: true,
    command: { kind: 'toggle-full-screen' },
  },
  layout: {
    group: 'Windows',
    chords: ['G'],
    command: { kind: 'toggle-dialog', dialog: 'layout' },
  },
  gridEditor: {
    group: 'Windows',
    chords: ['Shift+G'],
    command: { kind: 'toggle-dialog', dialog: 'grid' },
  },
  occupancy: {
    group: 'Windows',
    chords: ['O'],
    command: { kind: 'toggle-dialog', dialog: 'occupancy' },
  },
  palette: {
    group: 'Windows',
    chords: ['Ctrl+K', 'Meta+K'],
    command: { kind: 'toggle-dialog', dialog: 'palette' },
  },
  help: {
    group: 'Windows',
    chords: ['?'],
    anywhere: true,
    command: { kind: 'toggle-dialog', dialog: 'help' },
  },
  keymap: {
    group: 'Windows',
    chords: ['Ctrl+Shift+K'],
    anywhere: true,
    fixed: true,
    command: { kind: 'toggle-dialog', dialog: 'keymap' },
  },
  engineer: {
    group: 'Windows',
    chords: ['I'],
    command: { kind: 'toggle-engineer' },
  },
  connection: {
    group: 'Windows',
    chords: ['Ctrl+,', 'Meta+,'],
    command: { kind: 'toggle-dialog', dialog: 'connection' },
  },
  key: {
    group: 'Windows',
    chords: ['Shift+K'],
    command: { kind: 'toggle-dialog', dialog: 'key' },
  },
  supportBundle: {
    group: 'Windows',
    chords: ['Ctrl+Shift+B', 'Shift+Meta+B'],
    anywhere: true,
    command: { kind: 'save-support-bundle' },
  },
  contrast: {
    group: 'Windows',
    chords: [],
    command: { kind: 'toggle-contrast' },
  },
  dismissNotices: {
    group: 'Windows',
    chords: [],
    command: { kind: 'dismiss-notices' },
  },
} as const satisfies Record<string, Action>

export type ActionName = keyof typeof actions
export const actionNames = Object.keys(actions) as ActionName[]

export function isActionName(name: string): name is ActionName {
  return Object.hasOwn(actions, name)
}

export function actionOf(name: ActionName): Action {
  return actions[name]
}

/** What the help and the palette say. */
export function actionWords(name: ActionName): string {
  return t(`keyboard.actions.${name}`)
}

export function groupWords(group: ActionGroup): string {
  return t(`keyboard.groups.${group}`)
}

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
  { keys: ['0'], words: 'keyboard.forms.previous' },
  { keys: ['*', '5'], words: 'keyboard.forms.salvo', group: 'Salvos' },
]

export const grammarChords: ReadonlySet<string> = new Set('0123456789./*')

/** Of these, what begins no entry: with nothing typed they may mean an action. */
export const lentChords: ReadonlySet<string> = new Set('./')
