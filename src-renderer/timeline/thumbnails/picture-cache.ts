export interface Picture<Image> {
  /** When it was taken, epoch milliseconds. */
  readonly atMs: number
  readonly image: Image
}

interface Entry<Image> extends Picture<Image> {
  readonly cameraId: string
  readonly bytes: number
}

/** An LRU cache of pictures of all cameras, limited in bytes. */
export class PictureCache<Image extends { close(): void }> {
  readonly #maxBytes: number
  /** What was used last stands last. */
  readonly #entries = new Set<Entry<Image>>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  /** The cache closes what it lets go. */
  add(cameraId: string, atMs: number, image: Image, bytes: number): void {
    for (const entry of this.#near(cameraId, atMs, 0)) this.#release(entry)
    this.#entries.add({ cameraId, atMs, image, bytes })
    this.#bytes += bytes
    for (const entry of this.#entries) if (this.#bytes > this.#maxBytes) this.#release(entry)
  }

  has(cameraId: string, atMs: number): boolean {
    return this.#near(cameraId, atMs, 0).length > 0
  }

  /** The picture nearest to the instant, at most `withinMs` from it. */
  nearest(cameraId: string, atMs: number, withinMs: number): Picture<Image> | undefined {
    const [best] = this.#near(cameraId, atMs, withinMs)
    if (best && this.#entries.delete(best)) this.#entries.add(best)
    return best
  }

  #near(cameraId: string, atMs: number, withinMs: number): Entry<Image>[] {
    const awayMs = (entry: Entry<Image>) => Math.abs(entry.atMs - atMs)
    return [...this.#entries]
      .filter((entry) => entry.cameraId === cameraId && awayMs(entry) <= withinMs)
      .toSorted((one, other) => awayMs(one) - awayMs(other) || one.atMs - other.atMs)
  }

  #release(entry: Entry<Image>): void {
    this.#entries.delete(entry)
    this.#bytes -= entry.bytes
    entry.image.close()
  }
}
