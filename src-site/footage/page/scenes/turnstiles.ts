import type { CameraPlan } from '../../catalogue.ts'
import { paint } from '../render/colour.ts'
import { Geometry } from '../render/geometry.ts'
import type { Lamp } from '../render/lighting.ts'
import { plain } from '../render/material.ts'
import { chain, move, turn } from '../render/matrix.ts'
import { randomFrom } from '../render/noise.ts'
import { block, box } from '../render/solids.ts'
import type { Body } from '../render/stage.ts'
import { ceilingPanels, layered, plaster, tiles } from '../render/textures.ts'
import { darkMetal, plant, steel } from '../things/building.ts'
import { counter, monitor, oak, paleTop, screenGlow } from '../things/furniture.ts'
import { anybody, staff } from '../things/outfit.ts'
import { opening, type Passer, people } from '../things/people.ts'
import { lampGrid, room, signTowardsUs } from '../things/room.ts'
import { part, together } from '../things/vehicles.ts'
import type { Place } from './scene.ts'

const gateZ = 5.2
const lanes = [-2.4, -1.2, 0, 1.2, 2.4] as const
const shape = { x0: -6, x1: 6, z0: -4, z1: 15, heightM: 3.2 }

/** Access gates in a lobby: wings that open for whoever comes through, one lane after the other. */
export function turnstiles(camera: CameraPlan): Place {
  const random = randomFrom(camera.seed * 29 + 11)
  const geometry = new Geometry()
  const lamps: Lamp[] = []
  const floor = plain(paint('#77797b'), {
    texture: layered(tiles(0.8, 0.008, 0.08, 0.8)),
    gloss: 0.42,
    rough: 0.12,
    isGround: true,
  })
  room(geometry, shape, {
    floor,
    wall: plain(paint('#cdd2d4'), { texture: plaster() }),
    ceiling: plain(paint('#dededa'), { texture: ceilingPanels() }),
  })
  lampGrid(geometry, lamps, [-3.3, 0, 3.3], [-1.2, 2.4, 6, 9.6, 13.2], shape.heightM, {
    widthM: 1.2,
    lengthM: 0.6,
    colour: [2, 2, 1.95],
    glow: 1.6,
  })
  for (const x of [...lanes.map((lane) => lane - 0.6), 3]) {
    block(
      geometry,
      [x, 0, gateZ],
      [0.2, 0.98, 1.7],
      plain(paint('#b3b8bb'), { gloss: 0.35, rough: 0.3 }),
      darkMetal,
    )
    block(geometry, [x, 0.98, gateZ - 0.6], [0.14, 0.03, 0.3], plain(paint('#1f5a78'), { glow: 0.5 }))
  }
  box(geometry, [-6, 0.1, gateZ - 0.02], [-3.1, 1.05, gateZ + 0.02], plain(paint('#9fb4bd'), { gloss: 0.5 }))
  box(geometry, [3.1, 0.1, gateZ - 0.02], [6, 1.05, gateZ + 0.02], plain(paint('#9fb4bd'), { gloss: 0.5 }))
  counter(geometry, [4.4, 0, 8.6], 2.2, oak, paleTop)
  monitor(geometry, [4.4, 0.74, 9], 1, screenGlow)
  plant(geometry, [-5.4, 0, 7.4], 1.6, random)
  plant(geometry, [-5.4, 0, 1.6], 1.4, random)
  box(geometry, [-2.3, 0, 14.9], [2.3, 2.3, 15], plain(paint('#5b6a73')))
  signTowardsUs(
    geometry,
    ['STAFF  ·  VISITORS'],
    { ink: '#f2f5f6', ground: '#27404f', widthM: 2.8, heightM: 0.36, glow: 0.1 },
    [-1.4, 2.45, 14.98],
  )
  signTowardsUs(
    geometry,
    ['PLEASE HAVE YOUR CARD READY'],
    { ink: '#f2f5f6', ground: '#3a4247', widthM: 3.2, heightM: 0.3, glow: 0.15 },
    [-1.6, 2.62, gateZ],
  )
  for (const x of [-1.4, 1.4]) {
    box(geometry, [x - 0.01, 2.9, gateZ - 0.01], [x + 0.01, 3.2, gateZ + 0.01], steel)
  }
  const passers = flow(random)
  return {
    camera: { from: [-2.6, 2.85, -0.4], at: [0.45, 0.55, 5.6], fovDegrees: 72 },
    lighting: { lamps, ambient: [0.42, 0.42, 0.41], exposure: 0.95, vignette: 0.4 },
    standing: geometry,
    moving: together(
      people([
        ...passers,
        {
          outfit: staff(random, '#2f3b48'),
          startSecond: 0,
          start: [4.4, 9.6],
          steps: [{ staySeconds: 60, facing: Math.PI, doing: 'work' }],
        },
      ]),
      ...lanes.map((x) => laneParts(x, passers)),
    ),
    mirrorShare: 0.12,
  }
}

/** Two wings of glass that swing away, and the lamp of the lane: red, green while somebody passes. */
function laneParts(x: number, passers: readonly Passer[]): (second: number) => readonly Body[] {
  const open = opening(passers, [x, gateZ], 1.5, 0.5)
  const wing = new Geometry()
  box(wing, [0, 0.3, -0.012], [0.46, 0.92, 0.012], plain(paint('#a9c4cf'), { gloss: 0.7 }))
  const lamp = (hex: string) =>
    block(new Geometry(), [x - 0.6, 1, gateZ - 0.2], [0.12, 0.02, 0.5], plain(paint(hex), { glow: 1.6 }))
  return together(
    part(wing, (second) => chain(move(x - 0.49, 0, gateZ), turn(-open(second) * 1.45))),
    part(wing, (second) => chain(move(x + 0.49, 0, gateZ), turn(Math.PI + open(second) * 1.45))),
    part(lamp('#d23a30'), (second) => (open(second) > 0.05 ? undefined : move(0, 0, 0))),
    part(lamp('#35c565'), (second) => (open(second) > 0.05 ? move(0, 0, 0) : undefined)),
  )
}

function flow(random: () => number): Passer[] {
  const way = (startSecond: number, lane: number, inwards: boolean, speed: number): Passer => {
    const x = lanes[lane] ?? 0
    const steps = inwards
      ? [
          { to: [x, gateZ - 1.4] as const },
          { staySeconds: 0.5 },
          { to: [x, gateZ + 1.8] as const },
          { to: [x * 0.5, 14.6] as const },
        ]
      : [
          { to: [x, gateZ + 1.4] as const },
          { staySeconds: 0.5 },
          { to: [x, gateZ - 1.8] as const },
          { to: [x * 0.7 + 0.6, -3.8] as const },
        ]
    return {
      outfit: anybody(random),
      startSecond,
      start: inwards ? [x * 0.6 + 0.4, -3.8] : [x * 0.4, 14.6],
      steps,
      speed,
    }
  }
  return [
    way(0, 3, true, 1.3),
    way(4, 1, false, 1.25),
    way(7, 2, true, 1.35),
    way(9, 4, true, 1.2),
    way(15, 0, false, 1.3),
    way(18, 1, true, 1.4),
    way(24, 3, true, 1.25),
    way(27, 2, false, 1.3),
    way(31, 4, false, 1.2),
    way(35, 2, true, 1.3),
    way(36.5, 3, true, 1.3),
    way(42, 1, false, 1.35),
    way(47, 0, false, 1.25),
    way(50, 3, true, 1.4),
  ]
}
