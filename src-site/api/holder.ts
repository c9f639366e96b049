import type { FastifyRequest } from 'fastify'
import type { ApiKeyHolder } from '../accounts/api-key-store.ts'

/** Whom a request of a route that is not open acts for: the gate has let nobody else through. */
export function holderOf(request: FastifyRequest): ApiKeyHolder {
  if (!request.holder) throw new Error('a route that needs a key was reached without one')
  return request.holder
}
