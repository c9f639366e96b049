import { createStore } from 'zustand/vanilla'
import type { CallInput } from '#contract/wall/calls.ts'
import type { ConnectionStatus } from '#contract/wall/connection.ts'
import type { EventTime } from '#contract/wall/event-query.ts'
import type {
  OccupancyDictionaries,
  OccupancyReading,
  OccupancyWindow,
  SavedReport,
} from '#contract/wall/occupancy.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import { type PlayCameraOptions, playMoment } from '../events/play-event.ts'
import { spanOf } from '../events/query/time-span.ts'
import type { Zone } from '../timeline/axis/zone.ts'
import type { AreaOptions } from '../wall/area-options.ts'
import { reportIdOf, visibleTiles } from '../wall/wall-document.ts'
import { occupancyDefaults } from './defaults.ts'
import { camerasOfReport } from './report/report-cameras.ts'
import { t } from '../language/language.ts'
import { onChangeOf } from '../wall/on-change-of.ts'

export interface OccupancyControllerState {
  /** By the id of the report; those that are shown. */
  readonly readings: ReadonlyMap<string, OccupancyReading>
  /** Undefined until the platform has answered; asked for while a report is shown, then again and again. */
  readonly dictionaries: OccupancyDictionaries | undefined
}

export interface OccupancyControllerOptions
  extends PlayCameraOptions,
    Pick<AreaOptions, 'session' | 'zone' | 'clock' | 'isVisible'> {
  readonly shell: Pick<WallShell, 'call' | 'subscribe' | 'onLink'>
}

type WatchCall = CallInput<'occupancy.watch'>

/** Occupancy of the visible tiles: which reports main is to follow, and their readings. */
export function occupancyOf(options: OccupancyControllerOptions) {
  const { clock, isVisible, session, shell, wall, zone } = options
  const store = createStore<OccupancyControllerState>(() => ({
    readings: new Map(),
    dictionaries: undefined,
  }))
  let sent = ''
  let callOff: (() => void) | undefined
  let questions = 0
  let dictionariesDueMs = Number.NEGATIVE_INFINITY
  let connectedTo: string | undefined

  function reportOf(reportId: string): SavedReport | undefined {
    return session.getState().settings.occupancyReports.find(({ id }) => id === reportId)
  }

  /** A sentence when it could not. */
  function playAtMaximum(): string | undefined {
    const { document } = wall.getState()
    const report = reportOf(reportIdOf(document, document.selected) ?? '')
    if (report === undefined) return t('occupancy.maximum.noReport')
    const { readings, dictionaries } = store.getState()
    const answer = readings.get(report.id)?.answer
    if (answer === undefined) return t('occupancy.maximum.unknown')
    if (answer.maximumAtMs === undefined) return t('occupancy.maximum.noTime')
    const cameraIds = camerasOfReport(report, dictionaries)
    if (cameraIds.length === 0)
      return t(dictionaries === undefined ? 'occupancy.maximum.asking' : 'occupancy.maximum.noCameras')
    if (document.large !== null) wall.actions.leaveLarge()
    return playMoment(options, cameraIds, answer.maximumAtMs, 'play')
  }

  function shownReports(): readonly SavedReport[] {
    const { document } = wall.getState()
    const ids = new Set(visibleTiles(document).map((tile) => reportIdOf(document, tile)))
    return session.getState().settings.occupancyReports.filter(({ id }) => ids.has(id))
  }

  function follow(): void {
    const reports = shownReports()
    callOff?.()
    callOff = reports.length === 0 ? undefined : clock.after(occupancyDefaults.refreshMs, follow)
    if (reports.length > 0 && clock.nowMs() >= dictionariesDueMs) void askDictionaries()
    const call: WatchCall = { watches: reports.map(watchOf), isVisible: isVisible() }
    const fingerprint = JSON.stringify(call)
    if (fingerprint === sent || (sent === '' && reports.length === 0)) return
    sent = fingerprint
    const shown = new Set(reports.map(({ id }) => id))
    const { readings } = store.getState()
    store.setState({ readings: new Map([...readings].filter(([id]) => shown.has(id))) })
    void shell.call('occupancy.watch', call)
  }

  function watchOf({ id, definition, window }: SavedReport): WatchCall['watches'][number] {
    const own = zone().other(definition.timezone) ?? zone()
    return { reportId: id, definition, window: followedWindow(window, own, clock.nowMs()) }
  }

  async function askDictionaries(): Promise<void> {
    const asked = ++questions
    // Whoever follows meanwhile waits for the answer; what failed is asked for again with the next refresh.
    dictionariesDueMs = Number.POSITIVE_INFINITY
    const answer = await shell.call('occupancy.dictionaries', undefined)
    if (asked !== questions) return
    const { dictionariesMs, refreshMs } = occupancyDefaults
    dictionariesDueMs = clock.nowMs() + (answer.ok ? dictionariesMs : refreshMs)
    if (answer.ok) store.setState({ dictionaries: answer.value })
  }

  function askAnew(): void {
    questions += 1
    dictionariesDueMs = Number.NEGATIVE_INFINITY
  }

  /** Another platform or another key: other sources and schedules. */
  function connected({ address, key, source }: ConnectionStatus): void {
    const connection = JSON.stringify([source, address?.baseUrl, key.state, key.orgId])
    const isOther = connectedTo !== undefined && connection !== connectedTo
    connectedTo = connection
    if (!isOther) return
    askAnew()
    store.setState({ dictionaries: undefined })
    follow()
  }

  const stops = [
    onChangeOf(wall, 'document', follow),
    onChangeOf(session, 'settings', follow),
    shell.subscribe('occupancy.reading', (reading) => {
      const { readings } = store.getState()
      store.setState({ readings: new Map(readings).set(reading.reportId, reading) })
    }),
    shell.subscribe('connection', connected),
    shell.onLink((isUp) => {
      // Main may have been restarted and follow nothing.
      sent = ''
      if (!isUp) return
      // An earlier request reached nobody.
      if (store.getState().dictionaries === undefined) askAnew()
      follow()
    }),
  ]
  follow()
  return {
    reportOf,
    store,
    /** The cameras of the selected tile's report, at its maximum, with what led to it. */
    playMaximum(): void {
      const problem = playAtMaximum()
      if (problem !== undefined) session.actions.answer(problem)
    },
    /** To be called when the page is hidden or shown. */
    visibilityChanged: follow,
    dispose(): void {
      for (const stop of stops) stop()
      callOff?.()
    },
  }
}

/** What main follows for the words of a report at this moment. `last` goes along with the clock, everything else stands. */
function followedWindow(time: EventTime, zone: Zone, nowMs: number): OccupancyWindow {
  const { startMs, endMs } = spanOf(time, zone, nowMs)
  if (time.kind === 'last') return { lengthMs: Math.max(1, Math.round(nowMs - startMs)) }
  const start = Math.floor(startMs)
  return endMs === undefined ? { startMs: start } : { startMs: start, endMs: Math.floor(endMs) }
}
