import { beforeEach, expect, test } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { unwrap } from '#test/stand/unwrap.ts'
import { settle } from '../support/fake-time.ts'
import { BrokerStand, down } from './broker-stand.ts'

const cameras = (count: number) => Array.from({ length: count }, (_, index) => `cam-${index + 1}`)

/** Of a platform where all is well. */
let stand: BrokerStand
beforeEach(() => {
  stand = new BrokerStand()
})

test('has a ticket ready for a wanted camera before anybody takes, and the next one behind it', async () => {
  await stand.wants(['cam-1'], 100)

  expect(stand.mints).toHaveLength(1)
  expect(await stand.take('cam-1', 0)).toMatchObject({ ok: true, value: { token: 'ticket-1' } })
  await stand.time.advance(20)
  expect(stand.broker.figures().held).toBe(1)
})

test('hands the mint that is already under way to whoever takes meanwhile', async () => {
  stand.broker.want(['cam-1'])
  await settle()
  const taken = await stand.take('cam-1')

  expect(taken).toMatchObject({ ok: true, value: { token: 'ticket-1' } })
})

test('renews an unused ticket before 150 seconds have passed, and goes on doing so', async () => {
  await stand.wants(['cam-1'], 149_000)
  expect(stand.mints).toHaveLength(1)

  await stand.time.advance(2_000)
  expect(stand.mints).toHaveLength(2)
  await stand.time.advance(151_000)
  expect(stand.mints).toHaveLength(3)
})

test('spreads renewals downwards by the jitter', async () => {
  stand = new BrokerStand({}, () => 1)
  await stand.wants(['cam-1'], 136_000)

  expect(stand.mints).toHaveLength(2)
})

test('keeps a fresh ticket in hand while the stream runs that the last one started', async () => {
  stand.broker.want(['cam-1'])
  await stand.take('cam-1')
  await stand.time.advance(100)
  for (let passedMs = 0; passedMs < 600_000; passedMs += 10_000) {
    expect(stand.broker.figures()).toMatchObject({ held: 1, wanted: 1 })
    await stand.time.advance(10_000)
  }

  // The one that was taken, the one behind it, and one for each 150 s since.
  expect(stand.mints).toHaveLength(2 + 4)
})

test('has a ticket in hand for each camera of a wall that plays, although the platform is away since', async () => {
  stand.broker.want(cameras(16))
  for (const cameraId of cameras(16)) await stand.take(cameraId)
  await stand.time.advance(149_000)
  stand.weather = { kind: 'fails', code: 'platform_failed' }
  await stand.time.advance(20_000)

  for (const cameraId of cameras(16)) {
    expect(await stand.take(cameraId, 0), cameraId).toMatchObject({ ok: true })
  }
})

test('takes an unused ticket back, so that tries of a media server that is away cost none', async () => {
  await stand.wants(['cam-1'], 100)
  stand.weather = down
  for (let tries = 0; tries < 20; tries += 1) {
    const taken = await stand.take('cam-1', 100)
    expect(taken).toMatchObject({ ok: true, value: { token: 'ticket-1' } })
    if (taken.ok) stand.broker.giveBack('cam-1', taken.value)
  }
})

test('keeps no ticket that came back after a change of key, nor one that came back twice', async () => {
  stand.broker.want(['cam-1'])
  const taken = unwrap(await stand.take('cam-1'))
  stand.weather = down
  await stand.time.advance(100)
  stand.broker.giveBack('cam-1', taken)
  const behind = unwrap(await stand.take('cam-1', 0))
  stand.broker.giveBack('cam-1', taken)
  expect(await stand.take('cam-1', 100)).toMatchObject({ ok: false })
  stand.broker.reset()
  stand.broker.giveBack('cam-1', behind)

  expect(await stand.take('cam-1', 100)).toMatchObject({ ok: false })
})

test('uses no ticket from before the platform ended a stream, and asks for another one a minute later', async () => {
  await stand.wants(['cam-1'], 100)
  const taken = unwrap(await stand.take('cam-1', 0))
  const waiting = stand.broker.take('cam-1')
  stand.broker.withdraw('cam-1')
  expect(await waiting).toMatchObject({ ok: false, error: { code: 'not_allowed' } })
  // That of the mint under way has come by then.
  await stand.time.advance(59_000)
  stand.broker.giveBack('cam-1', taken)
  expect(await stand.take('cam-1', 0)).toMatchObject({ ok: false, error: { code: 'not_allowed' } })
  expect(stand.mints).toHaveLength(2)
  await stand.time.advance(1_000)

  expect(await stand.take('cam-1')).toMatchObject({ ok: true, value: { token: 'ticket-3' } })
})

test('drops the ticket of a camera that is no longer wanted', async () => {
  await stand.wants(['cam-1'], 100)
  await stand.wants([], 600_000)
  expect(stand.mints).toHaveLength(1)

  expect(await stand.take('cam-1')).toMatchObject({ ok: true, value: { token: 'ticket-2' } })
})

test('keeps what it has when the wall wants another camera too, or in another order', async () => {
  await stand.wants(cameras(3), 100)
  await stand.wants(cameras(4).reverse(), 100)

  expect(stand.mints).toHaveLength(4)
})

test('asks for a camera that has had a ticket after those that have had none, whatever else becomes wanted', async () => {
  stand = new BrokerStand({ mintsAtOnce: 1 })
  stand.broker.want(['cam-1', 'cam-2'])
  await stand.take('cam-1')
  await stand.wants(['cam-1', 'cam-3', 'cam-2'], 100)

  expect(stand.mints.map(({ cameraId }) => cameraId)).toEqual(['cam-1', 'cam-2', 'cam-3', 'cam-1'])
})

test('mints the most urgent cameras first, and those that somebody waits for before all others', async () => {
  stand = new BrokerStand({ mintsAtOnce: 1 })
  stand.broker.want(cameras(4))
  const taken = stand.broker.take('cam-4')
  await stand.time.advance(200)
  await taken

  expect(stand.mints.map((mint) => mint.cameraId)).toEqual([
    'cam-1',
    'cam-4',
    'cam-2',
    'cam-3',
    // The one behind the one that was taken.
    'cam-4',
  ])
})

test('keeps to the rate however many cameras are wanted', async () => {
  stand = new BrokerStand({ mintsAtOnce: 1_000 })
  await stand.wants(cameras(100), 1_000)
  expect(stand.mints.length).toBeLessThanOrEqual(40)

  await stand.time.advance(4_000)
  expect(stand.mints).toHaveLength(100)
})

test('uses a ticket of a platform with shorter lives for as much shorter', async () => {
  stand = new BrokerStand({ renewAfterShare: 10 })
  stand.lifeInMs = 60_000
  await stand.wants(['cam-1'], 57_000)

  expect(await stand.take('cam-1')).toMatchObject({ ok: true, value: { token: 'ticket-2' } })
})

test('renews at once after sleep, whatever it holds', async () => {
  await stand.wants(cameras(3), 100)
  stand.sleep(1_000)
  stand.broker.wake()
  await stand.time.advance(100)

  expect(stand.mints).toHaveLength(6)
})

test('mints again after sleep for a camera whose ticket was taken', async () => {
  stand.broker.want(['cam-1'])
  await stand.take('cam-1')
  await stand.time.advance(100)
  stand.broker.wake()
  await stand.time.advance(100)

  expect(stand.mints).toHaveLength(3)
})

test('sends one probe after sleep before the herd', async () => {
  await stand.wants(cameras(16), 1_000)
  stand.weather = down
  stand.broker.wake()
  await stand.time.advance(100)

  expect(stand.mints).toHaveLength(17)
})

test('stops everything but a probe now and then when the key is rejected, and says why', async () => {
  stand.weather = { kind: 'fails', code: 'key_rejected' }
  await stand.wants(cameras(3), 1_000)
  const minted = stand.mints.length
  await stand.time.advance(3_600_000)

  expect(stand.mints.length - minted).toBeGreaterThanOrEqual(118)
  expect(stand.mints.length - minted).toBeLessThanOrEqual(120)
  expect(stand.lines).toHaveLength(1)
  expect(stand.broker.stopped?.code).toBe('key_rejected')
  expect(await stand.take('cam-1')).toMatchObject({ ok: false, error: { code: 'key_rejected' } })
})

test('goes on by itself when a key is taken again that was refused for a moment', async () => {
  await stand.wants(cameras(3), 1_000)
  stand.weather = { kind: 'fails', code: 'key_rejected' }
  expect(await stand.take('cam-4')).toMatchObject({ ok: false, error: { code: 'key_rejected' } })
  stand.weather = { kind: 'fine' }
  // Whatever is wanted meanwhile.
  await stand.wants(cameras(4), 30_000)
  expect(stand.broker.stopped).toBeUndefined()
  expect(await stand.take('cam-4', 1_000)).toMatchObject({ ok: true })
})

test('starts again with a new key', async () => {
  stand.weather = { kind: 'fails', code: 'key_rejected' }
  await stand.wants(cameras(3), 1_000)
  stand.weather = { kind: 'fine' }
  stand.broker.reset()
  await stand.time.advance(1_000)

  expect(stand.broker.stopped).toBeUndefined()
  expect(await stand.take('cam-3', 0)).toMatchObject({ ok: true })
})

test('does not use what was asked for with the old key', async () => {
  stand.broker.want(['cam-1'])
  await settle()
  stand.broker.reset()

  expect(await stand.take('cam-1', 100)).toMatchObject({ ok: true, value: { token: 'ticket-2' } })
})

test.each(['not_allowed', 'not_found'] as const)(
  'stops one camera on %s and serves the others',
  async (code) => {
    stand.weatherOf.set('cam-2', { kind: 'fails', code })
    await stand.wants(cameras(3), 300_000)

    expect(stand.mintsOf('cam-2')).toBe(1)
    expect(await stand.take('cam-2')).toMatchObject({ ok: false, error: { code } })
    expect(await stand.take('cam-1', 0)).toMatchObject({ ok: true })
  },
)

test('asks again for a refused camera when somebody takes after a while', async () => {
  stand.weatherOf.set('cam-2', { kind: 'fails', code: 'not_allowed' })
  stand.broker.want(['cam-2'])
  await stand.take('cam-2')
  stand.weatherOf.clear()

  expect(await stand.take('cam-2')).toMatchObject({ ok: false })
  await stand.time.advance(60_000)
  expect(await stand.take('cam-2')).toMatchObject({ ok: true })
  // It is a camera like others again.
  await stand.time.advance(20)
  expect(stand.broker.figures().held).toBe(1)
})

test('forgets after a while that a camera was refused which nobody wants any more', async () => {
  stand.weatherOf.set('cam-2', { kind: 'fails', code: 'not_allowed' })
  await stand.wants(['cam-2'], 60_020)
  stand.broker.want([])
  stand.weatherOf.clear()
  await stand.wants(['cam-2'], 20)

  expect(stand.broker.figures().held).toBe(1)
})

test('tells whoever waits that the platform is away, and when it will be asked again', async () => {
  stand.weather = down
  const first = await stand.take('cam-1')
  const second = await stand.take('cam-2', 0)

  expect(first).toMatchObject({ ok: false, error: { code: 'unreachable' } })
  expect(second).toMatchObject({ ok: false, error: { code: 'unreachable', retryInMs: 500 } })
})

test('leaves nobody in the queue for a platform that has just failed', async () => {
  stand = new BrokerStand({ mintsAtOnce: 1 })
  stand.weather = down
  const first = stand.broker.take('cam-1')
  const second = stand.broker.take('cam-2')
  await stand.time.advance(20)

  expect(await first).toMatchObject({ ok: false, error: { code: 'unreachable' } })
  expect(await second).toMatchObject({ ok: false, error: { code: 'unreachable', retryInMs: 500 } })
  expect(stand.mints).toHaveLength(1)
})

test('asks with one probe at a time while the platform is away', async () => {
  stand.weather = down
  await stand.wants(cameras(16), 1_000)
  const before = stand.mints.length
  await stand.time.advance(60_000)

  // Every ten seconds at the longest delay, and some sooner at the beginning.
  expect(stand.mints.length - before).toBeGreaterThanOrEqual(5)
  expect(stand.mints.length - before).toBeLessThanOrEqual(12)
})

test('serves everybody within seconds once a probe has come through', async () => {
  stand.weather = down
  await stand.wants(cameras(16), 60_000)
  stand.weather = { kind: 'fine' }
  const before = stand.tokens.size
  while (stand.tokens.size === before) await stand.time.advance(100)
  await stand.time.advance(1_000)

  for (const cameraId of cameras(16)) {
    expect(await stand.take(cameraId, 0), cameraId).toMatchObject({ ok: true })
  }
})

test('asks for no camera at all for as long as a rate limit says, whatever was under way', async () => {
  await stand.wants(cameras(3), 1_000)
  stand.weatherOf.set('cam-9', { kind: 'fails', code: 'rate_limited', retryAfterInMs: 30_000 })
  const limited = stand.broker.take('cam-9')
  // Asked before the limit was heard of, and answered after.
  const underWay = stand.broker.take('cam-8')
  await stand.time.advance(20)
  expect(await limited).toMatchObject({ ok: false, error: { code: 'rate_limited' } })
  expect(await underWay).toMatchObject({ ok: true })
  const before = stand.mints.length
  const refused = await stand.take('cam-7', 0)
  await stand.time.advance(29_900)

  expect(refused).toMatchObject({ ok: false, error: { code: 'rate_limited', retryInMs: 30_000 } })
  expect(stand.mints).toHaveLength(before)
  expect(await stand.take('cam-1', 0)).toMatchObject({ ok: true })
  await stand.time.advance(200)
  expect(await stand.take('cam-7')).toMatchObject({ ok: true })
})

test('does not let a camera that always fails alone starve the others', async () => {
  stand.weatherOf.set('cam-1', { kind: 'fails', code: 'platform_failed' })
  await stand.wants(cameras(16), 5_000)

  for (const cameraId of cameras(16).slice(1)) {
    expect(await stand.take(cameraId, 0), cameraId).toMatchObject({ ok: true })
  }
  await stand.time.advance(120_000)
  expect(stand.mintsOf('cam-1')).toBeLessThan(30)
})

test('counts the tickets of the last minute', async () => {
  await stand.wants(cameras(5), 1_000)
  expect(stand.broker.figures()).toEqual({ perMinute: 5, held: 5, wanted: 5 })
  await stand.time.advance(61_000)
  expect(stand.broker.figures()).toEqual({ perMinute: 0, held: 5, wanted: 5 })
})

test('counts no ticket in hand that is too old to be handed out', async () => {
  await stand.wants(['cam-1', 'cam-1'], 20)
  stand.weather = down
  await stand.time.advance(169_980)
  expect(stand.broker.figures()).toMatchObject({ held: 1, wanted: 1 })
  await stand.time.advance(1)
  expect(stand.broker.figures()).toMatchObject({ held: 0, wanted: 1 })
})

test('does not renew tickets that live for seconds as often as they end', async () => {
  stand.lifeInMs = 6_000
  await stand.wants(['cam-1'], 9_999)
  expect(stand.mints).toHaveLength(1)
  await stand.time.advance(1)
  expect(stand.mints).toHaveLength(2)
})

test('hands out no ticket that has come too late, and tries again after a while', async () => {
  stand.lifeInMs = 20
  expect(await stand.take('cam-1')).toMatchObject({
    error: { code: 'bad_answer', exact: { code: 'ticket_late' }, retryInMs: 500 },
  })
  stand.lifeInMs = 180_000
  expect(await stand.take('cam-1', 0)).toMatchObject({ error: { code: 'bad_answer', retryInMs: 500 } })
  await stand.time.advance(500)
  expect(await stand.take('cam-1')).toMatchObject({ ok: true })
})

test('a ticket for an address that may not be dialled is none, and is in the log', async () => {
  stand.addressFault = wallError('host_not_allowed')
  expect(await stand.take('cam-1')).toEqual({ ok: false, error: stand.addressFault })
  expect(stand.lines.filter((line) => line.includes('cam-1'))).toHaveLength(1)
})

test('waits longer for the tickets of a slow platform after each time-out, and so has them for all cameras', async () => {
  stand.latencyInMs = 8_000
  stand.broker.want(cameras(16))
  expect(await stand.take('cam-1', 5_000)).toMatchObject({ error: { code: 'timeout' } })
  await stand.time.advance(10_000)
  expect(await stand.take('cam-1', 0)).toMatchObject({ ok: true })
  await stand.time.advance(15_000)
  expect(stand.broker.figures().held).toBe(16)
  const mintsBefore = stand.mints.length
  await stand.time.advance(150_000)
  // Each was renewed once: no renewal has timed out.
  expect(stand.mints).toHaveLength(mintsBefore + 16)
})

test('waits no longer for a ticket after failures that were no time-outs', async () => {
  stand.weather = down
  stand.broker.want(['cam-1'])
  while (stand.mints.length < 3) await stand.time.advance(100)
  stand.weather = { kind: 'fine' }
  stand.latencyInMs = 60_000
  while (stand.mints.length < 4) await stand.time.advance(1)
  const answers: unknown[] = []
  void stand.broker.take('cam-1').then((answer) => answers.push(answer))
  await stand.time.advance(5_000)
  expect(answers).toMatchObject([{ error: { code: 'timeout' } }])
})

test('gives the place of a mint that hangs away after half a second', async () => {
  stand = new BrokerStand({ mintsAtOnce: 1 })
  stand.weatherOf.set('cam-1', { kind: 'fails', code: 'timeout', afterInMs: 5_000 })
  await stand.wants(cameras(3), 499)
  expect(stand.mints).toHaveLength(1)
  await stand.time.advance(100)
  expect(stand.broker.figures().held).toBe(2)
})

test('a mint that hangs counts for one place, also when it is answered in the end', async () => {
  stand = new BrokerStand({ mintsAtOnce: 1 })
  stand.weatherOf.set('cam-1', { kind: 'fails', code: 'timeout', afterInMs: 700 })
  stand.latencyInMs = 400
  stand.broker.want(cameras(4))
  // At 500 ms the second one takes the place, at 700 ms the first one is over, at 900 ms the third one begins.
  await stand.time.advance(899)
  expect(stand.mints.map(({ cameraId }) => cameraId)).toEqual(['cam-1', 'cam-2'])
  await stand.time.advance(1)
  expect(stand.mints.map(({ cameraId }) => cameraId)).toEqual(['cam-1', 'cam-2', 'cam-3'])
})

test('leaves a camera alone for as long as the platform says, or its own delay if that is longer', async () => {
  stand.weatherOf.set('cam-1', { kind: 'fails', code: 'platform_failed', retryAfterInMs: 60_000 })
  stand.weatherOf.set('cam-2', { kind: 'fails', code: 'platform_failed', retryAfterInMs: 10 })
  expect(await stand.take('cam-1')).toMatchObject({ error: { code: 'platform_failed', retryInMs: 60_000 } })
  await stand.wants(['cam-3'], 100)
  expect(await stand.take('cam-2')).toMatchObject({ error: { code: 'platform_failed', retryInMs: 500 } })
  await stand.time.advance(59_870)
  expect(await stand.take('cam-1', 0)).toMatchObject({ error: { retryInMs: 10 } })
  stand.weatherOf.clear()
  await stand.time.advance(10)
  expect(await stand.take('cam-1')).toMatchObject({ ok: true })
})

test('gives a ticket that came back to whoever waits, and keeps none that nobody wants', async () => {
  const taken = unwrap(await stand.take('cam-1'))
  stand.latencyInMs = 5_000
  const waiting = stand.broker.take('cam-1')
  stand.broker.giveBack('cam-1', taken)
  expect(unwrap(await waiting)).toEqual(taken)
  stand.broker.giveBack('cam-1', taken)
  expect(stand.broker.figures()).toMatchObject({ held: 0, wanted: 0 })
  await stand.time.advance(5_000)
  const later = unwrap(await stand.take('cam-1', 5_000))
  stand.broker.giveBack('cam-1', later)
  expect(stand.broker.figures().held).toBe(0)
})

test('gives nobody a ticket that came back too late', async () => {
  const taken = unwrap(await stand.take('cam-1'))
  await stand.time.advance(170_000)
  const waiting = stand.broker.take('cam-1')
  stand.broker.giveBack('cam-1', taken)
  await stand.time.advance(20)

  expect(await waiting).toMatchObject({ ok: true, value: { token: 'ticket-2' } })
})

test('keeps no ticket that came back too late', async () => {
  await stand.wants(['cam-1'], 20)
  stand.weather = down
  for (const [waitMs, held] of [
    [169_980, 1],
    [1, 0],
  ] as const) {
    const taken = unwrap(await stand.take('cam-1', 0))
    await stand.time.advance(waitMs)
    stand.broker.giveBack('cam-1', taken)
    expect(stand.broker.figures().held).toBe(held)
  }
})

test('a key that is rejected is in the log once, and a refused camera with its name', async () => {
  stand.weatherOf.set('cam-2', { kind: 'fails', code: 'not_found' })
  await stand.take('cam-2')
  expect(stand.lines.filter((line) => line.includes('cam-2') && line.includes('not_found'))).toHaveLength(1)
  stand.weather = { kind: 'fails', code: 'key_rejected' }
  await stand.take('cam-1')
  expect(stand.lines.filter((line) => line.includes('key_rejected'))).toHaveLength(1)
  expect(stand.lines).toHaveLength(2)
})

test.each(['reset', 'wake'] as const)('asks again at once for a refused camera after %s', async (method) => {
  stand.weatherOf.set('cam-1', { kind: 'fails', code: 'not_allowed' })
  expect(await stand.take('cam-1')).toMatchObject({ ok: false })
  stand.weatherOf.clear()
  stand.broker[method]()
  expect(await stand.take('cam-1')).toMatchObject({ ok: true })
})

test('answers whoever waits when it is disposed, and leaves no timer behind', async () => {
  stand.broker.want(cameras(3))
  const taken = stand.broker.take('cam-1')
  await settle()
  stand.broker.dispose()

  const closed = { ok: false, error: { code: 'unreachable', exact: { code: 'connection_closed' } } }
  expect(await taken).toMatchObject(closed)
  expect(await stand.take('cam-1')).toMatchObject(closed)
  await stand.time.advance(1_000)
  expect(stand.time.pending).toBe(0)
  expect(stand.broker.figures()).toMatchObject({ held: 0, wanted: 0 })
})

test('no log ever has a ticket in it, whoever writes there', async () => {
  stand.ticketName = 'a-ticket-of-the-platform'
  const token = 'a-ticket-of-the-platform-1'
  expect(await stand.take('cam-1')).toMatchObject({ ok: true, value: { token } })
  stand.logger.area('relay').warn(`The media server does not take ${token}.`)

  expect(stand.lines.join()).toContain('The media server does not take')
  expect(stand.lines.join()).not.toContain(token)
})

test('after an outage asks for every camera at once, whatever its own delay was', async () => {
  stand.weather = { kind: 'fails', code: 'platform_failed' }
  stand.broker.want(['cam-1'])
  // Tries come every ten seconds by now: the last one was three seconds ago.
  await stand.time.advance(60_000)
  await stand.take('cam-2')
  stand.weather = { kind: 'fine' }
  await stand.take('cam-3')
  await stand.time.advance(20)

  expect(stand.broker.figures()).toMatchObject({ held: 1, wanted: 1 })
})

test('after an outage asks for no camera sooner than the platform has asked for', async () => {
  stand.weather = { kind: 'fails', code: 'platform_failed' }
  stand.weatherOf.set('cam-2', { kind: 'fails', code: 'platform_failed', retryAfterInMs: 60_000 })
  await stand.wants(cameras(2), 100)
  stand.weather = { kind: 'fine' }
  stand.weatherOf.clear()
  await stand.time.advance(55_000)

  expect([stand.mintsOf('cam-2'), stand.broker.figures().held]).toEqual([1, 1])
  await stand.time.advance(10_000)
  expect(stand.broker.figures().held).toBe(2)
})

test('takes a refusal of one camera for an answer: the platform is there, and all others are asked for', async () => {
  stand.weather = down
  await stand.wants(cameras(6), 60_000)
  stand.weather = { kind: 'fails', code: 'not_allowed' }
  const before = stand.mints.length
  while (stand.mints.length === before) await stand.time.advance(100)
  await stand.time.advance(2_000)

  expect(new Set(stand.mints.slice(before).map(({ cameraId }) => cameraId)).size).toBe(6)
  expect(stand.mints).toHaveLength(before + 6)
})
