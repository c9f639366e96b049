import { describe, expect, it } from 'vitest'
import { AccountStore } from '#site/accounts/account-store.ts'
import { GuessDelays } from '#site/accounts/guess-delays.ts'
import { PasswordHasher } from '#site/accounts/password-hasher.ts'
import { SignIn } from '#site/accounts/sign-in.ts'
import { FakeClock } from '../fake-clock.ts'
import { openTestStore } from '../open-store.ts'

const hashing = {
  scrypt: { costLog2: 4, blockSize: 1, parallelism: 1 },
  saltBytes: 16,
  hashBytes: 32,
  hashesAtATime: 2,
  maxWaitingHashes: 2,
}
const hasher = new PasswordHasher(hashing)

async function setUp(comparing = hasher) {
  const { db } = await openTestStore()
  const accounts = new AccountStore(db)
  await accounts.saveOrganization('own', 'Own')
  await accounts.saveOrganization('other', 'Other')
  await accounts.saveAccount('Ada@example.org', await hasher.hash('secret'), 'own')
  const clock = new FakeClock()
  const policy = { freeGuesses: 3, firstDelayMs: 1_000, maxDelayMs: 60_000 }
  const delays = new GuessDelays({
    account: policy,
    address: { ...policy, freeGuesses: 100 },
    forgetAfterMs: 100_000,
    maxRemembered: 100,
    clock,
  })
  return { accounts, clock, signIn: new SignIn(accounts, comparing, delays) }
}
const ada = { email: 'ada@example.org', password: 'secret', orgId: 'own', address: '192.0.2.1' }

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
    expect(await signIn.check(request)).toMatchObject({ ok: false, error: { code: error } })
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
    expect(await signIn.check(ada)).toMatchObject({ ok: false, error: { code: 'rate_limited' } })
    await Promise.all(waiting)
  })

  it('counts many wrong passwords at once as many', async () => {
    const { signIn } = await setUp(new PasswordHasher({ ...hashing, maxWaitingHashes: 100 }))
    const guesses = Array.from({ length: 30 }, () => signIn.check({ ...ada, password: 'guess' }))
    const answers = await Promise.all(guesses)
    const compared = answers.filter((answer) => !answer.ok && answer.error.code === 'invalid_credentials')
    // One more may be under way when the last of those that are free is found wrong.
    expect(compared.length).toBeLessThanOrEqual(4)
  })

  it('does not count the wrong organization as a wrong password', async () => {
    const { signIn } = await setUp()
    for (let at = 0; at < 5; at++) await signIn.check({ ...ada, orgId: 'other' })
    expect((await signIn.check(ada)).ok).toBe(true)
  })

  it('lets many right passwords in at once', async () => {
    const { signIn } = await setUp()
    const answers = await Promise.all([1, 2, 3, 4].map(() => signIn.check(ada)))
    expect(answers.every(({ ok }) => ok)).toBe(true)
  })
})
