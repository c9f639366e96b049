import type { CallInput } from '#contract/wall/calls.ts'
import type { WallEvent } from '#contract/wall/events.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { EventLayer } from '../../timeline/columns/lane-data.ts'
import type { Timeline } from '../../timeline/timeline.ts'
import { eventDefaults } from '../defaults.ts'
import { type Mark, type MarkRun, runsOfDensity, runsOfEvents } from './mark-columns.ts'

export type MarkSurface = Pick<Timeline, 'addEvents' | 'clearEvents'>
/** What is asked for of these cameras and this time. */
export type MarkQuestion = Omit<CallInput<'events.columns'>, 'maxEvents'>

export interface MarkLayerNeeds {
  readonly shell: Pick<WallShell, 'call'>
  readonly surface: MarkSurface
  readonly layer: EventLayer
  /** Of the timeline's types of events. */
  readonly typeIndexOf: (tagId: string) => number
}

/** Of marks that only stand for a count. */
const noRow = 0xffff_ffff

/** One layer of the timeline's marks. The newest question wins; the marks before stay until there is an answer. */
export class MarkLayer {
  readonly #needs: MarkLayerNeeds
  /** By their row in the timeline, so that one can be asked for. */
  #marks: Mark[] = []
  #known = new Set<string>()
  #isEmpty = true
  #asked = 0

  constructor(needs: MarkLayerNeeds) {
    this.#needs = needs
  }

  clear(): void {
    this.#asked += 1
    this.#forget()
  }

  /** @returns whether all of it was answered; false also when a newer question has taken its place */
  async load(question: MarkQuestion): Promise<boolean> {
    const asked = ++this.#asked
    const isLatest = () => asked === this.#asked
    const maxEvents = eventDefaults.marks.single
    const answer = await this.#needs.shell.call('events.columns', { ...question, maxEvents })
    if (!isLatest() || !answer.ok) return false
    if (answer.value.kind === 'events') {
      this.#forget()
      this.#add(runsOfEvents(answer.value))
      return true
    }
    return this.#loadLanes(question, isLatest)
  }

  /** A count says nothing of cameras: each is asked for by itself. */
  async #loadLanes(question: MarkQuestion, isLatest: () => boolean): Promise<boolean> {
    const cameraIds = [...question.cameraIds]
    // A picture that is there is replaced as a whole; an empty one fills lane by lane.
    const isEmpty = this.#isEmpty
    const found: MarkRun[] = []
    let isWhole = true
    const worker = async () => {
      for (let id = cameraIds.shift(); id !== undefined; id = cameraIds.shift()) {
        const ask = { ...question, cameraIds: [id], maxEvents: eventDefaults.marks.single }
        const answer = await this.#needs.shell.call('events.columns', ask)
        if (!isLatest()) return
        if (!answer.ok) isWhole = false
        else {
          const { value } = answer
          const runs = value.kind === 'events' ? runsOfEvents(value) : runsOfDensity(id, value.histogram)
          if (isEmpty) this.#add(runs)
          else found.push(...runs)
        }
      }
    }
    await Promise.all(Array.from({ length: eventDefaults.marks.atATime }, worker))
    if (!isLatest()) return false
    if (!isEmpty) {
      this.#forget()
      this.#add(found)
    }
    return isWhole
  }

  /** New ones, in any order. */
  arrived(events: readonly WallEvent[]): void {
    const added = events
      .filter(({ id }) => !this.#known.has(id))
      .toSorted((one, other) => one.timestampMs - other.timestampMs)
    const runs = Map.groupBy(added, ({ cameraId, eventTypeId }) => `${cameraId} ${eventTypeId}`)
    this.#add(
      [...runs.values()].flatMap((run): MarkRun[] => {
        const [first] = run
        if (first === undefined) return []
        const startMs = Float64Array.from(run, ({ timestampMs }) => timestampMs)
        return [
          { cameraId: first.cameraId, eventTypeId: first.eventTypeId, startMs, ids: run.map(({ id }) => id) },
        ]
      }),
    )
  }

  /** By what the timeline knows it by; undefined for one that stands for a count. */
  markOf(rowId: number): Mark | undefined {
    return this.#marks[rowIndexOf(rowId, this.#needs.layer)]
  }

  #forget(): void {
    this.#needs.surface.clearEvents(this.#needs.layer)
    this.#marks = []
    this.#known = new Set()
    this.#isEmpty = true
  }

  #add(runs: readonly MarkRun[]): void {
    const { surface, layer, typeIndexOf } = this.#needs
    for (const { cameraId, eventTypeId, startMs, ids } of runs) {
      const typeId = typeIndexOf(eventTypeId)
      if (typeId < 0) continue
      const rowIds = new Uint32Array(startMs.length).fill(noRow)
      for (const [at, id] of (ids ?? []).entries()) {
        rowIds[at] = this.#marks.length * 2 + (layer === 'hits' ? 1 : 0)
        this.#marks.push({ id, cameraId, eventTypeId, timestampMs: startMs[at] ?? 0 })
        this.#known.add(id)
      }
      this.#isEmpty = false
      surface.addEvents(cameraId, { typeId, layer, chunk: { startMs, rowIds } })
    }
  }
}

/** The lowest bit says the layer. */
function rowIndexOf(rowId: number, layer: EventLayer): number {
  const isOwn = rowId !== noRow && rowId % 2 === (layer === 'hits' ? 1 : 0)
  return isOwn ? (rowId - (rowId % 2)) / 2 : -1
}
