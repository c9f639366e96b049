import { wallError, type WallError } from '#contract/errors.ts'
import { isAddressRefused } from '../network/address-guard.ts'
import { certificateFault } from '../network/certificate-fault.ts'

/** What the HTTP status of a refused handshake means. The body is never read: LiveKit 1.13.5 echoes the ticket in it. */
export function refusedHandshake(status: number): WallError {
  if (status === 401 || status === 403) return wallError('ticket_refused')
  if (status === 404) return wallError('not_found', 'The media server does not know this way of joining.')
  if (status === 429)
    return wallError('rate_limited', 'The media server asks to slow down. Trying again shortly.')
  if (status >= 300 && status < 400) {
    return wallError('media_unreachable', 'The media server sends us elsewhere, which is not followed.')
  }
  return wallError('media_unreachable', `The media server answered with HTTP status ${status}. Trying again.`)
}

/** What an error of the socket means. Its text is not passed on: it may hold the URL, and that holds the ticket. */
export function brokenHandshake(error: Error): WallError {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error.message === 'Opening handshake has timed out' || code === 'ETIMEDOUT') {
    return wallError('timeout', 'The media server did not answer in time. Trying again.')
  }
  if (isAddressRefused(code)) return wallError('address_refused')
  return wallError('media_unreachable', certificateFault('media server', code))
}
