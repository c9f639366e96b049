import type { Week } from '../../demo/busy-hours.ts'

/** A counting line of the demonstration, or a counting zone. `cameras`: numbers, the best first. */
interface DemoSource {
  readonly id: string
  readonly name: string
  readonly cameras: readonly number[]
}

/** Somewhere that people come to and leave again. */
export interface DemoPlace {
  readonly name: string
  readonly doors: readonly DemoSource[]
  readonly zone?: DemoSource & { readonly capacity: number }
  /** When they come. */
  readonly comes: Week
  readonly visitorsInBusiestHour: number
  /** While somebody looks, whatever the hour: the pictures do not go home at night either. */
  readonly visitorsInLiveHour: number
  readonly meanStayInMinutes: number
}

export const demoPlaces: readonly DemoPlace[] = [
  {
    name: 'shop',
    doors: [
      { id: 'main-entrance', name: 'Main entrance', cameras: [1] },
      { id: 'reception-door', name: 'Reception', cameras: [10, 1] },
    ],
    comes: 'shop',
    visitorsInBusiestHour: 90,
    visitorsInLiveHour: 90,
    meanStayInMinutes: 26,
  },
  {
    name: 'offices',
    doors: [{ id: 'turnstiles', name: 'Turnstiles', cameras: [5] }],
    comes: 'office',
    visitorsInBusiestHour: 40,
    visitorsInLiveHour: 40,
    meanStayInMinutes: 150,
  },
  {
    name: 'sales floor',
    doors: [],
    zone: { id: 'sales-floor', name: 'Sales floor', capacity: 80, cameras: [11, 3] },
    comes: 'shop',
    visitorsInBusiestHour: 120,
    visitorsInLiveHour: 120,
    meanStayInMinutes: 18,
  },
  {
    name: 'canteen',
    doors: [],
    zone: { id: 'canteen', name: 'Canteen', capacity: 60, cameras: [14, 8] },
    comes: 'canteen',
    visitorsInBusiestHour: 110,
    visitorsInLiveHour: 60,
    meanStayInMinutes: 24,
  },
  {
    name: 'loading dock',
    doors: [],
    zone: { id: 'loading-dock', name: 'Loading dock', capacity: 12, cameras: [2] },
    comes: 'dock',
    visitorsInBusiestHour: 14,
    visitorsInLiveHour: 20,
    meanStayInMinutes: 20,
  },
]
