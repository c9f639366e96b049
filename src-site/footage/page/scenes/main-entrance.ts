import type { CameraPlan } from '../../catalogue.ts'
import { paint } from '../render/colour.ts'
import { Geometry } from '../render/geometry.ts'
import type { Lamp } from '../render/lighting.ts'
import { plain } from '../render/material.ts'
import { move } from '../render/matrix.ts'
import { randomFrom } from '../render/noise.ts'
import { box } from '../render/solids.ts'
import { grit, layered, plaster, tiles } from '../render/textures.ts'
import { normalize } from '../render/vector.ts'
import { darkMetal, plant } from '../things/building.ts'
import {
  bin,
  column,
  counter,
  glazing,
  monitor,
  oak,
  paleTop,
  screenGlow,
  sofa,
} from '../things/furniture.ts'
import { hedge, island, tree } from '../things/outdoors.ts'
import { anybody, staff } from '../things/outfit.ts'
import { opening, type Passer, people } from '../things/people.ts'
import { lampGrid, room, signOnSide, signTowardsUs } from '../things/room.ts'
import { part, together } from '../things/vehicles.ts'
import type { Place } from './scene.ts'

const glassZ = 11
const shape = { x0: -8, x1: 8, z0: -4, z1: glassZ, heightM: 4.4 }

/** A lobby behind a glass front: sliding doors, the forecourt in the sun, a desk at the side. */
export function mainEntrance(camera: CameraPlan): Place {
  const random = randomFrom(camera.seed * 17 + 1)
  const geometry = new Geometry()
  const lamps: Lamp[] = []
  const floor = plain(paint('#a39c90'), {
    texture: layered(tiles(0.9, 0.008, 0.06, 0.8)),
    gloss: 0.5,
    rough: 0.1,
    isGround: true,
  })
  const wall = plain(paint('#d9d6ce'), { texture: plaster() })
  room(geometry, shape, { floor, wall, ceiling: plain(paint('#e3e2de')), isOpenBehind: true })
  glazing(geometry, [-8, 0, glassZ], 16, 4.4, 1.6, darkMetal, [-1.6, 1.6])
  box(geometry, [-1.7, 2.31, glassZ - 0.12], [1.7, 2.55, glassZ + 0.12], darkMetal)
  signTowardsUs(
    geometry,
    [camera.name.toUpperCase()],
    { ink: '#eef1f2', ground: '#2f3438', widthM: 2.4, heightM: 0.2 },
    [-1.2, 2.33, glassZ - 0.125],
  )
  geometry.quad(
    [-1.8, 0.008, glassZ - 2.6],
    [-1.8, 0.008, glassZ - 0.3],
    [1.8, 0.008, glassZ - 0.3],
    [1.8, 0.008, glassZ - 2.6],
    plain(paint('#3d3f41'), { texture: grit(0.2, 0.5), isGround: true }),
  )
  forecourt(geometry, random)
  lobby(geometry, random)
  lampGrid(geometry, lamps, [-4.5, 0, 4.5], [-1, 2.6, 6.2], shape.heightM, {
    widthM: 1.2,
    lengthM: 0.25,
    colour: [3.6, 3.4, 3],
    glow: 1.8,
  })
  const passers = visitors(random)
  const open = opening(passers, [0, glassZ], 2.9, 2)
  const leaf = doorLeaf()
  return {
    camera: { from: [2.5, 3.3, -0.6], at: [-0.55, 0.7, 8.6], fovDegrees: 72 },
    lighting: {
      lamps,
      sun: { direction: normalize([-0.55, 0.62, 0.5]), colour: [2, 1.8, 1.45], softness: 0.01 },
      sky: { zenith: [0.5, 0.66, 0.95], horizon: [0.95, 1, 1.05], clouds: 0.5 },
      ambient: [0.5, 0.49, 0.46],
      exposure: 0.7,
      vignette: 0.4,
    },
    standing: geometry,
    moving: together(
      people(passers),
      part(leaf, (second) => move(-0.8 - open(second) * 0.78, 0, glassZ)),
      part(leaf, (second) => move(0.8 + open(second) * 0.78, 0, glassZ + 0.03)),
    ),
    mirrorShare: 0.14,
  }
}

function forecourt(geometry: Geometry, random: () => number): void {
  const paving = plain(paint('#a9a49b'), { texture: tiles(1.2, 0.02, 0.1, 0.8), isGround: true })
  geometry.quad([-30, -0.01, glassZ], [-30, -0.01, 60], [30, -0.01, 60], [30, -0.01, glassZ], paving)
  box(geometry, [-6, 3.2, glassZ + 0.1], [6, 3.4, glassZ + 2.6], plain(paint('#54595d')))
  for (const x of [-9, -5, 5.5, 9.5]) {
    island(geometry, [x - 1.6, 0, 18], [x + 1.6, 0.4, 20.4], true)
    tree(geometry, [x, 0.3, 19.2], 4.6 + random(), random)
  }
  hedge(geometry, [-26, 0, 30], 52, 1.3)
  box(geometry, [-26, 0, 40], [-4, 9, 50], plain(paint('#9b9a95'), { texture: grit(0.1, 0.1) }))
  box(geometry, [2, 0, 44], [30, 12, 54], plain(paint('#b3a596'), { texture: grit(0.1, 0.1) }))
}

function lobby(geometry: Geometry, random: () => number): void {
  const stone = plain(paint('#cbc7bf'), { gloss: 0.2, rough: 0.3 })
  column(geometry, [-4.6, 0, 8.2], 0.28, 4.4, stone)
  column(geometry, [4.6, 0, 8.2], 0.28, 4.4, stone)
  counter(geometry, [-6.2, 0, 3.6], 2.6, oak, paleTop)
  monitor(geometry, [-6.4, 0.74, 4.1], 1, screenGlow)
  signOnSide(
    geometry,
    ['INFORMATION'],
    { ink: '#f4f5f5', ground: '#3f6f8c', widthM: 2.6, heightM: 0.46 },
    [-7.98, 2.5, 2.8],
    1,
  )
  sofa(geometry, [7, 0, 5.4], 1.9, 'right', plain(paint('#5b4a45')))
  sofa(geometry, [7, 0, 2.8], 1.9, 'right', plain(paint('#5b4a45')))
  box(geometry, [5.6, 0, 3.8], [6.2, 0.36, 4.4], oak)
  plant(geometry, [7.4, 0, 7.4], 1.7, random)
  plant(geometry, [-7.3, 0, 7.6], 1.9, random)
  plant(geometry, [-7.4, 0, 1.6], 1.4, random)
  bin(geometry, [3.3, 0, 10.2])
}

/** The frame of one leaf, hung in its middle. */
function doorLeaf(): Geometry {
  const leaf = new Geometry()
  const frame = plain(paint('#5a6066'), { gloss: 0.3 })
  box(leaf, [-0.78, 0, -0.02], [-0.72, 2.3, 0.02], frame)
  box(leaf, [0.72, 0, -0.02], [0.78, 2.3, 0.02], frame)
  box(leaf, [-0.78, 0, -0.02], [0.78, 0.1, 0.02], frame)
  box(leaf, [-0.78, 2.22, -0.02], [0.78, 2.3, 0.02], frame)
  box(leaf, [-0.72, 1.02, -0.006], [0.72, 1.1, 0.006], plain(paint('#d7dde0')))
  return leaf
}

function visitors(random: () => number): Passer[] {
  const comesIn = (startSecond: number, x: number, to: readonly [number, number], speed: number): Passer => ({
    outfit: anybody(random),
    startSecond,
    start: [x * 4, 24],
    steps: [{ to: [x, 13.4] }, { to: [x * 0.8, 10] }, { to }, { to: [to[0] * 1.1, -3.6] }],
    speed,
  })
  const goesOut = (startSecond: number, x: number, from: number, speed: number): Passer => ({
    outfit: anybody(random),
    startSecond,
    start: [from, -3.6],
    steps: [{ to: [x, 8] }, { to: [x, 13] }, { to: [x * 6, 26] }],
    speed,
  })
  return [
    comesIn(0, 0.5, [1.6, 3], 1.35),
    comesIn(1.6, -0.3, [0.2, 3], 1.3),
    goesOut(16, 0.6, 1, 1.4),
    {
      outfit: anybody(random),
      startSecond: 22,
      start: [-3, 24],
      steps: [
        { to: [-0.5, 13.4] },
        { to: [-0.5, 10] },
        { to: [-5.6, 3] },
        { staySeconds: 10, facing: 0, doing: 'work' },
        { to: [-2, -3.7] },
      ],
    },
    goesOut(34, -0.6, -2, 1.25),
    goesOut(35.5, 0.2, -1.2, 1.25),
    comesIn(41, 0.7, [3, 3.4], 1.5),
    {
      outfit: staff(random),
      startSecond: 0,
      start: [-6.3, 4.9],
      steps: [{ staySeconds: 60, facing: Math.PI, doing: 'work' }],
    },
    {
      outfit: anybody(random),
      startSecond: 0,
      start: [6.75, 5.1],
      steps: [{ staySeconds: 60, facing: -Math.PI / 2, doing: 'sit' }],
    },
  ]
}
