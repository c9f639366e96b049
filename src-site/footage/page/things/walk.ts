/** A place on the ground: x, z in metres. */
export type Spot = readonly [number, number]

/** One step of a way: go somewhere, or stay for a while (and look somewhere, and do something). */
export type Step =
  | { readonly to: Spot; readonly speed?: number; readonly reverse?: boolean; readonly doing?: string }
  | { readonly staySeconds: number; readonly facing?: number; readonly doing?: string }

export interface Whereabouts {
  readonly x: number
  readonly z: number
  readonly heading: number
  /** Metres gone since the start: what turns wheels and swings legs. */
  readonly distance: number
  /** Metres a second. */
  readonly speed: number
  readonly doing: string | undefined
  /** Seconds since the way began. */
  readonly seconds: number
}

interface Stretch {
  readonly fromSeconds: number
  readonly untilSeconds: number
  readonly from: Spot
  readonly to: Spot
  readonly fromDistance: number
  readonly metres: number
  readonly heading: number
  readonly doing: string | undefined
}

const loopSeconds = 60

/** A way through a scene that begins at a second of the loop and is over (out of sight) before it begins again. */
export class Walk {
  readonly seconds: number
  private readonly startSecond: number
  private readonly softSeconds: number
  private readonly stretches: readonly Stretch[]

  /** Throws a RangeError for a way that takes longer than the loop: it would jump. */
  constructor(startSecond: number, start: Spot, steps: readonly Step[], speed = 1.25, softSeconds = 0.35) {
    this.startSecond = startSecond
    this.softSeconds = softSeconds
    this.stretches = layOut(start, steps, speed)
    this.seconds = this.stretches.at(-1)?.untilSeconds ?? 0
    if (this.seconds > loopSeconds + 1e-6) {
      throw new RangeError(`a way of ${this.seconds.toFixed(1)} s does not fit into the loop`)
    }
  }

  /** `undefined` while nobody is on the way. */
  at(second: number): Whereabouts | undefined {
    const seconds = (((second - this.startSecond) % loopSeconds) + loopSeconds) % loopSeconds
    if (seconds >= this.seconds) {
      return undefined
    }
    const soft = Math.min(this.softSeconds, seconds, this.seconds - seconds)
    const now = this.raw(seconds)
    const before = this.raw(seconds - soft)
    const after = this.raw(seconds + soft)
    if (now === undefined || before === undefined || after === undefined) {
      return undefined
    }
    const dx = after.x - before.x
    const dz = after.z - before.z
    const moved = Math.hypot(dx, dz)
    const isReverse = Math.cos(now.stretch.heading - Math.atan2(dx, dz)) < -0.3
    const direction = Math.atan2(isReverse ? -dx : dx, isReverse ? -dz : dz)
    const steadiness = soft > 0 ? Math.min(1, moved / (soft * 0.8)) : 0
    return {
      x: (before.x + now.x * 2 + after.x) / 4,
      z: (before.z + now.z * 2 + after.z) / 4,
      heading: between(now.stretch.heading, direction, steadiness),
      distance: now.distance,
      speed: soft > 0 ? moved / (2 * soft) : 0,
      doing: now.stretch.doing,
      seconds,
    }
  }

  private raw(seconds: number): { x: number; z: number; distance: number; stretch: Stretch } | undefined {
    const stretch = this.stretches.find(({ untilSeconds }) => seconds < untilSeconds) ?? this.stretches.at(-1)
    if (stretch === undefined) {
      return undefined
    }
    const length = stretch.untilSeconds - stretch.fromSeconds
    const share = length > 0 ? Math.max(0, Math.min(1, (seconds - stretch.fromSeconds) / length)) : 0
    return {
      x: stretch.from[0] + (stretch.to[0] - stretch.from[0]) * share,
      z: stretch.from[1] + (stretch.to[1] - stretch.from[1]) * share,
      distance: stretch.fromDistance + stretch.metres * share,
      stretch,
    }
  }
}

function layOut(start: Spot, steps: readonly Step[], usualSpeed: number): Stretch[] {
  const stretches: Stretch[] = []
  let [from, seconds, distance, heading] = [start, 0, 0, 0]
  for (const step of steps) {
    const to = 'to' in step ? step.to : from
    const gone = Math.hypot(to[0] - from[0], to[1] - from[1])
    const isReverse = 'to' in step && step.reverse === true
    const takes = 'to' in step ? gone / (step.speed ?? usualSpeed) : step.staySeconds
    if ('to' in step) {
      heading = Math.atan2(to[0] - from[0], to[1] - from[1]) + (isReverse ? Math.PI : 0)
    } else {
      heading = step.facing ?? heading
    }
    stretches.push({
      fromSeconds: seconds,
      untilSeconds: seconds + takes,
      from,
      to,
      fromDistance: distance,
      metres: isReverse ? -gone : gone,
      heading,
      doing: step.doing,
    })
    seconds += takes
    distance += isReverse ? -gone : gone
    from = to
  }
  return stretches
}

function between(from: number, to: number, share: number): number {
  const turn = Math.atan2(Math.sin(to - from), Math.cos(to - from))
  return from + turn * share
}
