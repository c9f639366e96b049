import { describe, expect, it } from 'vitest'
import { GuessDelays } from '#site/accounts/guess-delays.ts'
import { FakeClock } from '../fake-clock.ts'

const account = { freeGuesses: 3, firstDelayMs: 1_000, maxDelayMs: 8_000 }
const address = { freeGuesses: 6, firstDelayMs: 1_000, maxDelayMs: 60_000 }

function setUp(maxRemembered = 100) {
  const clock = new FakeClock()
  const delays = new GuessDelays({ account, address, forgetAfterMs: 100_000, maxRemembered, clock })
  const guess = (from: { email: string; address: string }, times = 1) => {
    for (let done = 0; done < times; done++) {
      clock.nowMs += delays.waitMs(from)
      delays.wrong(from)
    }
  }
  return { clock, delays, guess }
}
const ada = { email: 'ada@example.org', address: '192.0.2.1' }
const adaElsewhere = { ...ada, address: '192.0.2.2' }

describe('delays after wrong passwords', () => {
  it('begin after a few and double up to the longest', () => {
    const { delays, guess } = setUp()
    const waits = Array.from({ length: 8 }, () => {
      guess(ada)
      return delays.waitMs(ada)
    })
    expect(waits.slice(0, 6)).toEqual([0, 0, 1_000, 2_000, 4_000, 8_000])
    // From here on the address has had more than its own.
    expect(waits.slice(6)).toEqual([8_000, 8_000])
  })

  it('hold for an account wherever the guesses come from, and whatever the case of its e-mail', () => {
    const { delays, guess } = setUp()
    guess(ada, 3)
    expect(delays.waitMs(adaElsewhere)).toBe(1_000)
    expect(delays.waitMs({ ...adaElsewhere, email: 'ADA@example.org' })).toBe(1_000)
    expect(delays.waitMs({ ...ada, email: 'bob@example.org' })).toBe(0)
  })

  it('hold for an address whatever the accounts', () => {
    const { delays, guess } = setUp()
    for (let at = 0; at < 6; at++) guess({ ...ada, email: `${at}@example.org` })
    expect(delays.waitMs(ada)).toBe(1_000)
    expect(delays.waitMs(adaElsewhere)).toBe(0)
  })

  it('hold for a network of IPv6, of which a computer has all addresses', () => {
    const { delays, guess } = setUp()
    for (let at = 0; at < 6; at++) guess({ email: `${at}@example.org`, address: `2001:db8::${at}` })
    expect(delays.waitMs({ ...ada, address: '2001:db8::6' })).toBe(1_000)
    expect(delays.waitMs({ ...ada, address: '2001:db8:0:1::6' })).toBe(0)
    delays.right({ ...ada, address: '2001:db8::7' })
    expect(delays.waitMs({ ...ada, address: '2001:db8::8' })).toBe(0)
  })

  it('are over at their end, and the count goes on', () => {
    const { clock, delays, guess } = setUp()
    guess(ada, 3)
    clock.nowMs += 999
    expect(delays.waitMs(ada)).toBe(1)
    clock.nowMs += 1
    expect(delays.waitMs(ada)).toBe(0)
    guess(ada)
    expect(delays.waitMs(ada)).toBe(2_000)
  })

  it('are forgotten after the right password', () => {
    const { delays, guess } = setUp()
    guess(ada, 2)
    delays.right(ada)
    guess(ada, 2)
    expect(delays.waitMs(ada)).toBe(0)
  })

  it('are forgotten after a time without a guess', () => {
    const { clock, delays, guess } = setUp()
    guess(ada, 5)
    clock.nowMs += delays.waitMs(ada) + 100_000
    guess(ada)
    expect(delays.waitMs(ada)).toBe(0)
  })

  it('do not keep out whoever comes from where the account has signed in before', () => {
    const { delays, guess } = setUp()
    delays.right(ada)
    guess(adaElsewhere, 10)
    expect(delays.waitMs(adaElsewhere)).toBeGreaterThan(0)
    expect(delays.waitMs(ada)).toBe(0)
    for (let at = 0; at < 20; at++) guess({ ...ada, email: `${at}@example.org` })
    expect(delays.waitMs(ada)).toBe(0)
  })

  it('hold there, too, for guesses at that very account', () => {
    const { delays, guess } = setUp()
    delays.right(ada)
    guess(ada, 3)
    expect(delays.waitMs(ada)).toBe(1_000)
    expect(delays.waitMs(adaElsewhere)).toBe(0)
  })

  it('are not lifted for those elsewhere when the right person signs in', () => {
    const { delays, guess } = setUp()
    delays.right(ada)
    guess(adaElsewhere, 4)
    delays.right(ada)
    expect(delays.waitMs(adaElsewhere)).toBe(2_000)
  })

  it('are remembered of so many alone, the latest', () => {
    const { delays, guess } = setUp(4)
    guess(ada, 3)
    for (let at = 0; at < 4; at++) guess({ email: `${at}@example.org`, address: `198.51.100.${at}` })
    expect(delays.waitMs(ada)).toBe(0)
    for (let at = 0; at < 5; at++) delays.right({ ...ada, address: `198.51.100.${at}` })
    guess(adaElsewhere, 3)
    expect(delays.waitMs({ ...ada, address: '198.51.100.0' })).toBeGreaterThan(0)
    expect(delays.waitMs({ ...ada, address: '198.51.100.4' })).toBe(0)
  })
})
