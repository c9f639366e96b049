import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import { MAX_WALL_SALVOS, type wallSalvoSchema } from '#contract/platform/wall-salvos.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Refusal } from '../api/refusal.ts'
import type { SiteClock } from '../clock.ts'
import type { SiteTables } from '../store/schema.ts'
import { unlessFull } from '../store/store-fault.ts'

/** Of which salvo, by which change, and what it was made of. */
export interface SalvoChange {
  readonly orgId: string
  readonly number: number
  readonly baseVersion: number
  readonly changeId: string
  /** Undefined: it is removed. */
  readonly saved?: { readonly content: string; readonly by: string }
}

type SalvoHead = z.infer<typeof wallSalvoSchema>

const changed: Refusal = {
  code: 'salvo_changed',
  message: 'Somebody else has saved or removed this salvo since. Read it, then decide.',
  field: 'baseVersion',
}

/** Salvos that the walls of an organization share. A change is made of the version that its maker has seen, or not at all. */
export class SalvoStore {
  readonly #db: Kysely<SiteTables>
  readonly #clock: SiteClock

  constructor(db: Kysely<SiteTables>, clock: SiteClock) {
    this.#db = db
    this.#clock = clock
  }

  async list(orgId: string): Promise<SalvoHead[]> {
    const rows = await this.#db
      .selectFrom('wall_salvo')
      .select(['number', 'version', 'saved_by', 'saved_at'])
      .where('organization_id', '=', orgId)
      .where('content', 'is not', null)
      .orderBy('number')
      .execute()
    return rows.map(headOf)
  }

  async read(orgId: string, number: number): Promise<(SalvoHead & { readonly content: string }) | undefined> {
    const row = await rowOf(this.#db, orgId, number)
    return row?.content == null ? undefined : { ...headOf(row), content: row.content }
  }

  /** What was saved is on the disk. */
  change(change: SalvoChange): Promise<Result<SalvoHead, Refusal>> {
    return unlessFull('salvos', undefined, () => this.#change(change))
  }

  #change(change: SalvoChange): Promise<Result<SalvoHead, Refusal>> {
    const { orgId, number, baseVersion, changeId, saved } = change
    return this.#db.transaction().execute(async (db): Promise<Result<SalvoHead, Refusal>> => {
      const row = await rowOf(db, orgId, number)
      // The answer to it was lost.
      if (row?.change_id === changeId) return ok(headOf(row))
      const version = row?.version ?? 0
      const isFree = row?.content == null
      if (baseVersion !== version && !(isFree && baseVersion === 0)) return fail(changed)
      if (isFree && saved !== undefined && (await countOf(db, orgId)) >= MAX_WALL_SALVOS)
        return fail({
          code: 'too_many_salvos',
          message: `An organization has at most ${MAX_WALL_SALVOS} salvos. Remove one first.`,
        })
      const next = {
        organization_id: orgId,
        number,
        version: version + 1,
        content: saved?.content ?? null,
        saved_by: saved?.by ?? row?.saved_by ?? '',
        saved_at: this.#clock.epochMs(),
        change_id: changeId,
      }
      await db
        .insertInto('wall_salvo')
        .values(next)
        .onConflict((conflict) => conflict.columns(['organization_id', 'number']).doUpdateSet(next))
        .execute()
      return ok(headOf(next))
    })
  }
}

function rowOf(db: Kysely<SiteTables> | Transaction<SiteTables>, orgId: string, number: number) {
  return db
    .selectFrom('wall_salvo')
    .selectAll()
    .where('organization_id', '=', orgId)
    .where('number', '=', number)
    .executeTakeFirst()
}

async function countOf(db: Transaction<SiteTables>, orgId: string): Promise<number> {
  const { count } = await db
    .selectFrom('wall_salvo')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('organization_id', '=', orgId)
    .where('content', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

function headOf(
  row: Pick<SiteTables['wall_salvo'], 'number' | 'version' | 'saved_by' | 'saved_at'>,
): SalvoHead {
  const { number, version, saved_by, saved_at } = row
  return { number, version, savedBy: saved_by, savedAt: new Date(saved_at).toISOString() }
}
