import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { describe, expect, it, test } from 'vitest'
import type { Outcome } from '#main/core/events/outbox/delivery-outcome.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { FakeTime, settle } from '../../support/fake-time.ts'
import { anEvent, openStand, openTestStore } from './outbox-stand.ts'

const later = { kind: 'later', error: wallError('unreachable') } satisfies Outcome
const noKey: Outcome = { kind: 'held', error: wallError('key_rejected') }

describe('an event outbox', () => {
  it('sends what it has accepted, a camera’s events in their order', async () => {
    const { outbox, delivery, time } = openStand()
    const events = [anEvent('1'), anEvent('2'), anEvent('3', { cameraId: 'camera-2' })]
    expect(await outbox.accept(events)).toEqual(ok({ accepted: 3, known: 0, conflicts: [] }))
    await time.advance(0)
    expect(delivery.taken).toEqual(['1', '2', '3'])
    expect(await outbox.status()).toEqual({ depth: 0, held: 0, deadLetters: [], deadLetterCount: 0 })
  })

  it('waits 1, 2, 4 … seconds between its tries, five minutes at most', async () => {
    const { outbox, delivery, time, accepts } = openStand()
    delivery.answer = () => later
    await accepts([anEvent('1')])
    const waits: number[] = []
    for (let tries = 1; tries <= 11; tries += 1) {
      const beforeMs = time.wallMs()
      while (delivery.tried.length === tries) await time.advance(100)
      waits.push(Math.round((time.wallMs() - beforeMs) / 1_000))
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
    expect((await outbox.status()).waitsFor).toEqual(wallError('unreachable'))
  })

  it('asks nothing of anybody while the pace is too fast for the platform', async () => {
    const { delivery, time, accepts } = openStand()
    delivery.answer = () => ({ kind: 'held', error: wallError('rate_limited'), retryAfterInMs: 7_000 })
    await accepts([anEvent('1')], 1_000)
    await accepts([anEvent('2', { cameraId: 'camera-2' })], 5_900)
    expect(delivery.tried).toEqual([['1']])
    await time.advance(200)
    expect(delivery.tried[1]).toEqual(['1', '2'])
  })

  it('holds up only the camera whose event has to be tried again', async () => {
    const { delivery, time, accepts } = openStand()
    delivery.answer = ({ uid }) => (uid === '1' ? later : { kind: 'sent' })
    await accepts([anEvent('1'), anEvent('2'), anEvent('3', { cameraId: 'camera-2' })], 500)
    expect(delivery.taken).toEqual(['3'])
    delivery.answer = () => ({ kind: 'sent' })
    await time.advance(1_000)
    expect(delivery.taken).toEqual(['3', '1', '2'])
  })

  it('buries what is refused for good, and goes on with the next one', async () => {
    const { outbox, delivery, time, lines, accepts } = openStand()
    delivery.answer = ({ uid }) =>
      uid === '1' ? { kind: 'dead', error: wallError('refused', 'No such tag.') } : { kind: 'sent' }
    await accepts([anEvent('1'), anEvent('2')])
    expect(delivery.taken).toEqual(['2'])
    const { deadLetters, depth } = await outbox.status()
    expect({ depth, deadLetters }).toEqual({
      depth: 0,
      deadLetters: [
        {
          id: '1',
          cameraId: 'camera-1',
          eventTypeId: 'sale',
          timestampMs: 1_790_000_000_000,
          fields: { amount: 12.5, note: 'a', paid: true },
          why: { error: wallError('refused', 'No such tag.') },
        },
      ],
    })
    const [line = ''] = lines.filter((text) => text.includes('did not take an event'))
    expect(JSON.parse(line)).toMatchObject({ uid: '1', cameraId: 'camera-1', reason: 'No such tag.' })
    delivery.answer = () => ({ kind: 'sent' })
    expect(await outbox.retry({ ids: ['1'] })).toEqual({ ok: true, value: 1 })
    await time.advance(0)
    expect(delivery.taken).toEqual(['2', '1'])
    expect((await outbox.status()).deadLetterCount).toBe(0)
  })

  it('keeps everything while the key is wrong, and goes on at once with a new one', async () => {
    const { outbox, delivery, time, accepts } = openStand()
    delivery.answer = () => noKey
    await accepts([anEvent('1')], 1_000)
    expect(delivery.tried).toHaveLength(1)
    expect(await outbox.status()).toMatchObject({ depth: 1, waitsFor: { code: 'key_rejected' } })
    delivery.answer = () => ({ kind: 'sent' })
    outbox.wake()
    await time.advance(0)
    expect(delivery.taken).toEqual(['1'])
    expect(await outbox.status()).toEqual({ depth: 0, held: 0, deadLetters: [], deadLetterCount: 0 })
  })

  it('refuses all of what it has no room for, in words', async () => {
    const { outbox, delivery } = openStand({ limits: { maxWaiting: 2 } })
    delivery.answer = () => later
    expect((await outbox.accept([anEvent('1'), anEvent('2')])).ok).toBe(true)
    expect(await outbox.accept([anEvent('3')])).toEqual({ ok: false, error: wallError('outbox_full') })
    expect(await outbox.accept([anEvent('2')])).toMatchObject({ ok: true, value: { known: 1 } })
    expect((await outbox.status()).depth).toBe(2)
  })

  it('may be woken in the middle of a request', async () => {
    const { outbox, delivery, accepts } = openStand()
    // What these two throw nobody catches: it would fail the run.
    delivery.answer = () => {
      outbox.wake()
      outbox.resume()
      return { kind: 'sent' }
    }
    await accepts([anEvent('1')])
    expect(delivery.taken).toEqual(['1'])
  })

  it('holds what has no tag yet until somebody names one', async () => {
    const { outbox, delivery, time, accepts } = openStand()
    await accepts([anEvent('mark', { orgId: undefined, eventTypeId: undefined }), anEvent('2')], 60_000)
    expect(delivery.taken).toEqual(['2'])
    expect(await outbox.status()).toMatchObject({ depth: 1, held: 1 })
    await outbox.complete({ orgId: 'acme', eventTypeId: 'mark' })
    await time.advance(0)
    expect(delivery.taken).toEqual(['2', 'mark'])
  })

  it('sends a dead letter again as what it was said to be meanwhile', async () => {
    const { outbox, delivery, time, accepts } = openStand()
    const sent: string[] = []
    delivery.answer = ({ orgId, eventTypeId }) => {
      sent.push(`${orgId} ${eventTypeId}`)
      return { kind: 'dead', error: wallError('refused', 'No.') }
    }
    await accepts([anEvent('mark'), anEvent('sale')])
    expect(await outbox.complete({ orgId: 'other', eventTypeId: 'new' }, ['mark'])).toMatchObject({
      value: 0,
    })
    await outbox.retry({ all: true })
    await time.advance(0)
    expect(sent).toEqual(['acme sale', 'acme sale', 'other new', 'acme sale'])
  })

  it('does not say of what has no tag that it waits for what another event was refused for', async () => {
    const { outbox, delivery, accepts } = openStand()
    delivery.answer = () => ({ kind: 'dead', error: wallError('refused', 'No.') })
    await accepts([anEvent('mark', { orgId: undefined, eventTypeId: undefined }), anEvent('2')])
    const { held, deadLetterCount, waitsFor } = await outbox.status()
    expect({ held, deadLetterCount, waitsFor }).toEqual({ held: 1, deadLetterCount: 1, waitsFor: undefined })
  })

  it('says when something has changed', async () => {
    const { outbox, accepts } = openStand()
    let changes = 0
    const stop = outbox.onChange(() => (changes += 1))
    await accepts([anEvent('1')])
    expect(changes).toBe(2)
    // It is known already.
    await outbox.accept([anEvent('1')])
    expect(changes).toBe(2)
    stop()
    await accepts([anEvent('2')])
    expect(changes).toBe(2)
  })

  it('says that it waits for nothing any more once an event has been taken again', async () => {
    const { outbox, delivery, time, accepts } = openStand()
    const waits = async () => (await outbox.status()).waitsFor?.code
    delivery.answer = () => later
    await accepts([anEvent('1')])
    expect(await waits()).toBe('unreachable')
    const told: Promise<string | undefined>[] = []
    outbox.onChange(() => told.push(waits()))
    delivery.answer = () => ({ kind: 'sent' })
    await time.advance(1_000)
    // That it was taken, and then what that means.
    expect([told.length, await told.at(-1)]).toEqual([2, undefined])
  })

  it('sends nothing that it gets hold of only after its end', async () => {
    const asked = Promise.withResolvers<void>()
    const claiming = Promise.withResolvers<void>()
    const { outbox, delivery } = openStand({
      instead: (store) => ({
        claim: async (order) => {
          asked.resolve()
          await claiming.promise
          return store.claim(order)
        },
      }),
    })
    const held: number[] = []
    delivery.deliver = async (events, round) => void held.push((await round.hold(events)).length)
    await asked.promise
    await outbox.accept([anEvent('1')])
    const ended = outbox.dispose()
    claiming.resolve()
    await ended
    expect(held).toEqual([0])
  })

  it('takes over what another process has accepted and not sent', async () => {
    const dir = tempDir()
    const { outbox, time, delivery } = openStand({ dir })
    await time.advance(0)
    // As a command does that is killed between accepting and sending.
    const store = openTestStore(dir)
    store.accept({ events: [anEvent('1')], position: undefined, nowMs: time.wallMs(), maxWaiting: 10 })
    store.close()
    await time.advance(6_000)
    expect(delivery.taken).toEqual(['1'])
    expect((await outbox.status()).depth).toBe(0)
  })

  it('waits for an answer that is on its way when it ends', async () => {
    const { outbox, delivery, time } = openStand()
    const answer = Promise.withResolvers<void>()
    const deliver = delivery.deliver.bind(delivery)
    delivery.deliver = async (events, round) => {
      await answer.promise
      return deliver(events, round)
    }
    await outbox.accept([anEvent('1')])
    await settle()
    const ended = outbox.dispose()
    answer.resolve()
    await ended
    await time.advance(10_000)
    expect(delivery.taken).toEqual(['1'])
  })
})

describe('a disk that does not take what it is given', () => {
  const full = fail({ ...wallError('storage_failed'), message: 'The disk is full.' })

  it('is tried again every five seconds, is what everything waits for, and is in the log once', async () => {
    let isFull = true
    const { outbox, delivery, time, lines, accepts } = openStand({
      instead: (store) => ({ claim: async (claim) => (isFull ? full : store.claim(claim)) }),
    })
    await accepts([anEvent('1')], 11_000)
    expect(await outbox.status()).toMatchObject({ depth: 1, waitsFor: full.error })
    expect(lines.filter((line) => line.includes('The disk is full.'))).toHaveLength(1)
    isFull = false
    // Nor sooner because something comes.
    await accepts([anEvent('2')], 3_900)
    expect(delivery.taken).toEqual([])
    await time.advance(100)
    expect(delivery.taken).toEqual(['1', '2'])
    expect((await outbox.status()).waitsFor).toBeUndefined()
  })

  it('is nothing to wait for any more once it takes something, also while nothing is due', async () => {
    let isFull = true
    const { outbox, delivery, time, accepts } = openStand({
      instead: (store) => ({ claim: async (claim) => (isFull ? full : store.claim(claim)) }),
    })
    const waits = async () => (await outbox.status()).waitsFor
    const told: Promise<unknown>[] = []
    outbox.onChange(() => told.push(waits()))
    await time.advance(0)
    expect(await waits()).toEqual(full.error)
    isFull = false
    await time.advance(5_000)
    expect([await waits(), await Promise.all(told)]).toEqual([undefined, [full.error, undefined]])
    // Nor is it where something waits for its next try.
    delivery.answer = () => ({ ...later, retryAfterInMs: 100_000 })
    await accepts([anEvent('1')])
    isFull = true
    await time.advance(5_000)
    expect(await waits()).toEqual(full.error)
    isFull = false
    await time.advance(5_000)
    expect([(await outbox.status()).depth, await waits()]).toEqual([1, undefined])
  })

  it('tells once why, and again when that is another reason', async () => {
    const denied = fail(wallError('outbox_unavailable'))
    let failure: typeof full | typeof denied = full
    const { outbox, time } = openStand({
      instead: () => ({ claim: async () => failure, status: async () => failure }),
    })
    const told: Promise<unknown>[] = []
    outbox.onChange(() => told.push(outbox.status().then(({ unavailable }) => unavailable)))
    await time.advance(11_000)
    failure = denied
    await time.advance(11_000)
    expect(await Promise.all(told)).toEqual([full.error, denied.error])
  })

  it('gets an answer again until it has it; the event is not sent again', async () => {
    let isFull = true
    let changes = 0
    const { outbox, delivery, time } = openStand({
      instead: (store) => ({ settle: async (all) => (isFull ? full : store.settle(all)) }),
    })
    await outbox.accept([anEvent('1')])
    outbox.onChange(() => (changes += 1))
    await time.advance(60_000)
    expect(changes).toBeGreaterThan(5)
    expect(await outbox.status()).toMatchObject({ depth: 1, waitsFor: full.error })
    isFull = false
    await time.advance(5_000)
    expect(delivery.tried).toEqual([['1']])
    expect((await outbox.status()).depth).toBe(0)
  })

  it('holds up no end: what is not written is given up', async () => {
    const { outbox, time, accepts } = openStand({ instead: () => ({ settle: async () => full }) })
    await accepts([anEvent('1')])
    const ended = outbox.dispose()
    await time.advance(2_000)
    await ended
    expect(time.pending).toBe(0)
  })

  it('is said where the state is asked for, and an event that it does not take is not taken', async () => {
    const { outbox } = openStand({ instead: () => ({ status: async () => full, accept: async () => full }) })
    expect(await outbox.status()).toEqual({
      depth: 0,
      held: 0,
      deadLetters: [],
      deadLetterCount: 0,
      unavailable: full.error,
    })
    expect(await outbox.accept([anEvent('1')])).toEqual(full)
  })
})

describe('what an outbox remembers', () => {
  it('is where a source was read to', async () => {
    const { outbox } = openStand()
    await outbox.accept([anEvent('1')], { source: 'till', mark: '7' })
    expect([await outbox.positionOf('till'), await outbox.positionOf('door')]).toEqual([
      ok('7'),
      ok(undefined),
    ])
  })

  it('are sent events for their time, forgotten some at a time between its rounds, once an hour', async () => {
    const purges: number[] = []
    const { outbox, time } = openStand({
      limits: { rememberSentInMs: 1_000, purgeChunk: 2, purgeEveryMs: 60_000, believeDateInMs: 0 },
      instead: (store) => ({
        purge: async (order) => {
          const gone = await store.purge(order)
          if (gone.ok) purges.push(gone.value)
          return gone
        },
      }),
    })
    await outbox.accept(['1', '2', '3'].map((uid) => anEvent(uid)))
    await time.advance(59_999)
    expect(purges).toEqual([0])
    // A full chunk: there may be more.
    await time.advance(10_001)
    expect(purges).toEqual([0, 2, 1])
    expect(await outbox.accept([anEvent('1')])).toMatchObject({ value: { accepted: 1, known: 0 } })
  })

  it('are sent events for as long as they are to be remembered, so that none is sent twice meanwhile', async () => {
    const rememberSentInMs = 100_000
    const limits = { rememberSentInMs, purgeEveryMs: 10_000, believeDateInMs: rememberSentInMs / 2 }
    const { outbox, delivery, time, accepts } = openStand({ limits })
    await accepts([anEvent('1'), anEvent('2')], rememberSentInMs - 1_000)
    expect(await outbox.accept([anEvent('1')])).toMatchObject({ value: { accepted: 0, known: 1 } })
    await time.advance(20_000)
    expect(await outbox.accept([anEvent('1')])).toMatchObject({ value: { accepted: 0, known: 1 } })
    expect(await outbox.accept([anEvent('2')])).toMatchObject({ value: { accepted: 1, known: 0 } })
    await time.advance(0)
    expect(delivery.taken).toEqual(['1', '2', '2'])
  })

  it('are sent events while the date is a wrong one, at a start and later', async () => {
    const [dir, time, monthsMs] = [tempDir(), new FakeTime(), 60 * 86_400_000]
    const limits = { purgeEveryMs: 10_000, believeDateInMs: 15_000 }
    const before = openStand({ dir, time })
    await before.outbox.accept([anEvent('1')])
    await time.advance(0)
    time.setWall(monthsMs)
    const { outbox } = openStand({ dir, time, limits })
    await time.advance(12_000)
    time.setWall(-monthsMs)
    await time.advance(33_000)
    time.setWall(monthsMs)
    await time.advance(10_000)
    time.setWall(-monthsMs)
    expect(await outbox.accept([anEvent('1')])).toMatchObject({ value: { accepted: 0, known: 1 } })
  })
})

describe('a pause', () => {
  test.for([
    ['key_rejected', undefined, 30_000],
    ['rate_limited', undefined, 1_000],
    ['rate_limited', 0, 1_000],
  ] as const)(
    'after %s (Retry-After: %s) is %d ms long where the platform asks for none, and ends by itself',
    async ([code, retryAfterInMs, ms]) => {
      const { delivery, time, accepts } = openStand()
      delivery.answer = () => ({ kind: 'held', error: wallError(code), retryAfterInMs })
      await accepts([anEvent('1')])
      await time.advance(ms - 1)
      expect(delivery.tried).toHaveLength(1)
      await time.advance(1)
      expect(delivery.tried).toHaveLength(2)
    },
  )

  it('is none where an event has come while others were looked for', async () => {
    let isFirst = true
    const { outbox, delivery, time } = openStand({
      instead: (store) => ({
        claim: async (order) => {
          const claimed = await store.claim(order)
          if (isFirst) await outbox.accept([anEvent('1')])
          isFirst = false
          return claimed
        },
      }),
    })
    await time.advance(0)
    expect(delivery.taken).toEqual(['1'])
  })

  it('is none where a key was set during the request that the old one was refused for', async () => {
    const { outbox, delivery, time } = openStand()
    const hints = [() => outbox.resume(), () => outbox.wake()]
    delivery.answer = () => {
      hints.shift()?.()
      return noKey
    }
    await outbox.accept([anEvent('1')])
    // That the platform answers is no reason to come earlier.
    await time.advance(29_999)
    expect(delivery.tried).toHaveLength(1)
    await time.advance(1)
    expect(delivery.tried).toHaveLength(3)
    await time.advance(29_999)
    expect(delivery.tried).toHaveLength(3)
  })

  it('ends once the network is back, for what was to wait for its next try', async () => {
    const { outbox, delivery, time, accepts } = openStand()
    delivery.answer = () => ({ ...later, retryAfterInMs: 100_000 })
    await accepts([anEvent('1')], 10_000)
    outbox.wake()
    await time.advance(0)
    expect(delivery.tried).toHaveLength(2)
  })
})

describe('the log', () => {
  it('has a failure once for each outage, and each event that was not taken', async () => {
    const { delivery, time, lines, accepts } = openStand()
    delivery.answer = () => later
    await accepts([anEvent('1'), anEvent('2', { cameraId: 'camera-2' })], 60_000)
    const failures = () => lines.filter((line) => line.includes(later.error.message))
    expect(failures().map((line) => JSON.parse(line))).toMatchObject([{ code: 'unreachable', events: 2 }])
    delivery.answer = () => ({ kind: 'sent' })
    await time.advance(300_000)
    expect(failures()).toHaveLength(1)
    delivery.answer = () => later
    await accepts([anEvent('3')])
    expect(failures()).toHaveLength(2)
  })
})

it('dead letters that are forgotten are gone, which is a change', async () => {
  const { outbox, delivery, time } = openStand()
  delivery.answer = () => ({ kind: 'dead', error: wallError('refused', 'No.') })
  await outbox.accept(['1', '2', '3'].map((uid) => anEvent(uid)))
  await time.advance(0)
  let changes = 0
  outbox.onChange(() => (changes += 1))
  expect(await outbox.discard({ ids: ['none'] })).toEqual(ok(0))
  expect(changes).toBe(0)
  expect(await outbox.discard({ ids: ['1', '3'] })).toEqual(ok(2))
  expect(changes).toBe(1)
  expect((await outbox.status()).deadLetters.map(({ id }) => id)).toEqual(['2'])
  expect(await outbox.discard({ all: true })).toEqual(ok(1))
})
