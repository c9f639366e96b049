import { describe, expect, it } from 'vitest'
import { playbackDefaults } from '#renderer/playback/defaults.ts'
import { SegmentMap } from '#renderer/playback/segment-map.ts'
import type { Aim } from '#renderer/playback/tile/aim.ts'
import type { Player } from '#renderer/playback/tile/player.ts'
import { Steering } from '#renderer/playback/tile/steering.ts'
import { FakeClock } from '../fake-clock.ts'

const { quickAsks, askAgainAfterMs } = playbackDefaults.tile
const startMs = 1_700_000_000_000
const at = (seconds: number) => startMs + seconds * 1_000

/** Twenty seconds of footage, a gap of forty, and twenty more. */
const stretch = (mediaStart: number, wallStart: number) =>
  Array.from({ length: 10 }, (_, index) => ({
    mediaStartSeconds: mediaStart + index * 2,
    durationSeconds: 2,
    wallStartMs: at(wallStart + index * 2),
    isMissing: false,
  }))
const map = new SegmentMap([...stretch(0, 0), ...stretch(20, 60)], startMs)

/** Is where it is told to be. */
class FakePlayer {
  headMs: number | undefined = at(5)
  isSeeking = false
  isStarved = false
  seekMs = 200
  namedFrameMs = 40
  isRight: boolean | undefined = true
  isThere = false
  rate = 1
  resumes = 0
  readonly sought: number[] = []
  readonly within: number[] = []
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what it has is all that is asked of it
  readonly own = this as unknown as Player
  frameAt: Player['frameAt'] = () => undefined
  isShowing = () => this.isRight
  standsAt = () => this.isThere
  run(rate: number) {
    this.rate = rate
  }
  seek(mediaSeconds: number) {
    this.sought.push(Math.round(mediaSeconds * 1_000) / 1_000)
  }
  seekWithin(mediaSeconds: number) {
    this.within.push(mediaSeconds)
  }
  resumeIfStopped() {
    this.resumes += 1
  }
}

function open() {
  const clock = new FakeClock()
  const player = new FakePlayer()
  let dues = 0
  const ends: number[] = []
  const steering = new Steering({
    clock,
    onDue: () => (dues += 1),
    onEnd: (untilMs) => ends.push(untilMs),
  })
  const { own } = player
  const drive = (seconds: number, change: Partial<Aim> = {}, isJump = false) => {
    const aim = { wallMs: at(seconds), speed: 1, heldSpeed: undefined, ...change }
    const place = map.locate(aim.wallMs)
    if (place.kind !== 'footage') throw new Error('no footage')
    steering.rest()
    steering.drive(own, map, place, aim, isJump)
  }
  const wait = (seconds: number, change: Partial<Aim> = {}, isJump = false, isKnown = true) => {
    const aim = { wallMs: at(seconds), speed: 1, heldSpeed: undefined, ...change }
    const footage = map.locate(at(60))
    if (footage.kind !== 'footage') throw new Error('no footage')
    steering.rest()
    steering.wait(own, isKnown ? { untilMs: at(60), footage } : undefined, aim, isJump)
  }
  return { clock, player, steering, drive, wait, ends, dues: () => dues }
}

describe('a player that is led along footage', () => {
  it('is sent ahead by what a seek takes, and never beyond the end of the footage', () => {
    const { player, drive } = open()
    drive(10, {}, true)
    drive(10, { speed: 2 }, true)
    drive(19.9, {}, true)
    drive(19.98, {}, true)
    expect(player.sought).toEqual([10.2, 10.4, 19.95, 19.98])
    expect(player.resumes).toBe(4)
  })

  it('is left alone where it should be, nudged where it is a little off, sent elsewhere where it is far off', () => {
    const { player, drive } = open()
    drive(5)
    expect(player).toMatchObject({ rate: 1, sought: [] })
    player.headMs = at(5.1)
    drive(5)
    expect(player.rate).toBeCloseTo(0.9)
    player.headMs = at(4.9)
    drive(5)
    expect(player.rate).toBeCloseTo(1.1)
    player.headMs = at(9)
    drive(5)
    expect(player.sought).toEqual([5.2])
  })

  it('is not judged while it seeks, nor sent anywhere', () => {
    const { player, drive } = open()
    player.headMs = at(15)
    player.isSeeking = true
    drive(5, { speed: 2 })
    expect(player).toMatchObject({ rate: 2, sought: [] })
  })

  it('stops half a picture before the footage ends, and goes on when the clock is there', () => {
    const { clock, player, steering, drive, ends, dues } = open()
    player.headMs = at(19.7)
    drive(19.6)
    clock.advance(279)
    expect(ends).toEqual([])
    clock.advance(1)
    expect(ends).toEqual([at(20)])
    expect(player.rate).toBe(0)
    expect(steering.isAtEnd).toBe(true)
    player.headMs = at(20)
    drive(19.9)
    expect(player).toMatchObject({ rate: 0, sought: [] })
    clock.advance(99)
    expect(dues()).toBe(0)
    clock.advance(1)
    expect(dues()).toBe(1)
  })

  it('stops half of the last picture before the footage ends, however long that is shown', () => {
    const { clock, player, steering, drive, ends } = open()
    player.frameAt = () => ({ fromMs: at(19), untilMs: at(20) })
    player.headMs = at(19.3)
    drive(19.3)
    clock.advance(199)
    expect(ends).toEqual([])
    clock.advance(1)
    expect(ends).toEqual([at(20)])
    steering.begin()
    player.headMs = at(18.9)
    drive(18.9)
    steering.painted(player.own, at(18))
    expect(ends).toHaveLength(1)
    steering.painted(player.own, at(19))
    expect(ends).toHaveLength(2)
  })

  it('stops on the last picture of the footage as soon as that is presented', () => {
    const { clock, player, steering, drive, ends } = open()
    player.headMs = at(19.8)
    drive(19.8)
    steering.painted(player.own, at(19.92))
    steering.painted(player.own, at(60))
    expect(ends).toEqual([])
    steering.painted(player.own, at(19.96))
    expect(ends).toEqual([at(20)])
    expect(player.rate).toBe(0)
    clock.advance(5_000)
    steering.painted(player.own, at(19.96))
    expect(ends).toEqual([at(20)])
  })

  it('is not stopped by a timer that is far off, nor one that has been called off', () => {
    const { clock, player, steering, drive, ends } = open()
    player.headMs = at(19)
    drive(19)
    clock.advance(5_000)
    player.headMs = at(19.7)
    player.isSeeking = true
    drive(19.7)
    player.isSeeking = false
    drive(19.7)
    steering.rest()
    clock.advance(5_000)
    expect(ends).toEqual([])
  })

  it.each([
    ['it is sent elsewhere', ({ steering }: ReturnType<typeof open>) => steering.begin()],
    ['it is paused', ({ drive }: ReturnType<typeof open>) => drive(19.9, { speed: 0 })],
    ['it goes on in other footage', ({ drive }: ReturnType<typeof open>) => drive(61)],
  ])('is at the end no more when %s', (_why, change) => {
    const stage = open()
    stage.player.headMs = at(19.9)
    stage.drive(19.9)
    stage.clock.advance(100)
    expect(stage.steering.isAtEnd).toBe(true)
    change(stage)
    expect(stage.steering.isAtEnd).toBe(false)
  })

  it('is asked to load again at most twice a second when it has run dry', () => {
    const { clock, player, drive } = open()
    player.isStarved = true
    drive(5)
    drive(5)
    expect(player.resumes).toBe(1)
    clock.advance(askAgainAfterMs)
    drive(5)
    expect(player.resumes).toBe(2)
  })
})

describe('a player that stands', () => {
  const standing = { speed: 0 }

  it('is sent to the instant once, and again for another one', () => {
    const { player, drive } = open()
    drive(5, standing)
    drive(5, standing)
    drive(6, standing)
    drive(6, standing, true)
    expect(player).toMatchObject({ sought: [5, 6, 6], within: [], rate: 0 })
    // On the way back, too.
    drive(7)
    drive(6, standing)
    expect(player.sought.at(-1)).toBe(6)
  })

  it('is not sent to where it stands, nor asked again there', () => {
    const { player, drive } = open()
    player.isThere = true
    drive(5, standing, true)
    drive(5, standing)
    expect(player).toMatchObject({ sought: [], within: [], rate: 0 })
  })

  it('that shows another picture is asked again some times at once, and then twice a second', () => {
    const { clock, player, drive, dues } = open()
    player.isRight = false
    for (let asked = 0; asked < 10; asked += 1) drive(5, standing)
    expect(player.within).toHaveLength(quickAsks - 1)
    clock.advance(askAgainAfterMs - 1)
    expect(dues()).toBe(0)
    clock.advance(1)
    expect(dues()).toBe(1)
    drive(5, standing)
    expect(player.within).toHaveLength(quickAsks)
    player.isRight = true
    drive(5, standing)
    player.isRight = false
    drive(5, standing)
    expect(player.within).toHaveLength(quickAsks + 1)
  })

  it('of which the browser reports no picture is asked again, but not at once, and not while it seeks', () => {
    const { clock, player, drive, dues } = open()
    player.isRight = undefined
    drive(5, standing)
    for (let asked = 0; asked < 2; asked += 1) {
      player.isSeeking = true
      clock.advance(10_000)
      drive(5, standing)
      player.isSeeking = false
      // However long the seek took, its picture may be reported a moment later.
      drive(5, standing)
      clock.advance(askAgainAfterMs - 1)
      drive(5, standing)
      expect(player.within).toHaveLength(asked)
      const before = dues()
      clock.advance(1)
      expect(dues()).toBe(before + 1)
      drive(5, standing)
      expect(player.within).toHaveLength(asked + 1)
    }
  })

  it('only until another tile has its picture keeps what is nearly right', () => {
    const { player, drive } = open()
    const held = { speed: 0, heldSpeed: 1 }
    player.headMs = at(5.1)
    drive(5, held)
    expect(player).toMatchObject({ rate: 0, sought: [] })
    drive(5, held, true)
    player.headMs = at(5.2)
    drive(5, held)
    player.headMs = undefined
    drive(5, held)
    expect(player.sought).toEqual([5, 5, 5])
  })
})

describe('a player that shows key frames', () => {
  it.each([8, -1])('at %s× is sent to the one at the clock, once', (speed) => {
    const { player, drive } = open()
    drive(7.5, { speed })
    expect(player).toMatchObject({ rate: 0, sought: [6] })
    player.headMs = at(6.04)
    drive(7.9, { speed })
    expect(player.sought).toEqual([6])
    drive(8.1, { speed })
    expect(player.sought).toEqual([6, 8])
  })
})

describe('a player before a gap', () => {
  it('stands where the footage goes on, and is looked at again when it does', () => {
    const { clock, player, wait, dues } = open()
    wait(40)
    expect(player).toMatchObject({ rate: 0, sought: [20] })
    player.headMs = at(60)
    wait(58, { speed: 2 })
    expect(player.sought).toEqual([20])
    clock.advance(999)
    expect(dues()).toBe(0)
    clock.advance(1)
    expect(dues()).toBe(1)
    wait(58, {}, true)
    expect(player.sought).toEqual([20, 20])
  })

  it('is not looked at again by itself while the clock stands, nor where nothing is known to follow', () => {
    const { clock, player, wait } = open()
    wait(40, { speed: 0 })
    expect(player.sought).toEqual([20])
    wait(40, {}, true, false)
    expect(player.sought).toEqual([20])
    expect(clock.pendingCount).toBe(0)
  })
})
