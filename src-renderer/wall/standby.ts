import type { WallCamera } from '#contract/wall/camera.ts'
import type { WallDocument } from '#contract/wall/document.ts'
import { cameraBeside, cameraIdOf, isListed, previousCameraIdOf, visibleTiles } from './wall-document.ts'

/** Cameras on the screen: selected tile first, each once. */
export function visibleCameraIds(document: WallDocument): string[] {
  const tiles = [...visibleTiles(document)].sort(
    (a, b) => Number(b === document.selected) - Number(a === document.selected),
  )
  return unique(tiles.map((tile) => cameraIdOf(document, tile)))
}

/**
 * Cameras that are likely to be asked for next, most likely first, none of them on the screen. Pure.
 *
 * Tiles that the large one covers come first and above the limit: `Enter` brings all of them back at once. Then,
 * for the selected tile: the camera before this one, the neighbours by number; then the next page of numbers
 * (what a larger layout or an operator who counts on would show); then the same for the other tiles.
 */
export function predictStandBy(
  document: WallDocument,
  cameras: readonly WallCamera[],
  limit: number,
): string[] {
  const visible = new Set(visibleCameraIds(document))
  const known = new Set(cameras.map((camera) => camera.id))
  const grid = Array.from({ length: document.layout }, (_, tile) => tile)
  const covered = unique(grid.map((tile) => cameraIdOf(document, tile))).filter((id) => !visible.has(id))

  const { selected } = document
  const others = visibleTiles(document).filter((tile) => tile !== selected)
  const beside = (tile: number, by: number) => cameraBeside(cameras, cameraIdOf(document, tile), by)?.id
  const guesses = [
    previousCameraIdOf(document, selected),
    beside(selected, 1),
    beside(selected, -1),
    beside(selected, 2),
    beside(selected, -2),
    ...nextPage(document, cameras).slice(0, 4),
    ...others.map((tile) => previousCameraIdOf(document, tile)),
    ...others.map((tile) => beside(tile, 1)),
    ...others.map((tile) => beside(tile, -1)),
    ...nextPage(document, cameras),
  ]
  const predicted = unique(guesses).filter((id) => known.has(id) && !visible.has(id) && !covered.includes(id))
  return [...covered.filter((id) => known.has(id)), ...predicted.slice(0, Math.max(0, limit))]
}

/** As many cameras as the layout has tiles, from the first number above the highest one on the wall. */
function nextPage(document: WallDocument, cameras: readonly WallCamera[]): string[] {
  const onWall = new Set(visibleCameraIds(document))
  const highest = cameras.findLastIndex((camera) => onWall.has(camera.id))
  return cameras
    .slice(highest + 1)
    .filter(isListed)
    .slice(0, document.layout)
    .map((camera) => camera.id)
}

function unique(ids: readonly (string | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => id !== undefined))]
}
