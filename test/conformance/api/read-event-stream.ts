import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { onTestFinished } from 'vitest'
import { type StoredEvent, storedEventSchema } from '#contract/platform/events.ts'

/** A reader of server-sent events that reads no more than it is asked to. */
export class EventStreamReader {
  readonly #request: ClientRequest
  readonly #response: IncomingMessage
  #text = ''
  /** What the stream would be taken up with. */
  lastId: string | undefined
  comments = 0

  constructor(request: ClientRequest, response: IncomingMessage) {
    this.#request = request
    this.#response = response
    response.setEncoding('utf8')
  }

  get headers(): IncomingMessage['headers'] {
    return this.#response.headers
  }

  /** So many events; fewer only when the stream ends. */
  async take(count: number): Promise<StoredEvent[]> {
    const events: StoredEvent[] = []
    while (events.length < count) {
      const block = await this.#block()
      if (block === undefined) break
      for (const line of block.split('\n')) {
        if (line.startsWith(':')) this.comments += 1
        if (line.startsWith('id: ')) this.lastId = line.slice(4)
        if (line.startsWith('data: ')) {
          const event = storedEventSchema.strict().parse(JSON.parse(line.slice(6)))
          if (event.id !== this.lastId) throw new Error('an event came without its id')
          events.push(event)
        }
      }
    }
    return events
  }

  /** Resolves once the site has answered and said where the stream begins. */
  async begun(): Promise<void> {
    const block = await this.#block()
    this.lastId = /^id: (\d+)$/m.exec(block ?? '')?.[1]
  }

  /** The site ends it. */
  async ended(): Promise<void> {
    while ((await this.#block()) !== undefined);
  }

  close(): void {
    this.#request.destroy()
  }

  async #block(): Promise<string | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n')
      if (end !== -1) {
        const block = this.#text.slice(0, end)
        this.#text = this.#text.slice(end + 2)
        return block
      }
      const chunk: unknown = this.#response.read()
      if (typeof chunk === 'string') this.#text += chunk
      else if (this.#response.readableEnded || this.#response.destroyed) return undefined
      else await Promise.race([once(this.#response, 'readable'), once(this.#response, 'close')])
    }
  }
}

/** Closed when the test ends. */
export async function readEventStream(
  baseUrl: string,
  key: string,
  lastEventId?: string,
): Promise<EventStreamReader> {
  const request = get(`${baseUrl}/v1/events-tag/stream`, {
    headers: {
      authorization: `Bearer ${key}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  })
  onTestFinished(() => void request.destroy())
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`the stream was refused: ${response.statusCode}`)
  // Whoever closes it knows.
  for (const end of [request, response]) end.on('error', () => undefined)
  const reader = new EventStreamReader(request, response)
  await reader.begun()
  return reader
}
