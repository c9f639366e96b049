import type { CameraPlan } from '../../catalogue.ts'
import { paint } from '../render/colour.ts'
import { signMaterial } from '../render/decal.ts'
import { Geometry } from '../render/geometry.ts'
import type { Lamp } from '../render/lighting.ts'
import { plain } from '../render/material.ts'
import { randomFrom } from '../render/noise.ts'
import type { Body } from '../render/stage.ts'
import { grit, layered, marking, ribs } from '../render/textures.ts'
import { ceilingLamp } from '../things/building.ts'
import { Forklift } from '../things/forklift.ts'
import { palletLoad, rack, type RackShape } from '../things/goods.ts'
import { worker } from '../things/outfit.ts'
import { people } from '../things/people.ts'
import { together } from '../things/vehicles.ts'
import { Walk } from '../things/walk.ts'
import type { Place } from './scene.ts'

const heightM = 7.6
const lengthM = 34
const aisleM = 1.75
const shape: RackShape = { bays: 10, bayM: 2.9, levels: [0, 1.75, 3.5, 5.2], depthM: 1.15, filled: 0.84 }

/** An aisle between pallet racks: a fork truck at work, people on foot. */
export function warehouse(camera: CameraPlan): Place {
  const random = randomFrom(camera.seed * 91 + 5)
  const geometry = new Geometry()
  const lamps: Lamp[] = []
  const yellow: readonly [number, number, number] = [0.62, 0.45, 0.05]
  const floor = plain(paint('#7f8180'), {
    texture: layered(
      grit(0.2, 0.12, 3),
      marking((x, z) => Math.abs(Math.abs(x) - (aisleM - 0.12)) < 0.05 && z > 2.3, yellow),
      marking((_x, z) => Math.abs(z - 1.3) < 0.05 || Math.abs(z - 1.9) < 0.05, yellow),
    ),
    gloss: 0.28,
    rough: 0.3,
    isGround: true,
  })
  geometry.quad([-12, 0, -6], [-12, 0, lengthM], [12, 0, lengthM], [12, 0, -6], floor)
  const sheet = plain(paint('#c9cdd0'), { texture: ribs(0.3, 0.14) })
  geometry.quad(
    [-12, heightM, -6],
    [12, heightM, -6],
    [12, heightM, lengthM],
    [-12, heightM, lengthM],
    plain(paint('#a9adb0'), { texture: ribs(0.4, 0.2) }),
  )
  geometry.quad([-12, 0, lengthM], [-12, heightM, lengthM], [12, heightM, lengthM], [12, 0, lengthM], sheet)
  for (const side of [-1, 1] as const) {
    rack(geometry, side * aisleM, side, 2.4, shape, random)
    geometry.quad(
      [side * 12, 0, -6],
      [side * 12, heightM, -6],
      [side * 12, heightM, lengthM],
      [side * 12, 0, lengthM],
      sheet,
    )
    rack(geometry, side * (aisleM + 1.15 + 0.3), side, 2.4, { ...shape, filled: 0.6 }, random)
  }
  for (let z = 0; z < lengthM; z += 4.6) {
    ceilingLamp(geometry, lamps, [0, heightM - 0.5, z], {
      widthM: 0.35,
      lengthM: 1.6,
      colour: [15, 15, 14.4],
      glow: 2.5,
    })
  }
  aisleSign(geometry, /\d+/.exec(camera.name)?.[0] ?? '12')
  const fork = new Forklift(worker(random, '#e8622c'), palletLoad(1.15, random))
  const walk = new Walk(
    6,
    [-7, 0.2],
    [
      { to: [-2.6, 0.3], speed: 2 },
      { to: [-0.1, 2.6], speed: 1.6 },
      { to: [-0.2, 14], speed: 2.2 },
      { staySeconds: 9 },
      { to: [-0.2, 5], speed: 1.8, reverse: true },
      { to: [0.6, 0.6], speed: 1.5, reverse: true },
      { to: [3.2, -0.3], speed: 1.5, reverse: true },
      { staySeconds: 0.6 },
      { to: [-8, -0.3], speed: 2.2 },
    ],
    2,
    0.8,
  )
  return {
    camera: { from: [0.9, 4.6, -4.2], at: [-0.25, 1.35, 8], fovDegrees: 68 },
    lighting: { lamps, ambient: [0.3, 0.3, 0.29], exposure: 1.15, vignette: 0.5 },
    standing: geometry,
    moving: together(
      (second) => forkBodies(fork, walk, second),
      people([
        {
          outfit: worker(random),
          startSecond: 1,
          start: [1.1, lengthM - 1],
          steps: [
            { to: [1.1, 17] },
            { staySeconds: 6, facing: 1.4, doing: 'work' },
            { to: [1.15, 7] },
            { staySeconds: 4, facing: 1.3, doing: 'work' },
            { to: [0.8, 0.2] },
            { to: [8, -0.4] },
          ],
        },
        {
          outfit: worker(random),
          startSecond: 30,
          start: [6, 0.9],
          steps: [
            { to: [1.3, 1.4] },
            { to: [1.15, 4.6] },
            { staySeconds: 11, facing: 1.5, doing: 'work' },
            { to: [1.1, 7.4] },
            { staySeconds: 9, facing: 1.5, doing: 'work' },
            { to: [0.2, 3] },
            { to: [-6, 0.4] },
          ],
        },
        {
          outfit: worker(random, '#e8622c'),
          startSecond: 40,
          start: [7, 0.5],
          steps: [{ to: [1.2, 1] }, { to: [0.9, 9] }, { to: [0.6, 24] }],
        },
      ]),
    ),
    mirrorShare: 0.07,
  }
}

/** Lifts when it has come to the rack, and leaves without its load. */
function forkBodies(fork: Forklift, walk: Walk, second: number): readonly Body[] {
  const where = walk.at(second)
  if (where === undefined) {
    return []
  }
  const arrived = 10.7
  const since = where.seconds - arrived
  const lift =
    since < 0 || since > 9
      ? 0
      : since < 3.5
        ? since / 3.5
        : since < 5.5
          ? 1
          : Math.max(0, 1 - (since - 5.5) / 3.5)
  return fork.pose({ ...where, forkM: 0.12 + lift * 1.5, isLoaded: since < 4.8, second })
}

function aisleSign(geometry: Geometry, text: string): void {
  for (const side of [-1, 1] as const) {
    const x = side === -1 ? -aisleM - 0.85 : aisleM + 0.2
    const look = { ink: '#1d2226', ground: '#f0c22e', widthM: 0.65, heightM: 0.5, textShare: 0.75, glow: 0.1 }
    const label = `${text}${side === -1 ? 'A' : 'B'}`
    geometry.quad(
      [x, 3.9, 2.3],
      [x, 4.4, 2.3],
      [x + 0.65, 4.4, 2.3],
      [x + 0.65, 3.9, 2.3],
      signMaterial([label], look, [x, 3.9, 2.3], [1, 0, 0]),
    )
  }
}
