import { describe, expect, it } from 'vitest'
import { LiveViewAddress } from '#main/core/live-view/live-view-address.ts'

function resolve(baseUrl: string, url: string, liveViewUrl?: string) {
  const address = { baseUrl, ...(liveViewUrl === undefined ? {} : { liveViewUrl }) }
  const minted = { token: 't', url, expiresAtMs: undefined, lifeInMs: 180_000 }
  return new LiveViewAddress(address, () => undefined).resolve(minted)
}

describe('where a ticket may lead', () => {
  it.each(['ws://p.example:7880', 'http://p.example'])(
    'is not %s where the platform is encrypted, and the sentence says so',
    (url) => {
      for (const answer of [
        resolve('https://p.example', url),
        resolve('https://p.example', url, url),
        resolve('https://q.example', url, url),
      ]) {
        expect(answer).toMatchObject({
          ok: false,
          error: { code: 'host_not_allowed', message: expect.stringContaining('not encrypted') },
        })
      }
    },
  )

  it('is an encrypted address, this very machine, or what an unencrypted platform names', () => {
    expect(resolve('https://p.example', 'https://p.example:7443')).toMatchObject({
      ok: true,
      value: { url: 'wss://p.example:7443' },
    })
    expect(resolve('https://127.0.0.1:1', 'ws://127.0.0.1:2')).toMatchObject({ ok: true })
    expect(resolve('http://p.example', 'ws://p.example:7880')).toMatchObject({ ok: true })
  })
})
