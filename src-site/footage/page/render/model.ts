import type { Geometry } from './geometry.ts'

/** Geometry made ready to be drawn every frame: flat arrays, a colour a vertex. */
export interface Model {
  readonly positions: Float32Array
  readonly normals: Float32Array
  /** Linear red, green, blue, gloss, glow a vertex. */
  readonly looks: Float32Array
  readonly corners: Uint32Array
  /** The same with fewer triangles, for the distance, for reflections and for shadows. */
  readonly coarse?: Model
}

export const looksPerVertex = 5

/** Builds a thing twice: `detail` 1 for near by and about half for everything else. */
export function compileInTwoDetails(build: (detail: number) => Geometry): Model {
  return { ...compile(build(1)), coarse: compile(build(0.55)) }
}

/** Textures are for what stands; what moves has a plain colour a triangle. */
export function compile(geometry: Geometry): Model {
  const looks = new Float32Array((geometry.positions.length / 3) * looksPerVertex)
  for (const [triangle, material] of geometry.materials.entries()) {
    for (let corner = 0; corner < 3; corner += 1) {
      const vertex = geometry.corners[triangle * 3 + corner] ?? 0
      looks.set([...material.colour, material.gloss ?? 0, material.glow ?? 0], vertex * looksPerVertex)
    }
  }
  return {
    positions: Float32Array.from(geometry.positions),
    normals: Float32Array.from(geometry.normals),
    looks,
    corners: Uint32Array.from(geometry.corners),
  }
}
