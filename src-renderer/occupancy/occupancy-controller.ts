import type { CallInput } from '#contract/wall/calls.ts'
import type { ConnectionStatus } from '#contract/wall/connection.ts'
import type { OccupancyDictionaries, OccupancyReading, SavedReport } from '#contract/wall/occupancy.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Clock } from '../clock.ts'
import { type PlayCameraNeeds, playMoment } from '../events/play-event.ts'
import type { Zone } from '../timeline/axis/zone.ts'
import type { SessionStore } from '../wall/session-store.ts'
import { reportIdOf, visibleTiles } from '../wall/wall-document.ts'
import { occupancyDefaults } from './defaults.ts'
import { followedWindow } from './followed-window.ts'
import { camerasOf } from './report/report-cameras.ts'

export interface OccupancyControllerState {
  /** By the id of the report; those that are shown. */
  readonly readings: ReadonlyMap<string, OccupancyReading>
  /** Undefined until the platform has told; asked for while a report is shown, then again and again. */
  readonly dictionaries: OccupancyDictionaries | undefined
}

export interface OccupancyControllerNeeds extends PlayCameraNeeds {
  readonly shell: Pick<WallShell, 'call' | 'subscribe' | 'onLink'>
  readonly session: SessionStore
  /** The wall's. */
  readonly zone: () => Zone
  readonly clock: Clock
  readonly isVisible: () => boolean
}

type WatchCall = CallInput<'occupancy.watch'>

/** How many there are, in the tiles that are seen: which reports main is to follow, and what it tells of them. */
export class OccupancyController {
  readonly store: StoreApi<OccupancyControllerState>
  readonly #needs: OccupancyControllerNeeds
  readonly #unsubscribe: readonly (() => void)[]
  #told = ''
  #callOff: (() => void) | undefined
  #asked = 0
  #toldAtMs = Number.NEGATIVE_INFINITY
  #connection: string | undefined

  constructor(needs: OccupancyControllerNeeds) {
    this.#needs = needs
    this.store = createStore<OccupancyControllerState>(() => ({
      readings: new Map(),
      dictionaries: undefined,
    }))
    const { shell, wall, session } = needs
    this.#unsubscribe = [
      wall.subscribe(({ document }, before) => {
        if (document !== before.document) this.#follow()
      }),
      session.subscribe(({ settings }, before) => {
        if (settings !== before.settings) this.#follow()
      }),
      shell.subscribe('occupancy.reading', (reading) => this.#take(reading)),
      shell.subscribe('connection', (connection) => this.#connected(connection)),
      shell.onLink((isUp) => {
        // Who answers now may have started since, and follows nothing.
        this.#told = ''
        if (isUp) this.#follow()
      }),
    ]
    this.#follow()
  }

  dispose(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.#callOff?.()
  }

  reportOf(reportId: string): SavedReport | undefined {
    return this.#needs.session.getState().settings.occupancyReports.find(({ id }) => id === reportId)
  }

  /** To be called when the page is hidden or shown. */
  visibilityChanged(): void {
    this.#follow()
  }

  /** The cameras of the selected tile's report, at its maximum, with what led to it. */
  playMaximum(): void {
    const { session, clock } = this.#needs
    const problem = this.#playMaximum()
    if (problem !== undefined) session.actions.notify(problem, clock.nowMs())
  }

  #playMaximum(): string | undefined {
    const { document } = this.#needs.wall.getState()
    const report = this.reportOf(reportIdOf(document, document.selected) ?? '')
    if (report === undefined) return 'This report is not kept any more: there is no maximum to play.'
    const { readings, dictionaries } = this.store.getState()
    const answer = readings.get(report.id)?.answer
    if (answer === undefined) return 'The maximum of this report is not known yet.'
    if (answer.maximumAtMs === undefined) return 'This platform does not say when the maximum was.'
    const { entrancesAndExits } = report.definition
    const listed = dictionaries === undefined ? [] : camerasOf(entrancesAndExits, dictionaries)
    const cameraIds = report.cameraIds.length > 0 ? report.cameraIds : listed
    if (cameraIds.length === 0) {
      if (dictionaries === undefined) {
        return 'The platform has not told yet which cameras see what this report counts.'
      }
      return 'Nobody knows which cameras see what this report counts: name them in the report.'
    }
    if (document.large !== null) this.#needs.wall.actions.leaveLarge()
    return playMoment(this.#needs, cameraIds, answer.maximumAtMs, 'play')
  }

  #shownReports(): readonly SavedReport[] {
    const { document } = this.#needs.wall.getState()
    const ids = new Set(visibleTiles(document).map((tile) => reportIdOf(document, tile)))
    return this.#needs.session.getState().settings.occupancyReports.filter(({ id }) => ids.has(id))
  }

  #follow(): void {
    const { shell, clock, isVisible } = this.#needs
    const reports = this.#shownReports()
    this.#callOff?.()
    this.#callOff =
      reports.length === 0 ? undefined : clock.after(occupancyDefaults.refreshMs, () => this.#follow())
    const isOld = clock.nowMs() - this.#toldAtMs >= occupancyDefaults.dictionariesMs
    if (reports.length > 0 && isOld) void this.#askDictionaries()
    const call: WatchCall = {
      watches: reports.map((report) => this.#watchOf(report)),
      isVisible: isVisible(),
    }
    const told = JSON.stringify(call)
    if (told === this.#told || (this.#told === '' && reports.length === 0)) return
    this.#told = told
    this.#keepOnly(new Set(reports.map(({ id }) => id)))
    void shell.call('occupancy.watch', call)
  }

  #watchOf({ id, definition, window }: SavedReport): WatchCall['watches'][number] {
    const { zone, clock } = this.#needs
    const own = zone().other(definition.timezone) ?? zone()
    return { reportId: id, definition, window: followedWindow(window, own, clock.nowMs()) }
  }

  #keepOnly(shown: ReadonlySet<string>): void {
    const { readings } = this.store.getState()
    this.store.setState({ readings: new Map([...readings].filter(([id]) => shown.has(id))) })
  }

  #take(reading: OccupancyReading): void {
    const { readings } = this.store.getState()
    this.store.setState({ readings: new Map(readings).set(reading.reportId, reading) })
  }

  async #askDictionaries(): Promise<void> {
    const asked = ++this.#asked
    const answer = await this.#needs.shell.call('occupancy.dictionaries', undefined)
    if (asked !== this.#asked || !answer.ok) return
    this.#toldAtMs = this.#needs.clock.nowMs()
    this.store.setState({ dictionaries: answer.value })
  }

  /** Another platform or another key: other sources and schedules. */
  #connected({ address, key, source }: ConnectionStatus): void {
    const connection = JSON.stringify([source, address?.baseUrl, key.state, key.orgId])
    const isOther = this.#connection !== undefined && connection !== this.#connection
    this.#connection = connection
    if (!isOther) return
    this.#asked += 1
    this.#toldAtMs = Number.NEGATIVE_INFINITY
    this.store.setState({ dictionaries: undefined })
    this.#follow()
  }
}
