import type { WallSettings } from '#contract/wall/settings.ts'
import type { ArrivedEvents } from '#contract/wall/events.ts'
import type { OccupancyReading } from '#contract/wall/occupancy.ts'
import type { EventWatchers } from '../events/event-watchers.ts'
import type { OccupancyWatchers } from '../occupancy/occupancy-watchers.ts'
import type { AreaLog } from '../log/logger.ts'
import type { Page } from '../wall-main.ts'
import type { AlarmService } from './alarm-service.ts'

export interface AlarmSourcesOptions {
  readonly settings: () => WallSettings
  readonly events: Pick<EventWatchers, 'join' | 'watch' | 'taken'>
  readonly occupancy: Pick<OccupancyWatchers, 'join' | 'watch'>
  readonly alarms: () => Pick<AlarmService, 'events' | 'people'>
  readonly log: AreaLog
}

/** Of the reports that rules follow; how many there are now does not depend on it. */
const FOLLOWED_LENGTH_MS = 3_600_000

/** Subscribes, as a page would, to what the rules need: they work whichever pages are open. */
export class AlarmSources {
  /** It fills no monitor. */
  readonly page: Page = { id: 'alarm rules', monitor: 0 }
  readonly #options: AlarmSourcesOptions
  readonly #leave: readonly (() => void)[]
  #followed: readonly unknown[] = []

  constructor(options: AlarmSourcesOptions) {
    this.#options = options
    this.#leave = [options.events.join(this.page), options.occupancy.join(this.page)]
  }

  /** After every change of the settings, or of the platform. */
  follow(platform: unknown): void {
    const { settings, events, occupancy } = this.#options
    const { alarms, occupancyReports } = settings()
    const now = [platform, alarms, occupancyReports]
    if (now.every((part, at) => part === this.#followed[at])) return
    this.#followed = now
    const rules = alarms.rules.filter(({ isOn }) => isOn)
    const searches = rules.flatMap(({ when }) => (when.kind === 'event' ? [when.search] : []))
    const reportIds = new Set(rules.flatMap(({ when }) => (when.kind === 'occupancy' ? [when.reportId] : [])))
    events.watch(
      this.page,
      searches.map(({ cameraIds, eventTypeIds }) => ({ cameraIds, eventTypeIds })),
      searches.length > 0,
    )
    const window = { lengthMs: FOLLOWED_LENGTH_MS }
    const watches = occupancyReports
      .filter(({ id }) => reportIds.has(id))
      .map(({ id, definition }) => ({ reportId: id, definition, window }))
    occupancy.watch(this.page, watches, watches.length > 0)
  }

  arrived({ chunk, events, skipped }: ArrivedEvents): void {
    if (skipped > 0) this.#options.log.warn('Events came faster than the rules were asked.', { skipped })
    this.#options.alarms().events(events)
    this.#options.events.taken(this.page, chunk)
  }

  reading({ reportId, now, error }: OccupancyReading): void {
    if (now !== undefined && error === undefined) this.#options.alarms().people(reportId, now)
  }

  dispose(): void {
    for (const leave of this.#leave) leave()
  }
}
