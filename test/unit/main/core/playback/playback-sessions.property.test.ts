import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { WallErrorCode } from '#contract/errors.ts'
import { happenings } from '#test/unit/happenings.ts'
import { settle } from '../support/fake-time.ts'
import { pageOne, pageTwo, SessionsStand } from './sessions-stand.ts'

const page = fc.constantFrom(pageOne, pageTwo)
const failures: readonly WallErrorCode[] = [
  'unreachable',
  'timeout',
  'platform_failed',
  'key_rejected',
  'not_allowed',
]

/** What can happen to the sessions: pages, players, time and the platform. */
const step = happenings({
  open: [6, { page, camera: fc.constantFrom('1', '2', '3', '4', '5') }],
  hold: [
    5,
    {
      page,
      roles: fc.array(fc.constantFrom('playing', 'paused', 'dropped'), { minLength: 8, maxLength: 8 }),
    },
  ],
  segment: [6, { at: fc.nat(20) }],
  pass: [6, { ms: fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 200_000 })) }],
  killed: [1, {}],
  left: [1, { page }],
  cap: [1, { cap: fc.integer({ min: 1, max: 8 }) }],
  latency: [1, { ms: fc.integer({ min: 0, max: 6_000 }) }],
  fails: [1, { code: fc.option(fc.constantFrom(...failures), { nil: undefined }) }],
  reuse: [1, { reuses: fc.boolean() }],
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const sequences = fc.array(step, { maxLength: 60, size: 'max' })

async function run(steps: readonly Step[]) {
  let draws = 0
  // Deterministic, and never the same twice in a row.
  const stand = new SessionsStand({ random: () => ((draws += 1) * 0.618) % 1 })
  stand.sessions.join(pageTwo)
  const known: { readonly id: string; readonly page: typeof pageOne }[] = []
  let unanswered = 0
  let opens = 0
  for (const happening of steps) {
    switch (happening.kind) {
      case 'open': {
        unanswered += 1
        // Each at another instant, so that each start can be told apart.
        opens += 1
        const atMs = 1_700_000_000_000 + opens * 1_000
        const { page: of, camera } = happening
        void stand.sessions.open(of, { cameraId: camera, atMs, quality: 'full' }).then((opened) => {
          unanswered -= 1
          if (opened.ok) known.push({ id: opened.value.playbackId, page: of })
          return undefined
        })
        break
      }
      case 'hold': {
        const own = known.filter((playback) => playback.page === happening.page)
        const of = (role: string) =>
          own.filter((_, at) => happening.roles[at % happening.roles.length] === role).map(({ id }) => id)
        stand.sessions.hold(happening.page, of('playing'), of('paused'))
        break
      }
      case 'segment': {
        const playback = known[happening.at % Math.max(1, known.length)]
        if (playback !== undefined && stand.sessions.find(playback.id) !== undefined)
          void stand.segment(playback.id)
        break
      }
      case 'pass':
        await stand.time.advance(happening.ms)
        break
      case 'killed':
        stand.killAll()
        break
      case 'left':
        stand.sessions.leave(happening.page)
        stand.sessions.join(happening.page)
        break
      case 'cap':
        stand.cap = happening.cap
        break
      case 'latency':
        stand.latencyInMs = happening.ms
        break
      case 'fails':
        stand.fails = happening.code
        break
      case 'reuse':
        stand.reuses = happening.reuses
        break
    }
    await settle()
  }
  return { stand, unanswered: () => unanswered }
}

test('what is looked at is used every 35 s at the latest', async () => {
  const passing = fc.array(fc.record({ ms: fc.integer({ min: 0, max: 100_000 }), asks: fc.boolean() }), {
    maxLength: 30,
    size: 'max',
  })
  await fc.assert(
    fc.asyncProperty(passing, fc.constantFrom('playing', 'paused'), async (stretches, role) => {
      let draws = 0
      const stand = new SessionsStand({ random: () => ((draws += 1) * 0.618) % 1 })
      const { playbackId } = await stand.opened('1')
      let pausedForMs = 0
      for (const { ms, asks } of stretches) {
        if (role === 'playing') stand.sessions.hold(pageOne, [playbackId], [])
        else stand.sessions.hold(pageOne, [], [playbackId])
        await stand.time.advance(ms)
        pausedForMs += ms
        if (role === 'paused' && pausedForMs > 550_000) break
        if (asks) await stand.segment(playbackId)
        const [side] = stand.platform.values()
        expect(stand.time.monotonicMs() - (side?.lastUsedMs ?? 0)).toBeLessThanOrEqual(
          35_000 + stand.latencyInMs,
        )
      }
      expect(stand.starts).toHaveLength(1)
    }),
    { numRuns: 100 },
  )
})

/**
 * Refusals for the cap that were asked for too soon after another: a second one within the time needs a stop of one of
 * our sessions, or was under way with the first.
 */
function tooSoon({ starts, stops, latencyInMs }: SessionsStand) {
  const refusals = starts.filter(({ outcome }) => outcome === 'too_many_sessions')
  return refusals.filter((start, at) => {
    const before = refusals[at - 1]
    return (
      before !== undefined &&
      start.sessionId === undefined &&
      start.askedAtMs > before.askedAtMs + latencyInMs + 6_000 &&
      start.askedAtMs < before.askedAtMs + 10_000 &&
      stops.length === 0
    )
  })
}

test('whatever happens, the platform is asked as seldom as is enough, and all ends with an answer and a stop', async () => {
  await fc.assert(
    fc.asyncProperty(sequences, async (steps) => {
      const { stand, unanswered } = await run(steps)
      expect(stand.mostStartsAtOnce, 'starts of one playback together').toBeLessThanOrEqual(1)
      // The manifest follows at once where the segment was no answer.
      for (const { afterMs, kind } of stand.touches) {
        if (kind === 'segment')
          expect(afterMs, 'kept alive after its last use').toBeGreaterThanOrEqual(25_000 - 1)
      }
      expect(tooSoon(stand), 'asked about the cap too soon').toEqual([])
      stand.latencyInMs = 10
      const ended = stand.sessions.dispose()
      await stand.time.advance(30_000)
      await ended
      // Nothing of what dies by itself is left either, so that only what was forgotten would be.
      expect(stand.aliveOnPlatform, 'started and not stopped').toEqual([])
      expect(unanswered(), 'openers without an answer').toBe(0)
      expect(stand.time.pending, 'timers').toBe(0)
    }),
    {
      numRuns: 400,
      examples: [
        // A start that waits for a stop, in a session that is being ended.
        [
          [
            { kind: 'cap', cap: 1 },
            { kind: 'latency', ms: 168 },
            { kind: 'open', page: pageTwo, camera: '1' },
            { kind: 'pass', ms: 10_001 },
            { kind: 'open', page: pageOne, camera: '2' },
            { kind: 'open', page: pageOne, camera: '2' },
            { kind: 'pass', ms: 167 },
            { kind: 'hold', page: pageTwo, roles: ['dropped'] },
            { kind: 'open', page: pageOne, camera: '1' },
            { kind: 'pass', ms: 1 },
          ],
        ],
        // Another session in place of one that had been brought back meanwhile.
        [
          [
            { kind: 'open', page: pageOne, camera: '1' },
            { kind: 'pass', ms: 20 },
            { kind: 'killed' },
            { kind: 'open', page: pageOne, camera: '1' },
            { kind: 'segment', at: 0 },
            { kind: 'pass', ms: 20 },
            { kind: 'reuse', reuses: false },
          ],
        ],
      ],
    },
  )
})
