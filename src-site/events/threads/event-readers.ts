import { CallThread } from '../../threads/call-thread.ts'
import type { ReaderCalls, ReaderData } from './thread-calls.ts'

/** Some threads that read: a question that takes long makes neither requests nor the other questions wait. */
export class EventReaders {
  readonly #threads: readonly CallThread<ReaderCalls>[]

  constructor(data: ReaderData, count: number) {
    const url = new URL('./reader-thread.ts', import.meta.url)
    this.#threads = Array.from({ length: count }, () => new CallThread<ReaderCalls>(url, data))
  }

  get isDamaged(): boolean {
    return this.#threads.some(({ isDamaged }) => isDamaged)
  }

  ask<Name extends keyof ReaderCalls>(
    name: Name,
    argument: Parameters<ReaderCalls[Name]>[0],
  ): Promise<ReturnType<ReaderCalls[Name]>> {
    const [idlest] = this.#threads.toSorted((one, other) => one.waiting - other.waiting)
    if (!idlest) throw new Error('there is no thread that reads')
    return idlest.ask(name, argument)
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.dispose()))
  }
}
