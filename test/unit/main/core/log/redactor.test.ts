import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { MAX_PASSING_SECRETS } from '#main/core/log/defaults.ts'
import { Redactor } from '#main/core/log/redactor.ts'

const SECRET = 'p/w "1"+ä&x=\\y'

function redactorOf(...secrets: string[]) {
  const redactor = new Redactor()
  for (const secret of secrets) redactor.add(secret)
  return redactor
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

test.each([
  ['as it is', `key ${SECRET}!`],
  ['JSON-escaped', JSON.stringify({ body: SECRET })],
  ['JSON-escaped twice', JSON.stringify({ body: JSON.stringify({ password: SECRET }) })],
  ['URL-encoded', `https://x/?k=${encodeURIComponent(SECRET)}`],
  ['form-encoded', new URLSearchParams({ k: SECRET }).toString()],
  ['base64', base64(SECRET)],
  ['base64url', Buffer.from(SECRET).toString('base64url')],
])('masks a secret %s', (_, text) => {
  const redacted = redactorOf(SECRET).redact(text)

  expect(redacted).toContain('[redacted]')
  expect(redacted).not.toContain(SECRET)
})

test('masks a secret inside a larger text that was encoded as a whole, at any place', () => {
  const redactor = redactorOf('tsk_0123456789abcdef')
  for (const before of ['', 'u', 'us', 'user:', 'longer name:']) {
    const redacted = redactor.redact(base64(`${before}tsk_0123456789abcdef and more`))
    const readable = redacted
      .split('[redacted]')
      .map((part) => Buffer.from(part, 'base64').toString('latin1'))
      .join('')
    expect(redacted).toContain('[redacted]')
    expect(readable).not.toContain('0123456789')
  }
})

test('no secret survives in any of its spellings, whatever it is', () => {
  const secret = fc.string({ minLength: 4, maxLength: 80, unit: 'grapheme' })
  fc.assert(
    fc.property(secret, fc.string(), fc.string(), (secret, before, after) => {
      fc.pre(!'[redacted]'.includes(secret))
      const redactor = redactorOf(secret)
      for (const spelling of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]) {
        expect(
          redactor.redact(`${before}${spelling}${after}`).split('[redacted]').join('\u0000'),
        ).not.toContain(spelling)
      }
    }),
  )
})

test('leaves the words that a text is made of, whatever a platform calls its tickets', () => {
  const redactor = new Redactor()
  const words = JSON.stringify({ alarms: [], occupancyReports: [], area: 'live' })
  for (const token of ['alarms', ':[],"occupancyReports', 'occupancyReports']) redactor.addPassing(token)
  expect(redactor.redactKnown(words)).toBe(words)
  redactor.addPassing('a-ticket-of-the-platform')
  expect(redactor.redact('with a-ticket-of-the-platform')).toBe('with [redacted]')
})

test('masks what looks like a credential even if nobody announced it', () => {
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl-_'
  const redacted = new Redactor().redact(
    `GET wss://m/rtc?access_token=abc123&x=1 Authorization: Bearer s3cr3t ${jwt}`,
  )

  expect(redacted).toBe(
    'GET wss://m/rtc?access_token=[redacted]&x=1 Authorization: Bearer [redacted] [redacted]',
  )
})

test('leaves ordinary text alone', () => {
  const text = 'Camera "Loading dock" answered 503 after 12 ms; retry in 300 ms (a/b+c=d).'

  expect(redactorOf(SECRET, 'abc').redact(text)).toBe(text)
})

test('forgets a secret when each of its holders has let go', () => {
  const redactor = new Redactor()
  const first = redactor.add('secret-1')
  const second = redactor.add('secret-1')
  first()
  first()
  expect(redactor.redact('secret-1')).toBe('[redacted]')
  second()
  expect(redactor.redact('secret-1')).toBe('secret-1')
})

test('holds a bounded number of passing secrets, gives the oldest up first, and never one that stays', () => {
  const redactor = redactorOf('the key of this wall')
  for (let index = 0; index <= MAX_PASSING_SECRETS; index += 1) redactor.addPassing(`ticket-no-${index}-end`)

  expect(redactor.redact('ticket-no-0-end')).toBe('ticket-no-0-end')
  expect(redactor.redact(`ticket-no-${MAX_PASSING_SECRETS}-end`)).toBe('[redacted]')
  expect(redactor.redact('the key of this wall')).toBe('[redacted]')
})

test('texts that are used again are not held against the tickets of the platform', () => {
  const redactor = redactorOf('the key of this wall')
  for (let index = 0; index < MAX_PASSING_SECRETS; index += 1) redactor.addPassing(`ticket-no-${index}-end`)
  const mapIterator: Iterator<unknown> = Object.getPrototypeOf(new Map().values())
  const steps = vi.spyOn(mapIterator, 'next')

  const redacted = redactor.redactKnown('the key of this wall')
  const stepsTaken = steps.mock.calls.length
  steps.mockRestore()

  expect(redacted).toBe('[redacted]')
  expect(stepsTaken).toBe(2)
})

test('one look at a text rules out all tickets that begin alike', () => {
  const redactor = new Redactor()
  const header = base64('{"alg":"HS256","typ":"JWT"}')
  const tickets = Array.from(
    { length: MAX_PASSING_SECRETS },
    (_, at) => `${header}.${base64(`{"room":"camera-${at}"}`)}.signature`,
  )
  for (const ticket of tickets) redactor.addPassing(ticket)
  const looks = vi.spyOn(String.prototype, 'includes')

  const redacted = redactor.redact('The till is not known here.')
  const count = looks.mock.calls.length
  looks.mockRestore()

  expect(redacted).toBe('The till is not known here.')
  expect(count).toBeLessThan(20)
  expect(redactor.redact(`before ${base64(`user ${tickets.at(-1)}`)}`)).toContain('[redacted]')
})
