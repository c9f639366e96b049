import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { EventWatchers } from '../events/event-watchers.ts'
import { OccupancyWatchers } from '../occupancy/occupancy-watchers.ts'
import type { ActivePlatform } from '../wall/active-platform.ts'
import type { OpenPages } from '../wall/open-pages.ts'
import type { WallMainOptions } from '../wall/wall-main-options.ts'
import { AlarmService, type AlarmServiceOptions } from './alarm-service.ts'
import { AlarmSources } from './alarm-sources.ts'

export interface AlarmsOptions extends Pick<AlarmServiceOptions, 'operators' | 'onAct' | 'onNotice'> {
  readonly ports: WallMainOptions
  readonly pages: OpenPages
  readonly shown: () => ActivePlatform
}

/** The alarms, and what pages and rules watch for: new events and readings of occupancy. */
export function openAlarms({ ports, pages, shown, ...options }: AlarmsOptions) {
  const { settings, logger, clock, timers } = ports
  const events = new EventWatchers({
    publish: (page, arrived) =>
      page === sources.page ? sources.arrived(arrived) : pages.pushToPage(page, 'events.arrived', arrived),
    onWish: (wish) => shown().link?.events.feed.want(wish),
  })
  const occupancy = new OccupancyWatchers({
    publish: (page, reading) =>
      page === sources.page ? sources.reading(reading) : pages.pushToPage(page, 'occupancy.reading', reading),
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
  const sources: AlarmSources = new AlarmSources({
    settings: () => settings.state.settings,
    events,
    occupancy,
    alarms: () => alarms,
    log: logger.area('alarms'),
  })
  return { alarms, sources, events, occupancy }
}
