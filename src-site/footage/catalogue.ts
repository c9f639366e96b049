import { footageDefaults } from './footage-defaults.ts'

/** One demo camera before it is drawn: which scene, and what makes this one differ from the next of the same kind. */
export interface CameraPlan {
  readonly number: number
  readonly name: string
  readonly group: string
  readonly scene: SceneName
  /** Palette, people and goods. Same seed, same picture, on every machine. */
  readonly seed: number
}

export type SceneName =
  | 'main-entrance'
  | 'turnstiles'
  | 'reception'
  | 'lift-lobby'
  | 'till'
  | 'sales-floor'
  | 'corridor'
  | 'stairwell'
  | 'canteen'
  | 'server-room'
  | 'car-park'
  | 'car-park-night'
  | 'gate'
  | 'loading-dock'
  | 'warehouse'
  | 'cold-store'

type Entry = readonly [name: string, group: string, scene: SceneName]

/** By number. The first nine are a good wall by themselves: every kind of place, day and night. */
const entries: readonly Entry[] = [
  ['Main entrance', 'Entrance', 'main-entrance'],
  ['Loading dock', 'Logistics', 'loading-dock'],
  ['Till 1', 'Shop', 'till'],
  ['Car park north', 'Outdoors', 'car-park'],
  ['Turnstiles', 'Entrance', 'turnstiles'],
  ['Warehouse aisle 12', 'Logistics', 'warehouse'],
  ['Gate', 'Outdoors', 'gate'],
  ['Corridor level 1', 'Offices', 'corridor'],
  ['Car park night', 'Outdoors', 'car-park-night'],
  ['Reception', 'Entrance', 'reception'],
  ['Sales floor', 'Shop', 'sales-floor'],
  ['Lift lobby', 'Offices', 'lift-lobby'],
  ['Cold store', 'Logistics', 'cold-store'],
  ['Canteen', 'Offices', 'canteen'],
  ['Server room', 'Offices', 'server-room'],
  ['Stairwell', 'Offices', 'stairwell'],
  ['Till 5', 'Shop', 'till'],
  ['Warehouse aisle 18', 'Logistics', 'warehouse'],
  ['Car park south', 'Outdoors', 'car-park'],
  ['Corridor level 2', 'Offices', 'corridor'],
  ['Loading dock 2', 'Logistics', 'loading-dock'],
  ['Turnstiles east', 'Entrance', 'turnstiles'],
  ['Sales floor east', 'Shop', 'sales-floor'],
  ['Gate south', 'Outdoors', 'gate'],
  ['Side entrance', 'Entrance', 'main-entrance'],
  ['Till 9', 'Shop', 'till'],
  ['Lift lobby level 2', 'Offices', 'lift-lobby'],
  ['Car park yard, night', 'Outdoors', 'car-park-night'],
  ['Cold store 2', 'Logistics', 'cold-store'],
  ['Server room B', 'Offices', 'server-room'],
  ['Corridor level 3', 'Offices', 'corridor'],
  ['Warehouse aisle 24', 'Logistics', 'warehouse'],
  ['Stairwell east', 'Offices', 'stairwell'],
  ['Visitors', 'Entrance', 'reception'],
  ['Staff canteen', 'Offices', 'canteen'],
  ['Car park deck', 'Outdoors', 'car-park'],
]

/** The first `count` demo cameras, numbered from 1. Fewer cameras are always the beginning of more. */
export function planCameras(count: number): CameraPlan[] {
  if (!Number.isInteger(count) || count < 1 || count > footageDefaults.maxCameras) {
    throw new RangeError(`cameras must be a whole number within 1 … ${footageDefaults.maxCameras}`)
  }
  return entries
    .slice(0, count)
    .map(([name, group, scene], index) => ({ number: index + 1, name, group, scene, seed: index + 1 }))
}
