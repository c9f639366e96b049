import { randomUUID } from 'node:crypto'
import { wallError, type WallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { CallInput, CallOutput } from '#contract/wall/calls.ts'
import type { WallEventTag } from '#contract/wall/events.ts'
import type { EventCalls } from '../platform/event-calls.ts'
import { atMost, type Timers } from '../time.ts'
import { eventDefaults } from './defaults.ts'
import type { EventOutbox } from './outbox/durable-outbox.ts'
import type { Completion, Selection } from './outbox/event-outbox.ts'

export interface MarksOptions {
  readonly calls: Pick<EventCalls, 'tags' | 'createTag'>
  readonly outbox: EventOutbox
  /** The organization of the key, as far as known. */
  readonly orgId: () => string | undefined
  /** From the settings, for a platform that does not list its tags. */
  readonly typedTags: () => readonly WallEventTag[]
  readonly timers: Timers
  /** `failure` is another one. */
  readonly onFailure?: () => void
}

const { tagName, noteField, retryTagMs, answerInMs } = eventDefaults.mark
/** A UUID; what comes from files is named by a hash. */
const nameOfMark = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The operator's marks: events of a tag of their own. A mark is kept first; where the platform has no such tag yet,
 * it is made, and where it cannot be, the marks wait for it in the outbox.
 */
export class Marks {
  readonly #options: MarksOptions
  /** As last found. It may be made anew, and another key may be of another organization. */
  #tag: Completion | undefined
  #failure: WallError | undefined
  #finding: Promise<Result<Completion, WallError>> | undefined
  #cancelTimer: () => void = () => {}
  #stopListening: () => void = () => {}
  #isDisposed = false

  constructor(options: MarksOptions) {
    this.#options = options
    // Of an earlier run.
    void this.wake()
  }

  /** Why their tag was not found last. */
  get failure(): WallError | undefined {
    return this.#failure
  }

  async mark(mark: CallInput<'events.mark'>): Promise<Result<CallOutput<'events.mark'>, WallError>> {
    const { cameraId, atMs, note } = mark
    const { outbox, timers } = this.#options
    const markId = randomUUID()
    const fields = note === '' ? {} : { [noteField]: note }
    const tag = await this.#soundTag()
    const kept = await outbox.accept([{ uid: markId, cameraId, timestampMs: atMs, fields, ...tag }])
    if (!kept.ok) return kept
    if (tag !== undefined) return ok({ markId })
    const found = await atMost(timers, answerInMs, this.#complete())
    return ok(found?.ok === false ? { markId, waitsFor: found.error } : { markId })
  }

  /** There may be a tag by now, or another one: looks, if marks wait for it. */
  async wake(): Promise<void> {
    this.#tag = undefined
    const { outbox } = this.#options
    this.#stopListening()
    this.#stopListening = outbox.onChange(() => void this.wake())
    const { held, unavailable } = await outbox.status()
    // Whether marks wait in one that cannot be opened shows when it can be.
    if (unavailable === undefined || this.#isDisposed) this.#stopListening()
    if (held > 0 && !this.#isDisposed) await this.#complete()
  }

  /** Refused marks that are sent again get the tag as it is by now. */
  async renew(refused: Selection): Promise<void> {
    const { outbox } = this.#options
    const ids = 'ids' in refused ? refused.ids : (await outbox.status()).deadLetters.map(({ id }) => id)
    const marks = ids.filter((id) => nameOfMark.test(id))
    if (marks.length > 0 && !this.#isDisposed) await this.#complete(marks)
  }

  dispose(): void {
    this.#isDisposed = true
    this.#stopListening()
    this.#cancelTimer()
  }

  /** Undefined: it is worth looking for. */
  async #soundTag(): Promise<Completion | undefined> {
    const tag = this.#tag
    if (tag === undefined || tag.orgId !== this.#options.orgId()) return undefined
    const { deadLetters } = await this.#options.outbox.status()
    return deadLetters.some(({ eventTypeId }) => eventTypeId === tag.eventTypeId) ? undefined : tag
  }

  async #complete(refused: readonly string[] = []): Promise<Result<unknown, WallError>> {
    this.#finding ??= this.#find().finally(() => {
      this.#finding = undefined
    })
    const found = await this.#finding
    this.#cancelTimer()
    this.#failure = found.ok ? undefined : found.error
    this.#options.onFailure?.()
    if (!found.ok) {
      if (!this.#isDisposed)
        this.#cancelTimer = this.#options.timers.after(retryTagMs, () => void this.wake())
      return found
    }
    this.#tag = found.value
    return this.#options.outbox.complete(found.value, refused)
  }

  async #find(): Promise<Result<Completion, WallError>> {
    const { calls } = this.#options
    const orgId = this.#options.orgId()
    if (orgId === undefined) return fail(wallError('not_configured', exactMessage('organization_unknown')))
    const answer = await calls.tags()
    const isUnlisted = !answer.ok && answer.error.error.code === 'events_unavailable'
    if (!answer.ok && !isUnlisted) return fail(answer.error.error)
    const tags = answer.ok ? answer.value : this.#options.typedTags()
    const there = tags.find(({ name }) => name.toLowerCase() === tagName.toLowerCase())
    if (there !== undefined) return tagOf(orgId, there)
    if (isUnlisted) return fail(notTyped)
    const made = await calls.createTag({ name: tagName, fields: [{ name: noteField, type: 'text' }] })
    return made.ok ? tagOf(orgId, made.value) : fail(made.error.error)
  }
}

const notTyped = wallError(
  'events_unavailable',
  exactMessage('mark_tag_unlisted', { tag: tagName, field: noteField }),
)

function tagOf(orgId: string, { id, fields }: WallEventTag): Result<Completion, WallError> {
  if (fields.some(({ name, type }) => name === noteField && type === 'text'))
    return ok({ orgId, eventTypeId: id })
  return fail(
    wallError(
      'unknown_event_tag',
      exactMessage('mark_tag_without_field', { tag: tagName, field: noteField }),
    ),
  )
}
