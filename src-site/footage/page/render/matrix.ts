import type { Vec3 } from './vector.ts'

/** A rotation (with scale) and a place: three rows of four. */
export type Matrix = readonly [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]

export function move(x: number, y: number, z: number): Matrix {
  return [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z]
}

/** Turns the z axis towards x: a heading as seen from above. */
export function turn(angle: number): Matrix {
  const s = Math.sin(angle)
  const c = Math.cos(angle)
  return [c, 0, s, 0, 0, 1, 0, 0, -s, 0, c, 0]
}

/** Positive swings what hangs down (−y) forward (+z). */
export function swing(angle: number): Matrix {
  const s = Math.sin(angle)
  const c = Math.cos(angle)
  return [1, 0, 0, 0, 0, c, s, 0, 0, -s, c, 0]
}

/** Leans the y axis towards x. */
export function lean(angle: number): Matrix {
  const s = Math.sin(angle)
  const c = Math.cos(angle)
  return [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0]
}

export function stretch(x: number, y: number, z: number): Matrix {
  return [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0]
}

/** The last one is applied first, as in a formula. */
export function chain(...matrices: readonly Matrix[]): Matrix {
  return matrices.reduce(multiply)
}

export function apply(m: Matrix, p: Vec3): Vec3 {
  return [
    m[0] * p[0] + m[1] * p[1] + m[2] * p[2] + m[3],
    m[4] * p[0] + m[5] * p[1] + m[6] * p[2] + m[7],
    m[8] * p[0] + m[9] * p[1] + m[10] * p[2] + m[11],
  ]
}

function multiply(a: Matrix, b: Matrix): Matrix {
  return [
    a[0] * b[0] + a[1] * b[4] + a[2] * b[8],
    a[0] * b[1] + a[1] * b[5] + a[2] * b[9],
    a[0] * b[2] + a[1] * b[6] + a[2] * b[10],
    a[0] * b[3] + a[1] * b[7] + a[2] * b[11] + a[3],
    a[4] * b[0] + a[5] * b[4] + a[6] * b[8],
    a[4] * b[1] + a[5] * b[5] + a[6] * b[9],
    a[4] * b[2] + a[5] * b[6] + a[6] * b[10],
    a[4] * b[3] + a[5] * b[7] + a[6] * b[11] + a[7],
    a[8] * b[0] + a[9] * b[4] + a[10] * b[8],
    a[8] * b[1] + a[9] * b[5] + a[10] * b[9],
    a[8] * b[2] + a[9] * b[6] + a[10] * b[10],
    a[8] * b[3] + a[9] * b[7] + a[10] * b[11] + a[11],
  ]
}
