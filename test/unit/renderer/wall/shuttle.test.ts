import { describe, expect, it } from 'vitest'
import { shuttled } from '#renderer/wall/shuttle.ts'

function speedsFrom(speed: number, by: 1 | -1, presses: number): number[] {
  const speeds: number[] = []
  for (let press = 0; press < presses; press += 1) speeds.push(shuttled(speeds.at(-1) ?? speed, by))
  return speeds
}

describe('the shuttle', () => {
  it('begins at the plain speed of its direction', () => {
    expect(shuttled(0, 1)).toBe(1)
    expect(shuttled(0, -1)).toBe(-1)
  })

  it('gets faster press by press, up to 16 times', () => {
    expect(speedsFrom(1, 1, 5)).toEqual([2, 4, 8, 16, 16])
  })

  it('gets slower and then goes backwards', () => {
    expect(speedsFrom(2, -1, 8)).toEqual([1, 0.5, 0.25, -1, -2, -4, -8, -16])
    expect(shuttled(-16, -1)).toBe(-16)
  })
})
