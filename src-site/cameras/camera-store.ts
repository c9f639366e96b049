import type { Kysely } from 'kysely'
import type { PlatformCamera } from '#contract/platform/cameras.ts'
import type { SiteTables } from '../store/schema.ts'

/** The cameras of all organizations. An id is unique over all of them, because it is also the name of a room. */
export class CameraStore {
  readonly #db: Kysely<SiteTables>
  /** Asked at each event and each ticket. This process alone changes the table, in `replace`. */
  readonly #ids = new Map<string, ReadonlySet<string>>()

  constructor(db: Kysely<SiteTables>) {
    this.#db = db
  }

  /** In the order of their numbers. */
  async list(orgId: string): Promise<PlatformCamera[]> {
    const rows = await this.#db
      .selectFrom('camera')
      .select(['id', 'name', 'number', 'group_name', 'timezone'])
      .where('organization_id', '=', orgId)
      .orderBy('number')
      .orderBy('id')
      .execute()
    return rows.map(({ group_name, ...camera }) => ({ ...camera, group: group_name }))
  }

  /** False also for a camera of somebody else: whether it exists is not theirs to know. */
  async has(orgId: string, cameraId: string): Promise<boolean> {
    return (await this.idsOf(orgId)).has(cameraId)
  }

  async idsOf(orgId: string): Promise<ReadonlySet<string>> {
    const known = this.#ids.get(orgId)
    if (known) return known
    const ids = new Set((await this.list(orgId)).map(({ id }) => id))
    // An organization without cameras may be one that does not exist: there is no end of those.
    if (ids.size > 0) this.#ids.set(orgId, ids)
    return ids
  }

  /** Makes these, and only these, the organization's cameras. */
  async replace(orgId: string, cameras: readonly PlatformCamera[]): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      await db.deleteFrom('camera').where('organization_id', '=', orgId).execute()
      const rows = cameras.map(({ group, ...camera }) => ({
        ...camera,
        organization_id: orgId,
        group_name: group,
      }))
      if (rows.length > 0) await db.insertInto('camera').values(rows).execute()
    })
    this.#ids.delete(orgId)
  }
}
