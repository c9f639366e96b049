import { randomUUID } from 'node:crypto'
import type { PushedAct, Salvo, SalvoWall, WallAct } from '#contract/wall/salvo.ts'
import { fail, ok } from '#contract/result.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import { pause, type Time } from '../time.ts'
import type { CallHandlers, Page } from '../wall-main.ts'
import type { CallGuards } from './call-guards.ts'
import { ACT_FOR_LATE_PAGES_MS, DOCUMENT_PATIENCE_IN_MS } from './defaults.ts'
import { type MonitorList, monitorEmpty } from './monitor-list.ts'
import type { OpenPages } from './open-pages.ts'
import { salvoRuns } from './salvo-times.ts'

export interface SalvoOptions extends Time {
  readonly settings: SettingsStore
  /** Of this workstation, and shared ones. */
  readonly salvos: () => readonly Salvo[]
  readonly monitors: Pick<MonitorList, 'all' | 'first'>
  readonly pages: Pick<OpenPages, 'all' | 'isUp' | 'platformOf' | 'pushToPage'>
}

interface RecentAct {
  readonly act: PushedAct
  readonly platform: string | undefined
  /** Monitors whose page it was pushed to: it sounds once on each. */
  readonly pushedTo: Set<number>
  /** Monitors whose page has done or dropped it: what their operator has changed since is not done again. */
  readonly settledOn: Set<number>
}

/** What monitors do together: one asks what all show, or has all show a salvo. */
export class SalvoService {
  readonly #options: SalvoOptions
  /** Those who wait for a page's document. */
  readonly #waiting = new Set<{ readonly page: string; readonly done: () => void }>()
  /** For pages that are about to come up. */
  #recent: readonly RecentAct[] = []
  /** On any monitor, unless a rule has shown another camera since: a page that was away has missed it. */
  #selection: { readonly cameraId: string; readonly platform: string | undefined } | undefined

  constructor(options: SalvoOptions) {
    this.#options = options
  }

  /** The page has sent its document, asked or not. */
  documentKept({ id }: Page): void {
    for (const one of this.#waiting) if (one.page === id) one.done()
  }

  handlers({ here, withLink }: CallGuards) {
    return {
      'salvos.walls': async (_nothing, page) => {
        // A second page of the same monitor would keep its wall over this one's.
        const asked = this.#others(page).filter(({ monitor }) => monitor !== page.monitor)
        await Promise.all(asked.map((other) => this.#ask(other)))
        return ok(this.#walls())
      },
      'salvos.runs': async ({ pattern }) => {
        const { settings, clock } = this.#options
        return ok([...salvoRuns(pattern, settings.state.settings.timeZone, clock.wallMs(), 3)])
      },
      'salvos.share': withLink(async (on, salvo) => on.salvos.save(salvo)),
      'salvos.unshare': withLink(async (on, { number }) => on.salvos.remove(number)),
      'salvos.resolve': withLink(async (on, { number, keep }) => on.salvos.resolve(number, keep)),
      'monitors.select': here(async (selection, page) => {
        this.#selection = { ...selection, platform: this.#options.settings.state.shown }
        for (const other of this.#others(page)) this.#options.pages.pushToPage(other, 'selected', selection)
        return ok(undefined)
      }),
      'salvos.recall': here(async (recall, page) => {
        const { pages } = this.#options
        const others = this.#others(page)
        for (const other of others) pages.pushToPage(other, 'salvo', recall)
        if (recall.isBack) this.#forget(recall.number)
        const loading = others.find((other) => !pages.isUp(other))
        // It has nothing to go back from.
        return loading === undefined || recall.isBack ? ok(undefined) : fail(monitorEmpty(loading.monitor))
      }),
      'salvos.acted': async ({ id }, { monitor }) => {
        this.#recent.find(({ act }) => act.id === id)?.settledOn.add(monitor)
        return ok(undefined)
      },
    } satisfies Partial<CallHandlers>
  }

  act(what: WallAct): void {
    const { pages, settings } = this.#options
    const act = { ...what, id: randomUUID() }
    if (act.cameraId !== undefined) this.#selection = undefined
    const recent = {
      act,
      platform: settings.state.shown,
      pushedTo: new Set<number>(),
      settledOn: new Set<number>(),
    }
    this.#recent = [...this.#young(), recent]
    for (const page of pages.all) if (pages.isUp(page) && this.#isHere(page)) this.#push(page, recent)
  }

  pageIsUp(page: Page): void {
    if (!this.#isHere(page)) return
    const { cameraId, platform } = this.#selection ?? {}
    if (cameraId !== undefined && platform === this.#options.settings.state.shown)
      this.#options.pages.pushToPage(page, 'selected', { cameraId })
    for (const recent of this.#young()) if (!recent.settledOn.has(page.monitor)) this.#push(page, recent)
  }

  /** Where a salvo is shown: that of one monitor where it was saved, or on the first one where that one is not there. */
  placeOf(number: number): 'all' | number | undefined {
    const { salvos, monitors } = this.#options
    const salvo = salvos().find((one) => one.number === number)
    if (salvo === undefined) return undefined
    if (salvo.scope === 'all') return 'all'
    const home = salvo.walls[0]?.monitor
    return monitors.all.find((monitor) => monitor.number === home)?.number ?? monitors.first
  }

  #push(page: Page, { act: { salvo, sound, ...act }, pushedTo }: RecentAct): void {
    const place = salvo === undefined ? undefined : (this.placeOf(salvo) ?? this.#options.monitors.first)
    const isMeant = salvo !== undefined && (place === 'all' || place === page.monitor)
    const isSounding = sound !== undefined && !pushedTo.has(page.monitor)
    if (!isMeant && act.cameraId === undefined && !isSounding) return
    pushedTo.add(page.monitor)
    const pushed = { ...act, ...(isMeant && { salvo }), ...(isSounding && { sound }) }
    this.#options.pages.pushToPage(page, 'act', pushed)
  }

  /** It was taken back: a page that comes up is not to bring it again. */
  #forget(number: number): void {
    const last = this.#recent.findLast(({ act: { salvo } }) => salvo === number)
    this.#recent = this.#recent.filter((one) => one !== last)
  }

  #young(): readonly RecentAct[] {
    const { clock, settings } = this.#options
    const sinceMs = clock.wallMs() - ACT_FOR_LATE_PAGES_MS
    return this.#recent.filter(({ act, platform }) => act.atMs > sinceMs && platform === settings.state.shown)
  }

  /** Not a page of the platform before, which is about to begin anew. */
  #isHere(page: Page): boolean {
    const { pages, settings } = this.#options
    const of = pages.platformOf(page)
    return of === undefined || of === settings.state.shown
  }

  #others(page: Page): readonly Page[] {
    return this.#options.pages.all.filter(({ id }) => id !== page.id)
  }

  /** A page keeps its document a while after a change; one that does not answer is taken as it is kept. */
  async #ask(page: Page): Promise<void> {
    const { ended, wake } = pause(this.#options.timers, DOCUMENT_PATIENCE_IN_MS)
    const waiter = { page: page.id, done: wake }
    this.#waiting.add(waiter)
    this.#options.pages.pushToPage(page, 'keep', {})
    await ended
    this.#waiting.delete(waiter)
  }

  #walls(): SalvoWall[] {
    const { documents } = this.#options.settings.state
    return this.#options.monitors.all.flatMap(({ number }) => {
      const document = documents[number]
      if (document === undefined) return []
      const { layout, tiles } = document
      const contents = tiles.slice(0, layout.cells.length).map(({ content }) => content)
      return [{ monitor: number, layout, tiles: contents }]
    })
  }
}
