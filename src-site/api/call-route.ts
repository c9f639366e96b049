import type { ServerResponse } from 'node:http'
import type { z } from 'zod'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CallName, type calls, paths, rowOf } from '#contract/platform/calls.ts'
import type { PlatformErrorCode } from '#contract/platform/errors.ts'
import { ok, type Result } from '#contract/result.ts'
import type { Principal } from '../accounts/principal.ts'
import type { ApiServer } from './api-server.ts'
import { idParams, noQuery } from './no-query.ts'
import { bearerSecurity, refusals, tokenSecurity } from './openapi.ts'
import { type Refusal, refuse } from './refusal.ts'

/** What the document of the interface says of a call beside its row. */
interface CallWords {
  readonly summary: string
  readonly description?: string
  /** Beside those of any call that takes a key, or a body. */
  readonly refusals?: readonly PlatformErrorCode[]
  readonly maxBodyBytes?: number
  readonly headers?: z.ZodObject
}

type Row<Name extends CallName> = (typeof calls)[Name]
type Given<Name extends CallName, Part extends 'body' | 'query'> =
  Row<Name> extends Readonly<Record<Part, infer Schema extends z.ZodType>> ? z.output<Schema> : undefined

/** A request of a call, as its row has it. */
interface Asked<Name extends CallName> {
  readonly query: Given<Name, 'query'>
  readonly body: Given<Name, 'body'>
  /** What it is about, where that goes below the path. */
  readonly id: string
  /** Whom it acts for: the gate has let nobody else through, but to a call that needs no key. */
  readonly principal: Principal
  readonly request: FastifyRequest
  readonly response: ServerResponse
}

/** Bytes are JSON already. Undefined: whoever asked has gone, or is answered by other means. */
type Answer<Name extends CallName> = Result<z.input<Row<Name>['answer']> | Uint8Array, Refusal> | undefined

/** All there is to say of a request that has been carried out. */
export const done = ok({ success: true as const })

/** A call of the interface: documented and checked as its row has it, answered with what `answer` comes to. */
export function addCall<Name extends CallName>(
  server: ApiServer,
  name: Name,
  words: CallWords & { readonly answer: (asked: Asked<Name>) => Promise<Answer<Name>> | Answer<Name> },
): void {
  const row = rowOf(name)
  const { summary, description, maxBodyBytes, headers, answer } = words
  const { isOpen = false, takesToken = false, hasId = false, status = 200, answerType } = row
  const codes: PlatformErrorCode[] = [
    ...(isOpen ? [] : (['missing_key'] as const)),
    ...(takesToken ? (['organization_not_allowed'] as const) : []),
    ...(row.body === undefined ? [] : (['body_too_large', 'unsupported_media_type'] as const)),
    ...(words.refusals ?? []),
  ]
  const described = { description: summary, content: { [answerType ?? '']: { schema: row.answer } } }
  server.route({
    method: row.method,
    url: paths[row.path][0] + (hasId ? '/:id' : ''),
    exposeHeadRoute: answerType === undefined,
    ...(maxBodyBytes === undefined ? {} : { bodyLimit: maxBodyBytes }),
    config: { open: isOpen, takesToken },
    schema: {
      operationId: name,
      summary,
      ...(description === undefined ? {} : { description }),
      ...(isOpen ? {} : { security: takesToken ? tokenSecurity : bearerSecurity }),
      ...(hasId ? { params: idParams } : {}),
      querystring: row.query ?? noQuery,
      ...(row.body === undefined ? {} : { body: row.body }),
      ...(headers === undefined ? {} : { headers }),
      response: { [status]: answerType === undefined ? row.answer : described, ...refusals(...codes) },
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { query, body, params, principal } = request
      const given = { id: '', ...(params as object), query, body, principal, request, response: reply.raw }
      const answered = await answer(given as unknown as Asked<Name>)
      if (answered === undefined) return reply.hijack()
      if (!answered.ok) return refuse(reply, answered.error)
      if (answered.value instanceof Uint8Array) reply.type('application/json; charset=utf-8')
      return reply.code(status).header('cache-control', 'no-store').send(answered.value)
    },
  })
}
