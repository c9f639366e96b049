import type { Vec3 } from './vector.ts'

/** A lamp that shines from a rectangle. Colours are linear; 1 is "a white wall in good light". */
export interface Lamp {
  readonly centre: Vec3
  /** From the middle to the edges. */
  readonly halfAlong: Vec3
  readonly halfAcross: Vec3
  /** Where it shines to; with `isBare` it shines to all sides. */
  readonly facing: Vec3
  readonly colour: Vec3
  readonly isBare?: boolean
}

export interface Sun {
  /** Towards it. */
  readonly direction: Vec3
  readonly colour: Vec3
  /** Radius of its disc as seen from here, radians: the larger, the softer the shadows. */
  readonly softness: number
}

export interface Lighting {
  readonly lamps: readonly Lamp[]
  readonly sun?: Sun
  /** What is seen and what lights the scene where no wall is. Without it the scene is indoors. */
  readonly sky?: { readonly zenith: Vec3; readonly horizon: Vec3; readonly clouds: number }
  /** Light that has been around the room already. */
  readonly ambient: Vec3
  readonly exposure: number
  /** Air between the camera and far things. */
  readonly haze?: { readonly colour: Vec3; readonly perMetre: number }
  /** 0 … 1: darker towards the corners of the picture. */
  readonly vignette: number
}

/** Radiance of the sky in a direction (unit length), with slow clouds when asked for. */
export function skyColour(lighting: Lighting, direction: Vec3, cloudiness: number): Vec3 {
  const { sky } = lighting
  if (sky === undefined) {
    return lighting.ambient
  }
  const height = Math.max(0, direction[1]) ** 0.55
  const white = cloudiness * sky.clouds
  const channel = (index: 0 | 1 | 2) =>
    (sky.horizon[index] * (1 - height) + sky.zenith[index] * height) * (1 - white) +
    sky.horizon[index] * 1.15 * white
  return [channel(0), channel(1), channel(2)]
}
