import { beforeEach, describe, expect, it, test } from 'vitest'
import { type WallErrorCode, wallError } from '#contract/errors.ts'
import { PLAYBACK_IDLE_LIMIT_IN_MS } from '#contract/platform/limits.ts'
import { fail, ok } from '#contract/result.ts'
import type { PlatformResult } from '#main/core/platform/failure.ts'
import { playbackLimits } from '#main/core/playback/defaults.ts'
import { type Granted, PlatformSession } from '#main/core/playback/platform-session.ts'
import { FakeTime } from '../support/fake-time.ts'

const one = { startMs: 1, endMs: 2 }
const other = { startMs: 1, endMs: 3 }
const granted = (sessionId: string | undefined, file = 'm.m3u8'): Granted => ({
  url: new URL(`https://site/${sessionId}/${file}`),
  sessionId,
})

/** A session whose platform answers what the test has written down; without that it goes on with the one it has. */
class Stand {
  readonly time = new FakeTime()
  answers: PlatformResult<Granted>[] = []
  readonly starts: (string | undefined)[] = []
  readonly stops: string[] = []
  readonly touches: string[] = []
  touched: Record<string, 'alive' | 'dead' | 'unknown'> = {}
  isHeld = false
  restarts = 0
  readonly secrets = new Set<string>()
  readonly session: PlatformSession
  #generations = 0

  constructor() {
    this.session = new PlatformSession({
      clock: this.time,
      timers: this.time,
      random: () => 0.5,
      limits: {
        ...playbackLimits,
        restartBackoff: { firstDelayInMs: 1_000, factor: 2, maxDelayInMs: 15_000, jitter: 0 },
      },
      start: async (_window, sessionId) => {
        this.starts.push(sessionId)
        return this.answers.shift() ?? ok(granted(sessionId ?? 's-1'))
      },
      stop: async (sessionId) => void this.stops.push(sessionId),
      touch: async ({ pathname }, kind) => {
        this.touches.push(pathname)
        return this.touched[kind] ?? 'alive'
      },
      isHeld: () => this.isHeld,
      nextGeneration: () => (this.#generations += 1),
      onRestart: () => (this.restarts += 1),
      redact: (secret) => {
        this.secrets.add(secret)
        return () => this.secrets.delete(secret)
      },
    })
  }

  failNext(code: WallErrorCode, retryInMs?: number): void {
    this.answers.push(fail({ error: wallError(code, undefined, retryInMs), maybeCarriedOut: true }))
  }

  /** What a lease is now: its session and generation, or why there is none. */
  async lease(dead?: number) {
    const leased = await this.session.lease(one, dead)
    return leased.ok ? [leased.value.sessionId, leased.value.generation] : leased.error
  }
}

/** Of a session that has begun. */
let stand: Stand
beforeEach(async () => {
  stand = new Stand()
  expect(await stand.session.begin(one)).toEqual(ok(undefined))
})

describe('a session', () => {
  it('counts from its start on, until nobody has used it for as long as the platform keeps it', async () => {
    stand = new Stand()
    expect([stand.session.isAlive, stand.session.isGranted]).toEqual([false, false])
    const beginning = stand.session.begin(one)
    await Promise.resolve()
    expect([stand.session.isAlive, stand.session.isGranted]).toEqual([true, false])
    await beginning
    await stand.time.advance(PLAYBACK_IDLE_LIMIT_IN_MS - 1)
    expect([stand.session.isAlive, stand.session.isGranted]).toEqual([true, true])
    await stand.time.advance(1)
    expect([stand.session.isAlive, stand.session.isGranted]).toEqual([false, false])
  })

  it('counts from when it is promised, unless its start fails after all', async () => {
    stand = new Stand()
    stand.session.granted()
    expect(stand.session.isGranted).toBe(true)
    stand.failNext('bad_answer')
    expect(await stand.session.begin(one)).toMatchObject({ ok: false, error: { code: 'bad_answer' } })
    expect(stand.session.isGranted).toBe(false)
  })

  it('plays the window that it was last started for', async () => {
    const { session } = stand
    expect([session.plays(one), session.plays(other), session.plays(undefined)]).toEqual([true, false, false])
    await session.begin(other)
    expect([
      session.plays(one),
      session.plays({ ...other }),
      session.plays({ startMs: 0, endMs: 3 }),
    ]).toEqual([false, true, false])
  })

  it('keeps its generation for another window under the same address, and gets another with another', async () => {
    await stand.session.begin(other)
    expect(await stand.lease()).toEqual(['s-1', 1])
    stand.answers = [ok(granted('s-1', 'moved.m3u8'))]
    await stand.session.begin(one)
    expect(await stand.lease()).toEqual(['s-1', 2])
  })

  it('leaves to somebody else what the platform has begun in its place', async () => {
    stand.answers = [ok(granted('s-2'))]
    stand.session.granted()
    expect(await stand.session.begin(other)).toEqual(ok(granted('s-2')))
    expect(await stand.lease()).toEqual(['s-1', 1])
    await stand.time.advance(PLAYBACK_IDLE_LIMIT_IN_MS)
    expect(stand.session.isGranted).toBe(false)
  })

  it('without a name is never gone on with', async () => {
    stand = new Stand()
    stand.answers = [ok(granted(undefined)), ok(granted(undefined))]
    await stand.session.begin(undefined)
    expect(await stand.session.begin(undefined)).toEqual(ok(granted(undefined)))
    await stand.session.end()
    expect([stand.stops, stand.secrets.size]).toEqual([[], 0])
  })

  it('has a name that is a secret until another one takes its place, or it ends', async () => {
    expect([...stand.secrets]).toEqual(['s-1'])
    stand.answers = [ok(granted('s-2'))]
    await stand.lease(1)
    expect([...stand.secrets]).toEqual(['s-2'])
    await stand.session.end()
    expect([...stand.secrets]).toEqual([])
  })
})

describe('a session that is dead', () => {
  it('is started again once, under its name, and is another generation', async () => {
    expect(await Promise.all([stand.lease(1), stand.lease(1)])).toEqual([
      ['s-1', 2],
      ['s-1', 2],
    ])
    expect([stand.starts, stand.restarts, stand.stops]).toEqual([[undefined, 's-1'], 1, []])
    expect(await stand.lease(1)).toEqual(['s-1', 2])
  })

  test.for([
    [0, ['s-1']],
    [PLAYBACK_IDLE_LIMIT_IN_MS, []],
  ] as const)(
    'and replaced after %d ms without use is stopped where it may live',
    async ([idleMs, stops]) => {
      await stand.time.advance(idleMs)
      stand.answers = [ok(granted('s-2'))]
      expect(await stand.lease(1)).toEqual(['s-2', 2])
      expect(stand.stops).toEqual(stops)
    },
  )

  it('is asked for again 1, 2, 4 … seconds after its starts failed, and at once after it was served', async () => {
    for (const waitMs of [1_000, 2_000, 4_000]) {
      stand.failNext('platform_failed')
      expect(await stand.lease(1)).toMatchObject({ code: 'platform_failed' })
      await stand.time.advance(0.5)
      const asked = stand.starts.length
      expect(await stand.lease(1)).toMatchObject({ code: 'platform_failed', retryInMs: waitMs })
      expect(stand.starts).toHaveLength(asked)
      await stand.time.advance(waitMs - 0.5)
    }
    expect(await stand.lease(1)).toEqual(['s-1', 2])
    stand.session.used(2)
    stand.failNext('platform_failed')
    await stand.lease(2)
    expect(await stand.lease(2)).toMatchObject({ retryInMs: 1_000 })
  })

  test.for<[WallErrorCode, number | undefined, number]>([
    ['not_allowed', undefined, 15_000],
    ['platform_failed', 30_000, 30_000],
    ['platform_failed', 10, 1_000],
  ])('is left alone after %s (wait %s) for %d ms', async ([code, retryInMs, waitMs]) => {
    stand.failNext(code, retryInMs)
    await stand.lease(1)
    expect(await stand.lease(1)).toMatchObject({ code, retryInMs: waitMs })
  })

  it('is started later where a start did not help, whoever asks; a word about an older one counts for nothing', async () => {
    stand.session.startedInVain(0, wallError('platform_failed'))
    expect(await stand.lease()).toEqual(['s-1', 1])
    stand.session.startedInVain(1, wallError('platform_failed'))
    expect([await stand.lease(), stand.session.isGranted]).toMatchObject([{ retryInMs: 1_000 }, false])
    await stand.time.advance(1_000)
    expect(await stand.lease()).toEqual(['s-1', 2])
  })
})

const run = async ({ generation }: { readonly generation: number }) => generation

describe('what needs a window', () => {
  it('runs at once where it is the session’s, and after a start where it is not', async () => {
    expect(await stand.session.withWindow(one, run)).toEqual(ok(1))
    expect(stand.starts).toHaveLength(1)
    // Its files are called as before: it goes on.
    expect(await stand.session.withWindow(other, run)).toEqual(ok(1))
    expect([stand.starts.length, stand.restarts]).toEqual([2, 0])
    stand.answers = [ok(granted('s-1', 'moved.m3u8'))]
    expect(await stand.session.withWindow(one, run)).toEqual(ok(2))
    expect(stand.restarts).toBe(1)
  })

  it('fails as the start does', async () => {
    stand.failNext('platform_failed')
    expect(await stand.session.withWindow(other, run)).toMatchObject({ error: { code: 'platform_failed' } })
  })

  it('is not disturbed by another start', async () => {
    const work = Promise.withResolvers<void>()
    const working = stand.session.withWindow(one, () => work.promise)
    const beginning = stand.session.begin(other)
    await stand.time.advance(0)
    expect(stand.starts).toHaveLength(1)
    work.resolve()
    await Promise.all([working, beginning])
    expect(stand.starts).toHaveLength(2)
  })
})

function watch(): void {
  stand.isHeld = true
  stand.session.watch()
}

const file = (name: string) => new URL(`https://site/s-1/${name}`)

describe('keeping alive', () => {
  it('asks 30 s after the last use for the last segment, and not for one of before', async () => {
    watch()
    stand.session.used(1, file('1.ts'))
    stand.session.used(0, file('0.ts'))
    await stand.time.advance(20_000)
    stand.session.used(1)
    await stand.time.advance(29_999)
    expect(stand.touches).toEqual([])
    await stand.time.advance(1)
    expect(stand.touches).toEqual(['/s-1/1.ts'])
    await stand.time.advance(30_000)
    expect(stand.touches).toHaveLength(2)
  })

  it('asks for the manifest where no segment is known, or the segment is not there any more', async () => {
    watch()
    await stand.time.advance(30_000)
    stand.session.used(1, file('1.ts'))
    stand.touched = { segment: 'dead' }
    await stand.time.advance(30_000)
    expect(stand.touches).toEqual(['/s-1/m.m3u8', '/s-1/1.ts', '/s-1/m.m3u8'])
    expect(await stand.lease()).toEqual(['s-1', 1])
    // Another generation has other segments.
    await stand.lease(1)
    await stand.time.advance(30_000)
    expect(stand.touches.slice(3)).toEqual(['/s-1/m.m3u8'])
  })

  it('ends with a session that turns out to be dead: the next lease starts it again', async () => {
    watch()
    stand.touched = { manifest: 'dead' }
    await stand.time.advance(30_000)
    expect([stand.session.isGranted, stand.time.pending]).toEqual([false, 0])
    stand.session.watch()
    expect(stand.time.pending).toBe(0)
    expect(await stand.lease()).toEqual(['s-1', 2])
    expect(stand.time.pending).toBe(1)
  })

  it('goes on where nothing came back, and the time without use goes on, too', async () => {
    watch()
    stand.touched = { manifest: 'unknown' }
    await stand.time.advance(60_000)
    expect(stand.touches).toHaveLength(2)
    await stand.time.advance(PLAYBACK_IDLE_LIMIT_IN_MS - 60_000)
    expect(stand.session.isGranted).toBe(false)
  })

  it('is for what somebody looks at, and has one timer', async () => {
    stand.session.watch()
    expect(stand.time.pending).toBe(0)
    stand.isHeld = true
    stand.session.watch()
    stand.session.watch()
    expect(stand.time.pending).toBe(1)
    stand.isHeld = false
    await stand.time.advance(30_000)
    expect([stand.touches, stand.time.pending]).toEqual([[], 0])
  })
})

describe('the end', () => {
  it('stops what lives, and keeps nothing alive any more', async () => {
    watch()
    await stand.session.end()
    stand.session.watch()
    expect([stand.stops, stand.time.pending]).toEqual([['s-1'], 0])
    const closed = { ok: false, error: { code: 'unreachable', exact: { code: 'playback_closed' } } }
    expect([await stand.session.begin(one), await stand.session.lease(one)]).toMatchObject([closed, closed])
    expect(stand.starts).toHaveLength(1)
  })

  it('stops what lives though the clock was set forward', async () => {
    stand.time.setWall(PLAYBACK_IDLE_LIMIT_IN_MS)
    await stand.session.end()
    expect(stand.stops).toEqual(['s-1'])
  })

  it('stops nothing that the platform has given up itself', async () => {
    await stand.time.advance(PLAYBACK_IDLE_LIMIT_IN_MS)
    await stand.session.end()
    expect(stand.stops).toEqual([])
  })
})
