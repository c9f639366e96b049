import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { FRESH_PROCESS_EVERY_MS, KEYRING_TIMEOUT_IN_MS } from '#main/core/keys/defaults.ts'
import { keyringBox, type KeyringPort } from '#main/core/keys/keyring-box.ts'
import { RecordedVault } from '#main/core/keys/recorded-vault.ts'
import { loadNapiKeyring } from '#main/host/napi-keyring.ts'
import { refusedWith } from '#test/stand/unwrap.ts'
import { settle } from '../support/fake-time.ts'
import { KEY, keep, PLATFORM, VaultStand } from './vault-stand.ts'

class FakeKeyring implements KeyringPort {
  readonly secrets = new Map<string, string>()
  mood: 'answers' | 'locked' | 'silent' = 'answers'
  /** How often a secret was asked for. */
  gets = 0
  /** Answers what it was asked while it was silent: by its window, which somebody has used or closed. */
  answer = (_mood: 'answers' | 'locked') => {}

  async get(account: string) {
    this.gets += 1
    await this.#respond()
    return this.secrets.get(account) ?? null
  }
  async set(account: string, secret: string) {
    await this.#respond()
    this.secrets.set(account, secret)
  }
  async delete(account: string) {
    await this.#respond()
    this.secrets.delete(account)
  }
  async #respond() {
    if (this.mood === 'silent') {
      this.mood = await new Promise<'answers' | 'locked'>((resolve) => {
        this.answer = resolve
      })
    }
    if (this.mood === 'locked') throw new Error('locked')
  }
}

let stand: VaultStand
let keyring: FakeKeyring
beforeEach(() => {
  stand = new VaultStand()
  keyring = new FakeKeyring()
})

const openWith = (port: KeyringPort | undefined) =>
  new RecordedVault({ ...stand.ports(), box: keyringBox(port, stand.time) })
const open = () => openWith(keyring)

test('keeps a key in the keyring, and nothing of it in the file', async () => {
  await open().store({ platform: PLATFORM, orgId: 'org-1' }, KEY, { orgId: 'org-1' }, undefined)

  expect(keyring.secrets.get(PLATFORM)).toBe(KEY)
  expect(readFileSync(stand.path, 'utf8')).not.toContain(KEY)
  expect(await open().use(PLATFORM)).toEqual({ ok: true, value: KEY })
})

test.each([
  ['a file that was damaged', (text: string) => text.slice(0, -3)],
  ['a record that could not be read', (text: string) => text.replace('"data":', '"datum":')],
])('leaves nothing of a key that is cleared: %s', async (_what, damage) => {
  await keep(openWith(undefined), 'plain-file')
  const kept = readFileSync(stand.path, 'utf8')
  // As a write leaves it that the power was cut in.
  writeFileSync(`${stand.path}.tmp-1790000000a1b2c3`, kept)
  const beside = join(stand.folder, 'keys.notes.json')
  writeFileSync(beside, 'of somebody else')
  writeFileSync(stand.path, damage(kept.replaceAll(/\s/g, '')))
  const vault = openWith(undefined)
  expect(vault.notices).toHaveLength(1)
  expect(filesWith(KEY).length).toBeGreaterThan(1)

  expect(await vault.clear(PLATFORM)).toEqual({ ok: true, value: undefined })
  expect(filesWith(KEY)).toEqual([])
  expect(readFileSync(beside, 'utf8')).toBe('of somebody else')
})

function filesWith(text: string): string[] {
  return readdirSync(stand.folder).filter((name) =>
    readFileSync(join(stand.folder, name), 'utf8').includes(text),
  )
}

test('writes a file without a keyring only when that is chosen; the file says that it is weak', async () => {
  const vault = openWith(undefined)

  expect(await vault.offer()).toEqual({ byDefault: undefined, choices: ['plain-file', 'session'] })
  expect(await keep(vault)).toMatchObject(refusedWith('vault_weak'))
  expect(await keep(vault, 'plain-file')).toMatchObject({
    value: { protection: 'plain-file' },
  })
  expect(readFileSync(stand.path, 'utf8')).toContain('not protected')
  expect(statSync(stand.path).mode & 0o777).toBe(0o600)
  expect(await openWith(undefined).use(PLATFORM)).toEqual({ ok: true, value: KEY })
})

test('calls a keyring that a key was to go into, and that is locked now, unavailable and not absent', async () => {
  keyring.mood = 'locked'
  expect(await keep(open(), 'os-keyring')).toMatchObject(refusedWith('vault_unavailable'))
})

test('moves a key from its weak file into a keyring that has appeared', async () => {
  await keep(openWith(undefined), 'plain-file')

  const vault = open()
  expect(await vault.use(PLATFORM)).toEqual({ ok: true, value: KEY })
  expect(vault.status(PLATFORM)).toMatchObject({ protection: 'os-keyring' })
  expect(readFileSync(stand.path, 'utf8')).not.toContain(KEY)
  expect(readFileSync(stand.path, 'utf8')).not.toContain('not protected')
  expect(await open().use(PLATFORM)).toEqual({ ok: true, value: KEY })
})

test('leaves a key in its weak file while the keyring does not take it', async () => {
  await keep(openWith(undefined), 'plain-file')
  keyring.set = async () => {
    throw new Error('locked')
  }

  expect(await open().use(PLATFORM)).toEqual({ ok: true, value: KEY })
  expect(await openWith(undefined).use(PLATFORM)).toEqual({ ok: true, value: KEY })
})

test('keeps the key of a keyring that is locked', async () => {
  await keep(open())
  keyring.mood = 'locked'
  const vault = open()
  expect(await vault.use(PLATFORM)).toMatchObject(refusedWith('vault_unavailable'))
  expect(await vault.clear(PLATFORM)).toMatchObject(refusedWith('vault_unavailable'))

  keyring.mood = 'answers'
  expect(await vault.use(PLATFORM)).toEqual({ ok: true, value: KEY })
})

test('does not wait for ever for a keyring that asks somebody', async () => {
  await keep(open())
  keyring.mood = 'silent'
  const used = open().use(PLATFORM)
  await settle()
  await stand.time.advance(5_000)

  expect(await used).toMatchObject(refusedWith('vault_unavailable'))
})

test('asks a keyring that asks somebody once, and again when that window is gone', async () => {
  await keep(open())
  keyring.gets = 0
  keyring.mood = 'silent'
  const vault = open()
  const useInVain = async () => {
    const used = vault.use(PLATFORM)
    await stand.time.advance(KEYRING_TIMEOUT_IN_MS)
    expect(await used).toMatchObject(refusedWith('vault_unavailable'))
  }
  // Also of those that ask at the same time.
  await Promise.all([useInVain(), useInVain()])
  await useInVain()
  expect(keyring.gets).toBe(1)

  // Who has just closed the window does not get it again at once.
  keyring.answer('locked')
  await settle()
  await useInVain()
  expect(keyring.gets).toBe(1)
  keyring.mood = 'silent'
  await stand.time.advance(FRESH_PROCESS_EVERY_MS)
  await useInVain()
  expect(keyring.gets).toBe(2)

  keyring.answer('answers')
  await settle()
  expect(await vault.use(PLATFORM)).toEqual({ ok: true, value: KEY })
})

test('two at once both have their answer', async () => {
  await keep(open())
  const vault = open()
  expect(await Promise.all([vault.use(PLATFORM), vault.offer()])).toMatchObject([
    { ok: true, value: KEY },
    { byDefault: 'os-keyring' },
  ])
})

test('a key of this run alone gives way to one that is kept, and goes with it', async () => {
  const vault = open()
  await vault.store({ platform: PLATFORM }, 'tsk_of_this_run', {}, 'session')
  await keep(vault, 'os-keyring')
  expect(await vault.use(PLATFORM)).toEqual({ ok: true, value: KEY })
  await vault.store({ platform: PLATFORM }, 'tsk_of_this_run', {}, 'session')
  await vault.clear(PLATFORM)
  expect(await vault.use(PLATFORM)).toEqual({ ok: true, value: undefined })
})

test('a key that is removed while it is opened does not come back better protected', async () => {
  await keep(openWith(undefined), 'plain-file')
  const vault = open()
  const used = vault.use(PLATFORM)
  expect(await vault.clear(PLATFORM)).toMatchObject({ ok: true })
  expect(await used).toEqual({ ok: true, value: KEY })
  expect([vault.status(PLATFORM), keyring.secrets.size]).toEqual([undefined, 0])
})

async function expectOld(after: RecordedVault): Promise<void> {
  expect(await after.use(PLATFORM)).toEqual({ ok: true, value: KEY })
  expect(after.status(PLATFORM)?.name).toBe('old')
}

test('replaces a key so that a failure at any step leaves the old one', async () => {
  await open().store({ platform: PLATFORM }, KEY, { name: 'old' }, undefined)
  const set = keyring.set.bind(keyring)
  keyring.set = async () => {
    throw new Error('full')
  }
  expect(await open().store({ platform: PLATFORM }, 'tsk_new', {}, undefined)).toMatchObject({ ok: false })
  expect(await open().use(PLATFORM)).toEqual({ ok: true, value: KEY })

  keyring.set = set
  const vault = open()
  const kept = readFileSync(stand.path)
  // No file takes the place of a folder.
  rmSync(stand.path)
  mkdirSync(stand.path)
  expect(await vault.store({ platform: PLATFORM }, 'tsk_new', {}, undefined)).toMatchObject(
    refusedWith('storage_failed'),
  )
  await expectOld(vault)
  rmSync(stand.path, { recursive: true })
  writeFileSync(stand.path, kept)
  await expectOld(open())
  expect([...keyring.secrets.values()]).toEqual([KEY])
})

test('keeps one secret of a platform, however often its key is replaced, and forgets that one', async () => {
  const vault = open()
  for (const key of ['tsk_1', 'tsk_2', 'tsk_3', 'tsk_4']) {
    await vault.store({ platform: PLATFORM, orgId: 'org-1' }, key, { orgId: 'org-1' }, undefined)
    expect([...keyring.secrets.values()]).toEqual([key])
    expect(await open().use(PLATFORM)).toEqual({ ok: true, value: key })
  }
  await open().clear(PLATFORM)
  expect(keyring.secrets.size).toBe(0)
})

test('keeps one secret of a platform also when its organization becomes known, or was another one', async () => {
  const vault = open()
  for (const orgId of [undefined, 'org-1', undefined, 'org-2', 'org-1']) {
    const key = `tsk_of_${orgId}`
    await vault.store({ platform: PLATFORM, orgId }, key, { orgId }, undefined)
    expect([...keyring.secrets.values()]).toEqual([key])
    expect(await open().use(PLATFORM)).toEqual({ ok: true, value: key })
  }
})

test('a key that an older version left beside the one in use goes with that', async () => {
  const left = { platform: PLATFORM, protection: 'os-keyring', data: '' }
  const keys = [
    { ...left, storedAtMs: 1 },
    { ...left, orgId: 'org-1', storedAtMs: 2 },
  ]
  writeFileSync(stand.path, JSON.stringify({ schemaVersion: 1, keys }))
  keyring.secrets.set(PLATFORM, 'tsk_left').set(`${PLATFORM}#org-1`, KEY)
  const vault = open()
  expect(await vault.use(PLATFORM)).toEqual({ ok: true, value: KEY })
  vault.amend(PLATFORM, { name: 'wall' })
  await vault.store({ platform: PLATFORM, orgId: 'org-1' }, 'tsk_new', { orgId: 'org-1' }, undefined)
  expect([...keyring.secrets.values()]).toEqual(['tsk_new'])
  expect(await open().use(PLATFORM)).toEqual({ ok: true, value: 'tsk_new' })
})

test('takes the key stored last for the latest, although the clock was set back', async () => {
  await open().store({ platform: PLATFORM, orgId: 'org-1' }, KEY, { orgId: 'org-1' }, undefined)
  stand.time.setWall(-86_400_000)
  await open().store({ platform: PLATFORM, orgId: 'org-2' }, 'tsk_new', { orgId: 'org-2' }, undefined)
  expect(await open().use(PLATFORM)).toEqual({ ok: true, value: 'tsk_new' })
})

test('learns more of a key without touching it', async () => {
  await open().store({ platform: PLATFORM }, KEY, { name: 'pasted' }, undefined)
  const expiresAt = '2027-01-01T00:00:00Z'
  expect(open().amend(PLATFORM, { name: 'told', expiresAt })).toEqual({ ok: true, value: undefined })
  expect(open().status(PLATFORM)).toMatchObject({ name: 'told', expiresAt, protection: 'os-keyring' })
  expect(await open().use(PLATFORM)).toEqual({ ok: true, value: KEY })
})

test('says that a keyring is another one when it does not hold the key, and keeps the record', async () => {
  await keep(open())
  const old = keyring
  keyring = new FakeKeyring()
  const vault = open()

  expect(await vault.use(PLATFORM)).toMatchObject(refusedWith('vault_changed'))
  expect(vault.status(PLATFORM)).toMatchObject({ protection: 'os-keyring' })
  keyring = old
  expect(await open().use(PLATFORM)).toEqual({ ok: true, value: KEY })
})

test('removes a key from the keyring as well', async () => {
  const vault = open()
  await keep(vault)
  await vault.clear(PLATFORM)

  expect(keyring.secrets.size).toBe(0)
  expect(vault.status(PLATFORM)).toBeUndefined()
})

test.runIf(process.platform === 'linux')(
  'does not fall back to a store that forgets where there is no Secret Service',
  async () => {
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nonexistent')
    const vault = openWith(await loadNapiKeyring())

    expect(await vault.offer()).toEqual({ byDefault: undefined, choices: ['plain-file', 'session'] })
  },
)
