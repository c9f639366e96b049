import { expect, it } from 'vitest'
import { AccountStore } from '#site/accounts/account-store.ts'
import { PasswordHasher } from '#site/accounts/password-hasher.ts'
import { siteDefaults } from '#site/defaults.ts'
import { saveDemoAccount } from '#site/demo-account.ts'
import { openTestStore } from './open-store.ts'

it.each([
  ['of a person, at the full cost', false, '$scrypt$ln=15,r=8,p=3$'],
  ['of the wall of this start, which nobody chose or reads, at less', true, '$scrypt$ln=10,r=8,p=1$'],
])('hashes the generated password %s', async (_whose, isEmbedded, cost) => {
  const accounts = new AccountStore((await openTestStore()).db)
  const { account } = await saveDemoAccount(accounts, isEmbedded)
  const stored = (await accounts.findByEmail(account.email))?.passwordHash
  expect(stored?.slice(0, cost.length)).toBe(cost)
  expect(await new PasswordHasher(siteDefaults.accounts).matches(account.password, stored)).toBe(true)
})
