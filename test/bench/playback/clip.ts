import { framesPerLoop } from '#tools/demo-footage/footage-defaults.ts'
import type { FrameCode } from '#tools/demo-footage/frame-code.ts'

/** What the footage of these benches is, for who makes it and for who reads it. */
export const benchClip = {
  framesPerSecond: 25,
  /** Longer than a drag, so that a picture that is late is not taken for one of the next loop. */
  frames: 1_800,
  framesPerKeyFrame: 50,
  /** 1080p as a camera sends it, and its small stream. */
  large: { widthPx: 1920, heightPx: 1080, bitsPerSecond: 4_000_000 },
  small: { widthPx: 640, heightPx: 360, bitsPerSecond: 600_000 },
} as const

export const frameMs = 1_000 / benchClip.framesPerSecond
/** Segments of the local site: whole groups of pictures, at least two seconds. */
export const segmentMs = benchClip.framesPerKeyFrame * frameMs
const loopMs = benchClip.frames * frameMs

/** A code counts to the end of a demo clip's loop: the camera number says which one. */
const framesPerNumber = framesPerLoop
const firstNumber = 101

export function codeOfFrame(frame: number): FrameCode {
  return {
    cameraNumber: firstNumber + Math.floor(frame / framesPerNumber),
    frameIndex: frame % framesPerNumber,
  }
}

/** The newest instant not after `latestMs` (epoch) at which the archive shows this picture. */
export function instantOfCode({ cameraNumber, frameIndex }: FrameCode, latestMs: number): number {
  const frame = (cameraNumber - firstNumber) * framesPerNumber + frameIndex
  const offsetMs = frame * frameMs
  return Math.floor((latestMs - offsetMs) / loopMs) * loopMs + offsetMs
}

/** The one nearest to an instant. */
export function instantNear(code: FrameCode, nearMs: number): number {
  return instantOfCode(code, nearMs + loopMs / 2)
}
