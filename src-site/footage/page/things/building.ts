import { paint } from '../render/colour.ts'
import type { Geometry } from '../render/geometry.ts'
import type { Lamp } from '../render/lighting.ts'
import { type Material, plain } from '../render/material.ts'
import { block, box, lathe, pillar } from '../render/solids.ts'
import type { Vec3 } from '../render/vector.ts'

export const steel = plain(paint('#9aa0a6'), { gloss: 0.35, rough: 0.4 })
export const darkMetal = plain(paint('#33373c'), { gloss: 0.2, rough: 0.5 })
export const blackRubber = plain(paint('#17181a'))

export interface LampShape {
  readonly widthM: number
  readonly lengthM: number
  readonly colour: Vec3
  /** How bright the lamp itself looks. */
  readonly glow?: number
}

/** A luminaire under a ceiling: what is seen of it, and the light that it gives. */
export function ceilingLamp(geometry: Geometry, lamps: Lamp[], centre: Vec3, shape: LampShape): void {
  const [x, y, z] = centre
  const { widthM, lengthM, colour } = shape
  const brightest = Math.max(...colour)
  const tint: Vec3 = [colour[0] / brightest, colour[1] / brightest, colour[2] / brightest]
  box(
    geometry,
    [x - widthM / 2, y - 0.03, z - lengthM / 2],
    [x + widthM / 2, y + 0.02, z + lengthM / 2],
    plain(tint, { glow: shape.glow ?? 2.2 }),
  )
  lamps.push({
    centre: [x, y - 0.06, z],
    halfAlong: [widthM / 2, 0, 0],
    halfAcross: [0, 0, lengthM / 2],
    facing: [0, -1, 0],
    colour,
  })
}

/** A door leaf with frame and handle, in a wall along z (facing +x or −x) at x, or along x when `alongX`. */
export function door(
  geometry: Geometry,
  at: Vec3,
  widthM: number,
  heightM: number,
  alongX: boolean,
  leaf: Material,
  side: 1 | -1,
): void {
  const [x, y, z] = at
  const frame = plain(paint('#7d8287'))
  const put = (offset: number, from: number, low: number, to: number, high: number, material: Material) => {
    const [near, far] = [0.001 * side, offset * side].sort((a, b) => a - b)
    if (alongX) {
      box(geometry, [x + from, y + low, z + (near ?? 0)], [x + to, y + high, z + (far ?? 0)], material)
    } else {
      box(geometry, [x + (near ?? 0), y + low, z + from], [x + (far ?? 0), y + high, z + to], material)
    }
  }
  const half = widthM / 2
  put(0.06, -half - 0.07, 0, -half, heightM + 0.07, frame)
  put(0.06, half, 0, half + 0.07, heightM + 0.07, frame)
  put(0.06, -half, heightM, half, heightM + 0.07, frame)
  put(0.025, -half, 0, half, heightM, leaf)
  put(0.09, half - 0.2, 1.02, half - 0.08, 1.06, steel)
  put(0.045, half - 0.17, 0.95, half - 0.1, 1.13, steel)
}

/** A plant in a pot. */
export function plant(geometry: Geometry, foot: Vec3, heightM: number, random: () => number): void {
  const [x, y, z] = foot
  const pot = plain(paint('#565a5e'))
  lathe(
    geometry,
    [
      { y, rx: 0.17, rz: 0.17, x, z },
      { y: y + 0.38, rx: 0.22, rz: 0.22, x, z },
    ],
    12,
    pot,
  )
  const greens = ['#3c5a35', '#4b6b3e', '#2f4a2e'].map((hex) => plain(paint(hex)))
  for (let leaf = 0; leaf < 26; leaf += 1) {
    const angle = random() * 2 * Math.PI
    const reach = 0.12 + random() * 0.32
    const top = y + 0.4 + (heightM - 0.4) * (0.35 + 0.65 * random())
    const out: Vec3 = [x + Math.cos(angle) * reach, top, z + Math.sin(angle) * reach]
    const wide = 0.05 + random() * 0.05
    const side: Vec3 = [-Math.sin(angle) * wide, 0, Math.cos(angle) * wide]
    const middle = y + 0.4 + (top - y - 0.4) * 0.75
    const half: Vec3 = [x + Math.cos(angle) * reach * 0.4, middle, z + Math.sin(angle) * reach * 0.4]
    const green = greens[leaf % greens.length] ?? pot
    geometry.quad(
      [x, y + 0.36, z],
      [half[0] + side[0], half[1], half[2] + side[2]],
      out,
      [half[0] - side[0], half[1], half[2] - side[2]],
      green,
    )
  }
}

/** A fire extinguisher on the wall with its sign above. */
export function extinguisher(geometry: Geometry, at: Vec3): void {
  const [x, y, z] = at
  const red = plain(paint('#b3261e'), { gloss: 0.3, rough: 0.3 })
  pillar(geometry, [x, y + 0.75, z], 0.075, 0.42, 10, red)
  pillar(geometry, [x, y + 1.17, z], 0.03, 0.09, 8, darkMetal)
  block(geometry, [x, y + 1.5, z], [0.03, 0.22, 0.22], red)
}

/** A post with a round foot. */
export function post(
  geometry: Geometry,
  foot: Vec3,
  heightM: number,
  radiusM: number,
  material: Material,
): void {
  pillar(geometry, foot, radiusM, heightM, 10, material)
}
