// Not all of `jose`: that takes a start three times as long.
import { JWTExpired } from 'jose/errors'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import { z } from 'zod'
import { fail, ok, type Result } from '#contract/result.ts'

export interface WebTokenClaims {
  readonly orgId: string
  /** It is good before this instant. */
  readonly expiresAtMs: number
}

const claimsSchema = z.object({ orgId: z.string().min(1).max(100), exp: z.number().positive() })

/** A JSON web token of assumption 32: HS256 (RFC 7515, RFC 7519) with the claims `orgId`, `iat` and `exp`, in whole seconds. */
export function signWebToken(
  { orgId, expiresAtMs }: WebTokenClaims,
  issuedAtMs: number,
  secret: string,
): Promise<string> {
  return new SignJWT({ orgId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(new Date(issuedAtMs))
    .setExpirationTime(new Date(expiresAtMs))
    .sign(Buffer.from(secret))
}

/**
 * What a token says, once it is known who has signed it. The algorithm is ours to choose, whatever the token names:
 * `none`, or a public key taken for a secret, would let anybody sign.
 */
export async function readWebToken(
  token: string,
  secret: string,
  nowMs: number,
): Promise<Result<WebTokenClaims, 'invalid_token' | 'expired_token'>> {
  const rules = { algorithms: ['HS256'], requiredClaims: ['exp'], currentDate: new Date(nowMs) }
  try {
    const { payload } = await jwtVerify(token, Buffer.from(secret), rules)
    const { orgId, exp } = claimsSchema.parse(payload)
    return ok({ orgId, expiresAtMs: exp * 1_000 })
  } catch (error) {
    return fail(error instanceof JWTExpired ? 'expired_token' : 'invalid_token')
  }
}

/** Keys of this site have no dots, so that one is never taken for the other. */
export function isWebToken(credential: string): boolean {
  return credential.split('.').length === 3
}
