import { wallError } from '#contract/errors.ts'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Claimed } from '#main/core/events/outbox/store-port.ts'
import type { OutboxStore } from '#main/core/events/outbox/outbox-store.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { happenings } from '#test/unit/happenings.ts'
import { anEvent, openTestStore } from './outbox-stand.ts'

const leaseInMs = 30_000
const maxDelayInMs = 300_000

/** `lost`: the platform has it, and the answer never came. */
type Fate = 'sent' | 'later' | 'lost' | 'dead'

const actor = fc.nat(2)
const step = happenings({
  accept: [1, { actor, cameras: fc.array(fc.nat(3), { maxLength: 6 }) }],
  claim: [1, { actor, limit: fc.integer({ min: 1, max: 8 }) }],
  // What becomes of the claimed events, in their order.
  deliver: [
    1,
    {
      actor,
      fates: fc.array(fc.constantFrom<Fate>('sent', 'sent', 'later', 'lost', 'dead'), { maxLength: 8 }),
    },
  ],
  // `kill -9`: what it had claimed is nobody's until the lease ends.
  kill: [1, { actor }],
  wait: [1, { ms: fc.nat(40_000) }],
  retry: [1, { actor }],
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Three processes on one file, and the platform that they send to. */
class World {
  readonly #dir = tempDir()
  readonly #stores: OutboxStore[] = [0, 1, 2].map(() => openTestStore(this.#dir))
  readonly #claims: { lease: string; claimed: Claimed }[][] = [[], [], []]
  readonly accepted: { uid: string; camera: number }[] = []
  readonly arrived: string[] = []
  readonly dead = new Set<string>()
  /** Dead letters that arrived after all: after what has arrived meanwhile, by design. */
  readonly comeBack = new Set<string>()
  #nowMs = 1_000_000
  #leases = 0

  run(one: Step): void {
    switch (one.kind) {
      case 'accept':
        return this.#accept(one.actor, one.cameras)
      case 'claim':
        return this.#claim(one.actor, one.limit)
      case 'deliver':
        return this.#deliver(one.actor, one.fates)
      case 'kill':
        this.#claims[one.actor] = []
        this.#stores[one.actor]?.close()
        this.#stores[one.actor] = openTestStore(this.#dir)
        return
      case 'wait':
        this.#nowMs += one.ms
        return
      case 'retry':
        for (const uid of this.dead) this.comeBack.add(uid)
        this.#storeOf(one.actor).retry({ all: true })
    }
  }

  /** Nobody is killed any more and the platform takes everything. */
  finish(): void {
    for (let round = 0; round < 1_000 && this.#storeOf(0).status(0).depth > 0; round += 1) {
      this.#nowMs += leaseInMs
      this.#claim(0, 50)
      const claim = this.#claims[0]?.at(-1)
      this.#deliver(0, claim?.claimed.events.map(() => 'sent') ?? [])
    }
    expect(this.#storeOf(0).status(0)).toMatchObject({ depth: 0 })
    for (const store of this.#stores) store.close()
  }

  #storeOf(at: number): OutboxStore {
    const store = this.#stores[at]
    if (store === undefined) throw new Error('no such process')
    return store
  }

  #accept(at: number, cameras: readonly number[]): void {
    const events = cameras.map((camera, index) => ({ uid: `${this.accepted.length + index}`, camera }))
    this.#storeOf(at).accept({
      events: events.map(({ uid, camera }) => anEvent(uid, { cameraId: `camera-${camera}` })),
      position: undefined,
      nowMs: this.#nowMs,
      maxWaiting: 1_000,
    })
    this.accepted.push(...events)
  }

  #claim(at: number, limit: number): void {
    const lease = `lease-${++this.#leases}`
    const times = { nowMs: this.#nowMs, monotonicMs: this.#nowMs }
    const claimed = this.#storeOf(at).claim({ lease, ...times, leaseInMs, limit, maxDelayInMs })
    this.#claims[at]?.push({ lease, claimed })
  }

  #deliver(at: number, fates: readonly Fate[]): void {
    const claim = this.#claims[at]?.pop()
    if (claim === undefined) return
    const settled = { sent: [] as number[], dead: [] as number[], later: [] as number[] }
    const heldUp = new Set<string>()
    for (const [index, { id, uid, cameraId }] of claim.claimed.events.entries()) {
      const fate = fates[index]
      if (fate === undefined || heldUp.has(cameraId)) continue
      // An answer that comes after another process has taken over says what it says; the platform knows the uid.
      const arrives = fate === 'sent' || fate === 'lost'
      if (arrives && !this.arrived.includes(uid)) this.arrived.push(uid)
      if (fate === 'later' || fate === 'lost') heldUp.add(cameraId)
      if (fate === 'dead' && !this.arrived.includes(uid)) this.dead.add(uid)
      // An answer that was late: of what was buried meanwhile, and others have passed since.
      if (arrives && this.dead.has(uid)) this.comeBack.add(uid)
      if (arrives) this.dead.delete(uid)
      settled[fate === 'lost' ? 'later' : fate].push(id)
    }
    this.#storeOf(at).settle({
      lease: claim.lease,
      nowMs: this.#nowMs,
      sent: settled.sent,
      dead: settled.dead.map((id) => ({ id, why: { error: wallError('refused', 'no') } })),
      later: settled.later.map((id) => ({ id, nextAtMs: this.#nowMs + 5_000, reason: 'later' })),
    })
    this.#storeOf(at).release(claim.lease)
  }
}

it('loses nothing and keeps each camera’s order, whoever sends, fails, stalls or is killed', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const world = new World()
      for (const one of steps) world.run(one)
      world.finish()
      const missing = world.accepted.filter(({ uid }) => !world.arrived.includes(uid) && !world.dead.has(uid))
      expect(missing).toEqual([])
      for (const camera of [0, 1, 2, 3]) {
        const inOrder = world.accepted
          .filter((one) => one.camera === camera && !world.comeBack.has(one.uid))
          .map(({ uid }) => uid)
        const arrived = world.arrived.filter((uid) => inOrder.includes(uid))
        expect(arrived).toEqual(inOrder.filter((uid) => arrived.includes(uid)))
      }
    }),
    { numRuns: 40 },
  )
})
