import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { WallErrorCode } from '#contract/errors.ts'
import { brokerLimits } from '#main/core/live-view/defaults.ts'
import { happenings } from '#test/unit/happenings.ts'
import { settle } from '../support/fake-time.ts'
import { BrokerStand } from './broker-stand.ts'

const cameraIds = ['a', 'b', 'c', 'd', 'e', 'f']
const camera = fc.constantFrom(...cameraIds)
const failures: readonly WallErrorCode[] = [
  'unreachable',
  'timeout',
  'platform_failed',
  'rate_limited',
  'bad_answer',
  'key_rejected',
  'not_allowed',
  'not_found',
  'vault_unavailable',
]

/** What can happen to a broker: its callers, its platform, its clocks. */
const step = happenings({
  want: [4, { cameras: fc.subarray(cameraIds) }],
  take: [6, { camera }],
  pass: [6, { ms: fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 200_000 })) }],
  fine: [2, {}],
  fails: [2, { code: fc.constantFrom(...failures), only: fc.option(camera, { nil: undefined }) }],
  latency: [1, { ms: fc.integer({ min: 0, max: 6_000 }) }],
  life: [1, { ms: fc.integer({ min: 1, max: 180_000 }) }],
  // Between falling asleep and being told of it somebody may still take.
  sleep: [2, { ms: fc.integer({ min: 0, max: 400_000 }), camera }],
  'clock-set': [1, { ms: fc.integer({ min: -400_000, max: 400_000 }) }],
  'new-key': [1, {}],
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

interface Handed {
  readonly token: string
  readonly ageMs: number
}

async function run(steps: readonly Step[]) {
  // Deterministic, and never the same twice in a row.
  let draws = 0
  const stand = new BrokerStand({}, () => ((draws += 1) * 0.618) % 1)
  const handed: Handed[] = []
  let unanswered = 0
  let wasSetBack = false
  const take = (cameraId: string) => {
    unanswered += 1
    void stand.broker.take(cameraId).then((taken) => {
      unanswered -= 1
      if (!taken.ok) return undefined
      const bornMs = stand.tokens.get(taken.value.token)?.bornMs ?? Number.NaN
      return handed.push({ token: taken.value.token, ageMs: stand.trueMs - bornMs })
    })
  }
  for (const happening of steps) {
    switch (happening.kind) {
      case 'want':
        stand.broker.want(happening.cameras)
        break
      case 'take':
        take(happening.camera)
        break
      case 'pass':
        await stand.time.advance(happening.ms)
        break
      case 'fine':
        stand.weather = { kind: 'fine' }
        stand.weatherOf.clear()
        break
      case 'fails': {
        const weather = { kind: 'fails', code: happening.code } as const
        if (happening.only === undefined) stand.weather = weather
        else stand.weatherOf.set(happening.only, weather)
        break
      }
      case 'latency':
        stand.latencyInMs = happening.ms
        break
      case 'life':
        stand.lifeInMs = happening.ms
        break
      case 'sleep':
        stand.sleep(happening.ms)
        // A clock set back just before a sleep deceives both clocks; only being told of the sleep helps then.
        if (!wasSetBack) take(happening.camera)
        await settle()
        stand.broker.wake()
        break
      case 'clock-set':
        stand.time.setWall(happening.ms)
        wasSetBack ||= happening.ms < 0
        break
      case 'new-key':
        stand.broker.reset()
        break
    }
    await settle()
  }
  return { stand, handed, unanswered: () => unanswered }
}

const sequences = fc.array(step, { maxLength: 60, size: 'max' })

/** n mints in a stretch of t seconds: n - rate × t is at most the burst, for every pair of ends. */
function mostInARow(mints: BrokerStand['mints']): number {
  let lowest = Number.POSITIVE_INFINITY
  let most = 0
  for (const [index, { atMs }] of mints.entries()) {
    const level = index - (brokerLimits.mintsPerSecond * atMs) / 1_000
    lowest = Math.min(lowest, level)
    most = Math.max(most, level - lowest + 1)
  }
  return most
}

test('whatever happens, tickets are fresh, mints are few, and everybody is answered and served in the end', async () => {
  await fc.assert(
    fc.asyncProperty(sequences, async (steps) => {
      const { stand, handed, unanswered } = await run(steps)
      for (const { ageMs } of handed) expect(ageMs, 'age of a ticket').toBeLessThanOrEqual(170_000)
      expect(new Set(handed.map(({ token }) => token)).size, 'none twice').toBe(handed.length)
      expect(stand.mostAtOnceOfOneCamera, 'mints of one camera together').toBeLessThanOrEqual(1)
      expect(mostInARow(stand.mints), 'mint rate').toBeLessThanOrEqual(brokerLimits.mintBurst + 1e-6)
      // After any history a fine platform serves every camera.
      stand.weather = { kind: 'fine' }
      stand.weatherOf.clear()
      stand.latencyInMs = 20
      stand.lifeInMs = 180_000
      // The longest of: an answer under way, the delay between probes, the memory of a refusal.
      await stand.time.advance(brokerLimits.refusalHoldsInMs + 10_000)
      expect(unanswered(), 'takers without an answer').toBe(0)
      if (stand.broker.stopped !== undefined) stand.broker.reset()
      for (const cameraId of cameraIds) {
        expect(await stand.take(cameraId, 2_000), cameraId).toMatchObject({ ok: true })
      }
    }),
    { numRuns: 300 },
  )
})
