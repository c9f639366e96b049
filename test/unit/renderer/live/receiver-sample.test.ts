/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import { describe, expect, it } from 'vitest'
import { ratesBetween, readReceiver, type ReceiverSample } from '#renderer/live/statistics.ts'

const before: ReceiverSample = {
  atMs: 10_000,
  framesDecoded: 100,
  packetsReceived: 1_000,
  packetsLost: 10,
  bytesReceived: 50_000,
  jitterBufferDelay: 1,
  jitterBufferEmittedCount: 100,
  totalDecodeTime: 0.1,
  frameWidth: 640,
  frameHeight: 360,
}

describe('readReceiver', () => {
  it('finds the video and reads missing numbers as nothing', () => {
    const report = new Map<string, object>([
      ['codec', { type: 'codec' }],
      ['audio', { type: 'inbound-rtp', kind: 'audio', framesDecoded: 7 }],
      ['video', { type: 'inbound-rtp', kind: 'video', timestamp: 5, framesDecoded: 3, frameWidth: 'wide' }],
    ])
    expect(readReceiver(report as unknown as RTCStatsReport)).toMatchObject({
      atMs: 5,
      framesDecoded: 3,
      frameWidth: 0,
    })
  })

  it('has nothing to say about a report without video', () => {
    expect(readReceiver(new Map() as unknown as RTCStatsReport)).toBeUndefined()
  })
})

describe('ratesBetween', () => {
  it('counts what happened between two samples', () => {
    const after = {
      ...before,
      atMs: 12_000,
      framesDecoded: 130,
      packetsReceived: 1_090,
      packetsLost: 20,
      bytesReceived: 100_000,
      jitterBufferDelay: 1.6,
      jitterBufferEmittedCount: 130,
      totalDecodeTime: 0.13,
    }
    const rates = ratesBetween(before, after)
    expect(rates).toMatchObject({ receivedFps: 15, lossPercent: 10, bitsPerSecond: 200_000, widthPx: 640 })
    expect(rates?.jitterBufferMs).toBeCloseTo(20)
    expect(rates?.decodeMs).toBeCloseTo(1)
  })

  it('divides nothing by nothing', () => {
    expect(ratesBetween(before, { ...before, atMs: 11_000 })).toMatchObject({
      receivedFps: 0,
      lossPercent: 0,
      jitterBufferMs: 0,
      decodeMs: 0,
    })
  })

  it('gives no rates across two receivers or without time between', () => {
    expect(ratesBetween(before, { ...before, atMs: 12_000, framesDecoded: 3 })).toBeUndefined()
    expect(ratesBetween(before, before)).toBeUndefined()
  })
})
