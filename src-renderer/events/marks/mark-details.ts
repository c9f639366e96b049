import type { WallShell } from '#contract/wall/shell.ts'
import type { Clock } from '../../clock.ts'
import { eventDefaults } from '../defaults.ts'
import type { EventController } from '../event-controller.ts'
import { rowWords } from '../event-words.ts'
import type { Mark } from './mark-columns.ts'

export interface MarkDetailsOptions {
  readonly shell: Pick<WallShell, 'call'>
  readonly eventController: EventController
  readonly clock: Clock
}

/** A platform may have several events of one instant. */
const sameInstant = 50

/**
 * Fields of the event under the pointer, or of the newest counted one: requested when the pointer rests, kept while it
 * stays there.
 */
export class MarkDetails {
  readonly #options: MarkDetailsOptions
  #known: { readonly of: string; readonly lines: readonly string[] } | undefined
  #wanted: string | undefined
  #callOff = (): void => {}

  constructor(options: MarkDetailsOptions) {
    this.#options = options
  }

  describe(mark: Mark, show: (lines: readonly string[]) => void): void {
    const of = nameOf(mark)
    if (this.#known?.of === of) {
      this.forget()
      return show(this.#known.lines)
    }
    if (this.#wanted === of) return
    this.forget()
    this.#wanted = of
    this.#callOff = this.#options.clock.after(eventDefaults.marks.hoverMs, () => void this.#ask(mark, show))
  }

  forget(): void {
    this.#callOff()
    this.#wanted = undefined
  }

  async #ask(mark: Mark, show: (lines: readonly string[]) => void): Promise<void> {
    const of = nameOf(mark)
    const answer = await this.#options.shell.call('events.search', {
      cameraIds: [mark.cameraId],
      eventTypeIds: [mark.eventTypeId],
      order: 'desc',
      ...(mark.kind === 'event'
        ? { startMs: mark.timestampMs, endMs: mark.timestampMs + 1, match: [], limit: sameInstant }
        : { startMs: mark.startMs, endMs: mark.endMs, match: mark.match, limit: 1 }),
    })
    if (this.#wanted !== of) return
    this.#wanted = undefined
    const found = answer.ok ? answer.value.events : []
    const event = mark.kind === 'event' ? found.find(({ id }) => id === mark.id) : found[0]
    if (event === undefined) return
    const lines = this.#options.eventController.rowsOf(event).map(rowWords)
    this.#known = { of, lines }
    show(lines)
  }
}

/** What was counted is asked for again once there are more. */
function nameOf(mark: Mark): string {
  if (mark.kind === 'event') return mark.id
  const { cameraId, eventTypeId, startMs, count } = mark
  return `${count} of ${eventTypeId} before ${cameraId} at ${startMs}`
}
