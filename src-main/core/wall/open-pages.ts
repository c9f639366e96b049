import type { PushName, PushPayload } from '#contract/wall/calls.ts'
import type { TileReport } from '#contract/wall/tile-report.ts'
import type { Page, PushListener } from '../wall-main.ts'

interface OpenPage {
  readonly page: Page
  readonly send: PushListener
  /** Most urgent first. */
  wanted: readonly string[]
  report: TileReport | undefined
}

/** The operator's; the self-test of a start looks at it alone. */
const FIRST_MONITOR = 1

/** The pages that are open: what each is told, wants and has reported. All of it ends with the page. */
export class OpenPages {
  readonly #onWanted: (cameraIds: readonly string[]) => void
  readonly #pages = new Map<string, OpenPage>()
  readonly #reportListeners = new Set<(report: TileReport) => void>()

  /** `onWanted` is told what all pages together want, whenever that may have changed. */
  constructor(onWanted: (cameraIds: readonly string[]) => void) {
    this.#onWanted = onWanted
  }

  get wanted(): readonly string[] {
    return interleave([...this.#pages.values()].map(({ wanted }) => wanted))
  }

  /** Returns the function that closes it. */
  open(page: Page, send: PushListener): () => void {
    this.#pages.set(page.id, { page, send, wanted: [], report: undefined })
    return () => {
      if (this.#pages.delete(page.id)) this.#onWanted(this.wanted)
    }
  }

  push<Name extends PushName>(name: Name, payload: PushPayload<Name>): void {
    for (const { send } of this.#pages.values()) send(name, payload)
  }

  /** False when no page of that monitor is open. */
  pushTo<Name extends PushName>(monitor: number, name: Name, payload: PushPayload<Name>): boolean {
    const there = [...this.#pages.values()].filter(({ page }) => page.monitor === monitor)
    for (const { send } of there) send(name, payload)
    return there.length > 0
  }

  /** Nothing for a page that has gone meanwhile. */
  want({ id }: Page, cameraIds: readonly string[]): void {
    const open = this.#pages.get(id)
    if (open === undefined) return
    open.wanted = cameraIds
    this.#onWanted(this.wanted)
  }

  report({ id, monitor }: Page, report: TileReport): void {
    const open = this.#pages.get(id)
    if (open === undefined) return
    open.report = report
    if (monitor !== FIRST_MONITOR) return
    for (const listener of this.#reportListeners) listener(report)
  }

  /** Each report of monitor 1, and at once the last one. Returns the function that unsubscribes. */
  onReport(listener: (report: TileReport) => void): () => void {
    this.#reportListeners.add(listener)
    const last = [...this.#pages.values()].findLast(
      ({ page, report }) => page.monitor === FIRST_MONITOR && report !== undefined,
    )
    if (last?.report !== undefined) listener(last.report)
    return () => this.#reportListeners.delete(listener)
  }
}

/** The first of each list, then the second of each, and so on; each value once. */
export function interleave(lists: readonly (readonly string[])[]): readonly string[] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  const rounds = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1)))
  return [...new Set(rounds.flat())]
}
