import { wallError, type WallErrorCode } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { describe, expect, it } from 'vitest'
import { deadWords, outcomeOf, outcomeOfVerdict } from '#main/core/events/outbox/delivery-outcome.ts'
import type { ClaimedEvent } from '#main/core/events/outbox/store-port.ts'
import { PlatformDelivery } from '#main/core/events/outbox/platform-delivery.ts'
import type { InsertVerdict, KeyedEvent } from '#main/core/platform/event-calls.ts'
import { FakeTime } from '../../support/fake-time.ts'
import { anEvent, OpenRound } from './outbox-stand.ts'

const failure = (code: WallErrorCode, retryAfterInMs?: number) => ({
  error: wallError(code),
  maybeCarriedOut: true,
  retryAfterInMs,
})

describe('a failed request', () => {
  it.each([
    ['limit_reached', 'later'],
    ['refused', 'dead'],
    ['not_found', 'dead'],
    ['not_allowed', 'later'],
    ['platform_failed', 'later'],
    ['unreachable', 'later'],
    ['timeout', 'later'],
    ['bad_answer', 'later'],
    ['rate_limited', 'held'],
    ['key_rejected', 'held'],
    ['no_key', 'held'],
    ['vault_unavailable', 'held'],
  ] as const)('%s means %s', (code, kind) => {
    expect(outcomeOf(failure(code, 5)).kind).toBe(kind)
  })

  it.each([
    ['already_stored', 'sent'],
    ['unknown_camera', 'dead'],
    ['idempotency_key_reused', 'dead'],
    ['internal', 'later'],
    ['storage_full', 'later'],
    ['organization_not_allowed', 'later'],
    ['rate_limited', 'held'],
    ['expired_key', 'held'],
  ] as const)('in a batch %s means %s', (code, kind) => {
    expect(outcomeOfVerdict({ success: false, code, message: 'No.' }).kind).toBe(kind)
  })

  it('in a batch is told in the words of the platform', () => {
    const verdict = { success: false, code: 'unknown_camera', message: 'No such camera.' } as const
    expect(outcomeOfVerdict(verdict)).toEqual({
      kind: 'dead',
      error: wallError('refused', 'No such camera.'),
    })
  })

  it('is told in the log with how often it was tried, where that is why it was set aside', () => {
    const error = wallError('refused', 'No.')
    expect(deadWords({ error })).toBe('No.')
    expect(deadWords({ error, tries: 8 })).toMatch(/8 tries.* No\.$/)
  })
})

function claimed(...cameras: string[]): ClaimedEvent[] {
  return cameras.map((cameraId, at) => ({
    ...anEvent(`${cameraId}${at}`, { cameraId }),
    id: at,
    attempts: 0,
    orgId: 'acme',
    eventTypeId: 'sale',
  }))
}

interface Limits {
  /** For which a request fails, whatever else is in it. */
  readonly poison?: string
  readonly maxBatch?: number
  /** Why a larger one is not taken. */
  readonly tooLarge?: WallErrorCode
  readonly hasBatches?: boolean
  readonly spoils?: string
  /** Where it is in a batch, the platform asks for a pause. */
  readonly tooFast?: string
  /** Batches are taken, and what is said of them cannot be read. */
  readonly isUnreadable?: boolean
}

function stand({
  maxBatch = 500,
  tooLarge = 'refused',
  hasBatches = true,
  spoils,
  tooFast,
  poison,
  isUnreadable = false,
}: Limits = {}) {
  const time = new FakeTime()
  const requests: string[][] = []
  const ask = (events: readonly KeyedEvent[]) =>
    requests.push(events.map(({ idempotencyKey }) => idempotencyKey))
  const platform = new PlatformDelivery({
    calls: {
      async one(event) {
        ask([event])
        if (event.idempotencyKey === spoils) return fail(failure('refused'))
        if (event.idempotencyKey === poison) return fail(failure('platform_failed'))
        return event.idempotencyKey.startsWith('slow') ? fail(failure('timeout')) : ok(undefined)
      },
      async batch(events) {
        ask(events)
        if (!hasBatches) return fail(failure('not_found'))
        if (events.length > maxBatch) return fail(failure(tooLarge))
        if (events.some(({ idempotencyKey }) => idempotencyKey === tooFast))
          return fail(failure('rate_limited'))
        if (events.some(({ idempotencyKey }) => idempotencyKey === poison))
          return fail(failure('platform_failed'))
        if (isUnreadable) return fail(failure('bad_answer'))
        if (events.some(({ idempotencyKey }) => idempotencyKey === spoils)) return fail(failure('refused'))
        return ok(events.map((): InsertVerdict => ({ success: true })))
      },
    },
    clock: time,
    lanes: 2,
    batchAgainInMs: 60_000,
  })
  const deliver = async (events: readonly ClaimedEvent[]) => {
    const round = new OpenRound()
    await platform.deliver(events, round)
    return round.outcomes
  }
  return { delivery: { deliver }, requests, time }
}

it('sends a claim as one batch', async () => {
  const { delivery, requests } = stand()
  const outcomes = await delivery.deliver(claimed('a', 'a', 'b'))
  expect([...outcomes.values()]).toEqual([{ kind: 'sent' }, { kind: 'sent' }, { kind: 'sent' }])
  expect(requests).toEqual([['a0', 'a1', 'b2']])
})

it('sends one by one where there are no batches, and asks for one again after a while', async () => {
  const { delivery, requests, time } = stand({ hasBatches: false })
  await delivery.deliver(claimed('a', 'a'))
  expect(requests).toEqual([['a0', 'a1'], ['a0'], ['a1']])
  await delivery.deliver(claimed('a', 'a'))
  expect(requests).toHaveLength(5)
  await time.advance(60_000)
  await delivery.deliver(claimed('a', 'a'))
  expect(requests[5]).toEqual(['a0', 'a1'])
})

it.each(['refused', 'limit_reached'] as const)(
  'makes a batch smaller that is too large (%s)',
  async (tooLarge) => {
    const { delivery, requests } = stand({ maxBatch: 2, tooLarge })
    const outcomes = await delivery.deliver(claimed('a', 'a', 'a', 'a'))
    expect(outcomes.size).toBe(4)
    expect(requests.map(({ length }) => length)).toEqual([4, 2, 2])
  },
)

it('sends nothing more of a batch that was too large once the platform asks for a pause', async () => {
  const { delivery, requests } = stand({ maxBatch: 2, tooFast: 'a0' })
  const outcomes = await delivery.deliver(claimed('a', 'b', 'c', 'd'))
  expect([...outcomes.values()].map(({ kind }) => kind)).toEqual(['held', 'held'])
  expect(requests).toEqual([
    ['a0', 'b1', 'c2', 'd3'],
    ['a0', 'b1'],
  ])
})

it('finds the one event for which a batch is refused, and buries that alone', async () => {
  const { delivery } = stand({ spoils: 'a2' })
  const outcomes = await delivery.deliver(claimed('a', 'a', 'a', 'a'))
  expect([...outcomes].toSorted(([a], [b]) => a - b).map(([, { kind }]) => kind)).toEqual([
    'sent',
    'sent',
    'dead',
    'sent',
  ])
})

it('asks for batches again after one event of a batch was refused', async () => {
  const { delivery, requests } = stand({ spoils: 'a0' })
  await delivery.deliver(claimed('a', 'a'))
  expect(requests).toEqual([['a0', 'a1'], ['a0'], ['a0'], ['a1']])
  await delivery.deliver(claimed('b', 'b'))
  expect(requests.slice(4)).toEqual([['b0', 'b1']])
})

it('asks for no batch for a while where each is refused, and its events are taken one by one', async () => {
  const { delivery, requests, time } = stand({ maxBatch: 0 })
  const outcomes = await delivery.deliver(claimed('a', 'b'))
  expect([...outcomes.values()]).toEqual([{ kind: 'sent' }, { kind: 'sent' }])
  expect(requests).toEqual([['a0', 'b1'], ['a0'], ['a0'], ['b1']])
  await delivery.deliver(claimed('c', 'd'))
  expect(requests.slice(4)).toEqual([['c0'], ['d1']])
  await time.advance(60_000)
  await delivery.deliver(claimed('e', 'f'))
  expect(requests[6]).toEqual(['e0', 'f1'])
})

it('sends one by one what has failed in batches, so that one event that fails for good spoils no others', async () => {
  const { delivery, requests } = stand({ poison: 'a1' })
  const kinds = async (attempts: number) => {
    const events = claimed('a', 'a', 'b', 'c', 'c').map((event) => ({
      ...event,
      attempts: event.cameraId === 'c' ? 0 : attempts,
    }))
    const outcomes = await delivery.deliver(events)
    return events.map(({ id }) => outcomes.get(id)?.kind)
  }
  expect(await kinds(2)).toEqual(['later', 'later', 'later', 'later', 'later'])
  expect(await kinds(3)).toEqual(['sent', 'later', 'sent', 'sent', 'sent'])
  expect(requests.slice(1)).toEqual([['c3', 'c4'], ['a0'], ['b2'], ['a1']])
})

it('takes nothing from an answer that is shorter than its batch', async () => {
  const platform = new PlatformDelivery({
    calls: { one: async () => ok(undefined), batch: async () => ok([{ success: true }]) },
    clock: new FakeTime(),
    lanes: 1,
    batchAgainInMs: 60_000,
  })
  const round = new OpenRound()
  await platform.deliver(claimed('a', 'b'), round)
  expect([...round.outcomes.values()].map(({ kind }) => kind)).toEqual(['later', 'later'])
})

it('does not send at once again what an unreadable answer may have taken, and asks for no batch for a while', async () => {
  const { delivery, requests, time } = stand({ isUnreadable: true, maxBatch: 2 })
  const events = claimed('a', 'b', 'c', 'd')
  const outcomes = await delivery.deliver(events)
  expect([0, 1, 2, 3].map((id) => outcomes.get(id)?.kind)).toEqual(['later', 'later', 'sent', 'sent'])
  expect(requests).toEqual([['a0', 'b1', 'c2', 'd3'], ['a0', 'b1'], ['c2'], ['d3']])
  await delivery.deliver(events.slice(0, 2))
  expect(requests.slice(4)).toEqual([['a0'], ['b1']])
  await time.advance(60_000)
  await delivery.deliver(events.slice(0, 2))
  expect(requests.slice(6)).toEqual([['a0', 'b1']])
})

it('one by one, sends nothing of a camera after what has to be tried again', async () => {
  const { delivery, requests } = stand({ hasBatches: false })
  const events = claimed('slow', 'slow', 'b')
  const outcomes = await delivery.deliver(events)
  expect(new Set(outcomes.keys())).toEqual(new Set([0, 2]))
  expect(outcomes.get(0)?.kind).toBe('later')
  expect(requests.slice(1)).toEqual(expect.arrayContaining([['slow0'], ['b2']]))
  expect(requests.slice(1)).toHaveLength(2)
})
