import { randomUUID } from 'node:crypto'
import { isPermanent, type WallError, wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import {
  allSalvos,
  freeSalvoNumber,
  MAX_SALVOS,
  type Salvo,
  type SalvoConflict,
  type SharedSalvo,
  type SharedSalvos as SharedState,
} from '#contract/wall/salvo.ts'
import type { PlatformResult } from '../platform/failure.ts'
import type { SalvoCalls, SalvoVersion } from '../platform/salvo-calls.ts'
import type { Time } from '../time.ts'
import {
  SHARED_SALVOS_LOOK_IN_MS,
  SHARED_SALVOS_READ_AT_ONCE,
  SHARED_SALVOS_SHOWN_EVERY_MS,
} from './defaults.ts'
import { type KeptShared, type SalvoChange, type SalvoFile, salvoRoom } from './salvo-file.ts'

export interface SharedSalvosOptions extends Time {
  readonly platform: string
  readonly calls: Pick<SalvoCalls, 'list' | 'read' | 'send'>
  readonly file: SalvoFile
  /** Numbers that are taken on this workstation. */
  readonly own: () => readonly Salvo[]
  /** Whose changes they are. */
  readonly who: () => string
  readonly onState: (state: SharedState) => void
  /** Why the platform does not take a change: it is sent again, and waits for somebody to do something about it. */
  readonly onNotice: (error: WallError) => void
}

/** As `SharedSalvo`; without its salvo where a newer version of the program wrote that. */
type Theirs = Pick<SharedSalvo, 'version'> & Partial<SharedSalvo>

/**
 * Salvos that the walls of an organization share. A change is on this disk before it is sent, and sent until the
 * platform has taken it, or has one of somebody else: then both are kept until an operator has chosen.
 */
export class SharedSalvos {
  readonly #options: SharedSalvosOptions
  #kept: KeptShared
  #reach: SharedState['reach']
  /** What somebody else has saved, by number; undefined: removed. */
  readonly #theirs = new Map<number, Theirs | undefined>()
  /** Changes whose refusal an operator has heard of. */
  readonly #notified = new Set<string>()
  /** The first that has no room, kept so that it is not read at each look: an operator has heard of it. */
  #cut: SharedSalvo | undefined
  #round: Promise<void> = Promise.resolve()
  #cancelTimer = (): void => {}
  #lookInMs = SHARED_SALVOS_LOOK_IN_MS
  #isOver = false
  /** What the state was made of that was published last. */
  #published: readonly unknown[] = []

  constructor(options: SharedSalvosOptions) {
    this.#options = options
    this.#kept = options.file.shared(options.platform)
    this.#reach = this.#kept.salvos.length + this.#kept.changes.length > 0 ? 'away' : 'unknown'
  }

  /** With this wall's own changes, confirmed or not. */
  get state(): SharedState {
    const { salvos, changes } = this.#kept
    const byNumber = new Map(salvos.map((shared) => [shared.salvo.number, shared]))
    for (const { number, changeId, salvo, savedBy, atMs } of changes) {
      const isRefused = this.#notified.has(changeId)
      if (salvo === undefined) byNumber.delete(number)
      else byNumber.set(number, { salvo, version: 0, savedBy, savedAtMs: atMs, isRefused })
    }
    const conflicts = [...this.#theirs].map(([number, theirs]): SalvoConflict => {
      const mine = changes.findLast((change) => change.number === number)?.salvo
      const isNewer = theirs !== undefined && !isRead(theirs)
      return {
        number,
        ...(mine && { mine }),
        ...(isRead(theirs) && { theirs }),
        ...(isNewer && { isNewer }),
      }
    })
    return { reach: this.#reach, salvos: [...byNumber.values()], conflicts }
  }

  /** Asks the platform now, and again from time to time. */
  look(): Promise<void> {
    this.#round = this.#round.then(() => this.#look())
    return this.#round
  }

  save(salvo: Salvo): Result<undefined, WallError> {
    const { length } = allSalvos([], this.state)
    const isNew = !this.state.salvos.some((shared) => shared.salvo.number === salvo.number)
    if (this.#reach === 'absent') return fail(wallError('salvos_unavailable'))
    if (isNew && length >= MAX_SALVOS)
      return fail(wallError('bad_request', exactMessage('salvos_full', { most: MAX_SALVOS })))
    return this.#add(salvo.number, salvo)
  }

  remove(number: number): Result<undefined, WallError> {
    return this.#add(number, undefined)
  }

  /** What is not kept is gone for good: an operator has seen both. */
  resolve(number: number, keep: 'mine' | 'theirs' | 'both'): Result<undefined, WallError> {
    if (!this.#theirs.has(number)) return ok(undefined)
    const theirs = this.#theirs.get(number)
    const mine = this.#kept.changes.findLast((change) => change.number === number)
    const others = this.#kept.changes.filter((change) => change.number !== number)
    const changes: SalvoChange[] = [...others]
    if (keep === 'mine' && mine !== undefined)
      changes.push({ ...mine, changeId: randomUUID(), baseVersion: theirs?.version ?? 0 })
    const free = freeSalvoNumber([...this.#options.own(), ...this.state.salvos.map(({ salvo }) => salvo)])
    if (keep === 'both' && mine?.salvo !== undefined)
      changes.push(this.#change(free, { ...mine.salvo, number: free }, 0))
    const without = this.#kept.salvos.filter(({ salvo }) => salvo.number !== number)
    const kept = this.#keep({ salvos: isRead(theirs) ? [...without, theirs] : without, changes })
    if (!kept.ok) return kept
    this.#theirs.delete(number)
    this.#publish()
    void this.look()
    return ok(undefined)
  }

  async dispose(): Promise<void> {
    this.#isOver = true
    this.#cancelTimer()
    await this.#round
    this.#cancelTimer()
  }

  #add(number: number, salvo: Salvo | undefined): Result<undefined, WallError> {
    const base = this.#kept.salvos.find((shared) => shared.salvo.number === number)?.version ?? 0
    const changes = [...this.#kept.changes, this.#change(number, salvo, base)]
    const kept = this.#keep({ ...this.#kept, changes })
    if (!kept.ok) return kept
    this.#publish()
    void this.look()
    return ok(undefined)
  }

  #change(number: number, salvo: Salvo | undefined, baseVersion: number): SalvoChange {
    const { who, clock } = this.#options
    const change = { number, baseVersion, changeId: randomUUID(), savedBy: who(), atMs: clock.wallMs() }
    return salvo === undefined ? change : { ...change, salvo }
  }

  async #look(): Promise<void> {
    this.#cancelTimer()
    if (this.#isOver) return
    this.#lookInMs = SHARED_SALVOS_LOOK_IN_MS
    await this.#exchange()
    this.#cancelTimer = this.#options.timers.after(this.#lookInMs, () => void this.look())
  }

  /** What a call answers; the next look is as late as a failure asks for. */
  async #answerOf<Value>(asking: Promise<PlatformResult<Value>>): Promise<PlatformResult<Value>> {
    const answer = await asking
    if (!answer.ok) this.#lookInMs = Math.max(this.#lookInMs, answer.error.retryAfterInMs ?? 0)
    return answer
  }

  async #exchange(): Promise<void> {
    const listed = await this.#list()
    if (listed === undefined) return
    const kept = new Set(this.#kept.salvos.map(({ salvo }) => salvo.number))
    const hasUnread = listed.some(({ number }) => !kept.has(number))
    this.#reach = this.#reach !== 'on' && hasUnread ? 'reading' : 'on'
    this.#publish()
    for (const change of this.#kept.changes) await this.#send(change, listed)
    const fresh = await this.#list()
    if (fresh === undefined) return
    const isAllRead = await this.#readAll(fresh)
    if (this.#isOver) return
    this.#keep(this.#kept)
    if (isAllRead) this.#reach = 'on'
    this.#publish()
  }

  /** What the platform has; undefined: it does not say. */
  async #list(): Promise<readonly SalvoVersion[] | undefined> {
    const listed = await this.#answerOf(this.#options.calls.list())
    if (listed.ok) return listed.value
    const isAbsent = listed.error.error.code === 'salvos_unavailable'
    // As long as there may be more, that is what matters.
    if (isAbsent || this.#reach !== 'reading') this.#reach = isAbsent ? 'absent' : 'away'
    this.#publish()
    return undefined
  }

  /**
   * A few at a time, lowest numbers first; one that does not come holds up no other. Whether the platform has answered
   * for each.
   */
  async #readAll(listed: readonly SalvoVersion[]): Promise<boolean> {
    const { calls, clock, onNotice } = this.#options
    const sorted = listed.toSorted((a, b) => a.number - b.number)
    const cutBefore = this.#cut
    const all = [...(cutBefore === undefined ? [] : [cutBefore]), ...this.#kept.salvos]
    const known = new Map(all.map((shared) => [shared.salvo.number, shared]))
    const unread = sorted.filter(({ number, version }) => known.get(number)?.version !== version)
    const hasRoomToRead = salvoRoom()
    let shownMs = 0
    let isAllRead = true
    const show = () => {
      const hasRoom = salvoRoom()
      const found = sorted.flatMap(({ number }) => known.get(number) ?? [])
      this.#cut = found.find((shared) => !hasRoom(shared))
      const salvos = this.#cut === undefined ? found : found.slice(0, found.indexOf(this.#cut))
      const before = new Set(this.#kept.salvos)
      if (salvos.length !== before.size || salvos.some((one) => !before.has(one)))
        this.#kept = { ...this.#kept, salvos }
      this.#publish()
      shownMs = clock.monotonicMs()
    }
    const readNext = async () => {
      for (;;) {
        const next = unread.shift()
        if (next === undefined || this.#isOver || next.number > (this.#cut?.salvo.number ?? Infinity)) break
        const { number } = next
        const read = await this.#answerOf(calls.read(number))
        // One that this version cannot read is not shown; one that could not be asked for stays as it was.
        if (read.ok) known.set(number, read.value)
        else if (['not_found', 'bad_answer'].includes(read.error.error.code)) known.delete(number)
        else isAllRead = false
        const isFull = read.ok && !hasRoomToRead(read.value)
        if (isFull || clock.monotonicMs() - shownMs >= SHARED_SALVOS_SHOWN_EVERY_MS) show()
      }
      show()
    }
    show()
    const readers = Math.min(unread.length, SHARED_SALVOS_READ_AT_ONCE)
    await Promise.all(Array.from({ length: readers }, readNext))
    if (this.#cut !== undefined && cutBefore === undefined)
      onNotice(wallError('limit_reached', exactMessage('salvos_cut', { number: this.#cut.salvo.number })))
    return isAllRead
  }

  /** Nothing of a number is sent after a change that is not decided. */
  async #send(change: SalvoChange, listed: readonly SalvoVersion[]): Promise<void> {
    const { number, changeId, savedBy, salvo } = change
    const first = this.#kept.changes.find((one) => one.number === number)
    if (first?.changeId !== changeId || this.#isOver) return
    if (this.#theirs.has(number)) {
      const theirs = this.#theirs.get(number)
      // It may be readable by now.
      if (theirs !== undefined && !isRead(theirs)) await this.#meet(number, listed)
      return
    }
    const content = salvo === undefined ? undefined : JSON.stringify(salvo)
    // The change before it may have got another version.
    const { baseVersion } = first
    const sent = await this.#answerOf(
      this.#options.calls.send({ number, baseVersion, changeId, savedBy, content }),
    )
    if (sent.ok) return this.#taken(first, sent.value)
    const { error } = sent.error
    if (error.code === 'salvo_changed') return this.#meet(number, listed)
    if (!isPermanent(error.code) || this.#notified.has(changeId)) return
    this.#notified.add(changeId)
    this.#options.onNotice(error)
  }

  #taken({ number, changeId, salvo, savedBy, atMs }: SalvoChange, version: number | undefined): void {
    const changes = this.#kept.changes
      .filter((one) => one.changeId !== changeId)
      .map((one) => (one.number === number ? { ...one, baseVersion: version ?? 0 } : one))
    const others = this.#kept.salvos.filter((shared) => shared.salvo.number !== number)
    const saved = salvo && version ? [{ salvo, version, savedBy, savedAtMs: atMs }] : []
    this.#keep({ salvos: [...others, ...saved], changes })
  }

  async #meet(number: number, listed: readonly SalvoVersion[]): Promise<void> {
    const read = await this.#answerOf(this.#options.calls.read(number))
    if (read.ok) return void this.#theirs.set(number, read.value)
    const { code } = read.error.error
    const unread = listed.find((one) => one.number === number)
    if (code === 'bad_answer' && unread !== undefined) this.#theirs.set(number, { version: unread.version })
    if (code !== 'not_found') return
    const isWanted = this.#kept.changes.some(
      (change) => change.number === number && change.salvo !== undefined,
    )
    if (isWanted) this.#theirs.set(number, undefined)
    else
      this.#keep({ ...this.#kept, changes: this.#kept.changes.filter((change) => change.number !== number) })
  }

  #keep(kept: KeptShared): Result<undefined, WallError> {
    if (!this.#options.file.keepShared(this.#options.platform, kept)) return fail(wallError('storage_failed'))
    this.#kept = kept
    return ok(undefined)
  }

  #publish(): void {
    const now = [this.#kept, this.#reach, this.#notified.size, JSON.stringify([...this.#theirs])]
    if (this.#isOver || now.every((part, at) => part === this.#published[at])) return
    this.#published = now
    this.#options.onState(this.state)
  }
}

function isRead(theirs: Theirs | undefined): theirs is SharedSalvo {
  return theirs?.salvo !== undefined
}
