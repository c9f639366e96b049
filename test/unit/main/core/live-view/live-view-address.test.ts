import { describe, expect, it, test, vi } from 'vitest'
import { asWebSocketAddress, isAllowedHost, LiveViewAddress } from '#main/core/live-view/live-view-address.ts'

function resolve(baseUrl: string, url: string | undefined, liveViewUrl?: string) {
  const address = { baseUrl, ...(liveViewUrl === undefined ? {} : { liveViewUrl }) }
  const minted = { token: 't', url, expiresAtMs: undefined, lifeInMs: 180_000 }
  return new LiveViewAddress(address, () => undefined).resolve(minted)
}

describe('where a ticket may lead', () => {
  const own = 'https://p.example'
  const media = 'wss://media.example:7880'

  test.for([
    // Nothing is configured: the platform's own machine, whatever the port.
    [undefined, 'wss://p.example:7443', 'wss://p.example:7443'],
    [undefined, 'https://p.example', 'wss://p.example'],
    [undefined, 'https://http.p.example', 'http.p.example:443'],
    [undefined, 'wss://q.example', 'q.example:443'],
    [undefined, 'wss://q.example:7880', 'q.example:7880'],
    // What is configured, and its port; the usual one need not be written.
    [media, 'https://media.example:7880', 'wss://media.example:7880'],
    [media, undefined, 'wss://media.example:7880'],
    [media, 'wss://media.example', 'media.example:443'],
    [media, 'wss://p.example:7880', 'p.example:7880'],
    ['wss://media.example', 'https://media.example:443', 'wss://media.example:443'],
    ['wss://media.example', 'wss://media.example:444', 'media.example:444'],
  ] as const)('configured %s, named %s: %s', ([liveViewUrl, url, is]) => {
    const answer = resolve(own, url, liveViewUrl)
    if (is.startsWith('wss://')) expect(answer).toEqual({ ok: true, value: { token: 't', url: is } })
    else
      expect(answer).toMatchObject({
        error: {
          code: 'host_not_allowed',
          message: expect.stringContaining(`to ${is}, which is not configured`),
        },
      })
  })

  it.each(['ftp://p.example', 'p.example', 'ws://'])('is not %s, which nobody can read', (url) => {
    const exact = { code: 'live_address_unreadable' }
    const error = { code: 'host_not_allowed', exact }
    expect(resolve('http://p.example', url)).toMatchObject({ ok: false, error })
    expect(resolve('https://p.example', url)).toMatchObject({ ok: false, error })
  })

  it('is asked for where neither the ticket nor the settings say', () => {
    expect(resolve(own, undefined)).toMatchObject({ ok: false, error: { code: 'bad_answer' } })
  })

  it('is told of when it becomes another, and not for each ticket', () => {
    const onError = vi.fn<() => void>()
    const address = new LiveViewAddress({ baseUrl: own }, onError)
    const named = (url: string) =>
      address.resolve({ token: 't', url, expiresAtMs: undefined, lifeInMs: 180_000 })
    named('wss://p.example')
    expect(onError).toHaveBeenCalledTimes(0)
    named('wss://q.example')
    named('wss://q.example')
    expect(onError).toHaveBeenCalledTimes(1)
    expect(address.error?.code).toBe('host_not_allowed')
    named('wss://p.example')
    expect(onError).toHaveBeenCalledTimes(2)
    expect(address.error).toBeUndefined()
  })

  it.each([
    ['ws://p.example:7880', 'p.example:7880'],
    ['http://p.example', 'p.example:80'],
  ])('is not %s where the platform is encrypted, and the sentence says so', (url, host) => {
    for (const answer of [
      resolve('https://p.example', url),
      resolve('https://p.example', url, url),
      resolve('https://q.example', url, url),
    ]) {
      expect(answer).toMatchObject({
        error: {
          code: 'host_not_allowed',
          message: expect.stringContaining(`to ${host}, which is not encrypted`),
        },
      })
    }
  })

  it('is an encrypted address, this very machine, or what an unencrypted platform names', () => {
    expect(resolve('https://p.example', 'https://p.example:7443')).toMatchObject({
      value: { url: 'wss://p.example:7443' },
    })
    expect(resolve('https://127.0.0.1:1', 'ws://127.0.0.1:2')).toMatchObject({ ok: true })
    expect(resolve('http://p.example', 'ws://p.example:7880')).toMatchObject({ ok: true })
    expect(resolve('https://[fd00::5]', 'wss://[fd00::5]:7880')).toMatchObject({ ok: true })
  })
})

it.each([
  ['wss://a.example', ['b.example:*', 'a.example:443'], true],
  ['wss://a.example:7880', ['a.example:443', 'a.example:*'], true],
  ['wss://a.example:7880', ['a.example:443', 'b.example:*'], false],
  ['wss://a.example', [], false],
  ['nothing', ['undefined:*', 'nothing:*'], false],
])('%s may be dialled where %j are: %s', (address, allowed, is) => {
  expect(isAllowedHost(address, allowed)).toBe(is)
})

it('an address for a socket is another one in its scheme alone', () => {
  expect(asWebSocketAddress('HTTPS://http.example/https://')).toBe('wsS://http.example/https://')
  expect(asWebSocketAddress('wss://http.example/rtc')).toBe('wss://http.example/rtc')
})
