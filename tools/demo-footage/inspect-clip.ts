import { footageDefaults, framesPerLoop } from './footage-defaults.ts'

/** What a finished clip must prove before it is kept. */
export interface ClipFacts {
  readonly pictures: number
  /** Indices of the pictures that start a group: IDR with SPS and PPS in band. */
  readonly keyFrames: readonly number[]
  readonly hasBFrames: boolean
  readonly isConstrainedBaseline: boolean
}

const sliceOfPicture = 1
const sliceOfKeyFrame = 5
const sequenceParameters = 7
const pictureParameters = 8

/** Reads the structure of an H.264 Annex B stream: headers only, nothing is decoded. */
export function inspectClip(stream: Uint8Array): ClipFacts {
  let pictures = 0
  let hasParameters = false
  let hasBFrames = false
  let isConstrainedBaseline = true
  const keyFrames: number[] = []
  for (const at of nalStarts(stream)) {
    const type = (stream[at] ?? 0) & 0x1f
    if (type === sequenceParameters) {
      // profile_idc 66 with constraint_set1: constrained baseline
      isConstrainedBaseline &&= stream[at + 1] === 66 && ((stream[at + 2] ?? 0) & 0x40) !== 0
    } else if (type === pictureParameters) {
      hasParameters = true
    } else if (type === sliceOfPicture || type === sliceOfKeyFrame) {
      const [firstMacroblock, sliceType] = readExpGolomb(stream, at + 1, 2)
      hasBFrames ||= (sliceType ?? 0) % 5 === 1
      if (firstMacroblock === 0) {
        if (type === sliceOfKeyFrame && hasParameters) {
          keyFrames.push(pictures)
        }
        hasParameters = false
        pictures += 1
      }
    }
  }
  return { pictures, keyFrames, hasBFrames, isConstrainedBaseline: isConstrainedBaseline && pictures > 0 }
}

/** A clip is kept only when it is what the publisher counts on; the sentence says what it is instead. */
export function doubtAbout(bytes: Uint8Array): string | undefined {
  const facts = inspectClip(bytes)
  const { framesPerKeyFrame } = footageDefaults
  const wanted = Array.from(
    { length: framesPerLoop / framesPerKeyFrame },
    (_, index) => index * framesPerKeyFrame,
  )
  if (facts.pictures !== framesPerLoop) return `${facts.pictures} pictures instead of ${framesPerLoop}`
  if (facts.keyFrames.join() !== wanted.join()) return 'key frames are not one a second'
  if (facts.hasBFrames || !facts.isConstrainedBaseline) return 'not constrained baseline'
  return undefined
}

function* nalStarts(stream: Uint8Array): Generator<number> {
  let at = stream.indexOf(1)
  while (at !== -1) {
    if (at >= 2 && stream[at - 1] === 0 && stream[at - 2] === 0 && at + 1 < stream.length) {
      yield at + 1
    }
    at = stream.indexOf(1, at + 1)
  }
}

/** The first `count` ue(v) values of a slice header (H.264 §9.1). */
function readExpGolomb(stream: Uint8Array, start: number, count: number): number[] {
  let position = start * 8
  const bit = () => {
    const value = ((stream[position >> 3] ?? 0x80) >> (7 - (position & 7))) & 1
    position += 1
    return value
  }
  return Array.from({ length: count }, () => {
    let zeros = 0
    while (zeros < 31 && bit() === 0) {
      zeros += 1
    }
    let value = 1
    for (let index = 0; index < zeros; index += 1) {
      value = value * 2 + bit()
    }
    return value - 1
  })
}
