import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { actionNames, actionOf } from '#renderer/keyboard/actions.ts'
import { buildKeymap, conflictSentence } from '#renderer/keyboard/keymap.ts'

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
