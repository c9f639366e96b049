import { type WallError, wallError } from '#contract/errors.ts'
import { type Said, said } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { WallCamera } from '#contract/wall/camera.ts'

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

function clash(number: number, { name, unlistedSinceMs }: WallCamera): Said {
  return said(unlistedSinceMs === undefined ? 'number_taken' : 'number_taken_by_unlisted', { number, name })
}
