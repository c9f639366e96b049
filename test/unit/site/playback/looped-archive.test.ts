import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { demoFootageDir } from '#site/footage/manifest.ts'
import { readSound } from '#site/media/sound.ts'
import type { GapRule } from '#site/playback/archive/archive-gaps.ts'
import { LoopedArchive } from '#site/playback/archive/looped-archive.ts'
import { FakeClock } from '../fake-clock.ts'
import { readFragments, readSoundOf } from './read-fragments.ts'
import { testClip } from './test-clip.ts'

const hourMs = 3_600_000

function archive(options: { gaps?: readonly GapRule[]; leastSegmentSeconds?: number; sound?: string } = {}) {
  const clock = new FakeClock()
  const layers = testClip()
  const { sound } = options
  const camera = { cameraId: 'cam-01', number: 1, timeZone: 'UTC', framesPerSecond: 15, layers, sound }
  const recordings = new LoopedArchive({
    cameras: [camera],
    gapsOf: () => options.gaps ?? [],
    clock,
    retentionMs: 24 * hourMs,
    leastSegmentSeconds: options.leastSegmentSeconds ?? 1,
  })
  return { recordings, clock, layers }
}

describe('the looped archive', () => {
  it('has segments that follow each other without a seam, over the ends of the clip', async () => {
    const { recordings, clock } = archive()
    const range = { startMs: clock.nowMs - 10_000, endMs: clock.nowMs }
    const segments = await recordings.segments('cam-01', 'full', range)
    expect(segments).toHaveLength(10)
    for (const [at, { startMs, endMs }] of segments.entries()) {
      expect(endMs - startMs).toBe(1_000)
      if (at > 0) expect(startMs).toBe(segments[at - 1]?.endMs)
    }
  })

  it('gives each segment the media time of its wall time, and begins it with a key frame', async () => {
    const { recordings, clock } = archive()
    // 1 s before the end of a loop, and 1 s after: the clip is 2 s long.
    for (const startMs of [clock.nowMs - 7_000, clock.nowMs - 6_000]) {
      const [segment] = await recordings.segments('cam-01', 'full', { startMs, endMs: startMs + 500 })
      const init = await recordings.file('cam-01', 'full', segment?.init ?? '')
      const media = await recordings.file('cam-01', 'full', segment?.name ?? '')
      if (!init || !media) throw new Error('no file')
      const packets = await readFragments(init.bytes, media.bytes)
      expect(packets).toHaveLength(15)
      expect(packets[0]?.type).toBe('key')
      expect(packets.slice(1).every(({ type }) => type === 'delta')).toBe(true)
      for (const [at, packet] of packets.entries()) {
        expect(packet.timestamp).toBeCloseTo(startMs / 1_000 + at / 15, 4)
      }
    }
  })

  it('plays the sound that its camera publishes at the same instant, without a hole', async () => {
    const sound = join(demoFootageDir, 'sound-440.opus')
    const published = await readSound(sound)
    const { recordings, clock } = archive({ sound })
    const range = { startMs: clock.nowMs - 4_000, endMs: clock.nowMs }
    const segments = await recordings.segments('cam-01', 'full', range)
    const files = await Promise.all(
      [segments[0]?.init ?? '', ...segments.map(({ name }) => name)].map(
        async (name) => (await recordings.file('cam-01', 'full', name))?.bytes ?? Buffer.alloc(0),
      ),
    )
    const samples = await readSoundOf(...files)
    expect(samples).toHaveLength(200)
    for (const [index, { data, timestamp }] of samples.entries()) {
      const at = (range.startMs * 50) / 1_000 + index
      expect(timestamp).toBeCloseTo(at / 50, 4)
      expect(data).toEqual(published[at % published.length])
    }
    expect(await recordings.renditionsOf('cam-01')).toMatchObject([
      { codec: expect.stringMatching(/,opus$/) },
      { codec: expect.stringMatching(/,opus$/) },
    ])
  })

  it('shows different pictures in the two halves of the loop', async () => {
    const { recordings, clock } = archive()
    const segments = await recordings.segments('cam-01', 'full', {
      startMs: clock.nowMs - 4_000,
      endMs: clock.nowMs,
    })
    const bodies = await Promise.all(
      segments.map(async ({ name }) => (await recordings.file('cam-01', 'full', name))?.bytes.subarray(200)),
    )
    expect(bodies[0]?.equals(bodies[2] ?? Buffer.alloc(0))).toBe(true)
    expect(bodies[0]?.equals(bodies[1] ?? Buffer.alloc(0))).toBe(false)
  })

  it('holds nothing of the future, nothing beyond the retention, and no segment that a gap touches', async () => {
    const gap: GapRule = { kind: 'every', periodMs: hourMs, atMs: hourMs - 9_500, lengthMs: 3_000 }
    const { recordings, clock } = archive({ gaps: [gap] })
    clock.nowMs += 300
    const range = { startMs: clock.nowMs - 12_300, endMs: clock.nowMs + 60_000 }
    const segments = await recordings.segments('cam-01', 'full', range)
    const noon = clock.nowMs - 300
    expect(segments.map(({ startMs }) => startMs - noon)).toEqual([
      -12_000, -11_000, -6_000, -5_000, -4_000, -3_000, -2_000, -1_000,
    ])
    const old = { startMs: noon - 30 * hourMs, endMs: noon - 25 * hourMs }
    expect(await recordings.segments('cam-01', 'full', old)).toEqual([])
  })

  it('says the same by its coverage as by its segments, to the millisecond', async () => {
    const gaps: GapRule[] = [{ kind: 'every', periodMs: 7_300, atMs: 1_100, lengthMs: 1_700 }]
    const { recordings, clock } = archive({ gaps })
    for (let offset = 0; offset < 8_000; offset += 631) {
      const range = { startMs: clock.nowMs - 60_000 + offset, endMs: clock.nowMs - 11_000 - offset }
      const covered = await recordings.coverage('cam-01', range)
      const segments = await recordings.segments('cam-01', 'full', range)
      const lengthOf = (ranges: readonly { startMs: number; endMs: number }[]) =>
        ranges.reduce(
          (sum, { startMs, endMs }) =>
            sum + Math.max(0, Math.min(endMs, range.endMs) - Math.max(startMs, range.startMs)),
          0,
        )
      expect(lengthOf(covered)).toBe(lengthOf(segments))
      expect(covered.length).toBeGreaterThan(3)
    }
  })

  it('has both layers as renditions, the largest first, with what a master playlist needs', async () => {
    const { recordings } = archive()
    expect(await recordings.renditionsOf('cam-01')).toMatchObject([
      { rendition: 'full', widthPx: 256, framesPerSecond: 15, codec: expect.stringMatching(/^avc1\.42/) },
      { rendition: 'reduced', widthPx: 128 },
    ])
    expect(await recordings.renditionsOf('cam-02')).toEqual([])
  })

  it.each(['archive-1.m4s', 'archive-x.m4s', 'archive-1e3.m4s', '../manifest.json', 'archive--1.m4s', ''])(
    'has no file %j',
    async (name) => {
      const { recordings } = archive()
      expect(await recordings.file('cam-01', 'full', name)).toBeUndefined()
    },
  )

  it('writes nothing beside the clips, which may lie where nobody may write', async () => {
    const { recordings, clock, layers } = archive()
    const range = { startMs: clock.nowMs - 2_000, endMs: clock.nowMs }
    const [segment] = await recordings.segments('cam-01', 'full', range)
    const init = await recordings.file('cam-01', 'full', segment?.init ?? '')
    const media = await recordings.file('cam-01', 'full', segment?.name ?? '')
    expect(await readFragments(init?.bytes ?? Buffer.alloc(0), media?.bytes ?? Buffer.alloc(0))).toHaveLength(
      15,
    )
    expect(readdirSync(dirname(layers[0]?.file ?? '')).filter((name) => !name.endsWith('.h264'))).toEqual([])
  })
})
