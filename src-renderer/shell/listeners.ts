/** A set of listeners, notified in the order in which they were added. */
export class Listeners<Value> {
  readonly #all = new Set<(value: Value) => void>()

  /** Returns the function that removes it again. The same function may be added more than once. */
  add(listener: (value: Value) => void): () => void {
    const own = (value: Value): void => listener(value)
    this.#all.add(own)
    return () => this.#all.delete(own)
  }

  notify(value: Value): void {
    for (const listener of this.#all) listener(value)
  }
}
