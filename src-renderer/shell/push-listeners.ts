import type { PushName, PushPayload } from '#contract/wall/calls.ts'
import { Listeners } from './listeners.ts'

/** Listeners by push. Main is trusted: the contract has typed what it pushes. */
export class PushListeners {
  readonly #byName = new Map<string, Listeners<unknown>>()

  add<Name extends PushName>(name: Name, listener: (payload: PushPayload<Name>) => void): () => void {
    let listeners = this.#byName.get(name)
    if (listeners === undefined) {
      listeners = new Listeners()
      this.#byName.set(name, listeners)
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- by name, and main pushes by the same table
    return listeners.add((payload) => listener(payload as PushPayload<Name>))
  }

  notify(name: string, payload: unknown): void {
    this.#byName.get(name)?.notify(payload)
  }
}
