import { expect, it, test } from 'vitest'
import { wallError } from '#contract/errors.ts'
import {
  emptySlot,
  mostUrgent,
  nextNeedInMs,
  nextProbe,
  nextProbeNeedInMs,
  type Slot,
  type SlotFailure,
} from '#main/core/live-view/ticket-slot.ts'

const nowMs = 100_000
const clock = { wallMs: () => nowMs, monotonicMs: () => nowMs }

const wanted = (cameraId: string, change: Partial<Slot> = {}): Slot => ({
  ...emptySlot(cameraId),
  rank: 5,
  ...change,
})
const waitedFor: Partial<Slot> = { waiters: [() => undefined] }
const failed = (change: Partial<SlotFailure> = {}): Partial<Slot> => ({
  failures: 1,
  lastFailure: {
    error: wallError('platform_failed'),
    untilMs: 0,
    wishedUntilMs: 0,
    permanent: false,
    ...change,
  },
})
/** To be renewed so long from now. */
const held = (renewInMs: number): Partial<Slot> => ({
  held: {
    ticket: { token: 't', url: 'wss://media' },
    askedAt: { wallMs: nowMs - 1_000, monotonicMs: nowMs - 1_000 },
    handOutWithinMs: 170_000,
    renewAfterMs: 1_000 + renewInMs,
  },
})

test.for<[string, Partial<Slot>, string, Partial<Slot>]>([
  ['somebody waits for', { ...waitedFor, rank: 9 }, 'nobody does', { rank: 0 }],
  ['somebody waits for, though it fails', { ...waitedFor, ...failed() }, 'nobody does', {}],
  ['is well', { rank: 9 }, 'fails', { rank: 0, ...failed() }],
  ['is well, though served', { isServed: true }, 'fails', failed()],
  ['was never served', { rank: 9 }, 'was', { rank: 0, isServed: true }],
  ['has none', { rank: 9 }, 'has one to renew', { rank: 0, ...held(0) }],
  ['comes first on the wall', { rank: 0 }, 'comes second', { rank: 1 }],
  ['is on the wall', { ...waitedFor, rank: 9 }, 'is not', { ...waitedFor, rank: undefined }],
])('a camera that %s is minted for before one that %s', ([, before, , after]) => {
  const [first, second] = [wanted('first', before), wanted('second', after)]
  expect(mostUrgent([first, second], clock)?.cameraId).toBe('first')
  expect(mostUrgent([second, first], clock)?.cameraId).toBe('first')
})

test.for<[string, Partial<Slot>, number, number]>([
  ['is wanted and has no ticket', {}, 0, 0],
  ['is not wanted', { rank: undefined }, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  ['is waited for only', { rank: undefined, ...waitedFor }, 0, 0],
  ['is being minted for', { minting: true }, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  ['has a ticket', held(7_000), 7_000, 7_000],
  ['has a ticket that is overdue', held(-500), 0, 0],
  ['has a ticket, and is waited for', { ...held(7_000), ...waitedFor }, 0, 0],
  ['has failed', failed({ untilMs: nowMs + 3_000 }), 3_000, 0],
  ['has failed, and is waited for', { ...failed({ untilMs: nowMs + 3_000 }), ...waitedFor }, 0, 0],
  [
    'has failed, and is to rest',
    failed({ untilMs: nowMs + 3_000, wishedUntilMs: nowMs + 2_000 }),
    3_000,
    2_000,
  ],
  ['is to rest, and is waited for', { ...failed({ wishedUntilMs: nowMs + 2_000 }), ...waitedFor }, 0, 2_000],
  ['was refused for good', failed({ permanent: true }), Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
])('a camera that %s needs a mint in time, and a probe in its own', ([, change, needInMs, probeNeedInMs]) => {
  const slots = [wanted('a', change)]
  expect([nextNeedInMs(slots, clock), nextProbeNeedInMs(slots, clock)]).toEqual([needInMs, probeNeedInMs])
  expect([mostUrgent(slots, clock), nextProbe(slots, clock)].map((slot) => slot !== undefined)).toEqual([
    needInMs === 0,
    probeNeedInMs === 0,
  ])
})

it('the soonest need of several counts', () => {
  const slots = [wanted('a', held(7_000)), wanted('b', held(5_000)), wanted('c', { minting: true })]
  expect([nextNeedInMs(slots, clock), nextProbeNeedInMs(slots, clock)]).toEqual([5_000, 5_000])
})

it('probes go round, and begin with the wall’s order', () => {
  const slots = [
    wanted('asked last', { lastTurn: 2, rank: 0 }),
    wanted('asked before', { lastTurn: 1, rank: 9 }),
    wanted('not wanted', { lastTurn: 1, rank: undefined, ...waitedFor }),
  ]
  expect(nextProbe(slots, clock)?.cameraId).toBe('asked before')
  expect(nextProbe([...slots].reverse(), clock)?.cameraId).toBe('asked before')
})
