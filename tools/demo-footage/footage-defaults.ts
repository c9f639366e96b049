/** What all demo clips have in common. */
export const footageDefaults = {
  framesPerSecond: 15,
  /** Half a minute, so that a loop can be phase-locked to the time of day: frame 0 is the full and the half minute. */
  durationSeconds: 30,
  /** A key frame a second: a camera that ignores picture-loss requests is still seen within a second. */
  framesPerKeyFrame: 15,
} as const

export const framesPerLoop = footageDefaults.framesPerSecond * footageDefaults.durationSeconds
