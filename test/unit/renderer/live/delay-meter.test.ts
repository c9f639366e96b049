import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { liveDefaults } from '#renderer/live/defaults.ts'
import { DelayMeter } from '#renderer/live/delay-meter.ts'

const DISPLAY_MS = 20
/** A frame captured at this media time that took so long to arrive. The stream begins near the end of RTP's 32 bits. */
const frame = (mediaMs: number, transitMs: number) => ({
  receiveTime: mediaMs + transitMs,
  expectedDisplayTime: mediaMs + transitMs + DISPLAY_MS,
  rtpTimestamp: (0xffff_f000 + mediaMs * 90) % 2 ** 32,
})
const meterOf = () => new DelayMeter(liveDefaults.delay)

describe('DelayMeter', () => {
  it('counts from the capture where that is known', () => {
    expect(meterOf().sample({ ...frame(0, 50), captureTime: -130 })).toBe(200)
  })

  it('counts from the arrival of the quickest frame otherwise', () => {
    const meter = meterOf()
    expect(meter.sample(frame(0, 500))).toBe(DISPLAY_MS)
    expect(meter.sample(frame(1_000, 500))).toBeCloseTo(DISPLAY_MS, 0)
  })

  it.each([
    { where: 'across the seam of RTP’s time stamps', atMs: 0 },
    { where: 'of a page that has been open for ten minutes', atMs: 600_000 },
  ])('sees pictures that are held back on their way, also $where', ({ atMs }) => {
    const meter = meterOf()
    meter.sample(frame(atMs, 500))
    expect(meter.sample(frame(atMs + 1_000, 3_500))).toBeCloseTo(3_000 + DISPLAY_MS, 0)
    expect(meter.sample(frame(atMs + 2_000, 500))).toBeCloseTo(DISPLAY_MS, 0)
  })

  it('still knows an hour later that they are late', () => {
    const meter = meterOf()
    meter.sample(frame(0, 500))
    let delayMs: number | undefined
    for (let second = 1; second <= 3_600; second += 1) delayMs = meter.sample(frame(second * 1_000, 5_500))
    expect(delayMs).toBeGreaterThan(4_500)
  })

  it('forgives a camera whose clock runs slow', () => {
    const meter = meterOf()
    let delayMs: number | undefined
    for (let second = 0; second <= 86_400; second += 60) {
      delayMs = meter.sample(frame(second * 1_000, 500 + second * 1_000 * 0.9e-4))
    }
    expect(delayMs).toBeLessThan(DISPLAY_MS + 10)
  })

  it('begins anew when the time stamps are those of another stream', () => {
    const meter = meterOf()
    meter.sample(frame(0, 500))
    expect(meter.sample({ ...frame(1_000, 500), rtpTimestamp: 0x1000_0000 })).toBe(DISPLAY_MS)
  })

  it('begins anew when the camera was started again and its time stamps go back', () => {
    const meter = meterOf()
    meter.sample(frame(60_000, 500))
    const { rtpTimestamp } = frame(40_000, 500)
    expect(meter.sample({ ...frame(70_000, 500), rtpTimestamp })).toBe(DISPLAY_MS)
  })

  it('begins anew when the time stamps fall more than a minute behind', () => {
    const meter = meterOf()
    meter.sample(frame(0, 500))
    expect(meter.sample(frame(1_000, 70_000))).toBe(DISPLAY_MS)
  })

  it('counts from arrival alone where frames have no time stamp', () => {
    const meter = meterOf()
    for (const receiveTime of [1_000, 6_000])
      expect(meter.sample({ receiveTime, expectedDisplayTime: receiveTime + DISPLAY_MS })).toBe(DISPLAY_MS)
  })

  it('says nothing when nothing is known', () => {
    expect(meterOf().sample({ expectedDisplayTime: 5 })).toBeUndefined()
  })

  it('never tells less than the way from arrival to the screen', () => {
    const transits = fc.array(fc.integer({ min: 0, max: 50_000 }), { minLength: 1 })
    fc.assert(
      fc.property(transits, (list) => {
        const meter = meterOf()
        for (const [at, transitMs] of list.entries()) {
          expect(meter.sample(frame(at * 1_000, transitMs))).toBeGreaterThanOrEqual(DISPLAY_MS)
        }
      }),
    )
  })
})
