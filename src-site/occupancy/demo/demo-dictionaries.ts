import type { PlatformCamera } from '#contract/platform/cameras.ts'
import type { OccupancyPart } from '../occupancy-part.ts'
import { demoPlaces } from './demo-places.ts'

/** The demonstration's doors, zones and opening hours, with its cameras; given at each start. */
export function saveDemoDictionaries(
  occupancy: OccupancyPart,
  orgId: string,
  cameras: readonly PlatformCamera[],
  timezone: string,
): void {
  const camerasOf = (numbers: readonly number[]) =>
    numbers.flatMap((number) => cameras.filter((camera) => camera.number === number).map(({ id }) => id))
  occupancy.saveDictionaries(orgId, {
    entrances: demoPlaces.flatMap(({ doors }) =>
      doors.map(({ id, name, cameras: numbers }) => ({ id, name, cameraIds: camerasOf(numbers) })),
    ),
    zones: demoPlaces.flatMap(({ zone }) =>
      zone
        ? [{ id: zone.id, name: zone.name, capacity: zone.capacity, cameraIds: camerasOf(zone.cameras) }]
        : [],
    ),
    schedules: [
      {
        id: 'opening-hours',
        name: 'Opening hours',
        timezone,
        rules: [
          { days: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'], from: '07:00', until: '21:00' },
          { days: ['SATURDAY'], from: '07:00', until: '20:00' },
          { date: '2026-12-24', from: '07:00', until: '14:00' },
          { date: '2026-12-25', closed: true },
          { date: '2026-12-26', closed: true },
          { date: '2027-01-01', closed: true },
        ],
      },
      {
        id: 'night',
        name: 'Every night',
        timezone,
        rules: [
          {
            days: ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'],
            from: '03:00',
            until: '04:00',
          },
        ],
      },
    ],
  })
}
