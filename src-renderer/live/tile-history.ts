import type { TileStateName } from '#contract/wall/tile-report.ts'

export interface TileHistoryEntry {
  readonly atMs: number
  readonly state: TileStateName
  readonly why: string
}

/** The last states of a tile, oldest first. */
export class TileHistory {
  readonly #entries: TileHistoryEntry[] = []
  readonly #length: number

  constructor(length: number) {
    this.#length = length
  }

  add(atMs: number, state: TileStateName, why: string): void {
    this.#entries.push({ atMs, state, why })
    if (this.#entries.length > this.#length) this.#entries.shift()
  }

  list(): readonly TileHistoryEntry[] {
    return [...this.#entries]
  }
}
