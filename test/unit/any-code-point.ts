import * as fc from 'fast-check'

const firstSurrogate = 0xd800
const surrogates = 0x800

/**
 * What a text can be made of, as fast-check's own unit `binary` has it. That one begins by listing the million code points:
 * more than a second, and the memory of each worker.
 */
export const anyCodePoint: fc.Arbitrary<string> = fc.nat({ max: 0x10_ffff - surrogates }).map(
  (index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogates),
  // By this it finds which dangerous words, such as `__proto__`, can be made of the unit.
  (char) => {
    const point = typeof char === 'string' ? char.codePointAt(0) : undefined
    if (point === undefined || String.fromCodePoint(point) !== char) throw new Error('not one code point')
    if (point >= firstSurrogate && point < firstSurrogate + surrogates) throw new Error('half a code point')
    return point < firstSurrogate ? point : point - surrogates
  },
)
