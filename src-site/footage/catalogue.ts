import { footageDefaults } from './footage-defaults.ts'

/** One demo camera before it is drawn: which scene, and what makes this one differ from the next of the same kind. */
export interface CameraPlan {
  readonly number: number
  readonly name: string
  readonly group: string
  readonly scene: SceneName
  /** Same seed, same picture, on every machine. */
  readonly seed: number
}

export const sceneNames = [
  'main-entrance',
  'turnstiles',
  'till',
  'corridor',
  'car-park',
  'car-park-night',
  'loading-dock',
  'warehouse',
] as const

export type SceneName = (typeof sceneNames)[number]

/** The first `count` demo cameras, numbered from 1. Fewer cameras are always the beginning of more. */
export function planCameras(count: number): CameraPlan[] {
  if (!Number.isInteger(count) || count < 1 || count > footageDefaults.maxCameras) {
    throw new RangeError(`cameras must be a whole number within 1 … ${footageDefaults.maxCameras}`)
  }
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    name: `Corridor ${index + 1}`,
    group: 'Site',
    scene: sceneNames[index % sceneNames.length] ?? 'corridor',
    seed: index + 1,
  }))
}
