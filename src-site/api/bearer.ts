import type { ApiKeyHolder, ApiKeyStore } from '../accounts/api-key-store.ts'
import type { Refusal } from './refusal.ts'

/** Who a request acts for, or why it may act for nobody. */
export type Caller =
  | { readonly isKnown: true; readonly holder: ApiKeyHolder }
  | { readonly isKnown: false; readonly refusal: Refusal }

/** Reads `Authorization: Bearer <API_KEY>` (section 5; the scheme's name is case-insensitive, RFC 9110 §11.1). */
export async function identify(header: string | undefined, keys: ApiKeyStore): Promise<Caller> {
  if (header === undefined || header.trim() === '') return unknown('missing_key')
  const key = /^bearer +(\S+) *$/i.exec(header)?.[1]
  if (key === undefined) return unknown('invalid_key')
  const found = await keys.find(key)
  return found.ok ? { isKnown: true, holder: found.value } : unknown(found.error)
}

const messages = {
  missing_key: 'This request needs the header Authorization: Bearer <API_KEY>.',
  invalid_key: 'Nobody has this API key.',
  expired_key: 'This API key has expired. Create a new one.',
} as const

function unknown(code: keyof typeof messages): Caller {
  // RFC 6750 §3: no error attribute where no credentials were given.
  const challenge = 'Bearer realm="tessera"'
  return {
    isKnown: false,
    refusal: {
      code,
      message: messages[code],
      headers: {
        'www-authenticate': code === 'missing_key' ? challenge : `${challenge}, error="invalid_token"`,
      },
    },
  }
}
