import { beforeEach, describe, expect, it } from 'vitest'
import { platformStand } from '../platform/client-stand.ts'
import { pageOne, pageTwo, SessionsStand } from './sessions-stand.ts'

const hour = 3_600_000
const minute = 60_000

let stand: SessionsStand
beforeEach(() => {
  stand = new SessionsStand()
})

describe('windows', () => {
  it('are as long as a platform allows', async () => {
    const short = new SessionsStand({ limits: { windowInMs: 15 * minute } })
    const nowMs = short.time.wallMs()
    const { startMs, endMs } = await short.opened('1', { agoMs: hour })
    expect([endMs - startMs, nowMs - hour - startMs]).toEqual([15 * minute, (15 * minute) / 4])
  })

  it('are as short as whoever asks wants them', async () => {
    const atMs = stand.time.wallMs() - 7_200_000
    const wish = { cameraId: '1', atMs, fromMs: atMs, quality: 'full' } as const
    const opening = stand.sessions.open(pageOne, wish, 5 * minute)
    await stand.time.advance(100)
    expect(await opening).toMatchObject({ ok: true, value: { startMs: atMs, endMs: atMs + 5 * minute } })
    expect(stand.starts).toMatchObject([{ startMs: atMs, endMs: atMs + 5 * minute }])
  })

  it('end with the newest footage, by the clock of the platform', async () => {
    stand.skewMs = -20_000
    const nowMs = stand.time.wallMs()
    const { startMs, endMs, isNewest } = await stand.opened('1', { agoMs: 30_000 })
    expect(isNewest).toBe(true)
    expect(endMs).toBe(nowMs - 20_000 - 1_000)
    expect(startMs).toBe(nowMs - 30_000 - hour / 4)
  })

  it('do not lie in the future: refused in words, and the platform is not asked', async () => {
    const refused = await stand.open('1', { agoMs: -minute })
    expect(refused).toMatchObject({ ok: false, error: { code: 'range_refused' } })
    expect(stand.starts).toEqual([])
  })

  it('begin with the instant where what lies before it is not kept any more, and are refused where it is not either', async () => {
    const atMs = stand.time.wallMs() - 7_200_000
    stand.keptFromMs = atMs
    expect(await stand.opened('1')).toMatchObject({ startMs: atMs, endMs: atMs + hour })
    expect(stand.starts.map(({ startMs }) => startMs)).toEqual([atMs - hour / 4, atMs])
    stand.keptFromMs = atMs + hour
    expect(await stand.open('2')).toMatchObject({ ok: false, error: { code: 'range_refused' } })
    expect(stand.starts).toHaveLength(4)
    // Whatever else is wrong is no better with less of it.
    stand.fails = 'platform_failed'
    await stand.open('3', { agoMs: 1_800_000 })
    expect(stand.starts).toHaveLength(5)
  })

  it.each(['refused', 'not_found'] as const)(
    'begin with the instant, too, where a platform answers %s: it has no words of ours for what is not kept any more',
    async (code) => {
      const atMs = stand.time.wallMs() - 7_200_000
      stand.keptFromMs = atMs
      stand.tooOld = code
      expect(await stand.opened('1')).toMatchObject({ startMs: atMs, endMs: atMs + hour })
      stand.keptFromMs = atMs + hour
      expect(await stand.open('2')).toMatchObject({ ok: false, error: { code } })
      expect(stand.starts).toHaveLength(4)
    },
  )

  it('that are not kept in either rendition are asked for in one alone for a minute, each where it begins', async () => {
    stand.keptFromMs = stand.time.wallMs()
    stand.tooOld = 'refused'
    const asked = () => stand.starts.splice(0).map(({ isReduced }) => (isReduced ? 'reduced' : 'full'))
    await stand.open('1', { quality: 'reduced' })
    expect(asked()).toEqual(['reduced', 'full', 'reduced', 'full'])
    await stand.open('1', { quality: 'reduced' })
    expect(asked()).toEqual(['reduced', 'reduced'])
    await stand.open('2', { quality: 'reduced' })
    expect(asked()).toEqual(['reduced', 'full', 'reduced', 'full'])
    await stand.open('1', { agoMs: 4 * hour, quality: 'reduced' })
    expect(asked()).toEqual(['reduced', 'full', 'reduced', 'full'])
    await stand.time.advance(minute)
    await stand.open('1', { quality: 'reduced' })
    expect(asked()).toEqual(['reduced', 'full', 'reduced', 'full'])
  })

  it('that begin with the instant are asked for in full, too, although what lies before it is kept in neither', async () => {
    const atMs = stand.time.wallMs() - 2 * hour
    stand.keptFromMs = atMs
    stand.tooOld = 'refused'
    stand.onlyInFull = true
    expect(await stand.opened('1', { quality: 'reduced' })).toMatchObject({ startMs: atMs })
  })

  it('of one camera and page share a session, which is stopped when the last one goes', async () => {
    const first = await stand.opened('1')
    const second = await stand.opened('1', { agoMs: 3_600_000 })
    expect(stand.starts.map(({ sessionId }) => sessionId)).toEqual([undefined, 'session-1'])
    stand.sessions.hold(pageOne, [second.playbackId], [])
    await stand.time.advance(11_000)
    stand.sessions.hold(pageOne, [second.playbackId], [])
    await stand.time.advance(100)
    expect([stand.sessions.find(first.playbackId), stand.stops]).toEqual([undefined, []])
    stand.sessions.hold(pageOne, [], [])
    await stand.time.advance(100)
    expect(stand.stops).toEqual(['session-1'])
  })

  it('of another page, or of another quality, have a session of their own', async () => {
    stand.sessions.join(pageTwo)
    await stand.opened('1')
    await stand.opened('1', { page: pageTwo })
    const opening = stand.sessions.open(pageOne, { cameraId: '1', atMs: 0, quality: 'reduced' })
    await stand.time.advance(100)
    expect((await opening).ok).toBe(true)
    expect(stand.starts.map(({ sessionId }) => sessionId)).toEqual([undefined, undefined, undefined])
    expect(stand.sessions.figures()).toEqual({ restarts: 0, sessions: 3 })
  })

  it('of recordings share none with what is live', async () => {
    const live = [stand.sessions.local(pageOne, '1'), stand.sessions.local(pageOne, '1')]
    await stand.time.advance(100)
    await stand.opened('1')
    const ids = (await Promise.all(live)).map((opened) => (opened.ok ? opened.value.playbackId : ''))
    const [one, two] = ids.map((id) => stand.playback(id).session)
    expect(one).not.toBe(two)
    expect(stand.starts.map(({ sessionId }) => sessionId)).toEqual([undefined])
  })

  it('get one of their own where the platform does not go on with the session that is named', async () => {
    stand.reuses = false
    const first = await stand.opened('1')
    const second = await stand.opened('1', { agoMs: 3_600_000 })
    const leases = await Promise.all(
      [first, second].map(({ playbackId }) => stand.sessions.lease(stand.playback(playbackId))),
    )
    expect(leases.map((lease) => lease.ok && lease.value.sessionId)).toEqual(['session-1', 'session-2'])
  })
})

describe('the cap', () => {
  it('is refused in words, with who holds the sessions', async () => {
    stand.elsewhere = 1
    for (let camera = 1; camera <= 9; camera += 1) await stand.opened(String(camera))
    expect(await stand.open('lobby')).toEqual({
      ok: false,
      error: {
        code: 'too_many_sessions',
        message:
          '10 of 10 playback sessions are in use: tiles 1–9 of this wall and 1 elsewhere. End one of them and try again.',
        exact: {
          code: 'sessions_used_by',
          values: {
            cap: 10,
            holders: [
              { code: 'part_tiles_here', values: { tiles: '1–9' } },
              { code: 'part_sessions_elsewhere', values: { count: 1 } },
            ],
          },
        },
        retryInMs: 15_000,
      },
    })
  })

  it('that others have used up is not known, and is asked about again when its time is over', async () => {
    stand.elsewhere = 10
    expect((await stand.open('1', { quality: 'reduced' })).ok).toBe(false)
    expect(stand.sessions.figures()).toEqual({ restarts: 0, sessions: 0 })
    stand.elsewhere = 0
    expect((await stand.open('1', { quality: 'reduced' })).ok).toBe(false)
    expect(stand.starts).toHaveLength(1)
    await stand.time.advance(15_000)
    expect((await stand.open('1', { quality: 'reduced' })).ok).toBe(true)
  })

  it('is what the platform granted, whoever asks beside', async () => {
    stand.cap = 3
    const opening = ['1', '2', '3', '4', '5'].map((camera) =>
      stand.sessions.open(pageOne, { cameraId: camera, atMs: 0, quality: 'full' }),
    )
    await stand.time.advance(1_000)
    const refused = (await Promise.all(opening)).filter((opened) => !opened.ok)
    expect(refused.map((opened) => opened.error.message)).toEqual([
      expect.stringContaining('3 of 3 playback sessions are in use: tiles 1–3 of this wall.'),
      expect.stringContaining('3 of 3 playback sessions are in use: tiles 1–3 of this wall.'),
    ])
    expect(stand.sessions.figures()).toMatchObject({ cap: 3, sessions: 3 })
  })

  it('counts what the platform has granted and nobody has heard of yet', async () => {
    stand.cap = 3
    stand.answeredLate = '3'
    const opening = ['1', '2', '3', '4'].map((camera) =>
      stand.sessions.open(pageOne, { cameraId: camera, atMs: 0, quality: 'full' }),
    )
    await stand.time.advance(stand.latencyInMs)
    const late = stand.sessions.open(pageOne, { cameraId: '5', atMs: 0, quality: 'full' })
    await stand.time.advance(1_000)
    const refusal = {
      error: {
        message: expect.stringContaining('3 of 3 playback sessions are in use: tiles 1–3 of this wall.'),
      },
    }
    expect(await Promise.all([opening[3], late])).toMatchObject([refusal, refusal])
    expect(stand.starts.map(({ cameraId }) => cameraId).toSorted()).toEqual(['1', '2', '3', '4'])
  })

  it('has room at once when a session of ours ends: its stop is waited for', async () => {
    stand.cap = 2
    const [one] = [await stand.opened('1'), await stand.opened('2'), await stand.open('3')]
    stand.sessions.hold(pageOne, [], [])
    await stand.time.advance(10_000)
    stand.sessions.hold(pageOne, [], [])
    expect(stand.sessions.find(one.playbackId)).toBeUndefined()
    expect((await stand.open('3')).ok).toBe(true)
  })
})

describe('a platform that refuses starts for a while', () => {
  const error = { code: 'rate_limited', message: 'slower' }
  it.each([
    ['in our words', JSON.stringify({ error }), 'rate_limited', undefined],
    ['as text', 'Too many sessions', 'too_many_sessions', 3],
  ])('%s is asked again as late as it wants', async (_, body, code, cap) => {
    const { platform, client } = await platformStand()
    const before = new SessionsStand({ baseUrl: platform.url, calls: client.playback })
    const session = { url: 'm.m3u8', sessionId: 's', currentSessions: 3 }
    platform.answer(200, session)
    await before.opened('1')
    platform.respondWith((_request, response) => response.writeHead(429, { 'retry-after': '60' }).end(body))
    expect(await before.open('2')).toMatchObject({ error: { code, retryInMs: 60_000 } })
    expect(before.sessions.figures().cap).toBe(cap)
    expect(client.health().findings.rateLimits?.verdict).toBe(cap === undefined ? 'confirmed' : undefined)
  })
})

describe('keeping alive', () => {
  it('asks for a byte of the last segment every thirty seconds while paused, for ten minutes', async () => {
    const { playbackId } = await stand.opened('1')
    await stand.segment(playbackId)
    stand.sessions.hold(pageOne, [], [playbackId])
    await stand.time.advance(20 * minute)
    expect(new Set(stand.touches.map(({ kind }) => kind))).toEqual(new Set(['segment']))
    expect(stand.touches.length).toBeGreaterThanOrEqual(19)
    expect(stand.touches.length).toBeLessThanOrEqual(20)
    expect(stand.aliveOnPlatform).toEqual([])
    expect(stand.sessions.figures().sessions).toBe(0)
  })

  it('lets die what was paused for too long, and starts it again on play', async () => {
    const { playbackId } = await stand.opened('1')
    stand.sessions.hold(pageOne, [], [playbackId])
    await stand.time.advance(15 * minute)
    stand.sessions.hold(pageOne, [playbackId], [])
    const playing = stand.segment(playbackId)
    await stand.time.advance(1_000)
    expect(await playing).toBe('dead')
    expect(stand.starts.at(-1)).toMatchObject({ sessionId: 'session-1', outcome: 'ok' })
    expect(await stand.segment(playbackId)).toBe('served')
  })
})

describe('a dead session', () => {
  it('is not asked for again at once when the platform fails', async () => {
    const { playbackId } = await stand.opened('1')
    stand.killAll()
    stand.fails = 'platform_failed'
    const tries = async (count: number) => {
      const trying = Promise.all(Array.from({ length: count }, () => stand.segment(playbackId)))
      await stand.time.advance(100)
      return trying
    }
    expect(await tries(5)).toEqual(Array(5).fill('refused'))
    expect(stand.starts).toHaveLength(2)
    await stand.time.advance(1_000)
    stand.fails = undefined
    expect(await tries(1)).toEqual(['dead'])
  })
})

describe('local live', () => {
  it('has an address of its own, counts for no cap and needs no stop', async () => {
    const opening = stand.sessions.local(pageOne, '1')
    await stand.time.advance(100)
    const opened = await opening
    expect(opened).toMatchObject({
      value: { manifest: expect.stringMatching(/^\/media\/[\w-]{43}\/manifest\.m3u8$/) },
    })
    expect([stand.starts, stand.sessions.figures().sessions]).toEqual([[], 0])
    stand.sessions.leave(pageOne)
    await stand.time.advance(100)
    expect([stand.stops, stand.time.pending]).toEqual([[], 0])
  })
})

describe('ends', () => {
  it('stops all of a page that has gone, also what it has just asked for', async () => {
    await stand.opened('1')
    const late = stand.sessions.open(pageOne, { cameraId: '2', atMs: 0, quality: 'full' })
    stand.sessions.leave(pageOne)
    await stand.time.advance(1_000)
    expect(await late).toMatchObject({ ok: false, error: { code: 'unreachable' } })
    expect([stand.aliveOnPlatform, stand.sessions.figures().sessions]).toEqual([[], 0])
  })

  it('starts no session of its own for a playback that has gone meanwhile, which nobody would end', async () => {
    const { playbackId } = await stand.opened('1')
    const playback = stand.playback(playbackId)
    stand.sessions.hold(pageOne, [playbackId], [])
    stand.sessions.hold(pageOne, [], [])
    const parted = stand.sessions.part(playback)
    await stand.time.advance(1_000)
    expect(await parted).toMatchObject({ ok: false, error: { code: 'unreachable' } })
    expect([stand.starts.length, stand.aliveOnPlatform.length]).toEqual([1, 0])
    expect(stand.sessions.figures().sessions).toBe(0)
  })

  it('waits for the platform to hear of the end, and not for ever', async () => {
    await stand.opened('1')
    const ended = stand.sessions.dispose()
    await stand.time.advance(1_000)
    await ended
    expect([stand.aliveOnPlatform, stand.time.pending]).toEqual([[], 0])
    const deaf = new SessionsStand()
    await deaf.opened('1')
    deaf.latencyInMs = hour
    const given = deaf.sessions.dispose()
    await deaf.time.advance(2_000)
    await given
  })

  it('opens nothing for a page that has gone, or that never came', async () => {
    stand.sessions.leave(pageOne)
    expect([await stand.open('1'), await stand.open('1', { page: pageTwo })]).toMatchObject([
      { ok: false, error: { exact: { code: 'connection_closed' } } },
      { ok: false, error: { exact: { code: 'connection_closed' } } },
    ])
    expect(stand.starts).toEqual([])
  })

  it('counts the time of a pause from when it began', async () => {
    const { playbackId } = await stand.opened('1')
    for (const role of ['paused', 'paused', 'playing', 'paused'] as const) {
      if (role === 'playing') stand.sessions.hold(pageOne, [playbackId], [])
      else stand.sessions.hold(pageOne, [], [playbackId])
      await stand.time.advance(4 * minute)
    }
    // Eight minutes, then another four.
    expect(stand.aliveOnPlatform).toHaveLength(1)
    await stand.time.advance(8 * minute)
    expect(stand.aliveOnPlatform).toEqual([])
    // It is the page's still, and played again when it says so.
    expect(stand.sessions.find(playbackId)).toBeDefined()
  })

  it('keeps what a page may not have heard of yet', async () => {
    const { playbackId } = await stand.opened('1')
    stand.sessions.hold(pageOne, [], [])
    expect(stand.sessions.find(playbackId)).toBeDefined()
    stand.sessions.hold(pageOne, [playbackId], [])
    await stand.time.advance(minute)
    expect(stand.sessions.find(playbackId)).toBeDefined()
    stand.sessions.hold(pageOne, [], [])
    expect(stand.sessions.find(playbackId)).toBeUndefined()
  })

  it('ends what no page has ever held, although none says another word', async () => {
    const { playbackId } = await stand.opened('1')
    await stand.time.advance(11_000)
    expect([stand.sessions.find(playbackId), stand.stops]).toEqual([undefined, ['session-1']])
    expect(stand.sessions.figures().sessions).toBe(0)
  })

  it('leaves no session id in the log', async () => {
    stand.sessionName = 'a-session-of-the-platform'
    await stand.opened('1')
    const path = 'session/a-session-of-the-platform-1/camera/1/manifest.m3u8'
    stand.log.logger.area('test').info(`reads http://site/${path}`)
    expect(stand.log.lines.join()).not.toContain('a-session-of-the-platform-1')
  })
})

it('footage of an encrypted platform is read from no address that is not', async () => {
  const stand = new SessionsStand({ baseUrl: 'https://site' })
  expect(await stand.open('1')).toMatchObject({
    error: { message: expect.stringContaining('not encrypted') },
  })
})
