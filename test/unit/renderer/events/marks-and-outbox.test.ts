import { describe, expect, it } from 'vitest'
import { type WallError, wallError } from '#contract/errors.ts'
import { ok } from '#contract/result.ts'
import type { EventOutboxState } from '#contract/wall/events.ts'
import { eventDefaults } from '#renderer/events/defaults.ts'
import { marksOf } from '#renderer/events/mark/mark-controller.ts'
import { OutboxWatch } from '#renderer/events/mark/outbox-watch.ts'
import type { PlaybackObservation } from '#renderer/playback/tile/tile-state.ts'
import { elsewhereWords, refusedWords, waitingWords } from '#renderer/ui/events/outbox-words.ts'
import { ANSWER_SHOWN_MS } from '#renderer/wall/defaults.ts'
import { settle } from '../fake-clock.ts'
import { camerasUpTo } from '../fake-shell.ts'
import { pageParts } from '../page-parts.ts'

const empty: EventOutboxState = { depth: 0, held: 0, deadLetters: [], deadLetterCount: 0 }

function open(
  marked: { markId: string; waitsFor?: WallError } = { markId: 'mark-1' },
  { skewMs = 0, recorderAheadMs = 0 } = {},
) {
  let outboxState = empty
  const parts = pageParts({
    tiles: 9,
    cameras: camerasUpTo(9).map((camera) => ({ ...camera, clockOffsetMs: recorderAheadMs })),
    nowMs: 1_800_000_000_000,
    skewMs,
    answers: { 'events.outbox': () => ok(outboxState), 'events.mark': () => ok(marked) },
  })
  const { clock, shell, live, session, playback } = parts
  let past: PlaybackObservation | undefined
  const showPast = (shownMs: number) => {
    playback.setState({ tiles: [0] })
    past = { state: 'PAUSED', shownMs, untilMs: undefined, reason: undefined, isQuiet: false }
  }
  const outbox = new OutboxWatch({ shell, clock })
  const marks = marksOf({ ...parts, outbox, pictures: { observe: () => past } })
  const pushOutbox = (state: EventOutboxState) => {
    outboxState = state
    shell.push('events.outboxChanged', state)
  }
  /** A mark that is in the outbox. */
  const keepUnsent = async () => {
    live.set(0, { state: 'LIVE', shownCameraId: 'camera-1' })
    marks.begin()
    pushOutbox({ ...empty, depth: 1 })
    await marks.keep('')
    await settle()
  }
  const message = () => session.getState().notices[0]?.text
  return { clock, shell, live, showPast, session, playback, outbox, marks, pushOutbox, keepUnsent, message }
}

describe('a mark', () => {
  it('is of the picture that was shown when the key was pressed', async () => {
    const { clock, shell, live, session, marks } = open()
    live.set(0, { state: 'LIVE', shownCameraId: 'camera-4', delayMs: 300 })
    const pressedAtMs = clock.nowMs()
    marks.begin()
    expect(session.getState().dialog).toBe('mark')
    clock.advance(9_000)
    await marks.keep('a note')
    expect(shell.inputsOf('events.mark')).toEqual([
      { cameraId: 'camera-4', atMs: pressedAtMs - 300, note: 'a note' },
    ])
    expect(session.getState().dialog).toBeUndefined()
  })

  it('can still be noted when the one before has only now been kept', async () => {
    const { shell, live, session, marks } = open()
    live.set(0, { state: 'LIVE', shownCameraId: 'camera-4' })
    const { promise, resolve } = Promise.withResolvers<never>()
    shell.answers['events.mark'] = () => promise as never
    marks.begin()
    const kept = marks.keep('first')
    session.actions.closeDialog('mark')
    marks.begin()
    resolve(ok({ markId: 'mark-1' }) as never)
    await kept
    expect(session.getState().dialog).toBe('mark')
    expect(marks.store.getState().pending).toBeDefined()
  })

  it('of a picture that has stopped is of that picture', async () => {
    const { clock, shell, live, marks } = open()
    const lastFrameAtMs = clock.nowMs() - 7_000
    live.set(0, { state: 'STALE', shownCameraId: 'camera-1', lastFrameAtMs, delayMs: 200 })
    marks.begin()
    await marks.keep('')
    expect(shell.inputsOf('events.mark')[0]).toMatchObject({ atMs: lastFrameAtMs - 200 })
  })

  it('is of the time that the platform has, whatever this computer calls it', async () => {
    const { clock, shell, live, marks } = open(undefined, { skewMs: -60_000, recorderAheadMs: 20_000 })
    const platformMs = clock.nowMs() - 60_000
    live.set(0, { state: 'LIVE', shownCameraId: 'camera-1', delayMs: 300 })
    marks.begin()
    await marks.keep('live')
    live.set(0, { state: 'STALE', lastFrameAtMs: clock.nowMs() - 7_000 })
    marks.begin()
    await marks.keep('stale')
    live.set(0, { state: 'CONNECTING', shownCameraId: undefined })
    marks.begin()
    await marks.keep('unseen')
    expect(shell.inputsOf('events.mark').map(({ atMs }) => atMs - platformMs)).toEqual([-300, -7_300, 0])
  })

  it('in playback is of when it was filmed, not of what the recorder calls it', async () => {
    const { shell, showPast, marks } = open(undefined, { recorderAheadMs: 20_000 })
    showPast(1_800_000_000_000)
    marks.begin()
    await marks.keep('')
    expect(shell.inputsOf('events.mark')[0]).toMatchObject({ atMs: 1_799_999_980_000 })
  })

  it('says that the platform has it, once it has', async () => {
    const { keepUnsent, pushOutbox, message } = open()
    await keepUnsent()
    expect(message()).toBeUndefined()
    pushOutbox(empty)
    await settle()
    expect(message()).toBe('Marked. The platform has it.')
  })

  it('says that it is kept here while the platform does not take it', async () => {
    const { clock, keepUnsent, message } = open()
    await keepUnsent()
    clock.advance(eventDefaults.mark.awaitMs)
    await settle()
    expect(message()).toBe('Marked. Kept here until the platform takes it.')
    clock.advance(ANSWER_SHOWN_MS)
    expect(message()).toBeUndefined()
  })

  it('that was slow to arrive is said to have arrived while somebody reads that it is kept', async () => {
    const { clock, keepUnsent, pushOutbox, message } = open()
    await keepUnsent()
    clock.advance(eventDefaults.mark.awaitMs)
    clock.advance(ANSWER_SHOWN_MS - 1)
    pushOutbox(empty)
    expect(message()).toBe('Marked. The platform has it.')
    await keepUnsent()
    clock.advance(eventDefaults.mark.awaitMs)
    clock.advance(ANSWER_SHOWN_MS)
    pushOutbox(empty)
    expect(message()).toBeUndefined()
  })

  it('says when the platform did not take it', async () => {
    const { keepUnsent, pushOutbox, message } = open()
    await keepUnsent()
    pushOutbox({ ...empty, deadLetterCount: 1 })
    await settle()
    expect(message()).toBe('Marked, but the platform did not take it. The outbox says why.')
  })

  it('says what it waits for', async () => {
    const { live, marks, message } = open({
      markId: 'mark-1',
      waitsFor: wallError('events_unavailable', 'It waits for a tag.'),
    })
    live.set(0, { state: 'LIVE', shownCameraId: 'camera-1' })
    marks.begin()
    await marks.keep('')
    expect(message()).toBe('Marked. The mark is kept on this computer and not sent yet. It waits for a tag.')
  })

  it('without a picture is of now', async () => {
    const { clock, shell, marks } = open()
    const pressedAtMs = clock.nowMs()
    marks.begin()
    clock.advance(1_000)
    await marks.keep('heard it')
    expect(shell.inputsOf('events.mark')[0]).toMatchObject({ cameraId: 'camera-1', atMs: pressedAtMs })
  })

  it('is refused where the past has no picture', () => {
    const { playback, session, marks, message } = open()
    playback.setState({ tiles: [0] })
    marks.begin()
    expect(session.getState().dialog).toBeUndefined()
    expect(message()).toMatch(/no picture/)
  })
})

describe('the outbox', () => {
  it('is news only when something waits for longer than it takes to send it', () => {
    const { clock, outbox, pushOutbox } = open()
    const isWaiting = () => outbox.store.getState().isWaiting
    pushOutbox({ ...empty, depth: 1 })
    clock.advance(eventDefaults.outbox.quietMs - 1)
    expect(isWaiting()).toBe(false)
    pushOutbox(empty)
    pushOutbox({ ...empty, depth: 2 })
    clock.advance(eventDefaults.outbox.quietMs - 1)
    expect(isWaiting()).toBe(false)
    clock.advance(1)
    expect(isWaiting()).toBe(true)
    pushOutbox(empty)
    expect(isWaiting()).toBe(false)
  })

  it('says what waits for a platform that the wall does not show', () => {
    const platforms = [
      { id: 'a', name: 'North', baseUrl: 'https://a.example', orgId: undefined, hasKey: true },
    ]
    const elsewhere = [
      { platform: 'a', depth: 1 },
      { platform: 'https://gone.example', depth: 2 },
      { platform: 'embedded', depth: 3 },
    ]
    expect(elsewhereWords(empty, platforms)).toEqual([])
    const found = elsewhereWords({ ...empty, elsewhere }, platforms)
    expect(found.map(({ isKnown, words }) => [isKnown, words])).toEqual([
      [true, '1 event waits here for North. Show it to send it.'],
      [false, '2 events wait here for the platform https://gone.example, which is not listed here.'],
      [true, '3 events wait here for the local site. Start it to send them.'],
    ])
  })

  it('says how many wait, since when and why', () => {
    const nowMs = 1_800_000_000_000
    expect(waitingWords(empty, nowMs)).toBeUndefined()
    expect(waitingWords({ ...empty, depth: 1 }, nowMs)).toBe('1 event waits here for the platform.')
    const waitsFor = wallError('unreachable', 'The platform does not answer.')
    expect(waitingWords({ ...empty, depth: 3, oldestAtMs: nowMs - 240_000, waitsFor }, nowMs)).toBe(
      '3 events wait here for the platform, the oldest for 4 min. The platform does not answer.',
    )
    expect(waitingWords({ ...empty, depth: 2, held: 2 }, nowMs)).toBe('2 events wait here for the platform.')
    expect(refusedWords(empty)).toBeUndefined()
    expect(refusedWords({ ...empty, deadLetterCount: 2 })).toBe('The platform did not take 2 events.')
  })
})
