import { expect, it } from 'vitest'
import { grown, slopeOf } from '#test/soak/growth.ts'

const hours = Array.from({ length: 60 }, (_, minute) => minute / 60)
/** As garbage comes and goes: between 0 and 20, and no trend. */
const noise = hours.map((_, minute) => (minute * 7) % 20)

it('a slope is the rise an hour, and exact where nothing else moves', () => {
  expect(
    slopeOf(
      hours,
      hours.map((hour) => 300 + 24 * hour),
    ),
  ).toMatchObject({
    perHour: expect.closeTo(24),
    from: expect.closeTo(24),
    to: expect.closeTo(24),
  })
})

it('the interval of a slope is that of the tables of Student’s t', () => {
  // Residuals 1, -2, 1 around a level line: s² = 6 with one degree of freedom, t = 12.71.
  const slope = slopeOf([0, 1, 2], [1, -2, 1])
  expect(slope?.perHour).toBeCloseTo(0)
  expect(slope?.to).toBeCloseTo(12.71 * Math.sqrt(6 / 2), 2)
})

it('what moves without a trend has not grown, what rises beyond its noise has', () => {
  const slopes = {
    stillMb: slopeOf(hours, noise) ?? never(),
    risingMb:
      slopeOf(
        hours,
        hours.map((hour, at) => (noise[at] ?? 0) + 40 * hour),
      ) ?? never(),
    slowMb:
      slopeOf(
        hours,
        hours.map((hour, at) => (noise[at] ?? 0) + 12 * hour),
      ) ?? never(),
    nodes:
      slopeOf(
        hours,
        hours.map((hour, at) => (noise[at] ?? 0) + 100 * hour),
      ) ?? never(),
  }
  expect(grown(slopes)).toEqual(['risingMb', 'nodes'])
})

function never(): never {
  throw new Error('sixty samples have a slope')
}
