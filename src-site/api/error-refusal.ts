import { z } from 'zod'
import type { Refusal } from './refusal.ts'

/** Of an error that Fastify caught, the refusal it means; undefined when it is a fault of ours. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof z.core.$ZodError && 'validationContext' in error)
    return invalidRequest(error, error.validationContext)
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  switch (status) {
    case 413:
      return { code: 'body_too_large', message: 'The body is larger than this interface takes.' }
    case 415:
      return {
        code: 'unsupported_media_type',
        message: 'Bodies are JSON in UTF-8, not compressed: Content-Type: application/json.',
      }
    case 400:
      return {
        code: 'malformed',
        message: 'The request cannot be read: its body has to be valid JSON in UTF-8.',
      }
    default:
      return undefined
  }
}

/**
 * `place`: `body` as well of a part of one that is judged by itself. A typing error explains the member that is missing
 * because of it, so unknown members come first.
 */
export function invalidRequest({ issues }: z.core.$ZodError, place: unknown = 'body'): Refusal {
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys')
  if (unknown) {
    const field = [...unknown.path, unknown.keys[0] ?? ''].join('.')
    return { code: 'unknown_member', message: `There is no member ${field} in this request.`, field }
  }
  const [first] = issues
  if (!first || first.path.length === 0) {
    const what = place === 'body' ? 'The body has to be a JSON object.' : 'The request cannot be read.'
    return { code: 'malformed', message: what }
  }
  const field = first.path.join('.')
  return { code: 'invalid_value', message: `${field}: ${first.message}.`, field }
}
