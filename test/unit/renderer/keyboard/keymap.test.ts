import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { actionNames, actionOf, actionWords } from '#renderer/keyboard/actions.ts'
import { buildKeymap, conflictSentence, keymapReader } from '#renderer/keyboard/keymap.ts'
import {
  assignChord,
  readKeymapFile,
  resetAction,
  withCctvKeys,
  withChords,
  writeKeymapFile,
} from '#renderer/keyboard/keymap-edit.ts'

describe('buildKeymap', () => {
  it('binds every default chord to one action, without a conflict', () => {
    const keymap = buildKeymap()
    expect(keymap.conflicts).toEqual([])
    for (const name of actionNames) expect(keymap.chordsByAction.get(name)).toEqual(actionOf(name).chords)
  })

  it('replaces the chords of an action that the settings name', () => {
    const keymap = buildKeymap({ layout: ['L'] })
    expect(keymap.actionByChord.get('L')).toBe('layout')
    expect(keymap.actionByChord.get('G')).toBeUndefined()
  })

  it('gives an override the chord that another action has by default, and says so', () => {
    const keymap = buildKeymap({ layout: ['f'] })
    expect(keymap.actionByChord.get('F')).toBe('layout')
    expect(keymap.chordsByAction.get('fullScreen')).toEqual(['F11'])
    expect(keymap.conflicts).toEqual([{ kind: 'taken', action: 'fullScreen', chord: 'F', by: 'layout' }])
  })

  it('gives a chord that two overrides want to the first in the table, and says so', () => {
    const keymap = buildKeymap({ engineer: ['X'], layout: ['X'] })
    expect(keymap.actionByChord.get('X')).toBe('layout')
    expect(keymap.conflicts).toEqual([{ kind: 'taken', action: 'engineer', chord: 'X', by: 'layout' }])
  })

  it('keeps digits and signs for camera numbers', () => {
    const keymap = buildKeymap({ layout: ['7', 'Y'] })
    expect(keymap.actionByChord.get('7')).toBeUndefined()
    expect(keymap.conflicts).toEqual([{ kind: 'reserved', action: 'layout', chord: '7' }])
  })

  it('reports actions and chords that do not exist and keeps the rest', () => {
    const keymap = buildKeymap({ fly: ['X'], layout: ['Hyper+G', 'Y'] })
    expect(keymap.conflicts.map(({ kind }) => kind)).toEqual(['unknown-action', 'not-a-chord'])
    expect(keymap.actionByChord.get('Y')).toBe('layout')
  })

  it('keeps the keys of the window of keys, whatever the settings say', () => {
    const keymap = buildKeymap({ keymap: ['X'], layout: ['Ctrl+Shift+K'] })
    expect(keymap.actionByChord.get('Ctrl+Shift+K')).toBe('keymap')
    expect(keymap.actionByChord.get('X')).toBeUndefined()
    expect(keymap.conflicts.map(({ kind }) => kind)).toEqual(['fixed', 'taken'])
  })

  it('takes a chord that is given twice to one action for one', () => {
    const { chordsByAction, conflicts } = buildKeymap({ layout: ['Y', 'y'] })
    expect(chordsByAction.get('layout')).toEqual(['Y'])
    expect(conflicts).toEqual([])
  })

  test.for([
    [{ fly: ['X'] }, 'The key settings name an action that does not exist: “fly”.'],
    [{ redo: ['Hyper+G'] }, '“Hyper+G” is not a key that “Redo” could have.'],
    [{ redo: ['7'] }, '7 belongs to camera numbers and cannot be given to “Redo”.'],
    [{ keymap: ['X'] }, `“${actionWords('keymap')}” keeps its keys.`],
    [{ help: ['X'], redo: ['X'] }, 'X is “Redo” now; “This help” does not have it.'],
  ])('explains %j: %s', ([overrides, sentence]) => {
    expect(buildKeymap(overrides as Record<string, string[]>).conflicts.map(conflictSentence)).toEqual([
      sentence,
    ])
  })

  it('is built again only when the settings have changed', () => {
    let setting: Record<string, string[]> = {}
    const keymap = keymapReader(() => setting)
    const first = keymap()
    expect(keymap()).toBe(first)
    setting = { layout: ['Y'] }
    expect(keymap().actionByChord.get('Y')).toBe('layout')
  })

  it('takes any keymap of a settings file, and binds no chord twice', () => {
    const setting = fc.dictionary(
      fc.oneof(fc.constantFrom(...actionNames), fc.string()),
      fc.array(fc.oneof(fc.constantFrom('F', 'Ctrl+K', 'Enter', '7', '?', 'x'), fc.string()), {
        maxLength: 4,
      }),
    )
    fc.assert(
      fc.property(setting, (overrides) => {
        const { chordsByAction, conflicts, actionByChord } = buildKeymap(overrides)
        const bound = [...chordsByAction.values()].flat()
        expect(new Set(bound).size).toBe(bound.length)
        expect(actionByChord.size).toBe(bound.length)
        for (const conflict of conflicts) expect(conflictSentence(conflict)).toMatch(/\.$/)
      }),
    )
  })
})

describe('a change of keys', () => {
  it('replaces the chords of a command, or adds one, up to four', () => {
    expect(assignChord({}, 'layout', 'Y', 'replace')).toEqual({ outcome: 'free', keymap: { layout: ['Y'] } })
    expect(assignChord({}, 'layout', 'Y', 'add')).toEqual({ outcome: 'free', keymap: { layout: ['G', 'Y'] } })
    const four = { layout: ['F5', 'F6', 'F7', 'F8'] }
    expect(assignChord(four, 'layout', 'F9', 'add')).toMatchObject({ outcome: 'refused' })
    expect(assignChord(four, 'layout', 'F9', 'replace')).toMatchObject({ outcome: 'free' })
  })

  it('says which command has the chord, and takes it away from that one only when it is kept', () => {
    const taken = assignChord({}, 'layout', 'F', 'replace')
    expect(taken).toEqual({
      outcome: 'taken',
      by: 'fullScreen',
      keymap: { layout: ['F'], fullScreen: ['F11'] },
    })
    const { actionByChord, conflicts } = buildKeymap(taken.outcome === 'taken' ? taken.keymap : {})
    expect(conflicts).toEqual([])
    expect(actionByChord.get('F')).toBe('layout')
  })

  it('adds no chord twice', () => {
    expect(assignChord({}, 'layout', 'G', 'add')).toEqual({ outcome: 'free', keymap: {} })
  })

  test.for([
    ['7', '7 belongs to camera numbers. Press another key.'],
    ['*', '* belongs to camera numbers. Press another key.'],
    ['Ctrl+Shift+K', 'Ctrl+Shift+K always opens this window. Press another key.'],
    ['shift+ctrl+y', 'shift+ctrl+y cannot be kept as a key.'],
    ['no key', 'no key cannot be kept as a key.'],
  ] as const)('refuses %s: %s', ([chord, reason]) => {
    expect(assignChord({}, 'layout', chord, 'replace')).toEqual({ outcome: 'refused', reason })
  })

  it('is taken back for one command, and gives back what another one has got', () => {
    const changed = { layout: ['F'], fullScreen: ['F11'] }
    expect(resetAction(changed, 'layout')).toEqual({ fullScreen: ['F11'] })
    expect(resetAction(changed, 'fullScreen')).toEqual({ layout: [] })
    // Another one's other chords stay, and so does what another version of the program has kept.
    const more = { layout: ['Y'], fullScreen: ['G', 'F5'], fly: ['G'] }
    expect(resetAction(more, 'layout')).toEqual({ fullScreen: ['F5'], fly: ['G'] })
    expect(withChords({}, 'layout', actionOf('layout').chords)).toEqual({})
  })

  it('leaves no conflict behind, whatever is pressed for whatever command, and never the window of keys', () => {
    const chord = fc.constantFrom(
      ...actionNames.flatMap((name) => actionOf(name).chords),
      'Ctrl+F12',
      'Y',
      'ä',
    )
    const change = fc.record({
      action: fc.constantFrom(...actionNames.filter((name) => name !== 'keymap')),
      chord,
      how: fc.constantFrom('replace', 'add'),
      isReset: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        let setting: Record<string, string[]> = {}
        for (const { action, chord: pressed, how, isReset } of changes) {
          const assigned = assignChord(setting, action, pressed, how)
          if (isReset) setting = resetAction(setting, action)
          else if (assigned.outcome !== 'refused') setting = assigned.keymap
          const { conflicts, actionByChord } = buildKeymap(setting)
          expect(conflicts).toEqual([])
          expect(actionByChord.get('Ctrl+Shift+K')).toBe('keymap')
          if (!isReset && assigned.outcome !== 'refused') expect(actionByChord.get(pressed)).toBe(action)
        }
      }),
    )
  })

  it('has the keys of a CCTV keyboard beside those of an ordinary one', () => {
    const { conflicts, actionByChord } = buildKeymap(withCctvKeys({}))
    expect(conflicts).toEqual([])
    expect(actionByChord.get('F8')).toBe('acknowledgeAlarm')
    expect(actionByChord.get('A')).toBe('acknowledgeAlarm')
    expect(withCctvKeys({ layout: ['Y'] })).toMatchObject({ layout: ['Y', 'F2'] })
    expect(withCctvKeys({ layout: ['F3'] })).toMatchObject({ layout: ['F3', 'F2'] })
    expect(withCctvKeys({ layout: ['F3'] })['replay']).toBeUndefined()
  })

  it('goes to a file and comes back; anything else is none', () => {
    expect(readKeymapFile(writeKeymapFile(withCctvKeys({})))).toEqual(withCctvKeys({}))
    // As some editors of Windows save it.
    expect(readKeymapFile(`\uFEFF${writeKeymapFile(withCctvKeys({}))}`)).toEqual(withCctvKeys({}))
    for (const text of ['', '{}', '{"format":"tessera-keymap","version":2,"keymap":{}}', '[]', 'null'])
      expect(readKeymapFile(text)).toBeUndefined()
  })
})
