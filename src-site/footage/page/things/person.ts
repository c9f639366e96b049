import { plain } from '../render/material.ts'
import { chain, lean, type Matrix, move, stretch, swing, turn } from '../render/matrix.ts'
import { compileInTwoDetails, type Model } from '../render/model.ts'
import { block, lathe } from '../render/solids.ts'
import type { Body } from '../render/stage.ts'
import type { Outfit } from './outfit.ts'
import { ball, headOf, limb, torsoOf } from './person-parts.ts'

/** What a person does; arms and legs follow. */
export type Doing = 'walk' | 'push' | 'work' | 'carry' | 'sit' | 'phone'

export interface Pose {
  readonly x: number
  readonly z: number
  readonly heading: number
  /** Metres gone: where the legs are. */
  readonly distance: number
  readonly speed: number
  readonly doing?: Doing
  readonly groundY?: number
  /** For small movements of somebody who stands. */
  readonly second: number
}

const usualHeightM = 1.75
const hipM = 0.93
const shoulderM = 0.475
const strideM = 1.5

/** A jointed figure: legs, arms, body, head and what is worn. */
export class Person {
  private readonly outfit: Outfit
  private readonly thigh: Model
  private readonly shin: Model
  private readonly upperArm: Model
  private readonly forearm: Model
  private readonly torso: Model
  private readonly head: Model

  constructor(outfit: Outfit) {
    this.outfit = outfit
    const legs = plain(outfit.legs)
    const sleeves = plain(outfit.sleeves)
    const skin = plain(outfit.skin)
    const bulk = outfit.build
    const thigh: readonly (readonly [number, number])[] = [
      [-0.45, 0.062 * bulk],
      [-0.2, 0.078 * bulk],
      [0.04, 0.095 * bulk],
    ]
    const shin: typeof thigh = [
      [-0.42, 0.045],
      [-0.2, 0.058 * bulk],
      [0.02, 0.06 * bulk],
    ]
    const upperArm: typeof thigh = [
      [-0.29, 0.045 * bulk],
      [-0.12, 0.052 * bulk],
      [-0.01, 0.058 * bulk],
      [0.03, 0.046 * bulk],
      [0.048, 0.012 * bulk],
    ]
    const forearm: typeof thigh = [
      [-0.25, 0.034 * bulk],
      [-0.1, 0.043 * bulk],
      [0.01, 0.046 * bulk],
    ]
    this.thigh = compileInTwoDetails((detail) => limb(thigh, legs, detail))
    this.shin = compileInTwoDetails((detail) =>
      block(limb(shin, legs, detail), [0, -0.475, 0.055], [0.1, 0.085, 0.27], plain(outfit.shoes)),
    )
    this.upperArm = compileInTwoDetails((detail) => limb(upperArm, sleeves, detail))
    this.forearm = compileInTwoDetails((detail) =>
      lathe(limb(forearm, sleeves, detail), ball(-0.29, 0.05, 0.032, 0.045), 5, skin),
    )
    this.torso = compileInTwoDetails((detail) => torsoOf(outfit, detail))
    this.head = compileInTwoDetails((detail) => headOf(outfit, detail))
  }

  pose(pose: Pose): Body {
    const { outfit } = this
    const size = outfit.heightM / usualHeightM
    const doing = pose.doing ?? 'walk'
    const phase = (pose.distance / (strideM * size)) * 2 * Math.PI
    const step = doing === 'sit' ? 0 : Math.min(1, pose.speed / 1.1)
    const sway = Math.sin(pose.second * 0.9 + outfit.heightM * 40)
    const bob = -0.028 * step * Math.sin(phase) ** 2 * 2 + (doing === 'sit' ? -0.45 : 0)
    const base = chain(
      move(pose.x, pose.groundY ?? 0, pose.z),
      turn(pose.heading),
      stretch(size, size, size),
      move(sway * 0.012 * (1 - step), hipM + bob, 0),
    )
    const upright = chain(
      base,
      swing(-0.05 * step - (doing === 'push' ? 0.1 : 0)),
      turn(-0.1 * step * Math.sin(phase)),
    )
    const parts: (readonly [Model, Matrix])[] = [
      [this.torso, upright],
      [this.head, chain(upright, move(0, 0.57, 0.01), turn(sway * 0.25 * (1 - step)))],
    ]
    for (const side of [-1, 1] as const) {
      const swingPhase = phase + (side === 1 ? Math.PI : 0)
      const { thighAngle, kneeAngle } = legAngles(doing, swingPhase, step)
      const hip = chain(base, move(side * 0.09, 0, 0), swing(thighAngle))
      parts.push([this.thigh, hip], [this.shin, chain(hip, move(0, -0.44, 0), swing(kneeAngle))])
      const arm = armAngles(doing, swingPhase, step, side, pose.second)
      const shoulder = chain(
        upright,
        move(side * 0.196 * outfit.build, shoulderM, 0),
        lean(-side * (0.07 + arm.out)),
        swing(arm.shoulder),
      )
      parts.push(
        [this.upperArm, shoulder],
        [this.forearm, chain(shoulder, move(0, -0.28, 0), swing(arm.elbow))],
      )
    }
    return {
      parts,
      x: pose.x,
      z: pose.z,
      heading: pose.heading,
      groundY: pose.groundY ?? 0,
      halfWidthM: 0.26,
      halfLengthM: 0.2,
      middleM: 1,
    }
  }
}

function legAngles(doing: Doing, phase: number, step: number): { thighAngle: number; kneeAngle: number } {
  if (doing === 'sit') {
    return { thighAngle: 1.5, kneeAngle: -1.5 }
  }
  return {
    thighAngle: step * (0.05 + 0.44 * Math.sin(phase)),
    kneeAngle: -step * (0.1 + 0.85 * Math.max(0, Math.cos(phase)) ** 1.5),
  }
}

function armAngles(
  doing: Doing,
  phase: number,
  step: number,
  side: -1 | 1,
  second: number,
): { shoulder: number; elbow: number; out: number } {
  switch (doing) {
    case 'push':
      return { shoulder: 0.75, elbow: 0.55, out: 0 }
    case 'carry':
      return { shoulder: 0.45, elbow: 1.15, out: 0.05 }
    case 'work': {
      const reach = Math.sin(second * (side === 1 ? 2.1 : 1.7) + side)
      return { shoulder: 0.65 + 0.25 * reach, elbow: 0.85 - 0.3 * reach, out: 0.06 * reach }
    }
    case 'phone':
      return side === 1 ? { shoulder: 0.5, elbow: 1.75, out: 0.12 } : { shoulder: 0.05, elbow: 0.2, out: 0 }
    case 'sit':
      return { shoulder: 0.55, elbow: 0.95 + 0.1 * Math.sin(second * 1.3 + side), out: 0.05 }
    case 'walk':
    default:
      return { shoulder: -step * 0.42 * Math.sin(phase), elbow: 0.16 + step * 0.22, out: 0 }
  }
}
