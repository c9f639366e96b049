import { codeOf } from '#contract/thrown.ts'
import type { MediaProblem } from '#contract/wall/playback.ts'
import { AddressRefused } from '../../network/address-guard.ts'
import { certificateFault } from '../../network/certificate-fault.ts'
import type { Time } from '../../time.ts'
import type { GatewayLimits } from '../defaults.ts'
import type { PlatformSessionOptions } from '../platform-session.ts'
import { allowedAddress } from './media-path.ts'

export interface UpstreamOptions extends Time {
  readonly fetch: typeof fetch
  readonly limits: GatewayLimits
}

export interface UpstreamRequest {
  readonly address: URL
  /** Origins that may be asked, redirects included. */
  readonly hosts: ReadonlySet<string>
  readonly headers: Readonly<Record<string, string>>
  /** The player's own end. */
  readonly signal: AbortSignal
}

export interface UpstreamAnswer {
  readonly response: Response
  /** Where it came from in the end. */
  readonly address: URL
  /** Ends the transfer. */
  readonly abort: () => void
}

/** Codes of a session that is over: what comes with a session's address in it and is refused. */
export const deadStatuses: ReadonlySet<number> = new Set([401, 403, 404, 410])

/** One request without any credential, redirects followed among the hosts. Its body has not been read. Never throws. */
export async function askUpstream(
  { fetch, timers, limits }: UpstreamOptions,
  { address, hosts, headers, signal }: UpstreamRequest,
): Promise<UpstreamAnswer | MediaProblem> {
  const transfer = new AbortController()
  const abort = () => transfer.abort()
  let isLate = false
  const cancelTimer = timers.after(limits.firstByteInMs, () => {
    isLate = true
    abort()
  })
  try {
    let at = address
    for (let hop = 0; hop <= limits.redirects; hop += 1) {
      const response = await fetch(at, {
        // Compressed, a length would be another one.
        headers: { 'accept-encoding': 'identity', accept: '*/*', ...headers },
        redirect: 'manual',
        signal: AbortSignal.any([signal, transfer.signal]),
      })
      const location = response.headers.get('location')
      if (response.status < 300 || response.status > 399 || location === null) {
        return { response, address: at, abort }
      }
      await response.body?.cancel()
      const next = allowedAddress(location, hosts, at)
      if (next === undefined) return 'host-not-allowed'
      at = next
    }
    return 'refused'
  } catch (thrown) {
    const cause = thrown instanceof Error ? thrown.cause : undefined
    if (cause instanceof AddressRefused) return 'host-not-allowed'
    if (certificateFault('platform', codeOf(cause)) !== undefined) return 'certificate'
    return isLate ? 'timeout' : 'unreachable'
  } finally {
    cancelTimer()
  }
}

/** Counts as use of a session, and moves next to nothing. */
export function createTouch(options: UpstreamOptions): PlatformSessionOptions['touch'] {
  return async (address, kind) => {
    const answer = await askUpstream(options, {
      address,
      hosts: new Set([address.origin]),
      headers: kind === 'segment' ? { range: 'bytes=0-0' } : {},
      signal: new AbortController().signal,
    })
    if (typeof answer === 'string') return 'unknown'
    answer.abort()
    if (answer.response.ok) return 'alive'
    return deadStatuses.has(answer.response.status) ? 'dead' : 'unknown'
  }
}

export interface PacedBodyOptions
  extends Pick<UpstreamOptions, 'clock' | 'timers'>,
    Pick<GatewayLimits, 'idleInMs' | 'leastBytes' | 'abandonedInMs'> {
  readonly maxBytes: number
  readonly abort: () => void
  readonly onBytes: (bytes: number) => void
}

/**
 * A body that is read only as fast as somebody takes it, and fails when next to nothing comes although somebody waits.
 * A player that does not read is no fault of the platform; one that never reads again has gone, whether its shell
 * says so or not.
 */
export function pacedBody(
  body: ReadableStream<Uint8Array>,
  { clock, timers, idleInMs, leastBytes, abandonedInMs, maxBytes, abort, onBytes }: PacedBodyOptions,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let size = 0
  /** Of what has come since it was last enough, and how long somebody has waited for it. */
  let came = 0
  let waitedMs = 0
  let cancelTimer = timers.after(abandonedInMs, abort)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        cancelTimer()
        const fromMs = clock.monotonicMs()
        cancelTimer = timers.after(Math.max(0, idleInMs - waitedMs), abort)
        try {
          const { done, value } = await reader.read()
          cancelTimer()
          if (done) return controller.close()
          size += value.byteLength
          came += value.byteLength
          waitedMs += clock.monotonicMs() - fromMs
          if (came >= leastBytes) came = waitedMs = 0
          onBytes(value.byteLength)
          if (size > maxBytes) throw new Error('longer than allowed')
          cancelTimer = timers.after(abandonedInMs, abort)
          controller.enqueue(value)
        } catch (error) {
          cancelTimer()
          abort()
          controller.error(error)
        }
      },
      cancel() {
        cancelTimer()
        abort()
      },
    },
    { highWaterMark: 0 },
  )
}
