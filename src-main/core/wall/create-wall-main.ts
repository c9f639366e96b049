import { type WallError, wallError } from '#contract/errors.ts'
import type { EmbeddedSite } from '#contract/process/launch.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { ConnectionStatus } from '#contract/wall/connection.ts'
import type { WallSettings } from '#contract/wall/settings.ts'
import { offerStatus } from '../keys/active-key.ts'
import { createEventHandlers } from '../events/event-handlers.ts'
import { noExport } from '../events/event-exports.ts'
import { EventWatchers } from '../events/event-watchers.ts'
import { createOccupancyHandlers } from '../occupancy/occupancy-handlers.ts'
import { OccupancyWatchers } from '../occupancy/occupancy-watchers.ts'
import type { VaultOffer } from '../keys/key-vault.ts'
import { problemAnswer } from '../playback/gateway/media-answers.ts'
import type { StoredState } from '../settings/settings-store.ts'
import { type PortableSettings, takenOver } from '../settings/settings-file.ts'
import { shownAs, type StoredPlatform, withDocument } from '../settings/stored-platforms.ts'
import { ReadyFiles } from '../support/ready-files.ts'
import { SupportDesk } from '../support/support-desk.ts'
import type { CallHandlers, Page, WallMain } from '../wall-main.ts'
import { testConnection } from './connection-test.ts'
import { MOST_LEFT_NOTICES } from './defaults.ts'
import { createImportHandlers } from './import-handlers.ts'
import { ImportedTexts } from './imported-texts.ts'
import { MonitorList } from './monitor-list.ts'
import { OpenPages } from './open-pages.ts'
import { createPageLog } from './page-log.ts'
import { launchAddress } from './platform-address.ts'
import { createPlatformHandlers } from './platform-handlers.ts'
import { EMBEDDED, PlatformLink } from './platform-link.ts'
import { PlatformList } from './platform-list.ts'
import { Screens } from './screens.ts'
import { StatusPublisher } from './status-publisher.ts'
import type { WallMainPorts } from './wall-main-ports.ts'
import { WantedCameras } from './wanted-cameras.ts'

const emptyStatus: Omit<ConnectionStatus, 'key' | 'platforms'> = {
  source: 'none',
  reach: 'idle',
  ticketsPerMinute: 0,
  findings: {},
}

/** What a page has whose document and settings are not to be kept any more. */
const NO_PLATFORM = ''

/** The wall's main side. Begins at once with the address that is stored or was given at start. */
export function createWallMain(ports: WallMainPorts): WallMain {
  const { settings, logger, redactor, timers, clock } = ports
  const log = logger.area('wall')
  const notices = [...settings.notices, ...ports.vault.notices]
  /** By monitor, until a page of it has taken them. */
  const leftNotices = new Map<number, readonly string[]>()
  let link: PlatformLink | undefined
  /** Those that have been replaced and still tell their platform. */
  const leaving = new Set<Promise<void>>()
  /** Of a first start, whose form asks for a key before there is a platform to ask for. */
  let firstOffer: VaultOffer | undefined

  const pages = new OpenPages()
  const wanted = new WantedCameras({ timers, onChange: (cameraIds) => link?.tickets.want(cameraIds) })
  const watchers = new EventWatchers({
    tell: (page, arrived) => pages.pushToPage(page, 'events.arrived', arrived),
    onWish: (wish) => link?.events.feed.want(wish),
  })
  const occupancy = new OccupancyWatchers({
    tell: (page, reading) => pages.pushToPage(page, 'occupancy.reading', reading),
    onWish: (wish) => link?.occupancy.want(wish),
  })
  const monitors = new MonitorList(pages)
  const screens = new Screens({ launch: ports.launch.screens, settings, keep, saveSettings })

  const platforms = new PlatformList({ settings, vault: ports.vault, keep })

  const readStatus = (): ConnectionStatus => ({
    platforms: platforms.listed,
    ...(link?.status() ?? { ...emptyStatus, key: { state: 'none', ...offerStatus(firstOffer) } }),
  })
  const status = new StatusPublisher({
    timers,
    read: readStatus,
    push: (value) => pages.push('connection', value),
  })
  const writePageLine = createPageLog(logger, clock)
  const texts = new ImportedTexts()
  const files = new ReadyFiles(timers)
  const support = new SupportDesk({
    ...ports,
    files,
    cameras: () => link?.directory.cameras ?? [],
    status: readStatus,
    figures: async () => ({ pages: pages.all.length, ...(await link?.figures()) }),
  })

  function leave(): void {
    const left = link?.dispose()
    if (left === undefined) return
    leaving.add(left)
    void left.then(() => leaving.delete(left))
  }

  function tileOf(monitor: number, cameraId: string): number | undefined {
    const document = settings.state.documents[monitor]
    const at = document?.tiles
      .slice(0, document.layout)
      .findIndex(({ content }) => content.kind === 'camera' && content.cameraId === cameraId)
    return at === undefined || at === -1 ? undefined : at + 1
  }

  /**
   * The wall is this platform's from now on: its own document, cameras and settings, nothing of another one. Whether
   * the pages have to begin anew.
   */
  function takeOver({ id }: StoredPlatform): boolean {
    const { shown, shelves } = settings.state
    if (shown === id) return false
    // What shows nothing yet has nothing to leave.
    const isMove = shown !== undefined && (link !== undefined || shelves[id] !== undefined)
    void keep(shownAs(settings.state, id))
    if (isMove) {
      wanted.clear()
      pages.push('moved', { platform: id })
      return true
    }
    for (const page of pages.all) pages.give(page, id)
    if (shown !== undefined) pages.push('settings', settings.state.settings)
    return false
  }

  function show(platform: StoredPlatform): PlatformLink {
    const isMove = takeOver(platform)
    leave()
    const { id, address } = platform
    // Its path is not for the log: whatever was pasted may hold more than an address.
    log.info('Using a platform.', {
      source: id === EMBEDDED ? 'embedded' : 'configured',
      origin: URL.parse(address.baseUrl)?.origin,
    })
    const created = new PlatformLink({
      ports,
      platform,
      onChange: () => status.changed(),
      onCameras: (cameras) => pages.push('cameras', [...cameras]),
      keepCameras: (known) => {
        const others = settings.state.knownCameras.filter(({ platform }) => platform !== known.platform)
        void keep({ knownCameras: [...others, known] })
      },
      tileOf,
      events: {
        onEvents: (events) => watchers.arrived(events),
        onFeed: (state) => pages.push('events.feed', state),
        onOutbox: (state) => pages.push('events.outboxChanged', state),
        onExport: (state) => pages.push('events.exported', state),
        onNotice: (error) => pages.push('notice', error),
      },
      onOccupancy: (key, state) => occupancy.state(key, state),
    })
    link = created
    for (const page of pages.all) created.playback.join(page)
    created.tickets.want(wanted.all)
    occupancy.forget()
    // What is watched has names that the other platform gave.
    if (!isMove) {
      created.events.feed.want(watchers.wish)
      created.occupancy.want(occupancy.wish)
    }
    pages.push('cameras', [...created.directory.cameras])
    status.changed()
    return created
  }

  function takeNotices(monitor: number): readonly string[] {
    const left = leftNotices.get(monitor) ?? []
    leftNotices.delete(monitor)
    return left
  }

  /** For what counts at once and is only kept for the next start: a full disk is told, and stops nothing. */
  async function keep(change: Partial<StoredState>): Promise<void> {
    const saved = await settings.save(change)
    if (!saved.ok) pages.push('notice', saved.error)
  }

  async function saveSettings(wallSettings: WallSettings): Promise<Result<WallSettings, WallError>> {
    const saving = settings.save({ settings: wallSettings })
    pages.push('settings', wallSettings)
    screens.settingsChanged()
    link?.directory.renumber()
    const saved = await saving
    // The tag that marks wait for may be among those that were typed in.
    void link?.events.marks.wake()
    return saved.ok ? ok(wallSettings) : saved
  }

  async function askFirstOffer(): Promise<void> {
    firstOffer = await ports.vault.offer()
    status.changed()
  }

  /** The last net: no message leaves main with a secret in it, whoever wrote it. */
  function redacted<Value>(result: Result<Value, WallError>): Result<Value, WallError> {
    return result.ok ? result : fail({ ...result.error, message: redactor.redact(result.error.message) })
  }

  /** A handler whose failures have passed that net. */
  function told<Input, Value>(
    handler: (input: Input, page: Page) => Promise<Result<Value, WallError>>,
  ): (input: Input, page: Page) => Promise<Result<Value, WallError>> {
    return async (input, page) => redacted(await handler(input, page))
  }

  /** … and that is not for a page of the platform that the wall has left. */
  function here<Input, Value>(
    handler: (input: Input, page: Page) => Promise<Result<Value, WallError>>,
  ): (input: Input, page: Page) => Promise<Result<Value, WallError>> {
    return told(async (input, page) => {
      const of = pages.platformOf(page)
      return of === undefined || of === settings.state.shown
        ? handler(input, page)
        : fail(wallError('platform_changed'))
    })
  }

  /** … and that needs a platform. */
  function withLink<Input, Value>(
    handler: (link: PlatformLink, input: Input, page: Page) => Promise<Result<Value, WallError>>,
  ): (input: Input, page: Page) => Promise<Result<Value, WallError>> {
    return here(async (input, page) =>
      link === undefined ? fail(wallError('not_configured')) : handler(link, input, page),
    )
  }

  /** All pages begin anew: what they have now is kept nowhere. */
  async function takeSettings(file: PortableSettings): Promise<Result<undefined, WallError>> {
    const current = link?.platform
    const wished = file.platforms.find(({ id }) => id === file.chosen)?.id ?? current?.id
    const id = current?.id === EMBEDDED ? EMBEDDED : (wished ?? file.platforms[0]?.id)
    const saving = settings.save(takenOver(settings.state, file, id))
    for (const page of pages.all) pages.give(page, NO_PLATFORM)
    wanted.clear()
    screens.settingsChanged()
    const platform = id === EMBEDDED ? current : platforms.find(id)
    if (platform !== undefined) show(platform)
    pages.push('settings', settings.state.settings)
    if (id !== undefined) pages.push('moved', { platform: id })
    return saving
  }

  const handlers: CallHandlers = {
    'wall.hello': told(async (_nothing: undefined, page) => {
      const { monitor } = page
      const { settings: wallSettings, documents, shown } = settings.state
      pages.give(page, shown)
      const document = documents[monitor]
      const { layout } = ports.launch
      return ok({
        version: ports.version,
        shell: ports.shell,
        settings: wallSettings,
        connection: readStatus(),
        cameras: [...(link?.directory.cameras ?? [])],
        notices: [...notices, ...takeNotices(monitor)],
        updates: ports.updates.state,
        monitor,
        monitors: [...monitors.all],
        canChooseScreens: ports.shell === 'electron' && ports.launch.screens === undefined,
        tilesBefore: monitors.tilesBefore(monitor, documents, layout),
        ...(shown === undefined ? {} : { platform: shown }),
        ...(document === undefined ? {} : { document }),
        ...(layout === undefined ? {} : { layout }),
      })
    }),
    // A page that is told to begin anew may save once more: that is the wall of the platform that it had.
    'wall.save': told((document, page) =>
      settings.save(withDocument(settings.state, pages.platformOf(page), page.monitor, document)),
    ),
    'wall.report': told(async (report, page) => {
      pages.report(page, report)
      return ok(undefined)
    }),
    'monitors.enter': told(async ({ monitor, entry }) => monitors.enter(monitor, entry)),
    'settings.save': here(saveSettings),
    ...createPlatformHandlers(
      { told, withLink },
      {
        platforms,
        shown: () => link?.platform.id,
        readStatus,
        onChange: () => status.changed(),
        show: (platform) => {
          void keep({ chosen: platform.id })
          return show(platform).start()
        },
      },
    ),
    'connection.test': told(async () => ok(await testConnection(link, clock))),
    'cameras.refresh': withLink(async (on) => {
      const refreshed = await on.directory.refresh()
      return refreshed.ok ? ok([...refreshed.value]) : refreshed
    }),
    'liveView.want': here(async ({ cameraIds }, page) => {
      wanted.want(page, cameraIds)
      return ok(undefined)
    }),
    'playback.open': withLink((on, wish, page) => on.openPlayback(page, wish)),
    'playback.local': withLink((on, { cameraId }, page) => on.playback.local(page, cameraId)),
    'playback.hold': told(async ({ playing, paused }, page) => {
      link?.playback.hold(page, playing, paused)
      return ok(undefined)
    }),
    'playback.coverage': withLink((on, { cameraId, startMs, endMs }) =>
      on.coverage(cameraId, [startMs, endMs]),
    ),
    'playback.figures': withLink(async (on) => ok({ ...on.media.figures(), ...on.playback.figures() })),
    ...createEventHandlers((handler) => withLink((on, input) => handler(on.events, input)), watchers),
    ...createOccupancyHandlers((handler) => withLink((on, input) => handler(on.occupancy, input)), occupancy),
    ...createImportHandlers(
      { told, withLink },
      { settings, texts, files, clock, redactor, saveSettings, takeOver: takeSettings },
    ),
    'updates.check': told(() => ports.updates.check()),
    'updates.install': told(() => ports.updates.install()),
    'support.bundle': told(async (figures) => ok(await support.bundle(figures))),
    'log.write': told(async (line) => {
      writePageLine(line)
      return ok(undefined)
    }),
  }

  const stopUpdates = ports.updates.onChange((state) => pages.push('updates', state))

  const { platform, liveViewUrl } = ports.launch
  const given =
    platform === undefined
      ? undefined
      : launchAddress(
          platform,
          liveViewUrl,
          settings.state.platforms.map(({ address }) => address),
        )
  const first = given?.ok === true ? platforms.place(given.value, settings.state.chosen) : given
  if (first?.ok === false) notices.push(first.error.message)
  const initial = first?.ok === true ? first.value : platforms.find(settings.state.chosen)
  if (initial === undefined) {
    void askFirstOffer()
  } else {
    void show(initial).start()
  }

  /** Tickets for one page, which lives no longer than its platform is shown. */
  function ticketsOfPage() {
    let of = link?.platform.id
    return async (cameraId: string) => {
      of ??= link?.platform.id
      if (link === undefined) return fail(wallError('not_configured'))
      return link.platform.id === of ? link.tickets.take(cameraId) : fail(wallError('platform_changed'))
    }
  }

  return {
    handlers,
    openPage(page, send) {
      link?.playback.join(page)
      const ends = [
        pages.open(page, send),
        wanted.join(page),
        watchers.join(page),
        () => texts.forget(page),
        occupancy.join(page),
        () => link?.playback.leave(page),
      ]
      return () => {
        for (const end of ends) end()
      }
    },
    setMonitors: (list) => monitors.set(list),
    screens,
    openRelay(send) {
      const take = ticketsOfPage()
      return ports.openRelay(
        {
          take: async (cameraId) => redacted(await take(cameraId)),
          allowedHosts: () => link?.allowedHosts() ?? [],
        },
        send,
      )
    },
    media: async (request) => link?.media.answer(request) ?? problemAnswer('unknown-playback'),
    download: (request) => files.answer(request) ?? link?.events.exports.answer(request) ?? noExport(),
    embed: async ({ baseUrl, liveViewUrl, account }: EmbeddedSite) =>
      redacted(
        await show({ id: EMBEDDED, name: '', address: { baseUrl, liveViewUrl } }).signInIfNeeded(account),
      ),
    show: (entry) => monitors.show(entry),
    notify: (error) => pages.push('notice', error),
    leaveNotice(monitor, sentence) {
      leftNotices.set(monitor, [...(leftNotices.get(monitor) ?? []), sentence].slice(-MOST_LEFT_NOTICES))
    },
    command: (monitor, action) => void pages.pushTo(monitor, 'command', { action }),
    power(state) {
      log.info(`The machine ${state === 'suspend' ? 'goes to sleep' : 'is awake again'}.`)
      pages.push('power', { state })
      if (state === 'suspend') return
      link?.tickets.wake()
      link?.events.wake()
      link?.occupancy.wake()
      void link?.directory.refresh()
    },
    onReport: (listener) => pages.onReport(listener),
    async dispose() {
      stopUpdates()
      status.dispose()
      wanted.dispose()
      files.dispose()
      leave()
      await Promise.all(leaving)
    },
  }
}
