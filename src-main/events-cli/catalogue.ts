import type { WallEventTag } from '#contract/wall/events.ts'

export interface KnownCamera {
  readonly id: string
  readonly name: string
  readonly number?: number | undefined
}

/** What events may name. Undefined: the platform lists no such thing, and nothing can be said of it. */
export interface Catalogue {
  readonly tags: readonly WallEventTag[]
  readonly cameras: readonly KnownCamera[] | undefined
  /** There are more cameras than the platform lists at once. */
  readonly hasOtherCameras?: boolean
}

/** By id, number or name, in this order. */
export function findCamera(
  { cameras, hasOtherCameras = false }: Catalogue,
  given: string,
): string | undefined {
  const unlisted = given === '' ? undefined : given
  if (cameras === undefined) return unlisted
  const folded = given.toLowerCase()
  const found =
    cameras.find(({ id }) => id === given) ??
    cameras.find(({ number }) => String(number) === given) ??
    cameras.find(({ name }) => name.toLowerCase() === folded)
  return found?.id ?? (hasOtherCameras ? unlisted : undefined)
}

/** By id or name. */
export function findTag({ tags }: Catalogue, given: string): WallEventTag | undefined {
  const folded = given.toLowerCase()
  return tags.find(({ id }) => id === given) ?? tags.find(({ name }) => name.toLowerCase() === folded)
}
