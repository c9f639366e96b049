import { never } from '#contract/result.ts'
import type { Keymap as KeymapSetting } from '#contract/wall/settings.ts'
import { t } from '../language/language.ts'
import { type ActionName, actionNames, actionOf, actionWords, grammarChords, lentChords } from './actions.ts'
import { chordWords, parseChord } from './keystroke.ts'

/** Something in the settings that could not be done as written; the rest of the keymap holds. */
export type KeymapConflict =
  | { readonly kind: 'unknown-action'; readonly name: string }
  | { readonly kind: 'not-a-chord'; readonly action: ActionName; readonly text: string }
  | { readonly kind: 'reserved'; readonly action: ActionName; readonly chord: string }
  | { readonly kind: 'fixed'; readonly action: ActionName }
  | { readonly kind: 'taken'; readonly action: ActionName; readonly chord: string; readonly by: ActionName }

export interface Keymap {
  readonly actionByChord: ReadonlyMap<string, ActionName>
  readonly chordsByAction: ReadonlyMap<ActionName, readonly string[]>
  readonly conflicts: readonly KeymapConflict[]
}

/**
 * The default chords with the operator's over them. What the settings name goes first, so an override takes its
 * chord from whichever action had it by default; that and every other loss is a conflict to be shown.
 */
export function buildKeymap(overrides: KeymapSetting = {}): Keymap {
  const actionByChord = new Map<string, ActionName>()
  const chordsByAction = new Map<ActionName, readonly string[]>()
  const conflicts: KeymapConflict[] = Object.keys(overrides)
    .filter((name) => !(actionNames as string[]).includes(name))
    .map((name) => ({ kind: 'unknown-action', name }))

  function bind(action: ActionName, texts: readonly string[]): void {
    const bound: string[] = []
    for (const text of texts) {
      const chord = parseChord(text)
      const by = chord === undefined ? undefined : actionByChord.get(chord)
      if (chord === undefined) conflicts.push({ kind: 'not-a-chord', action, text })
      else if (grammarChords.has(chord) && !lentChords.has(chord))
        conflicts.push({ kind: 'reserved', action, chord })
      else if (by === undefined) {
        actionByChord.set(chord, action)
        bound.push(chord)
      } else if (by !== action) conflicts.push({ kind: 'taken', action, chord, by })
    }
    chordsByAction.set(action, bound)
  }

  const fixed = actionNames.filter((name) => actionOf(name).fixed === true)
  for (const name of fixed) {
    bind(name, actionOf(name).chords)
    if (Object.hasOwn(overrides, name)) conflicts.push({ kind: 'fixed', action: name })
  }
  const free = actionNames.filter((name) => !fixed.includes(name))
  const overridden = (name: ActionName) => Object.hasOwn(overrides, name)
  for (const name of free.filter(overridden)) bind(name, overrides[name] ?? [])
  for (const name of free.filter((name) => !overridden(name))) bind(name, actionOf(name).chords)
  return { actionByChord, chordsByAction, conflicts }
}

/** To be put behind a sentence: another one that names the first key of an action, where it has one. */
export function keyHint(keymap: Keymap, action: ActionName, words: (key: string) => string): string {
  const key = keymap.chordsByAction.get(action)?.[0]
  return key === undefined ? '' : ` ${words(chordWords(key))}`
}

/** A conflict as a sentence for the operator. */
export function conflictSentence(conflict: KeymapConflict): string {
  switch (conflict.kind) {
    case 'unknown-action':
      return t('keyboard.conflict.unknownAction', { name: conflict.name })
    case 'not-a-chord':
      return t('keyboard.conflict.notAChord', { text: conflict.text, action: actionWords(conflict.action) })
    case 'reserved':
      return t('keyboard.conflict.reserved', {
        chord: chordWords(conflict.chord),
        action: actionWords(conflict.action),
      })
    case 'fixed':
      return t('keyboard.conflict.fixed', { action: actionWords(conflict.action) })
    case 'taken':
      return t('keyboard.conflict.taken', {
        chord: chordWords(conflict.chord),
        by: actionWords(conflict.by),
        action: actionWords(conflict.action),
      })
    default:
      return never(conflict)
  }
}

/** The keymap of the settings as they are now; built again only when they have changed. */
export function keymapReader(setting: () => KeymapSetting): () => Keymap {
  let last: { readonly setting: KeymapSetting; readonly keymap: Keymap } | undefined
  return () => {
    const now = setting()
    if (last?.setting !== now) last = { setting: now, keymap: buildKeymap(now) }
    return last.keymap
  }
}
