import { paint } from '../render/colour.ts'
import { pictureMaterial, type SignLook, signMaterial } from '../render/decal.ts'
import type { Geometry } from '../render/geometry.ts'
import type { Lamp } from '../render/lighting.ts'
import { type Material, plain } from '../render/material.ts'
import { box } from '../render/solids.ts'
import type { Vec3 } from '../render/vector.ts'
import { ceilingLamp, type LampShape } from './building.ts'

export interface RoomShape {
  readonly x0: number
  readonly x1: number
  readonly z0: number
  readonly z1: number
  readonly heightM: number
}

export interface RoomLook {
  readonly floor: Material
  readonly wall: Material
  readonly ceiling: Material
  /** The far wall is left out: the scene puts something else there. */
  readonly isOpenBehind?: boolean
  /** So is the left wall. */
  readonly isOpenLeft?: boolean
}

/** Floor, ceiling, side walls and (unless left out) the wall behind. */
export function room(geometry: Geometry, { x0, x1, z0, z1, heightM }: RoomShape, look: RoomLook): void {
  geometry.quad([x0, 0, z0], [x0, 0, z1], [x1, 0, z1], [x1, 0, z0], look.floor)
  geometry.quad([x0, heightM, z0], [x1, heightM, z0], [x1, heightM, z1], [x0, heightM, z1], look.ceiling)
  const skirting = plain(paint('#54575a'))
  for (const [x, inwards] of [
    [x0, 1],
    [x1, -1],
  ] as const) {
    if (inwards === 1 && look.isOpenLeft === true) {
      continue
    }
    geometry.quad([x, 0, z0], [x, heightM, z0], [x, heightM, z1], [x, 0, z1], look.wall)
    box(
      geometry,
      [Math.min(x, x + inwards * 0.015), 0, z0],
      [Math.max(x, x + inwards * 0.015), 0.09, z1],
      skirting,
    )
  }
  geometry.quad([x0, 0, z0], [x0, heightM, z0], [x1, heightM, z0], [x1, 0, z0], look.wall)
  if (look.isOpenBehind !== true) {
    geometry.quad([x0, 0, z1], [x0, heightM, z1], [x1, heightM, z1], [x1, 0, z1], look.wall)
    box(geometry, [x0, 0, z1 - 0.015], [x1, 0.09, z1], skirting)
  }
}

/** Lamps in rows under the ceiling. */
export function lampGrid(
  geometry: Geometry,
  lamps: Lamp[],
  xs: readonly number[],
  zs: readonly number[],
  heightM: number,
  shape: LampShape,
): void {
  for (const x of xs) {
    for (const z of zs) {
      ceilingLamp(geometry, lamps, [x, heightM, z], shape)
    }
  }
}

/** A sign that faces the camera (towards −z); `corner` is its lower left. */
export function signTowardsUs(
  geometry: Geometry,
  lines: readonly string[],
  look: SignLook,
  corner: Vec3,
): void {
  uprightQuad(
    geometry,
    corner,
    [1, 0, 0],
    look.widthM,
    look.heightM,
    signMaterial(lines, look, corner, [1, 0, 0]),
  )
}

/** A sign on a side wall, read along z (on the left wall) or against it (on the right wall). */
export function signOnSide(
  geometry: Geometry,
  lines: readonly string[],
  look: SignLook,
  corner: Vec3,
  alongZ: 1 | -1,
): void {
  uprightQuad(
    geometry,
    corner,
    [0, 0, alongZ],
    look.widthM,
    look.heightM,
    signMaterial(lines, look, corner, [0, 0, alongZ]),
  )
}

/** A picture or a screen on a wall that faces the camera. */
export function pictureTowardsUs(
  geometry: Geometry,
  corner: Vec3,
  widthM: number,
  heightM: number,
  glow: number,
  draw: (context: OffscreenCanvasRenderingContext2D, widthPx: number, heightPx: number) => void,
): void {
  uprightQuad(
    geometry,
    corner,
    [1, 0, 0],
    widthM,
    heightM,
    pictureMaterial(widthM, heightM, corner, [1, 0, 0], glow, draw),
  )
}

function uprightQuad(
  geometry: Geometry,
  [x, y, z]: Vec3,
  along: Vec3,
  widthM: number,
  heightM: number,
  material: Material,
): void {
  const far: Vec3 = [x + along[0] * widthM, y, z + along[2] * widthM]
  geometry.quad([x, y, z], [x, y + heightM, z], [far[0], y + heightM, far[2]], far, material)
}
