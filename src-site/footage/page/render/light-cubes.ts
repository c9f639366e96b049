import type { LightProbe } from './light-probe.ts'
import type { RayTree } from './ray-tree.ts'
import type { Vec3 } from './vector.ts'

/** Light from six sides (+x −x +y −y +z −z, three values each) and then the visible share of the sun. */
export type LightCube = Float32Array

const cubeValues = 19
const cellM = 0.8
const sides: readonly Vec3[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
]

/** The light in the air where things move, measured once for every place that something comes by. */
export class LightCubes {
  private readonly probe: LightProbe
  private readonly tree: RayTree
  private readonly cells = new Map<string, LightCube>()

  constructor(probe: LightProbe, tree: RayTree) {
    this.probe = probe
    this.tree = tree
  }

  /** Between the four places around; those behind a wall do not count. */
  at(x: number, y: number, z: number): LightCube {
    const result = new Float32Array(cubeValues)
    const left = Math.floor(x / cellM)
    const back = Math.floor(z / cellM)
    let total = 0
    for (let corner = 0; corner < 4; corner += 1) {
      const column = left + (corner & 1)
      const row = back + (corner >> 1)
      const towardsX = column * cellM - x
      const towardsZ = row * cellM - z
      const share = (1 - Math.abs(towardsX) / cellM) * (1 - Math.abs(towardsZ) / cellM)
      const isHidden = this.tree.isBlocked(x, y, z, towardsX + 1e-5, 1e-5, towardsZ + 1e-5, 1)
      const weight = Math.max(1e-4, share) * (isHidden ? 1e-4 : 1)
      const cell = this.cell(column, Math.round(y * 2), row)
      for (let index = 0; index < cubeValues; index += 1) {
        result[index] = (result[index] ?? 0) + (cell[index] ?? 0) * weight
      }
      total += weight
    }
    return result.map((value) => value / total)
  }

  private cell(column: number, level: number, row: number): LightCube {
    const key = `${column} ${level} ${row}`
    const known = this.cells.get(key)
    if (known !== undefined) {
      return known
    }
    const cube = new Float32Array(cubeValues)
    const place: Vec3 = [column * cellM, level / 2, row * cellM]
    for (const [index, side] of sides.entries()) {
      cube.set(this.probe.measure(place, side, 6, 10).colour, index * 3)
    }
    let sun = 0
    for (let ray = 0; ray < 6; ray += 1) {
      sun += this.probe.sunVisible(place, [0, 0, 0])
    }
    cube[18] = sun / 6
    this.cells.set(key, cube)
    return cube
  }
}
