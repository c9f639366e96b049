import { fail, ok, type Result } from '#contract/result.ts'
import type { WallEventTag } from '#contract/wall/events.ts'
import { t } from '../language/language.ts'

type TagField = WallEventTag['fields'][number]

const fieldForm = /^(?<name>.+?)[\s:]+(?<type>integer|decimal|text|boolean)(?:\s+(?<unit>\S.*))?$/i

/** The fields of a tag as a person writes them, such as `amount decimal EUR, note text`; else what cannot be read, in words. */
export function readTagFields(text: string): Result<TagField[], string> {
  const fields: TagField[] = []
  for (const part of text.split(/[,;\n]/).map((one) => one.trim())) {
    if (part === '') continue
    const { name = '', type = '', unit } = fieldForm.exec(part)?.groups ?? {}
    if (name === '') return fail(t('events.tags.noField', { part }))
    if (fields.some((field) => field.name === name)) return fail(t('events.tags.fieldTwice', { name }))
    fields.push({ name, type: type.toLowerCase() as TagField['type'], ...(unit ? { unit } : {}) })
  }
  return ok(fields)
}

/** The inverse of `readTagFields`. */
export function tagFieldsText(fields: readonly TagField[]): string {
  return fields.map(({ name, type, unit }) => [name, type, unit].filter(Boolean).join(' ')).join(', ')
}

/** One of the same id, or of the same name, is replaced. */
export function withTag(tags: readonly WallEventTag[], tag: WallEventTag): WallEventTag[] {
  const isOther = ({ id, name }: WallEventTag) =>
    id !== tag.id && name.toLowerCase() !== tag.name.toLowerCase()
  return [...tags.filter(isOther), tag]
}
