import { type WallError, wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { type ListedCamera, MAX_LISTED_CAMERAS } from '#contract/wall/camera-list.ts'
import type { KnownCamera } from '../../settings/settings-store.ts'

/** What is added wins member by member; a number that it takes is lost by whoever had it. Refused where it is too much. */
export function mergeLists(
  listed: readonly ListedCamera[],
  added: readonly ListedCamera[],
): Result<readonly ListedCamera[], WallError> {
  const taken = new Map(added.map(({ id, number }) => [number, id]))
  const cameras = new Map(listed.map((camera) => [camera.id, camera]))
  for (const [id, { number, ...camera }] of cameras) {
    const isTaken = number !== undefined && taken.has(number) && taken.get(number) !== id
    if (isTaken) cameras.set(id, camera)
  }
  for (const camera of added) cameras.set(camera.id, { ...cameras.get(camera.id), ...camera })
  return cameras.size > MAX_LISTED_CAMERAS
    ? fail(wallError('bad_request', exactMessage('list_full', { most: MAX_LISTED_CAMERAS })))
    : ok([...cameras.values()])
}

/** The platform's cameras as the operators list them, and those that it does not name. */
export function withListed(
  known: readonly KnownCamera[],
  listed: readonly ListedCamera[],
): readonly KnownCamera[] {
  if (listed.length === 0) return known
  const cameras = new Map(known.map((camera) => [camera.id, camera]))
  for (const { id, name, group, clockOffsetMs } of listed) {
    const camera = cameras.get(id)
    cameras.set(id, {
      id,
      name: name ?? camera?.name ?? id,
      group: group ?? camera?.group ?? '',
      number: camera?.number,
      ...(clockOffsetMs === undefined ? {} : { clockOffsetMs }),
    })
  }
  return [...cameras.values()]
}

/** `cameraId → number` of those that have one. */
export function numbersOf(listed: readonly ListedCamera[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    listed.flatMap(({ id, number }) => (number === undefined ? [] : [[id, number] as const])),
  )
}
