/**
 * Events of one type in one lane, as they travel between processes and as they are drawn: one typed array a field,
 * the same index in each. Never JSON, never an object an event.
 */
export interface EventChunk {
  /** Epoch milliseconds, ascending. */
  readonly startMs: Float64Array
  /** What the store knows each event by. */
  readonly rowIds: Uint32Array
}

/** Grows by chunks in any order; those that follow the last one (the usual case) cost no more than their copy. */
export class EventColumn {
  #startMs = new Float64Array(0)
  #rowIds = new Uint32Array(0)
  #length = 0

  get startMs(): Float64Array {
    return this.#startMs.subarray(0, this.#length)
  }

  get rowIds(): Uint32Array {
    return this.#rowIds.subarray(0, this.#length)
  }

  add(chunk: EventChunk): void {
    const before = this.#length
    const first = chunk.startMs[0]
    if (first === undefined) return
    const last = this.#startMs[before - 1] ?? Number.NEGATIVE_INFINITY
    this.#reserve(before + chunk.startMs.length)
    this.#length = before + chunk.startMs.length
    if (first >= last) {
      this.#startMs.set(chunk.startMs, before)
      this.#rowIds.set(chunk.rowIds, before)
    } else this.#merge(chunk, before)
  }

  /** From behind, so that nothing is overwritten before it has moved. */
  #merge(chunk: EventChunk, length: number): void {
    let own = length - 1
    let other = chunk.startMs.length - 1
    for (let at = this.#length - 1; other >= 0; at--) {
      const isOwn = own >= 0 && (this.#startMs[own] ?? 0) > (chunk.startMs[other] ?? 0)
      this.#startMs[at] = (isOwn ? this.#startMs[own] : chunk.startMs[other]) ?? 0
      this.#rowIds[at] = (isOwn ? this.#rowIds[own] : chunk.rowIds[other]) ?? 0
      if (isOwn) own--
      else other--
    }
  }

  #reserve(length: number): void {
    if (length <= this.#startMs.length) return
    const capacity = Math.max(length, this.#startMs.length * 2)
    const startMs = new Float64Array(capacity)
    const rowIds = new Uint32Array(capacity)
    startMs.set(this.startMs)
    rowIds.set(this.rowIds)
    this.#startMs = startMs
    this.#rowIds = rowIds
  }
}
