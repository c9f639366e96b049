import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BufferSource, Input, MP4 } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import { FrameTable } from '#renderer/playback/tile/frame-table.ts'
import { SoundTracks } from '#renderer/playback/tile/sound-tracks.ts'
import { accessUnits, annexB } from '#site/media/annexb.ts'
import { silentPacket } from '#site/media/sound.ts'
import { muxFragment } from '#site/playback/fragment-muxer.ts'

const size = { widthPx: 128, heightPx: 72 }

/** A second of a camera, with sound or without: what initializes it, and what follows. */
async function second(hasSound: boolean): Promise<[Buffer, Buffer]> {
  const clip = accessUnits(readFileSync(join(import.meta.dirname, '../../../fixtures/h264/clock-128.h264')))
  const pictures = clip.slice(0, 15).map(({ isKeyFrame, nals }, at) => {
    return { isKeyFrame, annexB: annexB(nals), timestamp: at / 15, duration: 1 / 15 }
  })
  const sound = Array.from({ length: 50 }, (_, at) => ({ packet: silentPacket, timestamp: at / 50 }))
  const { init, fragment } = await muxFragment(pictures, size, hasSound ? sound : [])
  return [init, fragment.bytes]
}

async function tracksIn(parts: readonly Buffer[]): Promise<string[]> {
  using input = new Input({ formats: [MP4], source: new BufferSource(Buffer.concat(parts)) })
  return (await input.getTracks()).map(({ type }) => type)
}

describe('footage that nobody listens to', () => {
  it('has no track of sound for its player, and every picture where it was', async () => {
    const parts = await second(true)
    expect(await tracksIn(parts)).toEqual(['video', 'audio'])
    const tracks = new SoundTracks()
    const table = new FrameTable()
    for (const part of parts) {
      const lengthBefore = part.length
      tracks.read(part, true)
      expect(part).toHaveLength(lengthBefore)
      table.add(part, 0)
    }
    expect(tracks.areThere).toBe(true)
    expect(await tracksIn(parts)).toEqual(['video'])
    // One fragment of sound and one of pictures: what is left of the first is a box that players skip.
    expect(parts[1].toString('latin1').match(/traf/g)).toHaveLength(1)
    expect(table.at(0.5)?.fromSeconds).toBeCloseTo(7 / 15, 4)
  })

  it('has none where a fragment came before what initializes it, as a player asks for both at once', async () => {
    const [init, fragment] = await second(true)
    const tracks = new SoundTracks()
    tracks.read(fragment, true)
    tracks.read(init, true)
    expect(await tracksIn([init, fragment])).toEqual(['video'])
    expect(fragment.toString('latin1').match(/traf/g)).toHaveLength(1)
  })

  it('is left as it is where somebody listens, and known to have sound', async () => {
    const parts = await second(true)
    const before = parts.map((part) => Buffer.from(part))
    const tracks = new SoundTracks()
    for (const part of parts) tracks.read(part, false)
    expect(tracks.areThere).toBe(true)
    expect(parts).toEqual(before)
  })

  it('is left as it is without sound, cut short, or when it is something else', async () => {
    const whole = await second(false)
    const tracks = new SoundTracks()
    for (const bytes of [...whole, whole[0].subarray(0, 300), Buffer.from('#EXTM3U'), Buffer.alloc(0)]) {
      const before = Buffer.from(bytes)
      tracks.read(bytes, true)
      expect(bytes).toEqual(before)
    }
    expect(tracks.areThere).toBe(false)
  })

  it('is left as it is where what describes a track says less than it should', () => {
    // moov > trak > mdia > hdlr, without the name of what handles it.
    let bytes = Buffer.from('\0\0\0\x08hdlr')
    for (const type of ['mdia', 'trak', 'moov']) {
      const head = Buffer.alloc(8)
      head.writeUInt32BE(bytes.length + 8)
      head.write(type, 4)
      bytes = Buffer.concat([head, bytes])
    }
    const before = Buffer.from(bytes)
    const tracks = new SoundTracks()
    tracks.read(bytes, true)
    expect(bytes).toEqual(before)
    expect(tracks.areThere).toBe(false)
  })
})
