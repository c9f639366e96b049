import type { WallDocument } from '#contract/wall/document.ts'
import type { Timers } from '../time.ts'
import type { Page } from '../wall-main.ts'
import { WANTED_AFTER_PAGE_IN_MS } from './defaults.ts'

export interface WantedCamerasOptions {
  readonly timers: Timers
  /** What all pages together want, whenever that may have changed. */
  readonly onChange: (cameraIds: readonly string[]) => void
}

interface LeftBehind {
  readonly cameraIds: readonly string[]
  readonly cancelTimer: () => void
}

/** The cameras that each page wants, most urgent first, and all of them together. */
export class WantedCameras {
  readonly #options: WantedCamerasOptions
  readonly #byPage = new Map<string, readonly string[]>()
  /** By monitor: a page that is loaded anew wants what the one before it wanted, and finds the tickets still there. */
  readonly #leftBehind = new Map<number, LeftBehind>()

  constructor(options: WantedCamerasOptions) {
    this.#options = options
  }

  get all(): readonly string[] {
    const left = [...this.#leftBehind.values()].map(({ cameraIds }) => cameraIds)
    return interleave([...this.#byPage.values(), ...left])
  }

  /** A page has been opened. Returns the function for its end. */
  join({ id, monitor }: Page): () => void {
    this.#byPage.set(id, [])
    return () => {
      const cameraIds = this.#byPage.get(id)
      if (cameraIds === undefined) return
      this.#byPage.delete(id)
      this.#keepFor(monitor, cameraIds)
    }
  }

  /** A page of this monitor is about to be loaded: its first tickets are there when it asks for them. */
  expect(monitor: number, document: WallDocument): void {
    if (this.#leftBehind.has(monitor)) return
    this.#keepFor(monitor, camerasOn(document))
    this.#changed()
  }

  /** Nothing for a page that has gone meanwhile. */
  want({ id, monitor }: Page, cameraIds: readonly string[]): void {
    if (!this.#byPage.has(id)) return
    this.#byPage.set(id, cameraIds)
    this.#forget(monitor)
    this.#changed()
  }

  /** The cameras are those of another platform: what any page wanted is not there any more. */
  clear(): void {
    for (const id of this.#byPage.keys()) this.#byPage.set(id, [])
    this.dispose()
  }

  dispose(): void {
    for (const { cancelTimer } of this.#leftBehind.values()) cancelTimer()
    this.#leftBehind.clear()
  }

  #keepFor(monitor: number, cameraIds: readonly string[]): void {
    this.#forget(monitor)
    const cancelTimer = this.#options.timers.after(WANTED_AFTER_PAGE_IN_MS, () => {
      this.#leftBehind.delete(monitor)
      this.#changed()
    })
    this.#leftBehind.set(monitor, { cameraIds, cancelTimer })
  }

  #forget(monitor: number): void {
    this.#leftBehind.get(monitor)?.cancelTimer()
    this.#leftBehind.delete(monitor)
  }

  #changed(): void {
    this.#options.onChange(this.all)
  }
}

/** What the tiles of a document show first, that of the selected tile before the others. */
function camerasOn({ layout, tiles, selected }: WallDocument): string[] {
  const shown = tiles.slice(0, layout.cells.length)
  return [...shown.slice(selected, selected + 1), ...shown].flatMap(({ content }) => {
    if (content.kind === 'sequence') return content.steps.slice(0, 1).map(({ cameraId }) => cameraId)
    return content.kind === 'camera' ? [content.cameraId] : []
  })
}

/** Interleaves the lists: all first values, then all second ones, and so on; each value once. */
export function interleave(lists: readonly (readonly string[])[]): readonly string[] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  const rounds = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1)))
  return [...new Set(rounds.flat())]
}
