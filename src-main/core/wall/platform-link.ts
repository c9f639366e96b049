import { type WallError, wallError } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { WallCamera } from '#contract/wall/camera.ts'
import type { ConnectionStatus, PlatformAddress } from '#contract/wall/connection.ts'
import { CameraDirectory } from '../cameras/camera-directory.ts'
import { ActiveKey } from '../keys/active-key.ts'
import { asWebSocketAddress, isAllowedHost, liveViewHost } from '../live-view/live-view-host.ts'
import type { LiveViewTicket } from '../live-view/ticket.ts'
import { TokenBroker } from '../live-view/token-broker.ts'
import { type MintedTicket, PlatformClient } from '../platform/platform-client.ts'
import type { WallMainPorts } from './wall-main-ports.ts'

export interface PlatformLinkOptions {
  readonly ports: WallMainPorts
  readonly source: 'embedded' | 'configured'
  readonly address: PlatformAddress
  /** Something of `status()` may have changed. */
  readonly onChange: () => void
  readonly onCameras: (cameras: readonly WallCamera[]) => void
  readonly onStorageFailed: (error: WallError) => void
}

/** An embedded site comes back at another port; its key and its cameras are the same. */
const EMBEDDED = 'embedded'

/** All that belongs to one platform. Another address is another link: nothing is carried over but what is stored. */
export class PlatformLink {
  readonly client: PlatformClient
  readonly key: ActiveKey
  readonly tickets: TokenBroker
  readonly directory: CameraDirectory
  /** What the vault says is known from here on. */
  readonly ready: Promise<void>
  private readonly options: PlatformLinkOptions
  private addressError: WallError | undefined

  constructor(options: PlatformLinkOptions) {
    const { ports, source, address, onChange } = options
    const { clock, timers, random, redactor, logger, settings } = ports
    const platform = source === 'embedded' ? EMBEDDED : address.baseUrl.replace(/\/+$/, '')
    this.options = options
    this.key = new ActiveKey({
      vault: ports.vault,
      platform,
      mayBeWeak: source === 'embedded' && isLoopback(address.baseUrl),
      redactor,
      onChange,
    })
    this.client = new PlatformClient({
      address,
      key: () => this.key.get(),
      fetch: ports.fetch,
      clock,
      timers,
      random,
      redactor,
      log: logger.area('platform'),
      onVerdict: (key, verdict) => {
        if (this.key.judge(key, verdict)) this.tickets.reset()
      },
      onHealth: onChange,
    })
    this.tickets = new TokenBroker({
      mint: (cameraId) => this.client.createTicket(cameraId),
      resolve: (minted) => this.resolve(minted),
      clock,
      timers,
      random,
      redactor,
      log: logger.area('live-view'),
    })
    this.directory = new CameraDirectory({
      list: () => this.client.listCameras(),
      platform,
      known: settings.state.knownCameras,
      keep: (knownCameras) => {
        void settings.save({ knownCameras }).then((saved) => {
          if (!saved.ok) options.onStorageFailed(saved.error)
        })
      },
      operatorNumbers: () => settings.state.settings.cameraNumbers,
      timers,
      random,
      log: logger.area('cameras'),
      onChange: options.onCameras,
    })
    this.ready = this.key.load()
  }

  /** `hostname:port` or `hostname:*`. */
  allowedHosts(): readonly string[] {
    const { baseUrl, liveViewUrl } = this.options.address
    const host = liveViewHost(liveViewUrl ?? baseUrl)
    if (host === undefined) return []
    return [liveViewUrl === undefined ? host.replace(/:\d+$/, ':*') : host]
  }

  status(): ConnectionStatus {
    const { source, address } = this.options
    const { reach, lastError, skewMs, confirmed } = this.client.health()
    const error = this.tickets.stopped ?? this.addressError ?? lastError
    return {
      source,
      address,
      key: this.key.status(),
      reach,
      ...(error === undefined ? {} : { lastError: error }),
      ...(skewMs === undefined ? {} : { skewMs }),
      ticketsPerMinute: this.tickets.ticketsPerMinute(),
      confirmed: [...confirmed],
    }
  }

  /** A new key, or none: what the old one was told is forgotten. Returns when the platform has answered to it. */
  async keyChanged(): Promise<void> {
    this.tickets.reset()
    await this.directory.refresh()
  }

  dispose(): void {
    this.directory.dispose()
    this.tickets.dispose()
    this.client.dispose()
    this.key.dispose()
  }

  /** A ticket's own address counts where it may be dialled; a platform that names none has its address configured. */
  private resolve(minted: MintedTicket): Result<LiveViewTicket, WallError> {
    const url = minted.url ?? this.options.address.liveViewUrl
    const before = this.addressError
    this.addressError =
      url === undefined
        ? wallError('bad_answer', 'The platform names no live view address. Enter it on the connection page.')
        : isAllowedHost(url, this.allowedHosts())
          ? undefined
          : wallError(
              'host_not_allowed',
              `The platform sends viewers to ${liveViewHost(url) ?? 'an unreadable address'}, which is not configured. Check the connection page.`,
            )
    if (before?.message !== this.addressError?.message) this.options.onChange()
    if (url === undefined || this.addressError !== undefined)
      return fail(this.addressError ?? wallError('bad_answer'))
    return ok({ token: minted.token, url: asWebSocketAddress(url) })
  }
}

function isLoopback(address: string): boolean {
  const hostname = URL.parse(address)?.hostname ?? ''
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
