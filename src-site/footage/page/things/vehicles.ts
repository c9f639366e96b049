import { chain, type Matrix, move, turn } from '../render/matrix.ts'
import { compile } from '../render/model.ts'
import type { Geometry } from '../render/geometry.ts'
import type { Body } from '../render/stage.ts'
import type { Walk } from './walk.ts'

/** A rigid thing that follows a way; the extents are those of its shadow. */
export interface Mover {
  readonly shape: Geometry
  readonly walk: Walk
  readonly halfWidthM: number
  readonly halfLengthM: number
  readonly groundY?: number
  /** Headlights that light the ground in front: at night. */
  readonly hasBeam?: boolean
}

export function movers(list: readonly Mover[]): (second: number) => Body[] {
  const cast = list.map((mover) => ({ ...mover, model: compile(mover.shape) }))
  return (second) =>
    cast.flatMap(({ model, walk, halfWidthM, halfLengthM, groundY, hasBeam }) => {
      const where = walk.at(second)
      if (where === undefined) {
        return []
      }
      const { x, z, heading } = where
      return [
        {
          parts: [[model, chain(move(x, groundY ?? 0, z), turn(heading))]],
          x,
          z,
          heading,
          halfWidthM,
          halfLengthM,
          groundY: groundY ?? 0,
          shadowStrength: 0.8,
          // A parked car has its lights off.
          hasBeam: hasBeam === true && where.speed > 0.2,
        },
      ]
    })
}

/** A thing that something else moves: a leaf of a door, an arm of a barrier, a lamp that goes on (or is not there). */
export function part(
  shape: Geometry,
  placeAt: (second: number) => Matrix | undefined,
): (second: number) => Body[] {
  const model = compile(shape)
  return (second) => {
    const matrix = placeAt(second)
    return matrix === undefined
      ? []
      : [
          {
            parts: [[model, matrix]],
            x: matrix[3],
            z: matrix[11],
            heading: 0,
            halfWidthM: 0,
            halfLengthM: 0,
            groundY: 0,
            middleM: Math.max(0.5, matrix[7]),
          },
        ]
  }
}

/** Several sources of bodies as one. */
export function together(
  ...sources: readonly ((second: number) => readonly Body[])[]
): (second: number) => Body[] {
  return (second) => sources.flatMap((source) => [...source(second)])
}
