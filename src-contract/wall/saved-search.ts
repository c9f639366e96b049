import { z } from 'zod'
import { fail, ok, type Result } from '../result.ts'

export const MAX_SAVED_SEARCHES = 200
export const MAX_SEARCH_NAME_CHARS = 80
/** Of a query that is kept; what is only typed may be longer. */
export const MAX_SEARCH_TEXT_CHARS = 4_000

/** Kept as text: it can be read, mailed and corrected, also when a camera or a field that it names is gone. */
export const savedSearchSchema = z.object({
  name: z.string().trim().min(1).max(MAX_SEARCH_NAME_CHARS),
  text: z.string().max(MAX_SEARCH_TEXT_CHARS),
})
export type SavedSearch = z.infer<typeof savedSearchSchema>

/** What makes two names the same to an operator. */
export function searchNameKey(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase()
}

/** In the order in which the operator keeps them. */
export const savedSearchesSchema = z
  .array(savedSearchSchema)
  .max(MAX_SAVED_SEARCHES)
  .refine(
    (searches) => new Set(searches.map(({ name }) => searchNameKey(name))).size === searches.length,
    'two saved searches have the same name',
  )

/** The list with this search at its end, or in the place of the one named `inPlaceOf`. A sentence when it cannot be kept. */
export function keepSearch(
  searches: readonly SavedSearch[],
  search: SavedSearch,
  inPlaceOf?: string,
): Result<SavedSearch[], string> {
  const parsed = savedSearchSchema.safeParse(search)
  if (!parsed.success) return fail(whyNotKept(search))
  const place = inPlaceOf === undefined ? -1 : indexOfSearch(searches, inPlaceOf)
  const taken = indexOfSearch(searches, search.name)
  if (taken >= 0 && taken !== place) {
    return fail(`A search named “${searches[taken]?.name}” is there already. Choose another name.`)
  }
  if (place >= 0) return ok(searches.with(place, parsed.data))
  if (searches.length >= MAX_SAVED_SEARCHES) {
    return fail(`There are ${MAX_SAVED_SEARCHES} saved searches, no more fit. Remove one first.`)
  }
  return ok([...searches, parsed.data])
}

/** The list without it; a name that nobody has changes nothing. */
export function removeSearch(searches: readonly SavedSearch[], name: string): SavedSearch[] {
  const place = indexOfSearch(searches, name)
  return searches.filter((_, at) => at !== place)
}

function indexOfSearch(searches: readonly SavedSearch[], name: string): number {
  const key = searchNameKey(name)
  return searches.findIndex((search) => searchNameKey(search.name) === key)
}

function whyNotKept({ name, text }: SavedSearch): string {
  if (name.trim() === '') return 'A saved search needs a name.'
  if (text.length > MAX_SEARCH_TEXT_CHARS) {
    return `This search is too long to be kept: ${MAX_SEARCH_TEXT_CHARS} characters at most.`
  }
  return `This name is too long: ${MAX_SEARCH_NAME_CHARS} characters at most.`
}
