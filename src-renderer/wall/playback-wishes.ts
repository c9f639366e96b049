import type { WallDocument } from '#contract/wall/document.ts'
import { playbackDefaults } from '../playback/defaults.ts'
import type { PlaybackWish } from '../playback/playback-group.ts'
import { shareOf } from './layout.ts'
import type { TileSize } from './tile-sizes.ts'
import { cameraIdOf, visibleTiles } from './wall-document.ts'

/** What is to be played: the visible ones of these tiles, each in the quality that its pixels can show. Device pixels. */
export function playbackWishes(
  document: WallDocument,
  tiles: readonly number[],
  sizeOf: (tile: number) => TileSize | undefined,
  viewport: TileSize,
): PlaybackWish[] {
  return visibleTiles(document).flatMap((tile): PlaybackWish[] => {
    const cameraId = cameraIdOf(document, tile)
    if (cameraId === undefined || !tiles.includes(tile)) return []
    const { widthPx } = sizeOf(tile) ?? shareOf(document, tile, viewport)
    return [{ tile, cameraId, quality: widthPx > playbackDefaults.group.reducedUpToPx ? 'full' : 'reduced' }]
  })
}
