import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readClip, type Clip } from '#site/media/clip.ts'
import { ClipSource } from '#site/media/clip-source.ts'
import { systemClock } from '#site/clock.ts'
import { Pacer } from '#site/media/pacer.ts'
import { unwrap } from '#test/stand/unwrap.ts'

const framesPerSecond = 15

async function load(name: string): Promise<Clip> {
  return unwrap(await readClip(fileURLToPath(new URL(`../../../fixtures/h264/${name}`, import.meta.url))))
}

const sound: readonly Buffer[] = [1, 2, 3].map((byte) => Buffer.of(byte))
const sounded: { packet: number; at: number }[] = []

describe('a clip that plays in step with the wall clock', () => {
  let pacer: Pacer
  let source: ClipSource
  let small: Clip
  let large: Clip
  const sent: { layer: number; index: number; capturedAtMs: number }[] = []

  beforeEach(async () => {
    small = await load('clock-128.h264')
    large = await load('clock-256.h264')
    vi.useFakeTimers({ now: 1_795_248_237_300 })
    pacer = new Pacer(systemClock)
    sent.length = 0
    sounded.length = 0
    source = new ClipSource({
      layers: [
        { widthPx: 128, heightPx: 72, bitsPerSecond: 20_000, clip: small },
        { widthPx: 256, heightPx: 144, bitsPerSecond: 40_000, clip: large },
      ],
      framesPerSecond,
      sound,
      pacer,
      clock: systemClock,
      offsetMs: 10,
    })
    source.start(
      (layer, unit, capturedAtMs) => {
        const { units } = layer === 0 ? small : large
        sent.push({ layer, index: units.indexOf(unit), capturedAtMs })
      },
      (packet, at) => sounded.push({ packet: sound.indexOf(packet), at }),
    )
    vi.advanceTimersByTime(2_500)
  })

  afterEach(() => {
    source.dispose()
    pacer.dispose()
    vi.useRealTimers()
  })

  test('plays its sound in step with the wall clock, fifty packets a second and none left out', () => {
    const ats = sounded.map(({ at }) => at)
    expect(ats.length).toBeGreaterThanOrEqual(124)
    expect(ats).toEqual(ats.map((_, index) => (ats[0] ?? 0) + index))
    expect(sounded.every(({ packet, at }) => packet === at % sound.length)).toBe(true)
  })

  test('shows in every layer the picture of the instant', () => {
    vi.advanceTimersByTime(3_000)
    const inPhase = sent.filter(
      ({ index, capturedAtMs }) =>
        index === Math.floor((((capturedAtMs - 9.9) % 2_000) * framesPerSecond) / 1000),
    )
    // The loop was entered in the middle of a group: up to its end the pictures are late.
    expect(sent.length - inPhase.length).toBeLessThan(2 * 15)
    expect(inPhase.slice(-20)).toEqual(sent.slice(-20))
  })

  test('answers a request before the call returns, with the key frame of the current group, in that layer only', () => {
    sent.length = 0
    vi.advanceTimersByTime(200)
    sent.length = 0
    source.requestKeyFrame(1)
    expect(sent.map(({ layer }) => layer)).toEqual([1])
    expect(large.units[sent[0]?.index ?? -1]?.isKeyFrame).toBe(true)
  })

  test('goes on from the key frame it was asked for, and is in step again at the next group', () => {
    sent.length = 0
    source.requestKeyFrame(1)
    const begun = sent[0]?.index ?? 0
    vi.advanceTimersByTime(67)
    expect(sent.filter(({ layer }) => layer === 1).at(-1)?.index).toBe(begun + 1)
    vi.advanceTimersByTime(1_000)
    const last = sent.at(-1)
    expect(last?.index).toBe(
      Math.floor(((((last?.capturedAtMs ?? 0) - 9.9) % 2_000) * framesPerSecond) / 1000),
    )
  })

  test('delivers nothing after its end', () => {
    source.dispose()
    sent.length = 0
    vi.advanceTimersByTime(1_000)
    source.requestKeyFrame(0)
    expect(sent).toEqual([])
  })
})
