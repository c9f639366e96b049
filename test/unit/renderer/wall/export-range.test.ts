import { describe, expect, it } from 'vitest'
import { rangeWords, withEnd } from '#renderer/wall/export-range.ts'

const text = (ms: number) => new Date(ms).toISOString().slice(11, 19)

describe('the range of an export', () => {
  it('has the ends that were set, in either order', () => {
    expect(withEnd(withEnd({}, 'start', 1_000), 'end', 5_000.4)).toEqual({ startMs: 1_000, endMs: 5_000 })
    expect(withEnd(withEnd({}, 'end', 5_000), 'start', 1_000)).toEqual({ startMs: 1_000, endMs: 5_000 })
  })

  it('loses an end that would lie on the wrong side of the new one', () => {
    expect(withEnd({ startMs: 1_000, endMs: 5_000 }, 'start', 6_000)).toEqual({ startMs: 6_000 })
    expect(withEnd({ startMs: 1_000, endMs: 5_000 }, 'end', 1_000)).toEqual({ endMs: 1_000 })
  })

  it('is told in words', () => {
    expect(rangeWords({}, text)).toBeUndefined()
    expect(rangeWords({ startMs: 0 }, text)).toBe('from 00:00:00, no end yet')
    expect(rangeWords({ endMs: 0 }, text)).toBe('until 00:00:00, no beginning yet')
    expect(rangeWords({ startMs: 0, endMs: 3_800_000 }, text)).toBe('00:00:00 to 01:03:20 (1 h 3 min 20 s)')
  })
})
