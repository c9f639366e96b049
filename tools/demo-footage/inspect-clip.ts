import { nalType, nalUnits, typeOfNal } from '../../src-site/media/annexb.ts'
import { parseClip } from '../../src-site/media/clip.ts'
import { footageDefaults, framesPerLoop } from './footage-defaults.ts'

/** A clip is kept only when it is what the publisher counts on; the sentence says what it is instead. */
export function doubtAbout(stream: Buffer): string | undefined {
  const clip = parseClip(stream, 'of the demonstration')
  if (!clip.ok) return clip.error.message
  const { units, keyFrames } = clip.value
  if (units.length !== framesPerLoop) return `${units.length} pictures instead of ${framesPerLoop}`
  const { framesPerKeyFrame } = footageDefaults
  const isOneASecond = keyFrames.every((at, index) => at === index * framesPerKeyFrame)
  if (!isOneASecond || keyFrames.length * framesPerKeyFrame !== framesPerLoop)
    return 'key frames are not one a second'
  const nals = [...nalUnits(stream)]
  const [sequences = [], pictures = []] = [nalType.sps, nalType.pps].map((type) =>
    nals.filter((nal) => typeOfNal(nal) === type),
  )
  if (sequences.length < keyFrames.length || pictures.length < keyFrames.length)
    return 'not every key frame has its parameters in band'
  // profile_idc 66 with constraint_set1
  const isBaseline = sequences.every((nal) => nal[1] === 66 && ((nal[2] ?? 0) & 0x40) !== 0)
  return isBaseline ? undefined : 'not constrained baseline'
}
