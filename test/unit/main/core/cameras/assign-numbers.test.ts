import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignNumbers } from '#main/core/cameras/camera-numbers.ts'

const camera = (id: string, number?: number) => ({ id, name: id, group: '', number })
const numbersOf = (cameras: readonly { id: string; number: number }[]) =>
  cameras.map(({ id, number }) => `${number}:${id}`)

test("takes the platform's proposal", () => {
  expect(numbersOf(assignNumbers([camera('b', 1), camera('a', 5)], {}))).toEqual(['1:b', '5:a'])
})

test('takes a proposal for none that is longer than an entry', () => {
  const held = new Map([['b', 1_000_001]])
  const cameras = [camera('a', 1_000_000), camera('b'), camera('c', 999_999)]
  expect(numbersOf(assignNumbers(cameras, {}, held))).toEqual(['1:a', '2:b', '999999:c'])
})

test("prefers the operator's number to any proposal", () => {
  expect(numbersOf(assignNumbers([camera('a', 1), camera('b', 2)], { b: 1 }))).toEqual(['1:b', '2:a'])
})

test("gives the first by id what two operators' entries claim", () => {
  expect(numbersOf(assignNumbers([camera('b', 1), camera('a', 2)], { a: 9, b: 9 }))).toEqual(['1:b', '9:a'])
})

test('fills up with the lowest free numbers', () => {
  expect(numbersOf(assignNumbers([camera('a', 2), camera('b', 2), camera('c')], {}))).toEqual([
    '1:b',
    '2:a',
    '3:c',
  ])
})

test('is not deceived by an id that is a member of every object', () => {
  expect(numbersOf(assignNumbers([camera('constructor', 3), camera('__proto__', 4)], {}))).toEqual([
    '3:constructor',
    '4:__proto__',
  ])
})

test('leaves the number of a camera that may come back to it', () => {
  const held = new Map([['a', 1]])
  expect(numbersOf(assignNumbers([camera('a'), camera('b', 2)], { gone: 2 }, held))).toEqual(['1:a', '3:b'])
  expect(numbersOf(assignNumbers([camera('a'), camera('b', 2)], { gone: 2 }))).toEqual(['1:a', '2:b'])
})

test('numbers every camera once, uniquely, and whatever the order of the list', () => {
  const cameras = fc.uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1 }),
      number: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
    }),
    { selector: ({ id }) => id },
  )
  const operator = fc.dictionary(fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 12 }))
  fc.assert(
    fc.property(cameras, operator, fc.integer(), (list, numbers, seed) => {
      const known = list.map(({ id, number }) => camera(id, number))
      const assigned = assignNumbers(known, numbers)
      const shuffled = known.toSorted(
        (a, b) => ((a.id.length * 31 + seed) % 7) - ((b.id.length * 31 + seed) % 5),
      )
      expect(new Set(assigned.map(({ number }) => number)).size).toBe(list.length)
      expect(assigned.every(({ number }) => number >= 1)).toBe(true)
      // Cameras without a proposal and with equal ones go by id, so the order of the list does not matter.
      expect(assignNumbers(shuffled, numbers)).toEqual(assigned)
    }),
  )
})
