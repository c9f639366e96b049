import type { LookupFunction } from 'node:net'
import { type WallError, wallError } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { WallCamera } from '#contract/wall/camera.ts'
import { type ConnectionStatus, EMBEDDED } from '#contract/wall/connection.ts'
import type { Coverage, OpenedPlayback } from '#contract/wall/playback.ts'
import { CameraDirectory } from '../cameras/camera-directory.ts'
import { type EventListeners, PlatformEvents } from '../events/platform-events.ts'
import { OccupancyCredential } from '../occupancy/occupancy-credential.ts'
import type { OccupancyState } from '../occupancy/occupancy-poll.ts'
import { PlatformOccupancy } from '../occupancy/platform-occupancy.ts'
import { ActiveKey } from '../keys/active-key.ts'
import { DAYS_LEFT_RECHECK_IN_MS } from '../keys/defaults.ts'
import { KeyService, type SignIn } from '../keys/key-service.ts'
import { LiveViewAddress } from '../live-view/live-view-address.ts'
import { TokenBroker } from '../live-view/token-broker.ts'
import { MediaGateway } from '../playback/gateway/media-gateway.ts'
import { createTouch } from '../playback/gateway/upstream.ts'
import { gatewayLimits } from '../playback/defaults.ts'
import { PlaybackSessions, type PlaybackSessionsOptions } from '../playback/playback-sessions.ts'
import type { PlatformRoutes } from '../network/network.ts'
import { PlatformClient } from '../platform/platform-client.ts'
import type { Range } from '../platform/playback-calls.ts'
import { atMost } from '../time.ts'
import type { KnownCameras } from '../settings/settings-store.ts'
import type { Page } from '../wall-main.ts'
import type { StoredPlatform } from '../settings/stored-platforms.ts'
import {
  ANSWER_PATIENCE_IN_MS,
  EMBEDDED_KEY_LIFE_IN_DAYS,
  EMBEDDED_KEY_NAME,
  EMBEDDED_KEY_RENEWED_BEFORE_DAYS,
} from './defaults.ts'
import { isLoopback } from '#contract/wall/encryption.ts'
import { SharedSalvos, type SharedSalvosOptions } from './shared-salvos.ts'
import type { WallMainOptions } from './wall-main-options.ts'

export interface PlatformLinkOptions {
  readonly ports: WallMainOptions
  readonly platform: StoredPlatform
  /** Something of `status()` may have changed. */
  readonly onChange: () => void
  readonly onCameras: (cameras: readonly WallCamera[]) => void
  readonly keepCameras: (known: KnownCameras) => void
  readonly tileOf: PlaybackSessionsOptions['tileOf']
  readonly events: EventListeners
  readonly salvos: Pick<SharedSalvosOptions, 'file' | 'who' | 'onState'>
  readonly onOccupancy: (key: string, state: OccupancyState) => void
}

/** All that belongs to one platform. Another address is another link: nothing is carried over but what is stored. */
export class PlatformLink {
  readonly client: PlatformClient
  readonly key: ActiveKey
  readonly keys: KeyService
  readonly tickets: TokenBroker
  readonly directory: CameraDirectory
  readonly playback: PlaybackSessions
  readonly media: MediaGateway
  readonly events: PlatformEvents
  readonly occupancy: PlatformOccupancy
  readonly salvos: SharedSalvos
  /** What the vault says is known from here on. */
  readonly ready: Promise<void>
  readonly #options: PlatformLinkOptions
  readonly #liveView: LiveViewAddress
  readonly #routes: PlatformRoutes
  #cancelRecheck: () => void = () => {}

  constructor(options: PlatformLinkOptions) {
    const { ports, platform, onChange } = options
    const { id, address } = platform
    const { clock, timers, random, redactor, logger, settings } = ports
    const skewMs = () => this.client.health().skewMs
    const common = { clock, timers, random, redactor, skewMs }
    this.#options = options
    this.#routes = ports.routesOf(new URL(address.baseUrl))
    const { guard, fetch } = this.#routes
    this.#liveView = new LiveViewAddress(address, onChange)
    const keyPorts = {
      vault: ports.vault,
      platform: id,
      mayBeWeak: id === EMBEDDED && isLoopback(address.baseUrl),
      redactor,
      platformNowMs: () => this.#platformNowMs(),
    }
    this.key = new ActiveKey({ ...keyPorts, onChange })
    const occupancyCredential = new OccupancyCredential({
      ...keyPorts,
      key: this.key,
      onChanged: () => this.occupancy.reset(),
    })
    this.client = new PlatformClient({
      address,
      key: () => this.key.get(),
      occupancyCredential: () => occupancyCredential.get(),
      orgId: () => this.#orgId(),
      fetch,
      ...common,
      log: logger.area('platform'),
      onVerdict: (key, verdict, platformCode) => {
        if (this.key.judge(key, verdict, platformCode)) this.tickets.reset()
      },
      onHealth: (isBack) => {
        if (isBack) this.events.resume()
        onChange()
      },
    })
    this.keys = new KeyService({
      active: this.key,
      client: this.client,
      orgId: platform.orgId,
      cameraIds: () => this.directory.listed.map((camera) => camera.id),
      redactor,
      log: logger.area('keys'),
      onChanged: () => this.#keyChanged(),
      onNotice: options.events.onNotice,
    })
    this.tickets = new TokenBroker({
      mint: (cameraId, timeoutInMs) => this.client.createTicket(cameraId, timeoutInMs),
      resolve: (minted) => this.#liveView.resolve(minted),
      ...common,
      log: logger.area('live-view'),
    })
    this.directory = new CameraDirectory({
      list: () => this.client.listCameras(),
      isInPart: () => this.client.listsCamerasInPart,
      platform: id,
      known: settings.state.knownCameras.find((known) => known.platform === id),
      keep: options.keepCameras,
      operatorNumbers: () => settings.state.settings.cameraNumbers,
      listed: () => settings.state.cameraLists[id] ?? [],
      ...common,
      log: logger.area('cameras'),
      onChange: options.onCameras,
    })
    const upstream = { fetch, clock, timers, limits: gatewayLimits }
    this.playback = new PlaybackSessions({
      calls: this.client.playback,
      touch: createTouch(upstream),
      baseUrl: address.baseUrl,
      refusalOf: (named) => guard.refusalOf(named),
      ...common,
      log: logger.area('playback'),
      tileOf: options.tileOf,
      limits: { windowInMs: this.client.playbackWindowInMs, ...ports.playbackLimits },
    })
    this.media = new MediaGateway({
      ...upstream,
      sessions: this.playback,
      platformOrigin: new URL(address.baseUrl).origin,
    })
    this.events = new PlatformEvents({
      calls: this.client.events,
      outbox: ports.openOutbox({
        platform: id,
        calls: this.client.insert,
        onNotice: (notice) => options.events.onNotice(wallError('storage_failed', notice)),
      }),
      orgId: () => this.#orgId(),
      typedTags: () => settings.state.settings.eventTags,
      cameras: () => this.directory.cameras,
      followsFiles: ports.shell === 'electron',
      ...common,
      log: logger.area('events'),
      listeners: options.events,
    })
    this.occupancy = new PlatformOccupancy({
      calls: this.client.occupancy,
      dictionaries: this.client.dictionaries,
      credential: occupancyCredential,
      ...common,
      onState: options.onOccupancy,
    })
    this.salvos = new SharedSalvos({
      ...options.salvos,
      onNotice: options.events.onNotice,
      platform: id,
      calls: this.client.salvos,
      own: () => settings.state.settings.salvos,
      ...common,
    })
    this.ready = this.key.load()
    this.#countDaysLeft()
  }

  get platform(): StoredPlatform {
    return this.#options.platform
  }

  /** `hostname:port` or `hostname:*`. */
  allowedHosts(): readonly string[] {
    return this.#liveView.allowedHosts()
  }

  lookupFor(address: URL): LookupFunction | undefined {
    return this.#routes.lookupFor(address)
  }

  status(): Omit<ConnectionStatus, 'platforms'> {
    const { id, address } = this.platform
    const { lastError, ...health } = this.client.health()
    const { perMinute, held, wanted } = this.tickets.figures()
    const error = this.tickets.stopped ?? this.#liveView.error ?? lastError
    return {
      source: id === EMBEDDED ? 'embedded' : 'configured',
      address,
      platform: id,
      key: this.key.status(),
      ...health,
      lastError: error,
      ticketsPerMinute: perMinute,
      freshTickets: { held, wanted },
    }
  }

  /** The platform's first answer, or what was last known after a while: a call of the page must come to an end. */
  async start(): Promise<void> {
    await this.ready
    await this.#patiently(this.#firstAnswer())
  }

  /** For a site that came with its account: a key is made when there is none that works. */
  async signInIfNeeded(account: SignIn): Promise<Result<undefined, WallError>> {
    await this.ready
    const listed = await this.directory.refresh()
    const { daysLeft = EMBEDDED_KEY_LIFE_IN_DAYS } = this.key.status()
    if (listed.ok && daysLeft > EMBEDDED_KEY_RENEWED_BEFORE_DAYS) return ok(undefined)
    // Any other failure is not the key's fault, and another key would not help.
    if (
      !listed.ok &&
      !['no_key', 'key_rejected', 'vault_unavailable', 'vault_changed'].includes(listed.error.code)
    )
      return listed
    const key = { name: EMBEDDED_KEY_NAME, expiresInDays: EMBEDDED_KEY_LIFE_IN_DAYS }
    return this.keys.make(account, key, undefined)
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

  /** Resolves when the platform has been notified, or after a while. */
  async dispose(): Promise<void> {
    this.#cancelRecheck()
    this.directory.dispose()
    this.tickets.dispose()
    this.media.dispose()
    this.occupancy.dispose()
    // From now on the pages are another platform's.
    const salvos = this.salvos.dispose()
    await Promise.all([this.playback.dispose(), this.events.dispose()])
    this.client.dispose()
    await salvos
    this.key.dispose()
    this.#routes.dispose()
  }

  #orgId(): string | undefined {
    return this.key.status().orgId ?? this.platform.orgId
  }

  /** One that answers without saying its time is taken to have ours. */
  #platformNowMs(): number | undefined {
    const { reach, skewMs } = this.client.health()
    if (skewMs === undefined && reach !== 'ok') return undefined
    return this.#options.ports.clock.wallMs() + (skewMs ?? 0)
  }

  async #firstAnswer(): Promise<void> {
    await this.directory.refresh()
    if (this.key.status().state !== 'present') return
    void this.keys.settle()
    void this.salvos.look()
  }

  /** Forgets what was learnt with the old key. Resolves when the platform has answered to the new one, or after a while. */
  async #keyChanged(): Promise<void> {
    this.client.askAnew()
    this.tickets.reset()
    this.events.wake()
    this.occupancy.reset()
    void this.salvos.look()
    await this.#patiently(this.directory.refreshAnew())
  }

  #countDaysLeft(): void {
    this.#cancelRecheck = this.#options.ports.timers.after(DAYS_LEFT_RECHECK_IN_MS, () => {
      this.#options.onChange()
      this.#countDaysLeft()
    })
  }

  #patiently(answer: Promise<unknown>): Promise<unknown> {
    return atMost(this.#options.ports.timers, ANSWER_PATIENCE_IN_MS, answer)
  }
}
