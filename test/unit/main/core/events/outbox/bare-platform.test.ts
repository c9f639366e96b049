import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { outboxDefaults } from '#main/core/events/outbox/defaults.ts'
import { DurableOutbox } from '#main/core/events/outbox/durable-outbox.ts'
import { openStore } from '#main/core/events/outbox/open-store.ts'
import { storeHere } from '#main/core/events/outbox/store-port.ts'
import { PlatformDelivery } from '#main/core/events/outbox/platform-delivery.ts'
import type { PlatformResult, PlatformFailure } from '#main/core/platform/failure.ts'
import { FakeTime, settle } from '../../support/fake-time.ts'
import { deadWords } from '#main/core/events/outbox/delivery-outcome.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { anEvent } from './outbox-stand.ts'
import { unwrap } from '#test/stand/unwrap.ts'

const failed: PlatformFailure = { error: wallError('platform_failed'), maybeCarriedOut: true }

/** A platform that takes one event a request and knows no idempotency: what is sent twice is there twice. */
class BarePlatform {
  /** In the order of their arrival. */
  readonly stored: string[] = []
  readonly requests: string[] = []
  /** Requests whose names are here are answered when the test says so; they are stored at once. */
  readonly slow = new Map<string, PromiseWithResolvers<void>>()
  failureOf: (uid: string) => PlatformFailure | undefined = () => undefined

  slowDown(uid: string): PromiseWithResolvers<void> {
    const answer = Promise.withResolvers<void>()
    this.slow.set(uid, answer)
    return answer
  }

  readonly calls = {
    one: async ({
      idempotencyKey: uid,
    }: {
      readonly idempotencyKey: string
    }): Promise<PlatformResult<undefined>> => {
      this.requests.push(uid)
      const failure = this.failureOf(uid)
      if (failure !== undefined) return fail(failure)
      this.stored.push(uid)
      await this.slow.get(uid)?.promise
      return ok(undefined)
    },
    batch: async () => fail({ error: wallError('not_found'), maybeCarriedOut: true }),
  }
}

function openProcess(dir = tempDir(), platform = new BarePlatform(), time = new FakeTime()) {
  const opened = unwrap(openStore({ dir, platform: 'p', nowMs: 0, busyTimeoutInMs: 1_000 }))
  const { calls } = platform
  const outbox = new DurableOutbox({
    store: storeHere(opened.store),
    delivery: new PlatformDelivery({ calls, clock: time, lanes: 2, batchAgainInMs: 3_600_000 }),
    clock: time,
    timers: time,
    random: () => 0,
    log: memoryLog().logger.area('outbox'),
    limits: outboxDefaults,
  })
  const close = async () => {
    const ended = outbox.dispose()
    await time.advance(outboxDefaults.endInMs)
    await ended
  }
  onTestFinished(close)
  return { outbox, platform, time, close }
}

const ofCamera = (cameraId: string) => (uid: string) => anEvent(uid, { cameraId })
const uids = (count: number) => Array.from({ length: count }, (_, at) => `e${at + 1}`)

describe('on a platform without idempotency and batches', () => {
  it('what was acknowledged is never sent again, also where the program ends in the middle of a claim', async () => {
    const [dir, platform, time] = [tempDir(), new BarePlatform(), new FakeTime()]
    const first = openProcess(dir, platform, time)
    platform.slowDown('e4')
    await first.outbox.accept(uids(8).map((uid) => anEvent(uid)))
    await time.advance(0)
    expect(platform.stored).toEqual(uids(4))
    // The answer to the fourth never comes.
    await first.close()
    platform.slow.clear()
    const second = openProcess(dir, platform, time)
    await time.advance(60_000)
    expect(await second.outbox.status()).toMatchObject({ depth: 0 })
    expect(platform.stored).toEqual([...uids(4), 'e4', 'e5', 'e6', 'e7', 'e8'])
  })

  it('gives back at its end what it has claimed and not sent: the next program need not wait for the lease', async () => {
    const [dir, platform, time] = [tempDir(), new BarePlatform(), new FakeTime()]
    const first = openProcess(dir, platform, time)
    const answer = platform.slowDown('e1')
    await first.outbox.accept(uids(3).map((uid) => anEvent(uid)))
    await time.advance(0)
    const closing = first.close()
    answer.resolve()
    await closing
    expect(platform.stored).toEqual(['e1'])
    openProcess(dir, platform, time)
    await time.advance(0)
    expect(platform.stored).toEqual(uids(3))
  })

  it('a claim that takes longer than a lease stays with who works on it', async () => {
    const [dir, platform, time] = [tempDir(), new BarePlatform(), new FakeTime()]
    const one = openProcess(dir, platform, time)
    openProcess(dir, platform, time)
    const answers = uids(6).map((uid) => platform.slowDown(uid))
    await one.outbox.accept(uids(6).map((uid) => anEvent(uid)))
    for (const answer of answers) {
      await time.advance(9_000)
      answer.resolve()
    }
    await time.advance(60_000)
    expect(platform.stored).toEqual(uids(6))
  })

  it('who was stopped for longer than its lease sends nothing of what another one has taken over', async () => {
    const [dir, platform, time] = [tempDir(), new BarePlatform(), new FakeTime()]
    // Its own time stands still: as of a process under SIGSTOP.
    const stopped = openProcess(dir, platform, new FakeTime())
    const answer = platform.slowDown('e1')
    await stopped.outbox.accept(uids(3).map((uid) => anEvent(uid)))
    await settle()
    expect(platform.requests).toEqual(['e1'])
    const slow = platform.slow.get('e1')
    platform.slow.clear()
    const other = openProcess(dir, platform, time)
    await time.advance(60_000)
    expect(slow).toBe(answer)
    answer.resolve()
    await settle()
    expect(await other.outbox.status()).toMatchObject({ depth: 0 })
    // The first was under way when its sender was stopped; nobody could know more.
    expect(platform.stored).toEqual(['e1', ...uids(3)])
  })

  it('a clock that is set takes no event from who is sending it', async () => {
    for (const jumpMs of [3_600_000, -3_600_000]) {
      const [dir, platform, time] = [tempDir(), new BarePlatform(), new FakeTime()]
      const one = openProcess(dir, platform, time)
      openProcess(dir, platform, time)
      const answer = platform.slowDown('e1')
      await one.outbox.accept(uids(3).map((uid) => anEvent(uid)))
      await time.advance(0)
      time.setWall(jumpMs)
      await time.advance(6_000)
      answer.resolve()
      await time.advance(60_000)
      expect(platform.stored).toEqual(uids(3))
    }
  })
})

describe('an event that fails for good while others are taken', () => {
  it('is set aside, shown, and those behind it go on; it can be sent again', async () => {
    const { outbox, platform, time } = openProcess()
    platform.failureOf = (uid) => (uid === 'poison' ? failed : undefined)
    await outbox.accept([anEvent('poison'), anEvent('behind-1'), anEvent('behind-2')])
    // Waits of 1 to 64 s: before the last one it stops holding up those behind it.
    await time.advance(2 * 60_000)
    expect(platform.stored).toEqual(['behind-1', 'behind-2'])
    await time.advance(10_000)
    expect(platform.stored).toEqual(['behind-1', 'behind-2'])
    const status = await outbox.status()
    expect(status).toMatchObject({
      depth: 0,
      deadLetterCount: 1,
      deadLetters: [{ id: 'poison', why: { tries: 8 } }],
    })
    const reasons = status.deadLetters.map(({ why }) => deadWords(why))
    expect(reasons).toEqual([expect.stringMatching(/^Set aside after 8 tries: .+ meanwhile\. .+/)])
    platform.failureOf = () => undefined
    await outbox.retry({ ids: ['poison'] })
    await time.advance(0)
    expect(platform.stored).toEqual(['behind-1', 'behind-2', 'poison'])
    expect(await outbox.status()).toMatchObject({ depth: 0, deadLetterCount: 0 })
  })

  it('is set aside also where only other cameras have events', async () => {
    const { outbox, platform, time } = openProcess()
    platform.failureOf = (uid) => (uid === 'poison' ? failed : undefined)
    await outbox.accept([anEvent('poison')])
    for (let minute = 0; minute < 4; minute += 1) {
      await outbox.accept([ofCamera('camera-2')(`other-${minute}`)])
      await time.advance(60_000)
    }
    expect(platform.stored).toHaveLength(4)
    expect(await outbox.status()).toMatchObject({ depth: 0, deadLetterCount: 1 })
  })

  it('is found also behind others of its kind', async () => {
    const { outbox, platform, time } = openProcess()
    platform.failureOf = (uid) => (uid.startsWith('poison') ? failed : undefined)
    await outbox.accept(['poison-1', 'poison-2', 'poison-3', 'good'].map((uid) => anEvent(uid)))
    await time.advance(3 * 3_600_000)
    expect(platform.stored).toEqual(['good'])
    expect(await outbox.status()).toMatchObject({ depth: 0, deadLetterCount: 3 })
  })

  it('is told from an outage, which sets nothing aside and keeps each camera’s order', async () => {
    const { outbox, platform, time } = openProcess()
    platform.failureOf = () => failed
    const [a, b] = [
      ['a1', 'a2', 'a3'],
      ['b1', 'b2'],
    ]
    await outbox.accept([...a.map(ofCamera('camera-a')), ...b.map(ofCamera('camera-b'))])
    await time.advance(30 * 60_000)
    expect(await outbox.status()).toMatchObject({ depth: 5, deadLetterCount: 0 })
    platform.failureOf = () => undefined
    await time.advance(10 * 60_000)
    expect(await outbox.status()).toMatchObject({ depth: 0, deadLetterCount: 0 })
    expect(platform.stored.filter((uid) => uid.startsWith('a'))).toEqual(a)
    expect(platform.stored.filter((uid) => uid.startsWith('b'))).toEqual(b)
  })
})

describe('after an outage', () => {
  const [ofA, ofB] = [ofCamera('camera-a'), ofCamera('camera-b')]

  /** The cameras' tries fall apart, and the next ones of both are minutes away. */
  async function outage() {
    const { outbox, platform, time } = openProcess()
    platform.failureOf = () => failed
    await outbox.accept([ofA('a1'), ofA('a2')])
    await time.advance(150_000)
    await outbox.accept([ofB('b1'), ofB('b2')])
    await time.advance(30 * 60_000)
    const untilNextTry = async () => {
      const before = platform.requests.length
      while (platform.requests.length === before) await time.advance(1_000)
    }
    await untilNextTry()
    platform.failureOf = () => undefined
    return { outbox, platform, time, untilNextTry }
  }

  it('the first event that is taken brings all others at once', async () => {
    const { outbox, platform, time, untilNextTry } = await outage()
    await untilNextTry()
    await time.advance(100)
    expect(platform.stored.toSorted()).toEqual(['a1', 'a2', 'b1', 'b2'])
    expect(await outbox.status()).toMatchObject({ depth: 0, deadLetterCount: 0 })
  })

  it('an event that fails once more is tried again soon, and not set aside', async () => {
    const { outbox, platform, time, untilNextTry } = await outage()
    let failures = 0
    platform.failureOf = () => (platform.stored.length >= 2 && failures++ < 1 ? failed : undefined)
    await untilNextTry()
    await time.advance(1_500)
    expect(failures).toBeGreaterThan(1)
    expect(platform.stored.toSorted()).toEqual(['a1', 'a2', 'b1', 'b2'])
    expect(await outbox.status()).toMatchObject({ depth: 0, deadLetterCount: 0 })
  })

  it('an answer to anything else brings them, too', async () => {
    const { outbox, platform, time } = await outage()
    outbox.resume()
    await time.advance(100)
    expect(platform.stored.toSorted()).toEqual(['a1', 'a2', 'b1', 'b2'])
  })

  it('no answer ends a pause that the platform has asked for', async () => {
    const { outbox, platform, time } = await outage()
    const tooFast: PlatformFailure = {
      error: wallError('rate_limited'),
      retryAfterInMs: 60_000,
      maybeCarriedOut: false,
    }
    platform.failureOf = () => tooFast
    outbox.resume()
    await time.advance(100)
    const asked = platform.requests.length
    outbox.resume()
    await time.advance(50_000)
    expect(platform.requests).toHaveLength(asked)
  })
})

describe('a 409', () => {
  const conflict: PlatformFailure = { error: wallError('limit_reached'), maybeCarriedOut: true }

  it('of a limit loses nothing: what it refuses waits, and is sent when there is room', async () => {
    const { outbox, platform, time } = openProcess()
    platform.failureOf = () => conflict
    await outbox.accept([anEvent('e1'), anEvent('e2')])
    await time.advance(3_600_000)
    expect(await outbox.status()).toMatchObject({ depth: 2, waitsFor: { code: 'limit_reached' } })
    platform.failureOf = () => undefined
    await time.advance(10 * 60_000)
    expect(platform.stored).toEqual(['e1', 'e2'])
  })

  it('that says that it has our key already means sent', async () => {
    const { outbox, platform, time } = openProcess()
    platform.failureOf = () => ({ ...conflict, platformCode: 'already_stored' })
    await outbox.accept([anEvent('e1')])
    await time.advance(0)
    expect(await outbox.status()).toMatchObject({ depth: 0, deadLetterCount: 0 })
  })
})
