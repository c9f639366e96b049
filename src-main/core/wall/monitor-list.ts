import { type WallError, wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { WallDocument } from '#contract/wall/document.ts'
import { FIRST_LAYOUT, type LayoutName, layoutOf } from '#contract/wall/layout.ts'
import type { Monitor } from '#contract/wall/monitors.ts'
import type { OpenPages } from './open-pages.ts'

/** Of a monitor that has no page, or one that is loading and hears nothing yet. */
export function monitorEmpty(number: number): WallError {
  return wallError('no_monitor', exactMessage('monitor_empty', { number }))
}

/** The screens of this wall, and the way of an entry to the right one. */
export class MonitorList {
  readonly #pages: Pick<OpenPages, 'push' | 'pushTo'>
  #all: readonly Monitor[] = [{ number: 1, kind: 'operator', label: '' }]

  constructor(pages: Pick<OpenPages, 'push' | 'pushTo'>) {
    this.#pages = pages
  }

  get all(): readonly Monitor[] {
    return this.#all
  }

  /** The lowest number that is there: where things go that one monitor is enough for. */
  get first(): number {
    return this.#all[0]?.number ?? 1
  }

  set(monitors: readonly Monitor[]): void {
    const sorted = monitors.toSorted((a, b) => a.number - b.number)
    if (JSON.stringify(sorted) === JSON.stringify(this.#all)) return
    this.#all = sorted
    this.#pages.push('monitors', [...sorted])
  }

  /** Whether there is such a monitor. */
  find(monitor: number): Result<undefined, WallError> {
    if (this.#all.some(({ number }) => number === monitor)) return ok(undefined)
    const numbers = this.#all.map(({ number }) => number).join(', ')
    return fail(wallError('no_monitor', exactMessage('no_such_monitor', { number: monitor, numbers })))
  }

  /** As if typed and confirmed on that monitor, which answers for itself. */
  enter(monitor: number, entry: string, isAlarm = false): Result<undefined, WallError> {
    const found = this.find(monitor)
    if (!found.ok) return found
    const isThere = this.#pages.pushTo(monitor, 'show', { entry, isAlarm })
    return isThere ? ok(undefined) : fail(monitorEmpty(monitor))
  }

  /** What a second start asked for; without a stroke it is for monitor 1. The first page there is says what is wrong. */
  show(text: string): void {
    const stroke = text.indexOf('/')
    const monitor = stroke === -1 ? 1 : Number(text.slice(0, stroke))
    const entry = text.slice(stroke + 1)
    if (entry !== '' && this.enter(monitor, entry).ok) return
    const refused = stroke === -1 ? `1/${text}` : text
    this.#pages.pushTo(this.first, 'show', { entry: refused, isAlarm: false })
  }

  /** Tiles on the monitors with lower numbers, documents not yet kept counted as fresh ones. */
  tilesBefore(
    monitor: number,
    documents: Readonly<Record<number, WallDocument>>,
    launchLayout: (monitor: number) => LayoutName | undefined,
  ): number {
    return this.#all
      .filter(({ number }) => number < monitor)
      .map(({ number }) => {
        const launched = launchLayout(number)
        const kept = launched === undefined ? documents[number]?.layout : undefined
        return kept ?? layoutOf(launched ?? FIRST_LAYOUT)
      })
      .reduce((sum, { cells }) => sum + cells.length, 0)
  }
}
