import { paint } from '../render/colour.ts'
import { signMaterial } from '../render/decal.ts'
import type { Geometry } from '../render/geometry.ts'
import { plain } from '../render/material.ts'
import { block, box } from '../render/solids.ts'
import { grit, layered, marking, ribs, slats } from '../render/textures.ts'
import { blackRubber } from '../things/building.ts'

export const wallZ = 13
export const heightM = 5.6
/** The middles of the gates. */
export const doors = [-6.4, -1.4, 3.6] as const

/** Floor with its markings, sheet metal walls, girders, and the yard's daylight behind the gates. */
export function hall(geometry: Geometry): void {
  const yellow: readonly [number, number, number] = [0.6, 0.44, 0.05]
  const floor = plain(paint('#85868a'), {
    texture: layered(
      grit(0.22, 0.14, 3),
      marking((x, z) => Math.abs(z - 4.9) < 0.06 && Math.abs(x) < 8.5, yellow),
      marking((x, z) => (Math.abs(x + 5.1) < 0.05 || Math.abs(x - 5.9) < 0.05) && z > 5 && z < wallZ, yellow),
    ),
    gloss: 0.24,
    rough: 0.35,
    isGround: true,
  })
  geometry.quad([-9.5, 0, -5], [-9.5, 0, wallZ + 0.6], [9.5, 0, wallZ + 0.6], [9.5, 0, -5], floor)
  const sheet = plain(paint('#b9bfc3'), { texture: ribs(0.3, 0.12) })
  geometry.quad(
    [-9.5, heightM, -5],
    [9.5, heightM, -5],
    [9.5, heightM, wallZ],
    [-9.5, heightM, wallZ],
    plain(paint('#9da2a5'), { texture: ribs(0.4, 0.2) }),
  )
  for (const x of [-9.5, 9.5]) {
    geometry.quad([x, 0, -5], [x, heightM, -5], [x, heightM, wallZ], [x, 0, wallZ], sheet)
  }
  for (let z = 2; z < wallZ; z += 4) {
    box(geometry, [-9.5, heightM - 0.3, z - 0.1], [9.5, heightM - 0.05, z + 0.1], plain(paint('#7c8388')))
  }
  // The end wall leaves out the gates.
  const edges = [-9.5, ...doors.flatMap((x) => [x - 1.35, x + 1.35]), 9.5]
  for (let index = 0; index < edges.length; index += 2) {
    const [x0, x1] = [edges[index] ?? 0, edges[index + 1] ?? 0]
    geometry.quad([x0, 0, wallZ], [x0, heightM, wallZ], [x1, heightM, wallZ], [x1, 0, wallZ], sheet)
  }
  geometry.quad(
    [-9.5, 3, wallZ - 0.001],
    [-9.5, heightM, wallZ - 0.001],
    [9.5, heightM, wallZ - 0.001],
    [9.5, 3, wallZ - 0.001],
    sheet,
  )
  // Behind the gates: the yard in the light of the day.
  geometry.quad(
    [-12, -1.2, wallZ + 14],
    [-12, 5, wallZ + 14],
    [12, 5, wallZ + 14],
    [12, -1.2, wallZ + 14],
    plain(paint('#c9d2d8'), { glow: 1.1 }),
  )
}

/** A dock gate with bumpers, guide posts, number and lamp: green where it is open. */
export function dockGate(geometry: Geometry, x: number, number: number, isOpen: boolean): void {
  const frame = plain(paint('#e0b526'))
  for (const side of [-1, 1] as const) {
    box(geometry, [x + side * 1.42 - 0.09, 0, wallZ - 0.12], [x + side * 1.42 + 0.09, 3.1, wallZ], frame)
    block(geometry, [x + side * 1.75, 0, wallZ - 0.6], [0.16, 0.9, 0.16], frame)
    block(geometry, [x + side * 1.32, 0.1, wallZ + 0.5], [0.16, 2.8, 0.5], blackRubber)
  }
  box(geometry, [x - 1.5, 3, wallZ - 0.3], [x + 1.5, 3.32, wallZ], plain(paint('#8b9094')))
  if (!isOpen) {
    const door = plain(paint('#aab4ba'), { texture: slats(0.42, 0.2) })
    geometry.quad(
      [x - 1.35, 0, wallZ + 0.02],
      [x - 1.35, 3, wallZ + 0.02],
      [x + 1.35, 3, wallZ + 0.02],
      [x + 1.35, 0, wallZ + 0.02],
      door,
    )
  } else {
    geometry.quad(
      [x - 1.2, 0.012, wallZ - 0.3],
      [x - 1.2, 0.012, wallZ + 0.9],
      [x + 1.2, 0.012, wallZ + 0.9],
      [x + 1.2, 0.012, wallZ - 0.3],
      plain(paint('#5d6164'), { isGround: true }),
    )
  }
  const sign = signMaterial(
    [`DOCK ${number}`],
    { ink: '#f4f6f7', ground: '#27506b', widthM: 1.5, heightM: 0.46, glow: 0.1 },
    [x - 0.75, 3.5, wallZ - 0.02],
    [1, 0, 0],
  )
  geometry.quad(
    [x - 0.75, 3.5, wallZ - 0.02],
    [x - 0.75, 3.96, wallZ - 0.02],
    [x + 0.75, 3.96, wallZ - 0.02],
    [x + 0.75, 3.5, wallZ - 0.02],
    sign,
  )
  const lamp = isOpen ? plain(paint('#3fd06a'), { glow: 2 }) : plain(paint('#d8382e'), { glow: 1.6 })
  block(geometry, [x + 1.75, 2.2, wallZ - 0.05], [0.16, 0.16, 0.06], lamp)
}
