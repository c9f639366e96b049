import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { RETENTION_IN_DAYS } from '#contract/platform/limits.ts'
import type { SiteTables } from '../store/schema.ts'

export interface Account {
  readonly id: string
  readonly passwordHash: string
}

/** Organizations, the accounts that people sign in with, and who belongs where. */
export class AccountStore {
  /** Days that an organization which is made now keeps events and footage. */
  readonly newRetentionDays: number
  readonly #db: Kysely<SiteTables>

  constructor(db: Kysely<SiteTables>, newRetentionDays = RETENTION_IN_DAYS) {
    this.#db = db
    this.newRetentionDays = newRetentionDays
  }

  async saveOrganization(id: string, name: string): Promise<void> {
    await this.#db
      .insertInto('organization')
      .values({ id, name, retention_days: this.newRetentionDays })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ name }))
      .execute()
  }

  async hasOrganization(id: string): Promise<boolean> {
    const row = await this.#db.selectFrom('organization').select('id').where('id', '=', id).executeTakeFirst()
    return row !== undefined
  }

  async setRetention(id: string, days: number): Promise<void> {
    await this.#db.updateTable('organization').set({ retention_days: days }).where('id', '=', id).execute()
  }

  /** Days that each organization keeps its events and footage. */
  async retentionDays(): Promise<Map<string, number>> {
    const rows = await this.#db
      .selectFrom('organization')
      .select(['id', 'retention_days'])
      .orderBy('id')
      .execute()
    return new Map(rows.map(({ id, retention_days }) => [id, retention_days]))
  }

  /** Makes the account, or gives it this password, and lets it into the organization. */
  async saveAccount(email: string, passwordHash: string, organizationId: string): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      const account = await db
        .insertInto('account')
        .values({ id: randomUUID(), email, password_hash: passwordHash })
        .onConflict((conflict) => conflict.column('email').doUpdateSet({ password_hash: passwordHash }))
        .returning('id')
        .executeTakeFirstOrThrow()
      await letInto(db, account.id, organizationId)
    })
  }

  /** Lets an account into another organization, too. False when there is no such account. */
  async letIn(email: string, organizationId: string): Promise<boolean> {
    const account = await this.findByEmail(email)
    if (account === undefined) return false
    await letInto(this.#db, account.id, organizationId)
    return true
  }

  async organizationsOf(email: string): Promise<string[]> {
    const rows = await this.#memberships().where('account.email', '=', email).execute()
    return rows.map(({ organization_id }) => organization_id)
  }

  async emailsOf(organizationId: string): Promise<string[]> {
    const rows = await this.#memberships().where('organization_id', '=', organizationId).execute()
    return rows.map(({ email }) => email)
  }

  #memberships() {
    return this.#db
      .selectFrom('membership')
      .innerJoin('account', 'account.id', 'membership.account_id')
      .select(['account.email', 'membership.organization_id'])
      .orderBy('account.email')
      .orderBy('membership.organization_id')
  }

  /** Upper and lower case are one. */
  async findByEmail(email: string): Promise<Account | undefined> {
    const row = await this.#db
      .selectFrom('account')
      .select(['id', 'password_hash'])
      .where('email', '=', email)
      .executeTakeFirst()
    return row && { id: row.id, passwordHash: row.password_hash }
  }

  async isMember(accountId: string, organizationId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('membership')
      .select('account_id')
      .where('account_id', '=', accountId)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()
    return row !== undefined
  }
}

async function letInto(db: Kysely<SiteTables>, accountId: string, organizationId: string): Promise<void> {
  await db
    .insertInto('membership')
    .values({ account_id: accountId, organization_id: organizationId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
