import { describe, expect, it, test } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { outboxDefaults } from '#main/core/events/outbox/defaults.ts'
import type { Outcome } from '#main/core/events/outbox/delivery-outcome.ts'
import { SendingRound } from '#main/core/events/outbox/sending-round.ts'
import type { ClaimedEvent, OutboxStorePort, Settlement } from '#main/core/events/outbox/store-port.ts'
import { Suspects } from '#main/core/events/outbox/suspects.ts'
import { FakeTime } from '../../support/fake-time.ts'
import { anEvent } from './outbox-stand.ts'

const claimed = (id: number, attempts = 0): ClaimedEvent => ({
  ...anEvent(String(id)),
  id,
  attempts,
  orgId: 'acme',
  eventTypeId: 'sale',
})
const sent: Outcome = { kind: 'sent' }
const later: Outcome = { kind: 'later', error: wallError('platform_failed') }
const full = fail(wallError('storage_failed'))

/** A round on a store that writes down what it is told. */
class Stand {
  readonly time = new FakeTime()
  readonly settled: Settlement[] = []
  readonly released: (readonly number[] | undefined)[] = []
  readonly failures: string[] = []
  renewals = 0
  anew = 0
  /** Of what is asked for, who still has the lease. */
  held = [1, 2, 3]
  isFull = false
  isBroken = false
  readonly round: SendingRound

  constructor(events: readonly ClaimedEvent[], idlePollInMs: number = outboxDefaults.idlePollInMs) {
    const store: Partial<OutboxStorePort> = {
      held: async (_lease, ids) => (this.isBroken ? full : ok(ids.filter((id) => this.held.includes(id)))),
      renew: async () => ok(void (this.renewals += 1)),
      beginAnew: async () => ok(void (this.anew += 1)),
      release: async (_lease, underWay) => ok(void this.released.push(underWay)),
      settle: async (settlement) => (this.isFull ? full : ok(void this.settled.push(settlement))),
    }
    this.round = new SendingRound({
      store: store as OutboxStorePort,
      clock: this.time,
      timers: this.time,
      random: () => 0,
      limits: { ...outboxDefaults, idlePollInMs },
      suspects: new Suspects(outboxDefaults),
      lease: 'a',
      events,
      onSettled: () => undefined,
      onStorageFailure: ({ code }) => void this.failures.push(code),
    })
  }

  settle(...outcomes: [number, Outcome][]): Promise<void> {
    return this.round.settle(new Map(outcomes))
  }
}

describe('what may be sent', () => {
  it('is what is still under the lease, and nothing once it stops, or if the disk cannot say', async () => {
    const [one, two] = [claimed(1), claimed(2)]
    const stand = new Stand([one, two])
    stand.held = [2]
    expect(await stand.round.hold([one, two])).toEqual([two])
    stand.isBroken = true
    expect(await stand.round.hold([two])).toEqual([])
    stand.isBroken = false
    const asked = stand.round.hold([two])
    stand.round.stop()
    expect([await asked, await stand.round.hold([two])]).toEqual([[], []])
  })

  it('stays under the lease at the end if its answer is on its way, and nothing else does', async () => {
    const events = [claimed(1), claimed(2), claimed(3)]
    const stand = new Stand(events)
    await stand.round.hold(events)
    stand.round.notTaken(events.slice(2))
    await stand.settle([1, sent])
    await stand.round.close()
    expect(stand.released).toEqual([[2]])
  })
})

describe('an answer', () => {
  it('is written with when the event is tried again: its own delay, or what the platform asks for', async () => {
    const stand = new Stand([claimed(1), claimed(2, 3), claimed(3)])
    const nowMs = stand.time.wallMs()
    const error = wallError('refused')
    await stand.settle(
      [1, sent],
      [2, later],
      [3, { ...later, retryAfterInMs: 60_000.4 }],
      [4, { kind: 'dead', error }],
    )
    const reason = wallError('platform_failed').message
    expect(stand.settled).toEqual([
      {
        lease: 'a',
        nowMs,
        sent: [1],
        dead: [{ id: 4, why: { error } }],
        later: [
          { id: 2, nextAtMs: nowMs + 8_000, reason },
          { id: 3, nextAtMs: nowMs + 60_000, reason },
        ],
      },
    ])
  })

  it('that cannot be written is tried again, and one that comes after the end is not', async () => {
    const stand = new Stand([claimed(1)])
    stand.isFull = true
    const writing = stand.settle([1, sent])
    await stand.time.advance(9_999)
    expect(stand.failures).toEqual(['storage_failed', 'storage_failed'])
    const closing = stand.round.close()
    stand.isFull = false
    await Promise.all([writing, closing, stand.settle([1, sent])])
    expect([stand.settled, stand.released, stand.time.pending]).toEqual([[], [[]], 0])
  })

  it('that could not be written for a day is written at last, and the round ends', async () => {
    const stand = new Stand([claimed(1)], 1)
    stand.isFull = true
    const writing = stand.settle([1, sent])
    await stand.time.advance(17_280)
    stand.isFull = false
    await stand.time.advance(1)
    await writing
    await stand.round.close()
    expect([stand.settled.length, stand.released]).toEqual([1, [[]]])
  })

  test.for([
    [5, 1],
    [4, 0],
  ] as const)('after %d failed tries that was taken ends %d outage, once', async ([attempts, outages]) => {
    const stand = new Stand([claimed(1, attempts), claimed(2, attempts), claimed(3, 6)])
    await stand.settle([1, sent], [2, later])
    await stand.settle([2, sent])
    expect(stand.anew).toBe(outages)
    // What failed in an outage counts for nothing.
    expect([stand.round.isSuspect(claimed(3, 6)), stand.round.goesAlone(claimed(3, 3))]).toEqual([
      outages === 0,
      outages === 0,
    ])
    expect(stand.round.goesAlone(claimed(3, 2))).toBe(false)
  })
})

it('the lease is renewed three times in its life, until the end', async () => {
  const stand = new Stand([])
  await stand.time.advance(outboxDefaults.leaseInMs)
  expect(stand.renewals).toBe(3)
  await stand.round.close()
  expect(stand.time.pending).toBe(0)
})
