import { expect, it } from 'vitest'
import { Turns } from '#renderer/playback/turns.ts'

/** Who has begun, in that order. */
function open(most: number) {
  const turns = new Turns(most)
  const begun: string[] = []
  const people = new Map<string, object>()
  const who = (name: string) => {
    const one = people.get(name) ?? {}
    people.set(name, one)
    return one
  }
  return {
    begun,
    request: (name: string, isFirst = false) => turns.request(who(name), isFirst, () => begun.push(name)),
    release: (name: string) => turns.release(who(name)),
  }
}

it('gives turns in the order in which they were asked for, each once', () => {
  const { begun, request, release } = open(1)
  for (const name of ['a', 'b', 'c', 'b', 'a']) request(name)
  expect(begun).toEqual(['a'])
  release('a')
  release('a')
  expect(begun).toEqual(['a', 'b'])
  release('b')
  expect(begun).toEqual(['a', 'b', 'c'])
})

it('gives no turn to who has left', () => {
  const { begun, request, release } = open(1)
  for (const name of ['a', 'b', 'c']) request(name)
  release('b')
  release('a')
  expect(begun).toEqual(['a', 'c'])
})

it('keeps the first in rank waiting for nobody, also when it becomes so while it waits', () => {
  const { begun, request, release } = open(1)
  for (const name of ['a', 'b', 'c']) request(name)
  request('c', true)
  expect(begun).toEqual(['a', 'c'])
  // Two are at it: the next one begins when there is room for it.
  release('a')
  expect(begun).toEqual(['a', 'c'])
  release('c')
  expect(begun).toEqual(['a', 'c', 'b'])
})
