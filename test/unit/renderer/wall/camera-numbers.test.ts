import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { changedNumbers } from '#renderer/wall/camera-numbers.ts'
import { camerasUpTo } from '../fake-shell.ts'

const cameras = camerasUpTo(3)
const check = (typed: Record<string, string>) => changedNumbers(cameras, new Map(Object.entries(typed)))

describe('numbers that an operator gives to cameras', () => {
  it('are those that differ from the present ones', () => {
    expect(check({ 'camera-1': '1', 'camera-2': ' 20 ' })).toEqual({ ok: true, value: { 'camera-2': 20 } })
  })

  it('can be exchanged', () => {
    expect(check({ 'camera-1': '2', 'camera-2': '1' })).toEqual({
      ok: true,
      value: { 'camera-1': 2, 'camera-2': 1 },
    })
  })

  it('are refused when two cameras would have the same', () => {
    expect(check({ 'camera-2': '1' })).toEqual({
      ok: false,
      error: '1 cannot be both “Main entrance” and “Loading dock”.',
    })
  })

  test.for(['', '0', '-1', '1.5', '1e3', 'twelve', '1234567'])('are refused when they are “%s”', (text) => {
    expect(check({ 'camera-1': text })).toMatchObject({ ok: false })
  })

  it('are never doubled, whatever is typed', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(5).map(String), fc.string()), { maxLength: 3 }), (texts) => {
        const result = check(Object.fromEntries(texts.map((text, at) => [`camera-${at + 1}`, text])))
        if (!result.ok) return
        const numbers = cameras.map(({ id, number }) => result.value[id] ?? number)
        expect(new Set(numbers).size).toBe(numbers.length)
      }),
    )
  })
})
