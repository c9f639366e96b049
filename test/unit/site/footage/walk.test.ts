import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Step, Walk } from '../../../../src-site/footage/page/things/walk.ts'

const there: readonly Step[] = [{ to: [0, 10] }, { staySeconds: 5, facing: 1 }, { to: [6, 10], speed: 2 }]

it('is nobody before the way begins and after it is over', () => {
  const walk = new Walk(10, [0, 0], there, 1)
  expect(walk.seconds).toBeCloseTo(18)
  expect(walk.at(9.9)).toBeUndefined()
  expect(walk.at(10)).toMatchObject({ x: 0, z: 0 })
  expect(walk.at(28.1)).toBeUndefined()
})

it('goes on over the end of the minute', () => {
  const walk = new Walk(55, [0, 0], [{ to: [0, 10] }], 1)
  const before = walk.at(59.999)
  const after = walk.at(0)
  expect(before?.z).toBeCloseTo(5, 1)
  expect(after?.z).toBeCloseTo(5, 1)
})

it('looks where it goes, and where it is told to while it stays', () => {
  const walk = new Walk(0, [0, 0], there, 1)
  expect(walk.at(5)?.heading).toBeCloseTo(0)
  expect(walk.at(12.5)).toMatchObject({ heading: 1, x: 0, z: 10 })
  expect(walk.at(16.5)?.heading).toBeCloseTo(Math.PI / 2)
})

it('keeps its nose when it goes backwards', () => {
  const walk = new Walk(0, [0, 0], [{ to: [0, 6] }, { to: [0, 0], reverse: true }], 1)
  expect(Math.cos(walk.at(9)?.heading ?? Math.PI)).toBeCloseTo(1)
})

it('never jumps: between two frames nobody gets further than the speed allows', () => {
  const spot = fc.tuple(fc.integer({ min: -8, max: 8 }), fc.integer({ min: -8, max: 8 }))
  fc.assert(
    fc.property(
      fc.array(spot, { minLength: 2, maxLength: 4 }),
      fc.integer({ min: 0, max: 59 }),
      (spots, start) => {
        const [first = [0, 0] as [number, number], ...rest] = spots
        const walk = new Walk(
          start,
          first,
          rest.map((to) => ({ to })),
          2,
        )
        for (let frame = 0; frame < 900; frame += 1) {
          const [now, next] = [walk.at(frame / 15), walk.at((frame + 1) / 15)]
          if (now !== undefined && next !== undefined) {
            expect(Math.hypot(next.x - now.x, next.z - now.z)).toBeLessThan(2 / 15 + 0.08)
          }
        }
      },
    ),
    { numRuns: 30 },
  )
})

it('refuses a way that does not fit into the loop', () => {
  expect(() => new Walk(0, [0, 0], [{ to: [0, 100] }], 1)).toThrow(RangeError)
})
