import { describe, expect, it } from 'vitest'
import { playbackDefaults } from '#renderer/playback/defaults.ts'
import { SegmentMap } from '#renderer/playback/segment-map.ts'
import { Steering } from '#renderer/playback/tile/steering.ts'
import { FakeClock } from '../fake-clock.ts'

const { seekStuckMs } = playbackDefaults.tile
const atMs = Date.parse('2026-03-01T12:00:00Z')
const map = new SegmentMap(
  [{ mediaStartSeconds: 0, durationSeconds: 60, wallStartMs: atMs, isMissing: false, listedSeconds: 60 }],
  atMs,
)

/** A player whose seeks do not end. */
function open(isFootageThere: boolean) {
  const clock = new FakeClock()
  const seeks: number[] = []
  const sought = () => void seeks.push(clock.nowMs())
  const player = {
    headMs: atMs,
    isSeeking: true,
    isStarved: false,
    namedFrameMs: 40,
    seekMs: 100,
    frameAt: () => undefined,
    isShowing: () => undefined,
    resumeIfStopped: () => undefined,
    run: () => undefined,
    seek: sought,
    seekWithin: sought,
    get seekingInFootageForMs() {
      return isFootageThere ? clock.nowMs() - (seeks.at(-1) ?? 0) : 0
    },
  }
  const place = map.locate(atMs + 10_000)
  if (place.kind !== 'footage') throw new Error('no footage')
  const drive = (speed: number, isJump: boolean) =>
    steering.drive(player, map, place, { wallMs: atMs + 10_000, speed, heldSpeed: speed }, isJump)
  const steering = new Steering({ clock, onDue: () => drive(0, false), onEnd: () => undefined })
  const startedAtMs = clock.nowMs()
  return { clock, drive, since: () => seeks.map((ms) => ms - startedAtMs) }
}

describe('a seek that the browser does not end', () => {
  it('is begun anew when its footage is there, each time after twice as long', () => {
    const { clock, drive, since } = open(true)
    drive(0, true)
    clock.advance(6 * seekStuckMs)
    const [first, second = 0, third = 0, ...others] = since()
    expect(first).toBe(0)
    expect(second).toBeGreaterThan(seekStuckMs)
    expect(third - second).toBeGreaterThan(2 * seekStuckMs)
    expect(others).toEqual([])
  })

  it('is begun anew where it plays, too', () => {
    const { clock, drive, since } = open(true)
    drive(1, true)
    for (let looks = 0; looks < 10; looks += 1) {
      clock.advance(seekStuckMs / 4)
      drive(1, false)
    }
    expect(since()).toHaveLength(2)
  })

  it('is waited for while its footage is on its way', () => {
    const { clock, drive, since } = open(false)
    drive(0, true)
    clock.advance(8 * seekStuckMs)
    expect(since()).toEqual([0])
  })
})
