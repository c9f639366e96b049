import { expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { EventCalls, EventSearch } from '#main/core/platform/event-calls.ts'
import { eventDefaults } from '#main/core/events/defaults.ts'
import { readAll } from '#main/core/events/read-all.ts'

const query = { cameraIds: [], eventTypeIds: [], startMs: 0, endMs: 1, match: [] }

/** A platform that goes on with these cursors, one a page. */
async function pagesOf(cursors: readonly (string | undefined)[]) {
  const asked: (string | undefined)[] = []
  const search: EventCalls['search'] = async ({ cursor }) => {
    asked.push(cursor)
    return ok({ events: [], nextCursor: cursors[asked.length - 1] })
  }
  return { asked, pages: await pagesBy(search) }
}

async function pagesBy(
  search: EventCalls['search'],
  range: Partial<typeof query> = {},
  order: EventSearch['order'] = 'asc',
) {
  const pages = []
  for await (const page of readAll({ search }, { query: { ...query, ...range }, order })) pages.push(page)
  return pages
}

it('goes on as long as there is another page', async () => {
  const { asked, pages } = await pagesOf(['a', 'b', undefined])
  expect(asked).toEqual([undefined, 'a', 'b'])
  expect(pages.every(({ ok: isOk }) => isOk)).toBe(true)
})

it('is not led in circles for ever', async () => {
  const { asked, pages } = await pagesOf(['a', 'a', 'a'])
  expect(asked).toEqual([undefined, 'a'])
  expect(pages.at(-1)).toMatchObject({ ok: false, error: { error: { code: 'bad_answer' } } })
})

it('notices a circle of any length', async () => {
  const { asked, pages } = await pagesOf(
    ['a', 'b', ...Array.from({ length: 50 }, () => ['c', 'd', 'e']).flat()].concat('f'),
  )
  expect(asked.length).toBeLessThan(16)
  expect(pages.at(-1)).toMatchObject({ ok: false, error: { error: { code: 'bad_answer' } } })
})

it('goes through a few pages without events, and not through pages without events for ever', async () => {
  const few = await pagesOf([...Array.from({ length: 99 }, (_, page) => `c${page}`), undefined])
  expect(few.pages.every(({ ok: isOk }) => isOk)).toBe(true)
  const { asked, pages } = await pagesOf(Array.from({ length: 10_000 }, (_, page) => `c${page}`))
  expect(asked).toHaveLength(eventDefaults.read.emptyPages)
  expect(pages.at(-1)).toMatchObject({
    error: { error: { code: 'bad_answer', message: expect.stringContaining('without end') } },
  })
})

it('reads no more pages than the largest export has', async () => {
  const event = { id: '1', cameraId: 'c', eventTypeId: 't', fields: {}, timestampMs: 0 }
  let asked = 0
  const search: EventCalls['search'] = async () => {
    asked += 1
    return ok({ events: [event], nextCursor: String(asked) })
  }
  const pages = await pagesBy(search)
  expect(asked).toBe(eventDefaults.read.pages)
  expect(pages.at(-1)).toMatchObject({ ok: false, error: { error: { code: 'bad_answer' } } })
})

const events = Array.from({ length: 1_001 }, (_, at) => ({
  id: String(at),
  cameraId: 'c',
  eventTypeId: 't',
  fields: {},
  timestampMs: at,
}))

/** A platform of which so many events are more than an answer may hold. */
function largeEvents(most: number): { asked: number[]; search: EventCalls['search'] } {
  const asked: number[] = []
  return {
    asked,
    async search({ limit, cursor }) {
      asked.push(limit)
      const from = Number(cursor ?? 0)
      if (Math.min(limit, events.length - from) > most)
        return fail({ error: wallError('bad_answer'), maybeCarriedOut: true, isTooLarge: true })
      const until = from + limit
      return ok({
        events: events.slice(from, until),
        nextCursor: until < events.length ? String(until) : undefined,
      })
    },
  }
}

it('asks for smaller pages where those of a platform are larger than an answer may be', async () => {
  const { asked, search } = largeEvents(300)
  const pages = await pagesBy(search)
  expect(pages.flatMap((page) => (page.ok ? page.value : []))).toEqual(events)
  expect(asked).toEqual([1_000, 500, 250, 250, 250, 250, 250])
})

it('gives up where a single event is larger than an answer may be', async () => {
  const { asked, search } = largeEvents(0)
  const pages = await pagesBy(search)
  expect(pages).toMatchObject([{ ok: false, error: { error: { code: 'bad_answer' } } }])
  expect(asked.at(-1)).toBe(1)
})

it.each([
  ['by the total of every page', { total: 1_001 }],
  ['in so many words', { isCutOff: true as const }],
])('says that there are events which a platform does not lead to, said %s', async (_how, said) => {
  const search: EventCalls['search'] = async ({ cursor }) =>
    ok({
      ...said,
      events: events.slice(0, 300),
      nextCursor: cursor === undefined ? 'second and last' : undefined,
    })
  const pages = await pagesBy(search, { endMs: 2_000 })
  expect(pages.map((page) => page.ok)).toEqual([true, true, false])
  expect(pages.at(-1)).toMatchObject({
    error: { isCutOff: true, error: { code: 'bad_answer', exact: { values: { read: 600 } } } },
  })
})

it.each(['asc', 'desc'] as const)(
  'takes it for all where a total alone tells of more, read %s',
  async (order) => {
    let asked = 0
    const search: EventCalls['search'] = async (question) => {
      asked += 1
      const found = events.filter(
        ({ timestampMs }) => timestampMs >= question.startMs && timestampMs < question.endMs,
      )
      return ok({ events: question.order === 'asc' ? found : found.toReversed(), total: 2_000 })
    }
    const pages = await pagesBy(search, { endMs: 300 }, order)
    expect(pages).toMatchObject([{ ok: true, value: { length: 300 } }])
    asked = 0
    expect(await pagesBy(search, { startMs: 5_000, endMs: 6_000 }, order)).toMatchObject([{ ok: true }])
    expect(asked).toBe(1)
  },
)

const newestAlone: EventCalls['search'] = async ({ startMs, endMs }) =>
  ok({
    events: events.filter(({ timestampMs }) => timestampMs >= startMs && timestampMs < endMs).slice(-100),
    total: 1_001,
  })

it.each(['asc', 'desc'] as const)(
  'says by a total that a platform gives its newest alone, read %s',
  async (order) => {
    const pages = await pagesBy(newestAlone, { endMs: 2_000 }, order)
    expect(pages).toMatchObject([{ ok: true }, { ok: false, error: { isCutOff: true } }])
  },
)

/** Of a platform that counts in tens, and gives no more than 55. */
const inTens: EventCalls['search'] = async ({ startMs, endMs, limit }) => {
  const from = startMs - (startMs % 10)
  const given = events.filter(({ timestampMs }) => timestampMs >= from).slice(0, Math.min(limit, 55))
  const asked = given.filter(({ timestampMs }) => timestampMs >= startMs && timestampMs < endMs)
  return ok({ events: asked, ...(asked.length < given.length ? {} : { total: 1_001 }) })
}

it('says so by a total also where the next events come after one that was read, as of whole seconds', async () => {
  const pages = await pagesBy(inTens, { endMs: 2_000 })
  expect(pages).toMatchObject([{ ok: true }, { ok: false, error: { isCutOff: true } }])
})

it.each([
  ['arrive', [300, 600]],
  ['are removed', [700, 400]],
])('takes it for all where events %s meanwhile', async (_what, totals) => {
  const search: EventCalls['search'] = async ({ cursor }) =>
    ok({
      events: events.slice(0, 200),
      nextCursor: cursor === undefined ? 'next' : undefined,
      total: totals[cursor === undefined ? 0 : 1],
    })
  expect(await pagesBy(search)).toMatchObject([{ ok: true }, { ok: true }])
})
