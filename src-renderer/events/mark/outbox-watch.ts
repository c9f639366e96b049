import type { CallInput } from '#contract/wall/calls.ts'
import type { EventOutboxState } from '#contract/wall/events.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import { createStore } from 'zustand/vanilla'
import type { Clock } from '../../clock.ts'
import { eventDefaults } from '../defaults.ts'

export interface OutboxWatchState {
  /** Undefined until main has answered. */
  readonly outbox: EventOutboxState | undefined
  /** Something waits for longer than what is just on its way. */
  readonly isWaiting: boolean
}

export interface OutboxWatchOptions {
  readonly shell: Pick<WallShell, 'call' | 'subscribe' | 'onLink'>
  readonly clock: Clock
}

export type DeadLetters = CallInput<'events.retry'>

/** What waits on this machine for the platform, as the page knows it. */
export class OutboxWatch {
  readonly store = createStore<OutboxWatchState>(() => ({ outbox: undefined, isWaiting: false }))
  readonly #options: OutboxWatchOptions
  readonly #unsubscribe: readonly (() => void)[]
  #callOff: (() => void) | undefined

  constructor(options: OutboxWatchOptions) {
    this.#options = options
    this.#unsubscribe = [
      options.shell.subscribe('events.outboxChanged', (outbox) => this.#update(outbox)),
      options.shell.onLink((isUp) => {
        if (isUp) void this.refresh()
      }),
    ]
    void this.refresh()
  }

  dispose(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.#callOff?.()
  }

  async refresh(): Promise<EventOutboxState | undefined> {
    const answer = await this.#options.shell.call('events.outbox', undefined)
    if (!answer.ok || answer.value === undefined) return undefined
    this.#update(answer.value)
    return answer.value
  }

  #update(outbox: EventOutboxState): void {
    if (outbox.depth === 0) {
      this.#callOff?.()
      this.#callOff = undefined
      this.store.setState({ outbox, isWaiting: false })
      return
    }
    this.store.setState({ outbox })
    this.#callOff ??= this.#options.clock.after(eventDefaults.outbox.quietMs, () =>
      this.store.setState({ isWaiting: true }),
    )
  }
}
