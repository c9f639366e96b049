import { expect, it } from 'vitest'
import { Suspects } from '#main/core/events/outbox/suspects.ts'

const suspects = (maxSuspects = 100) =>
  new Suspects({ suspectAfterTries: 3, setAsideAfterTries: 4, maxSuspects })
/** With its next failure it has failed so often. */
const tries = (count: number) => count - 1

it('an event is suspect from its third failure on', () => {
  expect([1, 2, 3, 4].map((count) => suspects().isSuspect(tries(count)))).toEqual([false, false, true, true])
})

it('is set aside with the fourth, if another one was taken since it failed last', () => {
  const found = suspects()
  for (const count of [1, 2, 3]) {
    expect(found.failed(1, tries(count))).toBe(false)
    found.taken(2)
  }
  expect(found.failed(1, tries(4))).toBe(true)
  // Sent again by hand, it begins anew.
  expect(found.failed(1, tries(4))).toBe(false)
})

it('is not set aside where none was taken, or none since', () => {
  const found = suspects()
  found.taken(2)
  for (const count of [1, 2, 3, 4, 5]) expect(found.failed(1, tries(count))).toBe(false)
  found.taken(2)
  expect(found.failed(1, tries(6))).toBe(true)
})

it('what was taken while it had failed only a few times counts from then on', () => {
  const found = suspects()
  found.failed(1, tries(2))
  found.taken(2)
  // Before the fourth failure it is no more than a suspect, and what spoke against it still does.
  expect(found.failed(1, tries(3))).toBe(false)
  expect(found.failed(1, tries(4))).toBe(true)
})

it('an event that is taken itself is none any more', () => {
  const found = suspects()
  found.failed(1, tries(4))
  found.taken(1)
  expect(found.failed(1, tries(4))).toBe(false)
})

it('all are judged anew where there are too many to remember', () => {
  const found = suspects(2)
  for (const id of [1, 2]) found.failed(id, tries(3))
  found.taken(9)
  expect(found.failed(2, tries(4))).toBe(true)
  found.failed(3, tries(3))
  found.failed(4, tries(3))
  found.taken(9)
  expect(found.failed(1, tries(4))).toBe(false)
  expect(found.failed(4, tries(4))).toBe(true)
})
