import { beforeEach, describe, expect, it, test } from 'vitest'
import { type WallErrorCode, wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { PlatformResult } from '#main/core/platform/failure.ts'
import type { PlaybackWish, ReadSession } from '#main/core/platform/playback-calls.ts'
import { playbackLimits } from '#main/core/playback/defaults.ts'
import type { Holder } from '#main/core/playback/holders.ts'
import { SessionStarter, type StartWish } from '#main/core/playback/session-starter.ts'
import { settle } from '../support/fake-time.ts'

const session: ReadSession = { url: 'https://site.example/m.m3u8', sessionId: 's-1', currentSessions: 1 }
const no = (code: WallErrorCode, retryAfterInMs?: number): PlatformResult<ReadSession> =>
  fail({ error: wallError(code), retryAfterInMs, maybeCarriedOut: false })

/** A starter before a platform whose next answers the test writes down; without one it grants. */
class StarterStand {
  readonly asked: PlaybackWish[] = []
  readonly locals: string[] = []
  answers: (PlatformResult<ReadSession> | Promise<PlatformResult<ReadSession>>)[] = []
  stopped: Promise<PlatformResult<undefined>> = Promise.resolve(ok(undefined))
  refusal: 'too-near' | 'unknown-name' | undefined
  others: readonly Holder[] = []
  granted = 0
  nowMs = 50_000
  readonly starter = new SessionStarter({
    calls: {
      start: async (wish) => {
        this.asked.push(wish)
        return this.answers.shift() ?? ok(session)
      },
      stop: () => this.stopped,
      localLive: async (cameraId) => {
        this.locals.push(cameraId)
        return ok({ url: 'live.m3u8' })
      },
    },
    baseUrl: 'https://site.example/api',
    refusalOf: async () => this.refusal,
    clock: { wallMs: () => 0, monotonicMs: () => this.nowMs },
    limits: { ...playbackLimits, capHoldsInMs: 10_000 },
  })

  start(change: Partial<StartWish> = {}) {
    return this.starter.start({
      cameraId: '7',
      quality: 'full',
      window: { startMs: 1, endMs: 2 },
      sessionId: undefined,
      others: () => this.others,
      onGranted: () => (this.granted += 1),
      ...change,
    })
  }

  /** So many tiles of this wall have sessions. */
  hold(count: number): void {
    this.others = Array.from({ length: count }, (_, at) => ({ monitor: 1, tile: at + 1 }))
  }
}

let stand: StarterStand
beforeEach(() => {
  stand = new StarterStand()
})

/** It has two sessions, and was refused a third. */
async function fill(): Promise<void> {
  stand.hold(2)
  stand.answers = [no('too_many_sessions')]
  await stand.start()
}

const codeOf = (answer: PlatformResult<unknown>) => (answer.ok ? 'ok' : answer.error.error.code)

describe('the address of footage', () => {
  test.for([
    ['https://video.example/m.m3u8?a=1#x', 'https://video.example/m.m3u8?a=1'],
    ['/m.m3u8', 'https://site.example/m.m3u8'],
    ['m.m3u8', 'https://site.example/api/m.m3u8'],
    ['ftp://video.example/m.m3u8', 'footage_address_missing'],
    ['xhttps:m.m3u8', 'footage_address_missing'],
    ['javascript:alert(1)', 'footage_address_missing'],
    ['file:///etc/passwd', 'footage_address_missing'],
    ['data:,x', 'footage_address_missing'],
    ['https://user@video.example/m.m3u8', 'footage_address_missing'],
    ['https://:pass@video.example/m.m3u8', 'footage_address_missing'],
    ['https://[', 'footage_address_missing'],
    ['http://video.example/m.m3u8', 'footage_unencrypted'],
  ] as const)('%s is %s', async ([url, is]) => {
    stand.answers = [ok({ ...session, url })]
    const answer = await stand.start()
    if (answer.ok) expect([answer.value.url.href, answer.value.sessionId]).toEqual([is, 's-1'])
    else
      expect(answer.error).toMatchObject({
        error: { code: 'bad_answer', exact: { code: is } },
        maybeCarriedOut: true,
      })
  })

  test.for([
    ['too-near', 'footage_too_near'],
    ['unknown-name', 'footage_unknown_name'],
  ] as const)('that is %s is refused in words', async ([refusal, exact]) => {
    stand.refusal = refusal
    expect(await stand.start()).toMatchObject({
      error: { error: { code: 'address_refused', exact: { code: exact, values: { host: 'site.example' } } } },
    })
  })
})

describe('a start', () => {
  it('names camera, window, rendition and the session to go on with', async () => {
    await stand.start()
    await stand.start({ quality: 'reduced', sessionId: 's-1' })
    const wish = { cameraId: '7', startMs: 1, endMs: 2 }
    expect(stand.asked).toEqual([
      { ...wish, isReduced: false, sessionId: undefined },
      { ...wish, isReduced: true, sessionId: 's-1' },
    ])
    expect(stand.granted).toBe(2)
  })

  it('of local live is another call, and counts for no cap', async () => {
    const answer = await stand.start({ window: undefined })
    expect(answer.ok && answer.value).toEqual({
      url: new URL('https://site.example/api/live.m3u8'),
      sessionId: undefined,
    })
    expect([stand.locals, stand.asked, stand.granted]).toEqual([['7'], [], 0])
  })

  test.for(['not_found', 'refused', 'no_recording'] as const)(
    'of the reduced rendition that is answered %s asks for the other one: a platform may mean another storage by it',
    async (code) => {
      stand.answers = [no(code)]
      expect(codeOf(await stand.start({ quality: 'reduced' }))).toBe('ok')
      expect(stand.asked.map(({ isReduced }) => isReduced)).toEqual([true, false])
      stand.answers = [no(code), no('no_recording')]
      expect(codeOf(await stand.start({ quality: 'reduced' }))).toBe('no_recording')
      expect(stand.asked).toHaveLength(4)
      stand.answers = [no('platform_failed')]
      expect(codeOf(await stand.start({ quality: 'reduced' }))).toBe('platform_failed')
      expect(stand.asked).toHaveLength(5)
    },
  )

  it('of the reduced rendition asks without the session once: what refuses it twice does not mean the session', async () => {
    stand.answers = [no('refused'), no('refused'), no('refused'), no('refused')]
    expect(codeOf(await stand.start({ quality: 'reduced', sessionId: 's-1' }))).toBe('refused')
    expect(stand.asked.map(({ isReduced, sessionId }) => [isReduced, sessionId])).toEqual([
      [true, 's-1'],
      [true, undefined],
      [false, undefined],
    ])
    // One that is only not there in the reduced rendition goes on.
    stand.asked.length = 0
    stand.answers = [no('no_recording')]
    await stand.start({ cameraId: '8', quality: 'reduced', sessionId: 's-1' })
    expect(stand.asked.map(({ sessionId }) => sessionId)).toEqual(['s-1', 's-1'])
  })

  it('of the reduced rendition goes on asking for both where something was there in full alone', async () => {
    stand.answers = [no('refused'), no('refused'), no('refused'), ok(session), no('refused')]
    await stand.start({ quality: 'reduced' })
    await stand.start({ cameraId: '8', quality: 'reduced' })
    expect(codeOf(await stand.start({ quality: 'reduced' }))).toBe('ok')
    expect(stand.asked.map(({ isReduced }) => isReduced)).toEqual([true, false, true, false, true, false])
  })

  it('of the reduced rendition asks for both again two hours earlier, and not a second later', async () => {
    const atMs = 1_800_000_000_000
    for (const startMs of [atMs, atMs + 1_000, atMs - 7_200_000]) {
      stand.answers = [no('no_recording'), no('no_recording')]
      await stand.start({ quality: 'reduced', window: { startMs, endMs: startMs + 3_600_000 } })
    }
    expect(stand.asked.map(({ startMs, isReduced }) => [startMs - atMs, isReduced])).toEqual([
      [0, true],
      [0, false],
      [1_000, true],
      [-7_200_000, true],
      [-7_200_000, false],
    ])
  })

  it('remembers of so many starts that neither rendition is there, the newest ones', async () => {
    const count = playbackLimits.maxNowhere + 1
    for (let camera = 0; camera < count; camera += 1) {
      stand.answers = [no('refused'), no('refused')]
      await stand.start({ cameraId: `${camera}`, quality: 'reduced' })
    }
    stand.asked.length = 0
    for (const cameraId of [`${count - 1}`, '1', '0']) {
      stand.answers = [no('refused')]
      await stand.start({ cameraId, quality: 'reduced' })
    }
    expect(stand.asked.map(({ cameraId }) => cameraId)).toEqual([`${count - 1}`, '1', '0', '0'])
  })

  test.for([
    ['not_found', 's-1', 2],
    ['refused', 's-1', 2],
    ['not_allowed', 's-1', 2],
    ['platform_failed', 's-1', 1],
    ['not_found', undefined, 1],
  ] as const)('that is answered %s for session %s is asked %d times', async ([code, sessionId, times]) => {
    stand.answers = [no(code)]
    expect(codeOf(await stand.start({ sessionId }))).toBe(times === 2 ? 'ok' : code)
    expect(stand.asked.map((wish) => wish.sessionId)).toEqual([sessionId, undefined].slice(0, times))
  })
})

describe('the cap', () => {
  it('is unknown before a refusal, and then the most that there were at once', async () => {
    stand.answers = [ok({ ...session, currentSessions: 7 }), no('too_many_sessions')]
    await stand.start()
    expect(stand.starter.cap).toBeUndefined()
    stand.hold(2)
    expect(await stand.start()).toMatchObject({
      error: { error: { exact: { code: 'sessions_used_by', values: { cap: 7 } }, retryInMs: 10_000 } },
    })
    expect(stand.starter.cap).toBe(7)
  })

  it('is named with nobody where none was ever granted', async () => {
    stand.answers = [no('too_many_sessions', 1_500.5)]
    expect(await stand.start()).toMatchObject({
      error: { error: wallError('too_many_sessions', undefined, 1_501) },
    })
  })

  it('grows with what is granted, by the platform’s count or by ours', async () => {
    stand.hold(2)
    stand.answers = [no('too_many_sessions'), ok({ ...session, currentSessions: undefined })]
    await stand.start()
    expect(stand.starter.cap).toBe(2)
    stand.nowMs += 10_000
    stand.hold(3)
    await stand.start()
    expect(stand.starter.cap).toBe(4)
  })

  it('that was too low lets in the next start at once', async () => {
    const uncounted = ok({ ...session, currentSessions: undefined })
    stand.hold(2)
    stand.answers = [no('too_many_sessions'), uncounted, uncounted]
    await stand.start()
    stand.nowMs += 10_000
    await stand.start()
    stand.hold(3)
    stand.nowMs += 1_000
    expect(codeOf(await stand.start())).toBe('ok')
    expect(stand.starter.cap).toBe(4)
  })

  it('is not asked about at once, whatever Retry-After says', async () => {
    stand.hold(2)
    stand.answers = [no('too_many_sessions', 0)]
    expect(await stand.start()).toMatchObject({ error: { error: { retryInMs: 1_000 } } })
    stand.nowMs += 999
    expect(await stand.start()).toMatchObject({ error: { error: { retryInMs: 1 } } })
    expect(stand.asked).toHaveLength(1)
    stand.nowMs += 1
    expect(codeOf(await stand.start())).toBe('ok')
  })

  it('is asked about by one start when its time is over, for all others', async () => {
    await fill()
    stand.nowMs += 9_999
    expect(await stand.start()).toMatchObject({ error: { error: { retryInMs: 1 }, maybeCarriedOut: false } })
    expect(stand.asked).toHaveLength(1)
    stand.nowMs += 1
    const first = Promise.withResolvers<PlatformResult<ReadSession>>()
    stand.answers = [first.promise]
    const asking = stand.start()
    const other = stand.start()
    await settle()
    expect(stand.asked).toHaveLength(2)
    first.resolve(no('too_many_sessions', 20_000))
    expect([codeOf(await asking), codeOf(await other)]).toEqual(['too_many_sessions', 'too_many_sessions'])
    expect(stand.asked).toHaveLength(2)
    stand.nowMs += 19_999
    expect(codeOf(await stand.start())).toBe('too_many_sessions')
  })

  it('stands in the way of no session that goes on, and of none while there is room', async () => {
    await fill()
    expect(codeOf(await stand.start({ sessionId: 's-1' }))).toBe('ok')
    stand.nowMs += 10_000
    stand.hold(1)
    await Promise.all([stand.start(), stand.start()])
    expect(stand.asked).toHaveLength(4)
  })

  test.for([
    ['has ended', ok(undefined), 'ok'],
    [
      'could not be ended',
      fail({ error: wallError('unreachable'), maybeCarriedOut: true }),
      'too_many_sessions',
    ],
  ] as const)('after a session that %s, a start is answered %s', async ([, stopped, is]) => {
    await fill()
    stand.stopped = Promise.resolve(stopped)
    await stand.starter.stop('s-1', '7')
    expect(codeOf(await stand.start())).toBe(is)
  })

  it('waits for a stop that makes room, and for none while there is room', async () => {
    await fill()
    const stop = Promise.withResolvers<PlatformResult<undefined>>()
    stand.stopped = stop.promise
    stand.hold(1)
    void stand.starter.stop('s-1', '7')
    const waiting = stand.start()
    await settle()
    expect(stand.asked).toHaveLength(1)
    stop.resolve(ok(undefined))
    expect(codeOf(await waiting)).toBe('ok')
    stand.nowMs += 10_000
    stand.stopped = new Promise(() => undefined)
    stand.hold(0)
    void stand.starter.stop('s-1', '7')
    expect(codeOf(await stand.start())).toBe('ok')
  })

  it('that is refused while a stop is under way is asked for once more after it', async () => {
    const stop = Promise.withResolvers<PlatformResult<undefined>>()
    stand.stopped = stop.promise
    void stand.starter.stop('s-1', '7')
    stand.answers = [no('too_many_sessions')]
    const waiting = stand.start()
    await settle()
    expect(stand.asked).toHaveLength(1)
    stop.resolve(ok(undefined))
    expect(codeOf(await waiting)).toBe('ok')
    stand.stopped = new Promise(() => undefined)
    void stand.starter.stop('s-1', '7')
    stand.answers = [no('platform_failed')]
    expect([codeOf(await stand.start()), stand.asked.length]).toEqual(['platform_failed', 3])
  })
})
