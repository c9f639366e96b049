import { MAX_EVENT_TEXT_CHARS } from '#contract/platform/limits.ts'
import type { EventFieldType } from '#contract/platform/events.ts'
import { never } from '#contract/result.ts'

/** What is wrong with a value of this type, in words; undefined when nothing is. */
export function valueFault(type: EventFieldType, value: unknown): string | undefined {
  switch (type) {
    case 'integer':
      if (!Number.isInteger(value)) return 'has to be a whole number'
      return Number.isSafeInteger(value)
        ? undefined
        : `has to lie between −${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`
    case 'decimal':
      return Number.isFinite(value) ? undefined : 'has to be a number'
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'has to be true or false'
    case 'text':
      return typeof value === 'string' ? textFault(value) : 'has to be a text'
    default:
      return never(type)
  }
}

/** What the store could not give back as it came. */
export function textFault(text: string): string | undefined {
  if (text.length > MAX_EVENT_TEXT_CHARS) return `has more than ${MAX_EVENT_TEXT_CHARS} characters`
  if (text.includes('\0')) return 'has a character with the code 0'
  return text.isWellFormed() ? undefined : 'has half of a character (a lone surrogate)'
}
