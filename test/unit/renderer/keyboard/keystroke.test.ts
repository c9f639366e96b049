import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { chordOf, parseChord } from '#renderer/keyboard/keystroke.ts'
import { stroke } from './strokes.ts'

describe('chordOf', () => {
  test.for([
    ['a digit of the main row', stroke('7', { code: 'Digit7' }), '7'],
    ['a shifted digit of a French main row', stroke('7', { code: 'Digit7', shift: true }), '7'],
    ['a numpad digit', stroke('7', { code: 'Numpad7' }), '7'],
    ['a numpad digit with Num Lock off', stroke('Home', { code: 'Numpad7' }), '7'],
    ['the numpad in the middle with Num Lock off', stroke('Clear', { code: 'Numpad5' }), '5'],
    ['a decimal key that types a comma', stroke(',', { code: 'NumpadDecimal' }), '.'],
    ['a decimal key with Num Lock off', stroke('Delete', { code: 'NumpadDecimal' }), '.'],
    ['the numpad enter', stroke('Enter', { code: 'NumpadEnter' }), 'Enter'],
    ['the plus of the numpad', stroke('+', { code: 'NumpadAdd' }), '+'],
    ['the plus of a US main row', stroke('+', { code: 'Equal', shift: true }), '+'],
    ['a letter', stroke('g', { code: 'KeyG' }), 'G'],
    ['a letter under Caps Lock', stroke('G', { code: 'KeyG' }), 'G'],
    ['a letter with Shift', stroke('S', { code: 'KeyS', shift: true }), 'Shift+S'],
    ['a letter with Ctrl', stroke('k', { code: 'KeyK', ctrl: true }), 'Ctrl+K'],
    ['Shift and Tab', stroke('Tab', { code: 'Tab', shift: true }), 'Shift+Tab'],
    ['a question mark, however it is made', stroke('?', { code: 'Minus', shift: true }), '?'],
    ['a sign of the third level', stroke('/', { code: 'KeyQ', ctrl: true, alt: true, altGraph: true }), '/'],
    ['a Cyrillic letter by its place', stroke('п', { code: 'KeyG' }), 'G'],
    ['an Arabic digit by its place', stroke('٣', { code: 'Digit3' }), '3'],
    ['a Cyrillic letter on a bracket', stroke('х', { code: 'BracketLeft' }), '['],
    ['a Cyrillic letter on a bracket with Shift', stroke('Х', { code: 'BracketLeft', shift: true }), '{'],
    ['an Arabic question mark', stroke('؟', { code: 'Slash', shift: true }), '?'],
    ['a Latin letter on a bracket', stroke('ü', { code: 'BracketLeft' }), 'ü'],
    ['a Spanish question mark as no plus', stroke('¿', { code: 'Equal', shift: true }), '¿'],
    ['a section sign as no digit', stroke('§', { code: 'Digit3', shift: true }), '§'],
    ['the space bar', stroke(' ', { code: 'Space' }), 'Space'],
  ] as const)('names %s', ([, given, chord]) => {
    expect(chordOf(given)).toBe(chord)
  })

  test.for([
    ['a dead key', stroke('Dead', { code: 'Equal' })],
    ['a key of an input method', stroke('Process', { code: 'KeyA' })],
    ['a key while composing', stroke('a', { code: 'KeyA', composing: true })],
    ['a lone modifier', stroke('Shift', { code: 'ShiftLeft', shift: true })],
    ['a lock key', stroke('NumLock', { code: 'NumLock' })],
  ] as const)('is silent about %s', ([, given]) => {
    expect(chordOf(given)).toBeUndefined()
  })
})

describe('parseChord', () => {
  test.for([
    ['g', 'G'],
    ['ctrl+k', 'Ctrl+K'],
    [' Shift + Ctrl + z', 'Ctrl+Shift+Z'],
    ['+', '+'],
    ['Ctrl++', 'Ctrl++'],
    ['arrowLeft', 'ArrowLeft'],
    ['F11', 'F11'],
  ] as const)('reads %s as %s', ([text, chord]) => {
    expect(parseChord(text)).toBe(chord)
  })

  test.for(['', '   ', 'Hyper+K', 'Ctrl+', 'page down', 'Ctrl+K+J'])('refuses "%s"', (text) => {
    expect(parseChord(text)).toBeUndefined()
  })

  it('takes any text of a settings file without a fault, and reads its own spelling back', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const chord = parseChord(text)
        if (chord !== undefined) expect(parseChord(chord)).toBe(chord)
      }),
    )
  })
})
