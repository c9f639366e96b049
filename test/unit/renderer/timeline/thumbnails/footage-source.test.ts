import { expect, it } from 'vitest'
import { MAX_TILES } from '#contract/wall/layout.ts'
import { FootageSource } from '#renderer/timeline/thumbnails/footage-source.ts'

it('reads the playlists of a full wall once, however often the hand comes back to its tiles', async () => {
  const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nhttp://host/1.ts\n#EXT-X-ENDLIST\n'
  const asked: string[] = []
  const source = new FootageSource(async (cameraId) => {
    asked.push(cameraId)
    return {
      url: `data:application/vnd.apple.mpegurl,${encodeURIComponent(playlist)}`,
      startMs: 0,
      endMs: 4_000,
    }
  })
  const cameraIds = Array.from({ length: MAX_TILES }, (_, tile) => `camera-${tile}`)
  for (const cameraId of [...cameraIds, ...cameraIds]) {
    const found = await source.segmentAt(cameraId, 1_000, new AbortController().signal)
    expect(found).toMatchObject({ startMs: 0, endMs: 4_000 })
  }
  expect(asked).toEqual(cameraIds)
})
