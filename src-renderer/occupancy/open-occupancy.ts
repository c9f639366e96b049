import { playMoment } from '../events/play-event.ts'
import type { AreaOptions } from '../wall/area-options.ts'
import { occupancyOf } from './occupancy-controller.ts'
import { ReportController } from './report/report-controller.ts'
import { SavedReports } from './report/saved-reports.ts'

export type OccupancyServices = ReturnType<typeof openOccupancy>

export function openOccupancy(area: AreaOptions) {
  const ofPlatform = { ...area, clock: area.platformClock }
  const occupancy = area.own(occupancyOf(ofPlatform))
  const savedReports = new SavedReports(area)
  const report = new ReportController({
    ...ofPlatform,
    saved: savedReports,
    newId: () => crypto.randomUUID(),
    play: (cameraIds, atMs, view) => playMoment(area, cameraIds, atMs, view),
  })
  return { occupancy, report, savedReports }
}
