import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EventColumn } from '#renderer/timeline/columns/event-column.ts'
import { LaneData } from '#renderer/timeline/columns/lane-data.ts'

const chunkOf = (startMs: readonly number[], firstRowId = 0) => ({
  startMs: Float64Array.from(startMs),
  rowIds: Uint32Array.from(startMs, (_, at) => firstRowId + at),
})

describe('a column of events', () => {
  it('is in order whatever the order of its chunks, each event with its own row', () => {
    const anyChunk = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 30 })
    fc.assert(
      fc.property(fc.array(anyChunk, { maxLength: 8 }), (chunks) => {
        const column = new EventColumn()
        const all: [number, number][] = []
        for (const values of chunks) {
          const chunk = chunkOf(
            values.toSorted((a, b) => a - b),
            all.length,
          )
          all.push(...[...chunk.startMs].map((ms, at): [number, number] => [ms, chunk.rowIds[at] ?? -1]))
          column.add(chunk)
        }
        expect([...column.startMs]).toEqual(all.map(([ms]) => ms).toSorted((a, b) => a - b))
        const rows = [...column.startMs].map((ms, at) => [ms, column.rowIds[at]])
        expect(new Set(rows.map(String))).toEqual(new Set(all.map(String)))
      }),
    )
  })
})

describe('events near the pointer', () => {
  const lane = new LaneData()
  lane.addEvents(0, 'events', chunkOf([100, 200, 300, 400], 10))
  lane.addEvents(1, 'events', chunkOf([210, 220, 230], 20))
  lane.addEvents(1, 'hits', chunkOf([220], 30))

  it('are counted by type, a hit once with its event, most frequent first, with the one that is nearest', () => {
    expect(lane.near(212, 195, 305)).toEqual({
      nearestRowId: 20,
      types: [
        { typeId: 1, count: 3 },
        { typeId: 0, count: 2 },
      ],
    })
  })

  it('are none where nothing happened', () => {
    expect(lane.near(500, 450, 550)).toBeUndefined()
    expect(new LaneData().near(0, -1, 1)).toBeUndefined()
  })

  it('of a search go without the others', () => {
    const other = new LaneData()
    other.addEvents(0, 'events', chunkOf([100]))
    other.addEvents(0, 'hits', chunkOf([100], 5))
    other.clearEvents('hits')
    expect(other.near(100, 90, 110)?.types).toEqual([{ typeId: 0, count: 1 }])
  })
})
