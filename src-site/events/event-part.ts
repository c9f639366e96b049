import type { Logger } from 'pino'
import type { CreateEventTag, InsertEvent, SearchEvents } from '#contract/platform/events.ts'
import { foldText } from '#contract/fold-text.ts'
import { MAX_EVENT_TAGS } from '#contract/platform/limits.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Refusal } from '../api/refusal.ts'
import { type EpochClock, patientClock, type SiteClock } from '../clock.ts'
import { siteDefaults } from '../defaults.ts'
import { unlessFull } from '../store/store-fault.ts'
import { sweepEvery } from '../sweep-every.ts'
import { CallThread } from '../threads/call-thread.ts'
import { invalid } from './event-fault.ts'
import { checkEvent } from './insert/check-event.ts'
import { GroupCommit } from './insert/group-commit.ts'
import type { InsertOutcome } from './insert/new-event.ts'
import { decodeCursor } from './search/cursor.ts'
import type { EventQuestion } from './search/event-question.ts'
import { type AskedEvents, resolveQuestion } from './search/resolve-question.ts'
import { EventStreams } from './stream/event-streams.ts'
import type { NumberedTag } from './tags/event-tag.ts'
import { EventReaders } from './threads/event-readers.ts'
import type { WriterCalls } from './threads/writer-thread.ts'

export interface EventPartOptions {
  /** Prepared by `prepareEventDatabase`. */
  readonly dir: string
  readonly clock: SiteClock
  readonly log: Logger
  /** Ids of the organization's cameras. */
  readonly camerasOf: (orgId: string) => Promise<ReadonlySet<string>>
  /** Days that each organization keeps its events. */
  readonly retention: () => Promise<ReadonlyMap<string, number>>
}

/** An event to be inserted, with its idempotency key. */
export interface InsertWish {
  readonly event: InsertEvent
  readonly idempotencyKey: string | undefined
}

const { readers, maxGroup, unindexed, search, stream, sweepEveryMs, sweepStep } = siteDefaults.events
const dayMs = 86_400_000

/** Event tags and events: one thread writes them, some read them, and this one judges what they are asked. */
export class EventPart {
  readonly streams: EventStreams
  readonly #options: EventPartOptions
  readonly #writer: CallThread<WriterCalls>
  readonly #readers: EventReaders
  readonly #commits: GroupCommit
  readonly #sweepClock: EpochClock
  readonly #stopSweeps: () => void
  readonly #tags = new Map<string, NumberedTag[]>()
  #retentionDays: ReadonlyMap<string, number> = new Map()
  #newestId = 0

  private constructor(options: EventPartOptions) {
    this.#options = options
    const { dir } = options
    const writer = { dir, maxTags: MAX_EVENT_TAGS, unindexed }
    this.#writer = new CallThread(new URL('./threads/writer-thread.ts', import.meta.url), writer)
    this.#readers = new EventReaders({ dir, limits: search }, readers)
    this.#commits = new GroupCommit({
      maxGroup,
      write: (events) => this.#writer.ask('insert', events),
      onCommitted: (lastId) => this.#advance(lastId),
    })
    this.streams = new EventStreams({
      ...stream,
      newestId: () => this.#newestId,
      read: (orgId, afterId, untilId) =>
        this.#readers.ask('arrivals', {
          orgId,
          tags: this.tagsOf(orgId).map(({ number, id }) => ({ tag: number, tagId: id })),
          afterId,
          untilId,
          limit: stream.maxEventsAtOnce,
        }),
    })
    this.#sweepClock = patientClock(options.clock)
    this.#stopSweeps = sweepEvery(sweepEveryMs, () => this.sweep(), 'events', options.log)
  }

  static async start(options: EventPartOptions): Promise<EventPart> {
    const part = new EventPart(options)
    const { tags, lastId } = await part.#writer.ask('state', undefined)
    for (const tag of tags) part.#learn(tag)
    part.#newestId = lastId
    part.#retentionDays = await options.retention()
    return part
  }

  /** One of its threads has found the database damaged. */
  get isDamaged(): boolean {
    return this.#writer.isDamaged || this.#readers.isDamaged
  }

  /** In the order of their creation. */
  tagsOf(orgId: string): readonly NumberedTag[] {
    return this.#tags.get(orgId) ?? []
  }

  async createTag(orgId: string, tag: CreateEventTag): Promise<Result<NumberedTag, Refusal>> {
    const wrong = tagFault(tag)
    if (wrong) return fail(wrong)
    const created = await this.#writer.ask('createTag', { orgId, tag })
    if (created.ok) this.#learn(created.value)
    return created
  }

  async removeTag(orgId: string, id: string): Promise<Result<void, Refusal>> {
    const tag = this.tagsOf(orgId).find((one) => one.id === id)
    if (!tag)
      return fail({
        code: 'unknown_event_tag',
        message: 'The organization has no such event tag.',
        field: 'id',
      })
    if (await this.#writer.ask('isTagUsed', tag)) return fail(tagInUse)
    // From now on no event of it is taken; those that have been are stored before it goes.
    this.#tags.set(
      orgId,
      this.tagsOf(orgId).filter((one) => one !== tag),
    )
    await this.#commits.insert([])
    if (await this.#writer.ask('removeTag', tag)) return ok(undefined)
    this.#learn(tag)
    return fail(tagInUse)
  }

  /** In the order of the wishes. Those that are `ok` are on the disk. */
  async insert(orgId: string, wishes: readonly InsertWish[]): Promise<Result<void, Refusal>[]> {
    const cameras = await this.#options.camerasOf(orgId)
    const rules = {
      orgId,
      tags: this.tagsOf(orgId),
      hasCamera: (cameraId: string) => cameras.has(cameraId),
      nowMs: this.#options.clock.epochMs(),
      retentionDays: this.#retentionDays.get(orgId) ?? siteDefaults.events.retentionDays,
    }
    const checked = wishes.map(({ event, idempotencyKey }) => checkEvent(event, idempotencyKey, rules))
    const good = checked.flatMap((one) => (one.ok ? [one.value] : []))
    const write = async () => ok(good.length === 0 ? [] : await this.#commits.insert(good))
    const written = await unlessFull('events', this.#options.log, write)
    if (!written.ok) return checked.map((one) => (one.ok ? written : one))
    const outcomes = written.value.values()
    return checked.map((one) => (one.ok ? resultOf(outcomes.next().value) : one))
  }

  async removeEvent(orgId: string, id: string): Promise<Result<void, Refusal>> {
    const tags = this.tagsOf(orgId)
    const isRemoved =
      /^[1-9]\d{0,14}$/.test(id) && (await this.#writer.ask('removeEvent', { tags, id: Number(id) }))
    if (isRemoved) return ok(undefined)
    return fail({ code: 'unknown_event', message: 'The organization has no such event.', field: 'id' })
  }

  resolve(orgId: string, asked: AskedEvents): Result<EventQuestion, Refusal> {
    return resolveQuestion(asked, orgId, this.tagsOf(orgId))
  }

  /** The interface's answer, in JSON. */
  async search(
    question: EventQuestion,
    { limit, cursor, ...asked }: SearchEvents,
  ): Promise<Result<Uint8Array, Refusal>> {
    const { order } = asked
    // As it was asked: what it comes to changes with each event tag that is made.
    const fingerprint = JSON.stringify(asked)
    const after = cursor === undefined ? undefined : decodeCursor(cursor, fingerprint)
    if (cursor !== undefined && !after) {
      const message = 'The cursor is none of this question. Ask without one to begin again.'
      return fail({ code: 'invalid_cursor', message, field: 'cursor' })
    }
    return ok(await this.#readers.ask('search', { ...question, order, limit, after, fingerprint }))
  }

  /** The interface's answer, in JSON. */
  histogram(question: EventQuestion, bucketMs: number): Promise<Uint8Array> {
    return this.#readers.ask('histogram', { ...question, bucketMs })
  }

  /**
   * Removes what is older than its organization keeps it, and nothing of one of which that is not known. Runs by itself
   * now and then.
   */
  async sweep(): Promise<void> {
    this.#retentionDays = await this.#options.retention()
    const nowMs = this.#sweepClock.epochMs()
    for (const tag of [...this.#tags.values()].flat()) {
      const days = this.#retentionDays.get(tag.orgId)
      if (days === undefined) continue
      const beforeMs = nowMs - days * dayMs
      while (await this.#writer.ask('removeOld', { tag, beforeMs, step: sweepStep }));
    }
  }

  async dispose(): Promise<void> {
    this.#stopSweeps()
    this.streams.dispose()
    await this.#readers.dispose()
    await this.#writer.dispose()
  }

  #learn(tag: NumberedTag): void {
    const tags = [...this.tagsOf(tag.orgId), tag]
    this.#tags.set(
      tag.orgId,
      tags.toSorted((a, b) => a.number - b.number),
    )
  }

  #advance(lastId: number): void {
    this.#newestId = lastId
    this.streams.wake()
  }
}

const tagInUse: Refusal = {
  code: 'event_tag_in_use',
  message: 'There are events of this tag. It can be removed when they are no longer kept.',
}

function resultOf(outcome: InsertOutcome | undefined): Result<void, Refusal> {
  if (outcome !== 'idempotency_key_reused') return ok(undefined)
  return fail({ code: outcome, message: 'Another event has been inserted under this idempotency key.' })
}

/** What is wrong with a tag besides its form. Names that a person could take for each other are one. */
function tagFault({ fields }: CreateEventTag): Refusal | undefined {
  const names = fields.map(({ name }) => foldText(name))
  const doubled = names.findIndex((name, index) => names.indexOf(name) < index)
  return doubled === -1
    ? undefined
    : invalid(`fields.${doubled}.name`, 'the event tag has a field of this name already')
}
