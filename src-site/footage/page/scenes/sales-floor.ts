import type { CameraPlan } from '../../catalogue.ts'
import { paint } from '../render/colour.ts'
import { Geometry } from '../render/geometry.ts'
import type { Lamp } from '../render/lighting.ts'
import { plain } from '../render/material.ts'
import { chain, move, turn } from '../render/matrix.ts'
import { compile } from '../render/model.ts'
import { randomFrom } from '../render/noise.ts'
import type { Body } from '../render/stage.ts'
import { ceilingPanels, layered, tiles } from '../render/textures.ts'
import { anybody, staff } from '../things/outfit.ts'
import { type Passer, people } from '../things/people.ts'
import { lampGrid, room, signTowardsUs } from '../things/room.ts'
import { gondola, trolley } from '../things/shop.ts'
import { together } from '../things/vehicles.ts'
import { Walk } from '../things/walk.ts'
import type { Place } from './scene.ts'

const shape = { x0: -9, x1: 9, z0: -4, z1: 24, heightM: 3.8 }
const aisles = [
  ['BREAKFAST', 'COFFEE · TEA'],
  ['PASTA · RICE', 'SAUCES'],
  ['DRINKS', 'SNACKS'],
] as const

/** Shelves in perspective, customers with trolleys between them. */
export function salesFloor(camera: CameraPlan): Place {
  const random = randomFrom(camera.seed * 61 + 2)
  const geometry = new Geometry()
  const lamps: Lamp[] = []
  const floor = plain(paint('#c2beb4'), {
    texture: layered(tiles(0.6, 0.006, 0.04, 0.87)),
    gloss: 0.42,
    rough: 0.14,
    isGround: true,
  })
  room(geometry, shape, {
    floor,
    wall: plain(paint('#d9d7d0')),
    ceiling: plain(paint('#d5d5d2'), { texture: ceilingPanels(1.2) }),
  })
  lampGrid(geometry, lamps, [-6, -2.1, 2.1, 6], [-1, 3.4, 7.8, 12.2, 16.6, 21], shape.heightM, {
    widthM: 0.28,
    lengthM: 2.2,
    colour: [2.9, 2.85, 2.7],
    glow: 2,
  })
  for (const x of [-4.2, 0, 4.2]) {
    gondola(geometry, x + 0.47, -1, 3.4, 15, 1.85, random)
    gondola(geometry, x - 0.47, 1, 3.4, 15, 1.85, random)
  }
  gondola(geometry, -8.4, -1, 0, 21, 2.1, random)
  gondola(geometry, 8.4, 1, 0, 21, 2.1, random)
  const [first, second] = aisles[camera.seed % aisles.length] ?? aisles[0]
  for (const [x, lines] of [
    [-2.1, [first, second]],
    [2.1, ['HOUSEHOLD', 'PAPER']],
  ] as const) {
    signTowardsUs(
      geometry,
      lines,
      { ink: '#f6f4ea', ground: '#3f6b3f', widthM: 1.7, heightM: 0.62, glow: 0.15 },
      [x - 0.85, 2.65, 4.2],
    )
  }
  signTowardsUs(
    geometry,
    ['BAKERY'],
    { ink: '#f3e7cf', ground: '#7a4b2c', widthM: 3.2, heightM: 0.7, glow: 0.2 },
    [-1.6, 2.6, 23.97],
  )
  return {
    camera: { from: [-3.2, 3.1, -0.6], at: [0.4, 0.75, 6.6], fovDegrees: 76 },
    lighting: { lamps, ambient: [0.44, 0.44, 0.42], exposure: 0.95, vignette: 0.35 },
    standing: geometry,
    moving: together(people(browsers(random)), ...pushers(random)),
    mirrorShare: 0.1,
  }
}

function browsers(random: () => number): Passer[] {
  return [
    {
      outfit: anybody(random),
      startSecond: 3,
      start: [-2.6, 20],
      steps: [
        { to: [-2.9, 12] },
        { staySeconds: 6, facing: -1.5, doing: 'work' },
        { to: [-2.9, 7.6] },
        { staySeconds: 7, facing: -1.5, doing: 'work' },
        { to: [-1.8, 2.2] },
        { to: [8, 1.4] },
      ],
    },
    {
      outfit: anybody(random),
      startSecond: 30,
      start: [8, 1],
      steps: [
        { to: [2.4, 1.8] },
        { to: [1.3, 8] },
        { staySeconds: 8, facing: -1.5, doing: 'work' },
        { to: [1.8, 20] },
      ],
    },
    {
      outfit: staff(random, '#3f6b3f'),
      startSecond: 0,
      start: [3.1, 9.4],
      steps: [
        { staySeconds: 34, facing: 1.5, doing: 'work' },
        { to: [3.1, 12.4] },
        { staySeconds: 20, facing: 1.5, doing: 'work' },
        { to: [3.1, 9.4] },
      ],
    },
    {
      outfit: anybody(random),
      startSecond: 12,
      start: [6.8, 20],
      steps: [
        { to: [6.2, 9] },
        { staySeconds: 9, facing: 1.6, doing: 'work' },
        { to: [6, 2] },
        { to: [-8, 0.6] },
      ],
    },
    {
      outfit: anybody(random),
      startSecond: 34,
      start: [-8, 1.8],
      steps: [
        { to: [-1.2, 2.2] },
        { to: [-0.75, 5.2] },
        { staySeconds: 9, facing: 1.5, doing: 'work' },
        { to: [-0.8, 8.2] },
        { staySeconds: 6, facing: 1.5, doing: 'work' },
        { to: [-1.6, 21] },
      ],
    },
    {
      outfit: anybody(random),
      startSecond: 0,
      start: [7.6, 2.2],
      steps: [
        { to: [1.5, 2.3] },
        { staySeconds: 7, facing: 2.6, doing: 'phone' },
        { to: [-2, 1.2] },
        { to: [-3.4, -3.6] },
      ],
    },
    {
      outfit: anybody(random),
      startSecond: 46,
      start: [-8, 1.2],
      steps: [{ to: [1.6, 1.5] }, { to: [8, 0.4] }],
    },
  ]
}

/** Customers behind a trolley: both follow the same way. */
function pushers(random: () => number): ((second: number) => readonly Body[])[] {
  const ways: Passer[] = [
    {
      outfit: anybody(random),
      startSecond: 8,
      start: [-8, 0.9],
      steps: [
        { to: [-3, 1.6], doing: 'push' },
        { to: [-1.5, 5], doing: 'push' },
        { to: [-1.4, 9.4], doing: 'push' },
        { staySeconds: 6, doing: 'push' },
        { to: [-1.6, 21], doing: 'push' },
      ],
      speed: 0.9,
    },
    {
      outfit: anybody(random),
      startSecond: 26,
      start: [2.2, 21],
      steps: [
        { to: [2.2, 13], doing: 'push' },
        { staySeconds: 5, doing: 'push' },
        { to: [2.1, 4], doing: 'push' },
        { to: [1, 1], doing: 'push' },
        { to: [-1.5, -3.4], doing: 'push' },
      ],
      speed: 0.95,
    },
  ]
  return ways.map((way) => {
    const model = compile(trolley(random))
    const walk = new Walk(way.startSecond, way.start, way.steps, way.speed)
    const person = people([way])
    return (second) => {
      const where = walk.at(second)
      if (where === undefined) {
        return []
      }
      const x = where.x + Math.sin(where.heading) * 0.5
      const z = where.z + Math.cos(where.heading) * 0.5
      const cart: Body = {
        parts: [[model, chain(move(x, 0, z), turn(where.heading))]],
        x: x + Math.sin(where.heading) * 0.5,
        z: z + Math.cos(where.heading) * 0.5,
        heading: where.heading,
        halfWidthM: 0.3,
        halfLengthM: 0.5,
        middleM: 0.6,
      }
      return [...person(second), cart]
    }
  })
}
