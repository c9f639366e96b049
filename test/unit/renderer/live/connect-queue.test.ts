import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ConnectOutcome, ConnectQueue, type ConnectRequest } from '#renderer/live/connect-queue.ts'
import { HostGate } from '#renderer/live/host-gate.ts'
import { FakeClock, settle } from '../fake-clock.ts'

const limits = {
  firstAloneMs: 300,
  groupSize: 3,
  standbyGroupSize: 2,
  placeHeldMs: 1_000,
  unansweredWhenLost: 3,
}

class FakeRequest implements ConnectRequest {
  readonly name: string
  readonly at: number
  readonly visible: boolean
  readonly started: string[]
  backedOff = 0
  finishNow: (outcome: ConnectOutcome) => void = () => undefined
  reachNow: () => void = () => undefined

  constructor(started: string[], name: string, at: number, visible = true) {
    this.started = started
    this.name = name
    this.at = at
    this.visible = visible
  }
  priority() {
    return this.at
  }
  isVisible() {
    return this.visible
  }
  connect(onReached: () => void) {
    this.reachNow = onReached
    this.started.push(this.name)
    return new Promise<ConnectOutcome>((resolve) => {
      this.finishNow = resolve
    })
  }
  backOff() {
    this.backedOff += 1
  }
  async finish(outcome: ConnectOutcome) {
    this.finishNow(outcome)
    await settle()
  }
}

function makeStage(options: { isAnyoneAlive?: boolean; isAnyTileComing?: boolean } = {}) {
  const clock = new FakeClock()
  const started: string[] = []
  const calls: string[] = []
  const gate = new HostGate({ probeDelaysMs: [100, 200], probeJitter: 0 }, () => 0.5)
  const queue = new ConnectQueue({
    gate,
    clock,
    limits,
    isAnyTileComing: () => options.isAnyTileComing ?? false,
    isAnyoneAlive: () => options.isAnyoneAlive ?? false,
    onGate: () => undefined,
    onHostBack: () => calls.push('host is back'),
  })
  const add = (name: string, at: number, visible = true) => {
    const made = new FakeRequest(started, name, at, visible)
    queue.add(made)
    return made
  }
  const request = async (...order: Parameters<typeof add>) => {
    const made = add(...order)
    await settle()
    return made
  }
  return { clock, started, calls, gate, queue, add, request }
}

describe('ConnectQueue', () => {
  it('starts the most urgent alone, and the others in groups once it has its answer', async () => {
    const { started, add, request } = makeStage()
    for (const [at, name] of ['d', 'c', 'b', 'e'].entries()) add(name, 10 - at)
    const first = await request('a', 0)
    expect(started).toEqual(['a'])
    await first.finish('answered')
    expect(started).toEqual(['a', 'e', 'b', 'c'])
  })

  it('waits for the first one no longer than its time', async () => {
    const { clock, started, add } = makeStage()
    add('hung', 0)
    add('next', 1)
    await clock.pass(299)
    expect(started).toEqual(['hung'])
    await clock.pass(1)
    expect(started).toEqual(['hung', 'next'])
  })

  it('gives the place of a hung connect to the next', async () => {
    const { clock, started, add } = makeStage()
    for (const at of [0, 1, 2, 3, 4, 5]) add(String(at), at)
    await clock.pass(300)
    expect(started).toHaveLength(4)
    await clock.pass(1_000)
    expect(started).toHaveLength(6)
  })

  it('joins cameras on stand-by only when no visible tile is being connected', async () => {
    const { started, add, request } = makeStage()
    for (const name of ['s1', 's2', 's3']) add(name, 5, false)
    const tile = await request('tile', 9)
    expect(started).toEqual(['tile'])
    await tile.finish('answered')
    expect(started).toEqual(['tile', 's1', 's2'])
  })

  it('joins cameras on stand-by only once no tile waits for its picture any more', async () => {
    const options = { isAnyTileComing: true }
    const { started, add, request, queue } = makeStage(options)
    add('s1', 5, false)
    const tile = await request('tile', 9)
    tile.finishNow('answered')
    queue.look()
    await settle()
    expect(started).toEqual(['tile'])
    options.isAnyTileComing = false
    queue.look()
    await settle()
    expect(started).toEqual(['tile', 's1'])
  })

  it('lets no tile wait for a camera on stand-by that begins while nothing else does', async () => {
    const options = { isAnyTileComing: true }
    const { started, add, request, queue } = makeStage(options)
    add('s1', 5, false)
    queue.look()
    await settle()
    options.isAnyTileComing = false
    queue.look()
    await settle()
    expect(started).toEqual(['s1'])
    await request('typed', 0)
    expect(started).toEqual(['s1', 'typed'])
  })

  it('lets a tile go before cameras on stand-by that wait', async () => {
    const { clock, started, add, request } = makeStage()
    for (const name of ['s1', 's2', 's3', 's4']) add(name, 1, false)
    await clock.pass(300)
    await request('tile', 9)
    expect(started).toEqual(['s1', 's2', 'tile'])
  })

  it('sends one probe at a time while nobody answers, each camera in its turn, and the herd after a success', async () => {
    const { clock, started, add } = makeStage()
    const requests = [0, 1, 2].map((at) => add(String(at), at))
    await settle()
    await requests[0]?.finish('no-host')
    // Those that have not failed themselves are no herd: each is tried once.
    expect(started).toEqual(['0', '1', '2'])
    requests[1]?.finishNow('no-host')
    requests[2]?.finishNow('no-host')
    await clock.pass(99)
    expect(started).toHaveLength(3)
    await clock.pass(1)
    expect(started.slice(3)).toEqual(['0'])
    requests[0]?.finishNow('no-host')
    await clock.pass(199)
    expect(started).toHaveLength(4)
    await clock.pass(1)
    expect(started.slice(3)).toEqual(['0', '1'])
    await requests[1]?.finish('answered')
    expect(started.slice(3)).toEqual(['0', '1', '0', '2'])
  })

  it('brings the herd back once a probe is answered, unless answered connects fail as well', async () => {
    const { clock, started, add } = makeStage()
    const requests = [0, 1, 2].map((at) => add(String(at), at))
    await settle()
    for (const one of requests) await one.finish('no-host')
    await clock.pass(100)
    requests[0]?.reachNow()
    expect(started.splice(0)).toEqual(['0', '1', '2', '0', '1', '2'])
    // Their pictures find no way: the next answer promises nothing.
    for (const one of requests) {
      one.reachNow()
      await one.finish('no-host')
    }
    await clock.pass(100)
    expect(started).toEqual(['0'])
    // Nor where a busy server leaves one handshake without an answer.
    await requests[0]?.finish('no-host')
    await clock.pass(200)
    requests[1]?.reachNow()
    await clock.pass(900)
    expect(started).toEqual(['0', '1'])
  })

  it('brings tiles back before cameras on stand-by that have failed as well', async () => {
    const { clock, started, add } = makeStage()
    const tiles = ['t1', 't2'].map((name, at) => add(name, at))
    const standby = ['s1', 's2', 's3'].map((name) => add(name, 5, false))
    await clock.pass(4_000)
    for (const one of [...tiles, ...standby]) one.finishNow('no-host')
    await clock.pass(100)
    expect(started.splice(0)).toEqual(['t1', 't2', 's1', 's2', 's3', 't1'])
    await tiles[0]?.finish('answered')
    expect(started).toEqual(['t2'])
    await tiles[1]?.finish('answered')
    expect(started).toEqual(['t2', 's1', 's2'])
  })

  it('connects a camera that is typed while all others fail or hang', async () => {
    const { clock, started, add, request } = makeStage()
    const failing = [0, 1, 2, 3].map((at) => add(String(at), at))
    await clock.pass(10_000)
    for (const one of failing.slice(0, 2)) one.finishNow('no-host')
    await settle()
    await request('typed', 9)
    expect(started.at(-1)).toBe('typed')
  })

  it('lets the tries of cameras that have failed hold up nobody', async () => {
    const { clock, started, add, request, queue } = makeStage({ isAnyoneAlive: true })
    const failed = [0, 1, 2].map((at) => add(String(at), at))
    await clock.pass(limits.firstAloneMs)
    for (const one of failed) await one.finish('no-host')
    for (const one of failed) queue.add(one)
    await settle()
    await request('typed', 9)
    expect(started.slice(failed.length)).toEqual(['0', '1', '2', 'typed'])
  })

  it('leaves the waiting to the camera while others are alive', async () => {
    const { started, request } = makeStage({ isAnyoneAlive: true })
    const one = await request('one', 0)
    await one.finish('no-host')
    expect(one.backedOff).toBe(1)
    expect(started).toEqual(['one'])
  })

  it('tells when a host is back whose links have all been lost, and not when others are well', async () => {
    const options = { isAnyoneAlive: true }
    const { calls, queue, request } = makeStage(options)
    expect(queue.lostHost()).toBe(false)
    await (await request('camera', 0)).finish('answered')
    expect(calls).toEqual([])
    options.isAnyoneAlive = false
    expect(queue.lostHost()).toBe(true)
    await (await request('camera', 0)).finish('answered')
    expect(calls).toEqual(['host is back'])
  })

  it('tells when the host is back, and not for every answer', async () => {
    const { calls, request } = makeStage({ isAnyoneAlive: true })
    const answer = async (outcome: ConnectOutcome) => (await request('camera', 0)).finish(outcome)
    await answer('answered')
    await answer('no-host')
    expect(calls).toEqual([])
    await answer('answered')
    expect(calls).toEqual(['host is back'])
    await answer('answered')
    expect(calls).toEqual(['host is back'])
  })

  it('serves who asks again during its own turn afterwards, not twice at once', async () => {
    const { clock, started, queue, request } = makeStage()
    const one = await request('one', 0)
    queue.add(one)
    await clock.pass(limits.placeHeldMs)
    expect(started).toEqual(['one'])
    await one.finish('answered')
    expect(started).toEqual(['one', 'one'])
  })

  it('leaves the first of a batch alone also when a camera on stand-by is through meanwhile', async () => {
    const { started, add, request } = makeStage()
    const standby = await request('s1', 5, false)
    add('a', 0)
    await request('b', 1)
    await standby.finish('answered')
    expect(started).toEqual(['s1', 'a'])
  })

  it('starts nobody who was withdrawn, and nobody while paused', async () => {
    const { started, queue, add, request } = makeStage()
    queue.withdraw(add('gone', 0))
    queue.pause()
    await request('paused', 1)
    expect(started).toEqual([])
    queue.hurry()
    await settle()
    expect(started).toEqual(['paused'])
  })

  it('brings a herd back in groups, too', async () => {
    const { clock, started, add } = makeStage()
    const requests = [0, 1, 2, 3, 4, 5].map((at) => add(String(at), at))
    await clock.pass(2_000)
    for (const one of requests) one.finishNow('no-host')
    await clock.pass(100)
    expect(started.splice(0)).toEqual(['0', '1', '2', '3', '4', '5', '0'])
    await requests[0]?.finish('answered')
    expect(started).toEqual(['1', '2', '3'])
  })

  it('starts the first of a later batch alone as well', async () => {
    const { started, add, request } = makeStage()
    const a = await request('a', 0)
    await a.finish('answered')
    const b = add('b', 1)
    await request('c', 2)
    expect(started).toEqual(['a', 'b'])
    await b.finish('answered')
    expect(started).toEqual(['a', 'b', 'c'])
  })

  it('probes at once when something has changed for the better', async () => {
    const { started, queue, request } = makeStage()
    const one = await request('one', 0)
    await one.finish('no-host')
    expect(started).toEqual(['one'])
    queue.hurry()
    await settle()
    expect(started).toEqual(['one', 'one'])
  })

  it('knows nothing more of a failure before a camera was withdrawn', async () => {
    const { started, queue, request } = makeStage()
    const one = await request('one', 0)
    await one.finish('no-host')
    queue.withdraw(one)
    expect(queue.has(one)).toBe(false)
    queue.add(one)
    expect(queue.has(one)).toBe(true)
    await settle()
    expect(started).toEqual(['one', 'one'])
  })

  it('starts nobody and waits for nothing once it is disposed of', async () => {
    const { clock, started, queue, add, request } = makeStage()
    const one = add('one', 0)
    await request('two', 1)
    queue.dispose()
    one.finishNow('no-host')
    await clock.pass(10_000)
    expect(started).toEqual(['one'])
    expect(clock.pendingCount).toBe(0)
  })

  it('serves everybody in the end, whatever fails how often, with one probe at most while the gate is shut', async () => {
    const plans = fc.array(fc.record({ visible: fc.boolean(), failures: fc.nat(40) }), {
      minLength: 1,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(plans, async (cameras) => {
        const { clock, gate, queue } = makeStage()
        let probesInFlight = 0
        const served = new Set<number>()
        for (const [at, camera] of cameras.entries()) {
          let left = camera.failures
          let hasFailed = false
          queue.add({
            priority: () => at,
            isVisible: () => camera.visible,
            backOff: () => undefined,
            connect: async () => {
              const isProbe = hasFailed && gate.isShut
              if (isProbe) expect(probesInFlight).toBe(0)
              if (isProbe) probesInFlight += 1
              await new Promise<void>((resolve) => clock.after(20, resolve))
              if (isProbe) probesInFlight -= 1
              left -= 1
              hasFailed = left >= 0
              if (hasFailed) return 'no-host'
              served.add(at)
              return 'answered'
            },
          })
        }
        await clock.pass(12 * 40 * 220 + 1_000)
        expect(served.size).toBe(cameras.length)
      }),
      { numRuns: 25, seed: 20_261_122 },
    )
  })

  it('dials whoever is well as soon as on a quiet wall, whichever others fail or hang for good', async () => {
    const plans = fc.array(
      fc.record({ visible: fc.boolean(), how: fc.constantFrom('well', 'fails', 'hangs', 'times out') }),
      { minLength: 2, maxLength: 16 },
    )
    await fc.assert(
      fc.asyncProperty(plans, async (cameras) => {
        const { clock, queue } = makeStage()
        const dials: number[] = []
        const joined = new Set<number>()
        for (const [at, { visible, how }] of cameras.entries()) {
          queue.add({
            priority: () => at,
            isVisible: () => visible,
            backOff: () => undefined,
            connect: async () => {
              dials.push(at)
              if (how === 'hangs') await new Promise(() => undefined)
              await new Promise<void>((resolve) => clock.after(how === 'times out' ? 5_000 : 20, resolve))
              if (how !== 'well') return 'no-host'
              joined.add(at)
              return 'answered'
            },
          })
        }
        // Each place is given up after its time; those on stand-by follow two by two.
        const ofVisible = Math.ceil(cameras.length / limits.groupSize)
        const turns = ofVisible + Math.ceil(cameras.length / limits.standbyGroupSize)
        await clock.pass(limits.firstAloneMs + turns * (limits.placeHeldMs + 20))
        const well = [...cameras.keys()].filter((at) => cameras[at]?.how === 'well')
        expect([...joined].sort((a, b) => a - b)).toEqual(well)
        // By its first dial, and only that.
        for (const at of well) expect(dials.filter((dialled) => dialled === at)).toHaveLength(1)
      }),
      { numRuns: 60, seed: 20_261_122 },
    )
  })

  it('never probes one camera twice in a row while another waits', async () => {
    const plans = fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 2, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(plans, async (latenciesMs) => {
        const { clock, queue } = makeStage()
        const inFlight = new Set<number>()
        const unfair: number[] = []
        let dials = 0
        let lastAt = -1
        for (const [at, latencyMs] of latenciesMs.entries()) {
          queue.add({
            priority: () => at,
            isVisible: () => true,
            backOff: () => undefined,
            connect: async () => {
              if (at === lastAt && inFlight.size < latenciesMs.length - 1) unfair.push(at)
              lastAt = at
              dials += 1
              inFlight.add(at)
              await new Promise<void>((resolve) => clock.after(latencyMs, resolve))
              inFlight.delete(at)
              return 'no-host'
            },
          })
        }
        await clock.pass(60_000)
        expect(unfair).toEqual([])
        expect(dials).toBeGreaterThan(latenciesMs.length + 10)
      }),
      { numRuns: 40, seed: 20_261_122 },
    )
  })
})
