import type { EventOutboxState } from '#contract/wall/events.ts'
import type { Timers } from '../time.ts'
import { eventDefaults } from './defaults.ts'
import type { DeadLetter, EventOutbox, OutboxStatus } from './outbox/event-outbox.ts'

export interface OutboxPublisherOptions {
  readonly outbox: Promise<EventOutbox>
  readonly timers: Timers
  readonly push: (state: EventOutboxState) => void
}

/** Pushes what waits for the platform when it has changed, and not more often than an eye can follow. */
export class OutboxPublisher {
  readonly #options: OutboxPublisherOptions
  #cancelTimer: (() => void) | undefined
  #stop: () => void = () => {}
  #pushed = ''
  #isDisposed = false

  constructor(options: OutboxPublisherOptions) {
    this.#options = options
    void this.#follow()
  }

  /** For a page that asks: from then on it knows this, and no longer what was pushed last. */
  async read(): Promise<EventOutboxState> {
    this.#pushed = ''
    return this.#state()
  }

  dispose(): void {
    this.#isDisposed = true
    this.#stop()
    this.#cancelTimer?.()
  }

  async #follow(): Promise<void> {
    const outbox = await this.#options.outbox
    if (!this.#isDisposed) this.#stop = outbox.onChange(() => this.#changed())
  }

  #changed(): void {
    this.#cancelTimer ??= this.#options.timers.after(eventDefaults.outboxPushMs, () => {
      this.#cancelTimer = undefined
      void this.#publish()
    })
  }

  async #state(): Promise<EventOutboxState> {
    return stateOf(await (await this.#options.outbox).status())
  }

  async #publish(): Promise<void> {
    const state = await this.#state()
    const text = JSON.stringify(state)
    if (this.#isDisposed || text === this.#pushed) return
    this.#pushed = text
    this.#options.push(state)
  }
}

function stateOf({
  deadLetters,
  oldestAtMs,
  waitsFor,
  unavailable,
  elsewhere,
  ...counts
}: OutboxStatus): EventOutboxState {
  return {
    ...counts,
    deadLetters: deadLetters.map((letter) => ({ ...letter, fields: withShortTexts(letter.fields) })),
    ...(oldestAtMs === undefined ? {} : { oldestAtMs }),
    ...(waitsFor === undefined ? {} : { waitsFor }),
    ...(unavailable === undefined ? {} : { unavailable }),
    ...(elsewhere === undefined ? {} : { elsewhere: [...elsewhere] }),
  }
}

/** Short enough to send with every change, and enough to recognize the event. */
function withShortTexts(fields: DeadLetter['fields']): Record<string, string | number | boolean> {
  const short = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.slice(0, eventDefaults.deadLetterChars) : value,
  ])
  return Object.fromEntries(short)
}
