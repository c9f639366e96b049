import type { SalvoWall } from '#contract/wall/salvo.ts'
import { ok } from '#contract/result.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import type { Timers } from '../time.ts'
import type { CallHandlers, Page } from '../wall-main.ts'
import type { CallGuards } from './call-guards.ts'
import { DOCUMENT_PATIENCE_IN_MS } from './defaults.ts'
import type { MonitorList } from './monitor-list.ts'
import type { OpenPages } from './open-pages.ts'

export interface SalvoOptions {
  readonly settings: SettingsStore
  readonly monitors: Pick<MonitorList, 'all'>
  readonly pages: Pick<OpenPages, 'all' | 'pushToPage'>
  readonly timers: Timers
}

/** What monitors do together: one asks what all show, or has all show a salvo. */
export class SalvoService {
  readonly #options: SalvoOptions
  /** Those who wait for a page's document. */
  readonly #waiting = new Set<{ readonly page: string; readonly done: () => void }>()

  constructor(options: SalvoOptions) {
    this.#options = options
  }

  /** The page has sent its document, asked or not. */
  documentKept({ id }: Page): void {
    for (const one of this.#waiting) if (one.page === id) one.done()
  }

  handlers({
    told,
  }: Pick<CallGuards, 'told'>): Pick<CallHandlers, 'salvos.walls' | 'salvos.recall' | 'monitors.select'> {
    return {
      'salvos.walls': told(async (_nothing: undefined, page) => {
        await Promise.all(this.#others(page).map((other) => this.#ask(other)))
        return ok(this.#walls())
      }),
      'monitors.select': told(async (selection, page) => {
        for (const other of this.#others(page)) this.#options.pages.pushToPage(other, 'selected', selection)
        return ok(undefined)
      }),
      'salvos.recall': told(async (recall, page) => {
        for (const other of this.#others(page)) this.#options.pages.pushToPage(other, 'salvo', recall)
        return ok(undefined)
      }),
    }
  }

  #others(page: Page): readonly Page[] {
    return this.#options.pages.all.filter(({ id }) => id !== page.id)
  }

  /** A page keeps its document a while after a change; one that does not answer is taken as it is kept. */
  #ask(page: Page): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#options.timers.after(DOCUMENT_PATIENCE_IN_MS, () => waiter.done())
      const waiter = {
        page: page.id,
        done: () => {
          cancel()
          this.#waiting.delete(waiter)
          resolve()
        },
      }
      this.#waiting.add(waiter)
      this.#options.pages.pushToPage(page, 'keep', {})
    })
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
