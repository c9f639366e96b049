/** mulberry32: the same seed gives the same numbers everywhere; 0 ≤ n < 1. */
export function randomFrom(seed: number): () => number {
  let state = (seed * 2654435761) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A fixed value for a cell of the integer grid, 0 … 1. */
export function hash2(x: number, y: number): number {
  let mixed = Math.imul(x, 374761393) + Math.imul(y, 668265263)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1274126177)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296
}

/** Smooth value noise, 0 … 1, one bump a unit. */
export function noise2(x: number, y: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const fx = x - left
  const fy = y - top
  const sx = fx * fx * (3 - 2 * fx)
  const sy = fy * fy * (3 - 2 * fy)
  const upper = hash2(left, top) * (1 - sx) + hash2(left + 1, top) * sx
  const lower = hash2(left, top + 1) * (1 - sx) + hash2(left + 1, top + 1) * sx
  return upper * (1 - sy) + lower * sy
}

/** Three octaves of it: stains, worn floors, asphalt. */
export function clouds(x: number, y: number): number {
  return noise2(x, y) * 0.55 + noise2(x * 2.3 + 7, y * 2.3 - 3) * 0.3 + noise2(x * 5.1, y * 5.1) * 0.15
}
