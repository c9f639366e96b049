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
}

/** By id, number or name, in this order. */
export function findCamera({ cameras }: Catalogue, given: string): string | undefined {
  if (cameras === undefined) return given === '' ? undefined : given
  const folded = given.toLowerCase()
  const found =
    cameras.find(({ id }) => id === given) ??
    cameras.find(({ number }) => String(number) === given) ??
    cameras.find(({ name }) => name.toLowerCase() === folded)
  return found?.id
}

/** By id or name. */
export function findTag({ tags }: Catalogue, given: string): WallEventTag | undefined {
  const folded = given.toLowerCase()
  return tags.find(({ id }) => id === given) ?? tags.find(({ name }) => name.toLowerCase() === folded)
}
