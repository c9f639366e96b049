import type { ToneCurve } from './colour.ts'
import { findVisible } from './depth-raster.ts'
import type { Geometry } from './geometry.ts'
import { LightField } from './light-field.ts'
import type { LightProbe } from './light-probe.ts'
import { type Lighting, skyColour } from './lighting.ts'
import { clouds, randomFrom } from './noise.ts'
import type { RayTree } from './ray-tree.ts'
import { reflectionInto } from './reflection.ts'
import { Surfaces } from './surfaces.ts'
import { dot, normalize } from './vector.ts'
import type { View } from './view.ts'

/** The standing part of a scene, finished: pictures and what is needed to let things move in front of it. */
export interface Backdrop {
  /** RGBA a pixel. */
  readonly picture: Uint32Array<ArrayBuffer>
  /** RGBA a sample; two by two samples make a pixel. */
  readonly samples: Uint32Array
  readonly inverseDepth: Float32Array
  /** A byte a pixel: how much darker the ground gets where a passer-by takes the direct light (0: no ground). */
  readonly shade: Uint8Array
}

/** Draws the standing scene once, with light that is measured by rays. `view` is that of the samples. */
export function drawBackdrop(
  geometry: Geometry,
  view: View,
  lighting: Lighting,
  tree: RayTree,
  probe: LightProbe,
  tone: ToneCurve,
): Backdrop {
  const { widthPx, heightPx } = view
  const visibility = findVisible(geometry, view)
  const surfaces = new Surfaces(geometry, view, visibility)
  const field = new LightField(surfaces, probe, widthPx, heightPx)
  const light = new Float32Array(4)
  const colour: [number, number, number] = [0, 0, 0]
  const linear = new Float32Array(widthPx * heightPx * 3)
  const shadeSamples = new Uint8Array(widthPx * heightPx)
  const glossy: number[] = []
  let sunlit = 0

  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const at = y * widthPx + x
      const surface = surfaces.at(x, y)
      if (surface === undefined) {
        const d = normalize(view.ray(x + 0.5, y + 0.5))
        const cloudiness = clouds((d[0] / (d[1] + 0.25)) * 1.6 + 3, (d[2] / (d[1] + 0.25)) * 1.6)
        linear.set(skyColour(lighting, d, Math.max(0, cloudiness * 2 - 0.7)), at * 3)
        continue
      }
      const { material, position, normal, depthM } = surface
      colour[0] = material.colour[0]
      colour[1] = material.colour[1]
      colour[2] = material.colour[2]
      material.texture?.(position[0], position[1], position[2], colour)
      field.read(x, y, surface, light)
      let [red, green, blue, directShare] = [light[0] ?? 0, light[1] ?? 0, light[2] ?? 0, light[3] ?? 0]
      const { sun } = lighting
      if (sun !== undefined) {
        const strength = dot(normal, sun.direction)
        // One ray for two samples of a pixel: its other diagonal takes the same answer.
        const isTraced = (x + y) % 2 === 0
        sunlit = isTraced ? (strength > 0 ? probe.sunVisible(position, normal) : 0) : sunlit
        const seen = Math.max(0, strength) * sunlit
        const indirect = (red + green + blue) * (1 - directShare)
        red += sun.colour[0] * seen
        green += sun.colour[1] * seen
        blue += sun.colour[2] * seen
        directShare = 1 - indirect / Math.max(1e-6, red + green + blue)
      }
      const glow = material.glow ?? 0
      linear[at * 3] = colour[0] * (red + glow)
      linear[at * 3 + 1] = colour[1] * (green + glow)
      linear[at * 3 + 2] = colour[2] * (blue + glow)
      if (material.isGround === true) {
        shadeSamples[at] = Math.round(255 * Math.min(1, 0.25 + 0.75 * directShare))
      }
      if ((material.gloss ?? 0) > 0) {
        glossy.push(at)
      }
      haze(lighting, depthM, linear, at * 3)
    }
  }
  reflectionInto(linear, glossy, { view, surfaces, tree, lighting, visibility })
  return finish(linear, shadeSamples, visibility.inverseDepth, view, lighting, tone)
}

function haze(lighting: Lighting, depthM: number, linear: Float32Array, at: number): void {
  if (lighting.haze === undefined) {
    return
  }
  const share = 1 - Math.exp(-depthM * lighting.haze.perMetre)
  for (const channel of [0, 1, 2] as const) {
    const value = linear[at + channel] ?? 0
    linear[at + channel] = value + (lighting.haze.colour[channel] - value) * share
  }
}

function finish(
  linear: Float32Array,
  shadeSamples: Uint8Array,
  inverseDepth: Float32Array,
  view: View,
  lighting: Lighting,
  tone: ToneCurve,
): Backdrop {
  const { widthPx, heightPx } = view
  const samples = new Uint32Array(widthPx * heightPx)
  const random = randomFrom(11)
  for (let at = 0; at < samples.length; at += 1) {
    const darker = vignetteAt(at % widthPx, Math.floor(at / widthPx), widthPx, heightPx, lighting.vignette)
    // A little grain that stands still: it hides the steps of wide gradients and costs the encoder nothing.
    const grain = random() * 5 - 2
    const red = tone.byte((linear[at * 3] ?? 0) * darker) + grain
    const green = tone.byte((linear[at * 3 + 1] ?? 0) * darker) + grain
    const blue = tone.byte((linear[at * 3 + 2] ?? 0) * darker) + grain
    samples[at] = 0xff000000 | (clamped(blue) << 16) | (clamped(green) << 8) | clamped(red)
  }
  const width = widthPx / 2
  const picture = new Uint32Array((widthPx * heightPx) / 4)
  const shade = new Uint8Array(picture.length)
  for (let at = 0; at < picture.length; at += 1) {
    const first = Math.floor(at / width) * 2 * widthPx + (at % width) * 2
    let [red, green, blue, ground] = [2, 2, 2, 0]
    for (let sample = 0; sample < 4; sample += 1) {
      const index = first + (sample & 1) + (sample >> 1) * widthPx
      const colour = samples[index] ?? 0
      red += colour & 255
      green += (colour >> 8) & 255
      blue += (colour >> 16) & 255
      ground += shadeSamples[index] ?? 0
    }
    picture[at] = 0xff000000 | ((blue >> 2) << 16) | ((green >> 2) << 8) | (red >> 2)
    shade[at] = ground >> 2
  }
  return { picture, samples, inverseDepth, shade }
}

function clamped(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : Math.round(value)
}

/** 1 in the middle, less towards the corners; a place outside the picture counts as its border. */
export function vignetteAt(
  x: number,
  y: number,
  widthPx: number,
  heightPx: number,
  strength: number,
): number {
  const dx = Math.max(-1, Math.min(1, (x / widthPx) * 2 - 1))
  const dy = Math.max(-1, Math.min(1, (y / heightPx) * 2 - 1))
  const square = dx * dx + dy * dy
  return 1 - strength * square * square * 0.25
}
