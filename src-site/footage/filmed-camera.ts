import { join } from 'node:path'
import type { PlatformCamera } from '#contract/platform/cameras.ts'
import type { LayerInfo } from '../media/source.ts'
import type { FootageManifest } from './manifest.ts'

/** A camera of the site that shows a clip. */
export interface FilmedCamera {
  readonly cameraId: string
  readonly number: number
  /** IANA zone. */
  readonly timeZone: string
  readonly framesPerSecond: number
  /**
   * Smallest picture first; Annex-B H.264, constrained baseline, one slice a picture, no B pictures.
   * How far key frames are apart is decided when a clip is encoded: a picture that begins a group cannot be turned into
   * one that does not. A camera with groups of 4 s needs a clip with a key frame every 60 pictures.
   */
  readonly layers: readonly (LayerInfo & { readonly file: string })[]
  /** Ogg Opus. */
  readonly sound?: string | undefined
}

/** Those of which there is footage; `dir` is its folder. */
export function filmedCameras(
  cameras: readonly PlatformCamera[],
  { framesPerSecond, cameras: filmed }: FootageManifest,
  dir: string,
): FilmedCamera[] {
  return cameras.flatMap(({ id: cameraId, number, timezone: timeZone }) => {
    const found = filmed.find((camera) => camera.number === number)
    if (!found) return []
    const layers = found.layers
      .map((layer) => ({ ...layer, file: join(dir, layer.file) }))
      .toSorted((one, other) => one.widthPx - other.widthPx)
    const sound = found.sound && join(dir, found.sound.file)
    return [{ cameraId, number, timeZone, framesPerSecond, layers, sound }]
  })
}
