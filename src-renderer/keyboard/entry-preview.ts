import type { KeyboardContext } from './context-of-wall.ts'
import type { KeyboardState } from './grammar.ts'
import { interpret } from './interpret.ts'

/** What the screen shows while something is typed: the entry, what `Enter` will do, and on which tile if it is one of this page. */
export interface EntryPreview {
  readonly entry: string
  readonly text: string
  readonly outcome: 'ready' | 'incomplete' | 'refused'
  /** A refusal that answers a key, as opposed to a forecast of one. */
  readonly isAnswer: boolean
  readonly tile: number | undefined
}

export function entryPreviewOf(state: KeyboardState, context: KeyboardContext): EntryPreview | undefined {
  if (state.refusal !== undefined) {
    const meaning = interpret(state.refusal.entry, context)
    const tile = meaning === undefined ? context.selected : meaning.tile
    const { entry, reason } = state.refusal
    return { entry, text: reason, outcome: 'refused', isAnswer: true, tile }
  }
  const meaning = interpret(state.entry, context)
  if (meaning === undefined) return undefined
  const { text, outcome, tile } = meaning
  return { entry: state.entry, text, outcome, isAnswer: false, tile }
}
