import { expect, test } from 'vitest'
import type { EventOutboxState } from '#contract/wall/events.ts'
import type { EventOutbox } from '#main/core/events/outbox/event-outbox.ts'
import { OutboxPublisher } from '#main/core/events/outbox-publisher.ts'
import { FakeTime, settle } from '../support/fake-time.ts'

async function stand() {
  const time = new FakeTime()
  const pushed: EventOutboxState[] = []
  let depth = 0
  const listeners: (() => void)[] = []
  const outbox: Pick<EventOutbox, 'status' | 'onChange'> = {
    status: async () => ({ depth, held: 0, deadLetters: [], deadLetterCount: 0 }),
    onChange: (listener) => {
      listeners.push(listener)
      return () => {}
    },
  }
  const publisher = new OutboxPublisher({
    outbox: Promise.resolve(outbox as EventOutbox),
    timers: time,
    push: (state) => pushed.push(state),
  })
  await settle()
  const become = (next: number) => {
    depth = next
    for (const listener of listeners) listener()
  }
  return { time, publisher, become, depths: () => pushed.map((state) => state.depth) }
}

test('what has changed is pushed after a moment, once for many changes', async () => {
  const { time, become, depths } = await stand()
  for (const depth of [1, 2, 3]) become(depth)
  await time.advance(1_000)
  expect(depths()).toEqual([3])
})

test('what is as it was pushed is not pushed again', async () => {
  const { time, become, depths } = await stand()
  become(1)
  await time.advance(1_000)
  become(1)
  await time.advance(1_000)
  expect(depths()).toEqual([1])
})

test('a page that has asked in between is told that it is as before', async () => {
  const { time, publisher, become, depths } = await stand()
  become(0)
  await time.advance(1_000)
  become(1)
  expect(await publisher.read()).toMatchObject({ depth: 1 })
  become(0)
  await time.advance(1_000)
  expect(depths()).toEqual([0, 0])
})
