export interface TileSize {
  readonly widthPx: number
  readonly heightPx: number
}

/** Measures the tiles' pictures in device pixels, all with one observer. */
export class TileSizes {
  readonly #observer: ResizeObserver
  readonly #tileByElement = new Map<Element, number>()
  readonly #sizes = new Map<number, TileSize>()
  readonly #onChange: () => void

  constructor(onChange: () => void) {
    this.#onChange = onChange
    this.#observer = new ResizeObserver((entries) => this.#measured(entries))
  }

  /** Undefined until the first measurement. */
  of(tile: number): TileSize | undefined {
    return this.#sizes.get(tile)
  }

  /** Returns the function that stops watching. */
  watch(tile: number, element: Element): () => void {
    this.#tileByElement.set(element, tile)
    this.#observer.observe(element, { box: 'device-pixel-content-box' })
    return () => {
      this.#observer.unobserve(element)
      this.#tileByElement.delete(element)
      this.#sizes.delete(tile)
    }
  }

  dispose(): void {
    this.#observer.disconnect()
    this.#tileByElement.clear()
    this.#sizes.clear()
  }

  #measured(entries: readonly ResizeObserverEntry[]): void {
    let isChanged = false
    for (const entry of entries) {
      const tile = this.#tileByElement.get(entry.target)
      const box = entry.devicePixelContentBoxSize[0]
      if (tile === undefined || box === undefined) continue
      const size = { widthPx: box.inlineSize, heightPx: box.blockSize }
      const before = this.#sizes.get(tile)
      isChanged ||= before?.widthPx !== size.widthPx || before.heightPx !== size.heightPx
      this.#sizes.set(tile, size)
    }
    if (isChanged) this.#onChange()
  }
}
