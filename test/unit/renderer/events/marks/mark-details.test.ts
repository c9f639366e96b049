import { describe, expect, it } from 'vitest'
import { ok } from '#contract/result.ts'
import type { WallEvent } from '#contract/wall/events.ts'
import { eventDefaults } from '#renderer/events/defaults.ts'
import { EventController } from '#renderer/events/event-controller.ts'
import type { CountedMark, EventMark } from '#renderer/events/marks/mark-columns.ts'
import { MarkDetails } from '#renderer/events/marks/mark-details.ts'
import { FakeClock, settle } from '../../fake-clock.ts'
import { FakeShell } from '../../fake-shell.ts'
import { eventOf } from '../event-of.ts'

const sale = (id: string, amount: number) => eventOf(id, 1_000, { cameraId: 'c1', fields: { amount } })
const tag = {
  id: 'sale',
  name: 'sale',
  fields: [{ name: 'amount', type: 'decimal' as const, unit: 'EUR' }],
}

async function stand(found: WallEvent[]) {
  const clock = new FakeClock(1_800_000_000_000)
  const shell = new FakeShell({
    'events.tags': () => ok({ tags: [tag], source: 'platform' as const }),
    'events.search': () => ok({ events: found }),
  })
  const eventController = new EventController({ shell, clockOffsetsMs: () => ({}), isVisible: () => true })
  await settle()
  const details = new MarkDetails({ shell, eventController, clock })
  const described: (readonly string[])[] = []
  const rest = async (mark: EventMark | CountedMark) => {
    details.describe(mark, (lines) => described.push(lines))
    clock.advance(eventDefaults.marks.hoverMs)
    await settle()
  }
  return { shell, described, rest }
}

describe('what is under the pointer', () => {
  it('is the event of the mark, not another one of its instant', async () => {
    const { described, rest } = await stand([sale('a', 1), sale('b', 2)])
    const mark: EventMark = {
      kind: 'event',
      id: 'b',
      cameraId: 'c1',
      eventTypeId: 'sale',
      timestampMs: 1_000,
    }
    await rest(mark)
    expect(described).toEqual([['amount 2.00 EUR']])
  })

  it('is the last of those that were only counted, by what was asked of them', async () => {
    const { shell, described, rest } = await stand([sale('a', 1)])
    const match = [{ field: 'amount', operator: 'gt' as const, value: 0 }]
    const mark: CountedMark = {
      kind: 'counted',
      cameraId: 'c1',
      eventTypeId: 'sale',
      startMs: 900,
      endMs: 1_100,
      match,
      count: 812,
    }
    await rest(mark)
    await rest(mark)
    expect(described).toEqual([['amount 1.00 EUR'], ['amount 1.00 EUR']])
    expect(shell.inputsOf('events.search')).toEqual([
      {
        cameraIds: ['c1'],
        eventTypeIds: ['sale'],
        startMs: 900,
        endMs: 1_100,
        match,
        order: 'desc',
        limit: 1,
      },
    ])
  })
})
