import type { CameraPlan } from '../../catalogue.ts'
import { paint } from '../render/colour.ts'
import { Geometry } from '../render/geometry.ts'
import type { Lamp } from '../render/lighting.ts'
import { chain, move } from '../render/matrix.ts'
import { randomFrom } from '../render/noise.ts'
import type { Body } from '../render/stage.ts'
import { ceilingLamp } from '../things/building.ts'
import { Forklift } from '../things/forklift.ts'
import { loadedPallet, palletLoad } from '../things/goods.ts'
import { worker } from '../things/outfit.ts'
import { people } from '../things/people.ts'
import { loadFloorM, truckGeometry } from '../things/truck.ts'
import { together } from '../things/vehicles.ts'
import { Walk } from '../things/walk.ts'
import { dockGate, doors, hall, heightM, wallZ } from './loading-dock-hall.ts'
import type { Place } from './scene.ts'

/** The hall behind the docks: gates, a lorry that is being unloaded by a fork truck, goods waiting. */
export function loadingDock(camera: CameraPlan): Place {
  const random = randomFrom(camera.seed * 13 + 41)
  const geometry = new Geometry()
  const lamps: Lamp[] = []
  hall(geometry)
  const openDoor = doors[camera.seed % 2 === 0 ? 1 : 2] ?? -1.4
  for (const [index, x] of doors.entries()) {
    dockGate(geometry, x, index + 1, x === openDoor)
  }
  // The lorry stands lower outside: its load space is level with the hall.
  const truck = truckGeometry({
    cab: paint('#2f4a6d'),
    trailer: paint('#d8dad8'),
    stripe: paint('#2f6f8f'),
    lengthM: 8,
    lightsOn: false,
    isOpen: true,
  })
  geometry.place(truck, move(openDoor, -loadFloorM, wallZ + 0.55))
  for (const [x, z] of [
    [-7.6, 6.2],
    [-7.5, 7.6],
    [-7.6, 9],
    [-5.9, 9],
    [6.9, 8.6],
    [7, 7.2],
    [6.9, 10],
  ] as const) {
    loadedPallet(geometry, [x, 0, z], 0.8 + random() * 0.9, random)
  }
  loadedPallet(geometry, [openDoor - 0.55, 0, wallZ + 5.5], 1.5, random)
  loadedPallet(geometry, [openDoor + 0.6, 0, wallZ + 6.6], 1.3, random)
  for (const x of [-5, 0, 5]) {
    for (const z of [1.5, 6.5, 11]) {
      ceilingLamp(geometry, lamps, [x, heightM - 0.35, z], {
        widthM: 1.5,
        lengthM: 0.3,
        colour: [7.2, 7.2, 6.9],
        glow: 2.4,
      })
    }
  }
  const fork = new Forklift(worker(random, '#e8622c'), palletLoad(1.2, random))
  const walk = new Walk(
    3,
    [-9, 3],
    [
      { to: [openDoor - 2, 4.6], speed: 2.2 },
      { to: [openDoor, 8], speed: 1.8 },
      { to: [openDoor, wallZ + 2.4], speed: 1.6 },
      { staySeconds: 2.5 },
      { to: [openDoor, 7.4], speed: 1.5, reverse: true },
      { to: [openDoor + 2.2, 4.6], speed: 1.3, reverse: true },
      { staySeconds: 0.8 },
      { to: [openDoor - 1, 5], speed: 1.6 },
      { to: [-4.6, 6.4], speed: 1.5 },
      { staySeconds: 3 },
      { to: [-2.2, 4.2], speed: 1.4, reverse: true },
      { staySeconds: 0.6 },
      { to: [-9.5, 3], speed: 2.2 },
    ],
    2,
    0.7,
  )
  return {
    camera: { from: [5.6, 4, -0.6], at: [-0.9, 0.6, 9], fovDegrees: 76 },
    lighting: { lamps, ambient: [0.3, 0.3, 0.3], exposure: 1.1, vignette: 0.45 },
    standing: geometry,
    moving: together(
      (second) => forkBodies(fork, walk, second),
      people([
        {
          outfit: worker(random),
          startSecond: 0,
          start: [-3.5, 10.2],
          steps: [
            { staySeconds: 22, facing: 1.2, doing: 'work' },
            { to: [-3.2, 8.4] },
            { to: [-0.2, 8.8] },
            { staySeconds: 12, facing: 0.4, doing: 'phone' },
            { to: [-3.5, 10.2] },
            { staySeconds: 12, facing: 1.2, doing: 'work' },
          ],
        },
        {
          outfit: worker(random, '#e8622c'),
          startSecond: 24,
          start: [8.8, 4],
          steps: [
            { to: [5.7, 6.6] },
            { staySeconds: 8, facing: 1.3, doing: 'work' },
            { to: [5.4, 9.6] },
            { staySeconds: 5, facing: 1.4, doing: 'work' },
            { to: [8.9, 4.4] },
          ],
        },
        {
          outfit: worker(random),
          startSecond: 8,
          start: [9, 2.6],
          steps: [
            { to: [3.6, 3.1], doing: 'carry' },
            { to: [-9, 2.4], doing: 'carry' },
          ],
        },
      ]),
      handTruck(random),
    ),
    mirrorShare: 0.06,
  }
}

function forkBodies(fork: Forklift, walk: Walk, second: number): readonly Body[] {
  const where = walk.at(second)
  if (where === undefined) {
    return []
  }
  const isLoaded = where.seconds > 10.6 && where.seconds < 32.5
  return fork.pose({ ...where, forkM: isLoaded ? 0.22 : 0.1, isLoaded, second })
}

/** Somebody pushing a hand truck with a wrapped pallet along the front. */
function handTruck(random: () => number): (second: number) => readonly Body[] {
  const walk = new Walk(
    36,
    [-9.4, 3.4],
    [
      { to: [1, 3.6], doing: 'push' },
      { to: [9.3, 3], doing: 'push' },
    ],
    1.1,
  )
  const outfit = worker(random)
  const crew = people([
    {
      outfit,
      startSecond: 36,
      start: [-9.4, 3.4],
      steps: [
        { to: [1, 3.6], doing: 'push' },
        { to: [9.3, 3], doing: 'push' },
      ],
      speed: 1.1,
    },
  ])
  const fork = new Forklift(outfit, palletLoad(1, random), '#b3261e')
  return (second) => {
    const where = walk.at(second)
    if (where === undefined) {
      return []
    }
    const [body] = fork.pose({ ...where, forkM: 0.1, isLoaded: true, second })
    const load = body?.parts.at(-1)
    const ahead = 1.25
    const x = where.x + Math.sin(where.heading) * ahead
    const z = where.z + Math.cos(where.heading) * ahead
    return load === undefined
      ? []
      : [
          ...crew(second),
          {
            parts: [
              [
                load[0],
                chain(move(x, 0.08, z), [
                  Math.cos(where.heading),
                  0,
                  Math.sin(where.heading),
                  0,
                  0,
                  1,
                  0,
                  0,
                  -Math.sin(where.heading),
                  0,
                  Math.cos(where.heading),
                  0,
                ]),
              ],
            ],
            x,
            z,
            heading: where.heading,
            halfWidthM: 0.6,
            halfLengthM: 0.4,
          },
        ]
  }
}
