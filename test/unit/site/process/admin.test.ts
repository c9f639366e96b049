import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { AccountStore } from '#site/accounts/account-store.ts'
import { ApiKeyStore } from '#site/accounts/api-key-store.ts'
import { PasswordHasher } from '#site/accounts/password-hasher.ts'
import { demoSite, exitCodes, siteDefaults } from '#site/defaults.ts'
import { administer } from '#site/process/admin.ts'
import { parseCommandLine } from '#site/process/command-line.ts'
import { openSiteStore, type SiteStore } from '#site/store/site-store.ts'
import { FakeClock } from '../fake-clock.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { unwrap } from '#test/stand/unwrap.ts'

const clock = new FakeClock()

/** A data folder with an organization, an account and ten keys, and commands on it while no site runs. */
async function stoppedSite() {
  const dir = tempDir()
  const inSite = async <Value>(look: (store: SiteStore) => Promise<Value>): Promise<Value> => {
    const opened = unwrap(await openSiteStore({ dir, clock }))
    try {
      return await look(opened)
    } finally {
      await opened.dispose()
    }
  }
  await inSite(async ({ db }) => {
    const accounts = new AccountStore(db)
    await accounts.saveOrganization(demoSite.orgId, 'Demo')
    await accounts.saveAccount('operator@localhost', 'unknown', demoSite.orgId)
    for (let made = 0; made < 10; made += 1) expect((await createKey(db)).ok).toBe(true)
  })
  const admin = async (...words: string[]) => {
    const parsed = parseCommandLine(['--data', dir, 'admin', ...words], {
      env: {},
      platform: 'linux',
      home: dir,
      isEmbedded: false,
    })
    if (!parsed.ok || parsed.value.kind !== 'admin') throw new Error('It is no command.')
    const done = await administer(parsed.value.options, clock)
    return done.ok ? done.value : `${done.error.exitCode}: ${done.error.sentence}`
  }
  return { dir, inSite, admin }
}

async function createKey(db: SiteStore['db']) {
  const keys = new ApiKeyStore({ db, clock, ...siteDefaults.accounts, onFlushFailed: () => undefined })
  const created = await keys.create(demoSite.orgId, 'lost', 1_000)
  await keys.dispose()
  return created
}

const passwordIn = (text: string) => /^ {2}password +(\S+)$/m.exec(text)?.[1] ?? ''

it('an organization whose ten keys are lost gets room for others', async () => {
  const { inSite, admin } = await stoppedSite()
  expect(await inSite(({ db }) => createKey(db))).toMatchObject({ error: { code: 'too_many_keys' } })
  const [, id = ''] = /^ {2}key +(\S+) +tsk_\w/m.exec(await admin('list')) ?? []
  expect(await admin('revoke-key', id)).toBe('The key was revoked.')
  expect((await inSite(({ db }) => createKey(db))).ok).toBe(true)
  expect(await admin('revoke-key', id)).toMatch(`${exitCodes.usage}: `)
  expect(await admin('revoke-key', 'all')).toBe('10 keys were revoked.')
})

it('a forgotten password is replaced by another one, and by no other means', async () => {
  const { inSite, admin } = await stoppedSite()
  const password = passwordIn(await admin('reset-password', 'Operator@localhost'))
  const account = await inSite(({ db }) => new AccountStore(db).findByEmail('operator@localhost'))
  expect(await new PasswordHasher(siteDefaults.accounts).matches(password, account?.passwordHash)).toBe(true)
  expect(await admin('reset-password', 'nobody@localhost')).toMatch(`${exitCodes.usage}: `)
})

it('organizations and accounts are added beside those that are there', async () => {
  const { inSite, admin } = await stoppedSite()
  expect(await admin('add-organization', 'branch', '--name', 'Branch')).toContain('branch')
  expect(await admin('add-organization', 'branch')).toMatch(`${exitCodes.usage}: `)
  expect(passwordIn(await admin('add-account', 'anna@example.org', '--org', 'branch'))).not.toBe('')
  const before = await inSite(({ db }) => new AccountStore(db).findByEmail('anna@example.org'))
  expect(await admin('add-account', 'anna@example.org')).toBe(
    'anna@example.org may sign in for tessera-demo, too.',
  )
  const after = await inSite(({ db }) => new AccountStore(db).findByEmail('anna@example.org'))
  expect(after).toEqual(before)
  expect(await admin('add-account', 'bo@example.org', '--org', 'x')).toMatch(`${exitCodes.usage}: `)
  expect(await admin('list')).toMatch(
    /^branch .*\n {2}account {2}anna@.*\ntessera-demo .*\n {2}account {2}anna@.*\n {2}account {2}operator@/,
  )
})

it('retention is an organization’s own', async () => {
  const { inSite, admin } = await stoppedSite()
  await admin('add-organization', 'branch')
  expect(await admin('set-retention', '7', '--org', 'branch')).toContain('kept for 7 days')
  for (const days of ['0', '3651', 'long'])
    expect(await admin('set-retention', days)).toMatch(`${exitCodes.usage}: `)
  expect(await inSite(({ db }) => new AccountStore(db).retentionDays())).toEqual(
    new Map([
      ['branch', 7],
      [demoSite.orgId, 30],
    ]),
  )
})

it('a damaged database is set aside in words, and nothing that lies beside it is kept for less than it may have been', async () => {
  const { dir, inSite, admin } = await stoppedSite()
  writeFileSync(join(dir, 'site.db'), 'this is not SQLite'.repeat(200))
  expect(await admin('reset-password', 'operator@localhost')).toMatch(
    new RegExp(`^${exitCodes.usage}: .*site\\.db\\.damaged-2026.*3650 days.*\\n.*no account`),
  )
  writeFileSync(join(dir, 'site.db'), 'this is not SQLite'.repeat(200))
  expect(await admin('list')).toMatch(/site\.db\.damaged-2026.*3650 days/)
  expect(await admin('add-organization', 'branch')).toContain('3650 days')
  await inSite(async ({ db, newRetentionDays }) => {
    await new AccountStore(db, newRetentionDays).saveOrganization(demoSite.orgId, 'Demo')
  })
  await admin('set-retention', '7', '--org', 'branch')
  expect(await admin('list')).toBe(
    `branch  keeps events and footage for 7 days\n${demoSite.orgId}  keeps events and footage for 3650 days`,
  )
})

it('a copy without what the site had stored is not taken for a site', async () => {
  const { dir, admin } = await stoppedSite()
  writeFileSync(join(dir, 'site.db'), '')
  expect(await admin('list')).toBe(
    `${exitCodes.usage}: There is no organization in ${dir}. If this is a copy made while the site ran, what the site had stored lay in site.db-wal.`,
  )
  mkdirSync(join(dir, 'recordings'))
  expect(await admin('list')).toMatch(
    new RegExp(`^${exitCodes.usage}: .*site\\.db is missing or empty.*3650 days.*\\n.*no organization`),
  )
  expect(await admin('add-organization', 'branch')).toMatch(/site\.db is missing or empty.*\n.*3650 days/)
  expect(await admin('list')).toBe('branch  keeps events and footage for 3650 days')
})

it('what a reset has begun anew is kept for as long as ever, a damaged database before it or not', async () => {
  const { dir, admin } = await stoppedSite()
  writeFileSync(join(dir, 'site.db'), 'this is not SQLite'.repeat(200))
  await admin('list')
  writeFileSync(join(dir, 'site.db.damaged-2026-wal'), 'pages of it')
  await unwrap(await openSiteStore({ dir, clock, reset: true })).dispose()
  expect(await admin('add-organization', 'branch')).toContain('30 days')
  expect(readdirSync(dir).filter((name) => name.includes('damaged'))).toEqual([])
})

it('nothing is done beside a site that runs, or in a folder that holds none', async () => {
  const { dir, inSite, admin } = await stoppedSite()
  await inSite(async () => {
    expect(await admin('list')).toMatch(`${exitCodes.alreadyRunning}: `)
  })
  expect(await admin('list', '--data', join(dir, 'wrong'))).toBe(
    `${exitCodes.dataFolder}: There is no site in ${join(dir, 'wrong')} yet.`,
  )
})

it('a key cannot take its own line out of the list by its name', async () => {
  const { inSite, admin } = await stoppedSite()
  await inSite(async ({ db }) => db.prepare('update api_key set name = ?').run('x\u001b[2K\r'))
  expect(await admin('list')).toMatch(/…  x\\u\{1b\}\[2K\\u\{d\}, until/)
})
