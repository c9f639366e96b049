import type { Lane } from '../timeline/lane-list.ts'
import { cameraIdOf, visibleTiles } from '../wall/wall-document.ts'
import type { WallState } from '../wall/wall-store.ts'

export interface WallLanes {
  readonly lanes: readonly Lane[]
  readonly selectedId: string | undefined
}

/** A lane for each camera on the screen, in the order of its first tile. */
export function lanesOfWall({ document, cameraById }: Pick<WallState, 'document' | 'cameraById'>): WallLanes {
  const cameraIds = new Set(visibleTiles(document).flatMap((tile) => cameraIdOf(document, tile) ?? []))
  const lanes = [...cameraIds].map((cameraId): Lane => {
    const camera = cameraById.get(cameraId)
    const lane = { id: cameraId, cameraId, name: camera?.name ?? 'unknown camera' }
    return camera === undefined ? lane : { ...lane, number: camera.number }
  })
  return { lanes, selectedId: cameraIdOf(document, document.selected) }
}
