import { expect, it } from 'vitest'
import { ok } from '#contract/result.ts'
import type { EventCalls } from '#main/core/platform/event-calls.ts'
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
  const pages = []
  for await (const page of readAll({ search }, { query, order: 'asc' })) pages.push(page)
  return { asked, pages }
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
  let last: Awaited<ReturnType<typeof pagesOf>>['pages'][number] | undefined
  for await (const page of readAll({ search }, { query, order: 'asc' })) last = page
  expect(asked).toBe(eventDefaults.read.pages)
  expect(last).toMatchObject({ ok: false, error: { error: { code: 'bad_answer' } } })
})
