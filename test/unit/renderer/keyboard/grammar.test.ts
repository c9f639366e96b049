import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { KeyboardContext } from '#renderer/keyboard/context-of-wall.ts'
import { entryPreviewOf } from '#renderer/keyboard/entry-preview.ts'
import {
  type ActionName,
  actionNames,
  actionOf,
  actionWords,
  groupWords,
  isActionName,
} from '#renderer/keyboard/actions.ts'
import { parseEntry } from '#renderer/keyboard/entry.ts'
import { advance, type KeyboardState, quiet } from '#renderer/keyboard/grammar.ts'
import { buildKeymap } from '#renderer/keyboard/keymap.ts'
import type { Keystroke } from '#renderer/keyboard/keystroke.ts'
import type { WallCommand } from '#renderer/wall/commands.ts'
import { happenings } from '#test/unit/happenings.ts'
import { contextWith, stroke } from './strokes.ts'

const keymap = buildKeymap()
const monitorsOf = (...numbers: readonly number[]) =>
  numbers.map((number) => ({ number, kind: 'wall' as const, label: '' }))
const shiftEnter = stroke('Enter', { shift: true })
/** This page is monitor 1 of 1, 2 and 4. */
const threeMonitors = contextWith({ monitors: monitorsOf(1, 2, 4) })

/** Presses keys one after the other, in a text `⏎` for Enter; commands are collected, not carried out. */
function press(
  keys: string | readonly (string | Keystroke)[],
  context: KeyboardContext = contextWith(),
  state: KeyboardState = quiet,
) {
  const commands: WallCommand[] = []
  let handled = false
  for (const key of keys) {
    const given = typeof key === 'string' ? stroke(key === '⏎' ? 'Enter' : key) : key
    const step = advance(state, { kind: 'key', stroke: given, atMs: 1_000 }, context, keymap)
    commands.push(...step.commands)
    state = step.state
    handled = step.handled
  }
  return { state, commands, handled, preview: entryPreviewOf(state, context) }
}

const [jumpBack, jumpOn] = [stroke('ArrowLeft', { shift: true }), stroke('ArrowRight', { shift: true })]
const [save, saveAll] = [stroke('s', { ctrl: true }), stroke('S', { ctrl: true, shift: true })]
const show = (tile: number, camera: number) => ({ kind: 'show-camera', tile, cameraId: `camera-${camera}` })
const emptyTile = { cameraOf: () => undefined }

/** Why a key is refused. */
const previewText = (key: string | Keystroke, change = {}) => press([key], contextWith(change)).preview?.text

describe('an entry', () => {
  test.for([
    ['puts a camera into the selected tile', '12⏎', show(4, 12)],
    ['puts a camera into the tile before the dot', '3.12⏎', show(2, 12)],
    ['takes the only monitor by its number', '1/3.12⏎', show(2, 12)],
    ['brings the last camera back for 0', '3.0⏎', { kind: 'last-camera', tile: 2 }],
    ['does not mind leading zeros', '007⏎', show(4, 7)],
  ] as const)('%s', ([, keys, command]) => {
    expect(press(keys).commands).toEqual([command])
  })

  test.for([
    ['2/3.12⏎', 2, '3.12'],
    ['2/5⏎', 2, '5'],
    ['04/36.0⏎', 4, '36.0'],
    ['2/0.1⏎', 2, '0.1'],
    ['2/*7⏎', 2, '*7'],
  ] as const)('for another monitor is handed over to it: %s', ([keys, monitor, entry]) => {
    expect(press(keys, threeMonitors).commands).toEqual([{ kind: 'enter-on-monitor', monitor, entry }])
  })

  it('that names another monitor only takes the keyboard there', () => {
    expect(press('2/⏎', threeMonitors).commands).toEqual([{ kind: 'focus-monitor', monitor: 2 }])
    expect(press('1/⏎', threeMonitors).commands).toEqual([])
    expect(press('3/⏎', threeMonitors).commands).toEqual([])
  })

  it('with the number of its own monitor stays here', () => {
    const second = contextWith({ monitor: 2, monitors: monitorsOf(1, 2) })
    expect(press('2/3.12⏎', second).commands).toEqual([show(2, 12)])
    expect(press('1/7⏎', second).commands).toEqual([{ kind: 'enter-on-monitor', monitor: 1, entry: '7' }])
  })

  const heldBackspace = stroke('Backspace', { repeat: true })
  test.for([
    ['is over after it was confirmed', '12⏎', ''],
    ['loses its last character by Backspace', ['1', '2', 'Backspace'], '1'],
    ['is over without any', ['1', 'Backspace'], ''],
    ['loses one after the other by a held Backspace', ['1', '2', '3', 'Backspace', heldBackspace], '1'],
    ['loses one by it also where it was refused', ['4', '7', 'Enter', heldBackspace], '4'],
    ['stays while the selection moves', ['1', '2', 'Tab'], '12'],
    ['ends when something else is done', '12g', ''],
    ['does not grow by a key that is held', ['1', stroke('1', { repeat: true })], '1'],
  ] as const)('%s', ([, keys, entry]) => {
    const { state } = press(keys)
    expect(state.entry).toBe(entry)
    if (entry === '') expect(state).toEqual(quiet)
  })

  it('moves with the selection', () => {
    const { state, commands } = press(['1', '2', 'ArrowRight'])
    expect(commands).toEqual([{ kind: 'move-selection', direction: 'right' }])
    expect(state.entry).toBe('12')
  })

  it.each([
    ['ends', '12'],
    ['ends where it was refused', '47⏎'],
  ])('%s after four seconds of silence, counted from its last key, and not before', (_what, keys) => {
    const { state } = press(keys)
    const at = (atMs: number) => advance(state, { kind: 'tick', atMs }, contextWith(), keymap).state
    expect(at(4_999)).toBe(state)
    expect(at(5_000)).toEqual({ ...quiet, lapsedAtMs: 5_000 })
  })

  it('is not lost to an entry from elsewhere, which is carried out beside it', () => {
    const typing = advance(quiet, { kind: 'key', stroke: stroke('1'), atMs: 0 }, contextWith(), keymap).state
    const fromElsewhere = (text: string) =>
      advance(typing, { kind: 'entry', text, isAlarm: false, atMs: 100 }, contextWith(), keymap)
    const ready = fromElsewhere('3.12')
    expect(ready.commands).toEqual([show(2, 12)])
    expect(ready.state).toEqual(typing)
    const refused = fromElsewhere('3.99')
    expect(refused.state).toMatchObject({ entry: '1', refusal: { entry: '3.99' } })
  })

  it('that forwards an alarm shows its camera live and leaves the large tile, and nothing where it is refused', () => {
    const alarm = { kind: 'entry', isAlarm: true, atMs: 0 } as const
    expect(advance(quiet, { ...alarm, text: '3.12' }, contextWith(), keymap).commands).toEqual([
      { kind: 'leave-large' },
      show(2, 12),
      { kind: 'go-live', tile: 2 },
    ])
    expect(advance(quiet, { ...alarm, text: '3.99' }, contextWith(), keymap).commands).toEqual([])
  })

  it('can be handed over whole', () => {
    const step = advance(
      quiet,
      { kind: 'entry', text: '3.12', isAlarm: false, atMs: 0 },
      contextWith(),
      keymap,
    )
    expect(step.commands).toEqual([show(2, 12)])
    const { state } = advance(
      quiet,
      { kind: 'entry', text: 'x', isAlarm: false, atMs: 0 },
      contextWith(),
      keymap,
    )
    expect(state).toMatchObject({
      entry: '',
      refusal: { reason: '“x” is no camera, tile or salvo', entry: '' },
    })
  })

  it('is not begun by a stroke or a dot that no action has', () => {
    const unbound = buildKeymap({ searchEvents: [], frameOn: [] })
    for (const key of ['/', '.']) {
      const step = advance(quiet, { kind: 'key', stroke: stroke(key), atMs: 0 }, contextWith(), unbound)
      expect(step).toEqual({ state: quiet, commands: [], handled: false })
    }
  })

  test.for([
    ['1'],
    ['1⏎'],
    ['47⏎'],
    ['*7⏎'],
    [['1', stroke('1', { repeat: true })]],
    [['*', '7', shiftEnter]],
    ['1*'],
    ['⏎'],
    [['Backspace']],
    [['Escape']],
  ] as const)('takes the last key of %j from the browser', ([keys]) => {
    expect(press(keys).handled).toBe(true)
  })
})

describe('the preview', () => {
  test.for([
    ['12', 'Tile 5: Archive', 4],
    ['3.12', 'Tile 3: Archive', 2],
    ['1.12', 'Tile 1: Archive', 0],
    ['3.0', 'Tile 3: back to 12 Archive', 2],
    ['5', 'Tile 5: Corridor B (is there already)', 4],
  ] as const)('of %s says what Enter will do: %s', ([keys, text, tile]) => {
    expect(press(keys).preview).toEqual({ entry: keys, text, tile, outcome: 'ready', isAnswer: false })
  })

  test.for([
    ['47', 'No camera 47', 4],
    ['0', 'Tile 5 has shown no other camera yet', 4],
    ['10.1', 'No tile 10: this wall has 9 tiles', 4],
    ['*0', 'Salvos are numbered from 1', undefined],
  ] as const)('of %s says that Enter will be refused: %s', ([keys, text, tile]) => {
    expect(press(keys).preview).toMatchObject({ text, tile, outcome: 'refused', isAnswer: false })
  })

  test.for([
    ['2/3.12', 'Monitor 2 · tile 3: Archive', 'ready'],
    ['2/5', 'Monitor 2: Corridor B', 'ready'],
    ['2/3.0', 'Monitor 2 · tile 3: back to the camera before', 'ready'],
    ['2/', 'Monitor 2: which camera? Without one the keyboard goes there.', 'ready'],
    ['2/3.', 'Monitor 2 · tile 3: which camera?', 'incomplete'],
    ['2/47', 'No camera 47', 'refused'],
    ['3/7', 'No monitor 3: this wall has 3 monitors (1, 2, 4)', 'refused'],
  ] as const)('of %s for another monitor says: %s', ([keys, text, outcome]) => {
    expect(press(keys, threeMonitors).preview).toMatchObject({ text, outcome, tile: undefined })
  })

  test.for([
    ['12', 'Tile 5: Archive (not in the platform’s list since 14:05)'],
    ['3.0', 'Tile 3: back to 12 Archive (not in the platform’s list since 14:05)'],
    ['2/12', 'Monitor 2: Archive (not in the platform’s list since 14:05)'],
    ['4.5', 'Tile 4: Corridor B'],
    ['13', 'Tile 5: Main entrance 2 (is there already, not in the platform’s list since 14:05)'],
  ] as const)('of %s for a camera that has left the list is ready, and says: %s', ([keys, text]) => {
    const context = {
      ...threeMonitors,
      unlistedWords: ({ number }: { number: number }) =>
        number === 12 || number === 13 ? 'not in the platform’s list since 14:05' : undefined,
      cameraOf: () => threeMonitors.cameraByNumber(13),
    }
    expect(press(keys, context).preview).toMatchObject({ text, outcome: 'ready' })
  })

  it('of any camera is a refusal while there is none', () => {
    const context = contextWith({ cameraCount: 0, cameraByNumber: () => undefined })
    expect(press('1', context).preview).toMatchObject({ text: 'No cameras yet', outcome: 'refused' })
  })

  it('waits for the camera after a dot', () => {
    expect(press('3.').preview).toMatchObject({ text: 'Tile 3: which camera?', outcome: 'incomplete' })
  })

  it('waits while longer numbers begin like this one', () => {
    const context = contextWith({ cameraByNumber: () => undefined, countBeginningWith: () => 3 })
    expect(press('4', context).preview).toMatchObject({
      text: 'No camera 4 · 3 numbers begin with 4',
      outcome: 'incomplete',
    })
  })

  it('is not there when nothing is typed', () => {
    expect(press([]).preview).toBeUndefined()
  })
})

describe('a salvo', () => {
  it('is recalled, and saved, by its number', () => {
    expect(press('*7⏎').commands).toEqual([{ kind: 'recall-salvo', number: 7 }])
    expect(press(['*', '7', shiftEnter]).commands).toEqual([{ kind: 'save-salvo', number: 7 }])
    expect(press(['*', '5', shiftEnter]).commands).toEqual([{ kind: 'save-salvo', number: 5 }])
  })

  it('is said by the preview, in the middle of the wall', () => {
    const text = 'Salvo 7: Night (4 tiles)'
    expect(press('*07').preview).toMatchObject({ text, outcome: 'ready', tile: undefined })
    expect(press('*8').preview).toMatchObject({ text: 'No salvo 8 yet', outcome: 'incomplete' })
    expect(press('*').preview).toMatchObject({ text: 'Which salvo?', outcome: 'incomplete' })
    expect(press('2/*7', threeMonitors).preview?.text).toBe(`Monitor 2: ${text}`)
    expect(press('2/*8', threeMonitors).preview?.text).toBe('No salvo 8 yet')
    expect(press('1/*7⏎', threeMonitors).commands).toEqual([{ kind: 'recall-salvo', number: 7 }])
  })

  it('is saved of this monitor only', () => {
    const { commands, preview } = press(['2', '/', '*', '7', shiftEnter], threeMonitors)
    expect({ commands, outcome: preview?.outcome }).toEqual({ commands: [], outcome: 'refused' })
    expect(press(['1', '/', '*', '7', shiftEnter], threeMonitors).commands).toHaveLength(1)
  })

  it('is gone back from by Backspace with nothing typed, but not by holding it', () => {
    const recalled = contextWith({ canLeaveSalvo: true })
    const { commands, handled } = press(['Backspace'], recalled)
    expect({ commands, handled }).toEqual({ commands: [{ kind: 'leave-salvo' }], handled: true })
    expect(press(['1', 'Backspace'], recalled).commands).toEqual([])
    const held = press(['1', 'Backspace', stroke('Backspace', { repeat: true })], recalled)
    expect(held).toMatchObject({ commands: [], handled: true, preview: undefined })
  })
})

describe('a refusal', () => {
  test.for([
    ['47⏎', 'No camera 47'],
    ['10.1⏎', 'No tile 10: this wall has 9 tiles'],
    ['0.1⏎', 'No tile 0: this wall has 9 tiles'],
    ['2/3.12⏎', 'No monitor 2: this wall has 1 monitor'],
    ['*5⏎', 'No salvo 5 yet'],
    ['*0⏎', 'Salvos are numbered from 1'],
    [[shiftEnter], 'To save what is shown as a salvo, type * and its number first'],
    [['Backspace'], 'Nothing typed, and no salvo to go back from'],
    ['*⏎', 'Which salvo?'],
    ['0⏎', 'Tile 5 has shown no other camera yet'],
    ['3.⏎', 'Tile 3: which camera?'],
  ] as const)('of %s is given in words: %s', ([keys, text]) => {
    const { preview, commands } = press(keys)
    expect(preview).toMatchObject({ text, outcome: 'refused', isAnswer: true })
    expect(commands).toEqual([])
  })

  test.for([
    ['3.1.', 'The dot comes once, after a tile: tile . camera', '3.1'],
    ['3.1/', 'The slash comes once, after a monitor: monitor / tile . camera', '3.1'],
    ['1*', 'The star comes first: * salvo', '1'],
    ['*.', 'A salvo is one number', '*'],
    ['*5.', 'A salvo is one number', '*5'],
    ['1234567', 'No number has more than 6 digits', '123456'],
    ['*1234567', 'No number has more than 6 digits', '*123456'],
  ] as const)('of the last of %s keeps what was typed, for correcting only', ([keys, text, entry]) => {
    const { preview, state } = press(keys)
    expect(preview?.text).toBe(text)
    expect(state.entry).toBe(entry)
    for (const confirm of ['Enter', shiftEnter]) {
      const confirmed = press([confirm], contextWith(), state)
      expect(confirmed).toMatchObject({ commands: [], state })
      expect(press(['Backspace'], contextWith(), confirmed.state).state.entry).toBe(entry.slice(0, -1))
    }
  })

  test.for([
    ['+', { cameraCount: 0 }, 'No cameras yet'],
    ['1⏎', { cameraCount: 0, cameraByNumber: () => undefined }, 'No cameras yet'],
    ['+', { content: 'hotspot' }, 'This tile is a hotspot: it shows the camera that is selected'],
    [['Delete'], { content: 'empty' }, 'Tile 5 is empty already'],
    [[stroke('Backspace', { alt: true })], {}, 'Tile 5 has shown nothing else yet'],
    [[stroke('z', { ctrl: true })], { canUndo: false }, 'Nothing to undo'],
    [[stroke('y', { ctrl: true })], { canRedo: false }, 'Nothing to redo'],
    [[jumpOn], {}, 'This tile is live: nothing is later than now'],
    ['n', {}, 'This tile is live: nothing is later than now'],
    [[jumpBack], emptyTile, 'No camera in this tile to play'],
    ['b', emptyTile, 'No camera in this tile to play'],
    ['r', emptyTile, 'No camera in this tile to replay'],
    ['s', { hasVisibleCamera: false }, 'No camera on this wall to play'],
    ['m', emptyTile, 'No camera in this tile to mark'],
    ['e', emptyTile, 'No camera in this tile'],
    [[save], { ...emptyTile, hasVisibleCamera: true }, 'No camera in this tile to save'],
    [[saveAll], { hasVisibleCamera: false }, 'No camera on this wall to save'],
  ] as const)('also answers a key that cannot do anything', ([keys, change, text]) => {
    const { preview, state } = press(keys, contextWith(change))
    expect(preview).toMatchObject({ text, outcome: 'refused' })
    // There is nothing in it to correct.
    expect(press(['Backspace'], contextWith(change), state).state).toEqual(quiet)
  })

  it('of undo after an entry for another monitor does not stand in the way of the next press', () => {
    const undo = stroke('z', { ctrl: true })
    const elsewhere = contextWith({ enteredOn: 2 })
    const { preview, commands, state } = press([undo, { ...undo, repeat: true }], elsewhere)
    expect(preview?.text).toMatch(/^The last entry was for monitor 2: undo it there/)
    expect(commands).toEqual([])
    expect(press([undo], elsewhere, state).commands).toEqual([{ kind: 'undo' }])
    expect(press([undo, undo], contextWith({ enteredOn: 2, canUndo: false })).commands).toEqual([])
  })

  it('stands on the tile that was typed, with what was typed', () => {
    expect(press(['Backspace']).preview).toMatchObject({ entry: '', tile: 4 })
    expect(press('3.47⏎').preview?.tile).toBe(2)
  })

  it('names no key where the action has none', () => {
    const input = { kind: 'key' as const, stroke: stroke('j'), atMs: 0 }
    const { state } = advance(quiet, input, contextWith(), buildKeymap({ replay: [] }))
    expect(state.refusal?.reason).toBe('This tile is live.')
  })

  it('gives way to the next digit', () => {
    const { state } = press('47⏎8')
    expect(state).toMatchObject({ entry: '8', refusal: undefined })
  })

  it('can be corrected by Backspace', () => {
    expect(press(['4', '7', 'Enter', 'Backspace']).state).toMatchObject({ entry: '4', refusal: undefined })
  })
})

describe('Backspace', () => {
  const context = contextWith({ canLeaveSalvo: true })
  const backspace = (state: KeyboardState, atMs: number) =>
    advance(state, { kind: 'key', stroke: stroke('Backspace'), atMs }, context, keymap)

  it.each([
    ['an entry', '12'],
    ['a refusal', '47⏎'],
  ])('meant for %s that has just ended by itself leaves no salvo, and says so', (_what, keys) => {
    const { state } = press(keys, context)
    const ended = advance(state, { kind: 'tick', atMs: 5_000 }, context, keymap).state
    const late = backspace(ended, 5_500)
    expect(late.commands).toEqual([])
    expect(entryPreviewOf(late.state, context)?.text).toBe('The entry has ended by itself. Type it again.')
    const again = backspace(late.state, 5_800)
    expect(again).toEqual({ state: quiet, commands: [], handled: true })
    expect(backspace(again.state, 6_000).commands).toEqual([{ kind: 'leave-salvo' }])
    expect(backspace(ended, 9_000).commands).toEqual([{ kind: 'leave-salvo' }])
    // What was done since was done knowingly.
    const { state: moved } = advance(
      ended,
      { kind: 'key', stroke: stroke('ArrowRight'), atMs: 5_200 },
      context,
      keymap,
    )
    expect(backspace(moved, 5_500).commands).toEqual([{ kind: 'leave-salvo' }])
  })

  it('after a refusal of nothing typed is what it always is', () => {
    const { state } = press([stroke('z', { ctrl: true })], contextWith({ canUndo: false }))
    const ended = advance(state, { kind: 'tick', atMs: 5_000 }, context, keymap).state
    expect(backspace(ended, 5_500).commands).toEqual([{ kind: 'leave-salvo' }])
  })

  it('right after an entry for another monitor leaves the salvo of this one by the second press only', () => {
    const elsewhere = contextWith({ canLeaveSalvo: true, enteredOn: 2 })
    const held = stroke('Backspace', { repeat: true })
    const asked = press(['Backspace', held], elsewhere)
    expect(asked.preview?.text).toMatch(/^The last entry was for monitor 2: undo it there/)
    expect(asked.commands).toEqual([])
    expect(press(['Backspace'], elsewhere, asked.state).commands).toEqual([{ kind: 'leave-salvo' }])
    // Undo's own refusal is no such press.
    const undo = press([stroke('z', { ctrl: true })], elsewhere)
    expect(press(['Backspace'], elsewhere, undo.state)).toMatchObject({ commands: [], state: quiet })
  })
})

describe('Escape', () => {
  it('clears the entry first', () => {
    const { state, commands } = press(['1', 'Escape'], contextWith({ isLarge: true, isFullScreen: true }))
    expect(state).toEqual(quiet)
    expect(commands).toEqual([])
  })

  it('clears a refusal, too, and goes no further', () => {
    const large = contextWith({ isLarge: true })
    const { state } = press('47⏎', large)
    expect(state.entry).toBe('')
    expect(press(['Escape'], large, state)).toMatchObject({ state: quiet, commands: [], handled: true })
  })

  it('then leaves the large tile, then full screen', () => {
    const both = contextWith({ isLarge: true, isFullScreen: true })
    expect(press(['Escape'], both).commands).toEqual([{ kind: 'leave-large' }])
    expect(press(['Escape'], contextWith({ isFullScreen: true })).commands).toEqual([
      { kind: 'leave-full-screen' },
    ])
    expect(press(['Escape']).commands).toEqual([])
  })
})

describe('a key', () => {
  const inPast = { isPlayback: true, isAnyPlayback: true }
  const past = contextWith(inPast)
  const earlier = stroke('Backspace', { alt: true })
  const empty = { kind: 'show-content', content: { kind: 'empty' } }

  test.for([
    ['⏎', {}, { kind: 'toggle-large' }],
    ['⏎', { content: 'feed' }, { kind: 'enter-feed' }],
    ['⏎', { content: 'occupancy' }, { kind: 'play-maximum' }],
    ['+', {}, { kind: 'step-camera', by: 1 }],
    ['-', {}, { kind: 'step-camera', by: -1 }],
    [['Tab'], {}, { kind: 'cycle-selection', by: 1 }],
    [[stroke('Tab', { shift: true })], {}, { kind: 'cycle-selection', by: -1 }],
    [['ArrowUp'], {}, { kind: 'move-selection', direction: 'up' }],
    ['f', {}, { kind: 'toggle-full-screen' }],
    ['/', {}, { kind: 'search-events' }],
    [[stroke('ArrowLeft', { alt: true })], {}, { kind: 'step-event', by: -1 }],
    ['?', {}, { kind: 'toggle-dialog', dialog: 'help' }],
    ['c', {}, { kind: 'toggle-dialog', dialog: 'content' }],
    [[stroke('k', { ctrl: true })], {}, { kind: 'toggle-dialog', dialog: 'palette' }],
    [[earlier], { hasEarlier: true }, { kind: 'earlier-content' }],
    [['Delete'], {}, empty],
    [' ', { content: 'sequence' }, { kind: 'play-pause' }],
    ['b', {}, { kind: 'jump-gap', by: -1 }],
    [[jumpBack], {}, { kind: 'jump', byMs: -10_000 }],
    [[jumpOn], { isAnyPlayback: true }, { kind: 'jump', byMs: 10_000 }],
    ['n', { isAnyPlayback: true, ...emptyTile }, { kind: 'jump-gap', by: 1 }],
    [[save], { hasVisibleCamera: false }, { kind: 'save-snapshot', which: 'selected' }],
    [[saveAll], emptyTile, { kind: 'save-snapshot', which: 'all' }],
    ['r', inPast, { kind: 'replay' }],
    [['Home'], inPast, { kind: 'go-live' }],
    ['s', inPast, { kind: 'play-together' }],
    [' ', inPast, { kind: 'play-pause' }],
    [',', inPast, { kind: 'step-frame', by: -1 }],
    ['.', inPast, { kind: 'step-frame', by: 1 }],
    ['j', inPast, { kind: 'shuttle', by: -1 }],
    ['k', inPast, { kind: 'shuttle', by: 0 }],
    ['l', inPast, { kind: 'shuttle', by: 1 }],
    ['t', inPast, { kind: 'toggle-timeline' }],
  ] as const)('%j does what the table says where it can: %o', ([keys, change, command]) => {
    expect(press(keys, contextWith(change))).toMatchObject({ commands: [command], handled: true })
  })

  it('that acknowledges says when there is no alarm, or none but snoozed ones', () => {
    expect(previewText('a', { alarmCount: 0 })).toBe('No alarm to acknowledge')
    expect(previewText('a', { alarmCount: 2, snoozedAlarmCount: 2 })).toBe(
      'All alarms are snoozed. Shift+A opens the queue.',
    )
    const { commands } = press('a', contextWith({ alarmCount: 2, snoozedAlarmCount: 1 }))
    expect(commands).toEqual([{ kind: 'acknowledge-alarm' }])
  })

  test.for(['q', '.', 'PageDown'])('“%s” belongs to nobody yet and is left to the browser', (key) => {
    expect(press([key])).toMatchObject({ handled: false, commands: [], state: quiet })
  })

  it('jumps ten seconds as long as it is held', () => {
    const held = stroke('ArrowLeft', { shift: true, repeat: true })
    expect(press([held, held], past).commands).toEqual([
      { kind: 'jump', byMs: -10_000 },
      { kind: 'jump', byMs: -10_000 },
    ])
  })

  it('that is the dot belongs to an entry as soon as there is one', () => {
    expect(press('3.12⏎', past).commands).toEqual([show(2, 12)])
  })

  test.for([
    [' ', 'This tile is live. R replays the last 30 s.'],
    [',', 'This tile is live. R replays the last 30 s.'],
    ['j', 'This tile is live. R replays the last 30 s.'],
    ['Home', 'All tiles are live'],
    [stroke('Home', { shift: true }), 'All tiles are live'],
  ] as const)('“%s” says why it does nothing on a wall that is live', ([key, text]) => {
    expect(press([key])).toMatchObject({ commands: [], preview: { text, outcome: 'refused' } })
  })

  it('that leads back to live says how all tiles go there when this one is', () => {
    const others = contextWith({ isAnyPlayback: true })
    expect(press(['Home'], others).preview?.text).toBe(
      'This tile is live. Shift+Home brings all tiles back to live.',
    )
  })

  it('that zooms a timeline that nobody sees says so', () => {
    const zoom = stroke('ArrowUp', { ctrl: true })
    expect(press([zoom]).preview?.text).toBe('The timeline is not shown. T shows it.')
    expect(press([zoom], contextWith({ isTimelineShown: true })).commands).toHaveLength(1)
  })

  it('zooms only a picture, and out of one and about only where it is zoomed in', () => {
    expect(previewText('z')).toBeUndefined()
    expect(previewText('z', { cameraOf: () => undefined })).toBe('No camera in this tile to zoom into')
    const out = stroke('Z', { shift: true })
    const about = stroke('ArrowLeft', { ctrl: true, shift: true })
    for (const key of [out, about]) {
      expect(previewText(key)).toBe('All of this picture is seen. Z zooms in.')
      expect(press([key], contextWith({ isZoomed: true })).commands).toHaveLength(1)
    }
  })

  it('Escape leaves the entry, the zoom, the large tile, the range of an export, the past of this tile, that of all, full screen, in that order', () => {
    const rungs = [
      [{ isZoomed: true, isLarge: true, hasRange: true, isPlayback: true }, 'whole-picture'],
      [{ isLarge: true, hasRange: true, isPlayback: true, isAnyPlayback: true }, 'leave-large'],
      [{ hasRange: true, isPlayback: true, isAnyPlayback: true, isFullScreen: true }, 'clear-range'],
      [{ isPlayback: true, isAnyPlayback: true, isFullScreen: true }, 'go-live'],
      [{ isAnyPlayback: true, isFullScreen: true }, 'go-live-all'],
      [{ isFullScreen: true }, 'leave-full-screen'],
    ] as const
    for (const [change, kind] of rungs) {
      expect(press(['Escape'], contextWith(change))).toMatchObject({ commands: [{ kind }], handled: true })
      expect(press(['7', 'Escape'], contextWith(change)).commands).toEqual([])
    }
  })

  it('that is held goes on only where that makes sense', () => {
    expect(press([stroke('ArrowRight', { repeat: true })]).commands).toHaveLength(1)
    expect(press([stroke('g', { repeat: true })])).toMatchObject({ handled: true, commands: [] })
    // Where one press is one step of many.
    const steps = /^(step-|move-|cycle-|jump|pan-|zoom-|timeline$|undo$|redo$|earlier-)/
    for (const name of actionNames) {
      const { command, repeats = false } = actionOf(name)
      expect(repeats, name).toBe(name === 'takeBack' || (command !== undefined && steps.test(command.kind)))
    }
  })

  it('has a name of its own, and its name and group in words', () => {
    expect(actionNames).toEqual([...new Set(actionNames)])
    for (const name of actionNames) {
      expect(actionWords(name), name).toMatch(/\S/)
      expect(groupWords(actionOf(name).group), name).toMatch(/\S/)
      expect(isActionName(name)).toBe(true)
    }
    expect(isActionName('toString')).toBe(false)
  })

  it('belongs to a text field that has the focus', () => {
    const typing = contextWith({ textFocused: true })
    expect(press('7', typing)).toMatchObject({ handled: false, state: quiet })
    expect(press('⏎', typing).handled).toBe(false)
  })

  it('in an open window only opens and closes windows', () => {
    const inWindow = contextWith({ mode: 'dialog' })
    expect(press('7', inWindow)).toMatchObject({ handled: false, state: quiet })
    expect(press(['Tab'], inWindow).handled).toBe(false)
    expect(press('?', inWindow).commands).toEqual([{ kind: 'toggle-dialog', dialog: 'help' }])
    expect(press('g', inWindow).commands).toEqual([{ kind: 'toggle-dialog', dialog: 'layout' }])
  })

  it('that leaves the page in a browser is kept from it, also where it does nothing', () => {
    const back = stroke('ArrowLeft', { alt: true })
    for (const mode of ['dialog', 'page'] as const) {
      expect(press([back], contextWith({ mode }))).toMatchObject({ handled: true, commands: [] })
      expect(press([save], contextWith({ mode }))).toMatchObject({ handled: true, commands: [] })
      // To copy what a window says is no action of the wall.
      expect(press([stroke('c', { ctrl: true })], contextWith({ mode })).handled).toBe(false)
    }
  })

  it('on the first page does only what works anywhere', () => {
    const onPage = contextWith({ mode: 'page' })
    expect(press('f', onPage).commands).toEqual([{ kind: 'toggle-full-screen' }])
    expect(press('g', onPage).handled).toBe(false)
    expect(press('7', onPage).handled).toBe(false)
  })

  it('follows the keymap of the settings', () => {
    const remapped = buildKeymap({ layout: ['L'] })
    const step = advance(quiet, { kind: 'key', stroke: stroke('l'), atMs: 0 }, contextWith(), remapped)
    expect(step.commands).toEqual([{ kind: 'toggle-dialog', dialog: 'layout' }])
  })
})

function act(name: ActionName, context = contextWith(), state: KeyboardState = quiet) {
  return advance(state, { kind: 'action', name, atMs: 1_000 }, context, keymap)
}

describe('an action from the menu', () => {
  it('does what its key does, whatever the key is', () => {
    expect(act('undo').commands).toEqual([{ kind: 'undo' }])
    const typed = press('12').state
    expect(act('confirm', contextWith(), typed).commands).toEqual(press('12⏎').commands)
    expect(act('undo', contextWith({ canUndo: false })).state.refusal?.reason).toBe('Nothing to undo')
  })

  it('is held back where its key would be', () => {
    expect(act('undo', contextWith({ mode: 'dialog' }))).toMatchObject({ commands: [], handled: false })
    expect(act('palette', contextWith({ mode: 'dialog' })).commands).toHaveLength(1)
    expect(act('help', contextWith({ mode: 'page' })).commands).toHaveLength(1)
  })
})

const anyKey = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'0123456789./*+-'.split('')) },
  { weight: 2, arbitrary: fc.constantFrom('Enter', 'Backspace', 'Escape', 'Tab', 'ArrowLeft', 'g', '?') },
  { weight: 1, arbitrary: fc.string({ maxLength: 3 }) },
)
const anyStroke = fc
  .record({
    key: anyKey,
    code: fc.oneof(fc.constantFrom('', 'Numpad8', 'NumpadDecimal', 'KeyK'), fc.string({ maxLength: 4 })),
    ctrl: fc.boolean(),
    alt: fc.boolean(),
    shift: fc.boolean(),
    meta: fc.boolean(),
    altGraph: fc.boolean(),
    repeat: fc.boolean(),
    composing: fc.boolean(),
  })
  .map((parts) => (parts.key.length > 0 && '0123456789./*'.includes(parts.key) ? stroke(parts.key) : parts))
const anyInput = happenings({
  key: [8, { stroke: anyStroke, afterMs: fc.nat(6_000) }],
  tick: [1, { afterMs: fc.nat(6_000) }],
  action: [1, { name: fc.constantFrom(...actionNames), afterMs: fc.nat(6_000) }],
  entry: [
    1,
    {
      isAlarm: fc.boolean(),
      text: fc.oneof(fc.stringMatching(/^[0-9./*]{0,8}$/), fc.string()),
      afterMs: fc.nat(6_000),
    },
  ],
})
const anyContext = fc
  .record({
    mode: fc.constantFrom('wall' as const, 'dialog' as const, 'page' as const),
    textFocused: fc.boolean(),
    tileCount: fc.constantFrom(1, 4, 9, 36),
    isLarge: fc.boolean(),
    isZoomed: fc.boolean(),
    isFullScreen: fc.boolean(),
    canUndo: fc.boolean(),
    canRedo: fc.boolean(),
    selected: fc.nat(0),
    monitor: fc.integer({ min: 1, max: 4 }),
    others: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }),
  })
  .map(({ others, ...change }) =>
    contextWith({ ...change, monitors: monitorsOf(...new Set([change.monitor, ...others])) }),
  )

describe('any sequence of keys', () => {
  it('never throws, and leaves a state that holds', () => {
    fc.assert(
      fc.property(fc.array(anyInput, { maxLength: 40 }), anyContext, (inputs, context) => {
        let state = quiet
        let atMs = 0
        for (const { afterMs, ...input } of inputs) {
          atMs += afterMs
          const step = advance(state, { ...input, atMs }, context, keymap)
          state = step.state
          const isShown = state.entry !== '' || state.refusal !== undefined
          expect(state.endsAtMs !== undefined).toBe(isShown)
          expect(parseEntry(state.entry)?.kind).toBe(state.entry.includes('*') ? 'salvo' : 'camera')
          expect(entryPreviewOf(state, context) !== undefined).toBe(isShown)
          for (const command of step.commands) {
            if ('tile' in command) expect(command.tile).toBeLessThan(context.tileCount)
            if ('tile' in command) expect(command.tile).toBeGreaterThanOrEqual(0)
            if (command.kind === 'enter-on-monitor') {
              expect(command.monitor).not.toBe(context.monitor)
              expect(context.monitors.map(({ number }) => number)).toContain(command.monitor)
              // What arrives there is a whole entry without a monitor: it cannot be sent on again.
              const whole = { monitor: undefined, camera: '', salvo: '', ...parseEntry(command.entry) }
              const { monitor, camera, salvo } = whole
              expect({ monitor, isWhole: camera + salvo !== '' }).toEqual({
                monitor: undefined,
                isWhole: true,
              })
              expect(command.entry.length).toBeLessThanOrEqual(20)
            }
          }
        }
      }),
    )
  })

  it('is quiet once the silence is over', () => {
    fc.assert(
      fc.property(fc.array(anyStroke, { maxLength: 20 }), anyContext, (strokes, context) => {
        const { state } = press(strokes, context)
        const { lapsedAtMs, ...now } = advance(state, { kind: 'tick', atMs: 5_000 }, context, keymap).state
        expect(now).toEqual(quiet)
        const typed = state.entry || state.refusal?.entry || ''
        expect(lapsedAtMs).toBe(typed === '' ? undefined : 5_000)
      }),
    )
  })
})
