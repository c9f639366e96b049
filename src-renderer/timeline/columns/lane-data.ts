import { EventColumn, type EventChunk } from './event-column.ts'
import { lowerBound } from './search.ts'

/** How an event is drawn: a hit of a search stands above everything else. */
export type EventLayer = 'events' | 'hits'

/** What an operator reads of the events under the pointer; most frequent types first. */
export interface EventsNear {
  readonly types: readonly { readonly typeId: number; readonly count: number }[]
  /** Of the event that is nearest to the pointer. */
  readonly nearestRowId: number
}

export interface Column {
  readonly typeId: number
  readonly layer: EventLayer
  readonly events: EventColumn
}

/** All that is drawn in one lane. */
export class LaneData {
  /** Start and end in turn; `undefined` when it is not known what is recorded. */
  coverage: Float64Array | undefined
  /** Range of the request for coverage: outside of it nothing is known, which is not a gap. */
  coverageFromMs = Number.NEGATIVE_INFINITY
  coverageUntilMs = Number.POSITIVE_INFINITY
  #columns: Column[] = []

  get columns(): readonly Column[] {
    return this.#columns
  }

  addEvents(typeId: number, layer: EventLayer, chunk: EventChunk): void {
    let column = this.#columns.find((one) => one.typeId === typeId && one.layer === layer)
    if (!column) this.#columns.push((column = { typeId, layer, events: new EventColumn() }))
    column.events.add(chunk)
  }

  clearEvents(layer: EventLayer): void {
    this.#columns = this.#columns.filter((column) => column.layer !== layer)
  }

  /** Events of `[fromMs, untilMs)`; `undefined` when there are none. */
  near(atMs: number, fromMs: number, untilMs: number): EventsNear | undefined {
    const types = new Map<number, number>()
    let nearestRowId = 0
    let nearestMs = Infinity
    for (const { typeId, events } of this.#columns) {
      const { startMs, rowIds } = events
      const from = lowerBound(startMs, fromMs)
      const to = lowerBound(startMs, untilMs, from)
      if (to === from) continue
      // A hit is one of the events, too.
      types.set(typeId, Math.max(types.get(typeId) ?? 0, to - from))
      const after = lowerBound(startMs, atMs, from, to)
      for (let index = Math.max(from, after - 1); index < Math.min(to, after + 1); index++) {
        const distanceMs = Math.abs((startMs[index] ?? Infinity) - atMs)
        if (distanceMs >= nearestMs) continue
        nearestMs = distanceMs
        nearestRowId = rowIds[index] ?? 0
      }
    }
    return types.size === 0 ? undefined : { types: byCount(types), nearestRowId }
  }
}

function byCount(types: ReadonlyMap<number, number>): EventsNear['types'] {
  return [...types]
    .map(([typeId, count]) => ({ typeId, count }))
    .sort((one, other) => other.count - one.count || one.typeId - other.typeId)
}
