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
  readonly groundY?: number
}

const doings: readonly string[] = ['walk', 'push', 'work', 'carry', 'sit', 'phone'] satisfies Doing[]

/** Follows all of them through the loop. */
export function people(passers: readonly Passer[]): (second: number) => Body[] {
  const cast = passers.map((passer) => ({
    person: new Person(passer.outfit),
    walk: new Walk(passer.startSecond, passer.start, passer.steps, passer.speed),
    groundY: passer.groundY ?? 0,
  }))
  return (second) =>
    cast.flatMap(({ person, walk, groundY }) => {
      const where = walk.at(second)
      if (where === undefined) {
        return []
      }
      const doing = isDoing(where.doing) ? where.doing : 'walk'
      return [person.pose({ ...where, doing, groundY, second: swayClock(second) })]
    })
}

/** Small movements repeat with the loop: whole turns of sine in sixty seconds. */
export function swayClock(second: number): number {
  return (second / 60) * 2 * Math.PI * 10
}

function isDoing(value: string | undefined): value is Doing {
  return value !== undefined && doings.includes(value)
}
