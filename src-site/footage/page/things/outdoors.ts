import { paint } from '../render/colour.ts'
import { Geometry } from '../render/geometry.ts'
import type { Lamp, Lighting } from '../render/lighting.ts'
import { type Material, plain } from '../render/material.ts'
import { box, lathe, pillar } from '../render/solids.ts'
import { bricks, grit, layered, marking } from '../render/textures.ts'
import { normalize, type Vec3 } from '../render/vector.ts'

const white: Vec3 = [0.62, 0.62, 0.6]

/** Asphalt with painted lines; `isPainted` says where (metres). */
export function asphalt(isPainted: (x: number, z: number) => boolean, colour = '#5c5d5f'): Material {
  return plain(paint(colour), {
    texture: layered(grit(0.35, 0.3), marking(isPainted, white, 0.5)),
    isGround: true,
  })
}

/** A clear or a cloudy day. `fromLeft` turns the sun: −1 left, 1 right; behind the camera a little. */
export function daylight(
  fromLeft: number,
  isCloudy: boolean,
): Pick<Lighting, 'lamps' | 'sun' | 'sky' | 'ambient' | 'exposure' | 'haze'> {
  const sun = { direction: normalize([fromLeft * 0.75, 0.85, -0.45]), softness: 0.012 }
  return isCloudy
    ? {
        lamps: [],
        sun: { ...sun, colour: [0.5, 0.49, 0.46], softness: 0.12 },
        sky: { zenith: [0.62, 0.67, 0.73], horizon: [0.85, 0.87, 0.88], clouds: 0.9 },
        ambient: [0.4, 0.4, 0.4],
        exposure: 0.86,
        haze: { colour: [0.75, 0.78, 0.8], perMetre: 0.0035 },
      }
    : {
        lamps: [],
        sun: { ...sun, colour: [1.75, 1.6, 1.32] },
        sky: { zenith: [0.22, 0.36, 0.62], horizon: [0.66, 0.74, 0.82], clouds: 0.55 },
        ambient: [0.34, 0.33, 0.31],
        exposure: 0.78,
        haze: { colour: [0.66, 0.74, 0.82], perMetre: 0.003 },
      }
}

/** A tree: a trunk and a cloud of leaves. */
export function tree(geometry: Geometry, [x, y, z]: Vec3, heightM: number, random: () => number): void {
  pillar(geometry, [x, y, z], 0.13, heightM * 0.5, 8, plain(paint('#4a3f35')))
  const greens = ['#4d6338', '#5c7342', '#3d522f', '#687d4a'].map((hex) => plain(paint(hex)))
  const middle = y + heightM * 0.64
  for (let leaf = 0; leaf < 260; leaf += 1) {
    const angle = random() * 2 * Math.PI
    const up = random() * 2 - 1
    const reach = Math.cbrt(0.25 + 0.75 * random())
    const radius = Math.sqrt(1 - up * up) * reach * heightM * 0.28
    const centre: Vec3 = [
      x + Math.cos(angle) * radius,
      middle + up * reach * heightM * 0.34,
      z + Math.sin(angle) * radius,
    ]
    const size = 0.16 + random() * 0.2
    const [ux, uy, uz] = [random() - 0.5, random() - 0.5, random() - 0.5]
    const [vx, vy, vz] = [random() - 0.5, random() - 0.5, random() - 0.5]
    const corner = (a: number, b: number): Vec3 => [
      centre[0] + (ux * a + vx * b) * size * 2,
      centre[1] + (uy * a + vy * b) * size * 2,
      centre[2] + (uz * a + vz * b) * size * 2,
    ]
    const green = greens[Math.floor(random() * greens.length)]
    if (green !== undefined) {
      geometry.quad(corner(-1, -1), corner(-1, 1), corner(1, 1), corner(1, -1), green)
    }
  }
}

/** A hedge from one point to another along x. */
export function hedge(geometry: Geometry, from: Vec3, lengthM: number, heightM: number): void {
  const [x, y, z] = from
  const green = plain(paint('#46583a'), { texture: grit(0.3, 1.1, 0.5) })
  box(geometry, [x, y, z], [x + lengthM, y + heightM, z + 0.9], green)
}

/** A street lamp; at night it gives light. */
export function streetLamp(
  geometry: Geometry,
  lamps: Lamp[],
  foot: Vec3,
  heightM: number,
  armM: number,
  isOn: boolean,
  colour: Vec3 = [85, 68, 44],
): void {
  const [x, y, z] = foot
  const metal = plain(paint('#6c7276'), { gloss: 0.2, rough: 0.5 })
  lathe(
    geometry,
    [
      { y, rx: 0.09, rz: 0.09, x, z },
      { y: y + heightM, rx: 0.05, rz: 0.05, x, z },
    ],
    8,
    metal,
  )
  box(
    geometry,
    [Math.min(x, x + armM), y + heightM - 0.04, z - 0.04],
    [Math.max(x, x + armM), y + heightM + 0.04, z + 0.04],
    metal,
  )
  const head: Vec3 = [x + armM, y + heightM, z]
  box(geometry, [head[0] - 0.32, head[1] - 0.02, z - 0.13], [head[0] + 0.32, head[1] + 0.08, z + 0.13], metal)
  box(
    geometry,
    [head[0] - 0.26, head[1] - 0.05, z - 0.1],
    [head[0] + 0.26, head[1] - 0.02, z + 0.1],
    plain([1, 0.9, 0.72], { glow: isOn ? 6 : 0.4 }),
  )
  if (isOn) {
    lamps.push({
      centre: [head[0], head[1] - 0.08, z],
      halfAlong: [0.25, 0, 0],
      halfAcross: [0, 0, 0.1],
      facing: [0, -1, 0],
      colour: [colour[0] * 10, colour[1] * 10, colour[2] * 10],
    })
  }
}

/** A flat-roofed building as a backdrop: brick or render, rows of windows, some lit at night. */
export function facade(
  geometry: Geometry,
  low: Vec3,
  high: Vec3,
  look: { readonly wall: string; readonly brick: boolean; readonly night: boolean; readonly floorM: number },
  random: () => number,
): void {
  const wall = plain(paint(look.wall), look.brick ? { texture: bricks() } : { texture: grit(0.12, 0.1, 4) })
  box(geometry, low, high, wall, plain(paint('#55585a')))
  box(
    geometry,
    [low[0] - 0.1, high[1], low[2] - 0.1],
    [high[0] + 0.1, high[1] + 0.25, high[2] + 0.1],
    plain(paint('#4b4e51')),
  )
  const z = low[2]
  const dark = plain(paint('#26313a'), { gloss: 0.9, rough: 0.04 })
  const frame = plain(paint('#3c4145'))
  for (let y = low[1] + 1; y + 1.6 < high[1]; y += look.floorM) {
    for (let x = low[0] + 1; x + 1.5 < high[0]; x += 2.6) {
      const isLit = look.night && random() < 0.22
      const pane = isLit ? plain(paint('#e8c98c'), { glow: 0.55 }) : dark
      box(geometry, [x - 0.06, y - 0.06, z - 0.03], [x + 1.56, y + 1.46, z + 0.02], frame)
      geometry.quad(
        [x, y, z - 0.04],
        [x, y + 1.4, z - 0.04],
        [x + 1.5, y + 1.4, z - 0.04],
        [x + 1.5, y, z - 0.04],
        pane,
      )
      box(geometry, [x + 0.73, y, z - 0.05], [x + 0.77, y + 1.4, z - 0.04], frame)
    }
  }
}

/** A raised kerb or an island, grass on top when asked for. */
export function island(geometry: Geometry, low: Vec3, high: Vec3, grass: boolean): void {
  const stone = plain(paint('#8f8f8b'), { texture: grit(0.2, 0.2) })
  const top = grass
    ? plain(paint('#5d6b42'), { texture: grit(0.4, 0.7, 1), isGround: true })
    : plain(paint('#85857f'), { texture: grit(0.25, 0.2), isGround: true })
  box(geometry, low, high, stone, top)
}
