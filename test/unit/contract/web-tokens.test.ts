import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskWebTokens, type WebTokenShape, webTokensIn } from '#contract/web-tokens.ts'

const signed: WebTokenShape = {
  minHead: 8,
  second: { minLength: 11, beginsLikeFirst: true },
  third: { minLength: 16, isOptional: false },
}
const unsigned: WebTokenShape = {
  minHead: 8,
  second: { minLength: 4, beginsLikeFirst: false },
  third: { minLength: 0, isOptional: true },
}
const loose: WebTokenShape = {
  minHead: 1,
  second: { minLength: 1, beginsLikeFirst: false },
  third: { minLength: 0, isOptional: false },
}

/** What the scan stands for, in time by the square of the length. */
const shapes: readonly (readonly [string, WebTokenShape, RegExp])[] = [
  ['signed', signed, /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,}/g],
  ['unsigned', unsigned, /eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g],
  ['loose', loose, /eyJ[\w-]+\.[\w-]+\.[\w-]*/g],
]

const piece = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'eyJ',
      '.',
      'eyJ0123456-.',
      'eyJ01234567.eyJ01234567.',
      'abcd',
      '_'.repeat(16),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('e', 'y', 'J', '..', ' ', '"', '\n', 'ß', '@', '[', '{', '/', ':'),
  },
)
const text = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''))

describe.each(shapes)('a token that is %s', (_name, shape, pattern) => {
  it('is found exactly where the pattern finds it', () => {
    let matches = 0
    fc.assert(
      fc.property(text, (whole) => {
        const found = [...whole.matchAll(pattern)].map(({ index, 0: token }) => ({
          start: index,
          end: index + token.length,
        }))
        expect(webTokensIn(whole, shape)).toEqual(found)
        expect(maskWebTokens(whole, shape, '#')).toBe(whole.replace(pattern, '#'))
        matches += found.length
      }),
      { seed: 1, numRuns: 2_000 },
    )
    expect(matches).toBeGreaterThan(100)
  })

  it.each(['eyJ', 'eyJ01234567.', 'eyJ01234567.eyJ01234567.', 'a', '.', 'eyJ01234567.eyJ01234567.short!'])(
    'is looked for in eight megabytes of %s',
    (repeated) => {
      // In time by the square of its length this would outlast the test's time-out many times over.
      const whole = repeated.repeat((8 * 1_024 * 1_024) / repeated.length)
      expect(webTokensIn(maskWebTokens(whole, shape, '#'), shape)).toEqual([])
    },
  )
})
