import { isPermanent, type WallError } from '#contract/errors.ts'
import type { CallInput } from '#contract/wall/calls.ts'
import type { EventColumns, WallEvent } from '#contract/wall/events.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { EventLayer } from '../../timeline/columns/lane-data.ts'
import type { Timeline } from '../../timeline/timeline.ts'
import { eventDefaults } from '../defaults.ts'
import type { EventController } from '../event-controller.ts'
import { CountedLane } from './counted-lane.ts'
import { type Mark, type MarkRun, runsOfArrivals, runsOfEvents } from './mark-columns.ts'

export type MarkSurface = Pick<Timeline, 'addEvents' | 'clearEvents'>
/** What is asked for of these cameras and this time, by the clocks of the sources. */
export type MarkQuestion = Omit<CallInput<'events.columns'>, 'maxEvents'>

/** `refused`: another try gets the same answer. */
export type Loaded = 'whole' | 'in part' | 'refused'

export interface MarkLayerOptions {
  readonly shell: Pick<WallShell, 'call'>
  readonly surface: MarkSurface
  readonly layer: EventLayer
  /** Of the timeline's types of events. */
  readonly typeIndexOf: (tagId: string) => number
  /** How far the clock of a source is ahead of its camera's, by which the timeline goes; milliseconds. */
  readonly offsetMsOf: EventController['clockOffsetMsOf']
}

/** One layer of the timeline's marks. The newest question wins; the marks before stay until there is an answer. */
export class MarkLayer {
  readonly #options: MarkLayerOptions
  /** By their row in the timeline, so that one can be asked for. */
  #marks: Mark[] = []
  /** By camera: those that have too many events for single marks. */
  #counted = new Map<string, CountedLane>()
  #known = new Set<string>()
  /** Events that arrived during a request: its answer may be older. */
  #meanwhile: WallEvent[] | undefined
  #isEmpty = true
  /** Since the last answer. */
  #arrivals = 0
  #asked = 0

  constructor(options: MarkLayerOptions) {
    this.#options = options
  }

  clear(): void {
    this.#asked += 1
    this.#meanwhile = undefined
    this.#forget()
  }

  /** @returns whether all of it was answered; `in part` also when a newer question has taken its place */
  async load(question: MarkQuestion): Promise<Loaded> {
    const asked = ++this.#asked
    const isLatest = () => asked === this.#asked
    this.#meanwhile = []
    const loaded = await this.#load(question, isLatest)
    if (isLatest()) this.#meanwhile = undefined
    return loaded
  }

  async #load(question: MarkQuestion, isLatest: () => boolean): Promise<Loaded> {
    const maxEvents = eventDefaults.marks.single
    const answer = await this.#options.shell.call('events.columns', { ...question, maxEvents })
    if (!isLatest()) return 'in part'
    if (!answer.ok) {
      const failure = failureOf(answer.error)
      if (failure === 'in part' || this.#arrivals <= maxEvents) return failure
      // Nothing will ever count these, and more arrive.
      this.#forget()
      this.#addMeanwhile()
      return failure
    }
    if (answer.value.kind === 'events') {
      this.#forget()
      this.#add(runsOfEvents(answer.value))
      this.#addMeanwhile()
      return 'whole'
    }
    return this.#loadLanes(question, isLatest)
  }

  /** A count is not split by camera, so each lane is requested by itself. */
  async #loadLanes(question: MarkQuestion, isLatest: () => boolean): Promise<Loaded> {
    const cameraIds = [...question.cameraIds]
    // A picture that is there is replaced as a whole; an empty one fills lane by lane.
    const isEmpty = this.#isEmpty
    const found: (() => void)[] = []
    // The full limit for every lane would use up what the platform allows the key.
    const maxEvents = Math.floor(eventDefaults.marks.single / cameraIds.length)
    let loaded: Loaded = 'whole'
    const worker = async () => {
      for (let id = cameraIds.shift(); id !== undefined; id = cameraIds.shift()) {
        const cameraId = id
        const ask = { ...question, cameraIds: [id], maxEvents }
        const answer = await this.#options.shell.call('events.columns', ask)
        if (!isLatest()) return
        if (!answer.ok) loaded = loaded === 'in part' ? loaded : failureOf(answer.error)
        else {
          const show = this.#made(cameraId, answer.value, question.match)
          if (isEmpty) show()
          else found.push(show)
        }
      }
    }
    await Promise.all(Array.from({ length: eventDefaults.marks.atATime }, worker))
    if (!isLatest()) return 'in part'
    if (!isEmpty) {
      this.#forget()
      for (const show of found) show()
      this.#addMeanwhile()
    }
    return loaded
  }

  /**
   * New ones, in any order.
   * @returns whether so many have come that the layer is to be asked for again, so that they are counted
   */
  arrived(events: readonly WallEvent[]): boolean {
    const added = events.filter(({ id }) => !this.#known.has(id))
    this.#arrivals += added.length
    this.#meanwhile?.push(...added)
    for (const { id } of added) this.#known.add(id)
    const laneOf = ({ cameraId }: WallEvent) => this.#counted.get(cameraId)
    this.#add(added.flatMap((event) => laneOf(event)?.add(event) ?? []))
    this.#add(runsOfArrivals(added.filter((event) => laneOf(event) === undefined)))
    return this.#arrivals > eventDefaults.marks.single
  }

  /** By tag: how many there are of a camera's; none where each is a mark of its own. */
  countsIn(cameraId: string, fromMs: number, untilMs: number): ReadonlyMap<string, number> {
    const offsetOf = (eventTypeId: string) => this.#options.offsetMsOf({ cameraId, eventTypeId })
    return this.#counted.get(cameraId)?.countsIn(fromMs, untilMs, offsetOf) ?? new Map()
  }

  /** What a row of the timeline stands for; undefined when it is none of this layer. */
  markOf(rowId: number): Mark | undefined {
    return this.#marks[(rowId - this.#lowestBit) / 2]
  }

  /** Lowest bit of each row id: it says the layer. */
  get #lowestBit(): number {
    return this.#options.layer === 'hits' ? 1 : 0
  }

  #forget(): void {
    this.#options.surface.clearEvents(this.#options.layer)
    this.#marks = []
    this.#counted = new Map()
    this.#known = new Set()
    this.#arrivals = 0
    this.#isEmpty = true
  }

  /** Those that were counted may be in the count already. */
  #addMeanwhile(): void {
    const isMissing = ({ id, cameraId }: WallEvent) => !this.#known.has(id) && !this.#counted.has(cameraId)
    this.#add(runsOfArrivals(this.#meanwhile?.filter(isMissing) ?? []))
  }

  /** Prepares one lane while others load: all lanes of a busy wall in one task would hold up the page. */
  #made(cameraId: string, answer: EventColumns, match: MarkQuestion['match']): () => void {
    if (answer.kind === 'events') {
      const runs = runsOfEvents(answer)
      return () => this.#add(runs)
    }
    const lane = new CountedLane(cameraId, answer.histogram, match)
    const runs = lane.runs()
    return () => {
      this.#counted.set(cameraId, lane)
      this.#add(runs)
    }
  }

  #add(runs: readonly MarkRun[]): void {
    const { surface, layer, typeIndexOf, offsetMsOf } = this.#options
    for (const { cameraId, eventTypeId, startMs, marks } of runs) {
      const typeId = typeIndexOf(eventTypeId)
      if (typeId < 0) continue
      this.#isEmpty = false
      const offsetMs = offsetMsOf({ cameraId, eventTypeId })
      const chunk = { startMs: startMs.map((ms) => ms - offsetMs), rowIds: this.#rowsOf(marks) }
      surface.addEvents(cameraId, { typeId, layer, chunk })
    }
  }

  /** Those that stand for the same events are one row. */
  #rowsOf(marks: readonly Mark[]): Uint32Array<ArrayBuffer> {
    const rowIds = new Uint32Array(marks.length)
    let last = this.#marks.at(-1)
    for (const [at, mark] of marks.entries()) {
      if (mark !== last) {
        this.#marks.push(mark)
        if (mark.kind === 'event') this.#known.add(mark.id)
        last = mark
      }
      rowIds[at] = (this.#marks.length - 1) * 2 + this.#lowestBit
    }
    return rowIds
  }
}

const failureOf = ({ code }: WallError): Loaded => (isPermanent(code) ? 'refused' : 'in part')
