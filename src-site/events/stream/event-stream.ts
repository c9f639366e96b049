import type { Arrivals } from '../search/event-question.ts'

/** Where a stream writes to: a connection. */
export interface StreamSink {
  /** False: it is full, until `onDrain`. */
  write(text: string): boolean
  onDrain(listener: () => void): void
  end(): void
}

export interface EventStreamOptions {
  readonly sink: StreamSink
  /** The id of the event after which it begins. */
  readonly afterId: number
  /** The id of the newest event that is stored. */
  readonly newestId: () => number
  /** Of the organization, `(afterId, untilId]`, as many as fit in one answer. */
  readonly read: (afterId: number, untilId: number) => Promise<Arrivals>
  readonly heartbeatMs: number
  /** Least time between two reads: under load one of them has many events. */
  readonly readEveryMs: number
  /** A connection that takes nothing for so long is let go; it can go on where it was. */
  readonly stallMs: number
  /** After this time the client has to connect again with its key. */
  readonly lifeMs: number
  readonly onEnd: () => void
}

/**
 * Sends the events of an organization in the order of their arrival. It reads what is stored, from where it is, as fast as
 * the connection takes it: so there is nothing to buffer, and no seam between what was missed and what is new.
 */
export class EventStream {
  readonly #options: EventStreamOptions
  readonly #timers: readonly NodeJS.Timeout[]
  #atId: number
  #isFull = false
  #isReading = false
  #isEnded = false
  #stall: NodeJS.Timeout | undefined

  constructor(options: EventStreamOptions) {
    this.#options = options
    const { sink, afterId, heartbeatMs, lifeMs } = options
    this.#atId = afterId
    this.#timers = [
      setInterval(() => this.#send(': beat\n\n'), heartbeatMs),
      setTimeout(() => this.end(), lifeMs),
    ]
    sink.onDrain(() => this.#drained())
    // The id alone is no event, but a client that is cut off before the first one comes back with it.
    this.#send(`retry: 2000\nid: ${afterId}\n\n`)
    void this.wake()
  }

  /** There are new events. */
  async wake(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    const { newestId, read, readEveryMs } = this.#options
    try {
      while (!this.#isEnded && !this.#isFull && this.#atId < newestId()) {
        const { text, untilId } = await read(this.#atId, newestId())
        this.#atId = untilId
        if (text !== '') this.#send(text)
        await new Promise((resolve) => setTimeout(resolve, readEveryMs))
      }
    } catch {
      // Whoever listens comes back and goes on after the last event.
      this.end()
    }
    this.#isReading = false
  }

  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    for (const timer of this.#timers) clearInterval(timer)
    clearTimeout(this.#stall)
    this.#options.sink.end()
    this.#options.onEnd()
  }

  #send(text: string): void {
    if (this.#isEnded || this.#options.sink.write(text) || this.#isFull) return
    this.#isFull = true
    this.#stall = setTimeout(() => this.end(), this.#options.stallMs)
  }

  #drained(): void {
    this.#isFull = false
    clearTimeout(this.#stall)
    void this.wake()
  }
}
