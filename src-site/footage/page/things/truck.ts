import { paint } from '../render/colour.ts'
import { Geometry } from '../render/geometry.ts'
import { loft } from '../render/loft.ts'
import { plain } from '../render/material.ts'
import { chain, lean, move } from '../render/matrix.ts'
import { block, box, lathe } from '../render/solids.ts'
import type { Vec3 } from '../render/vector.ts'

export interface TruckLook {
  readonly cab: Vec3
  readonly trailer: Vec3
  readonly stripe: Vec3
  /** Of the load space. */
  readonly lengthM: number
  readonly lightsOn: boolean
  /** Doors folded back: seen from behind the load space is open. */
  readonly isOpen: boolean
}

export const loadFloorM = 1.1
const halfM = 1.25
const topM = 3.75

/** A lorry: the rear end of its load space at z = 0, the cab towards +z. */
export function truckGeometry(look: TruckLook): Geometry {
  const geometry = new Geometry()
  const body = plain(look.trailer, { gloss: 0.18, rough: 0.4 })
  const inside = plain(paint('#8e8a80'))
  const frame = plain(paint('#26282b'))
  const wallM = 0.05
  for (const side of [-1, 1] as const) {
    const [x0, x1] = side === -1 ? [-halfM, -halfM + wallM] : [halfM - wallM, halfM]
    box(geometry, [x0, loadFloorM, 0], [x1, topM, look.lengthM], body)
    const stripe = plain(look.stripe, { gloss: 0.2, rough: 0.4 })
    box(
      geometry,
      [side * (halfM + 0.004) - 0.003, 1.7, 0.4],
      [side * (halfM + 0.004) + 0.003, 2.25, look.lengthM - 0.4],
      stripe,
    )
  }
  box(
    geometry,
    [-halfM, loadFloorM - 0.14, 0],
    [halfM, loadFloorM, look.lengthM],
    frame,
    plain(paint('#6d5f4c')),
  )
  box(geometry, [-halfM, topM, 0], [halfM, topM + 0.06, look.lengthM], body)
  box(geometry, [-halfM, loadFloorM, look.lengthM - 0.06], [halfM, topM, look.lengthM], inside, body)
  rear(geometry, look)
  for (const z of [1.3, 2.5, look.lengthM + 1.4]) {
    for (const side of [-1, 1] as const) {
      const round = new Geometry()
      lathe(
        round,
        [
          { y: 0, rx: 0.5, rz: 0.5 },
          { y: 0.32, rx: 0.5, rz: 0.5 },
        ],
        16,
        plain(paint('#191a1c')),
      )
      lathe(
        round,
        [
          { y: 0.32, rx: 0.27, rz: 0.27 },
          { y: 0.335, rx: 0.25, rz: 0.25 },
        ],
        12,
        plain(paint('#7b8085')),
      )
      geometry.place(round, chain(move(side * (halfM - 0.34), 0.5, z), lean((side * Math.PI) / 2)))
    }
  }
  box(geometry, [-0.5, 0.6, 0.4], [0.5, 0.95, look.lengthM + 1.8], frame)
  cab(geometry, look)
  return geometry
}

function rear(geometry: Geometry, look: TruckLook): void {
  const frame = plain(paint('#3a3d41'))
  const body = plain(look.trailer, { gloss: 0.18, rough: 0.4 })
  if (look.isOpen) {
    for (const side of [-1, 1] as const) {
      box(
        geometry,
        [side * (halfM + 0.03) - 0.02, loadFloorM, 0],
        [side * (halfM + 0.03) + 0.02, topM, 1.2],
        body,
      )
    }
  } else {
    box(geometry, [-halfM, loadFloorM, -0.03], [halfM, topM, 0], body)
    for (const x of [-0.35, 0.35]) {
      box(geometry, [x - 0.02, loadFloorM, -0.07], [x + 0.02, topM, -0.03], frame)
    }
    box(geometry, [-0.01, loadFloorM, -0.035], [0.01, topM, -0.03], frame)
  }
  box(geometry, [-halfM, 0.45, -0.04], [halfM, 0.62, 0.06], frame)
  for (const side of [-1, 1] as const) {
    block(
      geometry,
      [side * 1.05, 0.66, -0.03],
      [0.34, 0.16, 0.06],
      plain(paint('#a31917'), { glow: look.lightsOn ? 2.5 : 0.15 }),
    )
  }
}

/** The outline of the cab at a place along it. */
function section(z: number, top: number, half: number): Vec3[] {
  return [
    [half, 0.55, z],
    [half, 1.9, z],
    [half * 0.97, top - 0.15, z],
    [half * 0.82, top, z],
    [-half * 0.82, top, z],
    [-half * 0.97, top - 0.15, z],
    [-half, 1.9, z],
    [-half, 0.55, z],
  ]
}

function cab(geometry: Geometry, look: TruckLook): void {
  const from = look.lengthM + 0.35
  const coat = plain(look.cab, { gloss: 0.5, rough: 0.15 })
  loft(
    geometry,
    [
      section(from, 3.5, 1.2),
      section(from + 1.2, 3.45, 1.22),
      section(from + 1.9, 3.15, 1.2),
      section(from + 2.05, 2.2, 1.18),
    ],
    coat,
  )
  box(geometry, [-1.18, 0.5, from], [1.18, 3.3, from + 0.05], coat)
  const glass = plain(paint('#1b242a'), { gloss: 0.9, rough: 0.05 })
  const z = from + 2.07
  geometry.quad(
    [-1.05, 1.75, z + 0.02],
    [-1.02, 2.75, z - 0.06],
    [1.02, 2.75, z - 0.06],
    [1.05, 1.75, z + 0.02],
    glass,
  )
  box(geometry, [-1.18, 0.5, z - 0.1], [1.18, 1.7, z], coat)
  box(geometry, [-0.8, 0.75, z], [0.8, 1.35, z + 0.02], plain(paint('#2a2d31')))
  for (const side of [-1, 1] as const) {
    box(geometry, [side * 1.225 - 0.005, 1.8, from + 1], [side * 1.225 + 0.005, 2.6, from + 1.8], glass)
    block(
      geometry,
      [side * 0.92, 0.72, z],
      [0.36, 0.2, 0.06],
      plain(paint('#fdf4dc'), { glow: look.lightsOn ? 5 : 0.3 }),
    )
    block(geometry, [side * 1.35, 1.9, z - 0.25], [0.14, 0.6, 0.1], plain(paint('#1f2124')))
  }
}
