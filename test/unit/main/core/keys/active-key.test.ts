import { expect, test } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail } from '#contract/result.ts'
import { ActiveKey } from '#main/core/keys/active-key.ts'
import type { KeyVault } from '#main/core/keys/key-vault.ts'
import { MemoryVault, weakVault } from '#test/unit/main/core/support/memory-vault.ts'
import { Redactor } from '#main/core/log/redactor.ts'
import { settle } from '../support/fake-time.ts'

const KEY = 'tsk_0123456789abcdef'
const PLATFORM_NOW_MS = Date.UTC(2026, 10, 21, 12)

function open({
  vault = new MemoryVault(),
  mayBeWeak = false,
  platformNowMs = () => PLATFORM_NOW_MS,
}: {
  vault?: KeyVault
  mayBeWeak?: boolean
  platformNowMs?: () => number | undefined
} = {}) {
  const redactor = new Redactor()
  const key = new ActiveKey({
    vault,
    platform: 'p',
    mayBeWeak,
    redactor,
    platformNowMs,
    onChange: () => {},
  })
  return { key, redactor, vault }
}

test('has no key until one is set', async () => {
  const { key } = open()
  await key.load()

  expect(await key.get()).toMatchObject({ ok: false, error: { code: 'no_key' } })
  expect(key.status()).toMatchObject({ state: 'none', offered: 'session' })
})

test('reads the vault once, however many ask at once', async () => {
  const vault = new MemoryVault()
  await vault.store({ platform: 'p' }, KEY, {})
  let reads = 0
  const use = vault.use.bind(vault)
  vault.use = (platform) => {
    reads += 1
    return use(platform)
  }
  const { key } = open({ vault })
  await Promise.all([key.get(), key.get(), key.get()])
  await key.get()

  expect(reads).toBe(1)
})

test('asks a vault again that did not answer', async () => {
  const vault: KeyVault = new MemoryVault()
  await vault.store({ platform: 'p' }, KEY, {}, undefined)
  const use = vault.use.bind(vault)
  vault.use = async () => fail(wallError('vault_unavailable'))
  const offer = vault.offer.bind(vault)
  vault.offer = async () => ({ byDefault: undefined, choices: ['session'] })
  const { key } = open({ vault })
  await key.load()
  expect(key.status()).toMatchObject({ state: 'unavailable', choices: ['session'] })
  expect(key.status().offered).toBeUndefined()

  vault.use = use
  vault.offer = offer
  expect(await key.get()).toEqual({ ok: true, value: KEY })
  await settle()
  expect(key.status()).toMatchObject({ state: 'present', offered: 'session' })
})

test('tells what the system offers when somebody looks again', async () => {
  const vault: KeyVault = new MemoryVault()
  vault.offer = async (isAnew = false) => ({
    byDefault: isAnew ? 'os-keyring' : undefined,
    choices: ['session'],
  })
  const { key } = open({ vault })
  await key.load()
  expect(key.status().offered).toBeUndefined()
  await key.lookAgain()
  expect(key.status()).toMatchObject({ state: 'none', offered: 'os-keyring' })
})

test('tells a key store that is another one from one that is away', async () => {
  const vault: KeyVault = new MemoryVault()
  await vault.store({ platform: 'p' }, KEY, {}, undefined)
  vault.use = async () => fail(wallError('vault_changed'))
  const { key } = open({ vault })
  await key.load()

  expect(key.status().state).toBe('unreadable')
  await key.set(KEY, {}, undefined)
  expect(key.status().state).toBe('present')
})

test('is masked in every text while it is in use, and not when it has been cleared', async () => {
  const { key, redactor } = open()
  await key.set(KEY, {}, undefined)
  expect(redactor.redact(KEY)).toBe('[redacted]')
  await key.clear()
  expect(redactor.redact(KEY)).toBe(KEY)
})

test('tells a rejected key, and takes it back when it works after all', async () => {
  const { key } = open()
  await key.set(KEY, {}, undefined)
  expect(key.judge(KEY, 'rejected')).toBe(false)
  expect(key.status().state).toBe('rejected')

  expect(key.judge(KEY, 'accepted')).toBe(true)
  expect(key.status().state).toBe('present')
})

test('does not blame a new key for what its predecessor was told', async () => {
  const { key } = open()
  await key.set(KEY, {}, undefined)
  key.judge(KEY, 'rejected')
  await key.set('tsk_another_key', {}, undefined)
  expect(key.status().state).toBe('present')
  key.judge(KEY, 'rejected')

  expect(key.status().state).toBe('present')
})

test('takes a 403 for the key only while nothing has been allowed', async () => {
  const { key } = open()
  await key.set(KEY, {}, undefined)
  key.judge(KEY, 'not-allowed')
  expect(key.status().state).toBe('not-allowed')
  key.judge(KEY, 'accepted')
  key.judge(KEY, 'not-allowed')
  expect(key.status().state).toBe('present')
})

test('knows before a key is made whether it could be kept', async () => {
  const { key } = open({ vault: weakVault() })

  expect(await key.canStore(undefined)).toMatchObject({ ok: false, error: { code: 'vault_weak' } })
  expect(await key.canStore('obfuscated')).toMatchObject({ ok: false, error: { code: 'vault_weak' } })
  expect(await key.canStore('plain-file')).toMatchObject({ ok: true })
})

test('chooses for itself only where a key may be weak, and says so', async () => {
  const { key } = open({ vault: weakVault(), mayBeWeak: true })

  expect(await key.canStore(undefined)).toMatchObject({ ok: true })
  await key.set(KEY, {}, undefined)
  expect(key.status()).toMatchObject({ state: 'present', automatic: true })
})

test.each([
  ['2026-12-05T12:00:00Z', 14],
  ['2026-11-24T11:59:59Z', 2],
  ['2026-11-21T12:00:01Z', 0],
  ['2026-11-21T11:59:59Z', -1],
])(
  'counts the days of a key that ends at %s by the clock of the platform: %i',
  async (expiresAt, daysLeft) => {
    const { key } = open()
    await key.set(KEY, { expiresAt }, undefined)
    expect(key.status().daysLeft).toBe(daysLeft)
  },
)

test.each([
  ['the platform says that it has ended', {}, 'rejected', 'expired_key', false, 'expired'],
  ['it is past its end', { expiresAt: '2026-11-20T00:00:00Z' }, 'rejected', 'invalid_key', true, 'expired'],
  ['it was accepted before', {}, 'rejected', 'invalid_key', true, 'revoked'],
  [
    'it was made for this wall',
    { expiresAt: '2027-01-01T00:00:00Z' },
    'rejected',
    undefined,
    false,
    'revoked',
  ],
  ['the platform does not know it', {}, 'rejected', 'invalid_key', false, 'unknown'],
  ['the platform says nothing', {}, 'rejected', undefined, false, 'unsaid'],
  ['it is of another one', {}, 'not-allowed', 'organization_not_allowed', false, 'other-organization'],
  ['it may not do this', {}, 'not-allowed', undefined, false, 'not-permitted'],
] as const)(
  'tells why a key is not taken: %s',
  async (_, meta, verdict, platformCode, wasAccepted, fault) => {
    const { key } = open()
    await key.set(KEY, meta, undefined)
    if (wasAccepted) key.judge(KEY, 'accepted')
    key.judge(KEY, verdict, platformCode)
    expect(key.status()).toMatchObject({ state: verdict, fault })
    key.judge(KEY, 'accepted')
    expect(key.status().fault).toBeUndefined()
  },
)

test('a key that is removed while the store is still being asked does not come back', async () => {
  const vault = new MemoryVault()
  await vault.store({ platform: 'p' }, KEY, {})
  const answer = Promise.withResolvers<Awaited<ReturnType<MemoryVault['use']>>>()
  vault.use = () => answer.promise
  const { key } = open({ vault })
  const asked = key.get()
  await key.clear()
  answer.resolve({ ok: true, value: KEY })
  expect(await asked).toMatchObject({ ok: false, error: { code: 'no_key' } })
  vault.use = async () => ({ ok: true, value: undefined })
  expect(await key.get()).toMatchObject({ ok: false, error: { code: 'no_key' } })
})

test('counts no days by the clock of this machine', async () => {
  const { key } = open({ platformNowMs: () => undefined })
  await key.set(KEY, { expiresAt: '2020-01-01T00:00:00Z' }, undefined)
  expect(key.status().daysLeft).toBeUndefined()
})

test('never tells a page by which name a platform knows the key', async () => {
  const { key } = open()
  await key.set(KEY, { id: 'key-1', supersedes: ['key-0'] }, undefined)
  expect(JSON.stringify(key.status())).not.toMatch(/key-[01]/)
})
