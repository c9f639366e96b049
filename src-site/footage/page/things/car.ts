import { bodies, type CarKind, type RoofStation, type Station } from './car-bodies.ts'
import { paint } from '../render/colour.ts'
import { Geometry } from '../render/geometry.ts'
import { loft } from '../render/loft.ts'
import { type Material, plain } from '../render/material.ts'
import { chain, lean, move, swing } from '../render/matrix.ts'
import { block, lathe } from '../render/solids.ts'
import type { Vec3 } from '../render/vector.ts'

export interface CarLook {
  readonly colour: Vec3
  readonly kind: CarKind
  readonly lightsOn: boolean
}

const glass = plain(paint('#1d262d'), { gloss: 0.9, rough: 0.05 })
const tyre = plain(paint('#1b1c1e'))
const rim = plain(paint('#8d9296'), { gloss: 0.4, rough: 0.3 })

/** A car with its middle over the origin, nose towards +z, wheels on the ground. */
export function carGeometry(look: CarLook): Geometry {
  const geometry = new Geometry()
  const { stations, roof, wheels } = bodies[look.kind]
  const coat = plain(look.colour, { gloss: 0.55, rough: 0.12 })
  loft(
    geometry,
    stations.map((station) => bodySection(station)),
    coat,
  )
  closeEnds(geometry, stations, coat)
  const isVan = look.kind === 'van'
  windows(geometry, roof, stations, coat, isVan)
  for (const z of wheels) {
    for (const side of [-1, 1] as const) {
      wheel(geometry, [side * ((stations[3]?.half ?? 0.9) - 0.08), 0.32, z], side)
    }
  }
  lights(geometry, stations, look.lightsOn)
  return geometry
}

function bodySection({ z, half, low, belt }: Station): Vec3[] {
  const right: Vec3[] = [
    [half * 0.8, low, z],
    [half * 0.98, low + 0.1, z],
    [half, low + (belt - low) * 0.5, z],
    [half * 0.98, belt - 0.08, z],
    [half * 0.88, belt, z],
    [half * 0.4, belt + 0.035, z],
  ]
  const left = right.map(([x, y]): Vec3 => [-x, y, z]).reverse()
  return [...right, ...left]
}

function closeEnds(geometry: Geometry, stations: readonly Station[], coat: Material): void {
  for (const [station, side] of [
    [stations[0], -1],
    [stations.at(-1), 1],
  ] as const) {
    if (station !== undefined) {
      const section = bodySection(station)
      const middle = geometry.vertex([0, (station.low + station.belt) / 2, station.z], [0, 0, side])
      const rim = section.map((point) => geometry.vertex(point, [0, 0, side]))
      for (let index = 0; index < rim.length; index += 1) {
        geometry.triangle(middle, rim[index] ?? 0, rim[(index + 1) % rim.length] ?? 0, coat)
      }
    }
  }
}

function beltAt(stations: readonly Station[], z: number): { half: number; belt: number } {
  const after = Math.max(
    1,
    stations.findIndex((station) => station.z >= z),
  )
  const [a, b] = [stations[after - 1], stations[after]]
  if (a === undefined || b === undefined) {
    return { half: 0.8, belt: 0.9 }
  }
  const share = Math.max(0, Math.min(1, (z - a.z) / (b.z - a.z)))
  return { half: a.half + (b.half - a.half) * share, belt: a.belt + (b.belt - a.belt) * share }
}

/** Glass all around between belt and roof, the roof and (of a van) the sides painted. */
function windows(
  geometry: Geometry,
  roof: readonly RoofStation[],
  stations: readonly Station[],
  coat: Material,
  isVan: boolean,
): void {
  const foot = (z: number): { half: number; belt: number } => {
    const { half, belt } = beltAt(stations, z)
    return { half: half * 0.88, belt }
  }
  for (let index = 0; index + 1 < roof.length; index += 1) {
    const [a, b] = [roof[index], roof[index + 1]]
    if (a === undefined || b === undefined) {
      continue
    }
    const isEnd = index === 0 || index === roof.length - 2
    const [fa, fb] = [foot(a.z), foot(b.z)]
    for (const side of [-1, 1] as const) {
      const isPainted = isVan && index < 2
      geometry.quad(
        [side * fa.half, fa.belt, a.z],
        [side * a.half, a.height, a.z],
        [side * b.half, b.height, b.z],
        [side * fb.half, fb.belt, b.z],
        isPainted ? coat : glass,
      )
      if (!isEnd && index > 0) {
        pillarBetween(geometry, [side * fb.half, fb.belt, b.z], [side * b.half, b.height, b.z], side, coat)
      }
    }
    const top = isEnd && !(isVan && index === 0) ? glass : coat
    geometry.quad(
      [-a.half, a.height, a.z],
      [a.half, a.height, a.z],
      [b.half, b.height, b.z],
      [-b.half, b.height, b.z],
      top,
    )
  }
}

function pillarBetween(geometry: Geometry, low: Vec3, high: Vec3, side: 1 | -1, coat: Material): void {
  const out = 0.012 * side
  geometry.quad(
    [low[0] + out, low[1], low[2] - 0.06],
    [high[0] + out, high[1], high[2] - 0.04],
    [high[0] + out, high[1], high[2] + 0.04],
    [low[0] + out, low[1], low[2] + 0.06],
    coat,
  )
}

function wheel(geometry: Geometry, hub: Vec3, side: 1 | -1): void {
  const round = new Geometry()
  lathe(
    round,
    [
      { y: 0, rx: 0.3, rz: 0.3 },
      { y: 0.03, rx: 0.32, rz: 0.32 },
      { y: 0.19, rx: 0.32, rz: 0.32 },
      { y: 0.22, rx: 0.3, rz: 0.3 },
    ],
    14,
    tyre,
  )
  lathe(
    round,
    [
      { y: 0.215, rx: 0.21, rz: 0.21 },
      { y: 0.226, rx: 0.2, rz: 0.2 },
    ],
    12,
    rim,
  )
  geometry.place(
    round,
    chain(move(hub[0] - side * 0.12, hub[1], hub[2]), lean((side * Math.PI) / 2), swing(0)),
  )
}

function lights(geometry: Geometry, stations: readonly Station[], isOn: boolean): void {
  const front = stations.at(-2)
  const back = stations[0]
  if (front === undefined || back === undefined) {
    return
  }
  const lamp = plain(paint(isOn ? '#fff6dd' : '#c9d0d4'), { gloss: 0.6, glow: isOn ? 5 : 0 })
  const tail = plain(paint('#a81b18'), { gloss: 0.4, glow: isOn ? 2.2 : 0.1 })
  for (const side of [-1, 1] as const) {
    block(geometry, [side * front.half * 0.74, front.belt - 0.17, front.z + 0.02], [0.34, 0.12, 0.14], lamp)
    block(geometry, [side * back.half * 0.86, back.belt - 0.2, back.z + 0.02], [0.26, 0.15, 0.1], tail)
  }
  const plate = plain(paint('#e3e3dc'))
  block(geometry, [0, back.low + 0.14, back.z - 0.005], [0.5, 0.11, 0.03], plate)
  block(geometry, [0, front.low + 0.06, (stations.at(-1)?.z ?? 2.2) + 0.005], [0.5, 0.11, 0.03], plate)
}

const coats = [
  '#c9cdd0',
  '#8b9197',
  '#3b4046',
  '#1f2226',
  '#2f4a6d',
  '#7a2524',
  '#b8b2a4',
  '#405a4c',
  '#e4e5e3',
  '#5a6570',
]

/** A car out of the ordinary mix of a car park. */
export function anyCar(random: () => number, lightsOn: boolean): CarLook {
  const roll = random()
  const kind = roll < 0.5 ? 'saloon' : roll < 0.9 ? 'estate' : 'van'
  const colour = kind === 'van' ? '#dfe1e0' : (coats[Math.floor(random() * coats.length)] ?? '#8b9197')
  return { colour: paint(colour), kind, lightsOn }
}
