import { paint } from '../render/colour.ts'
import { Geometry } from '../render/geometry.ts'
import { type Material, plain } from '../render/material.ts'
import { block, lathe, type Ring } from '../render/solids.ts'
import type { Outfit } from './outfit.ts'

/** A limb that hangs from its joint: rings of [height, radius] from its lower end up. */
export function limb(
  rings: readonly (readonly [number, number])[],
  material: Material,
  detail: number,
): Geometry {
  return lathe(
    new Geometry(),
    rings.map(([y, radius]) => ({ y, rx: radius, rz: radius })),
    sides(8, detail),
    material,
  )
}

/** Corners of a round body: never so few that it looks like a post. */
function sides(full: number, detail: number): number {
  return Math.max(5, Math.round(full * detail))
}

/** The rings of an egg. */
export function ball(middleY: number, halfHeight: number, rx: number, rz: number, z = 0): Ring[] {
  return [-1, -0.7, -0.2, 0.35, 0.75, 1].map((share) => {
    const radius = Math.sqrt(Math.max(0, 1 - share * share))
    return { y: middleY + halfHeight * share, rx: rx * radius, rz: rz * radius, z }
  })
}

/** From the hips (y = 0) to the neck, with what is worn over it. */
export function torsoOf(outfit: Outfit, detail: number): Geometry {
  const b = outfit.build
  const shape = (grow: number): Ring[] => [
    { y: -0.1, rx: 0.165 * b + grow, rz: 0.12 * b + grow, power: 2.2 },
    { y: 0.03, rx: 0.168 * b + grow, rz: 0.122 * b + grow, power: 2.2 },
    { y: 0.18, rx: 0.15 * b + grow, rz: 0.108 * b + grow, power: 2.2 },
    { y: 0.34, rx: 0.176 * b + grow, rz: 0.122 * b + grow, power: 2.3 },
    { y: 0.44, rx: 0.182 * b + grow, rz: 0.115 * b + grow, power: 2.2 },
    { y: 0.5, rx: 0.168 * b + grow, rz: 0.1 * b + grow },
    { y: 0.535, rx: 0.12 * b + grow, rz: 0.082 * b + grow },
    { y: 0.57, rx: 0.062, rz: 0.058 },
  ]
  const geometry = lathe(new Geometry(), shape(0), sides(12, detail), plain(outfit.top))
  // The belt line: trousers below, whatever is worn above.
  lathe(
    geometry,
    [
      { y: -0.12, rx: 0.165 * b, rz: 0.118 * b, power: 2.4 },
      { y: -0.04, rx: 0.178 * b, rz: 0.128 * b, power: 2.4 },
    ],
    sides(12, detail),
    plain(outfit.legs),
  )
  if (outfit.cut === 'coat') {
    lathe(
      geometry,
      [
        { y: -0.5, rx: 0.22 * b, rz: 0.185 * b },
        { y: -0.2, rx: 0.195 * b, rz: 0.15 * b },
        { y: 0.1, rx: 0.172 * b, rz: 0.122 * b },
      ],
      sides(12, detail),
      plain(outfit.top),
    )
  } else if (outfit.cut === 'skirt') {
    lathe(
      geometry,
      [
        { y: -0.42, rx: 0.21 * b, rz: 0.18 * b },
        { y: -0.15, rx: 0.185 * b, rz: 0.14 * b },
        { y: 0.08, rx: 0.165 * b, rz: 0.115 * b },
      ],
      sides(12, detail),
      plain(outfit.legs),
    )
  }
  if (outfit.vest !== undefined) {
    const vest = shape(0.012).slice(1, 7)
    lathe(geometry, vest, sides(12, detail), plain(outfit.vest, { glow: 0.12 }))
    const silver = plain(paint('#d7dbd6'), { glow: 0.15 })
    for (const y of [0.1, 0.26]) {
      lathe(
        geometry,
        [
          { y, rx: 0.182 * b, rz: 0.13 * b, power: 2.5 },
          { y: y + 0.05, rx: 0.186 * b, rz: 0.132 * b, power: 2.5 },
        ],
        sides(12, detail),
        silver,
      )
    }
  }
  const bag = plain(outfit.bagColour ?? outfit.shoes)
  if (outfit.bag === 'backpack') {
    lathe(
      geometry,
      [
        { y: 0.05, rx: 0.14, rz: 0.07, z: -0.17, power: 3 },
        { y: 0.2, rx: 0.15, rz: 0.09, z: -0.18, power: 3 },
        { y: 0.42, rx: 0.14, rz: 0.075, z: -0.17, power: 3 },
        { y: 0.49, rx: 0.08, rz: 0.04, z: -0.15 },
      ],
      sides(10, detail),
      bag,
    )
  } else if (outfit.bag === 'shoulder') {
    block(geometry, [0.25 * b, -0.16, 0], [0.09, 0.24, 0.3], bag)
  } else if (outfit.bag === 'briefcase') {
    block(geometry, [0.29 * b, -0.42, 0.02], [0.08, 0.27, 0.38], bag)
  }
  return geometry
}

/** Neck, face, hair; y = 0 is the top of the shoulders. */
export function headOf(outfit: Outfit, detail: number): Geometry {
  const skin = plain(outfit.skin)
  const hair = plain(outfit.hair)
  const geometry = lathe(
    new Geometry(),
    [
      { y: -0.05, rx: 0.05, rz: 0.052 },
      { y: 0.05, rx: 0.05, rz: 0.054 },
    ],
    sides(8, detail),
    skin,
  )
  lathe(geometry, ball(0.12, 0.118, 0.076, 0.092), sides(10, detail), skin)
  const crown: Ring[] = [
    { y: 0.1, rx: 0.078, rz: 0.074, z: -0.03 },
    { y: 0.155, rx: 0.084, rz: 0.094, z: -0.012 },
    { y: 0.2, rx: 0.074, rz: 0.086, z: -0.006 },
    { y: 0.24, rx: 0.04, rz: 0.05, z: -0.008 },
    { y: 0.252, rx: 0.005, rz: 0.005, z: -0.01 },
  ]
  lathe(geometry, crown, sides(10, detail), hair)
  if (outfit.hairStyle === 'long' || outfit.hairStyle === 'hood') {
    const style = outfit.hairStyle === 'hood' ? plain(outfit.top) : hair
    lathe(
      geometry,
      [
        { y: -0.12, rx: 0.085, rz: 0.05, z: -0.06 },
        { y: 0.02, rx: 0.09, rz: 0.06, z: -0.055 },
        { y: 0.16, rx: 0.085, rz: 0.085, z: -0.025 },
      ],
      sides(10, detail),
      style,
    )
  } else if (outfit.hairStyle === 'bun') {
    lathe(geometry, ball(0.19, 0.045, 0.045, 0.045, -0.11), sides(8, detail), hair)
  } else if (outfit.hairStyle === 'cap' || outfit.hairStyle === 'helmet') {
    lathe(
      geometry,
      [
        { y: 0.15, rx: 0.09, rz: 0.125, z: 0.025 },
        { y: 0.165, rx: 0.09, rz: 0.12, z: 0.02 },
        { y: 0.22, rx: 0.075, rz: 0.085 },
        { y: 0.265, rx: 0.03, rz: 0.035 },
      ],
      sides(10, detail),
      outfit.hairStyle === 'cap' ? plain(outfit.top) : plain(outfit.hair, { gloss: 0.3 }),
    )
  }
  return geometry
}
