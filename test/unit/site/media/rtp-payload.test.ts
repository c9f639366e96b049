import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accessUnits } from '#site/media/annexb.ts'
import { rtpPayloads } from '#site/media/rtp-payload.ts'

/** An RFC 6184 receiver, written from the text of the standard. */
function depacketize(payloads: readonly Buffer[]): Buffer[] {
  const nals: Buffer[] = []
  let fragments: Buffer[] = []
  for (const payload of payloads) {
    const type = payload.readUInt8(0) & 0x1f
    if (type === 24) {
      for (let at = 1; at < payload.length; ) {
        const length = payload.readUInt16BE(at)
        nals.push(payload.subarray(at + 2, at + 2 + length))
        at += 2 + length
      }
    } else if (type === 28) {
      const header = payload.readUInt8(1)
      if (header & 0x80) fragments = [Buffer.from([(payload.readUInt8(0) & 0xe0) | (header & 0x1f)])]
      fragments.push(payload.subarray(2))
      if (header & 0x40) nals.push(Buffer.concat(fragments))
    } else {
      nals.push(payload)
    }
  }
  return nals
}

function hex(buffers: readonly Buffer[]): string[] {
  return buffers.map((buffer) => buffer.toString('hex'))
}

const nal = fc
  .tuple(fc.constantFrom(0x67, 0x68, 0x65, 0x41, 0x21), fc.uint8Array({ minLength: 1, maxLength: 300 }))
  .map(([header, body]) => Buffer.from([header, ...body]))
const nals = fc.array(nal, { minLength: 1, maxLength: 8 })
const maxPayloadBytes = fc.integer({ min: 10, max: 200 })

describe('packing pictures for RTP', () => {
  test('a receiver gets back every NAL unit in its order', () => {
    fc.assert(
      fc.property(nals, maxPayloadBytes, (original, max) => {
        expect(hex(depacketize(rtpPayloads(original, max)))).toEqual(hex(original))
      }),
    )
  })

  test('no payload is longer than allowed, and none is empty', () => {
    fc.assert(
      fc.property(nals, maxPayloadBytes, (original, max) => {
        for (const payload of rtpPayloads(original, max)) {
          expect(payload.length).toBeGreaterThan(1)
          expect(payload.length).toBeLessThanOrEqual(max)
        }
      }),
    )
  })

  test('a real key frame goes as one aggregate of its parameter sets and then fragments', () => {
    const file = new URL('../../../fixtures/h264/clock-256.h264', import.meta.url)
    const [key] = accessUnits(readFileSync(file))
    const types = rtpPayloads(key?.nals ?? [], 1_150).map((payload) => payload.readUInt8(0) & 0x1f)
    expect(types).toEqual([24, 28, 28, 28])
  })
})
