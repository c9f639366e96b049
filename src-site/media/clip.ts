import { readFile } from 'node:fs/promises'
import { fail, ok, type Result } from '#contract/result.ts'
import { messageOf } from '#contract/thrown.ts'
import { accessUnits, type AccessUnit, nalType, typeOfNal } from './annexb.ts'
import { type MediaError, mediaError } from './media-errors.ts'

/** An H.264 file as pictures. The pictures are views into one buffer: a clip costs its file size in memory. */
export interface Clip {
  readonly units: readonly AccessUnit[]
  /** Indexes into `units`, ascending, the first 0. */
  readonly keyFrames: readonly number[]
}

const noBFrames = 'encode it without (ffmpeg: -bf 0; cameras: B frames off, or the Baseline profile)'

/** Pictures that are shown in another order than they come: WebRTC has no time for them. */
function hasBFrame({ nals }: AccessUnit): boolean {
  const slice = nals.find((nal) => typeOfNal(nal) === nalType.slice)
  const begin = slice?.[1] ?? 0
  // Behind the 1 bit of the first slice: slice_type as ue(v), 1 and 6 are B (H.264 §7.4.3).
  return (begin & 0b1111_0000) === 0b1010_0000 || (begin & 0b1111_1100) === 0b1001_1100
}

export function parseClip(stream: Buffer, name: string): Result<Clip, MediaError> {
  const units = accessUnits(stream)
  const first = units[0]
  if (first === undefined) return invalid(name, 'holds no H.264 pictures')
  if (!first.isKeyFrame) return invalid(name, 'does not begin with a key frame')
  if (units.some(hasBFrame))
    return invalid(name, `holds B frames, which no live picture may have: ${noBFrames}`)
  const keyFrames = units.flatMap((unit, index) => (unit.isKeyFrame ? [index] : []))
  return ok({ units, keyFrames })
}

export async function readClip(file: string): Promise<Result<Clip, MediaError>> {
  try {
    return parseClip(await readFile(file), file)
  } catch (cause) {
    const why = messageOf(cause)
    return fail(mediaError('clip_unreadable', `The clip ${file} cannot be read: ${why}.`))
  }
}

function invalid(name: string, why: string): Result<Clip, MediaError> {
  return fail(mediaError('clip_invalid', `The clip ${name} ${why}.`))
}
