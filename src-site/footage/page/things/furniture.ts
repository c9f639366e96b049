import { paint } from '../render/colour.ts'
import type { Geometry } from '../render/geometry.ts'
import { type Material, plain } from '../render/material.ts'
import { block, box, lathe, pillar } from '../render/solids.ts'
import type { Vec3 } from '../render/vector.ts'
import { darkMetal, steel } from './building.ts'

/** A table with four legs. */
export function table(
  geometry: Geometry,
  [x, y, z]: Vec3,
  widthM: number,
  depthM: number,
  top: Material,
): void {
  block(geometry, [x, y + 0.71, z], [widthM, 0.035, depthM], top)
  for (const dx of [-1, 1]) {
    for (const dz of [-1, 1]) {
      block(
        geometry,
        [x + dx * (widthM / 2 - 0.07), y, z + dz * (depthM / 2 - 0.07)],
        [0.045, 0.71, 0.045],
        darkMetal,
      )
    }
  }
}

/** A chair whose back is on the side of `facing` + half a turn (`facing`: 0 looks along +z). */
export function chair(
  geometry: Geometry,
  [x, y, z]: Vec3,
  facing: 'forward' | 'towards' | 'left' | 'right',
  seat: Material,
): void {
  const [bx, bz] =
    facing === 'forward' ? [0, -1] : facing === 'towards' ? [0, 1] : facing === 'left' ? [1, 0] : [-1, 0]
  block(geometry, [x, y + 0.44, z], [0.42, 0.035, 0.42], seat)
  block(
    geometry,
    [x + bx * 0.2, y + 0.55, z + bz * 0.2],
    [bx === 0 ? 0.4 : 0.03, 0.32, bz === 0 ? 0.4 : 0.03],
    seat,
  )
  for (const dx of [-0.18, 0.18]) {
    for (const dz of [-0.18, 0.18]) {
      const isBack = dx * bx + dz * bz > 0
      block(geometry, [x + dx, y, z + dz], [0.03, isBack ? 0.85 : 0.44, 0.03], darkMetal)
    }
  }
}

/** A two-seater with arms, its back towards the given side. */
export function sofa(
  geometry: Geometry,
  [x, y, z]: Vec3,
  widthM: number,
  back: 'left' | 'right' | 'far',
  cover: Material,
): void {
  const deep = 0.8
  const [w, d] = back === 'far' ? [widthM, deep] : [deep, widthM]
  block(geometry, [x, y + 0.12, z], [w, 0.3, d], cover)
  if (back === 'far') {
    block(geometry, [x, y + 0.3, z + d / 2 - 0.1], [w, 0.5, 0.2], cover)
  } else {
    const side = back === 'left' ? -1 : 1
    block(geometry, [x + side * (w / 2 - 0.1), y + 0.3, z], [0.2, 0.5, d], cover)
  }
  for (const end of [-1, 1]) {
    const at: Vec3 =
      back === 'far' ? [x + end * (w / 2 - 0.09), y + 0.3, z] : [x, y + 0.3, z + end * (d / 2 - 0.09)]
    block(geometry, at, back === 'far' ? [0.18, 0.28, d] : [w, 0.28, 0.18], cover)
  }
}

/** A counter with a raised front and a top of another material, its front towards −z. */
export function counter(
  geometry: Geometry,
  [x, y, z]: Vec3,
  widthM: number,
  front: Material,
  top: Material,
): void {
  block(geometry, [x, y, z], [widthM, 1.08, 0.12], front)
  block(geometry, [x, y + 1.08, z + 0.05], [widthM + 0.1, 0.045, 0.4], top)
  block(geometry, [x, y + 0.7, z + 0.5], [widthM, 0.04, 0.75], top)
  for (const side of [-1, 1]) {
    block(geometry, [x + side * (widthM / 2 - 0.05), y, z + 0.42], [0.1, 1.08, 0.85], front)
  }
}

/** A screen on a foot, seen from behind or from the front. */
export function monitor(geometry: Geometry, [x, y, z]: Vec3, face: 1 | -1, glow: Material): void {
  block(geometry, [x, y, z], [0.2, 0.02, 0.16], darkMetal)
  block(geometry, [x, y + 0.02, z], [0.05, 0.14, 0.03], darkMetal)
  block(geometry, [x, y + 0.14, z], [0.54, 0.33, 0.03], darkMetal)
  block(geometry, [x, y + 0.155, z + face * 0.017], [0.51, 0.3, 0.004], glow)
}

/** A column, round and smooth. */
export function column(
  geometry: Geometry,
  foot: Vec3,
  radiusM: number,
  heightM: number,
  material: Material,
): void {
  pillar(geometry, foot, radiusM, heightM, 20, material)
}

/** A waste bin. */
export function bin(geometry: Geometry, [x, y, z]: Vec3): void {
  lathe(
    geometry,
    [
      { y, rx: 0.17, rz: 0.17, x, z },
      { y: y + 0.62, rx: 0.2, rz: 0.2, x, z },
      { y: y + 0.66, rx: 0.15, rz: 0.15, x, z },
    ],
    12,
    steel,
  )
}

/** A glazed wall: posts and rails only (panes take no light away), along x. */
export function glazing(
  geometry: Geometry,
  from: Vec3,
  lengthM: number,
  heightM: number,
  fieldM: number,
  frame: Material,
  leaveOut?: readonly [number, number],
): void {
  const [x, y, z] = from
  const isFree = (at: number) => leaveOut !== undefined && at > leaveOut[0] + 0.01 && at < leaveOut[1] - 0.01
  for (let at = x; at <= x + lengthM + 0.01; at += fieldM) {
    if (!isFree(at)) {
      box(geometry, [at - 0.04, y, z - 0.05], [at + 0.04, y + heightM, z + 0.05], frame)
    }
  }
  for (const height of [0.02, 2.35, heightM - 0.04]) {
    const isBelowDoor = height < 2
    const [gapFrom, gapTo] = leaveOut ?? [x, x]
    box(
      geometry,
      [x, y + height - 0.04, z - 0.045],
      [isBelowDoor ? gapFrom : x + lengthM, y + height + 0.04, z + 0.045],
      frame,
    )
    if (isBelowDoor) {
      box(geometry, [gapTo, y + height - 0.04, z - 0.045], [x + lengthM, y + height + 0.04, z + 0.045], frame)
    }
  }
}

export const oak = plain(paint('#a98a63'), { gloss: 0.2, rough: 0.4 })
export const paleTop = plain(paint('#d9d7d0'), { gloss: 0.3, rough: 0.3 })
export const screenGlow = plain(paint('#7fb0c8'), { glow: 0.9 })
