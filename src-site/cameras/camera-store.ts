import type Database from 'better-sqlite3'
import type { PlatformCamera } from '#contract/platform/cameras.ts'

/** The cameras of all organizations. An id is unique over all of them, because it is also the name of a room. */
export class CameraStore {
  readonly #db: Database.Database
  /** Asked at each event and each ticket. This process alone changes the table, in `replace`. */
  readonly #ids = new Map<string, ReadonlySet<string>>()

  constructor(db: Database.Database) {
    this.#db = db
  }

  /** In the order of their numbers. */
  async list(orgId: string): Promise<PlatformCamera[]> {
    const cameras = this.#db.prepare<[string], PlatformCamera>(
      `select id, name, number, group_name as "group", timezone from camera
       where organization_id = ? order by number, id`,
    )
    return cameras.all(orgId)
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
    const removeAll = this.#db.prepare('delete from camera where organization_id = ?')
    const add = this.#db.prepare(
      `insert into camera (id, organization_id, number, name, group_name, timezone)
       values (@id, @orgId, @number, @name, @group, @timezone)`,
    )
    this.#db.transaction(() => {
      removeAll.run(orgId)
      for (const camera of cameras) add.run({ ...camera, orgId })
    })()
    this.#ids.delete(orgId)
  }
}
