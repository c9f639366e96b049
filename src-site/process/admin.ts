import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { printable } from '#contract/printable.ts'
import { never, fail, ok, type Result } from '#contract/result.ts'
import { AccountStore } from '../accounts/account-store.ts'
import { ApiKeyStore } from '../accounts/api-key-store.ts'
import { PasswordHasher } from '../accounts/password-hasher.ts'
import type { SiteClock } from '../clock.ts'
import { exitCodes, siteDefaults } from '../defaults.ts'
import { savePassword } from '../demo-account.ts'
import { databaseFiles, missingSentence, setAsideSentence } from '../store/open-database.ts'
import { openSiteStore, type SiteStore } from '../store/site-store.ts'
import { withStoreFaults } from '../store/store-fault.ts'
import type { SiteFault } from './site-fault.ts'

export const adminHelp = `npm run site -- admin COMMAND [--data DIR]

Organizations, accounts and keys of a data folder. The site on it has to be stopped; nothing else of it changes.

  list                                 all of them, with the ids of keys
  add-organization ID [--name NAME]
  add-account E-MAIL [--org ORG]       with a password that is printed, once; an account that is there is let into
                                       the organization, too, and keeps its password
  reset-password E-MAIL                prints another password, once
  set-retention DAYS [--org ORG]       how long events and footage are kept, 1 to ${siteDefaults.accounts.maxRetentionDays}
  revoke-key ID|all [--org ORG]        a key that is lost, or all of an organization's
`

export const adminCommands = [
  'list',
  'add-organization',
  'add-account',
  'reset-password',
  'set-retention',
  'revoke-key',
] as const

/** `npm run site -- admin`: one change of what a data folder holds. */
export interface AdminOptions {
  readonly dataDir: string
  readonly command: (typeof adminCommands)[number]
  /** An id, an address, a number of days: what the command is about. Empty of `list`. */
  readonly subject: string
  readonly orgId: string
  readonly name: string | undefined
}

interface Stores {
  readonly accounts: AccountStore
  readonly keys: ApiKeyStore
}

/** What is printed of it, or why it was not done. */
export async function administer(
  options: AdminOptions,
  clock: SiteClock,
): Promise<Result<string, SiteFault>> {
  const { dataDir } = options
  // A folder that was named wrongly would become a site.
  if (!existsSync(join(dataDir, databaseFiles.site.name)))
    return fail({ sentence: `There is no site in ${dataDir} yet.`, exitCode: exitCodes.dataFolder })
  const opened = await withStoreFaults(dataDir, () => openSiteStore({ dir: dataDir, clock }))
  if (!opened.ok) return opened
  const { db, newRetentionDays } = opened.value
  const accounts = new AccountStore(db, newRetentionDays)
  const keys = new ApiKeyStore({ db, clock, ...siteDefaults.accounts, onFlushFailed: () => undefined })
  try {
    const done = await obey(options, { accounts, keys })
    const warning = warningOf(dataDir, opened.value)
    return done.ok
      ? ok(warning + done.value)
      : fail({ sentence: warning + done.error, exitCode: exitCodes.usage })
  } finally {
    await keys.dispose()
    await opened.value.dispose()
  }
}

function warningOf(dir: string, { setAsideAs, isMissing }: SiteStore): string {
  if (setAsideAs !== undefined) return `${setAsideSentence(dir, setAsideAs)}\n`
  return isMissing ? `${missingSentence(dir)}\n` : ''
}

async function obey(options: AdminOptions, stores: Stores): Promise<Result<string, string>> {
  const { command, subject, orgId, name = subject } = options
  const { accounts, keys } = stores
  const isOfOrganization =
    command === 'add-account' || command === 'set-retention' || command === 'revoke-key'
  if (isOfOrganization && !(await accounts.hasOrganization(orgId)))
    return fail(`There is no organization ${orgId}. admin list shows those that there are.`)
  switch (command) {
    case 'list': {
      const lines = await listed(stores)
      if (lines.length > 0) return ok(lines.join('\n'))
      return fail(
        `There is no organization in ${options.dataDir}. If this is a copy made while the site ran, what the site had stored lay in ${databaseFiles.site.name}-wal.`,
      )
    }
    case 'add-organization':
      if (await accounts.hasOrganization(subject)) return fail(`There is an organization ${subject} already.`)
      await accounts.saveOrganization(subject, name)
      return ok(
        `The organization ${subject} is there now. Its events and footage are kept for ${accounts.newRetentionDays} days.`,
      )
    case 'add-account':
      if (await accounts.letIn(subject, orgId)) return ok(`${subject} may sign in for ${orgId}, too.`)
      return ok(await withPassword(accounts, subject, orgId))
    case 'reset-password': {
      const [known] = await accounts.organizationsOf(subject)
      if (known === undefined) return fail(`There is no account ${subject}.`)
      return ok(await withPassword(accounts, subject, known))
    }
    case 'set-retention': {
      const { maxRetentionDays } = siteDefaults.accounts
      const days = /^\d{1,5}$/.test(subject) ? Number(subject) : 0
      if (days < 1 || days > maxRetentionDays)
        return fail(`set-retention takes a number of days from 1 to ${maxRetentionDays}.`)
      await accounts.setRetention(orgId, days)
      return ok(`Events and footage of ${orgId} are kept for ${days} days from the next start on.`)
    }
    case 'revoke-key': {
      const ids = (await keys.list(orgId))
        .map(({ id }) => id)
        .filter((id) => subject === 'all' || id === subject)
      if (ids.length === 0) return fail(`${orgId} has no such key. admin list shows those that it has.`)
      for (const id of ids) await keys.revoke(orgId, id)
      return ok(ids.length === 1 ? 'The key was revoked.' : `${ids.length} keys were revoked.`)
    }
    default:
      return never(command)
  }
}

async function withPassword(accounts: AccountStore, email: string, orgId: string): Promise<string> {
  const password = await savePassword(accounts, new PasswordHasher(siteDefaults.accounts), email, orgId)
  return `The password is shown this once:\n  e-mail        ${email}\n  password      ${password}\n  organization  ${orgId}`
}

async function listed({ accounts, keys }: Stores): Promise<string[]> {
  const days = await accounts.retentionDays()
  const lines = await Promise.all(
    [...days].map(async ([orgId, retentionDays]) => [
      `${orgId}  keeps events and footage for ${retentionDays} days`,
      ...(await accounts.emailsOf(orgId)).map((email) => `  account  ${email}`),
      ...(await keys.list(orgId)).map(
        ({ id, prefix, name, expiresAt }) =>
          `  key      ${id}  ${prefix}…  ${printable(name)}, until ${expiresAt.slice(0, 10)}`,
      ),
    ]),
  )
  return lines.flat()
}
