import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { isWebToken, readWebToken, signWebToken } from '#site/accounts/web-token.ts'

const secret = 'a'.repeat(43)
const nowMs = Date.UTC(2026, 10, 20, 12)
const claims = { orgId: 'org', expiresAtMs: nowMs + 60_000 }
const payload = { orgId: 'org', exp: nowMs / 1_000 + 60 }
const good = () => signWebToken(claims, nowMs, secret)
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decoded = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString())
/** Signed with our secret, whatever it says. */
const signed = (content: Record<string, unknown>, alg = 'HS256') =>
  new SignJWT(content).setProtectedHeader({ alg }).sign(Buffer.from(secret))

describe('a JSON web token', () => {
  it('says its organization and its end to whoever knows the secret', async () => {
    expect(await readWebToken(await good(), secret, nowMs)).toEqual({ ok: true, value: claims })
  })

  it('names its algorithm, its organization and whole seconds', async () => {
    expect((await good()).split('.').slice(0, 2).map(decoded)).toEqual([
      { alg: 'HS256', typ: 'JWT' },
      { ...payload, iat: nowMs / 1_000 },
    ])
  })

  it('is good before its end, and not at it', async () => {
    expect((await readWebToken(await good(), secret, claims.expiresAtMs - 1)).ok).toBe(true)
    expect(await readWebToken(await good(), secret, claims.expiresAtMs)).toEqual({
      ok: false,
      error: 'expired_token',
    })
  })

  it.each([
    ['another secret', () => signWebToken(claims, nowMs, 'b'.repeat(43))],
    ['no signature and alg none', () => `${part({ alg: 'none' })}.${part(payload)}.`],
    ['our signature and another algorithm', () => signed(payload, 'HS512')],
    [
      'another organization than was signed',
      async () => {
        const [first, , last] = (await good()).split('.')
        return `${first}.${part({ ...payload, orgId: 'other' })}.${last}`
      },
    ],
    ['no organization', () => signed({ exp: payload.exp })],
    ['no end', () => signed({ orgId: 'org' })],
    ['a beginning that lies ahead', () => signed({ ...payload, nbf: nowMs / 1_000 + 1 })],
    ['parts that are no JSON', () => 'a.b.c'],
  ])('is refused with %s', async (_, token) => {
    expect(await readWebToken(await token(), secret, nowMs)).toEqual({ ok: false, error: 'invalid_token' })
  })

  it('is told from an API key by its shape', async () => {
    expect(isWebToken(await good())).toBe(true)
    expect(isWebToken('tsk_abc')).toBe(false)
  })
})
