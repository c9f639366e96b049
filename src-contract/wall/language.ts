import { z } from 'zod'

/** Those that there is a catalogue for: `resources/languages`. */
export const languageSchema = z.enum(['en', 'de', 'es'])
export type Language = z.infer<typeof languageSchema>

/** The chosen one, else the first of the wanted ones (BCP 47) that there is a catalogue for, else English. */
export function languageFor(chosen: Language | undefined, wanted: readonly string[]): Language {
  if (chosen !== undefined) return chosen
  for (const tag of wanted) {
    const language = languageSchema.safeParse(tag.split(/[-_]/)[0]?.toLowerCase())
    if (language.success) return language.data
  }
  return 'en'
}
