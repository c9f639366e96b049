import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Clock } from '../clock.ts'
import type { WallCommand } from '../wall/commands.ts'
import type { ActionName } from './actions.ts'
import type { KeyboardContext } from './context.ts'
import { advance, type KeyboardInput, type KeyboardState, quiet } from './grammar.ts'
import type { Keymap } from './keymap.ts'
import type { Keystroke } from './keystroke.ts'

export interface KeyboardNeeds {
  readonly clock: Clock
  readonly keymap: () => Keymap
  readonly context: () => KeyboardContext
  readonly run: (command: WallCommand) => void
}

export interface KeyboardActions {
  /** Whether the key was the grammar's. */
  press(stroke: Keystroke): boolean
  /** An entry from elsewhere, as if typed and confirmed. */
  enter(text: string): void
  /** An action from elsewhere, as if its key was pressed. */
  act(name: ActionName): void
  dispose(): void
}

export type KeyboardStore = StoreApi<KeyboardState> & { readonly actions: KeyboardActions }

/** Holds the grammar's state, lends it a clock and carries its commands out. */
export function createKeyboardStore(needs: KeyboardNeeds): KeyboardStore {
  const store = createStore<KeyboardState>(() => quiet)
  let callOff: (() => void) | undefined

  function take(input: KeyboardInput): boolean {
    const before = store.getState()
    const step = advance(before, input, needs.context(), needs.keymap())
    if (step.state !== before) {
      store.setState(step.state, true)
      awaitSilence(step.state)
    }
    for (const command of step.commands) needs.run(command)
    return step.handled
  }

  function awaitSilence({ endsAtMs }: KeyboardState): void {
    callOff?.()
    callOff = undefined
    if (endsAtMs === undefined) return
    callOff = needs.clock.after(Math.max(0, endsAtMs - needs.clock.nowMs()), () =>
      take({ kind: 'tick', atMs: Math.max(endsAtMs, needs.clock.nowMs()) }),
    )
  }

  const actions: KeyboardActions = {
    press: (stroke) => take({ kind: 'key', stroke, atMs: needs.clock.nowMs() }),
    enter: (text) => void take({ kind: 'entry', text, atMs: needs.clock.nowMs() }),
    act: (name) => void take({ kind: 'action', name, atMs: needs.clock.nowMs() }),
    dispose: () => callOff?.(),
  }
  return Object.assign(store, { actions })
}
