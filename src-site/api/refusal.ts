import type { FastifyReply } from 'fastify'
import { type ErrorBody, type PlatformErrorCode, platformErrors } from '#contract/platform/errors.ts'

/** A request that is not done, in the words of the interface (assumption 26). */
export interface Refusal {
  readonly code: PlatformErrorCode
  /** A sentence for whoever wrote the client. Never holds what the request held. */
  readonly message: string
  /** Path of the member at fault. */
  readonly field?: string
  readonly headers?: Readonly<Record<string, string>>
}

export function errorBody({ code, message, field }: Refusal): ErrorBody {
  return { error: field === undefined ? { code, message } : { code, message, field } }
}

/** Answers with the refusal; the status follows from its code. */
export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return reply
    .code(platformErrors[refusal.code])
    .headers(refusal.headers ?? {})
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(refusal))
}

export function tooManyRequests(retryInMs: number): Refusal {
  return {
    code: 'rate_limited',
    message: 'Too many requests. Wait for the time in Retry-After.',
    headers: retryAfter(retryInMs),
  }
}

/** In whole seconds, at least one (RFC 9110 §10.2.3). */
export function retryAfter(retryInMs: number): Record<string, string> {
  return { 'retry-after': String(Math.max(1, Math.ceil(retryInMs / 1_000))) }
}

export const noSuchCamera: Refusal = {
  code: 'unknown_camera',
  message: 'The organization has no such camera.',
  field: 'cameraId',
}
