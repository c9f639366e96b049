import { describe, expect, it } from 'vitest'
import { siteDefaults } from '#site/defaults.ts'
import { EventStream, type EventStreamOptions } from '#site/events/stream/event-stream.ts'
import { eventStand, saleStand, saleTag } from './event-stand.ts'
import { readEventStream } from './read-event-stream.ts'
import { ask, bearer, refusal } from './requests.ts'

const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id)

describe('a stream of events', () => {
  it('tells what arrives, and nothing of another organization', async () => {
    const { baseUrl, shop, depot, tag } = await saleStand()
    const other = await depot.createTag(saleTag)
    await shop.insert(tag)
    const stream = await readEventStream(baseUrl, shop.key)
    expect(stream.headers['content-type']).toMatch(/^text\/event-stream/)
    expect(stream.lastId).toBe('1')
    await depot.insert(other)
    // One of long ago is as new as any.
    await shop.insert(tag, { fields: { text: 'a\n\nb' }, timestamp: Date.UTC(2026, 10, 1) })
    const [event] = await stream.take(1)
    expect(event).toEqual((await shop.search({ limit: 1, order: 'asc' })).events[0])
    expect(event?.id).toBe('3')
  })

  it('is taken up without a loss or a repetition, while events arrive', async () => {
    const { baseUrl, shop, tag } = await saleStand()
    const total = 1_500
    const inserting = (async () => {
      for (let at = 0; at < total; at += 50) {
        const events = Array.from({ length: 50 }, (_, index) =>
          shop.event(tag, { fields: { items: at + index } }),
        )
        await Promise.all([
          shop.send('eventInsertBatch', { events: events.slice(0, 25) }),
          shop.send('eventInsertBatch', { events: events.slice(25) }),
        ])
      }
    })()
    const seen: string[] = []
    let lastId = '0'
    while (seen.length < total) {
      const stream = await readEventStream(baseUrl, shop.key, lastId)
      // Cut off in the middle of whatever it was telling.
      seen.push(...ids(await stream.take(Math.min(170, total - seen.length))))
      lastId = stream.lastId ?? ''
      stream.close()
    }
    await inserting
    expect(seen).toEqual(Array.from({ length: total }, (_, at) => String(at + 1)))
  })

  it('does not begin after an event that there never was', async () => {
    const { baseUrl, shop } = await eventStand()
    for (const lastEventId of ['1', 'x', '-1', '9'.repeat(30)]) {
      const headers = { ...bearer(shop.key), 'last-event-id': lastEventId }
      const answer = await ask(`${baseUrl}/v1/events-tag/stream`, { headers })
      expect.soft(refusal(answer)).toEqual([400, 'invalid_value', 'last-event-id'])
    }
  })

  it('needs a key', async () => {
    const { baseUrl } = await eventStand()
    expect((await ask(`${baseUrl}/v1/events-tag/stream`)).error?.code).toBe('missing_key')
  })

  it('is one of a bounded number, and gives its place back', async () => {
    const { baseUrl, shop, depot } = await eventStand()
    const { maxStreams } = siteDefaults.events.stream
    const open = () => readEventStream(baseUrl, shop.key)
    const streams = await Promise.all(Array.from({ length: maxStreams }, open))
    const refused = await ask(`${baseUrl}/v1/events-tag/stream`, { headers: bearer(shop.key) })
    expect(refused.error?.code).toBe('too_many_streams')
    expect(refused.headers.get('retry-after')).not.toBeNull()
    await readEventStream(baseUrl, depot.key)
    streams[0]?.close()
    for (;;) {
      // The site hears of a closed connection when the system tells it.
      const again = await open().catch(() => undefined)
      if (again) break
    }
  })
})

/** A connection that the test decides about. */
class FakeSink {
  readonly written: string[] = []
  isFull = false
  isEnded = false
  #drained: () => void = () => undefined

  write(text: string): boolean {
    this.written.push(text)
    return !this.isFull
  }

  onDrain(listener: () => void): void {
    this.#drained = listener
  }

  drain(): void {
    this.isFull = false
    this.#drained()
  }

  end(): void {
    this.isEnded = true
  }
}

function startStream(changes: Partial<EventStreamOptions> = {}) {
  const sink = new FakeSink()
  const ended = Promise.withResolvers<void>()
  const state = { newest: 0, reads: 0 }
  const stream = new EventStream({
    sink,
    afterId: 0,
    newestId: () => state.newest,
    read: async (afterId, untilId) => {
      state.reads += 1
      return { text: `${afterId}-${untilId}`, untilId }
    },
    heartbeatMs: 60_000,
    readEveryMs: 1,
    stallMs: 60_000,
    lifeMs: 60_000,
    onEnd: ended.resolve,
    ...changes,
  })
  return { sink, state, stream, ended: ended.promise }
}

describe('a reader that is slow', () => {
  it('is given nothing more until it has taken what it has', async () => {
    const { sink, state, stream } = startStream()
    sink.isFull = true
    state.newest = 5
    await stream.wake()
    state.newest = 9
    await stream.wake()
    expect(sink.written.slice(1)).toEqual(['0-5'])
    expect(state.reads).toBe(1)
    sink.drain()
    await stream.wake()
    expect(sink.written.slice(1)).toEqual(['0-5', '5-9'])
    stream.end()
  })

  it('is let go when it takes nothing', async () => {
    const { sink, state, stream, ended } = startStream({ stallMs: 20 })
    sink.isFull = true
    state.newest = 5
    await stream.wake()
    await ended
    expect(sink.isEnded).toBe(true)
  })
})

describe('a stream', () => {
  it('shows that it is alive', async () => {
    const { sink, stream } = startStream({ heartbeatMs: 5 })
    while (!sink.written.includes(': beat\n\n')) await new Promise((resolve) => setTimeout(resolve, 5))
    stream.end()
  })

  it('ends with its time, and when nothing can be read', async () => {
    await startStream({ lifeMs: 5 }).ended
    const { state, stream, ended } = startStream({ read: () => Promise.reject(new Error('no disk')) })
    state.newest = 1
    await stream.wake()
    await ended
  })
})
