import { describe, expect, it } from 'vitest'
import { newApiKey } from '#site/accounts/api-key-store.ts'
import { createSiteLog } from '#site/process/site-log.ts'

function setUp(...secrets: string[]) {
  const lines: string[] = []
  const log = createSiteLog({ write: (line) => void lines.push(line) }, secrets)
  return { log, text: () => lines.join('') }
}

describe('the log of the site', () => {
  it.each([
    ['in a message', (key: string) => ({ message: `refused ${key}` })],
    ['in a member', (key: string) => ({ deep: { er: [key] }, message: 'x' })],
    ['in an error', (key: string) => ({ err: new Error(`bad ${key}`), message: 'x' })],
    ['in a URL', (key: string) => ({ url: `/v1/cameras?key=${key}&x=1`, message: 'x' })],
  ] as const)('shows no API key %s', (_, line) => {
    const { log, text } = setUp()
    const key = newApiKey()
    const { message, ...fields } = line(key)
    log.info(fields, message)
    expect(text()).not.toContain(key)
    expect(text()).not.toContain(key.slice(4, 20))
    expect(text()).toContain('[redacted]')
  })

  it('shows no token', () => {
    const { log, text } = setUp()
    log.info('ws://x/rtc?access_token=eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJrIn0.c2lnbmF0dXJl')
    expect(text()).not.toContain('eyJ')
    expect(text()).not.toContain('c2lnbmF0dXJl')
  })

  it('shows none of the secrets that it was told', () => {
    const { log, text } = setUp('media-secret-1234')
    log.warn({ config: 'keys: {a: media-secret-1234}' }, 'could not start')
    expect(text()).not.toContain('media-secret-1234')
  })

  it('shows no password, whatever it is', () => {
    const { log, text } = setUp()
    log.info({ body: { password: 'hunter2' }, password: 'hunter2' }, 'x')
    expect(text()).not.toContain('hunter2')
  })

  it.each([undefined, '', 'loud'])('is kept at the usual level when asked for %j', (level) => {
    expect(createSiteLog({ write: () => undefined }, [], level).level).toBe('info')
  })

  it('writes lines of JSON', () => {
    const { log, text } = setUp()
    log.info({ key: newApiKey() }, newApiKey())
    expect(JSON.parse(text())).toMatchObject({ msg: '[redacted]' })
  })
})
