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
export class OccupancyController {
  readonly store = createStore<OccupancyControllerState>(() => ({
    readings: new Map(),
    dictionaries: undefined,
  }))
  readonly #options: OccupancyControllerOptions
  readonly #unsubscribe: readonly (() => void)[]
  #sent = ''
  #callOff: (() => void) | undefined
  #asked = 0
  #dictionariesDueMs = Number.NEGATIVE_INFINITY
  #connection: string | undefined

  constructor(options: OccupancyControllerOptions) {
    this.#options = options
    const { shell, wall, session } = options
    this.#unsubscribe = [
      onChangeOf(wall, 'document', () => this.#follow()),
      onChangeOf(session, 'settings', () => this.#follow()),
      shell.subscribe('occupancy.reading', (reading) => {
        const { readings } = this.store.getState()
        this.store.setState({ readings: new Map(readings).set(reading.reportId, reading) })
      }),
      shell.subscribe('connection', (connection) => this.#connected(connection)),
      shell.onLink((isUp) => {
        // Main may have been restarted and follow nothing.
        this.#sent = ''
        if (!isUp) return
        // An earlier request reached nobody.
        if (this.store.getState().dictionaries === undefined) this.#askAnew()
        this.#follow()
      }),
    ]
    this.#follow()
  }

  dispose(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.#callOff?.()
  }

  reportOf(reportId: string): SavedReport | undefined {
    return this.#options.session.getState().settings.occupancyReports.find(({ id }) => id === reportId)
  }

  /** To be called when the page is hidden or shown. */
  visibilityChanged(): void {
    this.#follow()
  }

  /** The cameras of the selected tile's report, at its maximum, with what led to it. */
  playMaximum(): void {
    const problem = this.#playMaximum()
    if (problem !== undefined) this.#options.session.actions.answer(problem)
  }

  #playMaximum(): string | undefined {
    const { document } = this.#options.wall.getState()
    const report = this.reportOf(reportIdOf(document, document.selected) ?? '')
    if (report === undefined) return t('occupancy.maximum.noReport')
    const { readings, dictionaries } = this.store.getState()
    const answer = readings.get(report.id)?.answer
    if (answer === undefined) return t('occupancy.maximum.unknown')
    if (answer.maximumAtMs === undefined) return t('occupancy.maximum.noTime')
    const cameraIds = camerasOfReport(report, dictionaries)
    if (cameraIds.length === 0)
      return t(dictionaries === undefined ? 'occupancy.maximum.asking' : 'occupancy.maximum.noCameras')
    if (document.large !== null) this.#options.wall.actions.leaveLarge()
    return playMoment(this.#options, cameraIds, answer.maximumAtMs, 'play')
  }

  #shownReports(): readonly SavedReport[] {
    const { document } = this.#options.wall.getState()
    const ids = new Set(visibleTiles(document).map((tile) => reportIdOf(document, tile)))
    return this.#options.session.getState().settings.occupancyReports.filter(({ id }) => ids.has(id))
  }

  #follow(): void {
    const { shell, clock, isVisible } = this.#options
    const reports = this.#shownReports()
    this.#callOff?.()
    this.#callOff =
      reports.length === 0 ? undefined : clock.after(occupancyDefaults.refreshMs, () => this.#follow())
    if (reports.length > 0 && clock.nowMs() >= this.#dictionariesDueMs) void this.#askDictionaries()
    const call: WatchCall = {
      watches: reports.map((report) => this.#watchOf(report)),
      isVisible: isVisible(),
    }
    const fingerprint = JSON.stringify(call)
    if (fingerprint === this.#sent || (this.#sent === '' && reports.length === 0)) return
    this.#sent = fingerprint
    const shown = new Set(reports.map(({ id }) => id))
    const { readings } = this.store.getState()
    this.store.setState({ readings: new Map([...readings].filter(([id]) => shown.has(id))) })
    void shell.call('occupancy.watch', call)
  }

  #watchOf({ id, definition, window }: SavedReport): WatchCall['watches'][number] {
    const { zone, clock } = this.#options
    const own = zone().other(definition.timezone) ?? zone()
    return { reportId: id, definition, window: followedWindow(window, own, clock.nowMs()) }
  }

  async #askDictionaries(): Promise<void> {
    const { shell, clock } = this.#options
    const asked = ++this.#asked
    // Whoever follows meanwhile waits for the answer; what failed is asked for again with the next refresh.
    this.#dictionariesDueMs = Number.POSITIVE_INFINITY
    const answer = await shell.call('occupancy.dictionaries', undefined)
    if (asked !== this.#asked) return
    const { dictionariesMs, refreshMs } = occupancyDefaults
    this.#dictionariesDueMs = clock.nowMs() + (answer.ok ? dictionariesMs : refreshMs)
    if (answer.ok) this.store.setState({ dictionaries: answer.value })
  }

  #askAnew(): void {
    this.#asked += 1
    this.#dictionariesDueMs = Number.NEGATIVE_INFINITY
  }

  /** Another platform or another key: other sources and schedules. */
  #connected({ address, key, source }: ConnectionStatus): void {
    const connection = JSON.stringify([source, address?.baseUrl, key.state, key.orgId])
    const isOther = this.#connection !== undefined && connection !== this.#connection
    this.#connection = connection
    if (!isOther) return
    this.#askAnew()
    this.store.setState({ dictionaries: undefined })
    this.#follow()
  }
}

/** What main follows for the words of a report at this moment. `last` goes along with the clock, everything else stands. */
function followedWindow(time: EventTime, zone: Zone, nowMs: number): OccupancyWindow {
  const { startMs, endMs } = spanOf(time, zone, nowMs)
  if (time.kind === 'last') return { lengthMs: Math.max(1, Math.round(nowMs - startMs)) }
  const start = Math.floor(startMs)
  return endMs === undefined ? { startMs: start } : { startMs: start, endMs: Math.floor(endMs) }
}
