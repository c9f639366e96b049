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

export type SearchController = ReturnType<typeof searchOf>

/** One search at a time: its text and its form, which say the same, and what it has found. */
export function searchOf({ clock, eventController, shell, wall, zone }: SearchControllerOptions) {
  const store = createStore<SearchState>(() => ({
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
  const values = new RecentValues()
  const reader = new QueryReader()
  let stopWatching: (() => void) | undefined
  let callOff: (() => void) | undefined

  function catalogue(): EventCatalogue {
    return { tags: eventController.store.getState().tags, cameras: wall.getState().cameras }
  }

  function isHit(event: WallEvent): boolean {
    const { asked } = store.getState()
    return asked !== undefined && matches(asked.query, event, zone(), clock.nowMs())
  }

  /** Searches for what is typed, or another text. What cannot be read is not searched for. */
  async function search(text = store.getState().text): Promise<void> {
    callOff?.()
    if (text !== store.getState().text) read(text)
    const { query, problems } = store.getState()
    if (problems.length > 0) return
    const body = toSearchBody(query, catalogue(), zone(), clock.nowMs())
    if (!body.ok) return store.setState({ refusal: body.error })
    store.setState({ asked: { text, query, body: body.value }, refusal: undefined })
    watch(body.value)
    await results.search(body.value)
  }

  function watch({ cameraIds, eventTypeIds }: ResolvedEventQuery): void {
    stopWatching?.()
    stopWatching = eventController.watch({ cameraIds, eventTypeIds }, (events, skipped) =>
      results.arrived(
        events.filter((event) => isHit(event)),
        skipped,
      ),
    )
  }

  function read(text: string): void {
    const { query, problems } = reader.read(text, catalogue(), zone(), clock.nowMs())
    store.setState({ text, query, problems, form: formOf(query), formProblems: [] })
  }

  /** What is complete in the form is in the text. Returns what is not. */
  function judge(form: QueryForm): SearchState['formProblems'] {
    const { query, problems } = queryOfForm(form, catalogue())
    const text = printQuery(query, catalogue())
    store.setState({ text, query, problems: [], form, formProblems: problems })
    return problems
  }

  function readAgain(): void {
    const { text, form, formProblems } = store.getState()
    // A row that somebody is filling in is not in the text yet.
    if (formProblems.length > 0) judge(form)
    // Not before there is something to read: the grammar would be made while the first tiles connect.
    else if (text !== '') read(text)
  }

  const results = new ResultList({
    shell,
    onEvents: (events) => values.see(events),
  })
  // Names that were unknown may be known now.
  const stops = [onChangeOf(eventController.store, 'tags', readAgain), onChangeOf(wall, 'cameras', readAgain)]
  return {
    isHit,
    results,
    search,
    store,
    /** Shows the panel and gives it the keys; with a text, searches for that. */
    open(text?: string): void {
      const { isOpen, asked, opened } = store.getState()
      store.setState({ isOpen: true, opened: opened + 1 })
      if (!isOpen && eventController.store.getState().tags.length === 0) void eventController.refresh()
      if (text !== undefined || asked === undefined) void search(text ?? firstSearch)
    },
    /** Hits stay, for the keys to the next and the previous event. */
    close(): void {
      store.setState({ isOpen: false })
    },
    toggleForm(): void {
      store.setState(({ isFormShown }) => ({ isFormShown: !isFormShown }))
    },
    /** Typed so far. */
    type(text: string): void {
      callOff?.()
      store.setState({ refusal: undefined })
      read(text)
    },
    /** The form as changed so far; a complete one is put into the text at once and searched for after a pause. */
    edit(form: QueryForm): void {
      callOff?.()
      store.setState({ refusal: undefined })
      if (judge(form).length > 0) return
      callOff = clock.after(eventDefaults.form.settleMs, () => void search())
    },
    /** As if nothing had been searched for. */
    clear(): void {
      callOff?.()
      stopWatching?.()
      results.clear()
      store.setState({ asked: undefined, refusal: undefined })
      read('')
    },
    completion(caret: number): Completion {
      const { text } = store.getState()
      const terms = reader.terms(text)
      return complete({ text, terms, caret, catalogue: catalogue(), recentValues: values.byField })
    },
    /**
     * Sorts arrivals into the rows; where some were missed, or the rows became too many, repeats the search instead.
     * @param reachesBack as far as to the selected hit, for a step from there
     */
    async takeIn(reachesBack = false): Promise<void> {
      const { asked } = store.getState()
      const { rows, waiting, missed, selectedId, isSearching } = results.store.getState()
      if (asked === undefined || isSearching) return
      const isTooLong = waiting.length > 0 && rows.length + waiting.length > eventDefaults.results.rows
      if (missed === 0 && !isTooLong) return results.takeIn()
      const body = toSearchBody(asked.query, catalogue(), zone(), clock.nowMs())
      if (!body.ok) return store.setState({ refusal: body.error })
      store.setState({ asked: { ...asked, body: body.value }, refusal: undefined })
      await results.search(body.value, selectedId, reachesBack)
      const { error } = results.store.getState()
      if (error !== undefined) store.setState({ refusal: errorWords(error) })
    },
    get catalogue(): EventCatalogue {
      return catalogue()
    },
    /** What is marked on the timeline; a search for everything marks nothing. */
    get hits(): ResolvedEventQuery | undefined {
      const { asked } = store.getState()
      const isForAll = asked?.query.tags.length === 0 && asked.query.conditions.length === 0
      return isForAll ? undefined : asked?.body
    },
    dispose(): void {
      for (const stop of stops) stop()
      callOff?.()
      stopWatching?.()
    },
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
