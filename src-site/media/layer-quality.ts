import { VideoQuality } from '@livekit/protocol'

/** Names of simulcast streams, smallest first, as every LiveKit client uses them. */
export const streamNames = ['q', 'h', 'f'] as const

const qualities = [VideoQuality.LOW, VideoQuality.MEDIUM, VideoQuality.HIGH] as const

/** LiveKit's name for a layer, smallest first. A single layer is its best. */
export function layerQuality(layer: number, layerCount: number): VideoQuality {
  return layerCount === 1 ? VideoQuality.HIGH : (qualities[layer] ?? VideoQuality.HIGH)
}
