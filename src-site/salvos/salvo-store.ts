import type Database from 'better-sqlite3'
import type { z } from 'zod'
import { MAX_WALL_SALVOS, type wallSalvoSchema } from '#contract/platform/wall-salvos.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Refusal } from '../api/refusal.ts'
import type { SiteClock } from '../clock.ts'
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
  readonly #db: Database.Database
  readonly #clock: SiteClock

  constructor(db: Database.Database, clock: SiteClock) {
    this.#db = db
    this.#clock = clock
  }

  async list(orgId: string): Promise<SalvoHead[]> {
    const rows = this.#db.prepare<[string], SalvoRow>(
      `select ${columns} from wall_salvo
       where organization_id = ? and content is not null order by number`,
    )
    return rows.all(orgId).map(headOf)
  }

  async read(orgId: string, number: number): Promise<(SalvoHead & { readonly content: string }) | undefined> {
    const row = this.#row(orgId, number)
    return row?.content == null ? undefined : { ...headOf(row), content: row.content }
  }

  /** What was saved is on the disk. */
  change(change: SalvoChange): Promise<Result<SalvoHead, Refusal>> {
    return unlessFull('salvos', undefined, async () => this.#db.transaction(() => this.#change(change))())
  }

  #change({ orgId, number, baseVersion, changeId, saved }: SalvoChange): Result<SalvoHead, Refusal> {
    const row = this.#row(orgId, number)
    // The answer to it was lost.
    if (row?.changeId === changeId) return ok(headOf(row))
    const version = row?.version ?? 0
    const isFree = row?.content == null
    if (baseVersion !== version && !(isFree && baseVersion === 0)) return fail(changed)
    if (isFree && saved !== undefined && this.#count(orgId) >= MAX_WALL_SALVOS)
      return fail({
        code: 'too_many_salvos',
        message: `An organization has at most ${MAX_WALL_SALVOS} salvos. Remove one first.`,
      })
    const next = {
      number,
      version: version + 1,
      content: saved?.content ?? null,
      savedBy: saved?.by ?? row?.savedBy ?? '',
      savedAtMs: this.#clock.epochMs(),
      changeId,
    }
    const write = this.#db.prepare(
      `insert or replace into wall_salvo
       (organization_id, number, version, content, saved_by, saved_at, change_id)
       values (@orgId, @number, @version, @content, @savedBy, @savedAtMs, @changeId)`,
    )
    write.run({ ...next, orgId })
    return ok(headOf(next))
  }

  #row(orgId: string, number: number): SalvoRow | undefined {
    const find = this.#db.prepare<[string, number], SalvoRow>(
      `select ${columns} from wall_salvo where organization_id = ? and number = ?`,
    )
    return find.get(orgId, number)
  }

  #count(orgId: string): number {
    const count = this.#db.prepare<[string], number>(
      'select count(*) from wall_salvo where organization_id = ? and content is not null',
    )
    return count.pluck().get(orgId) ?? 0
  }
}

const columns = 'number, version, content, saved_by as savedBy, saved_at as savedAtMs, change_id as changeId'

interface SalvoRow extends Omit<SalvoHead, 'savedAt'> {
  readonly content: string | null
  readonly savedAtMs: number
  readonly changeId: string
}

function headOf({ number, version, savedBy, savedAtMs }: SalvoRow): SalvoHead {
  return { number, version, savedBy, savedAt: new Date(savedAtMs).toISOString() }
}
