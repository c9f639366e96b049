import { expect, it } from 'vitest'
import { footagePictures } from '#renderer/timeline/thumbnails/footage-pictures.ts'
import { FootageSource } from '#renderer/timeline/thumbnails/footage-source.ts'
import { muxTransportStream } from '#test/stand/mux-transport-stream.ts'

const { signal } = new AbortController()
/** A picture of one colour with its parameter sets, 64×64. */
const keyFrame = Buffer.from(
  '000000016742c00ada109b011000000300100000030320f1226a0000000168ce0fc80000016588843a2628000902c9c9c9d75d75d75d75d75d75e0',
  'hex',
)
const dataOf = (content: string) => `data:application/octet-stream;base64,${content}`

/** Seconds from 1970 on: a segment of each, of what its address gives. */
function sourceOf(lists: readonly (readonly string[])[]) {
  const asked = [...lists]
  return new FootageSource(async () => {
    const urls = asked.shift() ?? []
    const segments = urls.map((url) => (url === '' ? '#EXT-X-GAP\n#EXTINF:1,\nnone' : `#EXTINF:1,\n${url}`))
    const list = `#EXTM3U\n#EXT-X-TARGETDURATION:1\n${segments.join('\n')}\n#EXT-X-ENDLIST\n`
    return { url: dataOf(Buffer.from(list).toString('base64')), startMs: 0, endMs: urls.length * 1_000 }
  })
}

it('is nothing recorded where footage that was listed has gone', async () => {
  const gone = 'http://127.0.0.1:1/gone.ts'
  const pictures = footagePictures(
    sourceOf([
      [gone, gone],
      [gone, ''],
    ]),
  )
  expect(await pictures.pictureAt('camera', 1_500, () => false, signal)).toBe('gap')
})

it('looks no further back where a machine cannot decode a transport stream', async () => {
  const picture = { isKeyFrame: true, annexB: keyFrame, capturedAtMs: Date.now() }
  const form = { widthPx: 64, heightPx: 64, frameMs: 1_000 }
  const url = dataOf((await muxTransportStream([picture], form)).toString('base64'))
  const pictures = footagePictures(sourceOf([[url, url]]))
  const made = await pictures.pictureAt('camera', 1_500, () => false, signal)
  expect(made).toEqual({ takenAtMs: 1_000, image: undefined })
})
