import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { WallError } from '#contract/errors.ts'
import { ActiveKey } from '#main/core/keys/active-key.ts'
import { KeyService } from '#main/core/keys/key-service.ts'
import { keyringBox, type KeyringPort } from '#main/core/keys/keyring-box.ts'
import { RecordedVault } from '#main/core/keys/recorded-vault.ts'
import { PlatformClient } from '#main/core/platform/platform-client.ts'
import { systemClock, type Timers } from '#main/core/time.ts'
import { type Asked, type Fault, KeyPlatform } from '../support/key-platform.ts'
import { memoryLog } from '../support/memory-log.ts'
import { VaultStand } from './vault-stand.ts'
import { unwrap } from '#test/stand/unwrap.ts'

const account = { email: 'operator@example.org', password: 'correct horse battery', orgId: 'org-1' }
const wish = { name: 'Desk 1', expiresInDays: 30 }

/** A keyring that may stop a call for ever, before or after it did what was asked. */
class StoppableKeyring implements KeyringPort {
  readonly secrets = new Map<string, string>()
  stop: 'set-before' | 'set-after' | 'delete-before' | 'delete-after' | undefined
  reached = Promise.withResolvers<void>()

  async get(account: string) {
    return this.secrets.get(account) ?? null
  }
  async set(account: string, secret: string) {
    await this.#stopAt('set-before')
    this.secrets.set(account, secret)
    await this.#stopAt('set-after')
  }
  async delete(account: string) {
    await this.#stopAt('delete-before')
    this.secrets.delete(account)
    await this.#stopAt('delete-after')
  }
  async #stopAt(place: string) {
    if (this.stop !== place) return
    this.reached.resolve()
    await new Promise(() => {})
  }
}

/** Pauses between attempts are short; nothing times out. */
const hastyTimers: Timers = {
  after(delayInMs, run) {
    const timer = setTimeout(run, delayInMs < 3_000 ? delayInMs / 100 : 600_000)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

let platform: KeyPlatform
let stand: VaultStand
let keyring: StoppableKeyring
beforeEach(async () => {
  platform = await KeyPlatform.start()
  stand = new VaultStand()
  keyring = new StoppableKeyring()
})

/** What one run of the program has; another one on the same disk is the next run. */
function run({ orgId }: { orgId?: string } = {}) {
  const { logger, redactor, lines } = memoryLog()
  const vault = new RecordedVault({ ...stand.ports(), box: keyringBox(keyring, hastyTimers) })
  const notices: WallError[] = []
  const active = new ActiveKey({
    vault,
    platform: platform.url,
    mayBeWeak: false,
    redactor,
    platformNowMs: () => Date.now(),
    onChange: () => {},
  })
  const client = new PlatformClient({
    address: { baseUrl: platform.url },
    key: () => active.get(),
    orgId: () => active.status().orgId,
    fetch,
    clock: systemClock,
    timers: hastyTimers,
    random: () => 0,
    redactor,
    log: logger.area('platform'),
    onVerdict: (key, verdict, platformCode) => void active.judge(key, verdict, platformCode),
    onHealth: () => {},
  })
  onTestFinished(() => client.dispose())
  const service = new KeyService({
    active,
    client,
    orgId,
    cameraIds: () => ['cam-1', 'cam-2'],
    redactor,
    log: logger.area('keys'),
    onChanged: async () => {
      await client.listCameras()
    },
    onNotice: (error) => notices.push(error),
  })
  return { active, service, vault, notices, lines, client }
}

/** A workstation that has made its key. */
async function signedIn() {
  const first = run()
  await first.active.load()
  expect(await first.service.make(account, wish, undefined)).toMatchObject({ ok: true })
  return { ...first, before: unwrap(await first.active.get()) }
}

async function keyOf({ active }: ReturnType<typeof run>): Promise<string> {
  const key = await active.get()
  return key.ok ? key.value : key.error.code
}

test('a renewed key is in use, in the vault, and the only one of this wall on the platform', async () => {
  const wall = await signedIn()
  expect(await wall.service.make(account, wish, undefined)).toMatchObject({ ok: true })

  const after = await keyOf(wall)
  expect(after).not.toBe(wall.before)
  expect([...platform.keys.keys()]).toEqual([after])
  expect(await keyOf(run())).toBe(after)
  expect([...keyring.secrets.values()]).toEqual([after])
  expect(wall.notices).toEqual([])
})

test('a new key is tried before it is kept: until then every call has the old one', async () => {
  const wall = await signedIn()
  platform.faults.set('cameras', 'silent-before')
  const reached = platform.faulted('cameras')
  void wall.service.make(account, wish, undefined)
  await reached
  expect(await keyOf(wall)).toBe(wall.before)
  expect(platform.seen.at(-1)?.headers.authorization).not.toContain(wall.before)
  expect([...keyring.secrets.values()]).toEqual([wall.before])
})

const crashes: readonly [string, Asked | StoppableKeyring['stop'], Fault?][] = [
  ['asking for the key', 'make', 'silent-before'],
  ['the key was made', 'make', 'silent-after'],
  ['trying it', 'cameras', 'silent-before'],
  ['handing it to the keyring', 'set-before'],
  ['the keyring has it', 'set-after'],
  ['taking the old one from the keyring', 'delete-before'],
  ['the old one has left the keyring', 'delete-after'],
  ['revoking the old one', 'revoke', 'silent-before'],
  ['the old one was revoked', 'revoke', 'silent-after'],
]

test.each(crashes)('a crash while or after %s leaves a key that works', async (_, place, fault) => {
  const wall = await signedIn()
  let reached: Promise<void>
  if (fault === undefined) {
    keyring.stop = place as StoppableKeyring['stop']
    reached = keyring.reached.promise
  } else {
    platform.faults.set(place as Asked, fault)
    reached = platform.faulted(place as Asked)
  }
  void wall.service.make(account, wish, undefined)
  await reached
  // A crash: what was under way is never heard of again.
  wall.client.dispose()
  keyring.stop = undefined
  platform.faults.clear()

  const next = run()
  await next.active.load()
  expect(platform.accepts(await keyOf(next))).toBe(true)
  expect((await next.client.listCameras()).ok).toBe(true)
  // And what was left to do is done: no key of this wall but that one is left behind it.
  await next.service.settle()
  expect(platform.accepts(await keyOf(next))).toBe(true)
  expect(next.notices).toEqual([])
  if (!['make', 'cameras', 'set-before', 'set-after'].includes(place ?? ''))
    expect(platform.keys.size).toBe(1)
})

const failures: readonly [string, (wall: Awaited<ReturnType<typeof signedIn>>) => void][] = [
  ['no key is made', () => platform.faults.set('make', 'refused')],
  ['it cannot be tried', () => platform.faults.set('cameras', 'refused')],
  [
    'the keyring does not take it',
    () => {
      keyring.set = async () => {
        throw new Error('locked')
      }
    },
  ],
  ['it opens other cameras', () => void (platform.cameraIds = ['other-1'])],
]

test.each(failures)('where %s, the old key stays in use and on the platform', async (_, goWrong) => {
  const wall = await signedIn()
  goWrong(wall)
  const renewed = await wall.service.make(account, wish, undefined)

  expect(renewed.ok).toBe(false)
  expect(await keyOf(wall)).toBe(wall.before)
  expect(await keyOf(run())).toBe(wall.before)
  expect(platform.accepts(wall.before)).toBe(true)
  // One that was made for nothing would be one of ten.
  expect([...platform.keys.keys()]).toEqual([wall.before])
})

test('a pasted key that the platform refuses does not replace one that works', async () => {
  const wall = await signedIn()
  const set = await wall.service.set('tsk_of_nobody_at_all', undefined, undefined)
  expect(set).toMatchObject({
    error: { code: 'key_rejected', message: expect.stringContaining('The key in use stays.') },
  })
  expect(await keyOf(wall)).toBe(wall.before)
  expect(wall.active.status()).toMatchObject({ state: 'present' })
})

test('a pasted key replaces a pasted one, which is not this wall’s to revoke; its end is looked up', async () => {
  const wall = run()
  await wall.active.load()
  const [first, second] = [platform.issue(), platform.issue({ name: 'Second', lifeInDays: 5 })]
  expect(await wall.service.set(first, undefined, undefined)).toMatchObject({ ok: true })
  expect(await wall.service.set(second, undefined, undefined)).toMatchObject({ ok: true })
  await expect.poll(() => wall.active.status().daysLeft).toBe(4)
  expect(wall.active.status().name).toBe('Second')
  expect(platform.accepts(first)).toBe(true)
})

test('the same key once more is not revoked as its own predecessor', async () => {
  const wall = await signedIn()
  expect(await wall.service.set(wall.before, undefined, undefined)).toMatchObject({ ok: true })
  await wall.service.settle()
  expect(platform.accepts(wall.before)).toBe(true)
  expect(await keyOf(wall)).toBe(wall.before)
})

test('a key of another organization does not replace this one', async () => {
  const wall = await signedIn()
  const other = await wall.service.make({ ...account, orgId: 'org-2' }, wish, undefined)
  expect(other).toMatchObject({ ok: false, error: { message: expect.stringContaining('org-2') } })
  expect(await keyOf(wall)).toBe(wall.before)
  expect([...platform.keys.keys()]).toEqual([wall.before])
})

test('a platform that is listed for one organization takes no key of another', async () => {
  const wall = run({ orgId: 'org-1' })
  await wall.active.load()
  expect(await wall.service.make({ ...account, orgId: 'org-2' }, wish, undefined)).toMatchObject({
    error: { code: 'bad_request' },
  })
  expect(platform.seen).toEqual([])
})

/** The platform revokes again by then. */
async function expectOneKeyAfterNextStart(): Promise<void> {
  platform.faults.clear()
  const next = run()
  await next.active.load()
  await next.service.settle()
  expect([...platform.keys.keys()]).toEqual([await keyOf(next)])
}

test('where keys cannot be revoked the operator is told, and the new one is in use', async () => {
  const wall = await signedIn()
  platform.faults.set('revoke', 'refused')
  expect(await wall.service.make(account, wish, undefined)).toMatchObject({ ok: true })
  expect(wall.notices[0]?.message).toContain('tried again at the next start')
  expect(platform.keys.size).toBe(2)

  await expectOneKeyAfterNextStart()
})

test('every key that could not be revoked is revoked at the next start, not the last one alone', async () => {
  const wall = await signedIn()
  platform.faults.set('revoke', 'refused')
  for (let renewed = 0; renewed < 2; renewed += 1) {
    expect(await wall.service.make(account, wish, undefined)).toMatchObject({ ok: true })
  }
  expect(platform.keys.size).toBe(3)
  await expectOneKeyAfterNextStart()
})

test('on a platform that lists neither cameras nor keys a ticket shows what a new key is worth', async () => {
  platform.isBare = true
  const wall = await signedIn()
  expect(await wall.service.set('tsk_of_nobody_at_all', undefined, undefined)).toMatchObject({ ok: false })
  expect(await wall.service.make(account, wish, undefined)).toMatchObject({ ok: true })
  expect(await keyOf(wall)).not.toBe(wall.before)
})

test('a new key that ends with this run leaves the next one to the old key', async () => {
  const wall = await signedIn()
  expect(await wall.service.make(account, wish, 'session')).toMatchObject({ ok: true })
  expect(await keyOf(wall)).not.toBe(wall.before)
  expect(await keyOf(run())).toBe(wall.before)
  expect(platform.accepts(wall.before)).toBe(true)
})

test('two operators do not replace the key at once', async () => {
  const wall = await signedIn()
  const both = await Promise.all([
    wall.service.make(account, wish, undefined),
    wall.service.make(account, wish, undefined),
  ])
  expect(both.map(({ ok }) => ok)).toEqual([true, false])
  expect([...platform.keys.keys()]).toEqual([await keyOf(wall)])
})

test('no key and no password is in the log', async () => {
  const wall = await signedIn()
  await wall.service.make(account, wish, undefined)
  await wall.service.set('tsk_of_nobody_at_all', undefined, undefined)
  const log = wall.lines.join('\n')
  for (const secret of [account.password, wall.before, await keyOf(wall), 'tsk_of_nobody_at_all']) {
    expect(log).not.toContain(secret)
  }
})
