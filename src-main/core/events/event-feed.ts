import { wallError, type WallErrorCode } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import type { EventFeedState, WallEvent } from '#contract/wall/events.ts'
import type { AreaLog } from '../log/logger.ts'
import { ABSENT_FOR_MS } from '../platform/defaults.ts'
import type { EventCalls } from '../platform/event-calls.ts'
import type { PlatformFailure } from '../platform/failure.ts'
import {
  backoffInMs,
  bootedAtMs,
  clockSetByMs,
  pause,
  type Random,
  type Timers,
  type UptimeClock,
} from '../time.ts'
import { eventDefaults } from './defaults.ts'
import type { FeedWish } from './event-watchers.ts'
import { readAll } from './read-all.ts'
import { EventDeduplicator } from './event-deduplicator.ts'

export interface EventFeedOptions {
  readonly calls: Pick<EventCalls, 'search' | 'stream'>
  readonly clock: UptimeClock
  readonly timers: Timers
  readonly random: Random
  readonly log: AreaLog
  /** Platform clock minus ours, as far as known. */
  readonly skewMs: () => number | undefined
  /** Each event once, in the order of arrival where there is a stream. */
  readonly onEvents: (events: readonly WallEvent[]) => void
  readonly onState: (state: EventFeedState) => void
}

const { feed: times } = eventDefaults
/** A page of words where a stream should be is no stream either. */
const isNoStream: ReadonlySet<WallErrorCode> = new Set(['events_unavailable', 'bad_answer'])

/**
 * New events of one platform, while somebody wants them: from its stream, or where it has none by asking the search
 * again and again (assumption 30). After an interruption it goes on where it was.
 */
export class EventFeed {
  readonly #options: EventFeedOptions
  readonly #delivered = new EventDeduplicator(times.remembered)
  #wish: FeedWish | undefined
  #ended: AbortController | undefined
  #wake: () => void = () => {}
  /** A platform without a stream is asked for one again from then on, monotonic. */
  #streamAgainFromMs = 0
  #lastEventId: string | undefined
  /** Events that arrived after `#sinceMs` are new; up to `#readUntilMs` all have been read. By the platform's clock. */
  #sinceMs = 0
  #readUntilMs = 0
  /** Late events, whose instant was long ago when they arrived, have been read up to here. By the platform's clock. */
  #lateReadUntilMs = 0
  /** By the uptime: the machine may have slept, and its clock have been set, before the platform's is known. */
  #startedAtMs = 0
  /** Until then the computer's clock stands in for the platform's, and may be off by hours. */
  #isClockKnown = false
  /** Late events may have arrived since then. */
  #mayHaveLate = false
  #failures = 0
  #state: EventFeedState = { state: 'off' }

  constructor(options: EventFeedOptions) {
    this.#options = options
  }

  /** As it was published last. */
  get state(): EventFeedState {
    return this.#state
  }

  /** What is wanted from now on; undefined: nothing. */
  want(wish: FeedWish | undefined): void {
    const wasVisible = this.#wish?.isVisible === true
    this.#wish = wish
    if (wish === undefined) this.#stop()
    else if (this.#ended === undefined) this.#start()
    else if (wish.isVisible && !wasVisible) this.#wake()
  }

  /** The machine woke up or the key is another one: nothing is waited for. */
  wake(): void {
    this.#failures = 0
    this.#streamAgainFromMs = 0
    this.#wake()
  }

  dispose(): void {
    this.want(undefined)
  }

  #start(): void {
    const ended = new AbortController()
    this.#ended = ended
    this.#lastEventId = undefined
    this.#failures = 0
    this.#delivered.clear()
    this.#startedAtMs = this.#options.clock.uptimeMs()
    const nowMs = this.#platformNowMs()
    this.#isClockKnown = false
    // Begins a little early, because a repeated event does less harm than a missed one.
    this.#sinceMs = nowMs - times.clockDoubtMs
    this.#readUntilMs = nowMs
    this.#lateReadUntilMs = nowMs
    this.#mayHaveLate = false
    void this.#run(ended.signal)
  }

  #stop(): void {
    if (this.#ended === undefined) return
    this.#ended.abort()
    this.#ended = undefined
    this.#state = { state: 'off' }
    this.#options.onState(this.#state)
  }

  async #run(signal: AbortSignal): Promise<void> {
    this.#publishState(signal, { state: 'connecting' })
    while (!signal.aborted) {
      const isStreamed = this.#options.clock.monotonicMs() >= this.#streamAgainFromMs
      const failure = isStreamed ? await this.#follow(signal) : await this.#poll(signal)
      if (signal.aborted) return
      // The next stream does not go on where this one was.
      if (this.#lastEventId === undefined) this.#mayHaveLate = true
      if (failure === 'no-stream') {
        this.#streamAgainFromMs = this.#options.clock.monotonicMs() + ABSENT_FOR_MS
        // When there is a stream again, the search has long read what this id refers to.
        this.#lastEventId = undefined
        this.#options.log.info('No stream of events on this platform: its search is asked instead.')
      } else if (failure?.error.code === 'events_unavailable') {
        this.#publishState(signal, { state: 'unavailable', error: failure.error })
        await this.#pause(signal, ABSENT_FOR_MS)
      } else if (failure === undefined) {
        this.#failures = 0
        this.#publishState(signal, { state: 'polling' })
        await this.#pause(signal, this.#pollDelayMs())
      } else {
        await this.#wait(signal, failure)
      }
    }
  }

  /** Reads the stream until it ends, which is always a failure: streams are not meant to end. */
  async #follow(signal: AbortSignal): Promise<PlatformFailure | 'no-stream' | undefined> {
    const connection = new AbortController()
    const opened = await this.#options.calls.stream(
      this.#lastEventId,
      AbortSignal.any([signal, connection.signal]),
    )
    if (!opened.ok)
      return isNoStream.has(opened.error.error.code) ? 'no-stream' : this.#withoutId(opened.error)
    let isCaughtUp = this.#lastEventId !== undefined
    try {
      for await (const { event, lastEventId, fault } of opened.value) {
        if (signal.aborted) return undefined
        if (fault !== undefined) return { error: fault, maybeCarriedOut: false }
        const mustCatchUp = !isCaughtUp
        if (mustCatchUp) {
          // Reads what arrived before the stream was open. Only now, so that there is no gap between the two.
          const failure =
            (await this.#read(signal)) ?? (this.#mayHaveLate ? await this.#readLate(signal) : undefined)
          if (failure !== undefined && failure.error.code !== 'events_unavailable') return failure
          isCaughtUp = true
        }
        this.#failures = 0
        this.#publishState(signal, { state: 'stream' })
        if (event !== undefined) this.#take(signal, [event])
        if (lastEventId !== undefined) this.#lastEventId = sendable(lastEventId)
        // Events that arrived during the read may still wait in the stream; until it has caught up, only the time before the read is certain.
        if (!mustCatchUp) {
          this.#readUntilMs = this.#platformNowMs()
          this.#lateReadUntilMs = this.#readFromMs()
        }
        this.#delivered.forgetOldest()
      }
    } finally {
      connection.abort()
    }
    const error = wallError('unreachable', exactMessage('event_stream_ended'))
    return { error, maybeCarriedOut: false }
  }

  /** A platform that was reset does not know the id: the next stream begins without one, and the search fills the gap. */
  #withoutId(failure: PlatformFailure): PlatformFailure {
    if (failure.error.code === 'refused') this.#lastEventId = undefined
    return failure
  }

  async #poll(signal: AbortSignal): Promise<PlatformFailure | undefined> {
    const isLateDue = this.#platformNowMs() >= this.#lateReadUntilMs + times.lateEveryMs
    const failure = (await this.#read(signal)) ?? (isLateDue ? await this.#readLate(signal) : undefined)
    if (failure === undefined)
      this.#delivered.forgetBefore(Math.min(this.#readFromMs(), this.#lateReadUntilMs - times.clockDoubtMs))
    return failure
  }

  /** Searches the time since the last read and a little before it, because events may arrive late. */
  async #read(signal: AbortSignal): Promise<PlatformFailure | undefined> {
    const askedAtMs = this.#options.clock.wallMs()
    const span = { startMs: this.#readFromMs(), endMs: this.#platformNowMs() + times.aheadMs }
    let read = await this.#readSpan(signal, span, 'asc', arrivalMsOf)
    // Of a platform that leads no further the newest are the ones that have not been read yet.
    if (read === 'cut-off') read = await this.#readSpan(signal, span, 'desc', arrivalMsOf)
    if (read === 'other-clock') return this.#read(signal)
    // By the skew as it is known now: the answer may have told that one of the two clocks had been set.
    const untilMs = askedAtMs + (this.#options.skewMs() ?? 0)
    if (read === 'too-many') return this.#leaveOut(untilMs)
    // What was asked by a clock that had been set back may end long before.
    const isRead = read === undefined || read === 'cut-off'
    if (isRead) this.#readUntilMs = Math.min(untilMs, Math.max(this.#readUntilMs, span.endMs))
    return read === 'cut-off' ? undefined : read
  }

  /** Finds late events, which no poll covers, by the time of their receipt. If there are many, the newest. */
  async #readLate(signal: AbortSignal): Promise<PlatformFailure | undefined> {
    const askedAtMs = this.#options.clock.wallMs()
    const nowMs = this.#platformNowMs()
    const span = { startMs: nowMs - times.lateOverlapMs, endMs: nowMs - times.pollOverlapMs }
    const receivedSinceMs = this.#lateReadUntilMs - times.clockDoubtMs
    const read = await this.#readSpan(signal, span, 'desc', ({ receivedAtMs = 0 }) =>
      receivedAtMs >= receivedSinceMs ? receivedAtMs : 0,
    )
    // A search teaches the skew.
    if (read === 'other-clock') return (await this.#read(signal)) ?? this.#readLate(signal)
    if (read !== undefined && read !== 'too-many' && read !== 'cut-off') return read
    this.#lateReadUntilMs = askedAtMs + (this.#options.skewMs() ?? 0)
    this.#mayHaveLate = false
    return undefined
  }

  /** Publishes events of a time that arrived since events are new. */
  async #readSpan(
    signal: AbortSignal,
    { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
    order: 'asc' | 'desc',
    arrivalMs: (event: WallEvent) => number,
  ): Promise<PlatformFailure | 'too-many' | 'cut-off' | 'other-clock' | undefined> {
    const wish = this.#wish
    if (wish === undefined) return undefined
    const query = {
      cameraIds: [...wish.cameraIds],
      eventTypeIds: [...wish.eventTypeIds],
      startMs: Math.max(0, startMs),
      endMs: Math.max(1, endMs),
      match: [],
    }
    const { clock } = this.#options
    const beforeMs = bootedAtMs(clock)
    let eventsRead = 0
    for await (const page of readAll(this.#options.calls, { query, order, signal })) {
      if (!page.ok) return page.error.isCutOff === true ? 'cut-off' : page.error
      if (signal.aborted) return undefined
      // Set meanwhile: whether the skew is that of the clock before is not known.
      if (this.#learnClock() || clockSetByMs(clock, beforeMs) !== 0) return 'other-clock'
      eventsRead += page.value.length
      this.#take(
        signal,
        page.value.filter((event) => arrivalMs(event) >= this.#sinceMs),
      )
      if (eventsRead > times.eventsOfRead) return 'too-many'
    }
    return undefined
  }

  /** Skips ahead: another read of the same time would find as many events again. */
  #leaveOut(untilMs: number): PlatformFailure {
    this.#readUntilMs = untilMs + times.pollOverlapMs
    this.#options.log.warn('More events than one read takes; the others are left out.', {
      atMost: times.eventsOfRead,
    })
    return {
      error: wallError('limit_reached', exactMessage('events_left_out', { most: times.eventsOfRead })),
      maybeCarriedOut: false,
    }
  }

  #readFromMs(): number {
    return this.#readUntilMs - times.pollOverlapMs
  }

  #take(signal: AbortSignal, events: readonly WallEvent[]): void {
    if (signal.aborted) return
    const fresh = this.#delivered.take(events)
    if (fresh.length > 0) this.#options.onEvents(fresh)
  }

  async #wait(signal: AbortSignal, { error, retryAfterInMs }: PlatformFailure): Promise<void> {
    this.#failures += 1
    const delayInMs = Math.max(
      backoffInMs(times.reconnect, this.#failures, this.#options.random),
      retryAfterInMs ?? 0,
    )
    this.#publishState(signal, { state: 'waiting', error: { ...error, retryInMs: Math.round(delayInMs) } })
    await this.#pause(signal, delayInMs)
  }

  #pause(signal: AbortSignal, delayInMs: number): Promise<void> {
    const { ended, wake } = pause(this.#options.timers, delayInMs, signal)
    this.#wake = wake
    return ended
  }

  #publishState(signal: AbortSignal, state: EventFeedState): void {
    if (signal.aborted || (state.state === this.#state.state && state.error === undefined)) return
    this.#state = state
    this.#options.onState(state)
  }

  #pollDelayMs(): number {
    return this.#wish?.isVisible === true ? times.pollVisibleMs : times.pollHiddenMs
  }

  /** Moves what began by the computer's clock to the platform's, as soon as that is known. Whether it became known now. */
  #learnClock(): boolean {
    if (this.#isClockKnown || this.#options.skewMs() === undefined) return false
    this.#isClockKnown = true
    const ranMs = this.#options.clock.uptimeMs() - this.#startedAtMs
    // Platforms take whole milliseconds alone; the uptime has parts of them.
    const laterByMs = Math.round(this.#platformNowMs() - ranMs) - times.clockDoubtMs - this.#sinceMs
    this.#sinceMs += laterByMs
    this.#readUntilMs += laterByMs
    this.#lateReadUntilMs += laterByMs
    return true
  }

  #platformNowMs(): number {
    this.#learnClock()
    return this.#options.clock.wallMs() + (this.#options.skewMs() ?? 0)
  }
}

function arrivalMsOf({ receivedAtMs, timestampMs }: WallEvent): number {
  return receivedAtMs ?? timestampMs
}

/** RFC 9110 §5.5: blanks at its ends would be lost on the way. */
const fitsHeader = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/** Without one that fits into no header the next stream begins anew, and the search fills the gap. */
function sendable(id: string): string | undefined {
  return fitsHeader.test(id) && id.length <= times.longestEventId ? id : undefined
}
