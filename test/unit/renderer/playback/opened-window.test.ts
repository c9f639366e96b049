import { describe, expect, it, test } from 'vitest'
import { type OpenedFor, OpenedWindow } from '#renderer/playback/tile/opened-window.ts'

const startMs = 1_700_000_000_000
const at = (seconds: number) => startMs + seconds * 1_000

/** Half an hour that was opened for its fifth minute. */
function open({ isNewest = false, ...change }: Partial<OpenedFor> & { isNewest?: boolean } = {}) {
  const playback = { playbackId: 'p', manifest: '/m', startMs, endMs: at(1_800), isNewest }
  return new OpenedWindow(playback, {
    quality: 'full',
    atMs: at(300),
    fromMs: undefined,
    openedAtMs: 1_000,
    ...change,
  })
}

describe('a window of footage', () => {
  test.for([
    [-0.001, false, false],
    [0, true, true],
    [599, true, true],
    [600, true, false],
    [1_799, true, false],
    [1_800, false, false],
  ] as const)(
    'whose manifest ends after ten minutes, at %s s: within it %s, footage %s',
    ([s, claims, holds]) => {
      const window = open()
      window.learn(at(600))
      expect({ claims: window.claims(at(s)), holds: window.holds(at(s)) }).toEqual({ claims, holds })
      expect(window.isCutBefore(at(s))).toBe(claims && !holds)
    },
  )

  it('is as long as promised until its manifest has been read, and never longer', () => {
    const window = open()
    expect(window.untilMs).toBe(at(1_800))
    expect(window.learn(at(1_790))).toBe(true)
    expect(window.learn(at(1_790))).toBe(false)
    expect(window.untilMs).toBe(at(1_790))
    window.learn(at(9_000))
    expect(window.untilMs).toBe(at(1_800))
    window.learn(undefined)
    expect(window.untilMs).toBe(startMs)
  })

  it('is cut where its manifest ends long before it does, and not for what is not kept yet', () => {
    const window = open()
    window.learn(at(1_785))
    expect(window.isCut).toBe(false)
    window.learn(at(1_784))
    expect(window.isCut).toBe(true)
  })

  test.for([
    ['holds what it was opened for', {}, 301, false],
    ['ends before it, for another one may begin later', {}, 300, false],
    ['ends before it although it was to begin there', { fromMs: at(300) }, 300, true],
    ['ends before it and was to begin at its stretch', { fromMs: at(100) }, 300, false],
    ['is as long as it was to be and ends before it', { atMs: at(1_795) }, 1_790, true],
  ] as const)('in vain? It %s', ([, change, untilS, isInVain]) => {
    const window = open(change)
    window.learn(at(untilS))
    expect(window.isInVain).toBe(isInVain)
    expect(window.isOfStretch).toBe('fromMs' in change)
  })

  it('is about to be left a minute before its footage ends, backwards a minute after it begins', () => {
    const window = open()
    expect(window.endsSoon(at(1_740), 2_000)).toBe(false)
    expect(window.endsSoon(at(1_740) + 1, 2_000)).toBe(true)
    expect(window.beginsSoon(at(60))).toBe(false)
    expect(window.beginsSoon(at(60) - 1)).toBe(true)
  })

  it('of the newest footage is worth another one only once that is longer', () => {
    const window = open({ isNewest: true })
    expect(window.endsSoon(at(1_790), 10_999)).toBe(false)
    expect(window.endsSoon(at(1_790) + 1, 11_000)).toBe(true)
    expect(window.endsSoon(at(1_700), 900_000)).toBe(false)
    window.learn(at(600))
    expect(window.endsSoon(at(590), 2_000)).toBe(true)
  })
})
