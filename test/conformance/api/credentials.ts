import type Database from 'better-sqlite3'
import { AccountStore } from '#site/accounts/account-store.ts'
import { ApiKeyStore } from '#site/accounts/api-key-store.ts'
import { GuessDelays } from '#site/accounts/guess-delays.ts'
import { PasswordHasher, type ScryptCost } from '#site/accounts/password-hasher.ts'
import { SignIn } from '#site/accounts/sign-in.ts'
import { readTokenSecret } from '#site/accounts/token-secret.ts'
import { WebTokens } from '#site/accounts/web-tokens.ts'
import type { SiteClock } from '#site/clock.ts'
import { siteDefaults } from '#site/defaults.ts'

/** Whom the interface lets in, as the site puts it together. Whoever asks for it disposes of `keys`. */
export function siteCredentials(options: {
  readonly db: Database.Database
  readonly dataDir: string
  readonly clock: SiteClock
  /** Of a password, where many are tried and how long that takes is not what is tested. */
  readonly scrypt?: ScryptCost | undefined
}) {
  const { db, dataDir, clock, scrypt = siteDefaults.accounts.scrypt } = options
  const accounts = new AccountStore(db)
  const hasher = new PasswordHasher({ ...siteDefaults.accounts, scrypt })
  const delays = new GuessDelays({ ...siteDefaults.guesses, clock })
  return {
    accounts,
    keys: new ApiKeyStore({ db, clock, ...siteDefaults.accounts, onFlushFailed: () => undefined }),
    signIn: new SignIn(accounts, hasher, delays),
    tokens: new WebTokens({ secret: () => readTokenSecret(dataDir), accounts, clock }),
  }
}
