import type { z } from 'zod'
import type { FastifyRequest } from 'fastify'
import { type CallName, calls, paths, type PlatformCallRow } from '#contract/platform/calls.ts'
import type { PlatformErrorCode } from '#contract/platform/errors.ts'
import type { Principal } from '../accounts/principal.ts'
import { idParams, noQuery } from './no-query.ts'
import { bearerSecurity, refusals, tokenSecurity } from './openapi.ts'

/** What the document of the interface says of a call beside its row. */
interface CallWords {
  readonly summary: string
  readonly description?: string
  /** Beside those of any call that takes a key, or a body. */
  readonly refusals?: readonly PlatformErrorCode[]
  readonly maxBodyBytes?: number
}

type Row<Name extends CallName> = (typeof calls)[Name]
type StatusOf<Name extends CallName> =
  Row<Name> extends { status: infer Status extends number } ? Status : 200
type SchemaOf<Name extends CallName> = {
  readonly params: Row<Name> extends { hasId: true } ? typeof idParams : z.ZodUnknown
  readonly querystring: Row<Name> extends { query: infer Query } ? Query : typeof noQuery
  readonly body: Row<Name> extends { body: infer Body } ? Body : z.ZodUnknown
  /** Refusals are written by `refuse`. */
  readonly response: Record<StatusOf<Name>, Row<Name>['answer']>
}

/** A route as the row of its call has it. */
export function callRoute<Name extends CallName>(name: Name, words: CallWords) {
  const row: PlatformCallRow = calls[name]
  const { summary, description, maxBodyBytes } = words
  const codes: PlatformErrorCode[] = [
    ...(row.isOpen === true ? [] : (['missing_key'] as const)),
    ...(row.takesToken === true ? (['organization_not_allowed'] as const) : []),
    ...(row.body === undefined ? [] : (['body_too_large', 'unsupported_media_type'] as const)),
    ...(words.refusals ?? []),
  ]
  const schema = {
    operationId: name,
    summary,
    ...(description === undefined ? {} : { description }),
    ...(row.isOpen === true ? {} : { security: row.takesToken === true ? tokenSecurity : bearerSecurity }),
    ...(row.hasId === true ? { params: idParams } : {}),
    querystring: row.query ?? noQuery,
    ...(row.body === undefined ? {} : { body: row.body }),
    response: {
      [row.status ?? 200]:
        row.answerType === undefined
          ? row.answer
          : { description: summary, content: { [row.answerType]: { schema: row.answer } } },
      ...refusals(...codes),
    },
  }
  return {
    method: row.method,
    url: paths[row.path][0] + (row.hasId === true ? '/:id' : ''),
    ...(maxBodyBytes === undefined ? {} : { bodyLimit: maxBodyBytes }),
    config: { open: row.isOpen === true, takesToken: row.takesToken === true },
    schema: schema as unknown as SchemaOf<Name> & { summary: string },
  }
}

/** Whom a request of a route that is not open acts for: the gate has let nobody else through. */
export function principalOf(request: FastifyRequest): Principal {
  if (!request.principal) throw new Error('a route that needs a key was reached without one')
  return request.principal
}
