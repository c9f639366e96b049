import { type Language, languageFor } from '#contract/wall/language.ts'
import type { Root } from 'react-dom/client'
import { openAlarms } from '../alarms/open-alarms.ts'
import { openEvents } from '../events/open-events.ts'
import { ExportWatch } from '../evidence/export-watch.ts'
import { encodePng, snapshotsOf } from '../evidence/snapshot-controller.ts'
import { isActionName } from '../keyboard/actions.ts'
import { keyHint } from '../keyboard/keymap.ts'
import { openKeyboard } from '../keyboard/open-keyboard.ts'
import { currentLanguage, languages, loadLanguage, t } from '../language/language.ts'
import type { LiveWallPort } from '../live/live-wall-port.ts'
import { openOccupancy } from '../occupancy/open-occupancy.ts'
import { loadTemporal } from '../timeline/axis/temporal.ts'
import type { PageOptions } from '../wall/area-options.ts'
import { followWall } from '../wall/follow-wall.ts'
import { GREET_RETRY_IN_MS } from '../wall/defaults.ts'
import { refuseFileWindows } from '../wall/kiosk-lock.ts'
import { openTiles } from '../wall/open-tiles.ts'
import { PlatformClock } from '../wall/platform-clock.ts'
import { commandRunner } from '../wall/run-command.ts'
import { savedLayoutsOf } from '../wall/saved-layouts.ts'
import { Salvos } from '../wall/salvos.ts'
import type { SessionStore } from '../wall/session-store.ts'
import { greet } from '../wall/shell-sync.ts'
import { supportBundleOf } from '../wall/support-bundle.ts'
import { isAtWork, type WallActsOptions } from '../wall/wall-acts.ts'
import { tileOf } from '../wall/wall-document.ts'
import { zoneReader } from '../wall/wall-zone.ts'
import { App } from './app.tsx'
import { openDownload } from './download.tsx'
import { driveExpectedCamera } from './expected-camera.ts'
import { FaultPage } from './fault-page.tsx'
import { driveFullScreen } from './full-screen-driver.ts'
import { driveKeyboard, isTextField } from './keyboard-driver.ts'
import { driveClicks, hidePointerAtRest } from './pointer-driver.ts'
import { SecondTicker } from './second-ticker.ts'
import type { Services } from './services.ts'
import { storesFrom } from './stores-from-hello.ts'

export interface WallOptions extends Pick<PageOptions, 'shell' | 'clock'> {
  readonly window: Window
  readonly root: Root
  /** The element that is told when the pointer rests. */
  readonly marked: HTMLElement
  readonly makeLive: (session: SessionStore, isInUse: () => boolean) => LiveWallPort
}

/** After a fault of the page itself: long enough to read, short enough for a wall that nobody watches. */
const RELOAD_DELAY_IN_MS = 5_000

/** Asks the shell for the wall and opens it. Everything that lives as long as the page is made here, in order. */
export async function openWall(options: WallOptions): Promise<() => void> {
  const { window, root, marked, shell, clock, makeLive } = options
  // A page that the host does not let in never gets an answer.
  const unwatch = shell.onLink((_isUp, isRefused) => {
    if (isRefused)
      void loadLanguage(languageFor(undefined, window.navigator.languages)).then(() =>
        root.render(<Refused />),
      )
  })
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
  unwatch()
  const ends: (() => void)[] = []
  const own: PageOptions['own'] = (made) => {
    ends.push(() => made.dispose())
    return made
  }
  const { wall, session } = storesFrom(hello, clock)
  const platformClock = own(new PlatformClock(clock, session))
  const zone = zoneReader(temporal, () => session.getState().settings.timeZone)
  const page: PageOptions = {
    own,
    shell,
    wall,
    session,
    clock,
    platformClock,
    zone,
    viewport: () => ({
      widthPx: window.innerWidth * window.devicePixelRatio,
      heightPx: window.innerHeight * window.devicePixelRatio,
    }),
    isVisible: () => window.document.visibilityState === 'visible',
    download: (address, fileName) => openDownload(window.document, address, fileName),
  }
  const isInUse = () => {
    const { playback } = tiles
    const { tiles: inPast, range } = playback.getState()
    const { audibleTile, zooms, document } = wall.getState()
    const isHeld = document.layout.cells.some((_, tile) => {
      const { content } = tileOf(document, tile)
      return content.kind === 'sequence' && content.pausedBy === 'operator'
    })
    // A page that is renewed has none of these any more.
    const isSetUp = Object.keys(range).length > 0 || audibleTile !== undefined || zooms.size > 0 || isHeld
    return isAtWork({ session, playback, isTyping }) || inPast.length > 0 || isSetUp
  }
  const tiles: ReturnType<typeof openTiles> = openTiles(page, makeLive(session, isInUse))
  const area = { ...page, ...tiles }
  const events = openEvents(area)
  const occupancy = openOccupancy(area)
  const alarms = openAlarms({ ...area, eventController: events.eventController })
  const exports = own(new ExportWatch(shell))
  const hint: WallActsOptions['keyHint'] = (action, words) => keyHint(keyboard.keymap(), action, words)
  const salvos = new Salvos({ ...area, keyHint: hint })

  const surroundings = () => ({ ...page.viewport(), userAgent: window.navigator.userAgent.slice(0, 400) })
  const run = commandRunner({
    ...area,
    ...events,
    ...occupancy,
    ...alarms,
    salvos,
    snapshots: snapshotsOf({ ...area, encode: encodePng }),
    supportBundle: own(supportBundleOf({ ...area, surroundings })),
    fullScreen: own(driveFullScreen(window.document, session)),
  })
  const isInText = () => isTextField(window.document.activeElement)
  const keyboard = openKeyboard(area, isInText, run)
  const { actions, getState } = keyboard.keyboard
  const isTyping = () => getState().entry !== '' || isInText()
  const saver = followWall({
    ...area,
    salvos,
    sound: alarms.alarmSound,
    isTyping,
    keyHint: hint,
    enter: (entry, isAlarm) => actions.enter(entry, isAlarm),
    act: (action) => {
      if (!isActionName(action)) return false
      actions.act(action)
      return true
    },
    kept: hello.document,
    platform: hello.platform,
    restart: () => window.location.reload(),
  })

  const listening = new AbortController()
  window.addEventListener('pagehide', () => saver.flush(), { signal: listening.signal })
  const onVisibility = () => {
    events.eventController.visibilityChanged()
    occupancy.occupancy.visibilityChanged()
  }
  window.document.addEventListener('visibilitychange', onVisibility, { signal: listening.signal })
  ends.push(
    session.subscribe(({ settings, dialog }) => {
      // It is chosen on one monitor; a note that is half written on another one ends first.
      if (dialog !== undefined && dialog !== 'connection') return
      if (languageOf(settings.language) !== currentLanguage()) window.location.reload()
    }),
    driveKeyboard(window, keyboard.keyboard),
    driveClicks(window),
    driveExpectedCamera(keyboard.keyboard, keyboard.context, tiles.live),
    hidePointerAtRest(window, marked, clock),
    driveContrast(window, session),
    refuseFileWindows(
      window.document,
      () => session.getState().lock?.isLocked === true,
      () => session.actions.notify(t('errors.kiosk_locked')),
    ),
    () => listening.abort(),
    () => root.unmount(),
  )

  const services: Services = {
    ...page,
    ...keyboard,
    ...tiles,
    ...events,
    ...occupancy,
    ...alarms,
    ticker: new SecondTicker(clock),
    salvos,
    savedLayouts: savedLayoutsOf(page),
    exports,
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
    for (const end of ends.toReversed()) end()
  }
}

function Refused() {
  return (
    <main className="first-run">
      <p role="alert">{t('shell.refused')}</p>
    </main>
  )
}

/** Says on the document whether its style is that of high contrast: asked for by the settings or by the system. */
function driveContrast(window: Window, session: SessionStore): () => void {
  const system = window.matchMedia('(prefers-contrast: more)')
  function show(): void {
    const isMore = system.matches || session.getState().settings.contrast === 'more'
    if (isMore) window.document.documentElement.dataset['contrast'] = 'more'
    else delete window.document.documentElement.dataset['contrast']
  }
  show()
  const stop = session.subscribe(show)
  system.addEventListener('change', show)
  return () => {
    stop()
    system.removeEventListener('change', show)
  }
}
