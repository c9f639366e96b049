import { type WallError, wallError } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { PlatformAddress } from '#contract/wall/connection.ts'
import type { MintedTicket } from '../platform/platform-client.ts'
import { asWebSocketAddress, isAllowedHost, liveViewHost } from './live-view-host.ts'
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
    this.#error =
      url === undefined
        ? wallError('bad_answer', 'The platform names no live view address. Enter it on the connection page.')
        : isAllowedHost(url, this.allowedHosts())
          ? undefined
          : wallError(
              'host_not_allowed',
              `The platform sends viewers to ${liveViewHost(url) ?? 'an unreadable address'}, which is not configured. Check the connection page.`,
            )
    if (before?.message !== this.#error?.message) this.#onError()
  }
}
