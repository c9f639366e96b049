import type { WallCamera } from '#contract/wall/camera.ts'
import { MAX_CAMERA_NUMBER } from '#contract/wall/camera-list.ts'
import { type WallError, wallError } from '#contract/errors.ts'
import { exactMessage, type ExactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { KnownCamera } from '../settings/settings-store.ts'

/**
 * Gives each camera a number of its own: the operator's, else the one that it holds already, else what the platform
 * proposes, else the lowest that is free. Nobody's number moves because of another camera, unless an operator gave
 * that number away. Where two claim one number, the camera whose id sorts first has it: the same cameras get the
 * same numbers, in whatever order they come. Sorted by number.
 */
export function assignNumbers(
  cameras: readonly KnownCamera[],
  operatorNumbers: Readonly<Record<string, number>>,
  held: ReadonlyMap<string, number> = new Map(),
): readonly WallCamera[] {
  const byId = cameras.toSorted((a, b) => compare(a.id, b.id))
  const taken = new Set<number>()
  const numbers = new Map<string, number>()
  const claim = (camera: KnownCamera, number: number | undefined) => {
    if (number === undefined || number > MAX_CAMERA_NUMBER) return
    if (taken.has(number) || numbers.has(camera.id)) return
    taken.add(number)
    numbers.set(camera.id, number)
  }
  for (const camera of byId)
    if (Object.hasOwn(operatorNumbers, camera.id)) claim(camera, operatorNumbers[camera.id])
  for (const camera of byId) claim(camera, held.get(camera.id))
  // A newcomer takes no number that an operator gave to a camera that may come back. At the first numbering there are
  // no newcomers, and a wall that was numbered before numbers were held keeps all of them.
  if (held.size > 0) for (const number of Object.values(operatorNumbers)) taken.add(number)
  for (const camera of byId) claim(camera, camera.number)
  let free = 1
  // In the platform's order as far as it proposes one, so that a doubled number lands near its twin.
  for (const camera of byId.toSorted((a, b) => proposed(a) - proposed(b))) {
    while (taken.has(free)) free += 1
    claim(camera, free)
  }
  return byId
    .map((camera) => ({ ...camera, number: numbers.get(camera.id) ?? 0 }))
    .toSorted((a, b) => a.number - b.number)
}

function proposed(camera: KnownCamera): number {
  return camera.number ?? Number.MAX_SAFE_INTEGER
}

/** By code units: the same on every machine, whatever its language. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * Whether these numbers (`cameraId → number`) can be given: not if another camera has one of them and gets no other.
 * A camera that has left the list has its number, too.
 */
export function checkNumbers(
  cameras: readonly WallCamera[],
  wishes: Readonly<Record<string, number>>,
): Result<undefined, WallError> {
  const holders = new Map<number, WallCamera>()
  for (const camera of cameras) if (!Object.hasOwn(wishes, camera.id)) holders.set(camera.number, camera)
  const byId = new Map(cameras.map((camera) => [camera.id, camera]))
  for (const [id, number] of Object.entries(wishes)) {
    const holder = holders.get(number)
    if (holder !== undefined) return fail(wallError('bad_request', clash(number, holder)))
    const wisher = byId.get(id)
    if (wisher !== undefined) holders.set(number, wisher)
  }
  return ok(undefined)
}

function clash(number: number, { name, unlistedSinceMs }: WallCamera): ExactMessage {
  return exactMessage(unlistedSinceMs === undefined ? 'number_taken' : 'number_taken_by_unlisted', {
    number,
    name,
  })
}
