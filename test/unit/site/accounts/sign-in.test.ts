import { describe, expect, it } from 'vitest'
import { AccountStore } from '../../../../src-site/accounts/account-store.ts'
import { PasswordHasher } from '../../../../src-site/accounts/password-hasher.ts'
import { SignIn } from '../../../../src-site/accounts/sign-in.ts'
import { openTestStore } from '../open-store.ts'

const hasher = new PasswordHasher({
  scrypt: { costLog2: 4, blockSize: 1, parallelism: 1 },
  saltBytes: 16,
  hashBytes: 32,
  hashesAtATime: 2,
  maxWaitingHashes: 2,
})

async function setUp() {
  const { db } = await openTestStore()
  const accounts = new AccountStore(db)
  await accounts.saveOrganization('own', 'Own')
  await accounts.saveOrganization('other', 'Other')
  await accounts.saveAccount('Ada@example.org', await hasher.hash('secret'), 'own')
  return { accounts, signIn: new SignIn(accounts, hasher) }
}
const ada = { email: 'ada@example.org', password: 'secret', orgId: 'own' }

describe('signing in', () => {
  it('lets an account into its organization, whatever the case of the e-mail', async () => {
    const { signIn } = await setUp()
    expect((await signIn.check(ada)).ok).toBe(true)
  })

  it.each([
    ['a wrong password', { ...ada, password: 'Secret' }, 'invalid_credentials'],
    ['an unknown e-mail', { ...ada, email: 'bob@example.org' }, 'invalid_credentials'],
    ['the organization of others', { ...ada, orgId: 'other' }, 'organization_not_allowed'],
    ['an organization that does not exist', { ...ada, orgId: 'nowhere' }, 'organization_not_allowed'],
    ['a wrong password for others', { ...ada, password: 'x', orgId: 'other' }, 'invalid_credentials'],
  ])('refuses %s', async (_, request, error) => {
    const { signIn } = await setUp()
    expect(await signIn.check(request)).toEqual({ ok: false, error })
  })

  it('takes the new password, and no longer the old one, when an account is saved again', async () => {
    const { accounts, signIn } = await setUp()
    await accounts.saveAccount('ADA@example.org', await hasher.hash('new'), 'own')
    expect((await signIn.check(ada)).ok).toBe(false)
    expect((await signIn.check({ ...ada, password: 'new' })).ok).toBe(true)
  })

  it('compares nothing while too many others are being compared', async () => {
    const { signIn } = await setUp()
    const waiting = Array.from({ length: 4 }, () => hasher.hash('x'))
    expect(await signIn.check(ada)).toEqual({ ok: false, error: 'busy' })
    await Promise.all(waiting)
  })
})
