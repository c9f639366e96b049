import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { RecordedVault } from '#main/core/keys/recorded-vault.ts'
import { safeStorageBox, type SafeStoragePort } from '#main/core/keys/safe-storage-box.ts'
import { refusedWith } from '#test/stand/unwrap.ts'
import { settle } from '../support/fake-time.ts'
import { UnsyncedStore } from '../support/unsynced-store.ts'
import { KEY, keep, PLATFORM, VaultStand } from './vault-stand.ts'

/** Electron's safeStorage as far as we use it: a prefix that tells the key provider, and a cipher for tests. */
class FakeSafeStorage implements SafeStoragePort {
  prefix = 'v11'
  available = true
  answers = true
  shouldReEncrypt = false
  /** Another keyring opens nothing that this one sealed; one in 256 opens it to something. */
  isAnother: boolean | 'by luck' = false

  async isAsyncEncryptionAvailable() {
    return this.available
  }

  async encryptStringAsync(plainText: string) {
    if (!this.answers) throw new Error('temporarily unavailable')
    return Buffer.concat([Buffer.from(this.prefix), Buffer.from(plainText).map((byte) => byte ^ 0x5a)])
  }

  async decryptStringAsync(encrypted: Buffer) {
    if (!this.answers) throw new Error('temporarily unavailable')
    if (this.isAnother === true) throw new Error('Error while decrypting the ciphertext')
    if (this.isAnother === 'by luck') return { result: 'k\uFFFD\u0003é\uFFFD8', shouldReEncrypt: false }
    return {
      result: Buffer.from(encrypted.subarray(3).map((byte) => byte ^ 0x5a)).toString(),
      shouldReEncrypt: this.shouldReEncrypt,
    }
  }
}

let stand: VaultStand
let safeStorage: FakeSafeStorage
beforeEach(() => {
  stand = new VaultStand()
  safeStorage = new FakeSafeStorage()
})

const open = (platform: NodeJS.Platform = 'linux', ports = stand.ports()) =>
  new RecordedVault({ ...ports, box: safeStorageBox(safeStorage, platform, stand.time) })
const file = () => readFileSync(stand.path, 'utf8')

test('keeps a key over a restart behind the keyring of the system, and not in the clear', async () => {
  const stored = await open().store(
    { platform: PLATFORM, orgId: 'org-1' },
    KEY,
    { name: 'wall', orgId: 'org-1' },
    undefined,
  )

  expect(stored).toEqual({ ok: true, value: { name: 'wall', orgId: 'org-1', protection: 'os-keyring' } })
  const vault = open()
  expect(vault.status(PLATFORM)).toEqual({ name: 'wall', orgId: 'org-1', protection: 'os-keyring' })
  expect(await vault.use(PLATFORM)).toEqual({ ok: true, value: KEY })
  expect(file()).not.toContain(KEY)
  expect(file()).not.toContain(Buffer.from(KEY).toString('base64').slice(0, 20))
  expect(statSync(stand.path).mode & 0o777).toBe(0o600)
})

test('refuses weak storage until somebody chooses it', async () => {
  safeStorage.prefix = 'v10'
  const vault = open()

  expect(await vault.offer()).toEqual({ byDefault: undefined, choices: ['obfuscated', 'session'] })
  expect(await keep(vault)).toMatchObject(refusedWith('vault_weak'))
  expect(await keep(vault, 'os-keyring')).toMatchObject(refusedWith('vault_unavailable'))
  expect(await keep(vault, 'obfuscated')).toMatchObject({
    value: { protection: 'obfuscated' },
  })
  expect(await open().use(PLATFORM)).toEqual({ ok: true, value: KEY })
  expect(file()).toContain('not protected')
})

test('takes v10 for the real thing where it is: on macOS and Windows', async () => {
  safeStorage.prefix = 'v10'

  expect((await open('darwin').offer()).byDefault).toBe('os-keyring')
  expect((await open('win32').offer()).byDefault).toBe('os-keyring')
})

test('keeps a key for one session in memory only', async () => {
  const vault = open()
  await vault.store({ platform: PLATFORM }, KEY, { name: 'wall' }, 'session')

  expect(vault.status(PLATFORM)).toEqual({ name: 'wall', protection: 'session' })
  expect(await vault.use(PLATFORM)).toEqual({ ok: true, value: KEY })
  expect(readdirSync(stand.folder)).toEqual([])
  expect(await open().use(PLATFORM)).toEqual({ ok: true, value: undefined })
})

test('asks whether the store has come since only when what it offers is asked anew', async () => {
  safeStorage.prefix = 'v10'
  Object.assign(safeStorage, {
    lookAgain: async () => {
      safeStorage.prefix = 'v11'
    },
  })
  const vault = open()

  expect((await vault.offer()).byDefault).toBeUndefined()
  expect((await vault.offer(true)).byDefault).toBe('os-keyring')
})

test('offers only the session where nothing answers', async () => {
  safeStorage.available = false
  expect(await open().offer()).toEqual({ byDefault: undefined, choices: ['session'] })
  safeStorage.available = true
  safeStorage.answers = false
  expect(await open().offer()).toEqual({ byDefault: undefined, choices: ['session'] })
})

test('keeps a key that cannot be read at the moment', async () => {
  await keep(open())
  safeStorage.answers = false
  const vault = open()
  expect(await vault.use(PLATFORM)).toMatchObject(refusedWith('vault_unavailable'))

  safeStorage.answers = true
  expect(await vault.use(PLATFORM)).toEqual({ ok: true, value: KEY })
})

test.each([true, 'by luck'] as const)(
  'tells a keyring that is another one (%s) from one that is away, and keeps the key for the old one',
  async (isAnother) => {
    await keep(open())
    const before = file()
    safeStorage.isAnother = isAnother
    const vault = open()
    expect(await vault.use(PLATFORM)).toMatchObject(refusedWith('vault_changed'))
    // Chromium's own fallback took the place of the keyring: it is away.
    safeStorage.prefix = 'v10'
    expect(await vault.use(PLATFORM)).toMatchObject(refusedWith('vault_unavailable'))

    expect(file()).toBe(before)
    safeStorage.isAnother = false
    expect(await vault.use(PLATFORM)).toEqual({ ok: true, value: KEY })
  },
)

test('does not wait for ever for a keyring that asks somebody', async () => {
  await keep(open())
  const answer = Promise.withResolvers<{ result: string; shouldReEncrypt: boolean }>()
  const decrypt = safeStorage.decryptStringAsync.bind(safeStorage)
  safeStorage.decryptStringAsync = () => answer.promise
  const vault = open()
  const used = vault.use(PLATFORM)
  await settle()
  await stand.time.advance(20_000)
  expect(await used).toMatchObject(refusedWith('vault_unavailable'))

  safeStorage.decryptStringAsync = decrypt
  expect(await vault.use(PLATFORM)).toEqual({ ok: true, value: KEY })
})

test('encrypts again when the system says that it should, and only then', async () => {
  await open().store({ platform: PLATFORM }, KEY, { name: 'wall' }, undefined)
  const before = file()
  await open().use(PLATFORM)
  expect(file()).toBe(before)

  safeStorage.shouldReEncrypt = true
  safeStorage.prefix = 'v12'
  expect(await open().use(PLATFORM)).toEqual({ ok: true, value: KEY })
  expect(Buffer.from(JSON.parse(file()).keys[0].data, 'base64').toString('latin1')).toMatch(/^v12/)
  expect(open().status(PLATFORM)).toMatchObject({ name: 'wall', protection: 'os-keyring' })
})

test('moves a key that was obfuscated into a keyring that has appeared', async () => {
  safeStorage.prefix = 'v10'
  await keep(open(), 'obfuscated')
  safeStorage.prefix = 'v11'
  safeStorage.shouldReEncrypt = true

  const vault = open()
  expect(await vault.use(PLATFORM)).toEqual({ ok: true, value: KEY })
  expect(vault.status(PLATFORM)).toMatchObject({ protection: 'os-keyring' })
  expect(file()).not.toContain('not protected')
})

test('loses no key when it cannot be encrypted again', async () => {
  await keep(open())
  const before = file()
  safeStorage.shouldReEncrypt = true
  const encrypt = safeStorage.encryptStringAsync.bind(safeStorage)
  safeStorage.encryptStringAsync = async () => {
    throw new Error('temporarily unavailable')
  }
  expect(await open().use(PLATFORM)).toEqual({ ok: true, value: KEY })
  expect(file()).toBe(before)

  // What seals now is Chromium's fallback: worse than what is there.
  safeStorage.encryptStringAsync = encrypt
  safeStorage.prefix = 'v10'
  expect(await open().use(PLATFORM)).toEqual({ ok: true, value: KEY })
  expect(file()).toBe(before)
})

test('does not call a key protected that was sealed while the keyring went away', async () => {
  const vault = open()
  const encrypt = safeStorage.encryptStringAsync.bind(safeStorage)
  safeStorage.encryptStringAsync = async (text) => {
    if (text === KEY) safeStorage.prefix = 'v10'
    return encrypt(text)
  }

  expect(await keep(vault)).toMatchObject(refusedWith('vault_unavailable'))
  expect(vault.status(PLATFORM)).toBeUndefined()
})

test('has one key of each platform, the one stored last', async () => {
  const vault = open()
  await vault.store({ platform: PLATFORM, orgId: 'a' }, 'key-a', { orgId: 'a' }, undefined)
  stand.time.setWall(1)
  await vault.store({ platform: PLATFORM, orgId: 'b' }, 'key-b', { orgId: 'b' }, undefined)
  await vault.store({ platform: 'https://other.example' }, 'key-c', {}, undefined)

  expect(await vault.use(PLATFORM)).toEqual({ ok: true, value: 'key-b' })
  await vault.clear(PLATFORM)
  expect(await open().use(PLATFORM)).toEqual({ ok: true, value: undefined })
  expect(await open().use('https://other.example')).toEqual({ ok: true, value: 'key-c' })
})

test('starts with any vault file, never throws, and says when a key is lost', async () => {
  const record = fc.record({
    platform: fc.constantFrom(PLATFORM, 7),
    protection: fc.jsonValue(),
    data: fc.jsonValue(),
    storedAtMs: fc.jsonValue(),
  })
  const content = fc.oneof(
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    fc.json(),
    fc
      .record({ keys: fc.oneof(fc.array(record, { minLength: 1 }), fc.jsonValue()) })
      .map((value) => JSON.stringify(value)),
  )
  // One in five waits for the disk.
  const stores = fc.constantFrom(undefined, ...Array.from({ length: 4 }, () => UnsyncedStore))
  await fc.assert(
    fc.asyncProperty(content, stores, async (content, Store) => {
      const openWith = () => open('linux', stand.ports(Store))
      writeFileSync(stand.path, content)
      const vault = openWith()
      const used = await vault.use(PLATFORM)
      expect(used.ok || ['vault_unavailable', 'vault_changed'].includes(used.error.code)).toBe(true)
      expect(await keep(vault)).toMatchObject({ ok: true })
      expect(await openWith().use(PLATFORM)).toEqual({ ok: true, value: KEY })
    }),
    { numRuns: 150 },
  )
})

test('says so when its file was damaged', async () => {
  writeFileSync(stand.path, '{"keys":[{"platform":"x"}]}')

  expect(open().notices).toMatchObject([{ exact: { code: 'stored_key_unread' } }])
  expect(readdirSync(stand.folder).some((name) => name.includes('damaged'))).toBe(true)
})
