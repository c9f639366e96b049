import { describe, expect, it } from 'vitest'
import { PasswordHasher } from '#site/accounts/password-hasher.ts'
import { siteDefaults } from '#site/defaults.ts'
import { eventStand } from './event-stand.ts'
import { idleEventPart } from './idle-event-part.ts'
import { type Answer, ask, bearer } from './requests.ts'

const { freeGuesses } = siteDefaults.guesses.account
const { freeGuesses: ofAddress } = siteDefaults.guesses.address
const ada = { email: 'ada@example.org', password: 'correct horse' }
/** How long a hash takes is not what is tested here. */
const scrypt = { costLog2: 4, blockSize: 8, parallelism: 1 }
const guesses = Array.from({ length: freeGuesses + 1 }, (_, at) => `guess-${at}-hunter2`)

async function stand(options: Parameters<typeof eventStand>[0] = {}) {
  const { baseUrl, clock, accounts, shop } = await eventStand({
    ...options,
    scrypt,
    idleEvents: await idleEventPart(),
  })
  const hasher = new PasswordHasher({ ...siteDefaults.accounts, scrypt })
  await accounts.saveAccount(ada.email, await hasher.hash(ada.password), 'shop')
  const signIn = (email: string, password: string, headers: Record<string, string> = {}) =>
    ask(`${baseUrl}/v1/api-key`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ name: 'x', expiresIn: 60, orgId: 'shop', email, password }),
    })
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

  it.each([
    ['the proxy that is trusted', '127.0.0.1', { guesser: 429, other: 401 }],
    ['somebody else', '192.0.2.7', { guesser: 429, other: 429 }],
    ['anybody, where no proxy is trusted', undefined, { guesser: 429, other: 429 }],
  ])('counts by address; X-Forwarded-For comes from %s', async (_, trustedProxy, expected) => {
    const { signIn } = await stand({ trustedProxy })
    let account = 0
    const from = async (forwarded: string) =>
      (await signIn(`${account++}@example.org`, 'hunter2', { 'x-forwarded-for': forwarded })).status
    for (let guess = 0; guess < ofAddress; guess += 1) await from(`198.51.100.${guess}, 203.0.113.1`)
    // What a client has put there itself stands before what the proxy adds.
    expect({ guesser: await from('203.0.113.2, 203.0.113.1'), other: await from('203.0.113.2') }).toEqual(
      expected,
    )
  })

  it('does not concern whoever has a key', async () => {
    const { baseUrl, shop, guess } = await stand()
    await guess(ada.email)
    expect((await ask(`${baseUrl}/v1/cameras`, { headers: bearer(shop.key) })).status).toBe(200)
  })
})
