import { createHash, randomBytes } from 'node:crypto'
import { siteDefaults } from '../defaults.ts'

const { apiKeyPrefix, apiKeyBytes, shownKeyChars } = siteDefaults.accounts

/** A fresh key, e.g. `tsk_` and 43 characters. It exists in the clear only in the answer that shows it. */
export function newApiKey(): string {
  return apiKeyPrefix + randomBytes(apiKeyBytes).toString('base64url')
}

/** What is stored instead of the key. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** What people tell it by: 24 of its 256 bits, which nobody is helped by. */
export function shownPrefix(key: string): string {
  return key.slice(0, apiKeyPrefix.length + shownKeyChars)
}
