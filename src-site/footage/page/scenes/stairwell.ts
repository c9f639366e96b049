import type { CameraPlan } from '../../catalogue.ts'
import { paint } from '../render/colour.ts'
import { Geometry } from '../render/geometry.ts'
import type { Lamp } from '../render/lighting.ts'
import { plain } from '../render/material.ts'
import { randomFrom } from '../render/noise.ts'
import { box } from '../render/solids.ts'
import { grit, plaster } from '../render/textures.ts'
import { ceilingLamp, darkMetal, door, extinguisher } from '../things/building.ts'
import { anybody, staff } from '../things/outfit.ts'
import { type Passer, people } from '../things/people.ts'
import { signOnSide, signTowardsUs } from '../things/room.ts'
import type { Place } from './scene.ts'

const steps = 11
const treadM = 0.3
const riseM = 0.165
const fromZ = 3.4
const toZ = fromZ + steps * treadM
const landingM = steps * riseM
const endZ = toZ + 2

/** Stairs up to a landing and on to the next floor, seen from the lower floor. */
export function stairwell(camera: CameraPlan): Place {
  const random = randomFrom(camera.seed * 67 + 30)
  const geometry = new Geometry()
  const lamps: Lamp[] = []
  const wall = plain(paint('#cfcdc6'), { texture: plaster() })
  const floor = plain(paint('#82807c'), {
    texture: grit(0.18, 0.3, 1.5),
    gloss: 0.22,
    rough: 0.3,
    isGround: true,
  })
  geometry.quad([-2.6, 0, -3.5], [-2.6, 0, endZ], [2.6, 0, endZ], [2.6, 0, -3.5], floor)
  for (const x of [-2.6, 2.6]) {
    geometry.quad([x, 0, -3.5], [x, 6, -3.5], [x, 6, endZ], [x, 0, endZ], wall)
  }
  geometry.quad([-2.6, 0, endZ], [-2.6, 6, endZ], [2.6, 6, endZ], [2.6, 0, endZ], wall)
  geometry.quad(
    [-2.6, 4.9, -3.5],
    [2.6, 4.9, -3.5],
    [2.6, 4.9, endZ],
    [-2.6, 4.9, endZ],
    plain(paint('#deddd8')),
  )
  flights(geometry, floor)
  windowOver(geometry)
  door(geometry, [2.6, 0, 1], 1, 2.1, false, plain(paint('#6d7f8b')), -1)
  extinguisher(geometry, [-2.5, 0, 2])
  signOnSide(
    geometry,
    [`LEVEL ${camera.seed % 5}`],
    { ink: '#f2f4f5', ground: '#3f6f8c', widthM: 1, heightM: 0.4 },
    [-2.59, 1.9, 0.6],
    1,
  )
  signTowardsUs(
    geometry,
    ['↑ EXIT'],
    { ink: '#eafff2', ground: '#12824b', widthM: 0.7, heightM: 0.26, glow: 1 },
    [0.4, landingM + 2.1, endZ - 0.02],
  )
  ceilingLamp(geometry, lamps, [0, 4.9, 1], { widthM: 1.2, lengthM: 0.3, colour: [9, 8.9, 8.4], glow: 2 })
  ceilingLamp(geometry, lamps, [0, 4.9, 4.6], { widthM: 1.2, lengthM: 0.3, colour: [9, 8.9, 8.4], glow: 2 })
  ceilingLamp(geometry, lamps, [0, 4.9, 7.6], { widthM: 1.2, lengthM: 0.3, colour: [7, 6.9, 6.5], glow: 2 })
  return {
    camera: { from: [2.05, 3.05, -2.2], at: [0.35, 1.25, 4.6], fovDegrees: 72 },
    lighting: { lamps, ambient: [0.4, 0.39, 0.37], exposure: 0.95, vignette: 0.45 },
    standing: geometry,
    moving: people(walkers(random)),
  }
}

/** Up on the right; on the left the flight that comes back towards us, above. */
function flights(geometry: Geometry, floor: ReturnType<typeof plain>): void {
  const concrete = plain(paint('#9b9993'), { texture: grit(0.15, 0.2, 1) })
  const edge = plain(paint('#d8c24a'))
  for (let step = 0; step < steps; step += 1) {
    const z = fromZ + step * treadM
    const top = (step + 1) * riseM
    box(geometry, [0.15, Math.max(0, top - 0.45), z], [2.6, top, z + treadM + 0.01], concrete, floor)
    box(geometry, [0.15, top - 0.03, z - 0.005], [2.6, top + 0.003, z + 0.04], edge)
    const back = toZ - (step + 1) * treadM
    const upper = landingM + (step + 1) * riseM
    box(geometry, [-2.6, upper - 0.4, back], [-0.15, upper, back + treadM + 0.01], concrete, floor)
  }
  box(geometry, [-2.6, landingM - 0.25, toZ], [2.6, landingM, endZ], concrete, floor)
  for (let step = 0; step <= steps; step += 1) {
    const z = fromZ + step * treadM
    const y = step * riseM
    box(geometry, [0.09, y, z - 0.012], [0.115, y + 0.95, z + 0.012], darkMetal)
  }
  rail(geometry, 0.1, [0.95, fromZ], [landingM + 0.95, toZ])
  rail(geometry, 2.5, [0.95, fromZ], [landingM + 0.95, toZ])
  rail(geometry, -0.1, [landingM * 2 + 0.95, fromZ], [landingM + 0.95, toZ])
}

function rail(
  geometry: Geometry,
  x: number,
  [y0, z0]: readonly [number, number],
  [y1, z1]: readonly [number, number],
): void {
  const wood = plain(paint('#8a5a3c'), { gloss: 0.2, rough: 0.3 })
  for (const [low, high] of [[-0.03, 0.03]] as const) {
    geometry.quad(
      [x - 0.03, y0 + high, z0],
      [x - 0.03, y1 + high, z1],
      [x + 0.03, y1 + high, z1],
      [x + 0.03, y0 + high, z0],
      wood,
    )
    geometry.quad(
      [x - 0.03, y0 + low, z0],
      [x - 0.03, y0 + high, z0],
      [x - 0.03, y1 + high, z1],
      [x - 0.03, y1 + low, z1],
      wood,
    )
    geometry.quad(
      [x + 0.03, y0 + low, z0],
      [x + 0.03, y0 + high, z0],
      [x + 0.03, y1 + high, z1],
      [x + 0.03, y1 + low, z1],
      wood,
    )
  }
}

function windowOver(geometry: Geometry): void {
  const z = endZ - 0.01
  box(geometry, [-2.1, landingM + 0.8, z - 0.03], [-0.3, landingM + 2.3, z], plain(paint('#5b6064')))
  geometry.quad(
    [-2.02, landingM + 0.88, z - 0.04],
    [-2.02, landingM + 2.22, z - 0.04],
    [-0.38, landingM + 2.22, z - 0.04],
    [-0.38, landingM + 0.88, z - 0.04],
    plain(paint('#cfe0ea'), { glow: 0.9 }),
  )
  box(
    geometry,
    [-1.22, landingM + 0.88, z - 0.06],
    [-1.18, landingM + 2.22, z - 0.04],
    plain(paint('#5b6064')),
  )
}

/** Height under the feet of somebody on the right-hand flight or on the landing. */
function ground(_x: number, z: number): number {
  return landingM * Math.max(0, Math.min(1, (z - fromZ + 0.15) / (toZ - fromZ)))
}

function walkers(random: () => number): Passer[] {
  const up = (startSecond: number, x: number, speed: number): Passer => ({
    outfit: anybody(random),
    startSecond,
    start: [x - 0.4, -3.2],
    steps: [
      { to: [x, 2.6] },
      { to: [x, toZ + 0.3], speed: speed * 0.62 },
      { to: [x - 0.4, toZ + 1.1] },
      { to: [-2.2, toZ + 1.3] },
    ],
    speed,
    ground,
  })
  const down = (startSecond: number, x: number, speed: number): Passer => ({
    outfit: staff(random, '#4a5f86'),
    startSecond,
    start: [-2.2, toZ + 1.2],
    steps: [
      { to: [x - 0.2, toZ + 1] },
      { to: [x, toZ + 0.1] },
      { to: [x, fromZ - 0.3], speed: speed * 0.65 },
      { to: [2.2, 1] },
    ],
    speed,
    ground,
  })
  return [
    up(1, 1.9, 1.25),
    up(9, 1, 1.35),
    down(14, 0.75, 1.3),
    down(24, 1.9, 1.2),
    up(30, 1.5, 1.3),
    up(31.4, 0.8, 1.3),
    down(42, 0.9, 1.4),
    up(47, 2, 1.2),
  ]
}
