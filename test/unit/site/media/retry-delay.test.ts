import { describe, expect, test } from 'vitest'
import { retryInMs } from '#site/media/retry-delay.ts'

describe('delays between tries', () => {
  const table = { delaysMs: [100, 500, 2_000], jitter: 0.2 }

  test.each([
    [0, 0.5, 100],
    [1, 0.5, 500],
    [2, 0.5, 2_000],
    [99, 0.5, 2_000],
    [0, 0, 80],
    [1, 1, 600],
  ])('try %i with chance %d waits %i ms', (attempt, chance, delayMs) => {
    expect(retryInMs(table, attempt, () => chance)).toBe(delayMs)
  })
})
