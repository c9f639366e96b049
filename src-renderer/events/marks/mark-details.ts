import type { WallShell } from '#contract/wall/shell.ts'
import type { Clock } from '../../clock.ts'
import { eventDefaults } from '../defaults.ts'
import type { EventDesk } from '../event-desk.ts'
import { rowWords } from '../event-words.ts'
import type { Mark } from './mark-columns.ts'

export interface MarkDetailsNeeds {
  readonly shell: Pick<WallShell, 'call'>
  readonly desk: EventDesk
  readonly clock: Clock
}

/** A platform may have several events of one instant. */
const sameInstant = 50

/** What the event under the pointer says: asked for when the pointer rests, and kept while it stays there. */
export class MarkDetails {
  readonly #needs: MarkDetailsNeeds
  #known: { readonly id: string; readonly lines: readonly string[] } | undefined
  #wanted: string | undefined
  #callOff = (): void => {}

  constructor(needs: MarkDetailsNeeds) {
    this.#needs = needs
  }

  describe(mark: Mark, show: (lines: readonly string[]) => void): void {
    if (this.#known?.id === mark.id) {
      this.forget()
      return show(this.#known.lines)
    }
    if (this.#wanted === mark.id) return
    this.forget()
    this.#wanted = mark.id
    this.#callOff = this.#needs.clock.after(eventDefaults.marks.hoverMs, () => void this.#ask(mark, show))
  }

  forget(): void {
    this.#callOff()
    this.#wanted = undefined
  }

  dispose(): void {
    this.forget()
  }

  async #ask(mark: Mark, show: (lines: readonly string[]) => void): Promise<void> {
    const answer = await this.#needs.shell.call('events.search', {
      cameraIds: [mark.cameraId],
      eventTypeIds: [mark.eventTypeId],
      startMs: mark.timestampMs,
      endMs: mark.timestampMs + 1,
      match: [],
      order: 'desc',
      limit: sameInstant,
    })
    if (this.#wanted !== mark.id) return
    this.#wanted = undefined
    const event = answer.ok ? answer.value.events.find(({ id }) => id === mark.id) : undefined
    if (event === undefined) return
    const lines = this.#needs.desk.rowsOf(event).map(rowWords)
    this.#known = { id: mark.id, lines }
    show(lines)
  }
}
