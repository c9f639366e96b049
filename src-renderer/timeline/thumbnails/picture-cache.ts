export interface Picture<Image> {
  /** When it was taken, epoch milliseconds. */
  readonly atMs: number
  readonly image: Image
}

interface Entry<Image> extends Picture<Image> {
  readonly cameraId: string
  readonly bytes: number
  usedAt: number
}

/** An LRU cache of pictures of all cameras, limited in bytes. */
export class PictureCache<Image extends { close(): void }> {
  readonly #maxBytes: number
  /** By camera, ascending in time: the nearest one is what is asked for. */
  readonly #byCamera = new Map<string, Entry<Image>[]>()
  #bytes = 0
  #uses = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  /** The cache closes what it lets go. */
  add(cameraId: string, atMs: number, image: Image, bytes: number): void {
    const entries = this.#byCamera.get(cameraId) ?? []
    this.#byCamera.set(cameraId, entries)
    const at = indexFrom(entries, atMs)
    const isThere = entries[at]?.atMs === atMs
    const replaced = entries.splice(at, isThere ? 1 : 0, {
      cameraId,
      atMs,
      image,
      bytes,
      usedAt: ++this.#uses,
    })
    for (const entry of replaced) this.#release(entry)
    this.#bytes += bytes
    while (this.#bytes > this.#maxBytes && this.#dropOldest());
  }

  has(cameraId: string, atMs: number): boolean {
    const entries = this.#byCamera.get(cameraId) ?? []
    return entries[indexFrom(entries, atMs)]?.atMs === atMs
  }

  /** The picture nearest to the instant, at most `withinMs` from it. */
  nearest(cameraId: string, atMs: number, withinMs: number): Picture<Image> | undefined {
    const entries = this.#byCamera.get(cameraId) ?? []
    const at = indexFrom(entries, atMs)
    const near = [entries[at - 1], entries[at]].filter((entry) => entry !== undefined)
    const [best] = near.toSorted((one, other) => Math.abs(one.atMs - atMs) - Math.abs(other.atMs - atMs))
    if (!best || Math.abs(best.atMs - atMs) > withinMs) return undefined
    best.usedAt = ++this.#uses
    return best
  }

  #dropOldest(): boolean {
    let oldest: Entry<Image> | undefined
    for (const entries of this.#byCamera.values()) {
      for (const entry of entries) if (!oldest || entry.usedAt < oldest.usedAt) oldest = entry
    }
    const entries = oldest && this.#byCamera.get(oldest.cameraId)
    if (!oldest || !entries) return false
    entries.splice(entries.indexOf(oldest), 1)
    if (entries.length === 0) this.#byCamera.delete(oldest.cameraId)
    this.#release(oldest)
    return true
  }

  #release({ bytes, image }: Entry<Image>): void {
    this.#bytes -= bytes
    image.close()
  }
}

/** Of the first entry that is not before the instant. */
function indexFrom(entries: readonly { readonly atMs: number }[], atMs: number): number {
  return entries.findLastIndex((entry) => entry.atMs < atMs) + 1
}
