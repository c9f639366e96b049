import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Refusal } from './refusal.ts'

const issueSchema = z.object({
  keyword: z.string(),
  instancePath: z.string(),
  message: z.string(),
  params: z.looseObject({ keys: z.array(z.string()).optional() }),
})
type Issue = z.infer<typeof issueSchema>

/** Of a part of a body that is judged by itself. */
export function refusalOfPart({ issues }: z.ZodError): Refusal {
  return invalidRequest(
    issues.map((issue) => ({
      keyword: issue.code,
      instancePath: `/${issue.path.join('/')}`,
      message: issue.message,
      params: issue.code === 'unrecognized_keys' ? { keys: issue.keys } : {},
    })),
    'body',
  )
}

/** Of an error that Fastify caught, the refusal it means; undefined when it is a fault of ours. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (hasZodFastifySchemaValidationErrors(error)) {
    return invalidRequest(z.array(issueSchema).parse(error.validation), error.validationContext)
  }
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

/** A typing error explains the member that is missing because of it, so unknown members come first. */
function invalidRequest(issues: readonly Issue[], place: string | undefined): Refusal {
  const unknown = issues.find(({ keyword }) => keyword === 'unrecognized_keys')
  if (unknown) {
    const field = [...pathOf(unknown), unknown.params.keys?.[0] ?? ''].join('.')
    return { code: 'unknown_member', message: `There is no member ${field} in this request.`, field }
  }
  const [first] = issues
  const path = first ? pathOf(first) : []
  if (!first || path.length === 0) {
    const what = place === 'body' ? 'The body has to be a JSON object.' : 'The request cannot be read.'
    return { code: 'malformed', message: what }
  }
  const field = path.join('.')
  return { code: 'invalid_value', message: `${field}: ${first.message}.`, field }
}

/** `/timeRange/start` → `timeRange`, `start`. */
function pathOf({ instancePath }: Issue): string[] {
  return instancePath.split('/').filter((part) => part !== '')
}
