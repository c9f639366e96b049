import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { EventWatchers } from '../events/event-watchers.ts'
import { OccupancyWatchers } from '../occupancy/occupancy-watchers.ts'
import type { ActivePlatform } from '../wall/active-platform.ts'
import type { OpenPages } from '../wall/open-pages.ts'
import type { WallMainOptions } from '../wall/wall-main-options.ts'
import type { Page } from '../wall-main.ts'
import { AlarmService, type AlarmServiceOptions } from './alarm-service.ts'

export interface AlarmsOptions extends Pick<AlarmServiceOptions, 'operators' | 'onAct' | 'onNotice'> {
  readonly ports: WallMainOptions
  readonly pages: OpenPages
  readonly shown: () => ActivePlatform
}

/** The rules subscribe as a page would: they work whichever pages are open. It fills no monitor. */
const rulesPage: Page = { id: 'alarm rules', monitor: 0 }
/** Of the reports that rules follow; how many there are now does not depend on it. */
const FOLLOWED_LENGTH_MS = 3_600_000

/** The alarms, and what pages and rules watch for: new events and readings of occupancy. */
export function openAlarms({ ports, pages, shown, ...options }: AlarmsOptions) {
  const { settings, logger, clock, timers } = ports
  const log = logger.area('alarms')
  const events: EventWatchers = new EventWatchers({
    publish(page, arrived) {
      if (page !== rulesPage) return pages.pushToPage(page, 'events.arrived', arrived)
      const { skipped } = arrived
      if (skipped > 0) log.warn('Events came faster than the rules were asked.', { skipped })
      alarms.events(arrived.events)
      events.taken(rulesPage, arrived.chunk)
    },
    onWish: (wish) => shown().link?.events.feed.want(wish),
  })
  const occupancy = new OccupancyWatchers({
    publish(page, reading) {
      if (page !== rulesPage) return pages.pushToPage(page, 'occupancy.reading', reading)
      const { reportId, now, error } = reading
      if (now !== undefined && error === undefined) alarms.people(reportId, now)
    },
    onWish: (wish) => shown().link?.occupancy.want(wish),
  })
  const alarms = new AlarmService({
    ...options,
    log: ports.alarmLog,
    settings: () => settings.state.settings,
    clock,
    timers,
    newId: () => randomUUID(),
    workstation: hostname(),
    platform: () => settings.state.shown,
    camera: (cameraId) => shown().camera(cameraId),
    report: (reportId) => settings.state.settings.occupancyReports.find(({ id }) => id === reportId),
    tag: (eventTypeId) => shown().link?.events.service.tag(eventTypeId),
    onState: (state) => pages.push('alarms', state),
  })
  const leave = [events.join(rulesPage), occupancy.join(rulesPage)]
  let followed: readonly unknown[] = []

  /** What the rules need, after every change of the settings, or of the platform. */
  function follow(): void {
    const { alarms: written, occupancyReports } = settings.state.settings
    const now = [shown().link, written, occupancyReports]
    if (now.every((part, at) => part === followed[at])) return
    followed = now
    const rules = written.rules.filter(({ isOn }) => isOn)
    const searches = rules.flatMap(({ when }) => (when.kind === 'event' ? [when.search] : []))
    const reportIds = new Set(rules.flatMap(({ when }) => (when.kind === 'occupancy' ? [when.reportId] : [])))
    events.watch(rulesPage, searches, searches.length > 0)
    const window = { lengthMs: FOLLOWED_LENGTH_MS }
    const watches = occupancyReports
      .filter(({ id }) => reportIds.has(id))
      .map(({ id, definition }) => ({ reportId: id, definition, window }))
    occupancy.watch(rulesPage, watches, watches.length > 0)
  }

  function unfollow(): void {
    for (const end of leave) end()
  }

  return { alarms, events, occupancy, follow, unfollow }
}
