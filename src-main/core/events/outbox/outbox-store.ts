import { wallError } from '#contract/errors.ts'
import { type DeadReason, deadReasonSchema } from '#contract/wall/events.ts'
import type Database from 'better-sqlite3'
import { z } from 'zod'
import { parseJson } from '#contract/json.ts'
import { isOwnerGone } from '../../lease-owner.ts'
import type {
  Accepted,
  Completion,
  DeadLetter,
  Discarded,
  OutboxEvent,
  OutboxStatus,
  Selection,
} from './event-outbox.ts'
import type { Acceptance, Claim, Claimed, ClaimedEvent, Settlement } from './store-port.ts'

interface EventRow extends Omit<ClaimedEvent, 'fields'> {
  readonly fields: string
}

interface HeadRow {
  readonly cameraId: string
  readonly id: number
  readonly nextAtMs: number
}

type Stored = Omit<OutboxStatus, 'waitsFor' | 'unavailable'>

/**
 * The outbox's tables as one platform sees them; synchronous, so it belongs where nobody waits for a picture.
 * Every method is one transaction and throws what SQLite throws. Instants are epoch milliseconds.
 *
 * `state <> 'sent'` stands beside what implies it: SQLite uses the index of open events only where it is written out,
 * and would otherwise read all that are remembered.
 */
export class OutboxStore {
  readonly #file: Database.Database
  readonly #platform: string
  /** Leases of others: since when they have not been renewed, on the monotonic clock. */
  readonly #unrenewed = new Map<string, { readonly renewals: number; readonly sinceMs: number }>()

  constructor(file: Database.Database, platform: string) {
    this.#file = file
    this.#platform = platform
  }

  /** Undefined when there is no room for all of them. */
  accept(acceptance: Acceptance): Accepted | undefined {
    try {
      return this.#write(() => this.#accept(acceptance))
    } catch (error) {
      if (error instanceof NoRoom) return undefined
      throw error
    }
  }

  positionOf(source: string): string | undefined {
    const mark = this.#value('select mark from source_position where platform = ? and source = ?', source)
    return typeof mark === 'string' ? mark : undefined
  }

  /**
   * A camera's events are given out from the oldest on, and only while nobody else holds one of them: so a later one
   * never overtakes an earlier one, whoever sends. Cameras whose events have waited longest come first.
   */
  claim({ lease, nowMs, monotonicMs, leaseInMs, limit, maxDelayInMs }: Claim): Claimed {
    const isDue = ({ nextAtMs }: HeadRow) => nextAtMs <= nowMs || nextAtMs > nowMs + maxDelayInMs
    return this.#write(() => {
      this.#endOldLeases(monotonicMs, leaseInMs)
      const heads = this.#heads()
      const take = this.#file.prepare<unknown[], EventRow>(
        `update event set lease = ?, lease_renewals = 0 where id in (
           select id from event where platform = ? and state = 'waiting' and camera_id = ? order by id limit ?
         ) returning id, uid, attempts, org_id as orgId, camera_id as cameraId, event_type_id as eventTypeId,
           timestamp_ms as timestampMs, fields`,
      )
      const due = heads.filter(isDue).toSorted((a, b) => a.id - b.id)
      // An equal share: a mark does not wait for the end of another camera's import.
      const share = Math.max(1, Math.floor(limit / due.length))
      const rows = due
        .slice(0, limit)
        .flatMap(({ cameraId }) => take.all(lease, this.#platform, cameraId, share))
      const later = heads.filter((head) => !isDue(head)).map(({ nextAtMs }) => nextAtMs)
      return {
        events: rows.toSorted((a, b) => a.id - b.id).map(eventOf),
        nextAtMs: later.length === 0 ? undefined : Math.min(...later),
      }
    })
  }

  /** Those of the claimed events that are still under the lease. */
  held(lease: string, ids: readonly number[]): number[] {
    return this.#file
      .prepare<unknown[], number>(
        `select id from event where platform = ? and lease = ? and state = 'waiting'
         and id in (select value from json_each(?)) order by id`,
      )
      .pluck()
      .all(this.#platform, lease, JSON.stringify(ids))
  }

  renew(lease: string): void {
    const statement =
      'update event set lease_renewals = lease_renewals + 1 where platform = @platform and lease = @lease'
    this.#run(statement, { lease })
  }

  settle({ lease, nowMs, sent, dead, later }: Settlement): void {
    this.#write(() => {
      // Whoever holds it by now, and also if it was buried meanwhile: what has arrived has arrived.
      const markSent = this.#file.prepare(
        `update event set state = 'sent', settled_at_ms = ?, fields = '', lease = null, reason = null
         where id = ? and state in ('waiting', 'dead')`,
      )
      for (const id of sent) markSent.run(nowMs, id)
      const bury = this.#file.prepare(
        `update event set state = 'dead', settled_at_ms = ?, reason = ?, lease = null where id = ? and lease = ?`,
      )
      for (const { id, why } of dead) bury.run(nowMs, JSON.stringify(why), id, lease)
      const putOff = this.#file.prepare(
        'update event set attempts = attempts + 1, next_at_ms = ?, reason = ?, lease = null where id = ? and lease = ?',
      )
      for (const { id, nextAtMs, reason } of later) putOff.run(nextAtMs, reason, id, lease)
    })
  }

  /** What is still under the lease goes back as it was, but for those whose answers are on their way. */
  release(lease: string, underWay: readonly number[] = []): void {
    this.#run(
      `update event set lease = null where platform = @platform and lease = @lease
       and id not in (select value from json_each(@underWay))`,
      { lease, underWay: JSON.stringify(underWay) },
    )
  }

  /** Everything that waits is due now. */
  hasten(): void {
    this.#run(
      `update event set next_at_ms = 0 where platform = @platform and state = 'waiting' and next_at_ms <> 0`,
    )
  }

  /** As `hasten`, and what failed until now counts for nothing: the platform took nothing else, either. */
  beginAnew(): void {
    this.#run(
      `update event set next_at_ms = 0, attempts = 0
       where platform = @platform and state = 'waiting' and attempts > 0`,
    )
  }

  complete(missing: Completion, deadLetters: readonly string[] = []): number {
    const renew = 'update event set org_id = @orgId, event_type_id = @eventTypeId'
    const complete = `update event set state = 'waiting',
         org_id = coalesce(org_id, @orgId), event_type_id = coalesce(event_type_id, @eventTypeId)
       where platform = @platform and state = 'held' and state <> 'sent'`
    return this.#write(() => {
      this.#ofDead(renew, { ids: deadLetters }, missing)
      return this.#run(complete, missing)
    })
  }

  retry(selection: Selection): number {
    const how = `update event set state = 'waiting', settled_at_ms = null, attempts = 0, next_at_ms = 0`
    return this.#ofDead(how, selection)
  }

  discard(selection: Discarded): number {
    if (!('platform' in selection)) return this.#ofDead('delete from event', selection)
    const other = selection.platform
    return this.#write(() => {
      const leases = this.#file
        .prepare<unknown[], string>(
          'select distinct lease from event where platform = ? and lease is not null',
        )
        .pluck()
        .all(other)
      // What another program is sending stays. This one sends nothing for long for a platform that it has left.
      const over = leases.filter((one) => isOwnerGone(one) || Number.parseInt(one, 10) === process.pid)
      return this.#run(
        `delete from event where platform = @other and platform <> @platform
         and state in ('held', 'waiting') and state <> 'sent'
         and (lease is null or lease in (select value from json_each(@over)))`,
        { other, over: JSON.stringify(over) },
      )
    })
  }

  status(maxListed: number): Stored {
    const open = this.#file
      .prepare<unknown[], { state: string; count: number; oldestAtMs: number }>(
        `select state, count(*) as count, min(accepted_at_ms) as oldestAtMs from event
         where platform = ? and state <> 'sent' group by state`,
      )
      .all(this.#platform)
    const count = (state: string) => open.find((row) => row.state === state)?.count ?? 0
    const oldest = open.filter(({ state }) => state !== 'dead').map(({ oldestAtMs }) => oldestAtMs)
    const deadLetters = this.#file
      .prepare<unknown[], Omit<DeadLetter, 'fields' | 'why'> & { fields: string; reason: string | null }>(
        `select uid as id, camera_id as cameraId, event_type_id as eventTypeId, timestamp_ms as timestampMs, fields,
         reason from event where platform = ? and state = 'dead' and state <> 'sent' order by accepted_at_ms, id limit ?`,
      )
      .all(this.#platform, maxListed)
      .map(
        ({ reason, fields, ...row }): DeadLetter => ({
          ...row,
          fields: JSON.parse(fields),
          why: whyDead(reason ?? ''),
        }),
      )
    const elsewhere = this.#file
      .prepare<unknown[], { platform: string; depth: number }>(
        `select platform, count(*) as depth from event
         where state <> 'sent' and state <> 'dead' and platform <> ? group by platform order by platform`,
      )
      .all(this.#platform)
    return {
      depth: count('waiting') + count('held'),
      ...(oldest.length === 0 ? {} : { oldestAtMs: Math.min(...oldest) }),
      held: count('held'),
      deadLetters,
      deadLetterCount: count('dead'),
      ...(elsewhere.length === 0 ? {} : { elsewhere }),
    }
  }

  /** Deletes sent events that are too old or too many, at most `chunk` of them. Returns how many were deleted. */
  purge(limits: { readonly beforeMs: number; readonly keep: number; readonly chunk: number }): number {
    return this.#file
      .prepare(
        `delete from event where id in (
           select id from event where state = 'sent' and (settled_at_ms < @beforeMs or settled_at_ms <
             coalesce((select settled_at_ms from event where state = 'sent' order by settled_at_ms desc limit 1 offset @keep - 1), 0))
           order by settled_at_ms limit @chunk)`,
      )
      .run(limits).changes
  }

  close(): void {
    this.#file.close()
  }

  #accept({ events, position, nowMs, maxWaiting }: Acceptance): Accepted {
    const depth = Number(
      this.#value(
        `select count(*) from event where platform = ? and state in ('held', 'waiting') and state <> 'sent'`,
      ),
    )
    let accepted = 0
    const insert = this.#file.prepare(
      `insert into event (platform, uid, camera_id, org_id, event_type_id, timestamp_ms, fields, content, state,
       accepted_at_ms) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
    )
    // Remembered from now on: an export may hold an event for longer than the memory does.
    const seeAgain = this.#file
      .prepare<unknown[], string | null>(
        `update event set content = coalesce(content, ?),
           settled_at_ms = iif(state = 'sent', max(settled_at_ms, ?), settled_at_ms)
         where platform = ? and uid = ? returning content`,
      )
      .pluck()
    const conflicts: number[] = []
    for (const [at, event] of events.entries()) {
      const { uid, cameraId, orgId = null, eventTypeId = null, timestampMs, fields, content = null } = event
      const state = orgId === null || eventTypeId === null ? 'held' : 'waiting'
      const row = [uid, cameraId, orgId, eventTypeId, timestampMs, JSON.stringify(fields), content, state]
      const { changes } = insert.run(this.#platform, ...row, nowMs)
      accepted += changes
      if (changes > 0) continue
      const before = seeAgain.get(content, nowMs, this.#platform, uid)
      if (content !== null && before !== content) conflicts.push(at)
    }
    if (accepted > 0 && depth + accepted > maxWaiting) throw new NoRoom()
    if (position !== undefined) {
      this.#file
        .prepare('insert or replace into source_position (platform, source, mark) values (?, ?, ?)')
        .run(this.#platform, position.source, position.mark)
    }
    return { accepted, known: events.length - accepted - conflicts.length, conflicts }
  }

  /** Leases whose owner is dead, and those that were not renewed for as long as a lease lasts. */
  #endOldLeases(monotonicMs: number, leaseInMs: number): void {
    const leases = this.#file
      .prepare<unknown[], { lease: string; renewals: number }>(
        `select lease, max(lease_renewals) as renewals from event
         where platform = ? and lease is not null group by lease`,
      )
      .all(this.#platform)
    const seen = new Map(this.#unrenewed)
    this.#unrenewed.clear()
    for (const { lease, renewals } of leases) {
      const before = seen.get(lease)
      const sinceMs = before?.renewals === renewals ? before.sinceMs : monotonicMs
      if (monotonicMs - sinceMs >= leaseInMs || isOwnerGone(lease)) this.release(lease)
      else this.#unrenewed.set(lease, { renewals, sinceMs })
    }
  }

  /** The oldest waiting event of each camera of which nobody holds one. */
  #heads(): HeadRow[] {
    return this.#file
      .prepare<unknown[], HeadRow>(
        `with recursive camera (id) as (
           select min(camera_id) from event where platform = @platform and state = 'waiting'
           union all
           select (select min(camera_id) from event where platform = @platform and state = 'waiting' and camera_id > camera.id)
           from camera where camera.id is not null
         )
         select camera.id as cameraId, event.id as id, event.next_at_ms as nextAtMs from camera
         join event on event.id =
           (select min(id) from event where platform = @platform and state = 'waiting' and camera_id = camera.id)
         where not exists
           (select 1 from event where platform = @platform and camera_id = camera.id and lease is not null)`,
      )
      .all({ platform: this.#platform })
  }

  #ofDead(how: string, selection: Selection, values: Readonly<Record<string, unknown>> = {}): number {
    const dead = `${how} where platform = @platform and state = 'dead' and state <> 'sent'`
    if ('all' in selection) {
      const oldest = `select id from event where platform = @platform and state = 'dead' and state <> 'sent'
        order by settled_at_ms, id limit @count`
      return this.#run(`${dead} and id in (${oldest})`, { ...values, count: selection.count ?? -1 })
    }
    const one = (uid: string) => this.#run(`${dead} and uid = @uid`, { ...values, uid })
    return this.#write(() => selection.ids.reduce((sum, uid) => sum + one(uid), 0))
  }

  #run(statement: string, values: Readonly<Record<string, unknown>> = {}): number {
    return this.#file.prepare(statement).run({ ...values, platform: this.#platform }).changes
  }

  #value(statement: string, ...values: unknown[]): unknown {
    return this.#file
      .prepare(statement)
      .pluck()
      .get(this.#platform, ...values)
  }

  /** Takes the writer's place at once: a transaction that read first could be refused in its middle. */
  #write<Value>(change: () => Value): Value {
    return this.#file.transaction(change).immediate()
  }
}

/** Rolls an acceptance back. */
class NoRoom extends Error {}

function eventOf({ fields, ...row }: EventRow): ClaimedEvent {
  return { ...row, fields: JSON.parse(fields) as OutboxEvent['fields'] }
}

const sentenceSchema = z.object({ error: z.object({ message: z.string() }) })

/** A sentence alone, as earlier versions wrote it, is the platform's own; so is that of a code which is not known here. */
function whyDead(reason: string): DeadReason {
  const kept = parseJson(reason)
  const why = deadReasonSchema.safeParse(kept)
  if (why.success) return why.data
  return { error: wallError('refused', sentenceSchema.safeParse(kept).data?.error.message ?? reason) }
}
