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
export function findCamera({ cameras }: Catalogue, said: string): string | undefined {
  if (cameras === undefined) return said === '' ? undefined : said
  const folded = said.toLowerCase()
  const found =
    cameras.find(({ id }) => id === said) ??
    cameras.find(({ number }) => String(number) === said) ??
    cameras.find(({ name }) => name.toLowerCase() === folded)
  return found?.id
}

/** By id or name. */
export function findTag({ tags }: Catalogue, said: string): WallEventTag | undefined {
  const folded = said.toLowerCase()
  return tags.find(({ id }) => id === said) ?? tags.find(({ name }) => name.toLowerCase() === folded)
}
