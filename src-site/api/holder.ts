import type { FastifyRequest } from 'fastify'
import type { Holder } from '../accounts/holder.ts'

/** Whom a request of a route that is not open acts for: the gate has let nobody else through. */
export function holderOf(request: FastifyRequest): Holder {
  if (!request.holder) throw new Error('a route that needs a key was reached without one')
  return request.holder
}
