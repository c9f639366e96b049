import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isWebToken, readWebToken, signWebToken } from '#site/accounts/web-token.ts'

const secret = 'a'.repeat(43)
const nowMs = Date.UTC(2026, 10, 20, 12)
const claims = { orgId: 'org', expiresAtMs: nowMs + 60_000 }
const good = () => signWebToken(claims, nowMs, secret)
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Signed as ours, whatever it says. */
const signed = (header: unknown, payload: unknown) => {
  const text = `${part(header)}.${part(payload)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
const header = { alg: 'HS256', typ: 'JWT' }
const payload = { orgId: 'org', exp: nowMs / 1_000 + 60 }

function signedByKeyPair(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const text = `${part({ alg: 'RS256' })}.${part(payload)}`
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
}

describe('a JSON web token', () => {
  it('says its organization and its end to whoever knows the secret', () => {
    expect(readWebToken(good(), secret, nowMs)).toEqual({ ok: true, value: claims })
  })

  it('is what other libraries make: HS256 over header and claims', () => {
    expect(readWebToken(signed(header, payload), secret, nowMs)).toEqual({ ok: true, value: claims })
    expect(
      good()
        .split('.')
        .slice(0, 2)
        .map((text) => JSON.parse(Buffer.from(text, 'base64url').toString())),
    ).toEqual([header, { ...payload, iat: nowMs / 1_000 }])
  })

  it('is good before its end, and not at it', () => {
    expect(readWebToken(good(), secret, claims.expiresAtMs - 1).ok).toBe(true)
    expect(readWebToken(good(), secret, claims.expiresAtMs)).toEqual({ ok: false, error: 'expired_token' })
  })

  it.each([
    ['another secret', () => signWebToken(claims, nowMs, 'b'.repeat(43))],
    ['no signature and alg none', () => `${part({ alg: 'none' })}.${part(payload)}.`],
    ['our signature and alg none', () => signed({ alg: 'none' }, payload)],
    ['our signature and another algorithm', () => signed({ alg: 'HS512' }, payload)],
    ['the signature of a key pair', signedByKeyPair],
    ['a header that has to be understood', () => signed({ ...header, crit: ['exp'] }, payload)],
    [
      'another organization than was signed',
      () => {
        const [first, , last] = good().split('.')
        return `${first}.${part({ ...payload, orgId: 'other' })}.${last}`
      },
    ],
    ['a signature that is cut off', () => good().slice(0, -4)],
    ['no organization', () => signed(header, { exp: payload.exp })],
    ['no end', () => signed(header, { orgId: 'org' })],
    ['an end that is a text', () => signed(header, { ...payload, exp: '9999999999' })],
    ['a beginning that lies ahead', () => signed(header, { ...payload, nbf: nowMs / 1_000 + 1 })],
    ['claims that are no object', () => signed(header, 'org')],
    ['parts that are no JSON', () => 'a.b.c'],
    ['nothing in it', () => '..'],
  ])('is refused with %s', (_, token) => {
    expect(readWebToken(token(), secret, nowMs)).toEqual({ ok: false, error: 'invalid_token' })
  })

  it('is told from an API key by its shape', () => {
    expect(isWebToken(good())).toBe(true)
    expect(isWebToken('tsk_abc')).toBe(false)
  })
})
