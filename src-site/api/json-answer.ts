import type { FastifyReply } from 'fastify'

/** An answer that is JSON already. */
export function sendJson(reply: FastifyReply, bytes: Uint8Array): FastifyReply {
  return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(bytes)
}
