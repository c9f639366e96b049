import { expect, it } from 'vitest'
import { ok } from '#contract/result.ts'
import type { EventCalls } from '../../../../../src-main/core/platform/event-calls.ts'
import { readAll } from '../../../../../src-main/core/events/read-all.ts'

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
