import { Worker } from 'node:worker_threads'
import { isDamage } from '../store/store-fault.ts'

/** What a thread can be asked: one argument, one answer, both fit to be sent. */
export type ThreadCalls = Record<string, (argument: never) => unknown>

export interface ThreadRequest {
  readonly id: number
  readonly name: string
  readonly argument: unknown
}

export type ThreadAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: { readonly message: string; readonly code: string } }

/** A call that failed in the thread, with SQLite's code. */
export class ThreadCallFailed extends Error {
  readonly code: string

  constructor({ message, code }: { message: string; code: string }) {
    super(message)
    this.code = code
  }
}

interface Waiting {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

/**
 * Asks a thread that carries out one call after the other. A thread that ends by itself is a fault of the program:
 * Node then throws its error where nobody catches it.
 */
export class CallThread<Calls extends ThreadCalls & { close: () => void }> {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  #isDamaged = false

  /** `data`: what the thread begins with. */
  constructor(url: URL, data: unknown) {
    this.#worker = new Worker(url, { workerData: data })
    this.#worker.on('message', (answer: ThreadAnswer) => this.#settle(answer))
  }

  /** Calls that have not been answered yet. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** It has found its database damaged. The next start may set that aside. */
  get isDamaged(): boolean {
    return this.#isDamaged
  }

  /** Rejects with `ThreadCallFailed`. */
  ask<Name extends keyof Calls & string>(
    name: Name,
    argument: Parameters<Calls[Name]>[0],
  ): Promise<ReturnType<Calls[Name]>> {
    const id = ++this.#lastId
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
    this.#worker.postMessage({ id, name, argument } satisfies ThreadRequest)
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
  }

  /** What was asked is answered first. */
  async dispose(): Promise<void> {
    await this.ask('close', undefined)
    await this.#worker.terminate()
  }

  #settle(answer: ThreadAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (!('error' in answer)) return waiting?.resolve(answer.value as never)
    const failure = new ThreadCallFailed(answer.error)
    this.#isDamaged ||= isDamage(failure)
    waiting?.reject(failure)
  }
}
