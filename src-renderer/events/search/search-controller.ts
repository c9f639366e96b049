import { createStore } from 'zustand/vanilla'
import type { EventQuery } from '#contract/wall/event-query.ts'
import type { ResolvedEventQuery, WallEvent } from '#contract/wall/events.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { AreaOptions } from '../../wall/area-options.ts'
import { eventDefaults } from '../defaults.ts'
import type { EventController } from '../event-controller.ts'
import type { EventCatalogue } from '../query/catalogue.ts'
import { complete, type Completion } from '../query/completion/complete.ts'
import { formOf, type FormProblem, type QueryForm, queryOfForm } from '../query/form.ts'
import { matches } from '../query/matches.ts'
import { printQuery } from '../query/printing/print-query.ts'
import type { QueryProblem } from '../query/reading/problem.ts'
import { QueryReader } from '../query/reading/read-query.ts'
import { toSearchBody } from '../query/search-body.ts'
import { ResultList } from './result-list.ts'
import { errorWords } from '../../language/error-words.ts'
import { onChangeOf } from '../../wall/on-change-of.ts'

/** What was last searched for. */
export interface AskedSearch {
  readonly text: string
  readonly query: EventQuery
  readonly body: ResolvedEventQuery
}

export interface SearchState {
  readonly isOpen: boolean
  /** Counts how often the panel was called for: each time it gets the keys. */
  readonly opened: number
  readonly text: string
  /** What of the text can be read. */
  readonly query: EventQuery
  readonly problems: readonly QueryProblem[]
  /** The same as a form; what is not complete there is not in the text yet. */
  readonly form: QueryForm
  readonly formProblems: readonly FormProblem[]
  readonly isFormShown: boolean
  readonly asked: AskedSearch | undefined
  /** Why nothing was asked, in words. */
  readonly refusal: string | undefined
}

export interface SearchControllerOptions extends Pick<AreaOptions, 'wall' | 'zone' | 'clock'> {
  readonly shell: Pick<WallShell, 'call'>
  readonly eventController: EventController
}

const everything: EventQuery = { tags: [], cameras: [], time: { kind: 'all' }, conditions: [] }
/** What an empty field asks for. */
const firstSearch = 'last:24h'

/** One search at a time: its text and its form, which say the same, and what it has found. */
export class SearchController {
  readonly store = createStore<SearchState>(() => ({
    isOpen: false,
    opened: 0,
    text: '',
    query: everything,
    problems: [],
    form: formOf(everything),
    formProblems: [],
    isFormShown: false,
    asked: undefined,
    refusal: undefined,
  }))
  readonly results: ResultList
  readonly #options: SearchControllerOptions
  readonly #values = new RecentValues()
  readonly #unsubscribe: readonly (() => void)[]
  readonly #reader = new QueryReader()
  #stopWatching = (): void => {}
  #callOff = (): void => {}

  constructor(options: SearchControllerOptions) {
    this.#options = options
    this.results = new ResultList({
      shell: options.shell,
      onEvents: (events) => this.#values.see(events),
    })
    // Names that were unknown may be known now.
    this.#unsubscribe = [
      onChangeOf(options.eventController.store, 'tags', () => this.#readAgain()),
      onChangeOf(options.wall, 'cameras', () => this.#readAgain()),
    ]
  }

  dispose(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.#callOff()
    this.#stopWatching()
  }

  get catalogue(): EventCatalogue {
    return {
      tags: this.#options.eventController.store.getState().tags,
      cameras: this.#options.wall.getState().cameras,
    }
  }

  /** Shows the panel and gives it the keys; with a text, searches for that. */
  open(text?: string): void {
    const { isOpen, asked, opened } = this.store.getState()
    this.store.setState({ isOpen: true, opened: opened + 1 })
    if (!isOpen && this.#options.eventController.store.getState().tags.length === 0)
      void this.#options.eventController.refresh()
    if (text !== undefined || asked === undefined) void this.search(text ?? firstSearch)
  }

  /** Hits stay, for the keys to the next and the previous event. */
  close(): void {
    this.store.setState({ isOpen: false })
  }

  toggleForm(): void {
    this.store.setState(({ isFormShown }) => ({ isFormShown: !isFormShown }))
  }

  /** Typed so far. */
  type(text: string): void {
    this.#callOff()
    this.store.setState({ refusal: undefined })
    this.#read(text)
  }

  /** The form as changed so far; a complete one is put into the text at once and searched for after a pause. */
  edit(form: QueryForm): void {
    this.#callOff()
    this.store.setState({ refusal: undefined })
    if (this.#judge(form).length > 0) return
    this.#callOff = this.#options.clock.after(eventDefaults.form.settleMs, () => void this.search())
  }

  /** What is marked on the timeline; a search for everything marks nothing. */
  get hits(): ResolvedEventQuery | undefined {
    const { asked } = this.store.getState()
    const isForAll = asked?.query.tags.length === 0 && asked.query.conditions.length === 0
    return isForAll ? undefined : asked?.body
  }

  isHit(event: WallEvent): boolean {
    const { asked } = this.store.getState()
    const { zone, clock } = this.#options
    return asked !== undefined && matches(asked.query, event, zone(), clock.nowMs())
  }

  /** As if nothing had been searched for. */
  clear(): void {
    this.#callOff()
    this.#stopWatching()
    this.results.clear()
    this.store.setState({ asked: undefined, refusal: undefined })
    this.#read('')
  }

  completion(caret: number): Completion {
    const { text } = this.store.getState()
    const terms = this.#reader.terms(text)
    return complete({ text, terms, caret, catalogue: this.catalogue, recentValues: this.#values.byField })
  }

  /** Searches for what is typed, or another text. What cannot be read is not searched for. */
  async search(text = this.store.getState().text): Promise<void> {
    this.#callOff()
    if (text !== this.store.getState().text) this.#read(text)
    const { query, problems } = this.store.getState()
    if (problems.length > 0) return
    const { zone, clock } = this.#options
    const body = toSearchBody(query, this.catalogue, zone(), clock.nowMs())
    if (!body.ok) return this.store.setState({ refusal: body.error })
    this.store.setState({ asked: { text, query, body: body.value }, refusal: undefined })
    this.#watch(body.value)
    await this.results.search(body.value)
  }

  /**
   * Sorts arrivals into the rows; where some were missed, or the rows became too many, repeats the search instead.
   * @param reachesBack as far as to the selected hit, for a step from there
   */
  async takeIn(reachesBack = false): Promise<void> {
    const { asked } = this.store.getState()
    const { rows, waiting, missed, selectedId, isSearching } = this.results.store.getState()
    if (asked === undefined || isSearching) return
    const isTooLong = waiting.length > 0 && rows.length + waiting.length > eventDefaults.results.rows
    if (missed === 0 && !isTooLong) return this.results.takeIn()
    const { zone, clock } = this.#options
    const body = toSearchBody(asked.query, this.catalogue, zone(), clock.nowMs())
    if (!body.ok) return this.store.setState({ refusal: body.error })
    this.store.setState({ asked: { ...asked, body: body.value }, refusal: undefined })
    await this.results.search(body.value, selectedId, reachesBack)
    const { error } = this.results.store.getState()
    if (error !== undefined) this.store.setState({ refusal: errorWords(error) })
  }

  #watch({ cameraIds, eventTypeIds }: ResolvedEventQuery): void {
    this.#stopWatching()
    this.#stopWatching = this.#options.eventController.watch({ cameraIds, eventTypeIds }, (events, skipped) =>
      this.results.arrived(
        events.filter((event) => this.isHit(event)),
        skipped,
      ),
    )
  }

  #read(text: string): void {
    const { zone, clock } = this.#options
    const { query, problems } = this.#reader.read(text, this.catalogue, zone(), clock.nowMs())
    this.store.setState({ text, query, problems, form: formOf(query), formProblems: [] })
  }

  /** What is complete in the form is in the text. Returns what is not. */
  #judge(form: QueryForm): SearchState['formProblems'] {
    const { query, problems } = queryOfForm(form, this.catalogue)
    const text = printQuery(query, this.catalogue)
    this.store.setState({ text, query, problems: [], form, formProblems: problems })
    return problems
  }

  #readAgain(): void {
    const { text, form, formProblems } = this.store.getState()
    // A row that somebody is filling in is not in the text yet.
    if (formProblems.length > 0) this.#judge(form)
    // Not before there is something to read: the grammar would be made while the first tiles connect.
    else if (text !== '') this.#read(text)
  }
}

type Value = string | number | boolean
/** Longer ones are no names that somebody would want to choose from a list. */
const longestText = 40

/** Values that were seen lately, by the name of their field, newest first: what completion offers. */
class RecentValues {
  readonly byField = new Map<string, Value[]>()

  see(events: readonly WallEvent[]): void {
    for (const { fields } of events.toReversed()) {
      for (const [field, value] of Object.entries(fields)) this.#add(field, value)
    }
  }

  #add(field: string, value: Value): void {
    if (typeof value === 'boolean') return
    if (typeof value === 'string' && (value.length > longestText || value.includes('\n'))) return
    const known = this.byField.get(field) ?? []
    if (known[0] === value) return
    const others = known.filter((other) => other !== value)
    this.byField.set(field, [value, ...others].slice(0, eventDefaults.results.recentValues))
  }
}
