import { paint } from '../render/colour.ts'
import { Geometry } from '../render/geometry.ts'
import { plain } from '../render/material.ts'
import { chain, lean, type Matrix, move, turn } from '../render/matrix.ts'
import { compile, type Model } from '../render/model.ts'
import { block, box, lathe } from '../render/solids.ts'
import type { Body } from '../render/stage.ts'
import type { Outfit } from './outfit.ts'
import { Person } from './person.ts'

export interface ForkliftPose {
  readonly x: number
  readonly z: number
  readonly heading: number
  readonly forkM: number
  readonly isLoaded: boolean
  readonly second: number
}

/** A counterbalance truck with driver; the forks (and what lies on them) go up and down. */
export class Forklift {
  private readonly chassis: Model
  private readonly forks: Model
  private readonly load: Model
  private readonly driver: Person

  constructor(driver: Outfit, load: Geometry, colour = '#d98a1e') {
    this.chassis = compile(chassis(colour))
    this.forks = compile(forks())
    this.load = compile(load)
    this.driver = new Person(driver)
  }

  pose(pose: ForkliftPose): Body[] {
    const base = chain(move(pose.x, 0, pose.z), turn(pose.heading))
    const fork = chain(base, move(0, pose.forkM, 0))
    const parts: (readonly [Model, Matrix])[] = [
      [this.chassis, base],
      [this.forks, fork],
    ]
    if (pose.isLoaded) {
      parts.push([this.load, chain(fork, move(0, 0.06, 1.75))])
    }
    const body: Body = {
      parts,
      x: pose.x,
      z: pose.z,
      heading: pose.heading,
      halfWidthM: 0.62,
      halfLengthM: 1.3,
      shadowStrength: 0.75,
    }
    const driver = this.driver.pose({
      x: pose.x - Math.sin(pose.heading) * 0.15,
      z: pose.z - Math.cos(pose.heading) * 0.15,
      heading: pose.heading,
      distance: 0,
      speed: 0,
      doing: 'sit',
      groundY: 0.42,
      second: pose.second,
    })
    return [body, { ...driver, halfWidthM: 0 }]
  }
}

function chassis(colour: string): Geometry {
  const g = new Geometry()
  const coat = plain(paint(colour), { gloss: 0.25, rough: 0.4 })
  const dark = plain(paint('#2a2c2f'))
  box(g, [-0.55, 0.2, -1], [0.55, 0.5, 0.75], coat)
  box(g, [-0.5, 0.5, -1.1], [0.5, 1, -0.35], coat)
  lathe(
    g,
    [
      { y: 0.25, rx: 0.52, rz: 0.28, z: -1.02, power: 3 },
      { y: 0.9, rx: 0.5, rz: 0.25, z: -1, power: 3 },
    ],
    12,
    coat,
  )
  box(g, [-0.3, 1, -0.75], [0.3, 1.1, -0.3], dark)
  box(g, [-0.28, 1.05, -0.8], [0.28, 1.5, -0.7], dark)
  box(g, [-0.5, 0.5, 0.45], [0.5, 1.05, 0.62], dark)
  box(g, [-0.1, 1.05, 0.35], [0.1, 1.2, 0.5], dark)
  for (const side of [-1, 1] as const) {
    box(g, [side * 0.48 - 0.03, 1, -0.9], [side * 0.48 + 0.03, 2.1, -0.84], dark)
    box(g, [side * 0.48 - 0.03, 0.95, 0.5], [side * 0.48 + 0.03, 2.1, 0.56], dark)
    box(g, [side * 0.3 - 0.05, 0.1, 0.78], [side * 0.3 + 0.05, 2.15, 0.92], dark)
    for (const [z, radius] of [
      [0.5, 0.3],
      [-0.75, 0.26],
    ] as const) {
      const round = lathe(
        new Geometry(),
        [
          { y: 0, rx: radius, rz: radius },
          { y: 0.2, rx: radius, rz: radius },
        ],
        14,
        plain(paint('#1a1b1d')),
      )
      lathe(
        round,
        [
          { y: 0.2, rx: radius * 0.5, rz: radius * 0.5 },
          { y: 0.21, rx: radius * 0.45, rz: radius * 0.45 },
        ],
        10,
        coat,
      )
      g.place(round, chain(move(side * 0.42, radius, z), lean((side * Math.PI) / 2)))
    }
  }
  for (let z = -0.9; z <= 0.6; z += 0.25) {
    box(g, [-0.5, 2.08, z], [0.5, 2.13, z + 0.05], dark)
  }
  block(g, [0, 2.13, -0.7], [0.12, 0.12, 0.12], plain(paint('#f0a020'), { glow: 1.2 }))
  return g
}

function forks(): Geometry {
  const g = new Geometry()
  const metal = plain(paint('#4a4d50'), { gloss: 0.2, rough: 0.5 })
  box(g, [-0.5, 0.05, 0.93], [0.5, 0.6, 0.99], metal)
  for (const x of [-0.3, 0.3]) {
    box(g, [x - 0.06, 0.02, 0.95], [x + 0.06, 0.06, 2.15], metal)
  }
  return g
}
