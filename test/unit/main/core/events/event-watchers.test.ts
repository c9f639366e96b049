import { expect, test } from 'vitest'
import type { ArrivedEvents, WallEvent } from '#contract/wall/events.ts'
import { eventDefaults } from '#main/core/events/defaults.ts'
import { EventWatchers, type FeedWish } from '#main/core/events/event-watchers.ts'

const one = { id: 'page-1', monitor: 1 }
const two = { id: 'page-2', monitor: 2 }
const all = { cameraIds: [], eventTypeIds: [] }
const { chunk, openChunks, waiting } = eventDefaults.page

let lastId = 0
function eventOf(cameraId = 'cam-1', eventTypeId = 'sale'): WallEvent {
  lastId += 1
  return { id: String(lastId), cameraId, eventTypeId, fields: {}, timestampMs: lastId }
}
const many = (count: number) => Array.from({ length: count }, () => eventOf())

function stand() {
  const published: { page: string; arrived: ArrivedEvents }[] = []
  const wishes: (FeedWish | undefined)[] = []
  const watchers = new EventWatchers({
    publish: (page, arrived) => published.push({ page: page.id, arrived }),
    onWish: (wish) => wishes.push(wish),
  })
  return { watchers, published, wishes }
}

test('tells each page what it watches, and nobody else', () => {
  const { watchers, published } = stand()
  watchers.join(one)
  watchers.join(two)
  watchers.watch(one, [{ cameraIds: ['cam-1'], eventTypeIds: ['sale'] }], true)
  watchers.arrived([eventOf('cam-1', 'sale'), eventOf('cam-2', 'sale'), eventOf('cam-1', 'door')])
  expect(published).toMatchObject([
    { page: 'page-1', arrived: { chunk: 1, events: [{ cameraId: 'cam-1', eventTypeId: 'sale' }] } },
  ])
})

test('wants what all pages together watch, until the last of them has gone', () => {
  const { watchers, wishes } = stand()
  const leaveOne = watchers.join(one)
  const leaveTwo = watchers.join(two)
  watchers.watch(one, [{ cameraIds: ['b'], eventTypeIds: ['sale'] }], false)
  expect(wishes.at(-1)).toEqual({ cameraIds: ['b'], eventTypeIds: ['sale'], isVisible: false })
  watchers.watch(two, [{ cameraIds: ['a'], eventTypeIds: [] }], true)
  expect(wishes.at(-1)).toEqual({ cameraIds: ['a', 'b'], eventTypeIds: [], isVisible: true })
  leaveTwo()
  leaveOne()
  expect(wishes.at(-1)).toBeUndefined()
})

const camerasOf = (letter: string) => Array.from({ length: 600 }, (_, at) => letter + at)

test('wants the events of all cameras where more are watched than one question names, and tells each page its own', () => {
  const { watchers, wishes, published } = stand()
  for (const [page, letter] of [
    [one, 'a'],
    [two, 'b'],
  ] as const) {
    watchers.join(page)
    watchers.watch(page, [{ cameraIds: camerasOf(letter), eventTypeIds: ['sale'] }], true)
  }
  expect(wishes.map((wish) => wish?.cameraIds.length)).toEqual([600, 0])
  watchers.arrived([eventOf('a1'), eventOf('b1'), eventOf('c1')])
  expect(
    published.map(({ page, arrived }) => [page, arrived.events.map(({ cameraId }) => cameraId)]),
  ).toEqual([
    ['page-1', ['a1']],
    ['page-2', ['b1']],
  ])
})

test('a page gets no more before it has dealt with what it got', () => {
  const { watchers, published } = stand()
  watchers.join(one)
  watchers.watch(one, [all], true)
  watchers.arrived(many(chunk * 5))
  expect(published).toHaveLength(openChunks)
  watchers.taken(one, 1)
  expect(published).toHaveLength(openChunks + 1)
  watchers.taken(one, 1)
  expect(published).toHaveLength(openChunks + 1)
  watchers.taken(one, 99)
  expect(published).toHaveLength(openChunks + 1)
  for (let at = 2; at <= 5; at += 1) watchers.taken(one, at)
  const ids = published.flatMap(({ arrived }) => arrived.events.map(({ id }) => Number(id)))
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  expect(new Set(ids).size).toBe(chunk * 5)
})

test('what a page cannot keep up with is left out, oldest first, and counted', () => {
  const { watchers, published } = stand()
  watchers.join(one)
  watchers.watch(one, [all], true)
  watchers.arrived(many(chunk * openChunks))
  const tooMany = 7
  watchers.arrived(many(waiting + tooMany))
  watchers.taken(one, openChunks)
  const after = published.slice(openChunks)
  expect(after.map(({ arrived }) => arrived.skipped)).toEqual([tooMany, 0])
})

test('what is no longer watched is not told any more', () => {
  const { watchers, published } = stand()
  watchers.join(one)
  watchers.watch(one, [all], true)
  watchers.arrived(many(chunk * openChunks))
  watchers.arrived([eventOf('cam-1'), eventOf('cam-2')])
  watchers.watch(one, [{ cameraIds: ['cam-2'], eventTypeIds: [] }], true)
  watchers.taken(one, openChunks)
  expect(published.at(-1)?.arrived.events.map(({ cameraId }) => cameraId)).toEqual(['cam-2'])
})

test('a page that has gone is neither told nor heard', () => {
  const { watchers, published, wishes } = stand()
  watchers.join(one)()
  watchers.watch(one, [all], true)
  watchers.arrived(many(1))
  watchers.taken(one, 1)
  expect(published).toEqual([])
  expect(wishes).toEqual([undefined])
})
