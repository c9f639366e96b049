import { never } from '#contract/result.ts'
import type { WallCommand } from '../wall/commands.ts'
import { type ActionName, actionOf, grammarChords, lentChords } from './actions.ts'
import type { KeyboardContext } from './context-of-wall.ts'
import { parseEntry, typeInto } from './entry.ts'
import { interpret } from './interpret.ts'
import { keyHint, type Keymap } from './keymap.ts'
import { chordOf, type Keystroke } from './keystroke.ts'
import { type Key, t } from '../language/language.ts'

/** Product §2: an entry ends after this silence. A refusal stays as long, which is long enough to read it twice. */
const ENTRY_SILENCE_IN_MS = 4_000

/** `endsAtMs` is there exactly while something is on the screen: an entry, a refusal, or both. */
export interface KeyboardState {
  readonly entry: string
  readonly refusal: { readonly reason: string; readonly entry: string } | undefined
  /** On the clock of the events. */
  readonly endsAtMs: number | undefined
  /** When what was typed ended by itself; until the next key that does something. */
  readonly lapsedAtMs?: number
}

export const quiet: KeyboardState = { entry: '', refusal: undefined, endsAtMs: undefined }

export type KeyboardInput =
  | { readonly kind: 'key'; readonly stroke: Keystroke; readonly atMs: number }
  /** A whole entry from elsewhere (a second start of the program, an alarm forwarded), as if typed and confirmed. */
  | { readonly kind: 'entry'; readonly text: string; readonly isAlarm: boolean; readonly atMs: number }
  /** An action from the application's menu, as if its key was pressed. */
  | { readonly kind: 'action'; readonly name: ActionName; readonly atMs: number }
  | { readonly kind: 'tick'; readonly atMs: number }

export interface KeyboardStep {
  readonly state: KeyboardState
  readonly commands: readonly WallCommand[]
  /** Whether the key was the grammar's; if not, the browser keeps it. */
  readonly handled: boolean
}

const noCommands: readonly WallCommand[] = []

/** The grammar of the keyboard: one input, the next state and what the wall is to do. Pure. */
export function advance(
  state: KeyboardState,
  input: KeyboardInput,
  context: KeyboardContext,
  keymap: Keymap,
): KeyboardStep {
  switch (input.kind) {
    case 'tick': {
      const isOver = state.endsAtMs !== undefined && input.atMs >= state.endsAtMs
      if (!isOver) return { state, commands: noCommands, handled: false }
      const typed = state.entry || state.refusal?.entry || ''
      const next = typed === '' ? quiet : { ...quiet, lapsedAtMs: input.atMs }
      return { state: next, commands: noCommands, handled: false }
    }
    case 'entry':
      return confirmBeside(state, input, context)
    case 'action':
      return isOpenTo(input.name, context)
        ? act(state, input.name, input.atMs, context, keymap)
        : { state, commands: noCommands, handled: false }
    case 'key':
      return press(state, input.stroke, input.atMs, context, keymap)
    default:
      return never(input)
  }
}

function press(
  state: KeyboardState,
  stroke: Keystroke,
  atMs: number,
  context: KeyboardContext,
  keymap: Keymap,
): KeyboardStep {
  const ignored: KeyboardStep = { state, commands: noCommands, handled: false }
  const chord = chordOf(stroke)
  if (chord === undefined || context.textFocused) return ignored
  const name = keymap.actionByChord.get(chord)
  if (context.mode !== 'wall' && (name === undefined || !isOpenTo(name, context))) {
    // In a browser it may mean what would leave the wall.
    return { ...ignored, handled: name !== undefined && /(?:Ctrl|Alt|Meta)\+/.test(chord) }
  }

  const isLent = name !== undefined && state.entry === '' && isLentIn(chord, context)
  if (grammarChords.has(chord) && !isLent) return type(state, chord, stroke.repeat, atMs)
  if (name === undefined) return ignored
  // A key held too long must not toggle things; it is still ours, or the browser would scroll or search.
  const isAsked =
    name === 'takeBack' ? isOfLeaving(state, context) : name === 'undo' && state.refusal !== undefined
  if (stroke.repeat && (actionOf(name).repeats !== true || isAsked)) return { ...ignored, handled: true }
  // The entry is cleared; a key that is held means nothing more.
  const isHeldOver = stroke.repeat && name === 'takeBack' && state.entry === '' && state.refusal === undefined
  return isHeldOver ? { ...ignored, handled: true } : act(state, name, atMs, context, keymap)
}

/** The dot counts pictures, and of a live wall there are none to count. */
function isLentIn(chord: string, { isAnyPlayback }: KeyboardContext): boolean {
  return lentChords.has(chord) && (chord !== '.' || isAnyPlayback)
}

/** In an open window only what opens and closes windows; in a page only what works anywhere. */
function isOpenTo(name: ActionName, context: KeyboardContext): boolean {
  if (context.mode === 'wall') return true
  const action = actionOf(name)
  return action.anywhere === true || (context.mode === 'dialog' && action.command?.kind === 'toggle-dialog')
}

function type(state: KeyboardState, character: string, isRepeat: boolean, atMs: number): KeyboardStep {
  const beginsNothing = state.entry === '' && (character === '.' || character === '/')
  if (beginsNothing) return { state, commands: noCommands, handled: false }
  // A leaning elbow is not a number.
  if (isRepeat) return { state, commands: noCommands, handled: true }
  const typed = typeInto(state.entry, character)
  return typed.ok ? open(typed.text, atMs) : refuse(typed.reason, state.entry, atMs, state.entry)
}

function open(entry: string, atMs: number): KeyboardStep {
  const state = entry === '' ? quiet : { entry, refusal: undefined, endsAtMs: atMs + ENTRY_SILENCE_IN_MS }
  return { state, commands: noCommands, handled: true }
}

/** `kept` stays typed: nothing after a refused `Enter`, everything after a refused character. */
function refuse(reason: string, entry: string, atMs: number, kept = ''): KeyboardStep {
  const state = { entry: kept, refusal: { reason, entry }, endsAtMs: atMs + ENTRY_SILENCE_IN_MS }
  return { state, commands: noCommands, handled: true }
}

function act(
  state: KeyboardState,
  name: ActionName,
  atMs: number,
  context: KeyboardContext,
  keymap: Keymap,
): KeyboardStep {
  const { entry, refusal: standing } = state
  // After a refused character the entry is not what was meant.
  if ((name === 'confirm' || name === 'saveSalvo') && entry !== '' && standing?.entry === entry)
    return refuse(standing.reason, entry, atMs, entry)
  if (name === 'confirm') return confirm(state, atMs, context)
  // After a refusal the refused entry is what the operator wants to correct.
  if (name === 'saveSalvo') return saveSalvo(state, atMs, context)
  const isPressedAgain = isOfLeaving(state, context)
  if (name === 'takeBack' && state.entry === '' && (standing === undefined || isPressedAgain)) {
    // A late correction is no wish to leave what a salvo brought, perhaps hours ago.
    if (state.lapsedAtMs !== undefined && atMs - state.lapsedAtMs < ENTRY_SILENCE_IN_MS)
      return refuse(t('keyboard.grammar.entryEnded'), '', atMs)
    if (!context.canLeaveSalvo) return refuse(t('keyboard.grammar.nothingTypedNoSalvoGo'), '', atMs)
    const { enteredOn: monitor } = context
    if (monitor !== undefined && !isPressedAgain)
      return refuse(t('keyboard.refusal.leaveElsewhere', { monitor }), '', atMs)
    return { state: quiet, commands: [{ kind: 'leave-salvo' }], handled: true }
  }
  if (name === 'takeBack') return open((state.entry || state.refusal?.entry || '').slice(0, -1), atMs)
  if (name === 'leave') return leave(state, context)

  const command = actionOf(name).command
  if (command === undefined) return { state, commands: noCommands, handled: true }
  const refusal = whyNot(command, context, keymap)
  // Undo that is refused because of another monitor, and pressed again, is meant for this one.
  const isMeant = name === 'undo' && context.canUndo && refusal === standing?.reason
  if (refusal !== undefined && !isMeant) return refuse(refusal, '', atMs)
  // A moved selection moves the open entry with it; anything else ends it.
  const moves = command.kind === 'move-selection' || command.kind === 'cycle-selection'
  const next = moves ? open(state.entry, atMs).state : quiet
  return { state: next, commands: [command], handled: true }
}

/** Whether Backspace was refused because of an entry for another monitor: pressed again, it is for this one. */
function isOfLeaving({ refusal }: KeyboardState, { enteredOn: monitor }: KeyboardContext): boolean {
  return monitor !== undefined && refusal?.reason === t('keyboard.refusal.leaveElsewhere', { monitor })
}

/** `* 5 Shift+Enter`; the window that opens asks before anything is replaced. */
function saveSalvo(state: KeyboardState, atMs: number, context: KeyboardContext): KeyboardStep {
  const entry = parseEntry(state.entry)
  const isHere = entry?.monitor === undefined || Number(entry.monitor) === context.monitor
  const number = entry?.kind === 'salvo' && isHere ? Number(entry.salvo) : 0
  if (number === 0) return refuse(t('keyboard.grammar.saveWhatShownAsSalvo'), state.entry, atMs)
  return { state: quiet, commands: [{ kind: 'save-salvo', number }], handled: true }
}

function confirm(state: KeyboardState, atMs: number, context: KeyboardContext): KeyboardStep {
  if (state.entry === '') {
    const { content } = context
    const kind = content === 'feed' ? 'enter-feed' : content === 'occupancy' ? 'play-maximum' : 'toggle-large'
    return { state: quiet, commands: [{ kind }], handled: true }
  }
  const meaning = interpret(state.entry, context)
  if (meaning === undefined)
    return refuse(t('keyboard.grammar.noCameraTileOrSalvo', { entry: state.entry }), '', atMs)
  if (meaning.outcome !== 'ready') return refuse(meaning.text, state.entry, atMs)
  return { state: quiet, commands: meaning.commands, handled: true }
}

/** An entry from elsewhere. Who is typing here goes on: the next key is meant for what is typed. */
function confirmBeside(
  state: KeyboardState,
  { text, isAlarm, atMs }: Extract<KeyboardInput, { kind: 'entry' }>,
  context: KeyboardContext,
): KeyboardStep {
  const confirmed = confirm({ ...quiet, entry: text }, atMs, context)
  const step = isAlarm ? { ...confirmed, commands: confirmed.commands.flatMap(seenLive) } : confirmed
  if (state.entry === '') return step
  const { refusal } = step.state
  return { ...step, state: refusal === undefined ? state : { ...state, refusal } }
}

/** The camera of an alarm is neither hidden by a large tile nor shown as it was in the past. */
function seenLive(command: WallCommand): readonly WallCommand[] {
  if (command.kind !== 'show-camera') return [command]
  return [{ kind: 'leave-large' }, command, { kind: 'go-live', tile: command.tile }]
}

/** One rung a press: what is typed, the zoom, the large tile, the range of an export, the past of this tile, that of all tiles, full screen. */
function leave(state: KeyboardState, context: KeyboardContext): KeyboardStep {
  if (state.entry !== '' || state.refusal !== undefined)
    return { state: quiet, commands: noCommands, handled: true }
  if (context.isZoomed) return { state, commands: [{ kind: 'whole-picture' }], handled: true }
  if (context.isLarge) return { state, commands: [{ kind: 'leave-large' }], handled: true }
  if (context.hasRange) return { state, commands: [{ kind: 'clear-range' }], handled: true }
  if (context.isPlayback) return { state, commands: [{ kind: 'go-live' }], handled: true }
  if (context.isAnyPlayback) return { state, commands: [{ kind: 'go-live-all' }], handled: true }
  if (context.isFullScreen) return { state, commands: [{ kind: 'leave-full-screen' }], handled: true }
  return { state, commands: noCommands, handled: true }
}

/** A sentence that names a key, where the action has one. */
type Hint = (action: ActionName, words: HintKey) => string
type HintKey = Extract<Key, `keyboard.hint.${string}`>
type Refusal = (context: KeyboardContext, hint: Hint, command: WallCommand) => string | undefined

const needsPlayback: Refusal = ({ isAnyPlayback }, hint) =>
  isAnyPlayback ? undefined : `${t('keyboard.refusal.tileIsLive')}${hint('replay', 'keyboard.hint.replay')}`

const needsZoom: Refusal = ({ isZoomed }, hint) =>
  isZoomed ? undefined : `${t('keyboard.refusal.allSeen')}${hint('zoomPictureIn', 'keyboard.hint.zoomIn')}`

const needsPlaybackOrCamera: Refusal = (context, _hint, command) => {
  if (context.isAnyPlayback) return undefined
  const isOn =
    (command.kind === 'jump' && command.byMs > 0) || (command.kind === 'jump-gap' && command.by > 0)
  if (isOn) return t('keyboard.grammar.tileLiveNothingLaterThan')
  return hasCamera(context) ? undefined : t('keyboard.grammar.noCameraTilePlay')
}

/** Why a command cannot be done now. Commands that are not listed can always be done. */
const refusals: Partial<Record<WallCommand['kind'], Refusal>> = {
  'step-camera': ({ cameraCount, content }) => {
    if (content === 'hotspot') return t('keyboard.grammar.tileHotspotShowsCameraTile')
    return cameraCount === 0 ? t('keyboard.refusal.noCameras') : undefined
  },
  'earlier-content': ({ hasEarlier, selected }) =>
    hasEarlier ? undefined : t('keyboard.grammar.tileHasShownNothingElse', { selected: selected + 1 }),
  'show-content': ({ content, selected }, _hint, command) =>
    content === 'empty' && command.kind === 'show-content' && command.content.kind === 'empty'
      ? t('keyboard.grammar.tileEmptyAlready', { selected: selected + 1 })
      : undefined,
  'toggle-receipts': (context) => (hasCamera(context) ? undefined : t('keyboard.grammar.noCameraTile')),
  mark: (context) => (hasCamera(context) ? undefined : t('keyboard.grammar.noCameraTileMark')),
  'acknowledge-alarm': ({ alarmCount, snoozedAlarmCount }, hint) => {
    if (alarmCount > snoozedAlarmCount) return undefined
    return alarmCount === 0
      ? t('keyboard.grammar.noAlarmAcknowledge')
      : `${t('keyboard.refusal.allSnoozed')}${hint('alarms', 'keyboard.hint.queue')}`
  },
  'save-snapshot': (context, _hint, command) => {
    if (command.kind === 'save-snapshot' && command.which === 'all')
      return context.hasVisibleCamera ? undefined : t('keyboard.grammar.noCameraWallSave')
    return hasCamera(context) ? undefined : t('keyboard.grammar.noCameraTileSave')
  },
  'mark-range': needsPlayback,
  'zoom-picture': (context, hint, command) => {
    if (!hasCamera(context)) return t('keyboard.grammar.noCameraTileZoomInto')
    return command.kind === 'zoom-picture' && command.factor < 1
      ? needsZoom(context, hint, command)
      : undefined
  },
  'pan-picture': needsZoom,
  undo: ({ canUndo, enteredOn }) => {
    if (enteredOn !== undefined) return t('keyboard.refusal.undoElsewhere', { monitor: enteredOn })
    return canUndo ? undefined : t('keyboard.grammar.nothingUndo')
  },
  redo: ({ canRedo }) => (canRedo ? undefined : t('keyboard.grammar.nothingRedo')),
  replay: (context) => (hasCamera(context) ? undefined : t('keyboard.grammar.noCameraTileReplay')),
  'play-pause': (context, hint, command) =>
    context.content === 'sequence' ? undefined : needsPlayback(context, hint, command),
  'step-frame': needsPlayback,
  shuttle: needsPlayback,
  jump: needsPlaybackOrCamera,
  'jump-gap': needsPlaybackOrCamera,
  'go-live': ({ isPlayback, isAnyPlayback }, hint) => {
    if (isPlayback) return undefined
    return isAnyPlayback
      ? `${t('keyboard.refusal.tileIsLive')}${hint('goLiveAll', 'keyboard.hint.goLiveAll')}`
      : t('keyboard.grammar.allTilesLive')
  },
  'go-live-all': ({ isAnyPlayback }) => (isAnyPlayback ? undefined : t('keyboard.grammar.allTilesLive')),
  'play-together': ({ hasVisibleCamera }) =>
    hasVisibleCamera ? undefined : t('keyboard.grammar.noCameraWallPlay'),
  timeline: ({ isTimelineShown }, hint) =>
    isTimelineShown
      ? undefined
      : `${t('keyboard.refusal.noTimeline')}${hint('toggleTimeline', 'keyboard.hint.showTimeline')}`,
}

/** Why a command can do nothing on this wall now, in words; undefined when it can. */
function whyNot(command: WallCommand, context: KeyboardContext, keymap: Keymap): string | undefined {
  const hint: Hint = (action, words) => keyHint(keymap, action, (key) => t(words, { key }))
  return refusals[command.kind]?.(context, hint, command)
}

const hasCamera = (context: KeyboardContext): boolean => context.cameraOf(context.selected) !== undefined
