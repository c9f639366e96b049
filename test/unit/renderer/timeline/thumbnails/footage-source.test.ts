import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { MAX_TILES } from '#contract/wall/layout.ts'
import { FootageSource } from '#renderer/timeline/thumbnails/footage-source.ts'
import { listen } from '#test/stand/loopback.ts'

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

it.each([true, false])(
  'reads of a recording in one file what describes it and what is asked for, from a server that knows ranges: %s',
  async (knowsRanges) => {
    const file = Uint8Array.from({ length: 10_000 }, (_, at) => at % 251)
    const sent: number[] = []
    const server = createServer((request, response) => {
      if (request.url === '/list.m3u8') {
        response.end(
          '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MAP:URI="one.mp4",BYTERANGE="600@0"\n#EXTINF:4,\n#EXT-X-BYTERANGE:100@5000\none.mp4\n#EXT-X-ENDLIST\n',
        )
        return
      }
      const [, from = 0, last = 0] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '')?.map(Number) ?? []
      const part = knowsRanges ? file.subarray(from, last + 1) : file
      sent.push(part.length)
      response.writeHead(knowsRanges ? 206 : 200).end(part)
    })
    const port = await listen(server)
    onTestFinished(() => void server.close())
    const source = new FootageSource(async () => ({
      url: `http://127.0.0.1:${port}/list.m3u8`,
      startMs: 0,
      endMs: 4_000,
    }))
    const { signal } = new AbortController()
    const segment = await source.segmentAt('camera', 1_000, signal)
    if (typeof segment !== 'object') throw new Error('no segment')
    const bytes = await source.bytesOf(segment, 'head', signal)
    expect([...bytes]).toEqual([...file.subarray(0, 600), ...file.subarray(5_000, 5_100)])
    if (knowsRanges) expect(sent).toEqual([600, 100])
  },
)
