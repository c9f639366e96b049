import { describe, expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { faultSentence, faultsReader } from '#renderer/ui/wall-faults.ts'
import { FakeLiveWall } from '../fake-live-wall.ts'

const stale = (tile: number) => ({ tile, state: 'STALE' as const })

describe('the faults of a wall', () => {
  it('are the tiles whose picture is not now', () => {
    const live = new FakeLiveWall()
    live.set(0, { state: 'LIVE' })
    live.set(1, { state: 'STALE' })
    live.set(2, { state: 'LATE' })
    live.set(3, { state: 'CONNECTING' })
    live.set(4, { state: 'OFFLINE' })
    expect(faultsReader(live, [0, 1, 2, 3, 4])()).toEqual([
      { tile: 1, state: 'STALE' },
      { tile: 4, state: 'OFFLINE' },
    ])
  })

  it('are tiles of cameras that the platform does not know, and no empty ones', () => {
    const live = new FakeLiveWall()
    live.set(0, { state: 'NO CAMERA' })
    live.set(1, { state: 'NO CAMERA', error: wallError('not_found') })
    expect(faultsReader(live, [0, 1])()).toEqual([{ tile: 1, state: 'NO CAMERA' }])
  })

  it('are the same list until one of them changes', () => {
    const live = new FakeLiveWall()
    live.set(1, { state: 'STALE' })
    const read = faultsReader(live, [0, 1])
    const before = read()
    live.set(0, { state: 'LIVE', delayMs: 90 })
    expect(read()).toBe(before)
    live.set(1, { state: 'OFFLINE' })
    expect(read()).not.toBe(before)
  })

  it('are named one by one by the word of the tile, then only counted', () => {
    expect(faultSentence([stale(4)], 9)).toBe('1 of 9 is not live: tile 5 STALE')
    expect(faultSentence([stale(4), stale(6), { tile: 7, state: 'OFFLINE' }], 9)).toBe(
      '3 of 9 are not live: tiles 5, 7 STALE · tile 8 OFFLINE',
    )
    expect(faultSentence([0, 1, 2, 3, 4, 5].map(stale), 9)).toBe('6 of 9 are not live: 6 STALE')
    expect(faultSentence([0, 1, 2, 3].map(stale), 4)).toBe(
      'No picture of this wall is live: tiles 1, 2, 3, 4 STALE',
    )
  })
})
