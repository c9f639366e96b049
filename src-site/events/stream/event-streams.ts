import { EventStream, type EventStreamOptions, type StreamSink } from './event-stream.ts'

export type EventStreamsOptions = Pick<
  EventStreamOptions,
  'newestId' | 'heartbeatMs' | 'readEveryMs' | 'stallMs' | 'lifeMs'
> & {
  readonly read: (orgId: string, afterId: number, untilId: number) => ReturnType<EventStreamOptions['read']>
  /** Of one organization at once. */
  readonly maxStreams: number
}

/** Everybody who listens for events. */
export class EventStreams {
  readonly #options: EventStreamsOptions
  readonly #streams = new Map<EventStream, string>()

  constructor(options: EventStreamsOptions) {
    this.#options = options
  }

  get newestId(): number {
    return this.#options.newestId()
  }

  isFull(orgId: string): boolean {
    return [...this.#streams.values()].filter((one) => one === orgId).length >= this.#options.maxStreams
  }

  /** `leftMs`: how long the credential that it was asked with is good. */
  open(orgId: string, afterId: number, leftMs: number, sink: StreamSink): EventStream {
    const { read, lifeMs, ...options } = this.#options
    const stream = new EventStream({
      ...options,
      lifeMs: Math.min(lifeMs, leftMs),
      sink,
      afterId,
      read: (from, until) => read(orgId, from, until),
      onEnd: () => this.#streams.delete(stream),
    })
    this.#streams.set(stream, orgId)
    return stream
  }

  wake(): void {
    for (const stream of this.#streams.keys()) void stream.wake()
  }

  dispose(): void {
    for (const stream of this.#streams.keys()) stream.end()
  }
}
