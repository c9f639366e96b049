import { randomBytes } from 'node:crypto'
import type { EmbeddedSite } from '#contract/process/launch.ts'
import type { AccountStore } from './accounts/account-store.ts'
import { PasswordHasher } from './accounts/password-hasher.ts'
import { demoSite, siteDefaults } from './defaults.ts'

export interface DemoAccount {
  readonly account: EmbeddedSite['account']
  /** False when it was there already: its password is then not known, and empty here. */
  readonly isNew: boolean
}

/**
 * Makes the demonstration's organization and an account in it. Embedded, the wall's account gets a new password at
 * each start, so that none has to be kept anywhere; alone, a person is given one once.
 */
export async function saveDemoAccount(accounts: AccountStore, isEmbedded: boolean): Promise<DemoAccount> {
  const { orgId, orgName, embeddedEmail, operatorEmail } = demoSite
  await accounts.saveOrganization(orgId, orgName)
  const email = isEmbedded ? embeddedEmail : operatorEmail
  if (!isEmbedded && (await accounts.findByEmail(email))) {
    return { account: { email, password: '', orgId }, isNew: false }
  }
  const { embeddedScrypt, ...options } = siteDefaults.accounts
  const hasher = new PasswordHasher(isEmbedded ? { ...options, scrypt: embeddedScrypt } : options)
  const password = await savePassword(accounts, hasher, email, orgId)
  return { account: { email, password, orgId }, isNew: true }
}

/** Gives an account, which is made where there is none, a password that nobody has chosen. */
export async function savePassword(
  accounts: AccountStore,
  hasher: PasswordHasher,
  email: string,
  orgId: string,
): Promise<string> {
  const password = randomBytes(siteDefaults.accounts.generatedPasswordBytes).toString('base64url')
  await accounts.saveAccount(email, await hasher.hash(password), orgId)
  return password
}
