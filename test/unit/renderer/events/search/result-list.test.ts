import { beforeEach, describe, expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { FoundEvents, ResolvedEventQuery } from '#contract/wall/events.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import { eventDefaults } from '#renderer/events/defaults.ts'
import { ResultList } from '#renderer/events/search/result-list.ts'
import { FakeShell } from '../../fake-shell.ts'
import { eventOf } from '../event-of.ts'

const query: ResolvedEventQuery = { cameraIds: [], eventTypeIds: [], startMs: 0, endMs: 10_000, match: [] }
const eventAt = (timestampMs: number, id = String(timestampMs)) => eventOf(id, timestampMs)
const pageOf = (timesMs: readonly number[], nextCursor?: string): FoundEvents => ({
  events: timesMs.map((ms) => eventAt(ms)),
  ...(nextCursor === undefined ? {} : { nextCursor }),
})

describe('what a search has found', () => {
  let pages: (FoundEvents | 'refused')[]
  let shell: FakeShell
  let list: ResultList

  beforeEach(() => {
    pages = []
    shell = new FakeShell({
      'events.search': () => {
        const page = pages.shift()
        return page === undefined || page === 'refused' ? fail(wallError('unreachable')) : ok(page)
      },
      'events.histogram': () => ok({ bucketMs: 1, buckets: [{ startMs: 0, count: 7, byType: {} }] }),
    })
    list = new ResultList({ shell, onEvents: () => undefined })
  })
  const times = () => list.store.getState().rows.map(({ timestampMs }) => timestampMs)

  it('is its first page, then its next ones, and nothing twice', async () => {
    pages = [pageOf([9, 8, 7], 'more'), pageOf([7, 6, 5])]
    await list.search(query)
    expect(times()).toEqual([9, 8, 7])
    expect(list.store.getState()).toMatchObject({ selectedId: '9', hasMore: true, total: 7 })
    await list.more()
    expect(times()).toEqual([9, 8, 7, 6, 5])
    expect(list.store.getState()).toMatchObject({ hasMore: false, total: 7 })
    expect(shell.inputsOf('events.search').map(({ cursor }) => cursor)).toEqual([undefined, 'more'])
  })

  it('is that of the newest question, whichever is answered first', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let asked = 0
    const slowAtFirst: Pick<WallShell, 'call'> = {
      call: async (name, input) => {
        const isFirst = asked++ === 0
        const answer = await shell.call(name, input)
        if (isFirst) await released
        return answer
      },
    }
    list = new ResultList({ shell: slowAtFirst, onEvents: () => undefined })
    pages = [pageOf([1]), pageOf([2])]
    const older = list.search(query)
    await list.search({ ...query, endMs: 20_000 })
    expect(times()).toEqual([2])
    release()
    await older
    expect(times()).toEqual([2])
  })

  it('is nothing to play or to step to before its first page is there', async () => {
    pages = [pageOf([9, 8]), pageOf([5])]
    await list.search(query)
    const next = list.search({ ...query, endMs: 6 })
    list.arrived([eventAt(7)])
    list.takeIn()
    expect([list.selected, list.step(1), times()]).toEqual([undefined, undefined, [9, 8]])
    await next
    expect(list.selected?.id).toBe('5')
    list.takeIn()
    expect(times()).toEqual([7, 5])
  })

  it('stays as it is while events arrive, until they are taken in at their places', async () => {
    pages = [pageOf([90, 70, 50], 'more')]
    await list.search(query)
    const before = list.store.getState().rows
    // One that lies among the rows, one that is there already, one that a later page will bring.
    list.arrived([eventAt(100), eventAt(60), eventAt(70), eventAt(10)])
    expect(list.store.getState().rows).toBe(before)
    expect(list.store.getState().waiting.map(({ timestampMs }) => timestampMs)).toEqual([100, 60, 10])
    list.takeIn()
    expect(times()).toEqual([100, 90, 70, 60, 50])
    expect(list.store.getState()).toMatchObject({ waiting: [], selectedId: '90' })
  })

  it('says how many arrived that it could not keep', async () => {
    pages = [pageOf([9, 8], 'more')]
    await list.search(query)
    const { waiting: most } = eventDefaults.results
    list.arrived(Array.from({ length: most + 3 }, (_, at) => eventAt(100 + at)))
    list.arrived([eventAt(50)], 4)
    const { waiting, missed } = list.store.getState()
    expect([waiting.length, missed]).toEqual([most, 8])
    pages = [pageOf([50, 9])]
    await list.search(query)
    expect(list.store.getState()).toMatchObject({ waiting: [], missed: 0 })
  })

  it('asks for no page again that leads back to itself', async () => {
    pages = [pageOf([9, 8], 'more'), pageOf([7, 6], 'more'), pageOf([7, 6], 'more')]
    await list.search(query)
    list.seen(1)
    await expect.poll(() => list.store.getState().error?.code).toBe('bad_answer')
    list.seen(3)
    expect(times()).toEqual([9, 8, 7, 6])
    expect(shell.inputsOf('events.search')).toHaveLength(2)
  })

  it('takes in at once what arrives where nothing was', async () => {
    pages = [pageOf([])]
    await list.search(query)
    list.arrived([eventAt(5)])
    expect(times()).toEqual([5])
    expect(list.selected?.id).toBe('5')
  })

  it('keeps what it has when a page does not come, and asks for that page again', async () => {
    pages = [pageOf([9, 8], 'more'), 'refused', pageOf([7])]
    await list.search(query)
    await list.more()
    expect(times()).toEqual([9, 8])
    expect(list.store.getState().error?.code).toBe('unreachable')
    await list.more()
    expect(times()).toEqual([9, 8, 7])
    expect(shell.inputsOf('events.search').map(({ cursor }) => cursor)).toEqual([undefined, 'more', 'more'])
  })

  it('goes on at a step beyond its end where a page had not come, and at no other step', async () => {
    pages = [pageOf([9, 8], 'more'), 'refused', pageOf([7])]
    await list.search(query)
    await list.more()
    list.step(1)
    expect(shell.inputsOf('events.search')).toHaveLength(2)
    list.step(1)
    await expect.poll(times).toEqual([9, 8, 7])
    expect(list.store.getState().error).toBeUndefined()
  })

  it('keeps its rows and its selection where a repeated search ends half-way, and then begins anew', async () => {
    pages = [pageOf([9, 8]), pageOf([12, 11], 'more'), 'refused', pageOf([12, 11, 10, 9])]
    await list.search(query)
    await list.search(query, '9', true)
    expect(times()).toEqual([9, 8])
    await list.more()
    expect(times()).toEqual([12, 11, 10, 9])
    expect(list.selected?.id).toBe('9')
    expect(shell.inputsOf('events.search').map(({ cursor }) => cursor)).toEqual([
      undefined,
      undefined,
      'more',
      undefined,
    ])
  })

  it('goes back as far as to the selected row where a repeated search is asked for again', async () => {
    pages = [pageOf([9, 8]), 'refused', pageOf([12, 11], 'more'), pageOf([10, 9, 8])]
    await list.search(query)
    await list.search(query, '9')
    await list.more()
    expect(times()).toEqual([12, 11, 10, 9, 8])
    expect(list.selected?.id).toBe('9')
  })

  it('is gone through by steps that end at both ends', async () => {
    pages = [pageOf([9, 8, 7])]
    await list.search(query)
    expect([1, 1, 1, -1, -9].map((by) => list.step(by)?.timestampMs)).toEqual([8, 7, 7, 8, 9])
  })
})
