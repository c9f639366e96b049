import { errorBodySchema, type PlatformErrorCode } from '#contract/platform/errors.ts'
import { isObject, parseJson } from '#contract/json.ts'
import { MAX_ERROR_CHARS } from './defaults.ts'

export interface ReportedError {
  /** Plain text on one line; undefined when the answer had none. */
  readonly sentence: string | undefined
  /** The body had the shape of assumption 26. */
  readonly asAssumed: boolean
  /** Only of an answer in that shape. */
  readonly code?: PlatformErrorCode
  /** Of such an answer: the member of the request that is at fault. */
  readonly field?: string
}

/**
 * The message in the body of an error: our own shape, `message`, `error` as text, plain text, HTML, nothing
 * (assumption 26). `redact` runs before anything is cut: half a secret would not be recognised.
 */
export function readError(text: string, redact: (text: string) => string): ReportedError {
  const json = parseJson(text)
  const assumed = errorBodySchema.safeParse(json)
  if (assumed.success) {
    const { code, message, field } = assumed.data.error
    return {
      code,
      sentence: tidy(
        redact(field === undefined || message.includes(field) ? message : `${message} (${field})`),
      ),
      asAssumed: true,
      ...(field === undefined ? {} : { field: redact(field).slice(0, 200) }),
    }
  }
  const message = json === undefined ? withoutMarkup(text) : findMessage(json, 3)
  return { sentence: message === undefined ? undefined : tidy(redact(message)), asAssumed: false }
}

const messageMembers = ['message', 'error', 'detail', 'description', 'title', 'errors'] as const

function findMessage(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return withoutMarkup(value)
  if (depth === 0) return undefined
  if (Array.isArray(value)) return findMessage(value[0], depth - 1)
  if (!isObject(value)) return undefined
  for (const member of messageMembers) {
    const found = findMessage(value[member], depth - 1)
    if (found !== undefined && found !== '') return found
  }
  return undefined
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}

function withoutMarkup(text: string): string {
  return text
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<[!/a-z][^>]*>?/gi, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? ' ')
}

/** One line, no control characters (nor those that turn the direction of writing), bounded. */
export function tidy(text: string): string | undefined {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (line === '') return undefined
  return line.length <= MAX_ERROR_CHARS ? line : `${line.slice(0, MAX_ERROR_CHARS - 1).trimEnd()}…`
}
