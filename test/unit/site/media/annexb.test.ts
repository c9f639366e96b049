import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AccessUnit, accessUnits, nalUnits, typeOfNal } from '#site/media/annexb.ts'

const fixture = readFileSync(new URL('../../../fixtures/h264/clock-256.h264', import.meta.url))

/** A NAL unit as an encoder writes it: no start code inside (emulation prevention) and no zero at its end. */
function nalOf(header: number, body: Uint8Array): Buffer {
  const safe = [...body].map((byte) => (byte < 4 ? byte + 4 : byte))
  return Buffer.from([header, ...safe])
}

const body = fc.uint8Array({ minLength: 1, maxLength: 40 })
/** 0x80 makes the slice the first of its picture. */
const slice = (header: number) => body.map((bytes) => nalOf(header, new Uint8Array([0x80, ...bytes])))
const keyPicture = fc
  .tuple(
    body.map((bytes) => nalOf(0x67, bytes)),
    body.map((bytes) => nalOf(0x68, bytes)),
    slice(0x65),
  )
  .map((nals): Buffer[] => nals)
const deltaPicture = slice(0x41).map((nal): Buffer[] => [nal])
const picture = fc.oneof(keyPicture, deltaPicture)
const startCode = fc.constantFrom(
  Buffer.from([0, 0, 1]),
  Buffer.from([0, 0, 0, 1]),
  Buffer.from([0, 0, 0, 0, 1]),
)

function parts(units: readonly AccessUnit[]): string[][] {
  return units.map(({ nals }) => nals.map((nal) => nal.toString('hex')))
}

describe('reading an Annex-B stream', () => {
  test('a clip becomes its pictures, with a key frame a second', () => {
    const units = accessUnits(fixture)
    expect(units).toHaveLength(30)
    expect(units.flatMap(({ isKeyFrame }, index) => (isKeyFrame ? [index] : []))).toEqual([0, 15])
  })

  test('pictures come out as they went in, whatever start codes stand between them', () => {
    fc.assert(
      fc.property(
        fc.array(picture, { minLength: 1 }),
        fc.array(startCode, { minLength: 1 }),
        (pictures, codes) => {
          let at = 0
          const stream = Buffer.concat(
            pictures.flat().flatMap((nal) => [codes[at++ % codes.length] ?? Buffer.alloc(0), nal]),
          )
          const expected = pictures.map((nals) => nals.map((nal) => nal.toString('hex')))
          expect(parts(accessUnits(stream))).toEqual(expected)
        },
      ),
    )
  })

  test('garbage ends, and gives nothing that was not in it', () => {
    const bytes = fc.array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(0, 1) }, fc.nat(255)), {
      maxLength: 400,
    })
    fc.assert(
      fc.property(bytes, (garbage) => {
        const stream = Buffer.from(garbage)
        const total = [...nalUnits(stream)].reduce((sum, nal) => sum + nal.length, 0)
        expect(total).toBeLessThanOrEqual(stream.length)
        for (const unit of accessUnits(stream)) expect(unit.nals.length).toBeGreaterThan(0)
      }),
      { numRuns: 500 },
    )
  })

  test('several slices with one beginning are one picture', () => {
    const first = nalOf(0x65, Buffer.from([0x80, 9, 9]))
    const second = nalOf(0x65, Buffer.from([0x40, 9, 9]))
    const code = Buffer.from([0, 0, 1])
    const [unit, ...others] = accessUnits(Buffer.concat([code, first, code, second]))
    expect(unit?.nals).toHaveLength(2)
    expect(others).toEqual([])
  })

  test('delimiters and supplemental information are left out', () => {
    const code = Buffer.from([0, 0, 1])
    const nals = [
      nalOf(0x09, Buffer.from([0xf0])),
      nalOf(0x06, Buffer.from([5])),
      nalOf(0x41, Buffer.from([0x80, 7])),
    ]
    const units = accessUnits(Buffer.concat(nals.flatMap((nal) => [code, nal])))
    expect(units.map(({ nals }) => nals.map(typeOfNal))).toEqual([[1]])
  })

  test('a key frame without parameter sets gets the last ones', () => {
    const code = Buffer.from([0, 0, 1])
    const key = nalOf(0x65, Buffer.from([0x80, 7]))
    const nals = [nalOf(0x67, Buffer.from([1])), nalOf(0x68, Buffer.from([2])), key, key]
    const units = accessUnits(Buffer.concat(nals.flatMap((nal) => [code, nal])))
    expect(units.map(({ nals }) => nals.map(typeOfNal))).toEqual([
      [7, 8, 5],
      [7, 8, 5],
    ])
  })
})
