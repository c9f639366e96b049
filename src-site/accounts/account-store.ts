import { randomUUID } from 'node:crypto'
import type Database from 'better-sqlite3'
import { RETENTION_IN_DAYS } from '#contract/platform/limits.ts'

export interface Account {
  readonly id: string
  readonly passwordHash: string
}

/** Organizations, the accounts that people sign in with, and who belongs where. */
export class AccountStore {
  /** Days that an organization which is made now keeps events and footage. */
  readonly newRetentionDays: number
  readonly #db: Database.Database

  constructor(db: Database.Database, newRetentionDays = RETENTION_IN_DAYS) {
    this.#db = db
    this.newRetentionDays = newRetentionDays
  }

  async saveOrganization(id: string, name: string): Promise<void> {
    const save = this.#db.prepare(
      `insert into organization (id, name, retention_days) values (?, ?, ?)
       on conflict (id) do update set name = excluded.name`,
    )
    save.run(id, name, this.newRetentionDays)
  }

  async hasOrganization(id: string): Promise<boolean> {
    return this.#db.prepare('select 1 from organization where id = ?').get(id) !== undefined
  }

  async setRetention(id: string, days: number): Promise<void> {
    this.#db.prepare('update organization set retention_days = ? where id = ?').run(days, id)
  }

  /** Days that each organization keeps its events and footage. */
  async retentionDays(): Promise<Map<string, number>> {
    const days = this.#db.prepare<[], [string, number]>(
      'select id, retention_days from organization order by id',
    )
    return new Map(days.raw().all())
  }

  /** Makes the account, or gives it this password, and lets it into the organization. */
  async saveAccount(email: string, passwordHash: string, organizationId: string): Promise<void> {
    const save = this.#db.prepare<[string, string, string], string>(
      `insert into account (id, email, password_hash) values (?, ?, ?)
       on conflict (email) do update set password_hash = excluded.password_hash returning id`,
    )
    this.#db.transaction(() => {
      this.#letInto(save.pluck().get(randomUUID(), email, passwordHash) ?? '', organizationId)
    })()
  }

  /** Lets an account into another organization, too. False when there is no such account. */
  async letIn(email: string, organizationId: string): Promise<boolean> {
    const account = await this.findByEmail(email)
    if (account === undefined) return false
    this.#letInto(account.id, organizationId)
    return true
  }

  async organizationsOf(email: string): Promise<string[]> {
    const organizations = this.#db.prepare<[string], string>(
      `select organization_id from membership join account on account.id = account_id
       where email = ? order by organization_id`,
    )
    return organizations.pluck().all(email)
  }

  async emailsOf(organizationId: string): Promise<string[]> {
    const emails = this.#db.prepare<[string], string>(
      `select email from membership join account on account.id = account_id
       where organization_id = ? order by email`,
    )
    return emails.pluck().all(organizationId)
  }

  /** Upper and lower case are one. */
  async findByEmail(email: string): Promise<Account | undefined> {
    const find = this.#db.prepare<[string], Account>(
      'select id, password_hash as passwordHash from account where email = ?',
    )
    return find.get(email)
  }

  async isMember(accountId: string, organizationId: string): Promise<boolean> {
    const find = this.#db.prepare('select 1 from membership where account_id = ? and organization_id = ?')
    return find.get(accountId, organizationId) !== undefined
  }

  #letInto(accountId: string, organizationId: string): void {
    const add = this.#db.prepare(
      'insert into membership (account_id, organization_id) values (?, ?) on conflict do nothing',
    )
    add.run(accountId, organizationId)
  }
}
