import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { settle } from '../support/fake-time.ts'
import { BrokerStand, type Weather } from './broker-stand.ts'

/** How one camera can fail while the platform is well: its gateway answers 5xx, resets, talks nonsense, or hangs. */
const failures: readonly Weather[] = [
  { kind: 'fails', code: 'platform_failed' },
  { kind: 'fails', code: 'platform_failed', retryAfterInMs: 60_000 },
  { kind: 'fails', code: 'unreachable', maybeCarriedOut: true },
  { kind: 'fails', code: 'bad_answer' },
  { kind: 'fails', code: 'timeout', afterInMs: 5_000 },
]
const MOST_CAMERAS = 24
const walls = fc.record({
  cameras: fc.integer({ min: 2, max: MOST_CAMERAS }),
  // By rank; undefined is a camera that is well.
  failing: fc.array(fc.option(fc.constantFrom(...failures), { nil: undefined }), {
    minLength: MOST_CAMERAS,
    maxLength: MOST_CAMERAS,
  }),
  restInMs: fc.integer({ min: 0, max: 400_000 }),
  drawSeed: fc.integer({ min: 1, max: 999 }),
})
const seeded = { seed: 20_261_122, numRuns: 150 }

/** 24 cameras of which 23 hang: three turns of eight places of half a second, and the rate of 20 a second. */
const COLD_START_LIMIT_MS = 3_000
/** One turn of the places, and the mint. */
const TYPED_LIMIT_MS = 1_000

function standOf(drawSeed: number): BrokerStand {
  let draws = drawSeed
  return new BrokerStand({}, () => ((draws += 1) * 0.618) % 1)
}

test('whatever other cameras do, one that is well has its ticket by its first take, at a cold start and typed later', async () => {
  await fc.assert(
    fc.asyncProperty(walls, async ({ cameras, failing, restInMs, drawSeed }) => {
      const stand = standOf(drawSeed)
      const ids = Array.from({ length: cameras }, (_, rank) => `cam-${rank}`)
      for (const [rank, cameraId] of ids.entries()) {
        const weather = failing[rank]
        if (weather !== undefined) stand.weatherOf.set(cameraId, weather)
      }
      stand.broker.want(ids)
      const answers = new Map<string, boolean>()
      for (const cameraId of ids) void stand.broker.take(cameraId).then(({ ok }) => answers.set(cameraId, ok))
      await stand.time.advance(COLD_START_LIMIT_MS)
      for (const cameraId of ids) {
        if (!stand.weatherOf.has(cameraId))
          expect(answers.get(cameraId), `${cameraId} at the start`).toBe(true)
      }
      // The page asks for the failing ones again and again.
      for (let passedMs = 0; passedMs < restInMs; passedMs += 20_000) {
        for (const cameraId of stand.weatherOf.keys()) void stand.broker.take(cameraId)
        await stand.time.advance(20_000)
      }
      for (const cameraId of stand.weatherOf.keys()) void stand.broker.take(cameraId)
      await settle()
      let hasTyped = false
      void stand.broker.take('cam-typed').then(({ ok }) => (hasTyped = ok))
      await stand.time.advance(TYPED_LIMIT_MS)
      expect(hasTyped).toBe(true)
    }),
    seeded,
  )
})

test('the probes of an outage go round: never twice in a row to one camera while another needs a ticket', async () => {
  const outages = fc.record({
    cameras: fc.integer({ min: 2, max: MOST_CAMERAS }),
    weather: fc.constantFrom<Weather>(
      { kind: 'fails', code: 'unreachable' },
      { kind: 'fails', code: 'platform_failed' },
      { kind: 'fails', code: 'timeout', afterInMs: 5_000 },
    ),
    asksEveryMs: fc.integer({ min: 100, max: 3_000 }),
    drawSeed: fc.integer({ min: 1, max: 999 }),
  })
  await fc.assert(
    fc.asyncProperty(outages, async ({ cameras, weather, asksEveryMs, drawSeed }) => {
      const stand = standOf(drawSeed)
      const ids = Array.from({ length: cameras }, (_, rank) => `cam-${rank}`)
      stand.weather = weather
      stand.broker.want(ids)
      await stand.time.advance(15_000)
      const from = stand.mints.length
      for (let passedMs = 0; passedMs < 120_000; passedMs += asksEveryMs) {
        // The selected one is asked for most.
        void stand.broker.take('cam-0')
        await stand.time.advance(asksEveryMs)
      }
      const probes = stand.mints.slice(from)
      expect(probes.length).toBeGreaterThan(5)
      // One every ten seconds at the longest, shortened by up to 30 %; some sooner while the delay still grows.
      expect(probes.length).toBeLessThan(30)
      for (const [at, { cameraId }] of probes.entries()) expect(cameraId).not.toBe(probes[at - 1]?.cameraId)
    }),
    seeded,
  )
})
