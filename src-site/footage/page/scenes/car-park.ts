import type { CameraPlan } from '../../catalogue.ts'
import { Geometry } from '../render/geometry.ts'
import type { Lamp, Lighting } from '../render/lighting.ts'
import { chain, move, turn } from '../render/matrix.ts'
import { randomFrom } from '../render/noise.ts'
import { anyCar, carGeometry } from '../things/car.ts'
import { asphalt, daylight, facade, hedge, island, streetLamp, tree } from '../things/outdoors.ts'
import { anybody } from '../things/outfit.ts'
import { type Passer, people } from '../things/people.ts'
import { type Mover, movers, together } from '../things/vehicles.ts'
import { Walk } from '../things/walk.ts'
import type { Place } from './scene.ts'

const bayM = 2.6
/** Rows of bays by the z of their middle; the lanes run between the second and the third, and in front. */
const rows = [4.5, 16.5, 21.8] as const
const laneZ = 10.5
const isNightScene = (camera: CameraPlan) => camera.scene === 'car-park-night'

/** A car park from a mast: parked cars, arrivals and departures, people on foot; by day or by night. */
export function carPark(camera: CameraPlan): Place {
  const random = randomFrom(camera.seed * 57 + 3)
  const night = isNightScene(camera)
  const geometry = new Geometry()
  const lamps: Lamp[] = []
  const ground = asphalt(isLine, night ? '#4a4b4e' : '#606163')
  geometry.quad([-60, 0, -8], [-60, 0, 90], [60, 0, 90], [60, 0, -8], ground)
  island(geometry, [-26, 0, 18.95], [26, 0.14, 19.35], false)
  island(geometry, [-60, 0, 25], [60, 0.14, 31], true)
  facade(
    geometry,
    [-24, 0, 34],
    [30, 9.6, 48],
    { wall: night ? '#8a7c70' : '#a39284', brick: true, night, floorM: 3.1 },
    random,
  )
  facade(
    geometry,
    [-62, 0, 40],
    [-28, 6.6, 52],
    { wall: '#b5b4ae', brick: false, night, floorM: 3.1 },
    random,
  )
  hedge(geometry, [-26, 0.1, 25.4], 24, 1)
  for (const x of [-19, -8.5, 5, 15.5, 24]) {
    tree(geometry, [x, 0.1, 27.6 + random() * 1.5], 5 + random() * 2, random)
  }
  for (const x of [-13, 1, 15]) {
    streetLamp(geometry, lamps, [x, 0.1, 19.15], 6.4, -1.1, night)
  }
  streetLamp(geometry, lamps, [-7.2, 0, 1.4], 6.4, 1.1, night)
  const free = new Set(['1:0', '1:3', '0:-2', '2:2', '2:-4'])
  for (const [row, z] of rows.entries()) {
    for (let bay = -8; bay <= 8; bay += 1) {
      if (free.has(`${row}:${bay}`) || random() < 0.22) {
        continue
      }
      const nose = random() < 0.75 ? (row === 1 ? 0 : Math.PI) : row === 1 ? Math.PI : 0
      const spot = chain(
        move((bay + 0.5) * bayM + (random() - 0.5) * 0.3, row === 2 ? 0 : 0, z + (random() - 0.5) * 0.4),
        turn(nose + (random() - 0.5) * 0.05),
      )
      geometry.place(carGeometry(anyCar(random, false)), spot)
    }
  }
  const mirrored = camera.seed % 2 === 0
  return {
    camera: {
      from: [mirrored ? -4.5 : 4.5, 6.4, -5.5],
      at: [mirrored ? 1.5 : -1.5, 0.4, 13],
      fovDegrees: 74,
    },
    lighting: lightingOf(camera, lamps),
    standing: geometry,
    moving: together(movers(cars(random, night)), people(walkers(random))),
  }
}

function lightingOf(camera: CameraPlan, lamps: readonly Lamp[]): Lighting {
  if (!isNightScene(camera)) {
    return { ...daylight(camera.seed % 2 === 0 ? -1 : 1, camera.seed % 3 === 0), vignette: 0.35 }
  }
  return {
    lamps,
    sky: { zenith: [0.006, 0.009, 0.018], horizon: [0.03, 0.032, 0.042], clouds: 0.3 },
    ambient: [0.028, 0.028, 0.034],
    exposure: 1.7,
    vignette: 0.6,
  }
}

/** Bay lines of all rows, and a dashed line in the middle of the lane. */
function isLine(x: number, z: number): boolean {
  const inBay = ((x % bayM) + bayM) % bayM
  if (
    Math.abs(x) < 23.5 &&
    (inBay < 0.06 || inBay > bayM - 0.06) &&
    rows.some((row) => Math.abs(z - row) < 2.45)
  ) {
    return true
  }
  return Math.abs(z - laneZ) < 0.06 && ((x % 3) + 3) % 3 < 1.3
}

/** The middle of a bay. */
function bay(index: number): number {
  return (index + 0.5) * bayM
}

function cars(random: () => number, night: boolean): Mover[] {
  const car = (walk: Walk): Mover => ({
    shape: carGeometry(anyCar(random, night)),
    walk,
    halfWidthM: 0.9,
    halfLengthM: 2.1,
    hasBeam: night,
  })
  return [
    // Arrives from the left, parks in the second row, leaves to the right.
    car(
      new Walk(
        2,
        [-36, 9.2],
        [
          { to: [-12, 9.2], speed: 6 },
          { to: [-3.2, 9.2], speed: 4 },
          { to: [bay(0), 11.4], speed: 2.5 },
          { to: [bay(0), 16.4], speed: 1.8 },
          { staySeconds: 28 },
          { to: [bay(0), 11.8], speed: 1.5, reverse: true },
          { to: [bay(0) - 3, 9.4], speed: 1.5, reverse: true },
          { staySeconds: 0.8 },
          { to: [40, 9.2], speed: 6.5 },
        ],
        5,
        0.9,
      ),
    ),
    // Through from the right.
    car(new Walk(14, [38, 12], [{ to: [-38, 12], speed: 6.5 }], 6, 0.5)),
    car(
      new Walk(
        44,
        [38, 12],
        [
          { to: [10, 12], speed: 6 },
          { to: [-38, 12], speed: 5.5 },
        ],
        6,
        0.5,
      ),
    ),
    car(new Walk(30, [-38, 9.2], [{ to: [38, 9.2], speed: 6.8 }], 6, 0.5)),
  ]
}

function walkers(random: () => number): Passer[] {
  return [
    // Out of the car that has parked, to the building.
    {
      outfit: anybody(random),
      startSecond: 17,
      start: [2.4, 15.6],
      steps: [{ to: [2.55, 13.6] }, { to: [8, 13.2] }, { to: [13, 19.2] }, { to: [13, 33.5] }],
    },
    {
      outfit: anybody(random),
      startSecond: 27,
      start: [-13, 33],
      steps: [
        { to: [-12.6, 19.5] },
        { to: [-6, 13.4] },
        { to: [1.4, 13.2] },
        { to: [2.3, 15.5], speed: 0.9 },
      ],
    },
    {
      outfit: anybody(random),
      startSecond: 5,
      start: [-22, 13.6],
      steps: [{ to: [0, 13.7] }, { to: [22, 13.4] }],
    },
    {
      outfit: anybody(random),
      startSecond: 38,
      start: [20, 7.4],
      steps: [{ to: [3, 7.3] }, { to: [-12, 7.6] }],
    },
    {
      outfit: anybody(random),
      startSecond: 39,
      start: [20.6, 8],
      steps: [{ to: [3.4, 7.9] }, { to: [-12, 8.1] }],
    },
  ]
}
