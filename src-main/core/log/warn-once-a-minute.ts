import type { Timers } from '../time.ts'
import type { AreaLog, LogFields } from './logger.ts'

const PERIOD_IN_MS = 60_000

/** Warnings that others can cause at will: the first of a kind at once, further ones as a count. So they push no other line out of the log. */
export class WarnOnceAMinute {
  readonly #log: AreaLog
  readonly #timers: Timers
  /** By kind: how many more, and what calls off the line that says so. */
  readonly #counted = new Map<string, { more: number; readonly cancel: () => void }>()

  constructor(log: AreaLog, timers: Timers) {
    this.#log = log
    this.#timers = timers
  }

  warn(message: string, fields?: LogFields): void {
    const kind = JSON.stringify([message, fields])
    const counted = this.#counted.get(kind)
    if (counted !== undefined) {
      counted.more += 1
      return
    }
    this.#log.warn(message, fields)
    const cancel = this.#timers.after(PERIOD_IN_MS, () => this.#end(kind, message, fields))
    this.#counted.set(kind, { more: 0, cancel })
  }

  dispose(): void {
    for (const { cancel } of this.#counted.values()) cancel()
  }

  #end(kind: string, message: string, fields?: LogFields): void {
    const more = this.#counted.get(kind)?.more ?? 0
    this.#counted.delete(kind)
    if (more > 0) this.#log.warn(message, { ...fields, more })
  }
}
