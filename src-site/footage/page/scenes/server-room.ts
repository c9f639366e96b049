import type { CameraPlan } from '../../catalogue.ts'
import { paint } from '../render/colour.ts'
import { Geometry } from '../render/geometry.ts'
import type { Lamp } from '../render/lighting.ts'
import { type Material, plain } from '../render/material.ts'
import { move } from '../render/matrix.ts'
import { hash2, randomFrom } from '../render/noise.ts'
import { box } from '../render/solids.ts'
import { ceilingPanels, tiles } from '../render/textures.ts'
import { darkMetal, extinguisher, steel } from '../things/building.ts'
import { anybody, staff } from '../things/outfit.ts'
import { people } from '../things/people.ts'
import { lampGrid, room, signTowardsUs } from '../things/room.ts'
import { part, together } from '../things/vehicles.ts'
import type { Place } from './scene.ts'

const shape = { x0: -3.4, x1: 3.4, z0: -3, z1: 14, heightM: 2.9 }
const rackFront = 1.05
const rackM = 0.62

/** Two rows of cabinets facing each other, lamps blinking, somebody from operations now and then. */
export function serverRoom(camera: CameraPlan): Place {
  const random = randomFrom(camera.seed * 37 + 21)
  const geometry = new Geometry()
  const lamps: Lamp[] = []
  const floor = plain(paint('#a4a9ac'), { texture: perforated, gloss: 0.3, rough: 0.2, isGround: true })
  room(geometry, shape, {
    floor,
    wall: plain(paint('#c3c9cc')),
    ceiling: plain(paint('#cfd3d4'), { texture: ceilingPanels() }),
  })
  lampGrid(geometry, lamps, [0], [-1, 2, 5, 8, 11], shape.heightM, {
    widthM: 0.3,
    lengthM: 1.2,
    colour: [4.4, 4.8, 5.1],
    glow: 2,
  })
  for (const side of [-1, 1] as const) {
    for (let z = 0.8; z < 12; z += rackM) {
      cabinet(geometry, side, z, Math.floor(z * 10) + side + camera.seed * 3)
    }
    box(geometry, [side * 1.6 - 0.35, 2.45, -1], [side * 1.6 + 0.35, 2.5, 13.6], steel)
    for (let cable = 0; cable < 5; cable += 1) {
      const x = side * 1.6 - 0.25 + cable * 0.12
      const hue = ['#d08a2d', '#2e6fa3', '#d9d9d9', '#3a8f5a', '#b13a36'][cable] ?? '#888888'
      box(geometry, [x - 0.025, 2.5, -1], [x + 0.025, 2.55, 13.6], plain(paint(hue)))
    }
  }
  box(geometry, [-0.5, 0, 13.94], [0.5, 2.1, 14], plain(paint('#6f7d86'), { gloss: 0.2 }))
  signTowardsUs(
    geometry,
    [`HALL ${String.fromCharCode(65 + (camera.seed % 4))}`],
    { ink: '#eef3f5', ground: '#31434e', widthM: 0.9, heightM: 0.26 },
    [-0.45, 2.3, 13.98],
  )
  extinguisher(geometry, [0.9, 0, 13.8])
  return {
    camera: { from: [0.55, 2.62, -1.7], at: [-0.1, 0.85, 4.6], fovDegrees: 76 },
    lighting: { lamps, ambient: [0.3, 0.33, 0.36], exposure: 1.3, vignette: 0.5 },
    standing: geometry,
    moving: together(
      people([
        {
          outfit: staff(random, '#4a5f86'),
          startSecond: 4,
          start: [0, 13.6],
          steps: [
            { to: [-0.1, 8] },
            { to: [-0.5, 4.4] },
            { staySeconds: 14, facing: -1.5, doing: 'work' },
            { to: [0.4, 6.6] },
            { staySeconds: 9, facing: 1.5, doing: 'work' },
            { to: [0, 13.6] },
          ],
        },
        {
          outfit: anybody(random),
          startSecond: 20,
          start: [0.3, -2.6],
          steps: [
            { to: [0.45, 3] },
            { to: [0.55, 9.6] },
            { staySeconds: 10, facing: 1.5, doing: 'phone' },
            { to: [0.1, 13.6] },
          ],
        },
      ]),
      ...blinking(random),
    ),
    mirrorShare: 0.1,
  }
}

/** Every third row of tiles lets the cold air through. */
function perforated(x: number, y: number, z: number, out: [number, number, number]): void {
  tiles(0.6, 0.01, 0.05, 0.7)(x, y, z, out)
  const inX = (((x / 0.06) % 1) + 1) % 1
  const inZ = (((z / 0.06) % 1) + 1) % 1
  if (Math.abs(x) < 0.6 && Math.hypot(inX - 0.5, inZ - 0.5) < 0.27) {
    out[0] *= 0.45
    out[1] *= 0.45
    out[2] *= 0.45
  }
}

function cabinet(geometry: Geometry, side: 1 | -1, z: number, seed: number): void {
  const x0 = side * rackFront
  const x1 = side * (rackFront + 1.05)
  const frame = plain(paint('#22262a'), { gloss: 0.25, rough: 0.4 })
  box(geometry, [Math.min(x0, x1), 0, z + 0.01], [Math.max(x0, x1), 2.12, z + rackM - 0.01], frame)
  const front: Material = plain(paint('#2c3136'), {
    texture: (_x, y, at, out) => {
      const unit = Math.floor(y / 0.089)
      const kind = hash2(unit, seed)
      const inUnit = y / 0.089 - unit
      const inWide = (at - z) / rackM
      const isGap = inUnit < 0.1 || inWide < 0.06 || inWide > 0.94
      const vent = kind > 0.45 && Math.floor(inWide * 40) % 2 === 0
      const factor = isGap ? 0.4 : kind < 0.2 ? 1.9 : vent ? 0.7 : 1.25
      out[0] *= factor
      out[1] *= factor
      out[2] *= factor
    },
  })
  const x = x0 - side * 0.006
  geometry.quad(
    [x, 0.08, z + 0.04],
    [x, 2.05, z + 0.04],
    [x, 2.05, z + rackM - 0.04],
    [x, 0.08, z + rackM - 0.04],
    front,
  )
  box(
    geometry,
    [Math.min(x, x - side * 0.02), 1, z + rackM - 0.07],
    [Math.max(x, x - side * 0.02), 1.2, z + rackM - 0.05],
    darkMetal,
  )
}

/** Small lamps in groups; each group blinks in its own rhythm, and all rhythms come back after a minute. */
function blinking(
  random: () => number,
): ((second: number) => readonly import('../render/stage.ts').Body[])[] {
  const colours = [
    plain(paint('#4dff8a'), { glow: 1.8 }),
    plain(paint('#4db8ff'), { glow: 1.8 }),
    plain(paint('#ffb84d'), { glow: 1.6 }),
  ]
  return Array.from({ length: 14 }, (_, group) => {
    const lights = new Geometry()
    const side = group % 2 === 0 ? 1 : -1
    for (let light = 0; light < 9; light += 1) {
      const z = 1 + Math.floor(random() * 17) * rackM + 0.08 + random() * 0.3
      const y = 0.3 + Math.floor(random() * 18) * 0.089
      const x = side * rackFront - side * 0.012
      const colour = colours[Math.floor(random() * 2.4)]
      if (colour !== undefined) {
        box(lights, [x - 0.008, y, z], [x + 0.008, y + 0.022, z + 0.035], colour)
      }
    }
    const perMinute = [40, 60, 75, 100, 150][group % 5] ?? 60
    return part(lights, (second) =>
      hash2(Math.floor((second * perMinute) / 60), group) > 0.35 ? move(0, 0, 0) : undefined,
    )
  })
}
