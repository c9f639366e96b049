/** Sizes, rates and limits of the demo footage. Everything that changes a picture or a file is listed here once. */
export const footageDefaults = {
  framesPerSecond: 15,
  /** One minute, so that a loop can be phase-locked to the wall clock: frame 0 is the full minute. */
  durationSeconds: 60,
  /** A key frame a second: a camera that ignores picture-loss requests is still seen within a second. */
  framesPerKeyFrame: 15,
  /** Constrained baseline, level 3.1: what every WebRTC end decodes; no B frames by definition. */
  codec: 'avc1.42E01F',
  layers: [
    { widthPx: 640, heightPx: 360, bitsPerSecond: 600_000 },
    { widthPx: 320, heightPx: 180, bitsPerSecond: 180_000 },
  ],
  defaultCameras: 16,
  /** As many as the largest grid of the wall has tiles. */
  maxCameras: 36,
  /** Cameras drawn at the same time: more than two cores' worth only adds memory. */
  maxLanes: 4,
  /** A layer of a minute is 4.5 MB; far more is not a clip but a fault. */
  maxUploadBytes: 32 * 1024 * 1024,
  /** No camera takes longer than a few seconds; a browser that is silent for so long hangs. */
  silenceLimitMs: 120_000,
} as const

export type FootageLayer = (typeof footageDefaults.layers)[number]

export const framesPerLoop = footageDefaults.framesPerSecond * footageDefaults.durationSeconds
