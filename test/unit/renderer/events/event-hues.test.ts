import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MAX_EVENT_TAGS } from '#contract/platform/limits.ts'
import { EVENT_HUES } from '#renderer/timeline/event-marks.ts'

type Triple = readonly [number, number, number]
type Matrix = readonly [Triple, Triple, Triple]

/** Linear RGB as these eyes see it: Machado, Oliveira and Fernandes (2009), severity 1. */
const eyes: Readonly<Record<string, Matrix>> = {
  'all three cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red cones (protanopia)': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green cones (deuteranopia)': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no blue cones (tritanopia)': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}
/** Distances in OKLab: 0.02 is just noticed side by side. */
const apart = 0.1
const apartFromLane = 0.14

const css = readFileSync(join(import.meta.dirname, '../../../../src-renderer/styles/tokens.css'), 'utf8')
const token = (name: string): string => {
  const value = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)?.[1]
  if (value === undefined) throw new Error(`there is no colour --${name}`)
  return value
}

function seen(colour: string, eye: Matrix): Triple {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  const within = ([r, g, b]: Triple) => Math.max(0, Math.min(1, r * red + g * green + b * blue))
  return okLab([within(eye[0]), within(eye[1]), within(eye[2])])
}

/** Björn Ottosson's, of linear RGB. */
function okLab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

it('each tag that an organization may have is of a hue of its own', () => {
  expect(EVENT_HUES).toBeGreaterThanOrEqual(MAX_EVENT_TAGS)
})

describe.each(Object.entries(eyes))('to eyes with %s', (_eyes, eye) => {
  const hues = Array.from({ length: EVENT_HUES }, (_, at) => token(`event-${at + 1}`))
  const distance = (one: string, other: string) => Math.hypot(...difference(seen(one, eye), seen(other, eye)))

  it('the hues of events are apart from each other', () => {
    const pairs = hues.flatMap((one, at) => hues.slice(at + 1).map((other) => [one, other] as const))
    expect(pairs.filter(([one, other]) => distance(one, other) < apart)).toEqual([])
  })

  it('and from what they are drawn on, and from hits', () => {
    const others = ['lane-recorded', 'lane-selected', 'lane-future', 'event-hit'].map(token)
    const pairs = hues.flatMap((one) => others.map((other) => [one, other] as const))
    expect(pairs.filter(([one, other]) => distance(one, other) < apartFromLane)).toEqual([])
  })
})

function difference(one: Triple, other: Triple): number[] {
  return one.map((value, at) => value - (other[at] ?? 0))
}
