import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { fail, ok, type Result } from '#contract/result.ts'

export interface WebTokenClaims {
  readonly orgId: string
  /** It is good before this instant. */
  readonly expiresAtMs: number
}

/** `crit` names extensions that have to be understood (RFC 7515 §4.1.11): none is. */
const headerSchema = z.object({ alg: z.literal('HS256'), crit: z.never().optional() })
const claimsSchema = z.object({
  orgId: z.string().min(1).max(100),
  exp: z.number().positive(),
  nbf: z.number().optional(),
})

/** A JSON web token of assumption 32: HS256 (RFC 7515, RFC 7519) with the claims `orgId`, `iat` and `exp`, in whole seconds. */
export function signWebToken(
  { orgId, expiresAtMs }: WebTokenClaims,
  issuedAtMs: number,
  secret: string,
): string {
  const claims = { orgId, iat: Math.floor(issuedAtMs / 1_000), exp: Math.floor(expiresAtMs / 1_000) }
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${signed}.${signatureOf(signed, secret).toString('base64url')}`
}

/**
 * What a token says, once it is known who has signed it. The algorithm is ours to choose, whatever the token names:
 * `none`, or a public key taken for a secret, would let anybody sign.
 */
export function readWebToken(
  token: string,
  secret: string,
  nowMs: number,
): Result<WebTokenClaims, 'invalid_token' | 'expired_token'> {
  const parts = token.split('.')
  const [header = '', payload = '', signature = ''] = parts
  if (parts.length !== 3 || !headerSchema.safeParse(decode(header)).success) return fail('invalid_token')
  const given = Buffer.from(signature, 'base64url')
  const wanted = signatureOf(`${header}.${payload}`, secret)
  if (given.byteLength !== wanted.byteLength || !timingSafeEqual(given, wanted)) return fail('invalid_token')
  const { data: claims } = claimsSchema.safeParse(decode(payload))
  if (!claims || nowMs < (claims.nbf ?? 0) * 1_000) return fail('invalid_token')
  const expiresAtMs = claims.exp * 1_000
  return nowMs < expiresAtMs ? ok({ orgId: claims.orgId, expiresAtMs }) : fail('expired_token')
}

/** Keys of this site have no dots, so that one is never taken for the other. */
export function isWebToken(credential: string): boolean {
  return credential.split('.').length === 3
}

function signatureOf(signed: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(signed).digest()
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return undefined
  }
}
