import type { CameraPlan } from '../../catalogue.ts'
import { paint } from '../render/colour.ts'
import { Geometry } from '../render/geometry.ts'
import type { Lamp } from '../render/lighting.ts'
import { plain } from '../render/material.ts'
import { move } from '../render/matrix.ts'
import { randomFrom } from '../render/noise.ts'
import { block, box } from '../render/solids.ts'
import type { Body } from '../render/stage.ts'
import { layered, plaster, tiles } from '../render/textures.ts'
import { darkMetal, plant, steel } from '../things/building.ts'
import { bin, oak } from '../things/furniture.ts'
import { anybody } from '../things/outfit.ts'
import { opening, type Passer, people } from '../things/people.ts'
import { lampGrid, room, signOnSide, signTowardsUs } from '../things/room.ts'
import { part, together } from '../things/vehicles.ts'
import type { Place } from './scene.ts'

const wallZ = 8.5
const lifts = [-3.2, 0, 3.2] as const
const shape = { x0: -6, x1: 6, z0: -3.5, z1: wallZ, heightM: 3.1 }

/** Three lifts with brushed doors that open for those who come and go; polished stone. */
export function liftLobby(camera: CameraPlan): Place {
  const random = randomFrom(camera.seed * 47 + 6)
  const geometry = new Geometry()
  const lamps: Lamp[] = []
  const floor = plain(paint('#8e8579'), {
    texture: layered(tiles(1, 0.006, 0.12, 0.75)),
    gloss: 0.55,
    rough: 0.08,
    isGround: true,
  })
  const stone = plain(paint('#bdb5a8'), {
    texture: layered(plaster(), (x, y, _z, out) => jointed(x, y, out)),
  })
  room(geometry, shape, {
    floor,
    wall: plain(paint('#d7d2c8'), { texture: plaster() }),
    ceiling: plain(paint('#e2e0da')),
    isOpenBehind: true,
  })
  liftWall(geometry, stone)
  lampGrid(geometry, lamps, [-4, -1.35, 1.35, 4], [-1.2, 1.8, 4.6, 7.2], shape.heightM, {
    widthM: 0.4,
    lengthM: 0.4,
    colour: [5.4, 4.9, 4],
    glow: 2.2,
  })
  plant(geometry, [-5.3, 0, 6.6], 1.7, random)
  plant(geometry, [5.3, 0, 7.6], 1.7, random)
  bin(geometry, [1.6, 0, 8.15])
  box(geometry, [4.9, 0.4, 2.4], [5.7, 0.46, 4.8], oak)
  block(geometry, [5.3, 0, 3], [0.5, 0.4, 0.1], darkMetal)
  block(geometry, [5.3, 0, 4.2], [0.5, 0.4, 0.1], darkMetal)
  signTowardsUs(
    geometry,
    [`LEVEL ${/\d+/.exec(camera.name)?.[0] ?? '1'}`],
    { ink: '#f3efe6', ground: '#4a4038', widthM: 1.5, heightM: 0.34 },
    [-0.75, 2.66, wallZ - 0.03],
  )
  signOnSide(
    geometry,
    ['OFFICES  201 – 248', 'MEETING ROOMS', 'CANTEEN'],
    { ink: '#efe9de', ground: '#3d3832', widthM: 2.2, heightM: 1, align: 'left', textShare: 0.5 },
    [-5.98, 1.3, 2.6],
    1,
  )
  const passers = riders(random)
  return {
    camera: { from: [-3.4, 2.7, -0.9], at: [0.45, 0.62, 5.6], fovDegrees: 70 },
    lighting: { lamps, ambient: [0.42, 0.4, 0.36], exposure: 0.95, vignette: 0.45 },
    standing: geometry,
    moving: together(people(passers), ...lifts.map((x) => liftParts(x, passers))),
    mirrorShare: 0.16,
  }
}

function jointed(x: number, y: number, out: [number, number, number]): void {
  const isJoint = (((x / 1.6) % 1) + 1) % 1 < 0.006 || (((y / 1.05) % 1) + 1) % 1 < 0.01
  if (isJoint) {
    out[0] *= 0.6
    out[1] *= 0.6
    out[2] *= 0.6
  }
}

function liftWall(geometry: Geometry, stone: ReturnType<typeof plain>): void {
  const edges = [-6, ...lifts.flatMap((x) => [x - 0.6, x + 0.6]), 6]
  for (let index = 0; index < edges.length; index += 2) {
    box(geometry, [edges[index] ?? 0, 0, wallZ], [edges[index + 1] ?? 0, 3.1, wallZ + 0.2], stone)
  }
  box(geometry, [-6, 2.15, wallZ], [6, 3.1, wallZ + 0.2], stone)
  for (const x of lifts) {
    const frame = plain(paint('#a9a39a'), { gloss: 0.4, rough: 0.3 })
    for (const side of [-1, 1]) {
      box(geometry, [x + side * 0.64 - 0.05, 0, wallZ - 0.05], [x + side * 0.64 + 0.05, 2.22, wallZ], frame)
    }
    box(geometry, [x - 0.69, 2.15, wallZ - 0.05], [x + 0.69, 2.25, wallZ], frame)
    // The cabin behind
    const cabin = plain(paint('#b7ad9c'), { gloss: 0.3, rough: 0.2 })
    box(geometry, [x - 0.85, 0, wallZ + 1.7], [x + 0.85, 2.3, wallZ + 1.75], cabin)
    for (const side of [-1, 1]) {
      box(
        geometry,
        [x + side * 0.85 - 0.02, 0, wallZ + 0.2],
        [x + side * 0.85 + 0.02, 2.3, wallZ + 1.75],
        cabin,
      )
    }
    geometry.quad(
      [x - 0.85, 0.001, wallZ],
      [x - 0.85, 0.001, wallZ + 1.7],
      [x + 0.85, 0.001, wallZ + 1.7],
      [x + 0.85, 0.001, wallZ],
      plain(paint('#6b655c'), { isGround: true }),
    )
    geometry.quad(
      [x - 0.85, 2.3, wallZ + 0.2],
      [x + 0.85, 2.3, wallZ + 0.2],
      [x + 0.85, 2.3, wallZ + 1.7],
      [x - 0.85, 2.3, wallZ + 1.7],
      plain(paint('#fff3dd'), { glow: 1.2 }),
    )
    block(geometry, [x + 0.95, 1.05, wallZ - 0.01], [0.1, 0.24, 0.03], darkMetal)
    block(geometry, [x + 0.95, 1.2, wallZ - 0.03], [0.04, 0.04, 0.02], plain(paint('#ffce7a'), { glow: 1.2 }))
  }
}

function liftParts(x: number, passers: readonly Passer[]): (second: number) => readonly Body[] {
  const open = opening(passers, [x, wallZ + 0.4], 2.2, 1.1)
  const leaf = box(
    new Geometry(),
    [-0.3, 0, -0.015],
    [0.3, 2.15, 0.015],
    plain(paint('#9ea3a6'), { gloss: 0.45, rough: 0.2 }),
  )
  const seam = box(new Geometry(), [-0.004, 0, -0.02], [0.004, 2.15, 0.02], steel)
  const lantern = block(
    new Geometry(),
    [x, 2.32, wallZ - 0.05],
    [0.2, 0.09, 0.04],
    plain(paint('#ffd9a0'), { glow: 1.8 }),
  )
  return together(
    part(leaf, (second) => move(x - 0.3 - open(second) * 0.58, 0, wallZ + 0.1)),
    part(leaf, (second) => move(x + 0.3 + open(second) * 0.58, 0, wallZ + 0.1)),
    part(seam, (second) => (open(second) > 0 ? undefined : move(x, 0, wallZ + 0.09))),
    part(lantern, (second) => (open(second) > 0 ? move(0, 0, 0) : undefined)),
  )
}

function riders(random: () => number): Passer[] {
  const leaves = (startSecond: number, lift: number, to: readonly [number, number]): Passer => {
    const x = lifts[lift] ?? 0
    return {
      outfit: anybody(random),
      startSecond,
      start: [x, wallZ + 1.2],
      steps: [{ staySeconds: 1.2, facing: Math.PI }, { to: [x, wallZ - 1.6] }, { to }],
    }
  }
  const enters = (
    startSecond: number,
    lift: number,
    from: readonly [number, number],
    waits: number,
  ): Passer => {
    const x = lifts[lift] ?? 0
    return {
      outfit: anybody(random),
      startSecond,
      start: from,
      steps: [
        { to: [x + 0.5, wallZ - 2.8] },
        { staySeconds: waits, facing: 0.1, doing: waits > 6 ? 'phone' : 'walk' },
        { to: [x, wallZ - 0.8] },
        { to: [x, wallZ + 1.1] },
        { staySeconds: 1.5, facing: Math.PI },
      ],
    }
  }
  return [
    leaves(2, 1, [2.4, -3.2]),
    leaves(3.4, 1, [-1.6, -3.2]),
    enters(6, 0, [1.5, -3.2], 9),
    enters(12, 2, [-2.4, -3.2], 5),
    leaves(25, 2, [0.4, -3.2]),
    enters(30, 1, [3, -3.2], 7),
    enters(31.5, 1, [2.2, -3.2], 6),
    leaves(45, 0, [-1, -3.2]),
    leaves(50, 2, [3.2, -3.2]),
  ]
}
