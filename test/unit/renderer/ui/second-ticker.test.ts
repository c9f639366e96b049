import { describe, expect, it } from 'vitest'
import { SecondTicker } from '#renderer/ui/second-ticker.ts'
import { FakeClock } from '../fake-clock.ts'

describe('the second ticker', () => {
  it('beats once a second for all, with one timer', () => {
    const clock = new FakeClock()
    const ticker = new SecondTicker(clock)
    const beats: string[] = []
    ticker.subscribe(() => beats.push('one'))
    ticker.subscribe(() => beats.push('other'))
    expect(clock.pendingCount).toBe(1)
    clock.advance(2_000)
    expect(beats).toEqual(['one', 'other', 'one', 'other'])
    expect(ticker.nowMs()).toBe(clock.nowMs())
  })

  it('stands still while nobody listens', () => {
    const clock = new FakeClock()
    const ticker = new SecondTicker(clock)
    ticker.subscribe(() => undefined)()
    expect(clock.pendingCount).toBe(0)
  })
})
