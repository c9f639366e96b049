import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { siteDefaults } from '../../../src-site/defaults.ts'
import { startSite, type TestSite } from '../start-site.ts'
import { type Answer, ask, bearer, post } from './requests.ts'

let site: TestSite
let key: string

beforeAll(async () => {
  site = await startSite({ withMediaServer: false, logLevel: 'trace' })
  key = await site.apiKey()
})
afterAll(() => site?.stop())

const { freeGuesses } = siteDefaults.guesses.account
const signIn = (email: string, password: string) =>
  post(`${site.baseUrl}/v1/api-key`, { name: 'x', expiresIn: 60, ...site.account, email, password })
const retryAfterMs = ({ headers }: Answer) => Number(headers.get('retry-after')) * 1_000
/** All that a guesser sees, but for what differs with each answer. */
const seen = ({ status, text, headers }: Answer) => ({
  status,
  text,
  headers: Object.fromEntries([...headers].filter(([name]) => name !== 'date')),
})
const guesses = Array.from({ length: freeGuesses + 1 }, (_, at) => `guess-${at}-hunter2`)

// In one order: the site remembers who has guessed.
describe('guessing passwords', () => {
  it('is the same whether the account exists or not, and is made slow', async () => {
    const wrong: Answer[] = []
    const unknown: Answer[] = []
    for (const password of guesses) wrong.push(await signIn(site.account.email, password))
    for (const password of guesses) unknown.push(await signIn('nobody@example.org', password))
    expect(wrong.map(seen)).toEqual(unknown.map(seen))
    expect(wrong.map(({ status }) => status)).toEqual([...guesses.slice(1).map(() => 401), 429])
    const last = unknown.at(-1)
    expect(last?.error?.code).toBe('sign_in_delayed')
    expect(last?.headers.get('retry-after')).toBe('1')
  })

  it('is answered later each time', async () => {
    await sleep(1_000)
    expect((await signIn('nobody@example.org', 'hunter2')).status).toBe(401)
    expect(retryAfterMs(await signIn('nobody@example.org', 'hunter2'))).toBe(2_000)
  })

  it('does not keep out the right password for long, and is forgotten after it', async () => {
    const { email, password } = site.account
    const delayed = await signIn(email, password)
    if (delayed.status === 429) await sleep(retryAfterMs(delayed))
    expect((await signIn(email, password)).status).toBe(201)
    expect((await signIn(email, 'hunter2')).status).toBe(401)
    expect((await signIn(email, password)).status).toBe(201)
  })

  it('does not concern whoever has a key', async () => {
    expect((await ask(`${site.baseUrl}/v1/cameras`, { headers: bearer(key) })).status).toBe(200)
  })

  it('leaves no password, e-mail or key in the log', async () => {
    const log = await readFile(site.logFile, 'utf8')
    expect(log).toContain('"route":"/v1/api-key"')
    for (const secret of ['hunter2', 'nobody@example.org', site.account.password, key]) {
      expect(log).not.toContain(secret)
    }
  })
})
