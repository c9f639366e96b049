import { describe, expect, it } from 'vitest'
import { breaksOff } from '#renderer/playback/tile/frame-times.ts'

function box(type: string, bodyBytes: number): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + bodyBytes)
  head.write(type, 4)
  return Buffer.concat([head, Buffer.alloc(bodyBytes, 1)])
}

describe('breaksOff', () => {
  const segment = Buffer.concat([box('moof', 40), box('mdat', 100)])

  it('is true of a segment wherever it ends too soon, and only then', () => {
    for (let bytes = 9; bytes < segment.length; bytes += 1) {
      expect(breaksOff(segment.subarray(0, bytes)), `${bytes}`).toBe(bytes !== 48)
    }
    expect(breaksOff(segment)).toBe(false)
  })

  it('reads boxes of 64 bits, and one that lasts to the end', () => {
    const long = box('mdat', 108)
    long.writeUInt32BE(1)
    long.writeBigUInt64BE(116n, 8)
    expect(breaksOff(long)).toBe(false)
    expect(breaksOff(long.subarray(0, 115))).toBe(true)
    const open = box('mdat', 10)
    open.writeUInt32BE(0)
    expect(breaksOff(open)).toBe(false)
  })

  it.each([
    ['a transport stream', Buffer.alloc(188, 0x47)],
    ['text', Buffer.from('<html>Sign in</html>')],
    ['nothing', Buffer.alloc(0)],
    ['a box smaller than its own head', Buffer.from([0, 0, 0, 4, ...Buffer.from('mdat')])],
  ])('says nothing of %s', (_what, bytes) => {
    expect(breaksOff(bytes)).toBe(false)
  })
})
