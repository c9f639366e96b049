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

/** Why a search is not kept; the page has the sentences (`events.saved.fault.WHY`). */
export type SearchFault =
  | { readonly why: 'unnamed' }
  | { readonly why: 'taken'; readonly name: string }
  | { readonly why: 'full' | 'textTooLong' | 'nameTooLong'; readonly most: number }

/** The list with this search at its end, or in the place of the one named `inPlaceOf`. Why, when it cannot be kept. */
export function keepSearch(
  searches: readonly SavedSearch[],
  search: SavedSearch,
  inPlaceOf?: string,
): Result<SavedSearch[], SearchFault> {
  const parsed = savedSearchSchema.safeParse(search)
  if (!parsed.success) return fail(whyNotKept(search))
  const place = inPlaceOf === undefined ? -1 : indexOfSearch(searches, inPlaceOf)
  const taken = indexOfSearch(searches, search.name)
  if (taken >= 0 && taken !== place) {
    return fail({ why: 'taken', name: searches[taken]?.name ?? search.name })
  }
  if (place >= 0) return ok(searches.with(place, parsed.data))
  if (searches.length >= MAX_SAVED_SEARCHES) {
    return fail({ why: 'full', most: MAX_SAVED_SEARCHES })
  }
  return ok([...searches, parsed.data])
}

/** The list without it; a name that nobody has changes nothing. */
export function removeSearch(searches: readonly SavedSearch[], name: string): SavedSearch[] {
  const place = indexOfSearch(searches, name)
  return searches.filter((_, at) => at !== place)
}

export function findSearch(searches: readonly SavedSearch[], name: string): SavedSearch | undefined {
  return searches[indexOfSearch(searches, name)]
}

function indexOfSearch(searches: readonly SavedSearch[], name: string): number {
  const key = searchNameKey(name)
  return searches.findIndex((search) => searchNameKey(search.name) === key)
}

function whyNotKept({ name, text }: SavedSearch): SearchFault {
  if (name.trim() === '') return { why: 'unnamed' }
  if (text.length > MAX_SEARCH_TEXT_CHARS) return { why: 'textTooLong', most: MAX_SEARCH_TEXT_CHARS }
  return { why: 'nameTooLong', most: MAX_SEARCH_NAME_CHARS }
}
