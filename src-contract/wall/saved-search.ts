import { z } from 'zod'

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
