import type { PushName, PushPayload } from '#contract/wall/calls.ts'
import type { TileReport } from '#contract/wall/tile-report.ts'
import type { Page, PushListener } from '../wall-main.ts'

interface OpenPage {
  readonly page: Page
  readonly send: PushListener
  report: TileReport | undefined
  platform: string | undefined
}

/** The open pages: how to push to each, and its last report. A page's entry ends with the page. */
export class OpenPages {
  readonly #firstMonitor: () => number
  readonly #pages = new Map<string, OpenPage>()
  readonly #reportListeners = new Set<(report: TileReport) => void>()

  /** `firstMonitor`: the self-test of a start looks at it alone. */
  constructor(firstMonitor: () => number) {
    this.#firstMonitor = firstMonitor
  }

  get all(): readonly Page[] {
    return [...this.#pages.values()].map(({ page }) => page)
  }

  /** Returns the function that closes it. */
  open(page: Page, send: PushListener): () => void {
    this.#pages.set(page.id, { page, send, report: undefined, platform: undefined })
    return () => this.#pages.delete(page.id)
  }

  /** The page has been given the document and the cameras of this platform. Nothing for a page that has gone. */
  give({ id }: Page, platform: string | undefined): void {
    const open = this.#pages.get(id)
    if (open !== undefined) open.platform = platform
  }

  /** Whose document and cameras the page has; undefined while it has none. */
  platformOf({ id }: Page): string | undefined {
    return this.#pages.get(id)?.platform
  }

  /** Whether the page has begun to report what it shows: it hears what is pushed. */
  isUp({ id }: Page): boolean {
    return this.#pages.get(id)?.report !== undefined
  }

  /** What the pages show that have the document and cameras of this platform. */
  reportsOf(platform: string | undefined): TileReport[] {
    const there = [...this.#pages.values()].filter((open) => open.platform === platform)
    return there.flatMap(({ report }) => report ?? [])
  }

  push<Name extends PushName>(name: Name, payload: PushPayload<Name>): void {
    for (const { send } of this.#pages.values()) send(name, payload)
  }

  /** Nothing for a page that has gone meanwhile. */
  pushToPage<Name extends PushName>({ id }: Page, name: Name, payload: PushPayload<Name>): void {
    this.#pages.get(id)?.send(name, payload)
  }

  /** False when no page of that monitor is up. */
  pushTo<Name extends PushName>(monitor: number, name: Name, payload: PushPayload<Name>): boolean {
    const there = [...this.#pages.values()].filter(
      ({ page, report }) => page.monitor === monitor && report !== undefined,
    )
    for (const { send } of there) send(name, payload)
    return there.length > 0
  }

  /** Nothing for a page that has gone meanwhile. */
  report({ id, monitor }: Page, report: TileReport): void {
    const open = this.#pages.get(id)
    if (open === undefined) return
    open.report = report
    if (monitor !== this.#firstMonitor()) return
    for (const listener of this.#reportListeners) listener(report)
  }

  /** Each report of the first monitor, and at once the last one. Returns the function that unsubscribes. */
  onReport(listener: (report: TileReport) => void): () => void {
    this.#reportListeners.add(listener)
    const last = [...this.#pages.values()].findLast(
      ({ page, report }) => page.monitor === this.#firstMonitor() && report !== undefined,
    )
    if (last?.report !== undefined) listener(last.report)
    return () => this.#reportListeners.delete(listener)
  }
}
