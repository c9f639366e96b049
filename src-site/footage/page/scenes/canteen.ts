import type { CameraPlan } from '../../catalogue.ts'
import { paint } from '../render/colour.ts'
import { Geometry } from '../render/geometry.ts'
import type { Lamp } from '../render/lighting.ts'
import { plain } from '../render/material.ts'
import { randomFrom } from '../render/noise.ts'
import { block, box, lathe } from '../render/solids.ts'
import { plaster, tiles } from '../render/textures.ts'
import { normalize, type Vec3 } from '../render/vector.ts'
import { darkMetal, plant, steel } from '../things/building.ts'
import { chair, counter, oak, paleTop, table } from '../things/furniture.ts'
import { tree } from '../things/outdoors.ts'
import { anybody, staff } from '../things/outfit.ts'
import { type Passer, people } from '../things/people.ts'
import { lampGrid, room, signTowardsUs } from '../things/room.ts'
import type { Place } from './scene.ts'

const shape = { x0: -7, x1: 6, z0: -4, z1: 12, heightM: 3.3 }
const tables = [
  [-4.6, 2.4],
  [-4.6, 5.4],
  [-4.6, 8.4],
  [-1.2, 3.6],
  [-1.2, 7],
  [2.2, 2.6],
  [2.2, 5.8],
] as const

/** Lunch: tables by the windows, a counter at the end, people eating and carrying trays. */
export function canteen(camera: CameraPlan): Place {
  const random = randomFrom(camera.seed * 53 + 14)
  const geometry = new Geometry()
  const lamps: Lamp[] = []
  const floor = plain(paint('#9a958c'), {
    texture: tiles(0.6, 0.006, 0.07, 0.82),
    gloss: 0.3,
    rough: 0.2,
    isGround: true,
  })
  const wall = plain(paint('#d9d4c9'), { texture: plaster() })
  // The left wall is windows: it is built here, not by the room.
  room(geometry, shape, { isOpenLeft: true, floor, wall, ceiling: plain(paint('#e2e0da')) })
  windowWall(geometry, random)
  lampGrid(geometry, lamps, [-4.6, -1.2, 2.2], [1, 4, 7, 10], shape.heightM - 0.7, {
    widthM: 0.5,
    lengthM: 0.5,
    colour: [3, 2.7, 2.2],
    glow: 1.8,
  })
  counter(geometry, [1.2, 0, 10.2], 6.4, plain(paint('#4f6b5a')), paleTop)
  box(geometry, [-2, 1.35, 10.2], [4.4, 1.4, 10.5], steel)
  for (let x = -1.5; x < 4.2; x += 0.9) {
    lathe(
      geometry,
      [
        { y: 1.125, rx: 0.3, rz: 0.16, x, z: 10.3 },
        { y: 1.2, rx: 0.32, rz: 0.17, x, z: 10.3 },
      ],
      12,
      plain(paint(['#c9823b', '#7f9c4c', '#b5483a', '#d9c98a'][Math.floor(random() * 4)] ?? '#aaaaaa')),
    )
  }
  signTowardsUs(
    geometry,
    ['SOUP', 'PASTA', 'SALAD'],
    { ink: '#f3efe2', ground: '#2d322f', widthM: 1.3, heightM: 0.9, textShare: 0.55, glow: 0.2 },
    [-0.8, 2.1, 11.97],
  )
  signTowardsUs(
    geometry,
    ['KITCHEN'],
    { ink: '#f3efe2', ground: '#4f6b5a', widthM: 2.2, heightM: 0.5, glow: 0.15 },
    [1.4, 2.4, 11.97],
  )
  for (const [index, [x, z]] of tables.entries()) {
    const seat = plain(paint(['#b5653a', '#41606b', '#c2a14d'][index % 3] ?? '#888888'))
    table(geometry, [x, 0, z], 1.6, 0.85, oak)
    for (const dx of [-0.42, 0.42]) {
      chair(geometry, [x + dx, 0, z - 0.62], 'forward', seat)
      chair(geometry, [x + dx, 0, z + 0.62], 'towards', seat)
      block(geometry, [x + dx, 0.745, z + 0.18], [0.4, 0.02, 0.28], plain(paint('#d7d3c9')))
      lathe(
        geometry,
        [
          { y: 0.765, rx: 0.1, rz: 0.1, x: x + dx, z: z + 0.18 },
          { y: 0.78, rx: 0.12, rz: 0.12, x: x + dx, z: z + 0.18 },
        ],
        10,
        plain(paint('#f0efea')),
      )
    }
  }
  plant(geometry, [5.2, 0, 8.6], 1.8, random)
  plant(geometry, [-6.3, 0, 11.2], 1.6, random)
  return {
    camera: { from: [3.9, 2.85, -1.4], at: [-1.7, 0.35, 5], fovDegrees: 72 },
    lighting: {
      lamps,
      sun: { direction: normalize([-0.8, 0.62, 0.25]), colour: [1.7, 1.5, 1.2], softness: 0.012 },
      sky: { zenith: [0.5, 0.64, 0.9], horizon: [0.9, 0.95, 1], clouds: 0.5 },
      ambient: [0.44, 0.42, 0.38],
      exposure: 0.82,
      vignette: 0.4,
    },
    standing: geometry,
    moving: people(guests(random)),
    mirrorShare: 0.09,
  }
}

function windowWall(geometry: Geometry, random: () => number): void {
  const x = -7
  const frame = plain(paint('#8b8f90'))
  box(geometry, [x - 0.2, 0, -4], [x, 0.8, 12], plain(paint('#cfcac0')))
  box(geometry, [x - 0.2, 2.7, -4], [x, 3.3, 12], plain(paint('#cfcac0')))
  for (let z = -4; z <= 12; z += 2) {
    box(geometry, [x - 0.18, 0.8, z - 0.06], [x - 0.02, 2.7, z + 0.06], frame)
  }
  // Outside there is neither ceiling nor floor of ours, but a lawn and trees.
  const lawn: Vec3[] = [
    [-60, -0.4, -20],
    [-60, -0.4, 60],
    [-7.3, -0.4, 60],
    [-7.3, -0.4, -20],
  ]
  const [a, b, c, d] = lawn
  if (a !== undefined && b !== undefined && c !== undefined && d !== undefined) {
    geometry.quad(a, b, c, d, plain(paint('#6f8050')))
  }
  for (let z = 0; z < 26; z += 5) {
    tree(geometry, [-15 - random() * 4, -0.4, z], 5, random)
  }
  box(geometry, [-7.25, 0, 11.9], [-7, 3.3, 12], darkMetal)
}

function guests(random: () => number): Passer[] {
  const seated = (table: number, side: 1 | -1, place: 1 | -1): Passer => {
    const [x, z] = tables[table] ?? [0, 0]
    return {
      outfit: anybody(random),
      startSecond: 0,
      start: [x + place * 0.42, z - side * 0.62],
      steps: [{ staySeconds: 60, facing: side === 1 ? 0 : Math.PI, doing: 'sit' }],
    }
  }
  const tray = (startSecond: number, seat: readonly [number, number]): Passer => ({
    outfit: anybody(random),
    startSecond,
    start: [5.8, 9.2],
    steps: [
      { to: [3, 9.5] },
      { staySeconds: 5, facing: 0, doing: 'work' },
      { to: [0.4, 9.4] },
      { staySeconds: 4, facing: 0, doing: 'work' },
      { to: [0.5, 5], doing: 'carry' },
      { to: seat, doing: 'carry' },
    ],
  })
  return [
    seated(0, 1, -1),
    seated(0, -1, 1),
    seated(1, 1, 1),
    seated(1, -1, -1),
    seated(1, -1, 1),
    seated(3, 1, -1),
    seated(3, -1, -1),
    seated(4, -1, 1),
    seated(6, 1, 1),
    seated(2, 1, -1),
    tray(3, [-2.9, -3.6]),
    tray(24, [3.9, -3.6]),
    tray(31, [0.4, -3.6]),
    {
      outfit: anybody(random),
      startSecond: 14,
      start: [0.6, -3.6],
      steps: [{ to: [0.5, 4] }, { to: [0.6, 8.6] }, { to: [5.8, 9] }],
    },
    {
      outfit: staff(random, '#e4e2da'),
      startSecond: 0,
      start: [0.2, 11.2],
      steps: [
        { staySeconds: 22, facing: Math.PI, doing: 'work' },
        { to: [2.8, 11.2] },
        { staySeconds: 30, facing: Math.PI, doing: 'work' },
        { to: [0.2, 11.2] },
      ],
    },
  ]
}
