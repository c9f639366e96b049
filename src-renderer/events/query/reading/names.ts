import { closest, distance } from 'fastest-levenshtein'
import { foldText } from '#contract/platform/fold-text.ts'

/** Nobody means a longer word by mistake, and comparing takes the square of its length. */
const MAX_COMPARED_CHARS = 60

/** Finds things by what they are called. */
export class NameIndex<Item> {
  readonly #nameOf: (item: Item) => string
  readonly #byFolded = new Map<string, Item[]>()

  constructor(items: readonly Item[], nameOf: (item: Item) => string) {
    this.#nameOf = nameOf
    for (const item of items) {
      const folded = foldText(nameOf(item))
      const others = this.#byFolded.get(folded)
      if (others) others.push(item)
      else this.#byFolded.set(folded, [item])
    }
  }

  /** Those that are called exactly so; else those that differ in case and accents only. */
  called(name: string): readonly Item[] {
    const alike = this.#byFolded.get(foldText(name)) ?? []
    const exact = alike.filter((item) => this.#nameOf(item) === name)
    return exact.length > 0 ? exact : alike
  }

  /** The name that was probably meant, if one is near enough. */
  nearest(typed: string): string | undefined {
    const wanted = foldText(typed)
    if (wanted === '' || wanted.length > MAX_COMPARED_CHARS) return undefined
    const candidates = [...this.#byFolded.keys()].filter((name) => name.length <= MAX_COMPARED_CHARS)
    if (candidates.length === 0) return undefined
    const found = closest(wanted, candidates)
    // Two letters in each other's place are two mistakes; with more than a third of them wrong it is another word.
    const allowed = wanted.length < 4 ? 1 : Math.max(2, Math.floor(wanted.length / 3))
    const isNear = distance(wanted, found) <= allowed
    const [item] = isNear ? (this.#byFolded.get(found) ?? []) : []
    return item === undefined ? undefined : this.#nameOf(item)
  }
}
