import type { CameraPlan } from '../../catalogue.ts'
import { paint } from '../render/colour.ts'
import { signMaterial } from '../render/decal.ts'
import { Geometry } from '../render/geometry.ts'
import type { Lamp } from '../render/lighting.ts'
import { plain } from '../render/material.ts'
import { randomFrom } from '../render/noise.ts'
import { block, box } from '../render/solids.ts'
import { ceilingPanels, layered, plaster, tiles } from '../render/textures.ts'
import { ceilingLamp, door, extinguisher, plant, steel } from '../things/building.ts'
import { anybody, staff } from '../things/outfit.ts'
import { type Passer, people } from '../things/people.ts'
import type { Place } from './scene.ts'

const lengthM = 26
const halfM = 1.35
const heightM = 2.75

const palettes = [
  { wall: '#cfd2cd', floor: '#8b8f90', leaf: '#b08a5f', band: '#3f6f8c' },
  { wall: '#d6d0c4', floor: '#7d766b', leaf: '#6d7f8b', band: '#8a5a3c' },
  { wall: '#c9d2d3', floor: '#6f7a7c', leaf: '#c8c3b8', band: '#4d7a5b' },
] as const

/** An office corridor in one-point perspective: doors on both sides, people coming and going. */
export function corridor(camera: CameraPlan): Place {
  const random = randomFrom(camera.seed * 31 + 7)
  const palette = palettes[camera.seed % palettes.length] ?? palettes[0]
  const geometry = new Geometry()
  const lamps: Lamp[] = []
  const floor = plain(paint(palette.floor), {
    texture: layered(tiles(0.6, 0.008, 0.05, 0.85)),
    gloss: 0.4,
    rough: 0.12,
    isGround: true,
  })
  const wall = plain(paint(palette.wall), { texture: plaster() })
  const ceiling = plain(paint('#dcdcd8'), { texture: ceilingPanels() })
  geometry.quad([-halfM, 0, -2], [-halfM, 0, lengthM], [halfM, 0, lengthM], [halfM, 0, -2], floor)
  geometry.quad(
    [-halfM, heightM, -2],
    [halfM, heightM, -2],
    [halfM, heightM, lengthM],
    [-halfM, heightM, lengthM],
    ceiling,
  )
  for (const side of [-1, 1] as const) {
    const x = side * halfM
    geometry.quad([x, 0, -2], [x, heightM, -2], [x, heightM, lengthM], [x, 0, lengthM], wall)
    box(
      geometry,
      [Math.min(x, x - side * 0.015), 0, -2],
      [Math.max(x, x - side * 0.015), 0.1, lengthM],
      plain(paint('#4c4f52')),
    )
    box(
      geometry,
      [Math.min(x, x - side * 0.03), 0.92, -2],
      [Math.max(x, x - side * 0.03), 1.04, lengthM],
      plain(paint(palette.band)),
    )
    for (let z = 3.2 + (side === 1 ? 1.6 : 0); z < lengthM - 2; z += 4.2) {
      const leaf = plain(paint(palette.leaf), { gloss: 0.15, rough: 0.4 })
      door(geometry, [x, 0, z], 0.95, 2.1, false, leaf, side === 1 ? -1 : 1)
      const number = `${camera.seed % 3}.${String(Math.floor(z)).padStart(2, '0')}`
      const look = { ink: '#f2f4f5', ground: '#39434b', widthM: 0.26, heightM: 0.16 }
      const signX = x - side * 0.012
      const from = side === 1 ? z + 0.98 : z + 0.72
      const to = side === 1 ? z + 0.72 : z + 0.98
      geometry.quad(
        [signX, 1.5, from],
        [signX, 1.66, from],
        [signX, 1.66, to],
        [signX, 1.5, to],
        signMaterial([number], look, [signX, 1.5, from], [0, 0, Math.sign(to - from)]),
      )
    }
  }
  endWall(geometry, camera)
  for (let z = 1.2; z < lengthM; z += 3) {
    ceilingLamp(geometry, lamps, [0, heightM, z], {
      widthM: 0.6,
      lengthM: 1.2,
      colour: [2.5, 2.45, 2.3],
      glow: 1.6,
    })
  }
  extinguisher(geometry, [halfM - 0.1, 0, 7.4])
  plant(geometry, [-halfM + 0.3, 0, 11.4], 1.3, random)
  block(geometry, [halfM - 0.28, 0, 13], [0.45, 0.75, 0.9], plain(paint('#5b6066')), steel)

  return {
    camera: { from: [0.75, 2.5, -0.6], at: [-0.15, 0.7, 7], fovDegrees: 72 },
    lighting: { lamps, ambient: [0.42, 0.42, 0.4], exposure: 0.9, vignette: 0.45 },
    standing: geometry,
    moving: people(passers(random)),
    mirrorShare: 0.12,
  }
}

function endWall(geometry: Geometry, camera: CameraPlan): void {
  geometry.quad(
    [-halfM, 0, lengthM],
    [-halfM, heightM, lengthM],
    [halfM, heightM, lengthM],
    [halfM, 0, lengthM],
    plain(paint('#b9bfc2')),
  )
  door(geometry, [0, 0, lengthM], 1.7, 2.2, true, plain(paint('#8fa3ad'), { gloss: 0.3 }), -1)
  const z = lengthM - 6.2
  const sign = signMaterial(
    ['← EXIT'],
    { ink: '#eafff2', ground: '#12824b', widthM: 0.8, heightM: 0.28, glow: 1.3 },
    [-0.4, 2.3, z],
    [1, 0, 0],
  )
  geometry.quad([-0.4, 2.3, z], [-0.4, 2.58, z], [0.4, 2.58, z], [0.4, 2.3, z], sign)
  const level = signMaterial(
    [`LEVEL ${/\d+/.exec(camera.name)?.[0] ?? '1'}`],
    { ink: '#2b3338', ground: '#d4d8d8', widthM: 1, heightM: 0.3 },
    [-0.5, 2.38, lengthM - 0.02],
    [1, 0, 0],
  )
  geometry.quad(
    [-0.5, 2.38, lengthM - 0.02],
    [-0.5, 2.68, lengthM - 0.02],
    [0.5, 2.68, lengthM - 0.02],
    [0.5, 2.38, lengthM - 0.02],
    level,
  )
}

function passers(random: () => number): Passer[] {
  const away = (startSecond: number, x: number, speed: number, person = anybody(random)): Passer => ({
    outfit: person,
    startSecond,
    start: [x, -1.6],
    steps: [{ to: [x * 0.8, 12] }, { to: [x * 0.4, lengthM - 0.4] }],
    speed,
  })
  const towards = (startSecond: number, x: number, speed: number, person = anybody(random)): Passer => ({
    outfit: person,
    startSecond,
    start: [x * 0.5, lengthM - 0.4],
    steps: [{ to: [x, 13] }, { to: [x * 0.9, -1.6] }],
    speed,
  })
  return [
    away(1, 0.55, 1.35),
    away(3, -0.1, 1.3),
    towards(8, -0.6, 1.25),
    towards(20, 0.3, 1.4, staff(random)),
    away(31, -0.55, 1.2),
    towards(36, 0.6, 1.3),
    towards(37.2, 0.05, 1.28),
    {
      outfit: staff(random, '#3b6b54'),
      startSecond: 12,
      start: [-1.2, 15.8],
      steps: [
        { to: [-0.4, 14.4] },
        { to: [0.2, 9.2] },
        { staySeconds: 7, facing: 1.2, doing: 'phone' },
        { to: [1.15, 8.95] },
      ],
    },
    away(49, 0.3, 1.4),
  ]
}
