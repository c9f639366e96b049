/** A demo camera, and the clip that it shows. */
export interface DemoCamera {
  readonly number: number
  readonly name: string
  readonly group: string
  /** Number of the camera that was filmed: the clip's pictures carry it in their codes. */
  readonly clip: number
}

/** By number. The first nine are a good wall by themselves: every kind of place, day and night. */
const filmed = [
  ['Main entrance', 'Entrance'],
  ['Loading dock', 'Logistics'],
  ['Till 1', 'Shop'],
  ['Car park north', 'Outdoors'],
  ['Turnstiles', 'Entrance'],
  ['Warehouse aisle 12', 'Logistics'],
  ['Gate', 'Outdoors'],
  ['Corridor level 1', 'Offices'],
  ['Car park night', 'Outdoors'],
  ['Reception', 'Entrance'],
  ['Sales floor', 'Shop'],
  ['Lift lobby', 'Offices'],
  ['Cold store', 'Logistics'],
  ['Canteen', 'Offices'],
  ['Server room', 'Offices'],
  ['Stairwell', 'Offices'],
] as const

/** More cameras than clips, for walls of up to 36: other names for places of the same kind. */
const renamed = [
  ['Till 5', 3],
  ['Warehouse aisle 18', 6],
  ['Car park south', 4],
  ['Corridor level 2', 8],
  ['Loading dock 2', 2],
  ['Turnstiles east', 5],
  ['Sales floor east', 11],
  ['Gate south', 7],
  ['Side entrance', 1],
  ['Till 9', 3],
  ['Lift lobby level 2', 12],
  ['Car park yard, night', 9],
  ['Cold store 2', 13],
  ['Server room B', 15],
  ['Corridor level 3', 8],
  ['Warehouse aisle 24', 6],
  ['Stairwell east', 16],
  ['Visitors', 10],
  ['Staff canteen', 14],
  ['Car park deck', 4],
] as const

export const demoClips: readonly number[] = filmed.map((_, index) => index + 1)

export const demoCameras: readonly DemoCamera[] = [
  ...filmed.map(([name, group], index) => ({ number: index + 1, name, group, clip: index + 1 })),
  ...renamed.map(([name, clip], index) => ({
    number: filmed.length + index + 1,
    name,
    group: filmed[clip - 1]?.[1] ?? '',
    clip,
  })),
]
