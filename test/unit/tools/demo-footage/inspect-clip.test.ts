import { expect, it } from 'vitest'
import { doubtAbout, inspectClip } from '#tools/demo-footage/inspect-clip.ts'

const constrainedBaseline = [0x67, 66, 0xc0, 22, 0xff]
const main = [0x67, 77, 0x40, 22, 0xff]
const pictureParameters = [0x68, 0xce, 0x3c, 0x80]
// Slice headers: first_mb_in_slice = 0, slice_type = 7 (I), 5 (P), 6 (B).
const keySlice = [0x65, 0b1000_1000, 0x80, 9]
const deltaSlice = [0x41, 0b1001_1000, 0x80, 9]
const bSlice = [0x41, 0b1001_1100, 0x80, 9]
/** first_mb_in_slice = 1: goes on with the picture before. */
const secondSlice = [0x41, 0b0100_0110, 0x80, 9]

it('counts pictures, not slices', () => {
  const facts = inspectClip(
    stream(constrainedBaseline, pictureParameters, keySlice, secondSlice, deltaSlice, secondSlice),
  )
  expect(facts).toEqual({ pictures: 2, keyFrames: [0], hasBFrames: false, isConstrainedBaseline: true })
})

it('takes a key frame for one only when its parameters are in band', () => {
  const facts = inspectClip(stream(constrainedBaseline, pictureParameters, keySlice, deltaSlice, keySlice))
  expect(facts.keyFrames).toEqual([0])
})

it('sees B slices and other profiles', () => {
  expect(inspectClip(stream(constrainedBaseline, pictureParameters, keySlice, bSlice)).hasBFrames).toBe(true)
  expect(inspectClip(stream(main, pictureParameters, keySlice)).isConstrainedBaseline).toBe(false)
})

it('survives anything', () => {
  for (const bytes of [[], [0, 0, 1], [0, 0, 1, 0x65], [0, 0, 0, 1, 0x41, 0, 0, 0, 0]]) {
    expect(inspectClip(Uint8Array.from(bytes)).keyFrames).toEqual([])
  }
})

it('accepts a whole loop with a key frame a second', () => {
  expect(doubtAbout(loop())).toBeUndefined()
})

it.each([
  ['a picture is missing', loop().slice(0, -8), 'pictures'],
  ['a key frame is missing', loop({ withoutKey: 30 }), 'key frames'],
  ['a picture is a B frame', loop({ withB: true }), 'baseline'],
])('refuses a clip when %s', (_case, bytes, reason) => {
  expect(doubtAbout(bytes)).toContain(reason)
})

function loop({ withoutKey = -1, withB = false } = {}): Uint8Array {
  const units: number[][] = []
  for (let frame = 0; frame < 450; frame += 1) {
    if (frame % 15 === 0 && frame !== withoutKey) {
      units.push(constrainedBaseline, pictureParameters, keySlice)
    } else {
      units.push(withB && frame === 7 ? bSlice : deltaSlice)
    }
  }
  return stream(...units)
}

function stream(...units: readonly number[][]): Uint8Array {
  return Uint8Array.from(units.flatMap((unit) => [0, 0, 0, 1, ...unit]))
}
