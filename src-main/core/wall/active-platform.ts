import { type ConnectionStatus, EMBEDDED } from '#contract/wall/connection.ts'
import type { WallError } from '#contract/errors.ts'
import type { EmbeddedSite } from '#contract/process/launch.ts'
import type { Result } from '#contract/result.ts'
import type { WallCamera } from '#contract/wall/camera.ts'
import type { EventWatchers } from '../events/event-watchers.ts'
import { offerStatus } from '../keys/active-key.ts'
import type { VaultOffer } from '../keys/key-vault.ts'
import type { OccupancyWatchers } from '../occupancy/occupancy-watchers.ts'
import { Publisher } from '../publisher.ts'
import { type PortableSettings, takenOver } from '../settings/portable-files.ts'
import type { StoredState } from '../settings/settings-store.ts'
import { shownAs, type StoredPlatform } from '../settings/stored-platforms.ts'
import { STATUS_DELAY_IN_MS, STATUS_RECHECK_IN_MS } from './defaults.ts'
import type { OpenPages } from './open-pages.ts'
import { launchAddress } from './platform-address.ts'
import { PlatformLink, type PlatformLinkOptions } from './platform-link.ts'
import type { PlatformList } from './platform-list.ts'
import type { Screens } from './screens.ts'
import type { WallMainOptions } from './wall-main-options.ts'
import type { WantedCameras } from './wanted-cameras.ts'

export interface ActivePlatformOptions {
  readonly ports: WallMainOptions
  readonly platforms: PlatformList
  readonly pages: OpenPages
  readonly wanted: WantedCameras
  readonly watchers: EventWatchers
  readonly occupancy: OccupancyWatchers
  readonly screens: Screens
  readonly salvos: PlatformLinkOptions['salvos']
  readonly keep: (change: Partial<StoredState>) => Promise<void>
  /** All pages begin anew. */
  readonly onAnew: () => void
  /** Of the platform; not of the list, or of what a first start offers. */
  readonly onStatus: () => void
}

/** What a page has whose document and settings are not to be kept any more. */
const NO_PLATFORM = ''

/** The one platform that the wall shows, and how it goes over to another one. */
export class ActivePlatform {
  readonly #options: ActivePlatformOptions
  readonly #published: Publisher<ConnectionStatus>
  #link: PlatformLink | undefined
  /** Of a first start, whose form asks for a key before there is a platform to ask for. */
  #firstOffer: VaultOffer | undefined
  /** Replaced links that still send their platform what it is owed. */
  readonly #leaving = new Set<Promise<void>>()

  constructor(options: ActivePlatformOptions) {
    this.#options = options
    this.#published = new Publisher({
      timers: options.ports.timers,
      delayInMs: STATUS_DELAY_IN_MS,
      againInMs: ({ ticketsPerMinute }) => (ticketsPerMinute > 0 ? STATUS_RECHECK_IN_MS : undefined),
      read: () => this.status,
      push: (status) => options.pages.push('connection', status),
    })
  }

  /** Undefined until there is one. */
  get link(): PlatformLink | undefined {
    return this.#link
  }

  get status(): ConnectionStatus {
    return {
      platforms: this.#options.platforms.listed,
      ...(this.#link?.status() ?? {
        source: 'none',
        reach: 'idle',
        ticketsPerMinute: 0,
        findings: {},
        key: { state: 'none', ...offerStatus(this.#firstOffer) },
      }),
    }
  }

  publishStatus(): void {
    this.#published.changed()
  }

  camera(cameraId: string): WallCamera | undefined {
    return this.#link?.directory.cameras.find(({ id }) => id === cameraId)
  }

  /** The address that was given at start, else the platform that was chosen last. The error is the former's. */
  showFirst(): WallError | undefined {
    const { ports, platforms } = this.#options
    const { platform: text, liveViewUrl } = ports.launch
    const { platforms: stored, chosen } = ports.settings.state
    const addresses = stored.map(({ address }) => address)
    const given = text === undefined ? undefined : launchAddress(text, liveViewUrl, addresses)
    const placed =
      given?.ok === true ? platforms.place({ ...given.value, acceptsUnencrypted: true }, chosen) : given
    const first = placed?.ok === true ? placed.value : platforms.find(chosen)
    if (first === undefined) void this.#askFirstOffer(false)
    else void this.show(first).start()
    return placed?.ok === false ? placed.error : undefined
  }

  /** An operator's choice, for later starts, too. Resolves with the platform's first answer, or after a while. */
  choose(platform: StoredPlatform): Promise<void> {
    void this.#options.keep({ chosen: platform.id })
    return this.show(platform).start()
  }

  embed({ baseUrl, liveViewUrl, account }: EmbeddedSite): Promise<Result<undefined, WallError>> {
    const address = { baseUrl, ...(liveViewUrl && { liveViewUrl }) }
    return this.show({ id: EMBEDDED, name: '', address }).signInIfNeeded(account)
  }

  /** Asks anew what the system offers for a key. */
  async lookAgain(): Promise<void> {
    await (this.#link?.key.lookAgain() ?? this.#askFirstOffer(true))
  }

  show(platform: StoredPlatform): PlatformLink {
    const { ports, pages, wanted, watchers, occupancy, salvos, keep } = this.#options
    const { settings } = ports
    const isMove = this.#takeOver(platform)
    this.#leave()
    const { id, address } = platform
    // Its path is not for the log: whatever was pasted may hold more than an address.
    ports.logger.area('wall').info('Using a platform.', {
      source: id === EMBEDDED ? 'embedded' : 'configured',
      origin: URL.parse(address.baseUrl)?.origin,
    })
    const created = new PlatformLink({
      ports,
      platform,
      onChange: () => this.#statusChanged(),
      onCameras: (cameras) => pages.push('cameras', [...cameras]),
      keepCameras: (known) => {
        const others = settings.state.knownCameras.filter((one) => one.platform !== known.platform)
        void keep({ knownCameras: [...others, known] })
      },
      tileOf: (monitor, cameraId) => this.#tileOf(monitor, cameraId),
      events: {
        onEvents: (events) => watchers.arrived(events),
        onFeed: (state) => pages.push('events.feed', state),
        onOutbox: (state) => pages.push('events.outboxChanged', state),
        onExport: (state) => pages.push('events.exported', state),
        onNotice: (error) => pages.push('notice', error),
      },
      salvos,
      onOccupancy: (key, state) => occupancy.state(key, state),
    })
    this.#link = created
    for (const page of pages.all) created.playback.join(page)
    created.tickets.want(wanted.all)
    occupancy.forget()
    // What is watched has names that the other platform gave.
    if (!isMove) {
      created.events.feed.want(watchers.wish)
      created.occupancy.want(occupancy.wish)
    }
    pages.push('cameras', [...created.directory.cameras])
    pages.push('sharedSalvos', created.salvos.state)
    this.#statusChanged()
    return created
  }

  /** All is as the file says. All pages begin anew: what they have now is kept nowhere. */
  async takeSettings(file: PortableSettings): Promise<Result<undefined, WallError>> {
    const { ports, pages, screens, platforms, onAnew } = this.#options
    const { settings } = ports
    const current = this.#link?.platform
    const wished = file.platforms.find(({ id }) => id === file.chosen)?.id ?? current?.id
    const id = current?.id === EMBEDDED ? EMBEDDED : (wished ?? file.platforms[0]?.id)
    const saving = settings.save(takenOver(settings.state, file, id))
    for (const page of pages.all) pages.give(page, NO_PLATFORM)
    onAnew()
    screens.settingsChanged()
    const platform = id === EMBEDDED ? current : platforms.find(id)
    if (platform !== undefined) this.show(platform)
    pages.push('settings', settings.state.settings)
    if (id !== undefined) pages.push('moved', { platform: id })
    return saving
  }

  /** Resolves when every platform that was shown has been sent what it is owed. */
  async dispose(): Promise<void> {
    this.#published.dispose()
    this.#leave()
    await Promise.all(this.#leaving)
  }

  #statusChanged(): void {
    this.#published.changed()
    this.#options.onStatus()
  }

  async #askFirstOffer(isAnew: boolean): Promise<void> {
    this.#firstOffer = await this.#options.ports.vault.offer(isAnew)
    this.#published.changed()
  }

  #leave(): void {
    const left = this.#link?.dispose()
    if (left === undefined) return
    this.#leaving.add(left)
    void left.then(() => this.#leaving.delete(left))
  }

  /**
   * The wall is this platform's from now on: its own document, cameras and settings, nothing of another one. Whether
   * the pages have to begin anew.
   */
  #takeOver({ id }: StoredPlatform): boolean {
    const { ports, pages, keep, onAnew } = this.#options
    const { settings } = ports
    const { shown, shelves } = settings.state
    if (shown === id) return false
    // What shows nothing yet has nothing to leave.
    const isMove = shown !== undefined && (this.#link !== undefined || shelves[id] !== undefined)
    void keep(shownAs(settings.state, id))
    if (isMove) {
      onAnew()
      pages.push('moved', { platform: id })
      return true
    }
    for (const page of pages.all) pages.give(page, id)
    if (shown !== undefined) pages.push('settings', settings.state.settings)
    return false
  }

  #tileOf(monitor: number, cameraId: string): number | undefined {
    const document = this.#options.ports.settings.state.documents[monitor]
    const at = document?.tiles
      .slice(0, document.layout.cells.length)
      .findIndex(({ content }) => content.kind === 'camera' && content.cameraId === cameraId)
    return at === undefined || at === -1 ? undefined : at + 1
  }
}
