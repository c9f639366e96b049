import { createStore } from 'zustand/vanilla'
import type { Clock } from '../clock.ts'
import type { WallCommand } from '../wall/commands.ts'
import type { ActionName } from './actions.ts'
import type { KeyboardContext } from './context-of-wall.ts'
import { advance, type KeyboardInput, type KeyboardState, quiet } from './grammar.ts'
import type { Keymap } from './keymap.ts'
import type { Keystroke } from './keystroke.ts'

export interface KeyboardOptions {
  readonly clock: Clock
  readonly keymap: () => Keymap
  readonly context: () => KeyboardContext
  readonly run: (command: WallCommand) => void
}

export type KeyboardStore = ReturnType<typeof createKeyboardStore>

/** Holds the grammar's state, lends it a clock and carries its commands out. */
export function createKeyboardStore(options: KeyboardOptions) {
  const store = createStore<KeyboardState>(() => quiet)
  let callOff: (() => void) | undefined

  function take(input: KeyboardInput): boolean {
    const before = store.getState()
    const step = advance(before, input, options.context(), options.keymap())
    if (step.state !== before) {
      store.setState(step.state, true)
      awaitSilence(step.state)
    }
    for (const command of step.commands) options.run(command)
    return step.handled
  }

  function awaitSilence({ endsAtMs }: KeyboardState): void {
    callOff?.()
    callOff = undefined
    if (endsAtMs === undefined) return
    callOff = options.clock.after(Math.max(0, endsAtMs - options.clock.nowMs()), () =>
      take({ kind: 'tick', atMs: Math.max(endsAtMs, options.clock.nowMs()) }),
    )
  }

  const actions = {
    /** Whether the key was the grammar's. */
    press: (stroke: Keystroke) => take({ kind: 'key', stroke, atMs: options.clock.nowMs() }),
    /** An entry from elsewhere, as if typed and confirmed; it may forward an alarm. */
    enter: (text: string, isAlarm = false) =>
      void take({ kind: 'entry', text, isAlarm, atMs: options.clock.nowMs() }),
    /** An action from elsewhere, as if its key was pressed. */
    act: (name: ActionName) => void take({ kind: 'action', name, atMs: options.clock.nowMs() }),
    dispose: () => callOff?.(),
  }
  return Object.assign(store, { actions })
}
