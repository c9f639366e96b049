import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WallEvent } from '#contract/wall/events.ts'
import { eventDefaults } from '#renderer/events/defaults.ts'
import { receiptsAt } from '#renderer/events/receipts/receipt-controller.ts'

const { displayMs, most } = eventDefaults.receipts
const atMs = 1_800_000_000_000

function sale(id: string, ageMs: number, eventTypeId = 'sale'): WallEvent {
  return { id, cameraId: 'camera-1', eventTypeId, fields: {}, timestampMs: atMs - ageMs }
}
const asReported = ({ timestampMs }: WallEvent) => timestampMs
const idsAt = (events: readonly WallEvent[], tags: readonly string[] = []) =>
  receiptsAt(events, atMs, tags, asReported).receipts.map(({ event }) => event.id)

describe('receipts over a picture', () => {
  it('are those whose display time covers its instant, the newest first', () => {
    const events = [
      sale('old', displayMs),
      sale('older', displayMs - 1),
      sale('now', 0),
      sale('to come', -1),
      sale('new', 500),
    ]
    expect(idsAt(events)).toEqual(['now', 'new', 'older'])
  })

  it('age in steps', () => {
    const events = [sale('a', 0), sale('b', displayMs / 2), sale('c', displayMs - 1)]
    expect(receiptsAt(events, atMs, [], asReported).receipts.map(({ age }) => age)).toEqual([0, 1, 2])
  })

  it('are of the chosen tags', () => {
    const events = [sale('a', 0), sale('b', 1, 'door'), sale('c', 2)]
    expect(idsAt(events, ['door'])).toEqual(['b'])
  })

  it('go by the time of the cameras, not by that of the source', () => {
    const events = [sale('fast clock', -3_600_000)]
    expect(receiptsAt(events, atMs, [], (event) => event.timestampMs - 3_600_000).receipts).toHaveLength(1)
  })

  it('are so many at most, and the rest is counted', () => {
    const events = Array.from({ length: most + 3 }, (_, at) => sale(String(at), at))
    expect(receiptsAt(events, atMs, [], asReported)).toMatchObject({ more: 3 })
    expect(idsAt(events)).toEqual(['0', '1', '2', '3'])
  })

  it('do not depend on the order in which the events came', () => {
    const ages = fc.array(fc.integer({ min: -2_000, max: displayMs + 2_000 }), { maxLength: 12 })
    fc.assert(
      fc.property(ages, (given) => {
        const events = given.map((ageMs, at) => sale(String(at).padStart(2, '0'), ageMs))
        expect(idsAt(events.toReversed())).toEqual(idsAt(events))
      }),
    )
  })
})
