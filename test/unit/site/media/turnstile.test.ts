import { describe, expect, test, vi } from 'vitest'
import { Turnstile } from '../../../../src-site/media/turnstile.ts'

describe('a turnstile', () => {
  test('lets so many in at a time, and the next when one leaves', async () => {
    const turnstile = new Turnstile(2)
    const gates = [0, 1, 2].map(() => Promise.withResolvers<void>())
    const entered = vi.fn()
    const all = gates.map(({ promise }, at) =>
      turnstile.pass(async () => {
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
    const turnstile = new Turnstile(1)
    await expect(turnstile.pass(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    await expect(turnstile.pass(() => Promise.resolve('fine'))).resolves.toBe('fine')
  })
})
