import type { Body } from '../render/stage.ts'
import type { Outfit } from './outfit.ts'
import { type Doing, Person } from './person.ts'
import { type Spot, type Step, Walk } from './walk.ts'

/** Somebody with a way to go. */
export interface Passer {
  readonly outfit: Outfit
  readonly startSecond: number
  readonly start: Spot
  readonly steps: readonly Step[]
  readonly speed?: number
  /** Height of the ground where it is not level, e.g. on stairs. */
  readonly ground?: (x: number, z: number) => number
}

const doings: readonly string[] = ['walk', 'push', 'work', 'carry', 'sit', 'phone'] satisfies Doing[]

/** Follows all of them through the loop. */
export function people(passers: readonly Passer[]): (second: number) => Body[] {
  const cast = passers.map((passer) => ({
    person: new Person(passer.outfit),
    walk: new Walk(passer.startSecond, passer.start, passer.steps, passer.speed),
    ground: passer.ground,
  }))
  return (second) =>
    cast.flatMap(({ person, walk, ground }) => {
      const where = walk.at(second)
      if (where === undefined) {
        return []
      }
      const doing = isDoing(where.doing) ? where.doing : 'walk'
      return [
        person.pose({
          ...where,
          doing,
          groundY: ground?.(where.x, where.z) ?? 0,
          second: swayClock(second),
        }),
      ]
    })
}

/** How far something opens (0 … 1) for whoever is near a spot: doors, wings of a gate. */
export function opening(
  passers: readonly Passer[],
  spot: Spot,
  nearM: number,
  widthM = Number.POSITIVE_INFINITY,
): (second: number) => number {
  const walks = passers.map(
    ({ startSecond, start, steps, speed }) => new Walk(startSecond, start, steps, speed),
  )
  return (second) => {
    const distances = walks.flatMap((walk) => {
      const where = walk.at(second)
      return where === undefined || Math.abs(where.x - spot[0]) > widthM
        ? []
        : [Math.hypot(where.x - spot[0], where.z - spot[1])]
    })
    const nearest = Math.min(Number.POSITIVE_INFINITY, ...distances)
    return Math.max(0, Math.min(1, (nearM - nearest) / (nearM * 0.45)))
  }
}

/** Small movements repeat with the loop: whole turns of sine in sixty seconds. */
export function swayClock(second: number): number {
  return (second / 60) * 2 * Math.PI * 10
}

function isDoing(value: string | undefined): value is Doing {
  return value !== undefined && doings.includes(value)
}
