import type { LiveDefaults } from './defaults.ts'

export interface OfferedLayer {
  readonly quality: 'low' | 'medium' | 'high'
  readonly widthPx: number
  readonly heightPx: number
}

/**
 * The smallest layer that fills the tile. `current` is kept while it is good enough, so that a tile whose size
 * lies between two layers does not change back and forth. Undefined where there is nothing to choose.
 */
export function chooseLayer(
  layers: readonly OfferedLayer[],
  tile: { readonly widthPx: number; readonly heightPx: number },
  current: OfferedLayer['quality'] | undefined,
  limits: LiveDefaults['layer'],
): OfferedLayer['quality'] | undefined {
  if (layers.length < 2) return undefined
  const rising = layers.toSorted((a, b) => a.widthPx * a.heightPx - b.widthPx * b.heightPx)
  const at = rising.findIndex((layer) => coverage(layer, tile) >= limits.minCoverage)
  const wanted = at === -1 ? rising.length - 1 : at
  const held = rising.findIndex((layer) => layer.quality === current)
  const wantedLayer = rising[wanted]
  if (held > wanted && wantedLayer && coverage(wantedLayer, tile) < limits.lowerCoverage) return current
  return wantedLayer?.quality
}

/** Layer pixels for each tile pixel along the edge that the picture fills (object-fit: contain). */
function coverage(
  layer: OfferedLayer,
  tile: { readonly widthPx: number; readonly heightPx: number },
): number {
  if (tile.widthPx <= 0 || tile.heightPx <= 0) return Number.POSITIVE_INFINITY
  return Math.max(layer.widthPx / tile.widthPx, layer.heightPx / tile.heightPx)
}
