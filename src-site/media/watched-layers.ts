import type { SubscribedQualityUpdate } from '@livekit/protocol'
import { layerQuality } from './layer-quality.ts'

const codecName = 'h264'

/**
 * Which layers anybody watches, from LiveKit's update (dynacast): one boolean a layer, smallest first.
 * Undefined where the update says nothing about our codec.
 */
export function watchedLayers(update: SubscribedQualityUpdate, layerCount: number): boolean[] | undefined {
  const codec = update.subscribedCodecs.find(({ codec }) => codec.toLowerCase().endsWith(codecName))
  const qualities = codec?.qualities ?? []
  if (qualities.length === 0) return undefined
  if (layerCount === 1) return [qualities.some(({ enabled }) => enabled)]
  return Array.from({ length: layerCount }, (_, layer) =>
    qualities.some(({ quality, enabled }) => enabled && quality === layerQuality(layer, layerCount)),
  )
}
