import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type WallErrorCode, wallError } from '#contract/errors.ts'
import { tileStates } from '#contract/wall/tile-report.ts'
import { liveDefaults } from '#renderer/live/defaults.ts'
import { type LinkObservation, type TileEvidence, tileState } from '#renderer/live/tile-state.ts'

const limits = liveDefaults.tile
const nowMs = 1_000_000
const joined: LinkObservation = {
  phase: 'joined',
  sinceMs: nowMs - 60_000,
  isPublished: true,
  error: undefined,
  nextTryAtMs: undefined,
}
const failed = (code: WallErrorCode): LinkObservation => ({
  ...joined,
  phase: 'lost',
  error: wallError(code),
})
const lost = failed('media_unreachable')
/** The camera has left its room. */
const left: LinkObservation = { ...joined, isPublished: false }
const leftMsAgo = (ms: number): LinkObservation => ({ ...left, sinceMs: nowMs - ms })
const withdrawn: LinkObservation = { ...left, error: wallError('not_allowed') }
const connecting: LinkObservation = { ...joined, phase: 'connecting', isPublished: false }
const evidence = (some: Partial<TileEvidence>): TileEvidence => ({
  nowMs,
  wishedAtMs: nowMs - 5_000,
  lastFrameAtMs: undefined,
  filmedAtMs: some.lastFrameAtMs,
  isBlack: false,
  delayMs: undefined,
  lateAfterMs: 1_000,
  wasLate: false,
  link: joined,
  ...some,
})
const frame = nowMs - 100
const old = nowMs - 2_600
const paused = { lastFrameAtMs: old, isPaused: true } as const

describe('tileState', () => {
  it.each([
    ['NO CAMERA', 'nothing is wished', { wishedAtMs: undefined, lastFrameAtMs: frame }],
    ['LIVE', 'frames come', { lastFrameAtMs: frame }],
    ['LIVE', 'frames come although the signalling is lost', { lastFrameAtMs: frame, link: lost }],
    ['LATE', 'frames come too late', { lastFrameAtMs: frame, delayMs: 1_001 }],
    ['LIVE', 'the delay is at the limit', { lastFrameAtMs: frame, delayMs: 1_000 }],
    ['LATE', 'the delay fell only a little', { lastFrameAtMs: frame, delayMs: 900, wasLate: true }],
    ['LIVE', 'the delay fell clearly', { lastFrameAtMs: frame, delayMs: 800, wasLate: true }],
    ['LATE', 'frames come, and none was dated for long', { lastFrameAtMs: frame, filmedAtMs: nowMs - 3_500 }],
    ['LIVE', 'frames come, and one was dated before', { lastFrameAtMs: frame, filmedAtMs: nowMs - 3_400 }],
    ['STALE', 'the last frames may be old', { lastFrameAtMs: nowMs - 2_000, filmedAtMs: nowMs - 3_500 }],
    ['STALE', 'no frame comes over a good connection', { lastFrameAtMs: old }],
    ['CONNECTING', 'it is paused, and none is asked for', { lastFrameAtMs: old, isPaused: true }],
    ['RECONNECTING', 'it is paused, and the connection is lost', { ...paused, link: lost }],
    ['OFFLINE', 'it is paused, and the camera has left its room', { ...paused, link: left }],
    [
      'CONNECTING',
      'it is paused, and the camera has just left its room',
      { isPaused: true, link: leftMsAgo(2_500) },
    ],
    ['OFFLINE', 'somebody has to act first', { link: failed('refused') }],
    ['CONNECTING', 'the first frame is awaited', {}],
    ['CONNECTING', 'there is no connection yet', { link: connecting }],
    ['CONNECTING', 'the first connect failed', { link: lost }],
    ['RECONNECTING', 'there were frames and the connection is lost', { lastFrameAtMs: old, link: lost }],
    ['RECONNECTING', 'there were frames and it is being dialled', { lastFrameAtMs: old, link: connecting }],
    ['RECONNECTING', 'the picture that came a moment ago has gone', { lastFrameAtMs: frame, isBlack: true }],
    [
      'RECONNECTING',
      'the camera left its room a moment ago',
      { lastFrameAtMs: frame, isBlack: true, link: left },
    ],
    ['OFFLINE', 'it takes too long', { wishedAtMs: nowMs - 13_000, link: lost }],
    ['OFFLINE', 'frames are long gone', { wishedAtMs: 0, lastFrameAtMs: nowMs - 13_000, link: lost }],
    ['STALE', 'frames are long gone over a good link', { wishedAtMs: 0, lastFrameAtMs: nowMs - 90_000 }],
    ['OFFLINE', 'the camera sends nothing into its room', { link: left }],
    ['CONNECTING', 'the camera may be a moment behind its room', { link: leftMsAgo(1_000) }],
    ['NO ACCESS', 'the key is refused', { link: failed('key_rejected') }],
    ['NO ACCESS', 'the camera is not allowed', { link: failed('not_allowed') }],
    [
      'NO ACCESS',
      'the permission to watch was withdrawn in the room',
      { lastFrameAtMs: old, link: withdrawn },
    ],
    [
      'NO ACCESS',
      'it is paused, and the permission to watch was withdrawn',
      { isPaused: true, link: withdrawn },
    ],
    ['NO ACCESS', 'there is no key', { link: failed('no_key') }],
    ['NO CAMERA', 'the platform does not know the camera', { link: failed('not_found') }],
  ] as const)('is %s when %s', (state, _why, some) => {
    expect(tileState(evidence(some), limits)).toBe(state)
  })

  const anyLink = fc.record<LinkObservation>({
    phase: fc.constantFrom('connecting', 'joined', 'lost'),
    sinceMs: fc.integer({ min: nowMs - 100_000, max: nowMs }),
    isPublished: fc.boolean(),
    error: fc.constantFrom(undefined, wallError('timeout'), wallError('not_found'), wallError('no_key')),
    nextTryAtMs: fc.constant(undefined),
  })
  const anyEvidence = fc.record<TileEvidence>({
    nowMs: fc.constant(nowMs),
    wishedAtMs: fc.option(fc.integer({ min: 0, max: nowMs }), { nil: undefined }),
    lastFrameAtMs: fc.option(fc.integer({ min: 0, max: nowMs }), { nil: undefined }),
    filmedAtMs: fc.option(fc.integer({ min: 0, max: nowMs }), { nil: undefined }),
    isBlack: fc.boolean(),
    delayMs: fc.option(fc.nat(5_000), { nil: undefined }),
    lateAfterMs: fc.constant(1_000),
    wasLate: fc.boolean(),
    link: anyLink,
  })

  it('never calls a picture live that did not come within three seconds, or has gone', () => {
    fc.assert(
      fc.property(anyEvidence, (some) => {
        const state = tileState(some, limits)
        expect(tileStates).toContain(state)
        const isFresh =
          some.lastFrameAtMs !== undefined && nowMs - some.lastFrameAtMs < 3_000 && !some.isBlack
        if (state === 'LIVE' || state === 'LATE') expect(isFresh).toBe(true)
      }),
    )
  })

  it('never calls a picture live of which nobody knows that it is younger than four seconds', () => {
    fc.assert(
      fc.property(anyEvidence, (some) => {
        if (tileState(some, limits) === 'LIVE') expect(nowMs - (some.filmedAtMs ?? 0)).toBeLessThan(4_000)
      }),
    )
  })

  it('never calls a picture anything else that has just come', () => {
    fc.assert(
      fc.property(anyEvidence, (some) => {
        const state = tileState(
          { ...some, wishedAtMs: 0, lastFrameAtMs: nowMs - 100, isBlack: false },
          limits,
        )
        expect(['LIVE', 'LATE']).toContain(state)
      }),
    )
  })
})
