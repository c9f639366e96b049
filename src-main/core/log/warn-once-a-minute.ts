import type { Timers } from '../time.ts'
import type { AreaLog, LogFields } from './logger.ts'

const PERIOD_IN_MS = 60_000

/** Warnings that others can cause at will: the first of a kind at once, further ones as a count. So they push no other line out of the log. */
export class WarnOnceAMinute {
  readonly #log: AreaLog
  readonly #timers: Timers
  /** By kind: how many more, and what writes the line that says so. */
  readonly #counted = new Map<string, { more: number; readonly end: () => void }>()

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
    const end = (): void => {
      cancel()
      this.#counted.delete(kind)
      if (first.more > 0) this.#log.warn(message, { ...fields, more: first.more })
    }
    const cancel = this.#timers.after(PERIOD_IN_MS, end)
    const first = { more: 0, end }
    this.#counted.set(kind, first)
  }

  /** What was counted is told. */
  dispose(): void {
    for (const { end } of this.#counted.values()) end()
  }
}
