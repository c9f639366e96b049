import { describe, expect, it, test, vi } from 'vitest'
import { type TileStateName, tileStates } from '#contract/wall/tile-report.ts'
import type { TileLook } from '#renderer/ui/tile-look.ts'
import { pageClock } from '#renderer/clock.ts'
import { span, tileWords } from '#renderer/ui/words.ts'
import { zone } from '../timeline/axis/zones.ts'

const nowMs = Date.parse('2026-11-20T14:32:07Z')
const utc = zone('UTC')

function look(state: TileStateName, change: Partial<TileLook> = {}): TileLook {
  return {
    state,
    shownCameraId: 'camera-1',
    sinceMs: nowMs - 9_000,
    lastFrameAtMs: undefined,
    delayTenths: undefined,
    isLocal: false,
    limit: undefined,
    why: undefined,
    nextTryAtMs: undefined,
    ...change,
  }
}

describe('the words of a tile', () => {
  it('are none while it is live', () => {
    expect(tileWords(look('LIVE'), nowMs, utc)).toEqual({ tone: 'silent', lines: [] })
  })

  it('say that the platform does not know the camera, in its own words where it has some', () => {
    const unknown = tileWords(look('NO CAMERA', { nextTryAtMs: nowMs + 8_000 }), nowMs, utc)
    expect(unknown).toMatchObject({ tone: 'fault', chip: 'NO CAMERA' })
    expect(unknown.lines[0]).toBe('The platform does not know this camera.')
    const shown = tileWords(look('NO CAMERA', { why: 'It was taken down.' }), nowMs, utc)
    expect(shown.lines[0]).toBe('It was taken down.')
  })

  it('count from the computer’s clock, also when the machine has slept since the page was opened', () => {
    const stoppedAtMs = pageClock.nowMs() - 10_000
    const afterSleepMs = Date.now() + 8 * 3_600_000
    vi.spyOn(Date, 'now').mockReturnValue(afterSleepMs)
    const words = tileWords(look('STALE', { lastFrameAtMs: stoppedAtMs }), afterSleepMs, utc)
    vi.restoreAllMocks()
    expect(words.chip).toBe('STALE · 10 s')
  })

  it('say that this computer is too busy for all of it', () => {
    const reduced = tileWords(look('LIVE', { limit: 'reduced' }), nowMs, utc)
    expect(reduced).toEqual({ tone: 'quiet', corner: 'Reduced: this computer is busy', lines: [] })
    const paused = tileWords(look('CONNECTING', { limit: 'paused' }), nowMs, utc)
    expect(paused.lines).toEqual(['Paused: this computer is busy. The picture returns by itself.'])
  })

  it('say how late it is', () => {
    expect(tileWords(look('LATE', { delayTenths: 14 }), nowMs, utc).corner).toBe('LATE 1.4 s')
  })

  it('say that a picture comes another way, and about how late', () => {
    const local = look('LATE', { delayTenths: 40, isLocal: true })
    expect(tileWords(local, nowMs, utc).corner).toBe('LATE · local HLS, about 4 s behind')
  })

  it('say how old a stale picture is, and of when', () => {
    expect(tileWords(look('STALE', { lastFrameAtMs: nowMs - 12_000 }), nowMs, utc)).toMatchObject({
      tone: 'attention',
      chip: 'STALE · 12 s',
      lines: ['last picture 14:31:55'],
    })
  })

  it('say times by the platform’s clock, and ages by either', () => {
    const stale = look('STALE', { lastFrameAtMs: nowMs - 12_000 })
    expect(tileWords(stale, nowMs, utc, -600_000)).toMatchObject({
      chip: 'STALE · 12 s',
      lines: ['last picture 14:21:55'],
    })
  })

  it('say since when a camera is gone, why, and when it is tried again', () => {
    const offline = look('OFFLINE', {
      sinceMs: Date.parse('2026-11-20T13:58:02Z'),
      nextTryAtMs: nowMs + 8_000,
      why: 'No answer from the camera.',
    })
    expect(tileWords(offline, nowMs, utc)).toMatchObject({
      tone: 'fault',
      chip: 'OFFLINE',
      lines: ['No answer from the camera.', 'since 13:58:02 · next try in 8 s'],
    })
  })

  it.each([
    ['Asia/Tokyo', '2026-11-20T13:58:02Z', 'since 22:58:02'],
    ['America/New_York', '2026-11-20T01:58:02Z', 'since 19 Nov 20:58:02'],
    ['Europe/Berlin', '2026-10-25T00:30:00Z', 'since 25 Oct 02:30:00 +2'],
  ])('say it by the clock of the wall’s zone: %s', (name, since, words) => {
    const offline = look('OFFLINE', { sinceMs: Date.parse(since) })
    expect(tileWords(offline, nowMs, zone(name)).lines[1]).toBe(words)
  })

  it('say when a try is under way', () => {
    const words = tileWords(look('RECONNECTING', { nextTryAtMs: nowMs - 20 }), nowMs, utc)
    expect(words.lines[1]).toMatch(/trying now$/)
  })

  it('name every state but the silent ones in a word, and not by colour alone', () => {
    for (const state of tileStates) {
      const words = tileWords(look(state), nowMs, utc)
      const text = [words.chip ?? '', words.corner ?? '', ...words.lines].join(' ')
      if (state === 'LIVE') expect(text.trim()).toBe('')
      else expect(text.toUpperCase()).toContain(state)
    }
  })
})

describe('a length of time', () => {
  test.for([
    [0, '0 s'],
    [-400, '0 s'],
    [12_400, '12 s'],
    [99_000, '99 s'],
    [125_000, '2 min'],
    [7_500_000, '2 h 5 min'],
    [200_000_000, '2 d 7 h'],
  ] as const)('of %i ms is %s', ([lengthMs, words]) => {
    expect(span(lengthMs)).toBe(words)
  })
})
