export type CarKind = 'saloon' | 'estate' | 'van'

/** Half width, belt line and roof along the car: z from the tail (−) to the nose (+), metres. */
export interface Station {
  readonly z: number
  readonly half: number
  readonly low: number
  /** Where the painted body ends: bonnet, boot, or under the windows. */
  readonly belt: number
}

/** The roof at a place along the car. */
export interface RoofStation {
  readonly z: number
  readonly half: number
  readonly height: number
}

/** Measures of ordinary cars, simplified; `wheels` are the z of both axles. */
export const bodies: Readonly<
  Record<CarKind, { stations: Station[]; roof: RoofStation[]; wheels: [number, number] }>
> = {
  saloon: {
    stations: [
      { z: -2.2, half: 0.72, low: 0.34, belt: 0.82 },
      { z: -2.12, half: 0.83, low: 0.26, belt: 0.93 },
      { z: -1.5, half: 0.88, low: 0.22, belt: 0.96 },
      { z: -0.2, half: 0.9, low: 0.2, belt: 0.94 },
      { z: 0.9, half: 0.89, low: 0.21, belt: 0.9 },
      { z: 1.7, half: 0.86, low: 0.23, belt: 0.8 },
      { z: 2.1, half: 0.78, low: 0.27, belt: 0.7 },
      { z: 2.24, half: 0.62, low: 0.34, belt: 0.58 },
    ],
    roof: [
      { z: -1.85, half: 0.7, height: 0.96 },
      { z: -1.05, half: 0.6, height: 1.36 },
      { z: -0.3, half: 0.62, height: 1.45 },
      { z: 0.25, half: 0.6, height: 1.4 },
      { z: 1.15, half: 0.72, height: 0.9 },
    ],
    wheels: [-1.38, 1.36],
  },
  estate: {
    stations: [
      { z: -2.15, half: 0.76, low: 0.34, belt: 0.9 },
      { z: -2.08, half: 0.86, low: 0.27, belt: 1.02 },
      { z: -1.4, half: 0.91, low: 0.24, belt: 1.06 },
      { z: 0, half: 0.93, low: 0.23, belt: 1.03 },
      { z: 1, half: 0.92, low: 0.23, belt: 0.99 },
      { z: 1.75, half: 0.88, low: 0.25, belt: 0.9 },
      { z: 2.08, half: 0.8, low: 0.3, belt: 0.78 },
      { z: 2.2, half: 0.64, low: 0.38, belt: 0.62 },
    ],
    roof: [
      { z: -2.08, half: 0.74, height: 1.04 },
      { z: -1.8, half: 0.68, height: 1.52 },
      { z: -0.6, half: 0.7, height: 1.63 },
      { z: 0.2, half: 0.67, height: 1.58 },
      { z: 1.2, half: 0.76, height: 1 },
    ],
    wheels: [-1.36, 1.34],
  },
  van: {
    stations: [
      { z: -2.7, half: 0.95, low: 0.35, belt: 1.25 },
      { z: -2.66, half: 0.99, low: 0.3, belt: 1.25 },
      { z: 0, half: 1, low: 0.26, belt: 1.25 },
      { z: 1.4, half: 0.99, low: 0.26, belt: 1.22 },
      { z: 2.2, half: 0.95, low: 0.28, belt: 1.1 },
      { z: 2.55, half: 0.84, low: 0.34, belt: 0.92 },
      { z: 2.65, half: 0.68, low: 0.4, belt: 0.7 },
    ],
    roof: [
      { z: -2.68, half: 0.93, height: 1.25 },
      { z: -2.64, half: 0.88, height: 2.3 },
      { z: -0.5, half: 0.9, height: 2.42 },
      { z: 1.1, half: 0.86, height: 2.34 },
      { z: 2.05, half: 0.86, height: 1.2 },
    ],
    wheels: [-1.6, 1.65],
  },
}
