import type { CameraPlan } from '../../catalogue.ts'
import { paint } from '../render/colour.ts'
import { Geometry } from '../render/geometry.ts'
import type { Lamp } from '../render/lighting.ts'
import { plain } from '../render/material.ts'
import { chain, lean, move } from '../render/matrix.ts'
import { randomFrom } from '../render/noise.ts'
import { block, box } from '../render/solids.ts'
import { ribs } from '../render/textures.ts'
import { darkMetal } from '../things/building.ts'
import { anyCar, carGeometry } from '../things/car.ts'
import { asphalt, daylight, facade, hedge, island, streetLamp, tree } from '../things/outdoors.ts'
import { staff, worker } from '../things/outfit.ts'
import { people } from '../things/people.ts'
import { signTowardsUs } from '../things/room.ts'
import { truckGeometry } from '../things/truck.ts'
import { type Mover, movers, part, together } from '../things/vehicles.ts'
import { Walk } from '../things/walk.ts'
import { barrierArm, fence, gateZ, hut, isLine } from './gate-grounds.ts'
import type { Place } from './scene.ts'

const inX = 2.6
const outX = -2.6

/** The gate of a works: barriers, a guard's hut, cars and a lorry that stop and are let in. */
export function gate(camera: CameraPlan): Place {
  const random = randomFrom(camera.seed * 19 + 77)
  const geometry = new Geometry()
  const lamps: Lamp[] = []
  geometry.quad([-40, 0, -6], [-40, 0, 110], [40, 0, 110], [40, 0, -6], asphalt(isLine))
  island(geometry, [-0.65, 0, 3], [0.65, 0.16, 24], false)
  island(geometry, [5.2, 0, -6], [40, 0.14, 40], true)
  island(geometry, [-40, 0, -6], [-5.2, 0.14, 40], true)
  hut(geometry)
  fence(geometry)
  facade(
    geometry,
    [-34, 0, 46],
    [-6, 8, 60],
    { wall: '#a7abad', brick: false, night: false, floorM: 3.6 },
    random,
  )
  box(
    geometry,
    [6, 0, 52],
    [44, 10.5, 80],
    plain(paint('#8d99a1'), { texture: ribs(0.9, 0.14) }),
    plain(paint('#6a7175')),
  )
  for (const x of [-13, -9, 8.5, 13, 18]) {
    tree(geometry, [x, 0.1, 21 + random() * 8], 5.5 + random() * 2, random)
  }
  hedge(geometry, [-30, 0.1, 13.5], 22, 1.2)
  streetLamp(geometry, lamps, [6, 0.1, 15], 7, -1.6, false)
  signTowardsUs(
    geometry,
    ['STOP', 'SHOW PASS'],
    { ink: '#ffffff', ground: '#b3261e', widthM: 0.9, heightM: 0.8 },
    [4.3, 1.3, gateZ - 0.6],
  )
  block(geometry, [4.75, 0, gateZ - 0.55], [0.07, 1.35, 0.07], darkMetal)
  const inbound = arrivals(random)
  const outbound = departures(random)
  const arm = barrierArm()
  const post = (x: number) =>
    block(geometry, [x, 0.1, gateZ], [0.4, 1.1, 0.45], plain(paint('#d8d9d6'), { gloss: 0.2 }))
  post(0.3)
  post(-0.3)
  return {
    camera: { from: [5.4, 4.7, -2.6], at: [-0.4, 0.7, 10], fovDegrees: 70 },
    lighting: { ...daylight(camera.seed % 2 === 0 ? 1 : -1, camera.seed % 2 === 0), vignette: 0.35 },
    standing: geometry,
    moving: together(
      movers([...inbound, ...outbound]),
      part(arm, (second) => chain(move(0.45, 1, gateZ), lean(raised(second, inboundOpen)), move(0, 0, 0))),
      part(arm, (second) =>
        chain(
          move(-0.45, 1, gateZ),
          [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0],
          lean(raised(second, outboundOpen)),
        ),
      ),
      people([
        {
          outfit: staff(random, '#2f3b48'),
          startSecond: 8,
          start: [1, 13.4],
          steps: [{ to: [1.05, 9] }, { staySeconds: 8, facing: 1.4, doing: 'work' }, { to: [1, 13.4] }],
        },
        {
          outfit: worker(random),
          startSecond: 24,
          start: [-6.4, 30],
          steps: [{ to: [-6, 12] }, { to: [-5.8, -5] }],
          speed: 1.4,
        },
        {
          outfit: worker(random),
          startSecond: 25,
          start: [-7, 30.4],
          steps: [{ to: [-6.7, 12] }, { to: [-6.6, -5] }],
          speed: 1.4,
        },
      ]),
    ),
  }
}

/** When the arms are up: from, until (seconds of the loop). */
const inboundOpen = [
  [16.5, 24],
  [39, 46],
] as const
const outboundOpen = [
  [27, 33.5],
  [53, 58.5],
] as const

function raised(second: number, times: readonly (readonly [number, number])[]): number {
  const share = Math.max(
    0,
    ...times.map(([from, until]) => Math.min((second - from) / 1.6, (until - second) / 1.6)),
  )
  const eased = Math.min(1, share)
  return -1.42 * eased * eased * (3 - 2 * eased)
}

function arrivals(random: () => number): Mover[] {
  const truck = truckGeometry({
    cab: paint('#7a2524'),
    trailer: paint('#d5d7d4'),
    stripe: paint('#7a2524'),
    lengthM: 7.2,
    lightsOn: true,
    isOpen: false,
  })
  return [
    // The lorry's origin is its rear end: its nose stops in front of the arm.
    {
      shape: truck,
      walk: new Walk(
        3,
        [inX, -19],
        [
          { to: [inX, -6], speed: 5 },
          { to: [inX, -1.1], speed: 2.2 },
          { staySeconds: 7.3 },
          { to: [inX, 4], speed: 1.8 },
          { to: [inX, 40], speed: 5 },
        ],
        4,
        0.6,
      ),
      halfWidthM: 1.2,
      halfLengthM: 8,
    },
    {
      shape: carGeometry(anyCar(random, true)),
      walk: new Walk(
        32,
        [inX, -12],
        [
          { to: [inX, 2], speed: 5 },
          { to: [inX, 6.2], speed: 2.2 },
          { staySeconds: 3.4 },
          { to: [inX, 12], speed: 2.5 },
          { to: [inX, 60], speed: 6.5 },
        ],
        5,
        0.6,
      ),
      halfWidthM: 0.9,
      halfLengthM: 2.1,
    },
  ]
}

function departures(random: () => number): Mover[] {
  const leave = (startSecond: number): Mover => ({
    shape: carGeometry(anyCar(random, true)),
    walk: new Walk(
      startSecond,
      [outX, 60],
      [
        { to: [outX, 20], speed: 7 },
        { to: [outX, 13.8], speed: 2.8 },
        { staySeconds: 1.6 },
        { to: [outX, 6], speed: 2.6 },
        { to: [outX, -12], speed: 6 },
      ],
      5,
      0.6,
    ),
    halfWidthM: 0.9,
    halfLengthM: 2.1,
  })
  return [leave(17.5), leave(43.5)]
}
