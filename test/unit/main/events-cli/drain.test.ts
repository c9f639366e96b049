import { getEventListeners } from 'node:events'
import { expect, it, vi } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { outboxDefaults } from '#main/core/events/outbox/defaults.ts'
import { PlatformDelivery } from '#main/core/events/outbox/platform-delivery.ts'
import { drain, waitPatiently } from '#main/events-cli/drain.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { anEvent, openStand } from '../core/events/outbox/outbox-stand.ts'
import { FakeTime } from '../core/support/fake-time.ts'

/** An outbox as the command opens it, on a platform that answers each event named `bad` with 504 after two seconds. */
function openNight(dir: string, time: FakeTime) {
  const stand = openStand({ dir, time })
  const { lanes, batchAgainInMs } = outboxDefaults
  const calls: ConstructorParameters<typeof PlatformDelivery>[0]['calls'] = {
    one: async ({ idempotencyKey }) => {
      if (idempotencyKey !== 'bad') return ok(undefined)
      await new Promise<void>((resolve) => time.after(2_000, resolve))
      return fail({ error: wallError('platform_failed'), maybeCarriedOut: true })
    },
    batch: async () => fail({ error: wallError('not_found'), maybeCarriedOut: false }),
  }
  const delivery = new PlatformDelivery({ calls, clock: time, lanes, batchAgainInMs })
  stand.delivery.deliver = (events, round) => delivery.deliver(events, round)
  return stand.outbox
}

/** What waits after the command has been as patient as it is. */
async function drained(outbox: ReturnType<typeof openNight>, time: FakeTime) {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  const ended = new AbortController()
  try {
    const draining = drain(outbox, new AbortController().signal).finally(() => ended.abort())
    while (!ended.signal.aborted) {
      await time.advance(1_000)
      await vi.advanceTimersByTimeAsync(1_000)
    }
    const { depth, deadLetterCount } = await draining
    return { depth, deadLetterCount }
  } finally {
    vi.useRealTimers()
  }
}

it('leaves nothing behind on the signal, however often it looks', async () => {
  const { outbox } = openStand()
  const stopping = new AbortController()
  for (let round = 0; round < 3; round += 1) await waitPatiently(outbox, stopping.signal, 0, () => true)
  expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(0)
})

it('waits until an event that fails for good is set aside, and those behind it have arrived', async () => {
  const time = new FakeTime()
  const outbox = openNight(tempDir(), time)
  await outbox.accept([anEvent('bad'), anEvent('good'), anEvent('other', { cameraId: 'camera-2' })])
  expect(await drained(outbox, time)).toEqual({ depth: 0, deadLetterCount: 1 })
})

it('waits until one that failed in the night before, behind which nothing was, is set aside', async () => {
  const time = new FakeTime()
  const dir = tempDir()
  const first = openNight(dir, time)
  await first.accept([anEvent('bad')])
  expect(await drained(first, time)).toEqual({ depth: 1, deadLetterCount: 0 })
  await first.dispose()
  await time.advance(86_400_000)
  const second = openNight(dir, time)
  await second.accept([anEvent('good')])
  expect(await drained(second, time)).toEqual({ depth: 0, deadLetterCount: 1 })
})

it('tries at once what an outage has put off', async () => {
  const { outbox, delivery, time } = openStand()
  delivery.answer = () => ({ kind: 'later', error: wallError('unreachable'), retryAfterInMs: 300_000 })
  await outbox.accept([anEvent('1')])
  await time.advance(0)
  delivery.answer = () => ({ kind: 'sent' })
  const sinceMs = time.monotonicMs()
  expect(await drained(outbox, time)).toMatchObject({ depth: 0 })
  expect(time.monotonicMs() - sinceMs).toBeLessThan(10_000)
})
