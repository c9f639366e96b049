import { CallThread } from '../../threads/call-thread.ts'
import type { SearchLimits } from '../search/event-reader.ts'
import type { ReaderCalls } from './reader-thread.ts'

/**
 * Some threads that read: a question that takes long makes neither requests nor the other questions wait. Each begins
 * when a question would have to wait without it.
 */
export class EventReaders {
  readonly #data: unknown
  readonly #count: number
  readonly #threads: CallThread<ReaderCalls>[] = []

  constructor(data: { dir: string; limits: SearchLimits }, count: number) {
    this.#data = data
    this.#count = count
  }

  get isDamaged(): boolean {
    return this.#threads.some(({ isDamaged }) => isDamaged)
  }

  ask<Name extends keyof ReaderCalls>(
    name: Name,
    argument: Parameters<ReaderCalls[Name]>[0],
  ): Promise<ReturnType<ReaderCalls[Name]>> {
    return this.#idlest().ask(name, argument)
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.dispose()))
  }

  #idlest(): CallThread<ReaderCalls> {
    const [idlest] = this.#threads.toSorted((one, other) => one.waiting - other.waiting)
    if (idlest && (idlest.waiting === 0 || this.#threads.length >= this.#count)) return idlest
    const another = new CallThread<ReaderCalls>(new URL('./reader-thread.ts', import.meta.url), this.#data)
    this.#threads.push(another)
    return another
  }
}
