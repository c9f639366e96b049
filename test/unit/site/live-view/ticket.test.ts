import * as fc from 'fast-check'
import { TokenVerifier } from 'livekit-server-sdk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signTicket } from '#site/live-view/ticket.ts'

const credentials = { apiKey: 'key', apiSecret: 'a secret of at least thirty-two characters' }
const bornAtMs = Date.UTC(2026, 10, 20, 12, 0, 0, 300)

beforeEach(() => vi.useFakeTimers({ now: bornAtMs, toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

/** LiveKit's own rule: refused as soon as `exp` and 60 seconds of leeway are over. */
async function claimsOf(token: string) {
  return new TokenVerifier(credentials.apiKey, credentials.apiSecret).verify(token, 1_000_000)
}

describe('a ticket', () => {
  it('opens the room of its camera for watching, and nothing else', async () => {
    const { token } = await signTicket('cam-07', 180, credentials)
    expect((await claimsOf(token)).video).toEqual({
      roomJoin: true,
      room: 'cam-07',
      canSubscribe: true,
      canPublish: false,
      canPublishData: false,
      canUpdateOwnMetadata: false,
      hidden: true,
    })
  })

  it('names another participant each time', async () => {
    const [one, other] = await Promise.all([
      signTicket('cam-07', 180, credentials),
      signTicket('cam-07', 180, credentials),
    ])
    expect((await claimsOf(one.token)).sub).not.toBe((await claimsOf(other.token)).sub)
  })

  it.each([
    [180, 180],
    [100_000, 180],
    [60, 60],
    [2.9, 2],
    [1, 1],
  ])('asked for %d seconds is accepted for %d', async (asked, seconds) => {
    const { token, expiresAtMs } = await signTicket('cam-07', asked, credentials)
    const bornAtSecond = Math.floor(bornAtMs / 1_000)
    expect((await claimsOf(token)).exp).toBe(bornAtSecond + seconds - 60)
    expect(expiresAtMs).toBe((bornAtSecond + seconds) * 1_000)
  })

  it('never lives longer than asked, nor than three minutes', async () => {
    const asked = fc.double({ min: 1, max: 1e9, noNaN: true })
    await fc.assert(
      fc.asyncProperty(asked, async (expiresIn) => {
        const { expiresAtMs } = await signTicket('cam-07', expiresIn, credentials)
        const lifeMs = expiresAtMs - bornAtMs
        expect(lifeMs).toBeLessThanOrEqual(Math.min(expiresIn, 180) * 1_000)
        expect(lifeMs).toBeGreaterThan((Math.min(expiresIn, 180) - 2) * 1_000)
      }),
    )
  })
})
