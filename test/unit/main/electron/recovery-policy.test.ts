import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  endsInARow,
  type PageEnd,
  type PageEndReason,
  recovered,
  recoveryAfter,
  recoveryDefaults,
} from '#main/electron/recovery-policy.ts'

const { backoff, calmInMs, recreateFrom } = recoveryDefaults
const failures = [
  'crashed',
  'killed',
  'oom',
  'abnormal-exit',
  'launch-failed',
  'integrity-failure',
  'memory-eviction',
  'load-failed',
  'hung',
  'network-lost',
] as const satisfies readonly PageEndReason[]

const end = (reason: PageEndReason, atMs: number): PageEnd => ({ reason, atMs })
const after = (...ends: PageEnd[]) => recoveryAfter(ends, ends.at(-1)?.atMs ?? 0)

describe('one end of a renderer', () => {
  it.each([
    { reason: 'crashed', how: 'reload' },
    { reason: 'killed', how: 'reload' },
    { reason: 'abnormal-exit', how: 'reload' },
    { reason: 'launch-failed', how: 'reload' },
    { reason: 'integrity-failure', how: 'reload' },
    { reason: 'load-failed', how: 'reload' },
    { reason: 'hung', how: 'reload' },
    { reason: 'network-lost', how: 'reload' },
    { reason: 'oom', how: 'recreate' },
    { reason: 'memory-eviction', how: 'recreate' },
  ] as const)('$reason is answered by $how, almost at once', ({ reason, how }) => {
    expect(after(end(reason, 7))).toEqual({ how, delayInMs: backoff.firstDelayInMs })
  })

  it('is not waited for: only ends in a row are', () => {
    expect(after(end('killed', 7))).toEqual({ how: 'reload', delayInMs: 100 })
    expect(after(end('killed', 7), end('killed', 7 + calmInMs))).toEqual({ how: 'reload', delayInMs: 100 })
  })

  it('of a page that was closed calls for nothing, nor does no end at all', () => {
    expect(after(end('clean-exit', 7))).toEqual({ how: 'nothing' })
    expect(recoveryAfter([], 7)).toEqual({ how: 'nothing' })
  })

  it('of a kind that nobody knows yet is answered, too', () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a later Electron
    expect(after(end('struck-by-lightning' as PageEndReason, 7))).toMatchObject({ how: 'reload' })
  })
})

/** Runs a window by a fake clock: each page lives, dies, and comes back when the policy says. */
function delaysOf(livesInMs: readonly number[], next: () => PageEndReason): number[] {
  let nowMs = 0
  let ends: readonly PageEnd[] = []
  return livesInMs.map((lifeInMs) => {
    nowMs += lifeInMs
    ends = endsInARow([...ends, end(next(), nowMs)], nowMs)
    const recovery = recoveryAfter(ends, nowMs)
    if (recovery.how === 'nothing') throw new Error('given up')
    nowMs += recovery.delayInMs
    return recovery.delayInMs
  })
}

describe('a page that goes on failing', () => {
  /** Lives of a page, each shorter than what counts as calm after the longest wait. */
  const lives = fc.array(fc.integer({ min: 0, max: calmInMs - backoff.maxDelayInMs - 1 }), {
    minLength: 1,
    maxLength: 60,
  })
  const reasons = fc.infiniteStream(fc.constantFrom(...failures))

  it('is brought back each time, no later than the cap and never sooner than the time before', () => {
    fc.assert(
      fc.property(lives, reasons, (livesInMs, stream) => {
        const delays = delaysOf(livesInMs, () => stream.next().value)
        for (const [at, delayInMs] of delays.entries()) {
          expect(delayInMs).toBeGreaterThanOrEqual(delays[at - 1] ?? backoff.firstDelayInMs)
          expect(delayInMs).toBeLessThanOrEqual(backoff.maxDelayInMs)
        }
      }),
    )
  })

  it('is brought back at once again after a calm time, whatever was before', () => {
    fc.assert(
      fc.property(lives, reasons, fc.integer({ min: 0, max: 1e9 }), (livesInMs, stream, moreMs) => {
        const calm = calmInMs + moreMs
        const delays = delaysOf([...livesInMs, calm], () => stream.next().value)
        expect(delays.at(-1)).toBe(backoff.firstDelayInMs)
      }),
    )
  })

  it('is tried twice a minute in the end, for ever', () => {
    const delays = delaysOf(
      Array.from({ length: 2_000 }, () => 0),
      () => 'crashed',
    )
    expect(new Set(delays.slice(10))).toEqual(new Set([backoff.maxDelayInMs]))
  })

  it('gets a window of its own before long, in case it is the window that is broken', () => {
    const crashes = Array.from({ length: recreateFrom }, (_, at) => end('crashed', at))
    expect(after(...crashes.slice(1))).toMatchObject({ how: 'reload' })
    expect(after(...crashes)).toMatchObject({ how: 'recreate' })
  })

  it('is due at an instant, however often it is asked', () => {
    const ends = [end('killed', 1_000)]
    expect(recoveryAfter(ends, 1_000 + backoff.firstDelayInMs - 1)).toMatchObject({ delayInMs: 1 })
    expect(recoveryAfter(ends, 1_000 + backoff.firstDelayInMs + 1)).toMatchObject({ delayInMs: 0 })
  })
})

it('forgets what was before a calm time, and keeps no history longer than that', () => {
  const old = [end('oom', 0), end('oom', 10)]
  expect(endsInARow(old, 9 + calmInMs)).toEqual(old)
  expect(endsInARow(old, 10 + calmInMs)).toEqual([])
  const fresh = end('killed', 10 + calmInMs)
  expect(endsInARow([...old, fresh], fresh.atMs)).toEqual([fresh])
})

it('says what happened and when', () => {
  const { message, exact } = recovered('crashed', new Date(2026, 10, 21, 14, 3))
  expect(exact.values).toMatchObject({ reason: [{ code: 'part_end_crashed' }], time: '14:03' })
  expect(message).toBe('This wall was restarted after its page stopped (crashed) at 14:03.')
  for (const reason of failures) expect(recovered(reason, new Date(0)).message).not.toContain('undefined')
})
