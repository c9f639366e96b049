import type { CameraPlan } from '../../catalogue.ts'
import { paint } from '../render/colour.ts'
import { Geometry } from '../render/geometry.ts'
import type { Lamp } from '../render/lighting.ts'
import { plain } from '../render/material.ts'
import { move } from '../render/matrix.ts'
import { randomFrom } from '../render/noise.ts'
import { block, box } from '../render/solids.ts'
import type { Body } from '../render/stage.ts'
import { ceilingPanels, layered, tiles } from '../render/textures.ts'
import { blackRubber, darkMetal, post, steel } from '../things/building.ts'
import { monitor, screenGlow } from '../things/furniture.ts'
import { anybody, staff } from '../things/outfit.ts'
import { type Passer, people } from '../things/people.ts'
import { lampGrid, room, signTowardsUs } from '../things/room.ts'
import { grocery, shelfUnit } from '../things/shop.ts'
import { part, together } from '../things/vehicles.ts'
import type { Place } from './scene.ts'

const shape = { x0: -7, x1: 8, z0: -4, z1: 17, heightM: 3.6 }
const beltFromZ = 7.2
const beltToZ = 4.6
const beltM = 0.86

/** The tills of a shop: goods on the belt, somebody at the till, customers one after the other. */
export function till(camera: CameraPlan): Place {
  const random = randomFrom(camera.seed * 43 + 9)
  const number = Number(/\d+/.exec(camera.name)?.[0] ?? 1)
  const geometry = new Geometry()
  const lamps: Lamp[] = []
  const floor = plain(paint('#b7b3aa'), {
    texture: layered(tiles(0.5, 0.006, 0.05, 0.85)),
    gloss: 0.4,
    rough: 0.15,
    isGround: true,
  })
  room(geometry, shape, {
    floor,
    wall: plain(paint('#d5d3cc')),
    ceiling: plain(paint('#d9d9d6'), { texture: ceilingPanels(1.2) }),
  })
  lampGrid(geometry, lamps, [-5, -1.5, 2, 5.5], [-1, 3, 7, 11, 15], shape.heightM, {
    widthM: 0.3,
    lengthM: 1.6,
    colour: [3.4, 3.4, 3.3],
    glow: 2,
  })
  for (const [index, x] of [0, 3.1, 6.2, -3.1].entries()) {
    checkout(geometry, x, index === 3 ? number + 3 : number + index, index < 2, random)
  }
  for (let x = -6; x < 8; x += 2.4) {
    shelfUnit(geometry, [x, 0, 11.5], 1.9, 1.9, random)
    shelfUnit(geometry, [x, 0, 15], 1.9, 1.9, random)
  }
  signTowardsUs(
    geometry,
    ['FRESH  ·  EVERY DAY'],
    { ink: '#f6f4ea', ground: '#3f6b3f', widthM: 5, heightM: 0.6 },
    [-3.6, 2.75, 16.98],
  )
  return {
    camera: { from: [-1.9, 2.85, 1.1], at: [0.75, 0.85, 6.2], fovDegrees: 76 },
    lighting: { lamps, ambient: [0.42, 0.42, 0.41], exposure: 0.92, vignette: 0.35 },
    standing: geometry,
    moving: together(people(crew(random)), belt(random)),
    mirrorShare: 0.1,
  }
}

function checkout(
  geometry: Geometry,
  x: number,
  number: number,
  isOpen: boolean,
  random: () => number,
): void {
  const body = plain(paint('#8f979c'), { gloss: 0.15, rough: 0.5 })
  const rim = plain(paint('#c9463a'))
  box(geometry, [x - 0.32, 0, 3], [x + 0.32, beltM - 0.04, beltFromZ + 0.1], body)
  box(geometry, [x - 0.34, beltM - 0.14, 2.95], [x + 0.34, beltM - 0.04, beltFromZ + 0.15], rim)
  box(geometry, [x - 0.25, beltM - 0.04, beltToZ], [x + 0.25, beltM - 0.01, beltFromZ], blackRubber)
  box(geometry, [x - 0.3, beltM - 0.04, 3], [x + 0.3, beltM - 0.015, beltToZ - 0.3], steel)
  box(
    geometry,
    [x - 0.25, beltM - 0.04, beltToZ - 0.3],
    [x + 0.25, beltM + 0.005, beltToZ],
    plain(paint('#22303a'), { gloss: 0.6 }),
  )
  box(geometry, [x + 0.34, 0, 4], [x + 1.15, 0.72, 4.5], body)
  monitor(geometry, [x + 0.42, beltM, 4.25], -1, screenGlow)
  block(geometry, [x - 0.25, beltM, 3.9], [0.03, 0.3, 0.03], darkMetal)
  block(geometry, [x - 0.25, beltM + 0.3, 3.9], [0.12, 0.18, 0.08], darkMetal)
  post(geometry, [x + 0.3, beltM, 4], 1.5, 0.02, steel)
  const look = {
    ink: isOpen ? '#14351f' : '#e8e8e8',
    ground: isOpen ? '#7fe39a' : '#5b6064',
    widthM: 0.36,
    heightM: 0.36,
    glow: isOpen ? 0.9 : 0.05,
    textShare: 0.8,
  }
  signTowardsUs(geometry, [String(number)], look, [x + 0.12, 2.2, 4])
  for (let rack = 0; rack < 2; rack += 1) {
    shelfUnit(geometry, [x - 0.62, 0, 8 + rack * 0.62], 0.5, 1.15, random)
  }
}

/** Every 2.5 s something is put onto the belt; it rides to the scanner and is gone. */
function belt(random: () => number): (second: number) => readonly Body[] {
  const ridesSeconds = 13
  const everySeconds = 2.5
  return together(
    ...Array.from({ length: 60 / everySeconds }, (_, index) => {
      const side = (random() - 0.5) * 0.24
      return part(grocery(random), (second) => {
        const since = (((second - index * everySeconds) % 60) + 60) % 60
        const z = beltFromZ - 0.15 - ((beltFromZ - beltToZ - 0.1) * since) / ridesSeconds
        return since > ridesSeconds ? undefined : move(side, beltM, z)
      })
    }),
    ...Array.from({ length: 60 / everySeconds }, (_, index) => {
      const side = (random() - 0.5) * 0.3
      return part(grocery(random), (second) => {
        const since = (((second - index * everySeconds - ridesSeconds - 1) % 60) + 60) % 60
        return since > 7
          ? undefined
          : move(side, beltM, Math.max(3.15 + (index % 4) * 0.16, 4.2 - since * 0.5))
      })
    }),
  )
}

function crew(random: () => number): Passer[] {
  // Three customers a minute, each served for twenty seconds while the next one waits.
  const customer = (startSecond: number): Passer => ({
    outfit: anybody(random),
    startSecond,
    start: [-1.1, 13.3],
    steps: [
      { to: [-0.95, 7.6] },
      { staySeconds: 11, facing: 1.9, doing: 'work' },
      { to: [-0.75, 5.8] },
      { staySeconds: 7.5, facing: 1.7, doing: 'work' },
      { to: [-0.75, 4.1] },
      { staySeconds: 9, facing: 1.6, doing: 'work' },
      { to: [-0.7, 2.2] },
      { to: [3.4, -3.6] },
    ],
  })
  return [
    customer(0),
    customer(20),
    customer(40),
    {
      outfit: staff(random, '#8a2f35'),
      startSecond: 0,
      start: [0.85, 4.75],
      steps: [{ staySeconds: 60, facing: -1.75, doing: 'work' }],
    },
    {
      outfit: staff(random, '#8a2f35'),
      startSecond: 0,
      start: [3.95, 4.75],
      steps: [{ staySeconds: 60, facing: -1.75, doing: 'work' }],
    },
    {
      outfit: anybody(random),
      startSecond: 14,
      start: [2.3, 13.2],
      steps: [
        { to: [2.25, 6] },
        { staySeconds: 14, facing: 1.6, doing: 'work' },
        { to: [2.3, 2.4] },
        { to: [6, -3.5] },
      ],
    },
    { outfit: anybody(random), startSecond: 5, start: [-6.6, 10], steps: [{ to: [7.6, 9.6] }] },
    { outfit: anybody(random), startSecond: 33, start: [7.6, 9.9], steps: [{ to: [-6.6, 10.2] }] },
  ]
}
