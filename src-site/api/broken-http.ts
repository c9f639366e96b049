import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type PlatformErrorCode, platformErrors } from '#contract/platform/errors.ts'
import { errorBody, type Refusal } from './refusal.ts'

/** Node's codes for what is no HTTP request at all; everything else is `malformed`. */
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    code: 'headers_too_large',
    message: 'The headers are larger than this interface takes.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout', message: 'The request took too long to arrive.' },
}
const malformed: Refusal = { code: 'malformed', message: 'This is not an HTTP request.' }

/** Answers on the bare socket, because there is no request to reply to. */
export function answerBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) {
    const refusal = refusals[error.code ?? ''] ?? malformed
    socket.write(rawAnswer(refusal, new Date()))
  }
  socket.destroySoon()
}

function rawAnswer(refusal: Refusal, now: Date): string {
  const status = platformErrors[refusal.code satisfies PlatformErrorCode]
  const body = JSON.stringify(errorBody(refusal))
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${now.toUTCString()}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
