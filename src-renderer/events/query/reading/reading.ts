import { closest, distance } from 'fastest-levenshtein'
import { foldText } from '#contract/fold-text.ts'
import type { WallCamera } from '#contract/wall/camera.ts'
import type { WallEventTag } from '#contract/wall/events.ts'
import type { Zone } from '#renderer/timeline/axis/zone.ts'
import type { EventCatalogue, EventField } from '../catalogue.ts'
import type { QueryProblem } from './problem.ts'

/** More are not read, and finding suggestions takes time. */
const MAX_PROBLEMS = 20

interface FieldOfTag {
  readonly tag: WallEventTag
  readonly field: EventField
}

/** What reading one text needs to know, and the problems that it finds. */
export class Reading {
  readonly zone: Zone
  readonly nowMs: number
  readonly tags: NameIndex<WallEventTag>
  readonly fields: NameIndex<FieldOfTag>
  readonly cameras: NameIndex<WallCamera>
  readonly groups: NameIndex<string>
  readonly camerasByNumber: readonly WallCamera[]
  readonly isOfNow: boolean
  readonly problems: QueryProblem[] = []

  constructor(catalogue: EventCatalogue, zone: Zone, nowMs: number) {
    this.zone = zone
    this.nowMs = nowMs
    this.tags = new NameIndex(catalogue.tags, ({ name }) => name)
    this.fields = new NameIndex(
      catalogue.tags.flatMap((tag) => tag.fields.map((field) => ({ tag, field }))),
      ({ field }) => field.name,
    )
    this.cameras = new NameIndex(catalogue.cameras, ({ name }) => name)
    const groups = new Set(catalogue.cameras.map(({ group }) => group))
    this.groups = new NameIndex(
      [...groups].filter((group) => group !== ''),
      (group) => group,
    )
    this.camerasByNumber = catalogue.cameras.toSorted((a, b) => a.number - b.number)
    this.isOfNow = catalogue.isOfNow ?? false
  }

  report(problem: () => QueryProblem): undefined {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(problem())
  }
}

/** Longer words are no typing errors, and comparing takes the square of their length. */
const MAX_COMPARED_CHARS = 60

/** Finds things by what they are called. */
class NameIndex<Item> {
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
