import { paint } from '../render/colour.ts'
import { Geometry } from '../render/geometry.ts'
import { plain } from '../render/material.ts'
import { box } from '../render/solids.ts'

/** Where the barriers are. */
export const gateZ = 10

/** Red and white, lying along x from its pivot. */
export function barrierArm(): Geometry {
  const arm = new Geometry()
  for (let piece = 0; piece < 8; piece += 1) {
    const from = -0.3 + piece * 0.55
    box(
      arm,
      [from, -0.05, -0.03],
      [from + 0.55, 0.05, 0.03],
      plain(paint(piece % 2 === 0 ? '#e6e6e2' : '#b8261d')),
    )
  }
  return arm
}

/** The hut of the guards, on the island between the lanes. */
export function hut(geometry: Geometry): void {
  const wall = plain(paint('#c9c6bd'))
  box(geometry, [-0.6, 0.16, 13.4], [0.6, 1, 16.4], wall)
  box(geometry, [-0.6, 2.15, 13.4], [0.6, 2.35, 16.4], wall)
  box(geometry, [-0.56, 1, 13.44], [0.56, 2.15, 16.36], plain(paint('#27333b'), { gloss: 0.9, rough: 0.05 }))
  for (const x of [-0.6, 0.54]) {
    for (const z of [13.4, 14.9, 16.34]) {
      box(geometry, [x, 1, z], [x + 0.06, 2.15, z + 0.06], wall)
    }
  }
  box(geometry, [-0.95, 2.35, 13], [0.95, 2.5, 16.8], plain(paint('#4b5156')))
}

/** Railings on both sides of the road. */
export function fence(geometry: Geometry): void {
  const metal = plain(paint('#5b6468'))
  for (const [from, to] of [
    [-30, -5.4],
    [5.4, 30],
  ] as const) {
    for (let x = from; x <= to; x += 0.22) {
      box(geometry, [x - 0.012, 0.1, gateZ - 0.012], [x + 0.012, 2, gateZ + 0.012], metal)
    }
    for (const y of [0.4, 1.8]) {
      box(geometry, [from, y, gateZ - 0.02], [to, y + 0.05, gateZ + 0.02], metal)
    }
  }
}

/** Where the road is painted: edges, stop lines, a dashed middle. */
export function isLine(x: number, z: number): boolean {
  const isEdge = Math.abs(Math.abs(x) - 4.95) < 0.06
  const isStop = Math.abs(z - (gateZ - 1.3)) < 0.16 && x > 0.8 && x < 4.9
  const isStopOut = Math.abs(z - (gateZ + 1.3)) < 0.16 && x < -0.8 && x > -4.9
  const isMiddle = Math.abs(x) < 0.06 && (z < 2.6 || z > 25) && ((z % 4) + 4) % 4 < 2
  return isEdge || isStop || isStopOut || isMiddle
}
