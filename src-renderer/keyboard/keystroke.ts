import { isKey, t } from '../language/language.ts'

/** What the grammar knows of a pressed key: a plain copy of a `KeyboardEvent`, so that it needs no DOM. */
export interface Keystroke {
  readonly key: string
  readonly code: string
  readonly ctrl: boolean
  readonly alt: boolean
  readonly shift: boolean
  readonly meta: boolean
  /** The layout's third level (`AltGr`): Windows reports it as Ctrl+Alt, which it is not. */
  readonly altGraph: boolean
  readonly repeat: boolean
  /** An input method is composing: the key belongs to it. */
  readonly composing: boolean
}

/**
 * The numpad goes by position: with Num Lock off its keys report arrows, and half of Europe has a comma on the
 * decimal key. An operator who presses the key with the 8 on it means 8.
 */
const numpad: Readonly<Record<string, string>> = {
  NumpadAdd: '+',
  NumpadSubtract: '-',
  NumpadMultiply: '*',
  NumpadDivide: '/',
  NumpadDecimal: '.',
  NumpadComma: '.',
  NumpadEnter: 'Enter',
  NumpadEqual: '=',
}

/** Keys that carry letters in other scripts: their sign, and that with Shift. */
const signs: Readonly<Record<string, string>> = {
  BracketLeft: '[{',
  BracketRight: ']}',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Minus: '-_',
  Equal: '=+',
}

const deaf: ReadonlySet<string> = new Set([
  '',
  'Dead',
  'Process',
  'Unidentified',
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'NumLock',
])

const latinLetter = /^[a-z]$/i
const namedKey = /^[A-Z][A-Za-z0-9]+$/

/** The key without its modifiers: a letter in upper case, a sign, a digit, or a name such as `ArrowLeft`. */
function plainKey(stroke: Keystroke): string | undefined {
  const digit = /^Numpad([0-9])$/.exec(stroke.code)
  if (digit) return digit[1]
  const sign = numpad[stroke.code]
  if (sign !== undefined) return sign
  if (deaf.has(stroke.key)) return undefined
  if (stroke.key === ' ') return 'Space'
  if (latinLetter.test(stroke.key)) return stroke.key.toUpperCase()
  // Greek, Cyrillic, Arabic and others: the key in the place of the Latin one, as every program there does.
  // Signs of Latin keyboards are none of them, such as `¿` and `§`.
  if (/^[^\p{ASCII}\p{Script=Latin}\p{scx=Common}]$/u.test(stroke.key))
    return /^(?:Key|Digit)(.)$/.exec(stroke.code)?.[1] ?? signs[stroke.code]?.[stroke.shift ? 1 : 0]
  return stroke.key
}

/**
 * The name under which a key press is looked up, e.g. `Ctrl+K`, `Shift+Tab`, `?`, `7`.
 * Shift is part of the name only where it does not already make the sign. Undefined for keys that say nothing.
 */
export function chordOf(stroke: Keystroke): string | undefined {
  if (stroke.composing) return undefined
  const key = plainKey(stroke)
  if (key === undefined) return undefined
  const ctrl = stroke.ctrl && !stroke.altGraph
  const alt = stroke.alt && !stroke.altGraph
  const shift = stroke.shift && (latinLetter.test(key) || namedKey.test(key))
  return `${ctrl ? 'Ctrl+' : ''}${alt ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${stroke.meta ? 'Meta+' : ''}${key}`
}

const modifiers = ['Ctrl', 'Alt', 'Shift', 'Meta'] as const

/** Reads a chord that a person wrote (`ctrl+k`); undefined when it is none. */
export function parseChord(text: string): string | undefined {
  const trimmed = text.trim()
  // The last sign may be the plus key itself.
  const at = trimmed.length < 2 ? -1 : trimmed.lastIndexOf('+', trimmed.length - 2)
  const key = trimmed.slice(at + 1).trim()
  if (key === '') return undefined
  const given = at < 0 ? [] : trimmed.slice(0, at).split('+')
  const held = new Set<string>()
  for (const word of given) {
    const known = modifiers.find((modifier) => modifier.toLowerCase() === word.trim().toLowerCase())
    if (known === undefined) return undefined
    held.add(known)
  }
  // As `chordOf` names them: only Latin letters in upper case.
  const isPlain = key.length === 1 && !latinLetter.test(key)
  const name = isPlain ? key : key[0]?.toUpperCase() + key.slice(1)
  if (key.length > 1 && !namedKey.test(name)) return undefined
  return [...modifiers.filter((modifier) => held.has(modifier)), name].join('+')
}

/** `Ctrl+K` → its keys. The last sign may be the plus key itself. */
export function keysOf(chord: string): string[] {
  const at = chord.length < 2 ? -1 : chord.lastIndexOf('+', chord.length - 2)
  const held = at < 0 ? [] : chord.slice(0, at).split('+')
  return [...held, chord.slice(at + 1)]
}

const symbols: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  '-': '−',
}

/** A key, as keyboards of the page's language name it. */
export function capWords(key: string): string {
  const named = `caps.${key}`
  return isKey(named) ? t(named) : (symbols[key] ?? key)
}

export const chordWords = (chord: string) => keysOf(chord).map(capWords).join('+')
