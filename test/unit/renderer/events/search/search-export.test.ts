import { expect, it } from 'vitest'
import { ok } from '#contract/result.ts'
import { SearchExport } from '#renderer/events/search/search-export.ts'
import { FakeShell } from '../../fake-shell.ts'
import { berlin } from '../query/catalogue-of-tests.ts'

it('begins one export, however often it is asked for before the answer', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const shell = new FakeShell({ 'events.export': () => promise as never })
  const downloads: string[] = []
  const search = new SearchExport({
    shell,
    zone: () => berlin,
    download: (_address, fileName) => void downloads.push(fileName),
  })
  const query = { cameraIds: [], eventTypeIds: [], startMs: 0, endMs: 1, match: [] }
  const begun = [search.begin(query, 'csv'), search.begin(query, 'csv')]
  expect(search.store.getState().isAsking).toBe(true)
  resolve(ok({ exportId: 'one', fileName: 'events.csv', address: '/x' }))
  await Promise.all(begun)
  expect(shell.inputsOf('events.export')).toHaveLength(1)
  expect(downloads).toEqual(['events.csv'])
  expect(search.store.getState()).toMatchObject({ isAsking: false, export: { state: 'waiting' } })
})
