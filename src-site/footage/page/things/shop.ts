import { paint } from '../render/colour.ts'
import { Geometry } from '../render/geometry.ts'
import { type Material, plain } from '../render/material.ts'
import { hash2 } from '../render/noise.ts'
import { block, box, lathe } from '../render/solids.ts'
import type { Vec3 } from '../render/vector.ts'
import { darkMetal, steel } from './building.ts'

const packs = [
  '#b8443a',
  '#d9a441',
  '#3f6d9c',
  '#4f8a5b',
  '#e4dccb',
  '#7a4b7f',
  '#c9733b',
  '#8fb3c4',
  '#5c3b2e',
  '#d8d24f',
  '#c3c8cb',
].map(paint)

/** Packets side by side along `axis`, each shelf and each product in its own colour. */
function facings(axis: 'x' | 'z', seed: number): Material {
  return plain(paint('#a9a59c'), {
    texture: (x, y, z, out) => {
      const along = axis === 'x' ? x : z
      const row = Math.floor(y / 0.36)
      const group = Math.floor(along / 0.42)
      const pick = Math.floor(hash2(group + seed * 13, row + seed) * packs.length)
      const pack = packs[pick] ?? [0.5, 0.5, 0.5]
      const width = 0.09 + 0.06 * hash2(group, row + 7)
      const inPack = (((along / width) % 1) + 1) % 1
      const height = (y - row * 0.36) / 0.36
      const gap = inPack < 0.07 || height > 0.72 + 0.2 * hash2(group + 3, row)
      const label = inPack > 0.25 && inPack < 0.8 && height > 0.25 && height < 0.5
      const factor = gap ? 0.16 : label ? 1.35 : 0.9
      const tag = height < 0.07
      for (const channel of [0, 1, 2] as const) {
        out[channel] = tag ? 0.75 : Math.min(0.85, pack[channel] * factor)
      }
    },
  })
}

/** A free-standing shelf with goods on all sides; `foot` is the middle of its foot. */
export function shelfUnit(
  geometry: Geometry,
  foot: Vec3,
  widthM: number,
  heightM: number,
  random: () => number,
): void {
  const seed = Math.floor(random() * 900)
  const [x, y, z] = foot
  const depthM = 0.5
  box(
    geometry,
    [x - widthM / 2, y + 0.1, z - depthM / 2],
    [x + widthM / 2, y + heightM - 0.05, z + depthM / 2],
    facings('x', seed),
  )
  for (const side of [-1, 1]) {
    box(
      geometry,
      [x + (side * widthM) / 2 - 0.015, y, z - depthM / 2 - 0.02],
      [x + (side * widthM) / 2 + 0.015, y + heightM, z + depthM / 2 + 0.02],
      plain(paint('#d5d6d3')),
    )
  }
  for (let shelf = 0; shelf * 0.36 < heightM; shelf += 1) {
    box(
      geometry,
      [x - widthM / 2, y + shelf * 0.36 - 0.012, z - depthM / 2 - 0.06],
      [x + widthM / 2, y + shelf * 0.36 + 0.02, z + depthM / 2 + 0.06],
      plain(paint('#e2e2df')),
    )
  }
}

/** A long shelf along z with its goods towards the aisle: `front` is the x of its front, `side` where it lies. */
export function gondola(
  geometry: Geometry,
  front: number,
  side: 1 | -1,
  fromZ: number,
  lengthM: number,
  heightM: number,
  random: () => number,
): void {
  const goods = facings('z', Math.floor(random() * 900))
  const back = front + side * 0.45
  box(
    geometry,
    [Math.min(front, back), 0.1, fromZ],
    [Math.max(front, back), heightM - 0.08, fromZ + lengthM],
    goods,
  )
  for (let y = 0; y < heightM; y += 0.36) {
    const lip = front - side * 0.07
    box(
      geometry,
      [Math.min(lip, back), y - 0.015, fromZ],
      [Math.max(lip, back), y + 0.02, fromZ + lengthM],
      plain(paint('#dfdfdc')),
    )
  }
  box(
    geometry,
    [Math.min(front, back), heightM - 0.08, fromZ],
    [Math.max(front, back), heightM + 0.12, fromZ + lengthM],
    plain(paint('#3f6b3f')),
  )
  box(
    geometry,
    [Math.min(front - side * 0.05, back), 0, fromZ - 0.04],
    [Math.max(front - side * 0.05, back), heightM + 0.12, fromZ],
    plain(paint('#c9cac7')),
  )
}

/** A packet, a bottle, a tin or a bag, standing on the origin. */
export function grocery(random: () => number): Geometry {
  const geometry = new Geometry()
  const material = plain(packs[Math.floor(random() * packs.length)] ?? [0.5, 0.5, 0.5], { gloss: 0.15 })
  const kind = random()
  if (kind < 0.4) {
    block(
      geometry,
      [0, 0, 0],
      [0.08 + random() * 0.12, 0.1 + random() * 0.16, 0.06 + random() * 0.1],
      material,
    )
  } else if (kind < 0.7) {
    lathe(
      geometry,
      [
        { y: 0, rx: 0.042, rz: 0.042 },
        { y: 0.17, rx: 0.042, rz: 0.042 },
        { y: 0.22, rx: 0.018, rz: 0.018 },
        { y: 0.28, rx: 0.016, rz: 0.016 },
      ],
      8,
      material,
    )
  } else {
    lathe(
      geometry,
      [
        { y: 0, rx: 0.06, rz: 0.05 },
        { y: 0.08, rx: 0.09, rz: 0.075 },
        { y: 0.13, rx: 0.05, rz: 0.04 },
      ],
      8,
      material,
    )
  }
  return geometry
}

/** A shopping trolley with its handle at z = 0 and its nose towards +z, half full. */
export function trolley(random: () => number): Geometry {
  const g = new Geometry()
  for (const side of [-1, 1] as const) {
    const x = side * 0.26
    box(g, [x - 0.012, 0.2, 0.1], [x + 0.012, 0.24, 0.95], steel)
    box(g, [x - 0.012, 0.95, 0.05], [x + 0.012, 0.98, 1], steel)
    for (let z = 0.12; z < 1; z += 0.12) {
      box(g, [x - 0.006, 0.5, z], [x + 0.006, 0.96, z + 0.012], steel)
    }
    for (const z of [0.15, 0.88]) {
      block(g, [x, 0, z], [0.04, 0.12, 0.12], darkMetal)
      block(g, [x, 0.1, z], [0.02, 0.45, 0.02], steel)
    }
  }
  for (let x = -0.24; x <= 0.25; x += 0.12) {
    box(g, [x - 0.006, 0.5, 0.98], [x + 0.006, 0.96, 0.995], steel)
  }
  box(g, [-0.26, 0.48, 0.1], [0.26, 0.51, 0.98], steel)
  box(g, [-0.29, 0.98, -0.02], [0.29, 1.02, 0.02], plain(paint('#b8382e')))
  for (let item = 0; item < 7; item += 1) {
    g.place(grocery(random), [
      1.3,
      0,
      0,
      (random() - 0.5) * 0.34,
      0,
      1.3,
      0,
      0.51,
      0,
      0,
      1.3,
      0.3 + random() * 0.55,
    ])
  }
  return g
}
