import { muxFragment } from '#site/playback/fragment-muxer.ts'

/** Parameter sets of a constrained baseline picture, and two slices that nobody decodes. */
const key = Buffer.from(
  '00000001 6742c01e da0280bfe5c0 00000001 68ce3c80 00000001 6588'.replaceAll(' ', ''),
  'hex',
)
const delta = Buffer.from('00000001419a', 'hex')
const size = { widthPx: 640, heightPx: 360 }
/** Of its first picture. */
export const epochSeconds = 1_800_000_000

/** Pictures that last so long each, as fragmented MP4. */
export async function footage(durationsMs: readonly number[], keyEvery = 1_000) {
  let timestamp = epochSeconds
  const pictures = durationsMs.map((ms, at) => {
    const isKeyFrame = at % keyEvery === 0
    const picture = { isKeyFrame, annexB: isKeyFrame ? key : delta, timestamp, duration: ms / 1_000 }
    timestamp += ms / 1_000
    return picture
  })
  const groups = pictures.flatMap(({ isKeyFrame }, from) => {
    if (!isKeyFrame) return []
    const length = pictures.slice(from + 1).findIndex((picture) => picture.isKeyFrame)
    return [pictures.slice(from, length < 0 ? undefined : from + 1 + length)]
  })
  const muxed = await Promise.all(groups.map((group) => muxFragment(group, size)))
  return {
    init: muxed[0]?.init ?? Buffer.alloc(0),
    media: Buffer.concat(muxed.map(({ fragment }) => fragment.bytes)),
  }
}
