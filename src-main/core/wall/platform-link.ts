import { lookup } from 'node:dns/promises'
import { type WallError, wallError } from '#contract/errors.ts'
import type { EmbeddedSite } from '#contract/process/launch.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { WallCamera } from '#contract/wall/camera.ts'
import type { ConnectionStatus, PlatformAddress, Protection } from '#contract/wall/connection.ts'
import type { Coverage, OpenedPlayback } from '#contract/wall/playback.ts'
import { CameraDirectory } from '../cameras/camera-directory.ts'
import type { EventListeners } from '../events/platform-events.ts'
import { PlatformEvents } from '../events/platform-events.ts'
import type { OccupancyState } from '../occupancy/occupancy-poll.ts'
import { PlatformOccupancy } from '../occupancy/platform-occupancy.ts'
import { ActiveKey } from '../keys/active-key.ts'
import { asWebSocketAddress, isAllowedHost, liveViewHost } from '../live-view/live-view-host.ts'
import type { LiveViewTicket } from '../live-view/ticket.ts'
import { TokenBroker } from '../live-view/token-broker.ts'
import { MediaGateway } from '../playback/gateway/media-gateway.ts'
import { createTouch } from '../playback/gateway/upstream.ts'
import { gatewayLimits } from '../playback/defaults.ts'
import { PlaybackSessions, type PlaybackSessionsPorts } from '../playback/playback-sessions.ts'
import { AddressReach, type Lookup } from '../network/address-reach.ts'
import { type MintedTicket, PlatformClient } from '../platform/platform-client.ts'
import type { Range } from '../platform/read-playback.ts'
import type { KnownCameras } from '../settings/settings-store.ts'
import type { Page } from '../wall-main.ts'
import {
  ANSWER_PATIENCE_IN_MS,
  EMBEDDED_KEY_LIFE_IN_DAYS,
  EMBEDDED_KEY_NAME,
  SECONDS_A_DAY,
} from './defaults.ts'
import type { WallMainPorts } from './wall-main-ports.ts'

export interface PlatformLinkOptions {
  readonly ports: WallMainPorts
  readonly source: 'embedded' | 'configured'
  readonly address: PlatformAddress
  /** Something of `status()` may have changed. */
  readonly onChange: () => void
  readonly onCameras: (cameras: readonly WallCamera[]) => void
  readonly keepCameras: (known: KnownCameras) => void
  readonly tileOf: PlaybackSessionsPorts['tileOf']
  readonly events: EventListeners
  readonly onOccupancy: (key: string, state: OccupancyState) => void
}

export type SignIn = EmbeddedSite['account']

/** An embedded site comes back at another port; its key and its cameras are the same. */
const EMBEDDED = 'embedded'

/** All that belongs to one platform. Another address is another link: nothing is carried over but what is stored. */
export class PlatformLink {
  readonly client: PlatformClient
  readonly key: ActiveKey
  readonly tickets: TokenBroker
  readonly directory: CameraDirectory
  readonly playback: PlaybackSessions
  readonly media: MediaGateway
  readonly events: PlatformEvents
  readonly occupancy: PlatformOccupancy
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
      orgId: () => this.key.status().orgId,
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
      keep: options.keepCameras,
      operatorNumbers: () => settings.state.settings.cameraNumbers,
      timers,
      random,
      log: logger.area('cameras'),
      onChange: options.onCameras,
    })
    const upstream = { fetch: ports.fetch, timers, limits: gatewayLimits }
    const reach = new AddressReach(new URL(address.baseUrl), lookupAll)
    this.playback = new PlaybackSessions({
      calls: this.client.playback,
      touch: createTouch(upstream),
      baseUrl: address.baseUrl,
      mayName: (named) => reach.mayName(named),
      clock,
      timers,
      random,
      redactor,
      log: logger.area('playback'),
      skewMs: () => this.client.health().skewMs,
      tileOf: options.tileOf,
      limits: ports.playbackLimits ?? {},
    })
    this.media = new MediaGateway({
      ...upstream,
      sessions: this.playback,
      platformOrigin: new URL(address.baseUrl).origin,
    })
    this.events = new PlatformEvents({
      calls: this.client.events,
      outbox: ports.openOutbox({
        platform,
        calls: this.client.insert,
        onNotice: (sentence) => options.events.onNotice(wallError('storage_failed', sentence)),
      }),
      orgId: () => this.key.status().orgId,
      typedTags: () => settings.state.settings.eventTags,
      cameras: () => this.directory.cameras,
      clock,
      timers,
      random,
      log: logger.area('events'),
      skewMs: () => this.client.health().skewMs,
      listeners: options.events,
    })
    this.occupancy = new PlatformOccupancy({
      calls: this.client.occupancy,
      dictionaries: this.client.dictionaries,
      clock,
      timers,
      random,
      skewMs: () => this.client.health().skewMs,
      onState: options.onOccupancy,
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
    const { reach, lastError, skewMs, skewUncertaintyMs, findings } = this.client.health()
    const error = this.tickets.stopped ?? this.addressError ?? lastError
    return {
      source,
      address,
      key: this.key.status(),
      reach,
      ...(error === undefined ? {} : { lastError: error }),
      ...(skewMs === undefined ? {} : { skewMs }),
      ...(skewUncertaintyMs === undefined ? {} : { skewUncertaintyMs }),
      ticketsPerMinute: this.tickets.ticketsPerMinute(),
      findings,
    }
  }

  /** The platform's first answer, or what was last known after a while: a call of the page must come to an end. */
  async start(): Promise<void> {
    await this.ready
    await this.patiently(this.directory.refresh())
  }

  async setKey(
    key: string,
    orgId: string | undefined,
    choice: Protection | undefined,
  ): Promise<Result<undefined, WallError>> {
    if (!/^[\x21-\x7e]+$/.test(key)) {
      return fail(
        wallError(
          'bad_request',
          'This is no key: it contains blanks, line breaks or letters that no key has.',
        ),
      )
    }
    return this.afterChange(await this.key.set(key, { orgId }, choice))
  }

  async clearKey(): Promise<Result<undefined, WallError>> {
    return this.afterChange(await this.key.clear())
  }

  /** Signs in and keeps the key that is made. The password is in nothing that outlives the call. */
  async makeKey(
    account: SignIn,
    { name, expiresInDays }: { readonly name: string; readonly expiresInDays: number },
    choice: Protection | undefined,
  ): Promise<Result<undefined, WallError>> {
    // Asked first: a platform allows ten keys, and one that cannot be kept would be one of them.
    const storable = await this.key.canStore(choice)
    if (!storable.ok) return storable
    const made = await this.client.createApiKey({
      ...account,
      name,
      expiresInSeconds: expiresInDays * SECONDS_A_DAY,
    })
    if (!made.ok) return fail(made.error.error)
    const { key, expiresAtMs, ...said } = made.value
    const meta = {
      name: said.name ?? name,
      orgId: said.orgId ?? account.orgId,
      expiresAt: expiresAtMs === undefined ? undefined : new Date(expiresAtMs).toISOString(),
    }
    return this.afterChange(await this.key.set(key, meta, choice))
  }

  /** For a site that came with its account: a key is made when there is none that works. */
  async signInIfNeeded(account: SignIn): Promise<Result<undefined, WallError>> {
    await this.ready
    const listed = await this.directory.refresh()
    if (listed.ok) return ok(undefined)
    // With any other failure the key is not what is wrong, and another one would not help.
    if (!['no_key', 'key_rejected', 'vault_unavailable', 'vault_changed'].includes(listed.error.code))
      return listed
    const key = { name: EMBEDDED_KEY_NAME, expiresInDays: EMBEDDED_KEY_LIFE_IN_DAYS }
    return this.makeKey(account, key, undefined)
  }

  /** Opens footage, and has its manifest on the way before the page has heard of it. */
  async openPlayback(
    page: Page,
    wish: Parameters<PlaybackSessions['open']>[1],
  ): Promise<Result<OpenedPlayback, WallError>> {
    const opened = await this.playback.open(page, wish)
    if (opened.ok) this.media.prefetch(opened.value.playbackId)
    return opened
  }

  /** What a camera has recorded. A platform without the call says nothing, and that is no failure. */
  async coverage(cameraId: string, range: Range): Promise<Result<Coverage, WallError>> {
    const answer = await this.client.playback.coverage(cameraId, range)
    if (answer.ok) return ok({ ranges: answer.value.map(([from, to]) => [from, to]), source: 'platform' })
    const { error } = answer.error
    return error.code === 'not_found' ? ok({ ranges: [], source: 'unknown' }) : fail(error)
  }

  /** Counts, for a support bundle. */
  async figures() {
    const { depth, held, deadLetterCount } = await this.events.outbox()
    return {
      media: this.media.figures(),
      playback: this.playback.figures(),
      outbox: { depth, held, deadLetterCount },
    }
  }

  /** Resolves when the platform has been told, or after a while. */
  async dispose(): Promise<void> {
    this.directory.dispose()
    this.tickets.dispose()
    this.media.dispose()
    this.occupancy.dispose()
    await Promise.all([this.playback.dispose(), this.events.dispose()])
    this.client.dispose()
    this.key.dispose()
  }

  /** What the old key was told is forgotten. Returns when the platform has answered to the new one, or after a while. */
  private async afterChange(changed: Result<undefined, WallError>): Promise<Result<undefined, WallError>> {
    if (!changed.ok) return changed
    this.tickets.reset()
    this.events.wake()
    this.occupancy.reset()
    await this.patiently(this.directory.refreshAnew())
    return changed
  }

  private async patiently(answer: Promise<unknown>): Promise<void> {
    const enough = Promise.withResolvers<void>()
    const cancelTimer = this.options.ports.timers.after(ANSWER_PATIENCE_IN_MS, enough.resolve)
    await Promise.race([answer, enough.promise])
    cancelTimer()
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

const lookupAll: Lookup = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)

function isLoopback(address: string): boolean {
  const hostname = URL.parse(address)?.hostname ?? ''
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
