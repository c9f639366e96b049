import { type WallError, wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { PlatformAddress } from '#contract/wall/connection.ts'
import { isDowngrade } from '#contract/wall/encryption.ts'
import type { MintedTicket } from '../platform/platform-client.ts'
import type { LiveViewTicket } from './ticket.ts'

/** Where the tickets of a platform may lead: to what is configured, else to the platform's own machine. */
export class LiveViewAddress {
  readonly #address: PlatformAddress
  readonly #onError: () => void
  #error: WallError | undefined

  /** `onError`: told when `error` is another one. */
  constructor(address: PlatformAddress, onError: () => void) {
    this.#address = address
    this.#onError = onError
  }

  /** Why the last ticket could not be used. */
  get error(): WallError | undefined {
    return this.#error
  }

  /** `hostname:port` or `hostname:*`. */
  allowedHosts(): readonly string[] {
    const { baseUrl, liveViewUrl } = this.#address
    const host = liveViewHost(liveViewUrl ?? baseUrl)
    if (host === undefined) return []
    return [liveViewUrl === undefined ? host.replace(/:\d+$/, ':*') : host]
  }

  /** A ticket's own address counts where it may be dialled; a platform that names none has its address configured. */
  resolve(minted: MintedTicket): Result<LiveViewTicket, WallError> {
    const url = minted.url ?? this.#address.liveViewUrl
    this.#note(url)
    if (url === undefined || this.#error !== undefined) return fail(this.#error ?? wallError('bad_answer'))
    return ok({ token: minted.token, url: asWebSocketAddress(url) })
  }

  #note(url: string | undefined): void {
    const before = this.#error
    this.#error = this.#errorOf(url)
    if (before?.message !== this.#error?.message) this.#onError()
  }

  #errorOf(url: string | undefined): WallError | undefined {
    if (url === undefined) {
      return wallError('bad_answer', exactMessage('live_address_missing'))
    }
    const host = liveViewHost(url)
    if (host === undefined) return wallError('host_not_allowed', exactMessage('live_address_unreadable'))
    if (isDowngrade(this.#address.baseUrl, url)) {
      return wallError('host_not_allowed', exactMessage('live_address_unencrypted', { host }))
    }
    if (isAllowedHost(url, this.allowedHosts())) return undefined
    return wallError('host_not_allowed', exactMessage('live_address_unknown', { host }))
  }
}

const defaultPorts: Readonly<Record<string, string>> = {
  'ws:': '80',
  'http:': '80',
  'wss:': '443',
  'https:': '443',
}

/** `hostname:port` with the port always said, or undefined for anything that is no ws or http address. */
function liveViewHost(address: string): string | undefined {
  const url = URL.parse(address)
  const defaultPort = url === null ? undefined : defaultPorts[url.protocol]
  if (url === null || defaultPort === undefined || url.hostname === '') return undefined
  return `${url.hostname}:${url.port === '' ? defaultPort : url.port}`
}

/**
 * Whether an address may be dialled. An entry is `hostname:port`, or `hostname:*` where only the host is
 * known: without a configured live view address the platform's own host is trusted, whatever the port.
 */
export function isAllowedHost(address: string, allowedHosts: readonly string[]): boolean {
  const host = liveViewHost(address)
  if (host === undefined) return false
  const anyPort = `${host.slice(0, host.lastIndexOf(':'))}:*`
  return allowedHosts.some((allowed) => allowed === host || allowed === anyPort)
}

/** The same address as a WebSocket one: platforms write `https://` and `wss://` for the same server. */
export function asWebSocketAddress(address: string): string {
  return address.replace(/^http/i, 'ws')
}
