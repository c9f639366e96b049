import { expect, test } from 'vitest'
import { Publisher } from '#main/core/publisher.ts'
import { FakeTime } from './support/fake-time.ts'

function stand() {
  const time = new FakeTime()
  const pushed: { readonly depth: number }[] = []
  let depth = 0
  const publisher = new Publisher({
    timers: time,
    delayInMs: 250,
    againInMs: (state) => (state.depth > 9 ? 15_000 : undefined),
    read: async () => ({ depth }),
    push: (state) => pushed.push(state),
  })
  const become = (next: number) => {
    depth = next
    publisher.changed()
  }
  const fall = () => (depth -= 1)
  return { time, publisher, become, fall, depths: () => pushed.map((state) => state.depth) }
}

test('what has changed is pushed after a moment, once for many changes', async () => {
  const { time, become, depths } = stand()
  for (const depth of [1, 2, 3]) become(depth)
  await time.advance(1_000)
  expect(depths()).toEqual([3])
})

test('what is as it was pushed is not pushed again', async () => {
  const { time, become, depths } = stand()
  become(1)
  await time.advance(1_000)
  become(1)
  await time.advance(1_000)
  expect(depths()).toEqual([1])
})

test('a page that has asked in between is told that it is as before', async () => {
  const { time, publisher, become, depths } = stand()
  become(0)
  await time.advance(1_000)
  become(1)
  expect(await publisher.read()).toEqual({ depth: 1 })
  become(0)
  await time.advance(1_000)
  expect(depths()).toEqual([0, 0])
})

test('what falls by itself is looked at again', async () => {
  const { time, publisher, become, fall, depths } = stand()
  become(11)
  await time.advance(1_000)
  for (let turn = 0; turn < 3; turn += 1) {
    fall()
    await time.advance(15_000)
  }
  expect(depths()).toEqual([11, 10, 9])
  become(11)
  await time.advance(1_000)
  publisher.dispose()
  expect(time.pending).toBe(0)
})
