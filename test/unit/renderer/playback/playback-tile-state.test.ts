import { describe, expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import {
  type PlaybackTileEvidence,
  playbackTileState,
  playbackWords,
  reducedWords,
} from '#renderer/playback/tile/tile-state.ts'

const settled: PlaybackTileEvidence = {
  before: { state: 'PLAYING', isQuiet: false },
  isStanding: false,
  shownMs: 1_000,
  error: undefined,
  isUnplayable: false,
  failure: undefined,
  gap: undefined,
  isJumping: false,
  unsettledForMs: undefined,
}

describe('playbackTileState', () => {
  const table: [string, Partial<PlaybackTileEvidence>, string, RegExp | undefined][] = [
    ['plays', {}, 'PLAYING', undefined],
    ['stands', { isStanding: true }, 'PAUSED', undefined],
    ['says nothing of a short wait', { unsettledForMs: 299 }, 'PLAYING', undefined],
    ['says nothing of a short seek', { unsettledForMs: 299, isJumping: true }, 'PLAYING', undefined],
    ['stands beside the asked picture', { unsettledForMs: 0, isStanding: true }, 'SEEKING', undefined],
    [
      'still does, shortly',
      { unsettledForMs: 299, isStanding: true, before: { state: 'SEEKING', isQuiet: true } },
      'SEEKING',
      undefined,
    ],
    ['does so for long', { unsettledForMs: 300, isStanding: true }, 'SEEKING', /Looking/],
    ['waits', { unsettledForMs: 300 }, 'BUFFERING', /Waiting/],
    [
      'has not begun',
      { unsettledForMs: 0, before: { state: 'BUFFERING', isQuiet: false } },
      'BUFFERING',
      /Waiting/,
    ],
    ['seeks', { unsettledForMs: 300, isJumping: true }, 'SEEKING', /Looking/],
    ['says within 3 s that nothing comes', { unsettledForMs: 2_400 }, 'BUFFERING', /No footage arrives/],
    ['is in a gap', { gap: { kind: 'gap', fromMs: 0, untilMs: 5 } }, 'GAP', /^No recording until 5$/],
    ['is after all', { gap: { kind: 'gap', fromMs: 0, untilMs: undefined } }, 'NO RECORDING', /recorded/],
    ['is damaged', { failure: 'Damaged.' }, 'FAILED', /Damaged/],
    ['cannot be decoded', { isUnplayable: true, failure: 'x' }, 'UNPLAYABLE', /H\.264/],
    ['may not', { error: wallError('not_allowed') }, 'NO ACCESS', /administrator/],
    ['was not recorded', { error: wallError('no_recording') }, 'NO RECORDING', /recorded/],
    ['is one too many', { error: wallError('too_many_sessions') }, 'FAILED', /sessions/],
  ]
  it.each(table)('a tile that %s', (_what, evidence, state, words) => {
    const observation = playbackTileState({ ...settled, ...evidence })
    expect(observation).toMatchObject({ state, shownMs: 1_000 })
    const shown = playbackWords(observation, String)
    if (words === undefined) expect(shown).toBeUndefined()
    else expect(shown).toMatch(words)
  })
})

it('a paused picture of fewer pixels says how many, and whether more are coming', () => {
  const size = { widthPx: 320, heightPx: 180 }
  const [coming, refused] = [true, false].map((isComing) => reducedWords({ ...size, isComing }))
  expect(coming).toMatch(/320×180/)
  expect(refused).toMatch(/320×180/)
  expect(coming).not.toBe(refused)
})

it('a gap whose end nobody knows names none', () => {
  const words = playbackWords({ state: 'GAP', untilMs: undefined, reason: undefined, isQuiet: false }, String)
  expect(words).toMatch(/^No recording/)
  expect(words).not.toMatch(/until/)
})
