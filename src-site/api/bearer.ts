import { fail, type Result } from '#contract/result.ts'
import type { ApiKeyStore } from '../accounts/api-key-store.ts'
import type { Principal } from '../accounts/principal.ts'
import { isWebToken } from '../accounts/web-token.ts'
import type { WebTokens } from '../accounts/web-tokens.ts'
import type { Refusal } from './refusal.ts'

export interface Credentials {
  readonly keys: ApiKeyStore
  /** Undefined where a token is no credential. */
  readonly tokens: WebTokens | undefined
}

/** Of `Authorization: Bearer <API_KEY>` (section 5; the scheme's name is case-insensitive, RFC 9110 §11.1). */
export function bearerOf(header: string | undefined): string | undefined {
  return /^bearer +(\S+) *$/i.exec(header ?? '')?.[1]
}

/** Whom a request with this `Authorization` header acts for, or why it may act for nobody. */
export async function identify(
  header: string | undefined,
  { keys, tokens }: Credentials,
): Promise<Result<Principal, Refusal>> {
  if (header === undefined || header.trim() === '') return unknown('missing_key')
  const credential = bearerOf(header)
  if (credential === undefined) return unknown('invalid_key')
  const isToken = isWebToken(credential)
  if (isToken && !tokens) return unknown('invalid_token', noTokenHere)
  const found = await (isToken && tokens ? tokens.find(credential) : keys.find(credential))
  return found.ok ? found : unknown(found.error)
}

const noTokenHere =
  'This request needs an API key: a token opens the occupancy report and the dictionaries alone.'
const messages = {
  missing_key: 'This request needs the header Authorization: Bearer <API_KEY>.',
  invalid_key: 'Nobody has this API key.',
  expired_key: 'This API key has expired. Create a new one.',
  invalid_token: 'This token was not signed by this site, or cannot be read.',
  expired_token: 'This token has expired. Have a new one printed.',
  organization_not_allowed: 'This token is for an organization that this site does not have.',
} as const

function unknown(code: keyof typeof messages, message: string = messages[code]): Result<never, Refusal> {
  if (code === 'organization_not_allowed') return fail({ code, message })
  // RFC 6750 §3: no error attribute where no credentials were given.
  const error = code === 'missing_key' ? '' : ', error="invalid_token"'
  return fail({ code, message, headers: { 'www-authenticate': `Bearer realm="tessera"${error}` } })
}
