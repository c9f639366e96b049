import { expect, it } from 'vitest'
import { doubtAbout } from '#tools/demo-footage/inspect-clip.ts'

const constrainedBaseline = [0x67, 66, 0xc0, 22, 0xff]
const main = [0x67, 77, 0x40, 22, 0xff]
const pictureParameters = [0x68, 0xce, 0x3c, 0x80]
// Slice headers: first_mb_in_slice = 0, slice_type = 7 (I), 5 (P), 6 (B).
const keySlice = [0x65, 0b1000_1000, 0x80, 9]
const deltaSlice = [0x41, 0b1001_1000, 0x80, 9]
const bSlice = [0x41, 0b1001_1100, 0x80, 9]
/** first_mb_in_slice = 1: goes on with the picture before. */
const secondSlice = [0x41, 0b0100_0110, 0x80, 9]

it('accepts a whole loop with a key frame a second, in slices or not', () => {
  expect(doubtAbout(loop())).toBeUndefined()
  expect(doubtAbout(loop({ others: [deltaSlice, secondSlice] }))).toBeUndefined()
})

it.each([
  ['a picture is missing', loop().subarray(0, -8), 'pictures'],
  ['a key frame is missing', loop({ withoutKey: 30 }), 'key frames'],
  ['a picture is a B frame', loop({ others: [bSlice] }), 'B frames'],
  ['a key frame relies on parameters before it', loop({ withoutParameters: 30 }), 'parameters'],
  ['it is of another profile', loop({ profile: main }), 'baseline'],
  ['it is empty', Buffer.alloc(0), 'no H.264 pictures'],
  ['it breaks off in its first picture', Buffer.from([0, 0, 1, 0x41, 0, 0]), 'key frame'],
])('refuses a clip when %s', (_case, bytes, reason) => {
  expect(doubtAbout(bytes)).toContain(reason)
})

function loop({
  withoutKey = -1,
  withoutParameters = -1,
  others = [deltaSlice],
  profile = constrainedBaseline,
} = {}): Buffer {
  const units = Array.from({ length: 450 }, (_, frame) => {
    if (frame % 15 !== 0 || frame === withoutKey) return others
    return frame === withoutParameters ? [keySlice] : [profile, pictureParameters, keySlice]
  })
  return Buffer.from(units.flat().flatMap((unit) => [0, 0, 0, 1, ...unit]))
}
