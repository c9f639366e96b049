import type { PushName, PushPayload } from '#contract/wall/calls.ts'
import { Listeners } from './listeners.ts'

/** Who wants to hear which push. Main is trusted: what it pushes has been typed by the contract there. */
export class PushListeners {
  readonly #byName = new Map<string, Listeners<unknown>>()

  add<Name extends PushName>(name: Name, listener: (payload: PushPayload<Name>) => void): () => void {
    let listeners = this.#byName.get(name)
    if (listeners === undefined) {
      listeners = new Listeners()
      this.#byName.set(name, listeners)
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- told by name, and main pushes by the same table
    return listeners.add((payload) => listener(payload as PushPayload<Name>))
  }

  tell(name: string, payload: unknown): void {
    this.#byName.get(name)?.tell(payload)
  }
}
