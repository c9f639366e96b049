import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { RATE_LIMIT } from '#contract/platform/limits.ts'
import { startSite, type TestSite } from '../start-site.ts'
import { eventStand } from './event-stand.ts'
import { idleEventPart } from './idle-event-part.ts'
import { type Answer, ask, bearer } from './requests.ts'

let site: TestSite
let key: string
let otherKey: string

beforeAll(async () => {
  site = await startSite({ withMediaServer: false })
  key = await site.apiKey()
  otherKey = await site.apiKey()
})
afterAll(() => site?.stop())

const cameras = (headers: Record<string, string>) => ask(`${site.baseUrl}/v1/cameras`, { headers })

/** Answers to many requests at once, and the most that the limit can have let through in the time they took. */
async function flood(headers: () => Record<string, string>, count: number) {
  const startedAtMs = performance.now()
  const answers = await Promise.all(Array.from({ length: count }, () => cameras(headers())))
  const tookSeconds = (performance.now() - startedAtMs) / 1_000
  const limited = answers.filter(({ status }) => status === 429)
  return {
    limited,
    passed: count - limited.length,
    most: RATE_LIMIT.burst + tookSeconds * RATE_LIMIT.requestsPerSecond,
  }
}

describe('the rate limit', () => {
  let limited: Answer | undefined

  it('lets a burst through, and then no more than the rate', async () => {
    const { passed, most, limited: refused } = await flood(() => bearer(key), 1_200)
    expect(passed).toBeGreaterThanOrEqual(RATE_LIMIT.burst)
    expect(passed).toBeLessThanOrEqual(most)
    limited = refused[0]
  })

  it('says when to come back', () => {
    expect(limited?.error?.code).toBe('rate_limited')
    expect(limited?.headers.get('retry-after')).toBe('1')
  })

  it('is kept for each key', async () => {
    // Many, because a moment later one would be let through whosever bucket it was.
    const { limited: refused } = await flood(() => bearer(otherKey), RATE_LIMIT.burst / 2)
    expect(refused).toEqual([])
  })

  it('holds for those without a key together, by their address, so that keys cannot be guessed fast', async () => {
    let guess = 0
    const { passed, most } = await flood(() => (guess++ % 2 ? bearer(`tsk_guess${guess}`) : {}), 400)
    expect(passed).toBeLessThanOrEqual(most)
  })

  it.each([
    ['the proxy that is trusted', '127.0.0.1', { guesser: 429, other: 401 }],
    ['somebody else', '192.0.2.7', { guesser: 429, other: 429 }],
  ])('tells them apart behind a proxy; X-Forwarded-For comes from %s', async (_, trustedProxy, expected) => {
    const idleEvents = await idleEventPart()
    const { baseUrl } = await eventStand({ trustedProxy, requests: 3, idleEvents })
    const from = async (forwarded: string) => {
      const headers = { ...bearer('tsk_guess'), 'x-forwarded-for': forwarded }
      return (await ask(`${baseUrl}/v1/cameras`, { headers })).status
    }
    for (let guess = 0; guess < 3; guess += 1) expect(await from('203.0.113.1')).toBe(401)
    expect({ guesser: await from('203.0.113.1'), other: await from('203.0.113.2') }).toEqual(expected)
  })

  it('tells them apart on a site that was started with --trust-proxy', async () => {
    const proxied = await startSite({ withMediaServer: false, flags: ['--trust-proxy', 'localhost'] })
    onTestFinished(async () => void (await proxied.stop()))
    const from = (forwarded: string) =>
      ask(`${proxied.baseUrl}/v1/cameras`, {
        headers: { ...bearer('tsk_guess'), 'x-forwarded-for': forwarded },
      })
    const guesses = Array.from({ length: 2 * RATE_LIMIT.burst }, () => from('203.0.113.1'))
    // Asked while the guesser's allowance is used up: of all guesses at once some are refused.
    const answers = await Promise.all([...guesses, from('203.0.113.2')])
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
    expect(answers.at(-1)?.status).toBe(401)
  })

  it('does not let them use up what is a key’s', async () => {
    const { limited: refused } = await flood(() => bearer(otherKey), RATE_LIMIT.burst / 2)
    expect(refused).toEqual([])
  })
})
