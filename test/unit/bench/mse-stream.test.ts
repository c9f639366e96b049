import { once } from 'node:events'
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { MseStream } from '#test/bench/baselines/mse-stream.ts'
import { demoFootageDir } from '#site/footage/manifest.ts'

it('a camera comes as a codec, a header and a fragment a picture, from a key frame on', async () => {
  const stream = await MseStream.start(demoFootageDir, 2)
  const socket = new WebSocket(stream.urls[1] ?? '')
  const messages: (string | Buffer)[] = []
  const enough = Promise.withResolvers<void>()
  socket.on('message', (data: Buffer, isBinary) => {
    messages.push(isBinary ? data : data.toString())
    if (messages.length === 2 + 4) enough.resolve()
  })
  try {
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'mse', value: 'avc1.640029' }))
    await enough.promise
  } finally {
    socket.terminate()
    await stream.dispose()
  }
  const [header, ...media] = messages
  expect(header).toMatch(/^\{"type":"mse","value":"video\/mp4; codecs=\\"avc1\.[0-9A-F]{6}\\""\}$/)

  using input = new Input({ formats: [MP4], source: new BufferSource(Buffer.concat(media as Buffer[])) })
  const track = await input.getPrimaryVideoTrack()
  if (track === null) throw new Error('no pictures')
  const packets = await Array.fromAsync(new EncodedPacketSink(track).packets())
  expect(packets.map(({ type }) => type)).toEqual(['key', 'delta', 'delta', 'delta'])
  expect(packets.map(({ timestamp }) => Math.round(timestamp * 15))).toEqual([0, 1, 2, 3])
})
