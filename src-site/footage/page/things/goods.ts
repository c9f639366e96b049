import { paint } from '../render/colour.ts'
import { Geometry } from '../render/geometry.ts'
import { type Material, plain } from '../render/material.ts'
import { move } from '../render/matrix.ts'
import { box } from '../render/solids.ts'
import type { Vec3 } from '../render/vector.ts'

const wood = plain(paint('#a5855a'))
const cartons = ['#b08b60', '#a27d54', '#bb9a70', '#967048'].map((hex) => plain(paint(hex)))
const tape = plain(paint('#d6c9a8'))
const wraps = ['#c9ced1', '#8fa7b5', '#d8d4c8', '#40576a', '#7b8f6b'].map((hex) =>
  plain(paint(hex), { gloss: 0.25, rough: 0.3 }),
)

/** A wooden pallet, 1.2 × 0.8 m, lying in the middle of the origin. */
export function pallet(geometry: Geometry, [x, y, z]: Vec3): void {
  for (const dz of [-0.35, -0.17, 0, 0.17, 0.35]) {
    box(geometry, [x - 0.6, y + 0.115, z + dz - 0.065], [x + 0.6, y + 0.144, z + dz + 0.065], wood)
  }
  for (const dx of [-0.52, 0, 0.52]) {
    box(geometry, [x + dx - 0.07, y, z - 0.4], [x + dx + 0.07, y + 0.115, z + 0.4], wood)
  }
}

/** A pallet with something on it: cartons in layers, a wrapped block, or drums' worth of bags. */
export function loadedPallet(geometry: Geometry, foot: Vec3, heightM: number, random: () => number): void {
  const [x, y, z] = foot
  pallet(geometry, foot)
  const low = y + 0.145
  if (random() < 0.35) {
    const wrap = pick(wraps, random, wood)
    box(geometry, [x - 0.57, low, z - 0.38], [x + 0.57, y + heightM, z + 0.38], wrap)
    box(geometry, [x - 0.12, low + 0.3, z - 0.384], [x + 0.1, low + 0.5, z - 0.38], tape)
    return
  }
  const layerM = 0.24 + random() * 0.12
  const layers = Math.max(1, Math.floor((heightM - 0.145) / layerM))
  const material = pick(cartons, random, wood)
  for (let layer = 0; layer < layers; layer += 1) {
    const isLast = layer === layers - 1
    for (let column = 0; column < 3; column += 1) {
      for (let row = 0; row < 2; row += 1) {
        if (isLast && random() < 0.25) {
          continue
        }
        const slack = random() * 0.012
        const x0 = x - 0.57 + column * 0.38 + slack
        const z0 = z - 0.38 + row * 0.38 + slack
        carton(
          geometry,
          [x0, low + layer * layerM, z0],
          [0.37 - slack, layerM - 0.006, 0.37 - slack],
          random() < 0.8 ? material : pick(cartons, random, wood),
        )
      }
    }
  }
}

/** A cardboard box with a strip of tape; `low` is its lower corner. */
export function carton(geometry: Geometry, low: Vec3, size: Vec3, material: Material): void {
  const [x, y, z] = low
  const [w, h, d] = size
  box(geometry, low, [x + w, y + h, z + d], material)
  const middle = x + w / 2
  box(geometry, [middle - 0.025, y + h * 0.6, z - 0.002], [middle + 0.025, y + h, z], tape)
  box(geometry, [middle - 0.025, y + h, z], [middle + 0.025, y + h + 0.002, z + d], tape)
}

/** Something for a fork truck or a hand truck to carry. */
export function palletLoad(heightM: number, random: () => number): Geometry {
  const geometry = new Geometry()
  loadedPallet(geometry, [0, 0, 0], heightM, random)
  return geometry
}

export interface RackShape {
  readonly bays: number
  readonly bayM: number
  readonly levels: readonly number[]
  readonly depthM: number
  /** Share of places that are taken. */
  readonly filled: number
}

/** Pallet racking along z, its aisle side at x = `front` when `side` is −1 (rack to the left) or +1 (to the right). */
export function rack(
  geometry: Geometry,
  front: number,
  side: 1 | -1,
  fromZ: number,
  shape: RackShape,
  random: () => number,
): void {
  const upright = plain(paint('#2f5582'))
  const beam = plain(paint('#c8641f'))
  const back = front + side * shape.depthM
  const [x0, x1] = [Math.min(front, back), Math.max(front, back)]
  const top = (shape.levels.at(-1) ?? 4) + 1.6
  for (let bay = 0; bay <= shape.bays; bay += 1) {
    const z = fromZ + bay * shape.bayM
    for (const x of [x0 + 0.05, x1 - 0.05]) {
      box(geometry, [x - 0.05, 0, z - 0.04], [x + 0.05, top, z + 0.04], upright)
    }
    for (let y = 0.5; y < top; y += 1.1) {
      box(geometry, [x0 + 0.1, y, z - 0.015], [x1 - 0.1, y + 0.04, z + 0.015], upright)
    }
    box(
      geometry,
      [front - side * 0.1 - 0.05, 0, z - 0.09],
      [front - side * 0.1 + 0.05, 0.42, z + 0.09],
      plain(paint('#e0b526')),
    )
  }
  for (let bay = 0; bay < shape.bays; bay += 1) {
    const [z0, z1] = [fromZ + bay * shape.bayM + 0.04, fromZ + (bay + 1) * shape.bayM - 0.04]
    for (const level of shape.levels) {
      if (level > 0) {
        for (const x of [x0 + 0.05, x1 - 0.05]) {
          box(geometry, [x - 0.03, level - 0.12, z0], [x + 0.03, level, z1], beam)
        }
      }
      for (let place = 0; place < 2; place += 1) {
        if (random() < shape.filled) {
          const load = palletLoad(0.7 + random() * 0.75, random)
          const turned = quarterTurned(load)
          geometry.place(turned, move((x0 + x1) / 2, level, z0 + (z1 - z0) * (0.26 + 0.48 * place)))
        }
      }
    }
  }
}

function quarterTurned(load: Geometry): Geometry {
  return new Geometry().place(load, [0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 0, 0])
}

function pick(list: readonly Material[], random: () => number, fallback: Material): Material {
  return list[Math.floor(random() * list.length)] ?? fallback
}
