import { never } from '#contract/result.ts'
import type { Keymap as KeymapSetting } from '#contract/wall/settings.ts'
import { type ActionName, actionNames, actionOf, grammarChords, lentChords } from './actions.ts'
import { parseChord } from './keystroke.ts'

/** Something in the settings that could not be done as written; the rest of the keymap holds. */
export type KeymapConflict =
  | { readonly kind: 'unknown-action'; readonly name: string }
  | { readonly kind: 'not-a-chord'; readonly action: ActionName; readonly text: string }
  | { readonly kind: 'reserved'; readonly action: ActionName; readonly chord: string }
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

  const overridden = (name: ActionName) => Object.hasOwn(overrides, name)
  for (const name of actionNames.filter(overridden)) bind(name, overrides[name] ?? [])
  for (const name of actionNames.filter((name) => !overridden(name))) bind(name, actionOf(name).chords)
  return { actionByChord, chordsByAction, conflicts }
}

/** A conflict as a sentence for the operator. */
export function conflictSentence(conflict: KeymapConflict): string {
  switch (conflict.kind) {
    case 'unknown-action':
      return `The key settings name an action that does not exist: “${conflict.name}”.`
    case 'not-a-chord':
      return `“${conflict.text}” is not a key that “${actionOf(conflict.action).says}” could have.`
    case 'reserved':
      return `${conflict.chord} belongs to camera numbers and cannot be given to “${actionOf(conflict.action).says}”.`
    case 'taken':
      return `${conflict.chord} is “${actionOf(conflict.by).says}” now; “${actionOf(conflict.action).says}” does not have it.`
    default:
      return never(conflict)
  }
}
