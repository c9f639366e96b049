/** Something that runs for each of some tiles, which come and go. */
export class TileWatches {
  readonly #begin: (tile: number) => () => void
  readonly #ends = new Map<number, () => void>()

  /** `begin` returns the function that ends it. */
  constructor(begin: (tile: number) => () => void) {
    this.#begin = begin
  }

  /** The whole list, on every change. */
  follow(tiles: Iterable<number>): void {
    const wanted = new Set(tiles)
    for (const [tile, end] of this.#ends) {
      if (wanted.has(tile)) continue
      end()
      this.#ends.delete(tile)
    }
    for (const tile of wanted) {
      if (!this.#ends.has(tile)) this.#ends.set(tile, this.#begin(tile))
    }
  }
}
