import { beforeEach, expect, it, vi } from 'vitest'
import { countTimers } from '#test/soak/timers.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', { setTimeout, setInterval, clearTimeout })
  countTimers()
  return () => vi.useRealTimers()
})

it('counts timers until they fire or are cleared, whichever of the two clears them', () => {
  const { pendingTimers: pending } = window
  const calls: unknown[] = []
  window.setTimeout((word: string) => calls.push(word), 10, 'once')
  const cleared = window.setTimeout(() => calls.push('cleared'), 10)
  const repeated = window.setInterval(() => calls.push('again'), 10)
  expect(pending.size).toBe(3)
  window.clearInterval(cleared)
  expect(pending.size).toBe(2)
  vi.advanceTimersByTime(25)
  expect(calls).toEqual(['once', 'again', 'again'])
  expect(pending.size).toBe(1)
  window.clearTimeout(repeated)
  expect(pending.size).toBe(0)
})
