import { isDeepStrictEqual } from 'node:util'
import { exactMessage, type Notice } from '#contract/exact-words.ts'
import { noticeOf, wallError, type WallError } from '#contract/errors.ts'
import type { EmbeddedSite } from '#contract/process/launch.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { EMBEDDED } from '#contract/wall/connection.ts'
import { languageFor } from '#contract/wall/language.ts'
import { allSalvos, noSharedSalvos, type Salvo } from '#contract/wall/salvo.ts'
import type { SettingsAnswer, WallSettings } from '#contract/wall/settings.ts'
import { createAlarmHandlers } from '../alarms/alarm-handlers.ts'
import { asWritten } from '../alarms/alarm-rules.ts'
import { openAlarms } from '../alarms/open-alarms.ts'
import { Operators } from '../alarms/operators.ts'
import { checkNumbers } from '../cameras/camera-numbers.ts'
import { openEvidence } from '../evidence/open-evidence.ts'
import { createEventHandlers } from '../events/event-handlers.ts'
import { noExport } from '../events/event-exports.ts'
import { createOccupancyHandlers } from '../occupancy/occupancy-handlers.ts'
import { problemAnswer } from '../playback/gateway/media-answers.ts'
import { changedSettings } from '../settings/change-settings.ts'
import type { StoredState } from '../settings/settings-store.ts'
import { rulesOf, withDocument } from '../settings/stored-platforms.ts'
import { BUNDLE_LOG_MAX_BYTES } from '../support/defaults.ts'
import { ReadyFiles } from '../support/ready-files.ts'
import { supportBundle } from '../support/support-bundle.ts'
import type { CallHandlers, WallMain } from '../wall-main.ts'
import { testConnection } from './connection-test.ts'
import { MOST_LEFT_NOTICES } from './defaults.ts'
import { createCallGuards, guardCalls } from './call-guards.ts'
import { createImportHandlers, ImportedTexts } from './import-handlers.ts'
import { KioskLock } from './kiosk-lock.ts'
import { MonitorList } from './monitor-list.ts'
import { OpenPages } from './open-pages.ts'
import { createPageLog } from './page-log.ts'
import { createPlatformHandlers } from './platform-handlers.ts'
import { PlatformList } from './platform-list.ts'
import { SalvoFile } from './salvo-file.ts'
import { SalvoService } from './salvo-service.ts'
import { SalvoTimes } from './salvo-times.ts'
import { Screens } from './screens.ts'
import { ActivePlatform } from './active-platform.ts'
import type { WallMainOptions } from './wall-main-options.ts'
import { WantedCameras } from './wanted-cameras.ts'

/** What an application's menu shows of the settings. */
const menuOf = ({ language, keymap }: Pick<WallSettings, 'language' | 'keymap'>) =>
  JSON.stringify([language, keymap])

/** The wall's main side. Begins at once with the address that is stored or was given at start. */
export function createWallMain(ports: WallMainOptions): WallMain {
  const { settings, logger, redactor, timers, clock } = ports
  const log = logger.area('wall')
  const operators = new Operators({ file: ports.operatorsFile, clock })
  const salvoFile = new SalvoFile(ports.salvosFile, logger.area('salvos'))
  const notices: Notice[] = [
    ...settings.notices,
    ...ports.vault.notices,
    ...operators.notices,
    ...salvoFile.notices,
  ]
  /** By monitor, until a page of it has taken them. */
  const leftNotices = new Map<number, readonly Notice[]>()
  /** Monitors whose wall has been kept since the start: what `--layout` gives is part of it. */
  const haveKept = new Set<number>()
  const launchLayout = (monitor: number) => {
    const isKept = haveKept.has(monitor) && settings.state.documents[monitor] !== undefined
    return isKept ? undefined : ports.launch.layout
  }

  const pages = new OpenPages(() => monitors.first)
  const wanted = new WantedCameras({ timers, onChange: (cameraIds) => shown.link?.tickets.want(cameraIds) })
  const monitors = new MonitorList(pages)
  const salvos = new SalvoService({ settings, salvos: salvosNow, monitors, pages, timers, clock })
  const salvoTimes = new SalvoTimes({
    settings: () => settings.state.settings,
    platform: () => settings.state.shown,
    placeOf: (number) => salvos.placeOf(number),
    file: salvoFile,
    clock,
    timers,
    onDue: (salvo) => salvos.act({ by: { kind: 'schedule' }, atMs: clock.wallMs(), salvo }),
  })
  const { alarms, events, occupancy, ...rules } = openAlarms({
    ports,
    operators,
    pages,
    shown: () => shown,
    onAct: (act) => salvos.act(act),
    onNotice: (notice) => {
      if (pages.all.length === 0) notices.push(notice)
      else pages.push('notice', { code: 'storage_failed', ...notice })
    },
  })
  const screens = new Screens({ launch: ports.launch.screens, settings, keep, saveSettings })

  const platforms = new PlatformList({ settings, vault: ports.vault, salvoFile, keep })
  const shown: ActivePlatform = new ActivePlatform({
    ports,
    platforms,
    pages,
    wanted,
    watchers: events,
    occupancy,
    screens,
    salvos: {
      file: salvoFile,
      who: () => alarms.who,
      onState: (state) => pages.push('sharedSalvos', state),
    },
    keep,
    onAnew() {
      wanted.clear()
      watchTiles()
    },
    onStatus: follow,
  })
  const guards = createCallGuards({
    redactor,
    platformOf: (page) => pages.platformOf(page),
    shown: () => settings.state.shown,
    link: () => shown.link,
  })
  const { redacted, here, withLink } = guards

  const { isLocked, unlockChord } = ports.launch
  const lock =
    isLocked === true
      ? new KioskLock({
          ...(unlockChord === undefined ? {} : { chord: unlockChord }),
          rules: () => settings.state.settings.alarms.rules,
          timers,
          onChange: (state) => pages.push('lock', state),
        })
      : undefined

  const writePageLine = createPageLog(logger, clock)
  const texts = new ImportedTexts()
  const files = new ReadyFiles(timers)

  const evidence = openEvidence({ ports, shown, pages, files, operators, alarms })

  /** Cameras of the platform before are none of this one's rules. */
  function watchTiles(): void {
    alarms.tiles(pages.reportsOf(settings.state.shown))
  }

  function salvosNow(): readonly Salvo[] {
    return allSalvos(settings.state.settings.salvos, shown.link?.salvos.state ?? noSharedSalvos)
  }

  function takeNotices(monitor: number): readonly Notice[] {
    const from = new Set(monitor === monitors.first ? [1, monitor] : [monitor])
    const left = [...from].flatMap((number) => leftNotices.get(number) ?? [])
    for (const number of from) leftNotices.delete(number)
    return left
  }

  function leaveNotice(monitor: number, notice: Notice): void {
    leftNotices.set(monitor, [...(leftNotices.get(monitor) ?? []), notice].slice(-MOST_LEFT_NOTICES))
  }

  /** For changes that apply at once and are stored for the next start only: a full disk is reported and stops nothing. */
  async function keep(change: Partial<StoredState>): Promise<void> {
    const saved = await settings.save(change)
    if (!saved.ok) pages.push('notice', saved.error)
  }

  function follow(): void {
    rules.follow()
    salvoTimes.follow()
  }

  async function saveSettings(wallSettings: WallSettings): Promise<Result<WallSettings, WallError>> {
    const { alarms: before, eventTags, ...menuBefore } = settings.state.settings
    const saving = settings.save({ settings: wallSettings })
    pages.push('settings', wallSettings)
    screens.settingsChanged()
    notifyMenu(menuBefore)
    follow()
    if (!isDeepStrictEqual(asWritten(before), asWritten(wallSettings.alarms)))
      alarms.rulesChanged(wallSettings.alarms.rules.length)
    shown.link?.directory.renumber()
    const saved = await saving
    // The tag that marks wait for may be among those that were typed in.
    if (!isDeepStrictEqual(eventTags, wallSettings.eventTags)) void shown.link?.events.marks.wake()
    return saved.ok ? ok(wallSettings) : saved
  }

  const menuListeners = new Set<() => void>()
  function notifyMenu(before: Parameters<typeof menuOf>[0]): void {
    if (menuOf(settings.state.settings) !== menuOf(before)) for (const listener of menuListeners) listener()
  }

  const calls: CallHandlers = {
    'wall.language': async () => {
      const { language: chosen } = settings.state.settings
      return ok({
        ...(chosen === undefined ? {} : { chosen }),
        ...(ports.systemLanguages === undefined ? {} : { wanted: ports.systemLanguages.slice(0, 40) }),
      })
    },
    'wall.hello': async (_nothing, page) => {
      const { monitor } = page
      const { settings: wallSettings, documents, shown: platformId } = settings.state
      pages.give(page, platformId)
      const document = documents[monitor]
      const layout = launchLayout(monitor)
      const isTwin = pages.all.some(
        (other) => other.id !== page.id && other.monitor === monitor && pages.isUp(other),
      )
      // The windows of Electron are one a monitor; while one is replaced there are two for a moment.
      const twin =
        isTwin && ports.shell === 'host' ? [exactMessage('monitor_twice', { number: monitor })] : []
      return ok({
        version: ports.version,
        shell: ports.shell,
        settings: wallSettings,
        connection: shown.status,
        cameras: [...(shown.link?.directory.cameras ?? [])],
        notices: [...notices, ...twin, ...takeNotices(monitor)],
        updates: ports.updates.state,
        alarms: alarms.state,
        ...(shown.link && { sharedSalvos: shown.link.salvos.state }),
        monitor,
        monitors: [...monitors.all],
        canChooseScreens: ports.shell === 'electron' && ports.launch.screens === undefined,
        tilesBefore: monitors.tilesBefore(monitor, documents, launchLayout),
        ...(platformId === undefined ? {} : { platform: platformId }),
        ...(document === undefined ? {} : { document }),
        ...(layout === undefined ? {} : { layout }),
        ...(lock && { lock: lock.state }),
      })
    },
    // A page that has to reload may save once more: that document belongs to the previous platform.
    'wall.save': (document, page) => {
      const saved = settings.save(
        withDocument(settings.state, pages.platformOf(page), page.monitor, document),
      )
      haveKept.add(page.monitor)
      salvos.documentKept(page)
      return saved
    },
    'wall.report': async (report, page) => {
      const isFirst = !pages.isUp(page)
      pages.report(page, report)
      if (isFirst && pages.isUp(page)) {
        salvos.pageIsUp(page)
        salvoTimes.walls(true)
      }
      watchTiles()
      return ok(undefined)
    },
    'monitors.enter': async ({ monitor, entry }) => monitors.enter(monitor, entry),
    'monitors.focus': async ({ monitor }) => {
      const found = monitors.find(monitor)
      if (!found.ok) return found
      if (ports.focusMonitor === undefined)
        return fail(wallError('no_monitor', exactMessage('monitor_elsewhere', { number: monitor })))
      ports.focusMonitor(monitor)
      return ok(undefined)
    },
    'monitors.heard': async (_nothing, page) => {
      for (const other of pages.all) if (other.id !== page.id) pages.pushToPage(other, 'heard', {})
      return ok(undefined)
    },
    'notices.dismiss': async (which, page) => {
      // Somebody has seen it: no page that is loaded from now on begins with it.
      const left = which.text === undefined ? [] : notices.filter(({ message }) => message !== which.message)
      notices.splice(0, notices.length, ...left)
      for (const other of pages.all) if (other.id !== page.id) pages.pushToPage(other, 'dismissed', which)
      return ok(undefined)
    },
    ...salvos.handlers(guards),
    'settings.save': here(async (change) => {
      const before = settings.state.settings
      const changed = changedSettings(before, change)
      if (changed === undefined) return ok<SettingsAnswer>({ isKept: false, settings: before })
      const { cameraNumbers } = before
      const wishes = Object.entries(changed.cameraNumbers).filter(
        ([id, number]) => cameraNumbers[id] !== number,
      )
      const checked = checkNumbers(shown.link?.directory.cameras ?? [], Object.fromEntries(wishes))
      const saved = checked.ok ? await saveSettings(changed) : checked
      // Another page may have changed them since, and was told before this one gets its answer.
      return saved.ok ? ok<SettingsAnswer>({ isKept: true, settings: settings.state.settings }) : saved
    }),
    ...createPlatformHandlers(guards, platforms, shown),
    'connection.test': async () => ok(await testConnection(shown.link, clock)),
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
    'playback.hold': async ({ playing, paused }, page) => {
      shown.link?.playback.hold(page, playing, paused)
      return ok(undefined)
    },
    'playback.coverage': withLink((on, { cameraId, startMs, endMs }) =>
      on.coverage(cameraId, [startMs, endMs]),
    ),
    'playback.figures': withLink(async (on) => ok({ ...on.media.figures(), ...on.playback.figures() })),
    ...createEventHandlers(
      guards,
      events,
      (page) => pages.pushToPage(page, 'events.feed', shown.link?.events.feed.state ?? { state: 'off' }),
      (platform) => platform === EMBEDDED || platforms.find(platform) !== undefined,
    ),
    ...createOccupancyHandlers(guards, occupancy),
    ...createAlarmHandlers(guards, {
      alarms,
      log: ports.alarmLog,
      monitors,
      files,
      clock,
      timeZone: () => settings.state.settings.timeZone,
    }),
    ...createImportHandlers(guards, {
      ports,
      salvos: salvosNow,
      texts,
      files,
      saveSettings,
      leaveNotice,
      takeOver(file) {
        const before = settings.state
        const taken = shown.takeSettings(file)
        notifyMenu(before.settings)
        if (!isDeepStrictEqual(rulesOf(before), rulesOf(settings.state)))
          alarms.rulesChanged(settings.state.settings.alarms.rules.length)
        return taken
      },
    }),
    ...evidence.handlers(guards),
    'demo.start': async () => {
      const started = await ports.demo.start((step) => pages.push('demo', { step }))
      return started.ok ? embed(started.value) : started
    },
    'updates.check': () => ports.updates.check(),
    'updates.install': () => ports.updates.install(),
    'support.bundle': async (page) => {
      const figures = { pages: pages.all.length, ...(await shown.link?.figures()) }
      const content = {
        version: ports.version,
        shell: ports.shell,
        atMs: clock.wallMs(),
        launch: ports.launch,
        page,
        settings: settings.state,
        status: shown.status,
        cameras: shown.link?.directory.cameras ?? [],
        figures,
        log: ports.logTail(BUNDLE_LOG_MAX_BYTES),
      }
      return ok(await supportBundle(content, ports.redactor, files))
    },
    'log.write': async (line) => {
      writePageLine(line)
      return ok(undefined)
    },
  }

  const handlers = guardCalls(calls, (handler) => async (input, page) => redacted(await handler(input, page)))

  const stopUpdates = ports.updates.onChange((state) => pages.push('updates', state))

  const misplaced = shown.showFirst()
  if (misplaced !== undefined) notices.push(noticeOf(misplaced))
  const embed = async (site: EmbeddedSite) => redacted(await shown.embed(site))

  return {
    handlers: lock?.guard(handlers) ?? handlers,
    press: (key) => lock?.press(key) === true,
    onLock: (listener) => lock?.onLock(listener) ?? (() => {}),
    openPage(page, send) {
      shown.link?.playback.join(page)
      const ends = [
        pages.open(page, send),
        wanted.join(page),
        events.join(page),
        () => texts.forget(page),
        () => evidence.snapshots.forget(page),
        occupancy.join(page),
        watchTiles,
        () => shown.link?.playback.leave(page),
        () => salvoTimes.walls(pages.all.some((open) => pages.isUp(open))),
      ]
      return () => {
        for (const end of ends) end()
      }
    },
    setMonitors(list) {
      monitors.set(list)
      for (const { number } of list) {
        const document = settings.state.documents[number]
        const isOpen = pages.all.some(({ monitor }) => monitor === number)
        if (document !== undefined && !isOpen) wanted.expect(number, document)
      }
    },
    screens,
    get language() {
      return languageFor(settings.state.settings.language, ports.systemLanguages ?? [])
    },
    get keymap() {
      return settings.state.settings.keymap
    },
    onMenu(listener) {
      menuListeners.add(listener)
      return () => menuListeners.delete(listener)
    },
    openRelay(send) {
      // Its page lives no longer than its platform is shown.
      let of = shown.link?.platform.id
      return ports.openRelay(
        {
          async take(cameraId) {
            const { link } = shown
            of ??= link?.platform.id
            if (link === undefined) return fail(wallError('not_configured'))
            if (link.platform.id !== of) return fail(wallError('platform_changed'))
            return redacted(await link.tickets.take(cameraId))
          },
          giveBack: (cameraId, ticket) => shown.link?.tickets.giveBack(cameraId, ticket),
          withdraw(cameraId) {
            if (shown.link?.platform.id === of) shown.link?.tickets.withdraw(cameraId)
          },
          allowedHosts: () => shown.link?.allowedHosts() ?? [],
          lookupFor: (address) => shown.link?.lookupFor(address),
        },
        send,
      )
    },
    media: async (request) => shown.link?.media.handle(request) ?? problemAnswer('unknown-playback'),
    download: (request) => files.handle(request) ?? shown.link?.events.exports.handle(request) ?? noExport(),
    fileEnded({ path, file, state }) {
      const failure = wallError('storage_failed', exactMessage('file_not_whole', { file }))
      const isSaid = shown.link?.events.exports.fileEnded(path, state, failure)
      if (state === 'interrupted' && isSaid !== true) pages.push('notice', failure)
    },
    embed,
    show: (entry) => monitors.show(entry),
    notify: (error) => pages.push('notice', error),
    leaveNotice,
    get isExporting() {
      return evidence.footageExports.isRunning || shown.link?.events.exports.isRunning === true
    },
    command: (monitor, action) => void pages.pushTo(monitor, 'command', { action }),
    power(state) {
      log.info(`The machine ${state === 'suspend' ? 'goes to sleep' : 'is awake again'}.`)
      pages.push('power', { state })
      if (state === 'suspend') return
      shown.link?.tickets.wake()
      shown.link?.events.wake()
      shown.link?.occupancy.wake()
      void shown.link?.directory.refresh()
    },
    onReport: (listener) => pages.onReport(listener),
    async dispose() {
      stopUpdates()
      lock?.dispose()
      salvoTimes.dispose()
      wanted.dispose()
      files.dispose()
      await evidence.footageExports.dispose()
      rules.unfollow()
      await shown.dispose()
      await alarms.dispose()
    },
  }
}
