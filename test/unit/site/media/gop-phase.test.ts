import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GopPhase } from '#site/media/clip-source.ts'

const frameCount = 60
const group = 15
const keyFrames = [0, 15, 30, 45]

function everySecond(): GopPhase {
  return new GopPhase(frameCount, keyFrames)
}

function play(phase: GopPhase, from: number, to: number): (number | undefined)[] {
  return Array.from({ length: to - from }, (_, at) => phase.next(from + at))
}

type Step =
  | { readonly kind: 'tick'; readonly skip: number }
  | { readonly kind: 'key' }
  | { readonly kind: 'back' }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Step>({ kind: 'tick', skip: 0 }) },
  { weight: 1, arbitrary: fc.nat(40).map((skip): Step => ({ kind: 'tick', skip })) },
  { weight: 2, arbitrary: fc.constant<Step>({ kind: 'key' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'back' }) },
)

describe('which picture of a loop is due', () => {
  test('undisturbed, it is the one in step with the clock', () => {
    expect(play(everySecond(), 60, 65)).toEqual([0, 1, 2, 3, 4])
    expect(play(everySecond(), 118, 122)).toEqual([45, 46, 0, 1])
  })

  test('a request goes back to the key frame of the current group and plays on from there', () => {
    const phase = everySecond()
    play(phase, 0, 10)
    expect(phase.restart(9)).toBe(0)
    expect(play(phase, 10, 14)).toEqual([1, 2, 3, 4])
  })

  test('the next group starts on time, however far the last one got', () => {
    const phase = everySecond()
    play(phase, 0, 13)
    phase.restart(12)
    expect(play(phase, 13, 19)).toEqual([1, 2, 15, 16, 17, 18])
  })

  test('a stall within a group leaves no picture out, and the next group starts on time', () => {
    const phase = everySecond()
    play(phase, 0, 3)
    expect(play(phase, 12, 17)).toEqual([3, 4, 5, 15, 16])
  })

  test('a stall into another group goes on with the key frame of that group', () => {
    const phase = everySecond()
    play(phase, 0, 3)
    expect(play(phase, 20, 22)).toEqual([15, 16])
  })

  test('one tick gives one picture', () => {
    const phase = everySecond()
    expect([phase.next(30), phase.next(30)]).toEqual([30, undefined])
  })

  test.each([
    ['whatever happens, after each picture comes its successor or a key frame', 'decodable'],
    ['whatever happens, the picture is never ahead of the clock and less than a group behind it', 'lag'],
    ['whatever happens, the first tick of a group shows its key frame', 'punctual'],
  ])('%s', (_name, property) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.nat(1_000), (steps, start) => {
        const phase = everySecond()
        let frame = start
        let last: number | undefined
        for (const { kind, ...rest } of steps) {
          if (kind === 'tick') frame += 1 + ('skip' in rest ? rest.skip : 0)
          if (kind === 'back') frame = Math.max(0, frame - 20)
          const index = kind === 'key' ? phase.restart(frame) : phase.next(frame)
          if (index === undefined) continue
          const lag = (frame - index + frameCount) % frameCount
          if (property === 'decodable' && !keyFrames.includes(index))
            expect(index).toBe((last ?? Number.NaN) + 1)
          if (property === 'lag') expect(lag).toBeLessThan(group)
          if (property === 'punctual' && frame % group === 0) expect(index).toBe(frame % frameCount)
          last = index
        }
      }),
    )
  })

  test('groups may differ in length', () => {
    const phase = new GopPhase(10, [0, 3, 9])
    expect(play(phase, 10, 20)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(phase.restart(28)).toBe(3)
  })
})
