import type { WallCommand } from '../wall/commands.ts'

export type ActionGroup =
  | 'Cameras'
  | 'Selection'
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
  /** What the help and the palette say. */
  readonly says: string
  readonly chords: readonly string[]
  /** Whether a held key does it again and again. */
  readonly repeats?: true
  /** Whether it also works while a window of the page is open or the wall is not shown. */
  readonly anywhere?: true
  /** Absent for the three keys whose meaning depends on what has been typed. */
  readonly command?: WallCommand
}

/**
 * Every action that a key can be bound to. The settings replace chords by action name; the help overlay and the
 * palette are made from this table, so an action that is not here is neither bound nor shown.
 */
const actions = {
  confirm: {
    group: 'Cameras',
    says: 'Do what the entry says; nothing typed: selected tile large / back, into its feed, or its maximum of occupancy played',
    chords: ['Enter'],
  },
  takeBack: { group: 'Cameras', says: 'Take back a digit', chords: ['Backspace'], repeats: true },
  leave: {
    group: 'Cameras',
    says: 'Clear the entry; then the range of an export; then leave the zoom; then the large tile; then playback; then full screen',
    chords: ['Escape'],
  },
  nextCamera: {
    group: 'Cameras',
    says: 'Next camera by number',
    chords: ['+'],
    repeats: true,
    command: { kind: 'step-camera', by: 1 },
  },
  previousCamera: {
    group: 'Cameras',
    says: 'Previous camera by number',
    chords: ['-'],
    repeats: true,
    command: { kind: 'step-camera', by: -1 },
  },
  selectLeft: {
    group: 'Selection',
    says: 'Tile to the left',
    chords: ['ArrowLeft'],
    repeats: true,
    command: { kind: 'move-selection', direction: 'left' },
  },
  selectRight: {
    group: 'Selection',
    says: 'Tile to the right',
    chords: ['ArrowRight'],
    repeats: true,
    command: { kind: 'move-selection', direction: 'right' },
  },
  selectUp: {
    group: 'Selection',
    says: 'Tile above',
    chords: ['ArrowUp'],
    repeats: true,
    command: { kind: 'move-selection', direction: 'up' },
  },
  selectDown: {
    group: 'Selection',
    says: 'Tile below',
    chords: ['ArrowDown'],
    repeats: true,
    command: { kind: 'move-selection', direction: 'down' },
  },
  selectNext: {
    group: 'Selection',
    says: 'Next tile',
    chords: ['Tab'],
    repeats: true,
    command: { kind: 'cycle-selection', by: 1 },
  },
  selectPrevious: {
    group: 'Selection',
    says: 'Previous tile',
    chords: ['Shift+Tab'],
    repeats: true,
    command: { kind: 'cycle-selection', by: -1 },
  },
  zoomPictureIn: {
    group: 'Picture',
    says: 'Zoom into the picture of this tile; also by wheel or pinch',
    chords: ['Z'],
    repeats: true,
    command: { kind: 'zoom-picture', factor: 1.5 },
  },
  zoomPictureOut: {
    group: 'Picture',
    says: 'Zoom out',
    chords: ['Shift+Z'],
    repeats: true,
    command: { kind: 'zoom-picture', factor: 1 / 1.5 },
  },
  panPictureLeft: {
    group: 'Picture',
    says: 'Look further left',
    chords: ['Ctrl+Shift+ArrowLeft'],
    repeats: true,
    command: { kind: 'pan-picture', x: -0.25, y: 0 },
  },
  panPictureRight: {
    group: 'Picture',
    says: 'Look further to the right',
    chords: ['Ctrl+Shift+ArrowRight'],
    repeats: true,
    command: { kind: 'pan-picture', x: 0.25, y: 0 },
  },
  panPictureUp: {
    group: 'Picture',
    says: 'Look further up',
    chords: ['Ctrl+Shift+ArrowUp'],
    repeats: true,
    command: { kind: 'pan-picture', x: 0, y: -0.25 },
  },
  panPictureDown: {
    group: 'Picture',
    says: 'Look further down',
    chords: ['Ctrl+Shift+ArrowDown'],
    repeats: true,
    command: { kind: 'pan-picture', x: 0, y: 0.25 },
  },
  replay: {
    group: 'Playback',
    says: 'Replay the last 30 s in this tile; again: once more',
    chords: ['R'],
    command: { kind: 'replay' },
  },
  goLive: {
    group: 'Playback',
    says: 'This tile back to live',
    chords: ['Home'],
    command: { kind: 'go-live' },
  },
  goLiveAll: {
    group: 'Playback',
    says: 'All tiles back to live',
    chords: ['Shift+Home'],
    command: { kind: 'go-live-all' },
  },
  playTogether: {
    group: 'Playback',
    says: 'All tiles to this moment; again: all but this one live',
    chords: ['S'],
    command: { kind: 'play-together' },
  },
  playPause: {
    group: 'Playback',
    says: 'Play or pause',
    chords: ['Space'],
    command: { kind: 'play-pause' },
  },
  frameBack: {
    group: 'Playback',
    says: 'One picture back',
    chords: [','],
    repeats: true,
    command: { kind: 'step-frame', by: -1 },
  },
  frameOn: {
    group: 'Playback',
    says: 'One picture on; nothing typed',
    chords: ['.'],
    repeats: true,
    command: { kind: 'step-frame', by: 1 },
  },
  shuttleBack: {
    group: 'Playback',
    says: 'Slower, then backwards: down to ¼, back to 16 times',
    chords: ['J'],
    command: { kind: 'shuttle', by: -1 },
  },
  shuttleStop: {
    group: 'Playback',
    says: 'Pause',
    chords: ['K'],
    command: { kind: 'shuttle', by: 0 },
  },
  shuttleOn: {
    group: 'Playback',
    says: 'Play, then faster: up to 16 times',
    chords: ['L'],
    command: { kind: 'shuttle', by: 1 },
  },
  jumpBack: {
    group: 'Playback',
    says: '10 s back',
    chords: ['Shift+ArrowLeft'],
    repeats: true,
    command: { kind: 'jump', byMs: -10_000 },
  },
  jumpOn: {
    group: 'Playback',
    says: '10 s on',
    chords: ['Shift+ArrowRight'],
    repeats: true,
    command: { kind: 'jump', byMs: 10_000 },
  },
  gapBack: {
    group: 'Playback',
    says: 'Back to where footage of this camera began after a gap',
    chords: ['B'],
    repeats: true,
    command: { kind: 'jump-gap', by: -1 },
  },
  gapOn: {
    group: 'Playback',
    says: 'On to where footage of this camera begins after the next gap',
    chords: ['N'],
    repeats: true,
    command: { kind: 'jump-gap', by: 1 },
  },
  searchEvents: {
    group: 'Events',
    says: 'Search events; nothing typed',
    chords: ['/'],
    command: { kind: 'search-events' },
  },
  previousEvent: {
    group: 'Events',
    says: 'Previous event of the search, or of the cameras that are seen, in this tile',
    chords: ['Alt+ArrowLeft'],
    repeats: true,
    command: { kind: 'step-event', by: -1 },
  },
  nextEvent: {
    group: 'Events',
    says: 'Next event, in this tile',
    chords: ['Alt+ArrowRight'],
    repeats: true,
    command: { kind: 'step-event', by: 1 },
  },
  toggleReceipts: {
    group: 'Events',
    says: 'Events over the picture of this tile, or not',
    chords: ['E'],
    command: { kind: 'toggle-receipts' },
  },
  receipts: {
    group: 'Events',
    says: 'Events over the picture: corner, size, tags, clocks',
    chords: ['Shift+E'],
    command: { kind: 'toggle-dialog', dialog: 'receipts' },
  },
  mark: {
    group: 'Events',
    says: 'Mark this picture, with a note',
    chords: ['M'],
    command: { kind: 'mark' },
  },
  outbox: {
    group: 'Events',
    says: 'Outbox: what waits for the platform, what it refused',
    chords: ['Shift+M'],
    command: { kind: 'toggle-dialog', dialog: 'outbox' },
  },
  acknowledgeAlarm: {
    group: 'Alarms',
    says: 'Acknowledge the oldest alarm of the highest priority',
    chords: ['A'],
    command: { kind: 'acknowledge-alarm' },
  },
  alarms: {
    group: 'Alarms',
    says: 'Alarm queue: show its cameras, acknowledge, snooze, forward',
    chords: ['Shift+A'],
    command: { kind: 'toggle-dialog', dialog: 'alarms' },
  },
  alarmRules: {
    group: 'Alarms',
    says: 'Alarm rules: add, edit, switch off, delete',
    chords: ['Ctrl+Shift+A'],
    command: { kind: 'toggle-dialog', dialog: 'alarm-rules' },
  },
  signOn: {
    group: 'Alarms',
    says: 'Sign on with name and PIN, or off: the alarm log names whoever acts',
    chords: ['Ctrl+L'],
    command: { kind: 'toggle-dialog', dialog: 'sign-on' },
  },
  alarmSound: {
    group: 'Alarms',
    says: 'Alarm sound on or off',
    chords: [],
    command: { kind: 'toggle-alarm-sound' },
  },
  exportAlarmsCsv: {
    group: 'Alarms',
    says: 'Export the alarm log as CSV',
    chords: [],
    command: { kind: 'export-alarms', format: 'csv' },
  },
  exportAlarmsNdjson: {
    group: 'Alarms',
    says: 'Export the alarm log as NDJSON, which can be verified',
    chords: [],
    command: { kind: 'export-alarms', format: 'ndjson' },
  },
  verifyAlarms: {
    group: 'Alarms',
    says: 'Verify the alarm log: whether each entry follows from the one before',
    chords: [],
    command: { kind: 'verify-alarms' },
  },
  saveSnapshot: {
    group: 'Evidence',
    says: 'Save the picture of this tile, with its time and checksum',
    chords: ['Ctrl+S', 'Meta+S'],
    command: { kind: 'save-snapshot', which: 'selected' },
  },
  saveAllSnapshots: {
    group: 'Evidence',
    says: 'Save the pictures of all tiles',
    chords: ['Ctrl+Shift+S', 'Shift+Meta+S'],
    command: { kind: 'save-snapshot', which: 'all' },
  },
  rangeStart: {
    group: 'Evidence',
    says: 'Range of an export begins at this picture',
    chords: ['['],
    command: { kind: 'mark-range', end: 'start' },
  },
  rangeEnd: {
    group: 'Evidence',
    says: 'Range of an export ends at this picture',
    chords: [']'],
    command: { kind: 'mark-range', end: 'end' },
  },
  clearRange: {
    group: 'Evidence',
    says: 'No range of an export',
    chords: [],
    command: { kind: 'clear-range' },
  },
  exportFootage: {
    group: 'Evidence',
    says: 'Export footage of the range as signed files; exports under way',
    chords: ['Shift+X'],
    command: { kind: 'toggle-dialog', dialog: 'export' },
  },
  toggleTimeline: {
    group: 'Timeline',
    says: 'Timeline',
    chords: ['T'],
    command: { kind: 'toggle-timeline' },
  },
  zoomIn: {
    group: 'Timeline',
    says: 'Closer: less time, more of it seen',
    chords: ['Ctrl+ArrowUp'],
    repeats: true,
    command: { kind: 'timeline', command: { do: 'zoom', presses: -1 } },
  },
  zoomOut: {
    group: 'Timeline',
    says: 'Further away: more time',
    chords: ['Ctrl+ArrowDown'],
    repeats: true,
    command: { kind: 'timeline', command: { do: 'zoom', presses: 1 } },
  },
  panBack: {
    group: 'Timeline',
    says: 'Look further back',
    chords: ['Ctrl+ArrowLeft'],
    repeats: true,
    command: { kind: 'timeline', command: { do: 'pan', presses: -1 } },
  },
  panOn: {
    group: 'Timeline',
    says: 'Look further on',
    chords: ['Ctrl+ArrowRight'],
    repeats: true,
    command: { kind: 'timeline', command: { do: 'pan', presses: 1 } },
  },
  undo: {
    group: 'Wall',
    says: 'Undo the last change of cameras or layout',
    chords: ['Ctrl+Z', 'Meta+Z'],
    repeats: true,
    command: { kind: 'undo' },
  },
  redo: {
    group: 'Wall',
    says: 'Redo',
    chords: ['Ctrl+Shift+Z', 'Ctrl+Y', 'Shift+Meta+Z'],
    repeats: true,
    command: { kind: 'redo' },
  },
  refreshCameras: {
    group: 'Wall',
    says: 'Ask the platform for its cameras again',
    chords: [],
    command: { kind: 'refresh-cameras' },
  },
  fullScreen: {
    group: 'Wall',
    says: 'Full screen',
    chords: ['F', 'F11'],
    anywhere: true,
    command: { kind: 'toggle-full-screen' },
  },
  layout: {
    group: 'Windows',
    says: 'Layout',
    chords: ['G'],
    command: { kind: 'toggle-dialog', dialog: 'layout' },
  },
  occupancy: {
    group: 'Windows',
    says: 'Occupancy: how many people were there, a report and its curve',
    chords: ['O'],
    command: { kind: 'toggle-dialog', dialog: 'occupancy' },
  },
  palette: {
    group: 'Windows',
    says: 'Command palette: find a camera, a layout or an action by name',
    chords: ['Ctrl+K', 'Meta+K'],
    command: { kind: 'toggle-dialog', dialog: 'palette' },
  },
  help: {
    group: 'Windows',
    says: 'This help',
    chords: ['?'],
    anywhere: true,
    command: { kind: 'toggle-dialog', dialog: 'help' },
  },
  engineer: {
    group: 'Windows',
    says: 'Engineer overlay: frames, delay, layer, loss of each tile',
    chords: ['I'],
    command: { kind: 'toggle-engineer' },
  },
  connection: {
    group: 'Windows',
    says: 'Connection: platform, key, tests',
    chords: ['Ctrl+,', 'Meta+,'],
    command: { kind: 'toggle-dialog', dialog: 'connection' },
  },
  key: {
    group: 'Windows',
    says: 'API key: renew or replace it',
    chords: ['Shift+K'],
    command: { kind: 'toggle-dialog', dialog: 'key' },
  },
  supportBundle: {
    group: 'Windows',
    says: 'Support bundle: versions, settings, log and figures in one file, without secrets',
    chords: ['Ctrl+Shift+B', 'Shift+Meta+B'],
    anywhere: true,
    command: { kind: 'save-support-bundle' },
  },
  dismissNotices: {
    group: 'Windows',
    says: 'Dismiss notices',
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

/** What digits and signs mean, for the help: they are the grammar itself and cannot be bound to anything else. */
export const entryForms: readonly {
  readonly keys: readonly string[]
  readonly says: string
  /** Only of use where there are several monitors. */
  readonly isForMonitors?: true
}[] = [
  { keys: ['12', 'Enter'], says: 'Camera 12 into the selected tile' },
  { keys: ['3', '.', '12', 'Enter'], says: 'Camera 12 into tile 3' },
  {
    keys: ['2', '/', '3', '.', '12', 'Enter'],
    says: 'Camera 12 into tile 3 of monitor 2',
    isForMonitors: true,
  },
  { keys: ['0', 'Enter'], says: 'The camera before this one; again: back' },
]

export const grammarChords: ReadonlySet<string> = new Set('0123456789./*')

/** Of these, what begins no entry: with nothing typed they may mean an action. */
export const lentChords: ReadonlySet<string> = new Set('./')
