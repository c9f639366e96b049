import { type WallError, wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import type { CallInput } from '#contract/wall/calls.ts'
import type { WallEvent } from '#contract/wall/events.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { Clock } from '../../clock.ts'
import { eventDefaults } from '../defaults.ts'
import type { EventController } from '../event-controller.ts'

const { stretchMs, pageEvents, mostAStretch, mostPages, mostStretches, atATime, retryMs } =
  eventDefaults.receipts

export interface ReceiptEventsOptions {
  readonly shell: Pick<WallShell, 'call'>
  readonly eventController: Pick<EventController, 'pictureMsOf' | 'sourcesOf'>
  readonly clock: Clock
}

/** All that happened before one camera in one stretch of its pictures. */
interface Stretch {
  readonly cameraId: string
  readonly startMs: number
  readonly byId: Map<string, WallEvent>
  /** The next time that it may be asked for; undefined once it is known. */
  askAtMs: number | undefined
  error: WallError | undefined
}

export type ReceiptEvents = ReturnType<typeof receiptEventsOf>

/** What receipts can be made of: asked for by stretches around the pictures that are shown, completed by what arrives. */
export function receiptEventsOf(options: ReceiptEventsOptions) {
  const { clock, eventController, shell } = options
  /** Least recently used first. */
  let stretchByKey = new Map<string, Stretch>()
  /** Looked at since the last were asked for. */
  const dueOnes = new Set<Stretch>()
  let asking = new Set<Stretch>()

  function around(cameraId: string, fromMs: number, untilMs: number): Stretch[] {
    const stretches: Stretch[] = []
    for (let startMs = startOf(fromMs); startMs < untilMs; startMs += stretchMs)
      stretches.push(stretchAt(cameraId, startMs))
    return stretches
  }

  function stretchAt(cameraId: string, startMs: number): Stretch {
    const key = keyOf(cameraId, startMs)
    const stretch: Stretch = stretchByKey.get(key) ?? {
      cameraId,
      startMs,
      byId: new Map(),
      askAtMs: 0,
      error: undefined,
    }
    stretchByKey.delete(key)
    stretchByKey.set(key, stretch)
    for (const oldest of stretchByKey.keys()) {
      if (stretchByKey.size <= mostStretches) break
      stretchByKey.delete(oldest)
    }
    const waitMs = (stretch.askAtMs ?? 0) - clock.nowMs()
    // Longer than any wait: the clock was set back.
    const isDue = stretch.askAtMs !== undefined && (waitMs <= 0 || waitMs > retryMs)
    if (isDue && !asking.has(stretch)) {
      if (dueOnes.size === 0) queueMicrotask(() => askDue())
      dueOnes.add(stretch)
    }
    return stretch
  }

  /** What is due for longest first. Where too many are, the next look asks for what it still shows. */
  function askDue(): void {
    const due = [...dueOnes].sort((one, other) => (one.askAtMs ?? 0) - (other.askAtMs ?? 0))
    dueOnes.clear()
    for (const stretch of due.slice(0, atATime - asking.size)) void ask(stretch)
  }

  async function ask(stretch: Stretch): Promise<void> {
    asking.add(stretch)
    stretch.askAtMs = undefined
    const answers = await Promise.all(
      eventController.sourcesOf([stretch.cameraId], []).map(({ offsetMs, cameraIds, eventTypeIds }) =>
        readAll(stretch, {
          cameraIds: [...cameraIds],
          eventTypeIds: [...eventTypeIds],
          startMs: Math.max(0, stretch.startMs + offsetMs),
          endMs: Math.max(0, stretch.startMs + stretchMs + offsetMs),
          match: [],
          order: 'asc',
          limit: pageEvents,
        }),
      ),
    )
    asking.delete(stretch)
    stretch.error = undefined
    for (const error of answers) {
      if (error === undefined) continue
      stretch.error = error
      // The next answer would be cut off, too.
      if (error.exact?.code !== 'receipts_cut') stretch.askAtMs = clock.nowMs() + retryMs
    }
  }

  /** Page by page, as far as a stretch may be long. */
  async function readAll(
    stretch: Stretch,
    question: CallInput<'events.search'>,
  ): Promise<WallError | undefined> {
    let cursor: string | undefined
    let count = 0
    for (let pages = 0; pages < mostPages && count < mostAStretch; pages += 1) {
      const answer = await shell.call('events.search', {
        ...question,
        ...(cursor === undefined ? {} : { cursor }),
      })
      if (!answer.ok) return answer.error
      for (const event of answer.value.events) stretch.byId.set(event.id, event)
      count += answer.value.events.length
      cursor = answer.value.nextCursor
      if (cursor === undefined) return undefined
    }
    return wallError('limit_reached', exactMessage('receipts_cut', { count }))
  }
  return {
    /** Events of a camera by the instant of its pictures, as far as they are known; what is not is asked for. */
    between(cameraId: string, fromMs: number, untilMs: number): WallEvent[] {
      return around(cameraId, fromMs, untilMs).flatMap(({ byId }) =>
        [...byId.values()].filter((event) => {
          const pictureMs = eventController.pictureMsOf(event)
          return pictureMs >= fromMs && pictureMs < untilMs
        }),
      )
    },
    /** Asks for what is not known yet. */
    prepare(cameraId: string, fromMs: number, untilMs: number): void {
      around(cameraId, fromMs, untilMs)
    },
    /** Why some of it is not known. */
    errorOf(cameraId: string, fromMs: number, untilMs: number): WallError | undefined {
      return around(cameraId, fromMs, untilMs).find(({ error }) => error !== undefined)?.error
    },
    arrived(events: readonly WallEvent[]): void {
      for (const event of events) {
        const startMs = startOf(eventController.pictureMsOf(event))
        stretchByKey.get(keyOf(event.cameraId, startMs))?.byId.set(event.id, event)
      }
    },
    /** Events may have been missed: what is known stays until the next answer. `inMs`: when more may be missed meanwhile. */
    doubt(inMs = 0): void {
      const atMs = clock.nowMs() + inMs
      for (const stretch of stretchByKey.values()) stretch.askAtMs ??= atMs
    },
    /** After a change of a source's clock offset: its events belong to other pictures. */
    forget(): void {
      stretchByKey = new Map()
      dueOnes.clear()
      asking = new Set()
    },
  }
}

const startOf = (ms: number): number => Math.floor(ms / stretchMs) * stretchMs
const keyOf = (cameraId: string, startMs: number): string => `${startMs} ${cameraId}`
