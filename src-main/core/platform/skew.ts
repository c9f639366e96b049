/** `Date` is cut off at whole seconds. */
const SECOND_IN_MS = 1_000

/**
 * Platform clock minus ours, from `Date` headers. One header tells it to within a second and the way there and
 * back; the bounds of several are intersected, so it gets sharper with every call. When they contradict each
 * other, one of the clocks was set: the latest wins.
 */
export class SkewEstimator {
  #bounds: { readonly lowestMs: number; readonly highestMs: number } | undefined

  /** Instants of our wall clock. Answers from a cache (`Age`) carry the date of another day and are left out. */
  observe(headers: Headers, sentAtMs: number, receivedAtMs: number): void {
    const dateMs = Date.parse(headers.get('date') ?? '')
    if (Number.isNaN(dateMs) || Number(headers.get('age') ?? 0) > 0 || receivedAtMs < sentAtMs) return
    const lowestMs = dateMs - receivedAtMs
    const highestMs = dateMs + SECOND_IN_MS - sentAtMs
    const sharper = {
      lowestMs: Math.max(lowestMs, this.#bounds?.lowestMs ?? lowestMs),
      highestMs: Math.min(highestMs, this.#bounds?.highestMs ?? highestMs),
    }
    this.#bounds = sharper.lowestMs <= sharper.highestMs ? sharper : { lowestMs, highestMs }
  }

  /** Undefined until a platform has said its time. */
  skewMs(): number | undefined {
    return this.#bounds === undefined
      ? undefined
      : Math.round((this.#bounds.lowestMs + this.#bounds.highestMs) / 2)
  }

  /** How far `skewMs` may be off, to either side. */
  uncertaintyMs(): number | undefined {
    return this.#bounds === undefined
      ? undefined
      : Math.ceil((this.#bounds.highestMs - this.#bounds.lowestMs) / 2)
  }
}
