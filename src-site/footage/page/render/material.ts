import type { Vec3 } from './vector.ts'

/** Writes the colour at a point of the world (metres) into `out`, starting from the material's own colour. */
export type Texture = (x: number, y: number, z: number, out: [number, number, number]) => void

export interface Material {
  readonly colour: Vec3
  readonly texture?: Texture
  /** 0 dull … 1 mirror-like: how much of the surroundings a flat surface shows. */
  readonly gloss?: number
  /** Blur of that reflection: 0 sharp … 1. */
  readonly rough?: number
  /** Light that it gives off by itself, as a multiple of its colour. */
  readonly glow?: number
  /** Floors and roads: the shadows of what moves fall on them. */
  readonly isGround?: boolean
  /** Lamps whose light is calculated as a lamp must not shade themselves. */
  readonly castsNoShadow?: boolean
}

export function plain(colour: Vec3, more: Omit<Material, 'colour'> = {}): Material {
  return { colour, ...more }
}
