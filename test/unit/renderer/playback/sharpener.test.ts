import { describe, expect, it } from 'vitest'
import { playbackDefaults } from '#renderer/playback/defaults.ts'
import { SegmentMap } from '#renderer/playback/segment-map.ts'
import {
  type OwnPicture,
  type OwnPlayer,
  Sharpener,
  type SharpPlayer,
} from '#renderer/playback/tile/sharpener.ts'
import { Turns } from '#renderer/playback/turns.ts'
import { FakeClock } from '../fake-clock.ts'

const startMs = 1_700_000_000_000
const small = { widthPx: 320, heightPx: 180 }
const best = { widthPx: 1_920, heightPx: 1_080 }
const coming = { ...small, isComing: true }
const restMs = playbackDefaults.tile.quietMs
const refused = { ...small, isComing: false }

type Order = Parameters<OwnPlayer['openBest']>[0]

/** A second player that does what a test says. */
class FakeSharp implements SharpPlayer {
  readonly order: Order
  readonly map = new SegmentMap(
    [{ mediaStartSeconds: 0, durationSeconds: 60, wallStartMs: startMs, isMissing: false }],
    startMs,
  )
  readonly sought: number[] = []
  headMs: number | undefined
  isSeeking = true
  pictureMs: number | undefined
  size = best
  facts = { ...best, isReduced: false, codec: 'avc1.640028' }
  bufferedSeconds = 0
  isDisposed = false

  constructor(order: Order) {
    this.order = order
    this.headMs = order.startMs()
  }

  figures() {
    return { bufferedSeconds: this.bufferedSeconds, droppedFrames: 0 }
  }

  seek(mediaSeconds: number): void {
    this.headMs = startMs + mediaSeconds * 1_000
    this.isSeeking = true
    this.sought.push(this.headMs)
  }

  /** Its picture is on the screen. */
  present(ms = this.headMs): void {
    this.bufferedSeconds = 2
    this.pictureMs = ms
    this.isSeeking = false
    this.order.onFrame(ms)
    this.order.onSeeked()
  }

  refuse(): void {
    this.order.onFault({ kind: 'manifest', reason: 'refused' })
  }

  dispose(): void {
    this.isDisposed = true
  }
}

/** A tile whose own player stands at the small rendition. */
function open(turns = new Turns(1), isSelected = false) {
  const opened: FakeSharp[] = []
  const own = {
    isReduced: true,
    size: small,
    openBest: (order: Order) => {
      const sharp = new FakeSharp(order)
      opened.push(sharp)
      return sharp
    },
  }
  const clock = new FakeClock()
  let isFront = false
  let picture: OwnPicture = { player: own, standsAtMs: startMs, isSettled: true, paintedMs: startMs }
  const sharpener: Sharpener = new Sharpener({
    clock,
    turns,
    isSelected: () => isSelected,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only handed on
    video: () => ({}) as HTMLVideoElement,
    onFront: (is) => {
      isFront = is
    },
    onProgress: () => sharpener.follow(picture),
    onReduced: () => undefined,
  })
  const pass = (change: Partial<OwnPicture>) => {
    picture = { ...picture, ...change }
    sharpener.follow(picture)
  }
  /** And stays there for a while. */
  const follow = (change: Partial<OwnPicture>) => {
    pass(change)
    clock.advance(restMs)
  }
  return {
    own,
    opened,
    sharpener,
    pass,
    follow,
    newest: () => opened.at(-1) as FakeSharp,
    isFront: () => isFront,
  }
}

describe('a paused picture of fewer pixels than the footage', () => {
  it('is said to be reduced until the best rendition of the same instant stands in front of it', () => {
    const { sharpener, follow, newest, isFront } = open()
    follow({})
    expect(sharpener.reduced).toEqual(coming)
    expect(isFront()).toBe(false)
    newest().present()
    expect(sharpener.reduced).toBeUndefined()
    expect(sharpener.shownMs).toBe(startMs)
    expect(isFront()).toBe(true)
  })

  it('stays, and says so, when the best one is refused; the next instant is tried again', () => {
    const { sharpener, follow, newest, opened, isFront } = open()
    follow({})
    newest().refuse()
    follow({})
    expect(sharpener.reduced).toEqual(refused)
    expect(newest().isDisposed).toBe(true)
    expect(isFront()).toBe(false)
    expect(opened).toHaveLength(1)
    follow({ standsAtMs: startMs + 40, paintedMs: startMs + 40 })
    expect(sharpener.reduced).toEqual(coming)
    expect(opened).toHaveLength(2)
  })

  it('gives way when the wall plays on', () => {
    for (const isThere of [true, false]) {
      const { sharpener, follow, newest, isFront } = open()
      follow({})
      if (isThere) newest().present()
      follow({ standsAtMs: undefined })
      expect(newest().isDisposed).toBe(true)
      expect(isFront()).toBe(false)
      expect(sharpener.reduced).toBeUndefined()
    }
  })

  it('is not made sharper when it turns out that there are no more pixels', () => {
    const { sharpener, follow, newest, opened } = open()
    follow({})
    newest().size = small
    newest().present()
    follow({ standsAtMs: startMs + 40 })
    expect(sharpener.reduced).toBeUndefined()
    expect(newest().isDisposed).toBe(true)
    expect(opened).toHaveLength(1)
  })
})

describe('a sharper picture that begins beside the place', () => {
  it('is sent to the place once what lies where is known, and is not seen before', () => {
    const { follow, newest, isFront, sharpener } = open()
    follow({})
    newest().headMs = startMs + 100
    newest().present()
    expect(isFront()).toBe(false)
    expect(newest().sought).toEqual([startMs])
    newest().present()
    expect(isFront()).toBe(true)
    expect(sharpener.shownMs).toBe(startMs)
  })

  it('is sent there once, and is what it says it is', () => {
    const { follow, newest, isFront, sharpener } = open()
    follow({})
    newest().headMs = startMs + 100
    newest().present()
    newest().headMs = startMs + 100
    newest().present()
    expect(newest().sought).toEqual([startMs])
    expect(isFront()).toBe(true)
    expect(sharpener.shownMs).toBe(startMs + 100)
  })

  it('has no picture to show where its footage does not hold the place', () => {
    const { follow, newest, isFront, sharpener } = open()
    follow({ standsAtMs: startMs + 90_000, paintedMs: startMs + 90_000 })
    newest().headMs = startMs + 59_000
    newest().present()
    expect(isFront()).toBe(false)
    expect(sharpener.reduced).toEqual(refused)
    expect(newest().isDisposed).toBe(true)
  })
})

describe('a step on from a sharp picture', () => {
  it('keeps it until the own player has the next picture, and never shows it as that one', () => {
    const { sharpener, follow, newest, isFront } = open()
    follow({})
    newest().present()
    follow({ standsAtMs: startMs + 40, isSettled: false })
    expect(isFront()).toBe(true)
    expect(sharpener.shownMs).toBe(startMs)
    follow({ isSettled: true, paintedMs: startMs + 40 })
    expect(isFront()).toBe(false)
    expect(sharpener.reduced).toEqual(coming)
    expect(newest().sought).toEqual([startMs + 40])
    // The callback of the picture before comes late.
    newest().order.onFrame(startMs)
    expect(isFront()).toBe(false)
    newest().present()
    expect(isFront()).toBe(true)
    expect(sharpener.shownMs).toBe(startMs + 40)
  })

  it('does not begin anew while keys repeat, but for footage that has not come', () => {
    const { follow, newest, opened } = open()
    follow({})
    newest().present()
    for (const at of [40, 80, 120]) follow({ standsAtMs: startMs + at, paintedMs: startMs + at })
    expect(opened).toHaveLength(1)
    newest().bufferedSeconds = 0
    follow({ standsAtMs: startMs + 9_000, isSettled: false })
    expect(opened[0]?.isDisposed).toBe(true)
  })
})

it('a picture at the end of its segment is shown although what comes after it is refused', () => {
  const { sharpener, follow, newest, opened, isFront } = open()
  follow({})
  newest().bufferedSeconds = 0.04
  newest().order.onFault({
    kind: 'segment',
    mediaStartSeconds: 2,
    needsPlayer: false,
    isPassing: true,
    reason: 'refused',
  })
  newest().present()
  expect(isFront()).toBe(true)
  // That player loads nothing any more.
  follow({ standsAtMs: startMs + 40, paintedMs: startMs + 40 })
  expect(opened).toHaveLength(2)
  expect(opened[0]?.isDisposed).toBe(true)
  expect(sharpener.reduced).toEqual(coming)
})

it('nothing is loaded where the wall stops only to go on at once', () => {
  const { pass, follow, opened, sharpener } = open()
  for (const at of [0, 9_000, 18_000]) pass({ standsAtMs: startMs + at, paintedMs: startMs + at })
  pass({ standsAtMs: undefined })
  expect(opened).toHaveLength(0)
  follow({ standsAtMs: startMs })
  expect(opened).toHaveLength(1)
  expect(sharpener.reduced).toEqual(coming)
})

it('of several tiles one is made sharper at a time, and the selected one at once', () => {
  const turns = new Turns(1)
  const [first, second, selected] = [open(turns), open(turns), open(turns, true)]
  for (const { follow } of [first, second, selected]) follow({})
  expect([first, second, selected].map(({ opened }) => opened.length)).toEqual([1, 0, 1])
  expect(second.sharpener.reduced).toEqual(coming)
  first.newest().present()
  selected.newest().present()
  expect(second.opened).toHaveLength(1)
})

it('a player that is made anew shows its own picture at once', () => {
  const { own, follow, newest, isFront, opened } = open()
  follow({})
  newest().present()
  follow({ player: { ...own }, isSettled: false })
  expect(isFront()).toBe(false)
  expect(opened[0]?.isDisposed).toBe(true)
})
