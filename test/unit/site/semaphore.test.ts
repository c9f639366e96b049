import { describe, expect, test, vi } from 'vitest'
import { Semaphore } from '#site/semaphore.ts'

describe('a semaphore', () => {
  test('lets so many in at a time, and the next when one leaves', async () => {
    const semaphore = new Semaphore(2)
    const gates = [0, 1, 2].map(() => Promise.withResolvers<void>())
    const entered = vi.fn()
    const all = gates.map(({ promise }, at) =>
      semaphore.run(async () => {
        entered(at)
        await promise
      }),
    )
    await Promise.resolve()
    expect(entered.mock.calls.flat()).toEqual([0, 1])
    gates[1]?.resolve()
    await all[1]
    await vi.waitFor(() => expect(entered.mock.calls.flat()).toEqual([0, 1, 2]))
    for (const { resolve } of gates) resolve()
    await Promise.all(all)
  })

  test('lets the next in when one fails', async () => {
    const semaphore = new Semaphore(1)
    await expect(semaphore.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    await expect(semaphore.run(() => Promise.resolve('fine'))).resolves.toBe('fine')
  })
})
