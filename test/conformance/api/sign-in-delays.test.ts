import { readFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PasswordHasher } from '../../../src-site/accounts/password-hasher.ts'
import { siteDefaults } from '../../../src-site/defaults.ts'
import { startSite } from '../start-site.ts'
import { eventStand } from './event-stand.ts'
import { type Answer, ask, bearer, post } from './requests.ts'

const { freeGuesses } = siteDefaults.guesses.account
const ada = { email: 'ada@example.org', password: 'correct horse' }
const guesses = Array.from({ length: freeGuesses + 1 }, (_, at) => `guess-${at}-hunter2`)

async function stand() {
  const { baseUrl, clock, accounts, shop } = await eventStand()
  await accounts.saveAccount(
    ada.email,
    await new PasswordHasher(siteDefaults.accounts).hash(ada.password),
    'shop',
  )
  const signIn = (email: string, password: string) =>
    post(`${baseUrl}/v1/api-key`, { name: 'x', expiresIn: 60, orgId: 'shop', email, password })
  const guess = async (email: string) => {
    const answers: Answer[] = []
    for (const password of guesses) answers.push(await signIn(email, password))
    return answers
  }
  return { baseUrl, clock, shop, signIn, guess }
}

/** All that a guesser sees, but for what differs with each answer. */
const seen = ({ status, text, headers }: Answer) => ({
  status,
  text,
  headers: Object.fromEntries([...headers].filter(([name]) => name !== 'date')),
})
const outcome = ({ status, error, headers }: Answer) => ({
  status,
  code: error?.code,
  retryAfter: headers.get('retry-after'),
})
const delayed = (retryAfter: string) => ({ status: 429, code: 'sign_in_delayed', retryAfter })

describe('guessing passwords', () => {
  it('is the same whether the account exists or not, and is made slower with each guess', async () => {
    const { clock, signIn, guess } = await stand()
    const wrong = await guess(ada.email)
    const unknown = await guess('nobody@example.org')
    expect(wrong.map(seen)).toEqual(unknown.map(seen))
    expect(wrong.map(({ status }) => status)).toEqual([...guesses.slice(1).map(() => 401), 429])
    expect(outcome(unknown[freeGuesses] as Answer)).toEqual(delayed('1'))
    clock.nowMs += 1_000
    expect((await signIn(ada.email, 'hunter2')).status).toBe(401)
    expect(outcome(await signIn(ada.email, 'hunter2'))).toEqual(delayed('2'))
  })

  it('keeps out the right password until the time that is named, and is forgotten after it', async () => {
    const { clock, signIn, guess } = await stand()
    await guess(ada.email)
    expect(outcome(await signIn(ada.email, ada.password))).toEqual(delayed('1'))
    clock.nowMs += 1_000
    expect((await signIn(ada.email, ada.password)).status).toBe(201)
    expect((await signIn(ada.email, 'hunter2')).status).toBe(401)
    expect((await signIn(ada.email, ada.password)).status).toBe(201)
  })

  it('does not concern whoever has a key', async () => {
    const { baseUrl, shop, guess } = await stand()
    await guess(ada.email)
    expect((await ask(`${baseUrl}/v1/cameras`, { headers: bearer(shop.key) })).status).toBe(200)
  })

  it('leaves no password, e-mail or key in the log', async () => {
    const site = await startSite({ withMediaServer: false, logLevel: 'trace' })
    onTestFinished(async () => void (await site.stop()))
    const key = await site.apiKey()
    const account = { name: 'x', expiresIn: 60, ...site.account }
    await post(`${site.baseUrl}/v1/api-key`, { ...account, password: 'hunter2' })
    await post(`${site.baseUrl}/v1/api-key`, { ...account, email: 'nobody@example.org' })
    const log = await readFile(site.logFile, 'utf8')
    expect(log).toContain('"route":"/v1/api-key"')
    for (const secret of ['hunter2', 'nobody@example.org', site.account.email, site.account.password, key]) {
      expect(log).not.toContain(secret)
    }
  })
})
