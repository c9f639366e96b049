import { noAlarms } from '#contract/wall/alarms.ts'
import { type Language, languageFor } from '#contract/wall/language.ts'
import { FIRST_LAYOUT, layoutOf } from '#contract/wall/layout.ts'
import { noSharedSalvos } from '#contract/wall/salvo.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { Root } from 'react-dom/client'
import { AlarmController } from '../alarms/alarm-controller.ts'
import { AlarmSound } from '../alarms/alarm-sound.ts'
import { RuleSearches } from '../alarms/rule-searches.ts'
import { type Clock, pageClock, steadyClock } from '../clock.ts'
import { EventController } from '../events/event-controller.ts'
import { ExportWatch } from '../evidence/export-watch.ts'
import { encodePng, SnapshotController } from '../evidence/snapshot-controller.ts'
import { FeedController } from '../events/feed/feed-controller.ts'
import { MarkController } from '../events/mark/mark-controller.ts'
import { OutboxWatch } from '../events/mark/outbox-watch.ts'
import { ReceiptController } from '../events/receipts/receipt-controller.ts'
import { createShownTags, shownIds, toggleTag } from '../events/marks/shown-tags.ts'
import { playMoment } from '../events/play-event.ts'
import { EventSteps } from '../events/search/event-steps.ts'
import { SavedSearches } from '../events/search/saved-searches.ts'
import { SearchController } from '../events/search/search-controller.ts'
import { SearchExport } from '../events/search/search-export.ts'
import { isActionName } from '../keyboard/actions.ts'
import { contextOfWall } from '../keyboard/context-of-wall.ts'
import { buildKeymap, conflictSentence, keymapReader } from '../keyboard/keymap.ts'
import { createKeyboardStore } from '../keyboard/keyboard-store.ts'
import { noticeWords } from '../language/error-words.ts'
import { currentLanguage, languages, loadLanguage, t } from '../language/language.ts'
import type { LiveWallPort } from '../live/live-wall-port.ts'
import { OccupancyController } from '../occupancy/occupancy-controller.ts'
import { HlsFallback } from '../playback/local/hls-fallback.ts'
import { PlaybackHolds } from '../playback/playback-holds.ts'
import { loadHls } from '../playback/tile/load-hls.ts'
import { ReportController } from '../occupancy/report/report-controller.ts'
import { SavedReports } from '../occupancy/report/saved-reports.ts'
import { loadTemporal } from '../timeline/axis/temporal.ts'
import { clockText } from '../timeline/axis/time-words.ts'
import { GREET_RETRY_IN_MS } from '../wall/defaults.ts'
import { pictureOf } from '../wall/camera-pictures.ts'
import { MaskedThumbnails } from '../wall/masked-thumbnails.ts'
import { DocumentSaver } from '../wall/document-saver.ts'
import { FootageJump } from '../wall/footage-jump.ts'
import { SelectionPublisher } from '../wall/hotspots.ts'
import { refuseFileWindows } from '../wall/kiosk-lock.ts'
import { LiveWishes } from '../wall/live-wishes.ts'
import { PlatformClock } from '../wall/platform-clock.ts'
import { createPlaybackStore } from '../wall/playback-store.ts'
import { commandRunner } from '../wall/run-command.ts'
import { Salvos } from '../wall/salvos.ts'
import { SavedLayouts } from '../wall/saved-layouts.ts'
import { SequenceDriver } from '../wall/sequence-driver.ts'
import { createSessionStore, type SessionStore } from '../wall/session-store.ts'
import { greet, type Hello, ShellSync } from '../wall/shell-sync.ts'
import { SupportBundle } from '../wall/support-bundle.ts'
import { TileSound } from '../wall/tile-sound.ts'
import { TileReporter } from '../wall/tile-reporter.ts'
import { emptyDocument, restoreDocument, withLayout } from '../wall/wall-document.ts'
import { WallActs } from '../wall/wall-acts.ts'
import { WallPlayback } from '../wall/wall-playback.ts'
import { unlistedWords } from '../wall/unlisted-words.ts'
import { zoneReader } from '../wall/wall-zone.ts'
import { createWallStore, type WallStore } from '../wall/wall-store.ts'
import { App } from './app.tsx'
import { driveContrast } from './contrast-driver.ts'
import { FaultPage } from './fault-page.tsx'
import { FullScreenDriver } from './full-screen-driver.ts'
import { openDownload } from './events/open-download.ts'
import { driveExpectedCamera } from './expected-camera.ts'
import { driveKeyboard, isTextField } from './keyboard-driver.ts'
import { hidePointerAtRest } from './pointer-driver.ts'
import { SecondTicker } from './second-ticker.ts'
import type { Services } from './services.ts'

export interface WallOptions {
  readonly window: Window
  readonly root: Root
  /** The element that is told when the pointer rests. */
  readonly marked: HTMLElement
  readonly shell: WallShell
  readonly clock: Clock
  readonly makeLive: (session: SessionStore) => LiveWallPort
}

/** After a fault of the page itself: long enough to read, short enough for a wall that nobody watches. */
const RELOAD_DELAY_IN_MS = 5_000

/** Asks the shell for the wall and opens it. Everything that lives as long as the page is made here, in order. */
export async function openWall({
  window,
  root,
  marked,
  shell,
  clock,
  makeLive,
}: WallOptions): Promise<() => void> {
  const temporal = await loadTemporal()
  const asked = await greet(() => shell.call('wall.language', undefined), clock, GREET_RETRY_IN_MS)
  const languageOf = (chosen: Language | undefined) =>
    languageFor(chosen, asked.wanted ?? window.navigator.languages)
  await loadLanguage(languageOf(asked.chosen))
  const { documentElement } = window.document
  documentElement.lang = currentLanguage()
  documentElement.dir = languages[currentLanguage()].direction
  // Nothing is awaited from here to the subscriptions: what the shell says in between would be lost.
  const hello = await greet(() => shell.call('wall.hello', undefined), clock, GREET_RETRY_IN_MS)
  const { wall, session } = storesFrom(hello, clock)
  const platformClock = new PlatformClock(clock, session)
  const zone = zoneReader(temporal, () => session.getState().settings.timeZone)
  const holds = new PlaybackHolds(shell)
  const isVisible = () => window.document.visibilityState === 'visible'
  const events = new EventController({
    shell,
    clockOffsetsMs: () => session.getState().settings.eventClockOffsetsMs,
    cameraClockOffsetMs: (cameraId) => wall.getState().cameraById.get(cameraId)?.clockOffsetMs,
    isVisible,
  })
  const live = new HlsFallback({
    live: makeLive(session),
    shell,
    holds,
    clock: pageClock,
    platformNowMs: platformClock.nowMs,
    loadHls,
  })
  // Before whoever follows the wall: a tile's number and its past change together.
  const playback = createPlaybackStore(wall)
  const viewport = () => viewportOf(window)
  const wishes = new LiveWishes({
    wall,
    session,
    playback,
    live,
    viewport,
    onSizes: () => wallPlayback.update(),
  })
  const { sizes } = wishes
  const wallPlayback = new WallPlayback({
    wall,
    playback,
    holds,
    shell,
    clock: platformClock,
    steadyClock,
    loadHls,
    sizeOf: (tile) => wishes.sizeOf(tile),
    viewport,
  })
  const sound = new TileSound({
    wall,
    playback,
    pictures: wallPlayback.pictures,
    live,
    clock,
    makeContext: () => new AudioContext(),
  })
  const thumbnails = new MaskedThumbnails({
    shell,
    holds,
    playback,
    clock,
    playedOf: (cameraId) => wallPlayback.playbacksOf(cameraId),
    masksOf: (cameraId) => pictureOf(session.getState().settings.cameraPictures, cameraId).masks,
  })
  const goTo = (atMs: number) => wallPlayback.goTo(atMs)
  const footageJump = new FootageJump({ shell, wall, session, playback, clock: platformClock, goTo })

  const shownTags = createShownTags()
  const search = new SearchController({ shell, wall, eventController: events, zone, clock: platformClock })
  const savedSearches = new SavedSearches({ shell, session })
  const download = (address: string, fileName: string) => openDownload(window.document, address, fileName)
  const searchExport = new SearchExport({ shell, zone, download })
  const eventSteps = new EventSteps({
    shell,
    wall,
    wallPlayback,
    playback,
    eventController: events,
    search,
    shownTags: () => shownIds(shownTags.getState(), events.store.getState().tags) ?? [],
    clock: platformClock,
    notify: (sentence) => session.actions.notify(sentence, clock.nowMs()),
  })

  const seen = { wall, session, playback, pictures: wallPlayback.pictures, live, shell, clock, platformClock }
  const receipts = new ReceiptController({ ...seen, eventController: events })
  const ofPanels = { wall, session, wallPlayback, shell, zone, clock: platformClock }
  const feeds = new FeedController({ ...ofPanels, eventController: events })
  const occupancy = new OccupancyController({ ...ofPanels, isVisible })
  const savedReports = new SavedReports({ shell, session })
  const report = new ReportController({
    shell,
    saved: savedReports,
    zone,
    clock: platformClock,
    newId: () => crypto.randomUUID(),
    play: (cameraIds, atMs, view) => playMoment({ wall, wallPlayback }, cameraIds, atMs, view),
  })
  const salvos = new Salvos({ wall, session, shell, clock })
  const outbox = new OutboxWatch({ shell, clock })
  const marks = new MarkController({ ...seen, outbox })

  const exports = new ExportWatch(shell)
  const alarms = new AlarmController({
    shell,
    wall,
    session,
    wallPlayback,
    eventController: events,
    clock,
    platformClock,
    download,
  })
  const alarmSound = new AlarmSound({ session, makeContext: () => new AudioContext() })
  const ruleSearches = new RuleSearches({ shell, session, wall, eventController: events, zone, clock })
  const snapshots = new SnapshotController({ ...seen, download, encode: encodePng })

  const surroundings = () => ({ ...viewport(), userAgent: window.navigator.userAgent.slice(0, 400) })
  const supportBundle = new SupportBundle({ ...seen, download, surroundings })

  const fullScreen = new FullScreenDriver(window.document, session)
  const run = commandRunner({
    wall,
    session,
    playback,
    wallPlayback,
    footageJump,
    eventSearch: {
      open: (text) => search.open(text),
      step: (by) => void eventSteps.step(by),
      toggleTag: (tagId) => toggleTag(shownTags, tagId),
    },
    feeds,
    occupancy,
    report,
    salvos,
    marks,
    alarms,
    snapshots,
    supportBundle,
    shell,
    clock,
    fullScreen,
  })
  const context = () =>
    contextOfWall(
      wall.getState(),
      session.getState(),
      playback.getState(),
      isTextField(window.document.activeElement),
      (camera) => unlistedWords(camera, zone(), clock.nowMs()),
    )
  const keymap = keymapReader(() => session.getState().settings.keymap)
  const keyboard = createKeyboardStore({ clock, keymap, context, run })

  const acts = new WallActs({
    wall,
    session,
    playback,
    salvos,
    sound: alarmSound,
    isTyping: () => keyboard.getState().entry !== '' || isTextField(window.document.activeElement),
    timeText: (epochMs) => clockText(zone(), epochMs, 'minute'),
    clock,
  })
  const reporter = new TileReporter({ wall, playback, live, shell, clock })
  const selection = new SelectionPublisher({ wall, shell })
  const sequences = new SequenceDriver({ wall, playback, clock })
  const saver = new DocumentSaver({ wall, shell, clock }, hello.document)
  const enter = (entry: string) => keyboard.actions.enter(entry)
  const act = (action: string) => {
    if (!isActionName(action)) return false
    keyboard.actions.act(action)
    return true
  }
  const sync = new ShellSync({
    shell,
    wall,
    session,
    live,
    wallPlayback,
    reporter,
    holds,
    salvos,
    acts,
    saver,
    enter,
    act,
    platform: hello.platform,
    restart: () => window.location.reload(),
    clock,
  })
  const stopLanguage = session.subscribe(({ settings }) => {
    if (languageOf(settings.language) !== currentLanguage()) window.location.reload()
  })
  const ticker = new SecondTicker(clock)

  const stopKeyboard = driveKeyboard(window, keyboard)
  const stopExpected = driveExpectedCamera(keyboard, context, live)
  const stopPointer = hidePointerAtRest(window, marked, clock)
  const stopContrast = driveContrast(window, session)
  const stopFiles = refuseFileWindows(
    window.document,
    () => session.getState().lock?.isLocked === true,
    () => session.actions.notify(t('lock.refused'), clock.nowMs()),
  )
  const flush = () => saver.flush()
  window.addEventListener('pagehide', flush)
  const onVisibility = () => {
    events.visibilityChanged()
    occupancy.visibilityChanged()
  }
  window.document.addEventListener('visibilitychange', onVisibility)

  const services: Services = {
    shell,
    wall,
    session,
    playback,
    keyboard,
    keymap,
    context,
    live,
    wallPlayback,
    sound,
    thumbnails,
    events,
    receipts,
    feeds,
    occupancy,
    salvos,
    savedLayouts: new SavedLayouts({ shell, session }),
    marks,
    alarms,
    ruleSearches,
    outbox,
    exports,
    search,
    savedSearches,
    searchExport,
    eventSteps,
    report,
    savedReports,
    shownTags,
    sizes,
    clock,
    platformClock,
    zone,
    ticker,
    run,
  }
  const onFault = (error: unknown) => {
    const message = (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, 2_000)
    void shell.call('log.write', { level: 'error', area: 'page', message })
    clock.after(RELOAD_DELAY_IN_MS, () => window.location.reload())
  }
  root.render(
    <FaultPage onFault={onFault}>
      <App services={services} />
    </FaultPage>,
  )

  return () => {
    root.unmount()
    window.removeEventListener('pagehide', flush)
    window.document.removeEventListener('visibilitychange', onVisibility)
    stopContrast()
    stopFiles()
    stopPointer()
    stopKeyboard()
    stopExpected()
    stopLanguage()
    sync.dispose()
    acts.dispose()
    sequences.dispose()
    selection.dispose()
    saver.dispose()
    reporter.dispose()
    thumbnails.dispose()
    sound.dispose()
    wallPlayback.dispose()
    wishes.dispose()
    keyboard.actions.dispose()
    fullScreen.dispose()
    supportBundle.dispose()
    live.dispose()
    ruleSearches.dispose()
    alarmSound.dispose()
    alarms.dispose()
    marks.dispose()
    outbox.dispose()
    exports.dispose()
    occupancy.dispose()
    feeds.dispose()
    receipts.dispose()
    searchExport.dispose()
    search.dispose()
    events.dispose()
    platformClock.dispose()
  }
}

/** The layout of the command line wins over the kept document; the document over a first start. */
function storesFrom(hello: Hello, clock: Clock): { wall: WallStore; session: SessionStore } {
  const kept = restoreDocument(hello.document) ?? emptyDocument(FIRST_LAYOUT)
  const document = hello.layout === undefined ? kept : withLayout(kept, layoutOf(hello.layout))
  const session = createSessionStore({
    version: hello.version,
    weakProtection: hello.shell === 'electron' ? 'obfuscated' : 'plain-file',
    connection: hello.connection,
    monitor: hello.monitor,
    monitors: hello.monitors,
    canChooseScreens: hello.canChooseScreens,
    settings: hello.settings,
    lock: hello.lock,
    updates: hello.updates,
    alarms: hello.alarms ?? noAlarms,
    sharedSalvos: hello.sharedSalvos ?? noSharedSalvos,
  })
  for (const notice of startNotices(hello)) session.actions.notify(notice, clock.nowMs())
  return { wall: createWallStore(document, hello.cameras, hello.tilesBefore), session }
}

/** What was found damaged or contradictory. */
function startNotices({ notices, settings }: Hello): string[] {
  const { conflicts } = buildKeymap(settings.keymap)
  return [...notices.map(noticeWords), ...conflicts.map(conflictSentence)]
}

function viewportOf({ innerWidth, innerHeight, devicePixelRatio }: Window) {
  return { widthPx: innerWidth * devicePixelRatio, heightPx: innerHeight * devicePixelRatio }
}
