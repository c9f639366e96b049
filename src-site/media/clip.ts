import { readFile } from 'node:fs/promises'
import { fail, ok, type Result } from '#contract/result.ts'
import { accessUnits, type AccessUnit } from './annexb.ts'
import { type MediaError, mediaError } from './media-errors.ts'

/** An H.264 file as pictures. The pictures are views into one buffer: a clip costs its file size in memory. */
export interface Clip {
  readonly units: readonly AccessUnit[]
  /** Indexes into `units`, ascending, the first 0. */
  readonly keyFrames: readonly number[]
}

export function parseClip(stream: Buffer, name: string): Result<Clip, MediaError> {
  const units = accessUnits(stream)
  const first = units[0]
  if (first === undefined) return invalid(name, 'holds no H.264 pictures')
  if (!first.isKeyFrame) return invalid(name, 'does not begin with a key frame')
  const keyFrames = units.flatMap((unit, index) => (unit.isKeyFrame ? [index] : []))
  return ok({ units, keyFrames })
}

export async function readClip(file: string): Promise<Result<Clip, MediaError>> {
  try {
    return parseClip(await readFile(file), file)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    return fail(mediaError('clip_unreadable', `The clip ${file} cannot be read: ${why}.`))
  }
}

function invalid(name: string, why: string): Result<Clip, MediaError> {
  return fail(mediaError('clip_invalid', `The clip ${name} ${why}.`))
}
