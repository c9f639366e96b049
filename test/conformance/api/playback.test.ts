import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { coverageResponse, startPlaybackResponse } from '#contract/platform/playback.ts'
import { PlaybackPart } from '#site/playback/playback-part.ts'
import { addressesIn } from '../../stand/manifest-lint.ts'
import { playbackStand } from '../media/playback-stand.ts'
import { ask, bearer, post, refusal } from './requests.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const minuteMs = 60_000
const dayMs = 86_400_000

const startPath = (query: Record<string, string | number>) =>
  `/v1/playback/start?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`

const lastMinute = { cameraId: 'cam-01', start: noon - minuteMs, end: noon }

let stand: Awaited<ReturnType<typeof playbackStand>>
beforeEach(async () => {
  stand = await playbackStand({ nowMs: noon })
})

async function start(query: Record<string, string | number> = lastMinute) {
  const answer = await stand.get(startPath(query))
  expect(answer.text).toContain('sessionId')
  return startPlaybackResponse.strict().parse(answer.json)
}

const variants = async (smartStorage: string) =>
  addressesIn((await ask((await start({ ...lastMinute, smartStorage })).url)).text)
const stop = (body: unknown) => post(`${stand.baseUrl}/v1/playback/stop`, body, stand.key)
const coverage = async (cameraId: string, startMs: number, endMs: number) => {
  const query = `cameraId=${cameraId}&start=${startMs}&end=${endMs}`
  const answer = await stand.get(`/v1/playback/coverage?${query}`)
  return coverageResponse.strict().parse(answer.json).ranges
}

/** The manifest's first playlist and the addresses in it. */
async function open(url: string) {
  const [address = ''] = addressesIn((await ask(url)).text)
  const playlist = new URL(address, url).href
  const { text } = await ask(playlist)
  const segments = addressesIn(text).map((name) => new URL(name, playlist).href)
  const init = new URL(/MAP:URI="(.+)"/.exec(text)?.[1] ?? '', playlist).href
  return { playlist, text, segments, init }
}

describe('a start of playback', () => {
  it('names a session and its manifest, which can be read without a key', async () => {
    const { cameraId, sessionId, url, currentSessions } = await start()
    expect({ cameraId, currentSessions }).toEqual({ cameraId: 'cam-01', currentSessions: 1 })
    expect(url).toBe(`${stand.baseUrl}/session/${sessionId}/camera/cam-01/manifest.m3u8`)
    const { text, segments } = await open(url)
    expect(text).toContain('#EXT-X-PROGRAM-DATE-TIME:2026-11-20T11:59:00.000Z')
    expect(segments).toHaveLength(30)
  })

  it('names its manifest by an address that can be read, over IPv6 as well', async () => {
    stand = await playbackStand({ nowMs: noon, host: '::1' })
    const { url } = await start()
    expect(url.startsWith(stand.baseUrl)).toBe(true)
    expect((await open(url)).segments).toHaveLength(30)
  })

  it('begins no session for whoever has gone before it is known what was recorded', async () => {
    const looked = Promise.withResolvers<boolean>()
    const hasFootage = vi.spyOn(PlaybackPart.prototype, 'hasFootage').mockReturnValueOnce(looked.promise)
    const leave = new AbortController()
    const asked = fetch(stand.baseUrl + startPath(lastMinute), {
      headers: bearer(stand.key),
      signal: leave.signal,
    })
    await expect.poll(() => hasFootage.mock.calls.length).toBe(1)
    leave.abort()
    await expect(asked).rejects.toThrow('aborted')
    expect((await start()).currentSessions).toBe(1)
    looked.resolve(true)
    expect((await start()).currentSessions).toBe(2)
  })

  it('takes ISO 8601 for the same instants', async () => {
    const iso = { cameraId: 'cam-01', start: '2026-11-20T12:59+01:00', end: '2026-11-20T12:00:00Z' }
    const [one, other] = [await start(iso), await start()]
    expect((await open(one.url)).text).toBe((await open(other.url)).text)
  })

  it('with smartStorage offers the reduced rendition alone', async () => {
    expect(await variants('true')).toEqual([expect.stringMatching(/^reduced\//)])
    expect(await variants('false')).toEqual([
      expect.stringMatching(/^full\//),
      expect.stringMatching(/^reduced\//),
    ])
  })

  it('is refused with a code that says why, and the member at fault', async () => {
    const refusals = [
      [{ start: noon, end: noon }, 400, 'range_invalid', 'end'],
      [{ start: noon - 3_600_001, end: noon }, 400, 'range_too_long', 'end'],
      [{ start: noon, end: noon + minuteMs }, 400, 'range_in_future', 'end'],
      [{ start: noon - 31 * dayMs, end: noon - 31 * dayMs + minuteMs }, 400, 'before_retention', 'start'],
      [{ start: 'yesterday' }, 400, 'invalid_value', 'start'],
      [{ start: '2026-11-20T12:00:00' }, 400, 'invalid_value', 'start'],
      [{ start: '-1' }, 400, 'invalid_value', 'start'],
      [{ end: '9999999999999999' }, 400, 'invalid_value', 'end'],
      [{ smartStorage: 'yes' }, 400, 'invalid_value', 'smartStorage'],
      [{ sessionId: '1' }, 400, 'invalid_value', 'sessionId'],
      [{ strat: '1' }, 400, 'unknown_member', 'strat'],
      [{ cameraId: 'cam-99' }, 404, 'unknown_camera', 'cameraId'],
      [{ cameraId: 'cam-14' }, 404, 'no_recording', undefined],
    ] as const
    for (const [query, status, code, field] of refusals) {
      const answer = await stand.get(startPath({ ...lastMinute, ...query }))
      expect.soft(refusal(answer), JSON.stringify(query)).toEqual([status, code, field])
    }
    expect(await ask(stand.baseUrl + startPath(lastMinute))).toMatchObject({
      status: 401,
      error: { code: 'missing_key' },
    })
    // None of them cost a session.
    expect((await start()).currentSessions).toBe(1)
  })
})

describe('a session', () => {
  it('is gone on with for another window, while the end of the one before still plays', async () => {
    const first = await start()
    const before = await open(first.url)
    const next = { cameraId: 'cam-01', start: noon - 10 * minuteMs, end: noon - 9 * minuteMs }
    const second = await start({ ...next, sessionId: first.sessionId })
    expect(second).toEqual(first)
    const after = await open(second.url)
    expect(after.segments).toHaveLength(30)
    expect(after.segments).not.toContain(before.segments[0])
    expect((await ask(before.playlist)).text).toBe(before.text)
    for (const address of [before.segments[29], after.segments[0]]) {
      expect((await ask(address ?? '')).status).toBe(200)
    }
  })

  it('lives by its requests, ends after 90 s without one, and is taken up again by its id', async () => {
    const { url, sessionId } = await start()
    const { segments, playlist } = await open(url)
    for (const address of [url, playlist, segments[0] ?? '', segments[1] ?? '']) {
      stand.clock.nowMs += 89_000
      expect((await ask(address)).status).toBe(200)
    }
    stand.clock.nowMs += 90_000
    for (const address of [url, playlist, segments[0] ?? '']) {
      expect(await ask(address)).toMatchObject({ status: 410, error: { code: 'session_ended' } })
    }
    expect(await start({ ...lastMinute, sessionId })).toMatchObject({ sessionId, currentSessions: 1 })
    expect((await ask(segments[0] ?? '')).status).toBe(200)
  })

  it('is stopped by its id and camera, once', async () => {
    const { url, sessionId } = await start()
    expect(await stop({ sessionId, cameraId: 'cam-02' })).toMatchObject({ status: 404 })
    expect(await stop({ sessionId, cameraId: 'cam-01' })).toMatchObject({
      status: 200,
      json: { success: true },
    })
    expect(await ask(url)).toMatchObject({ status: 410, error: { code: 'session_ended' } })
    expect(await stop({ sessionId, cameraId: 'cam-01' })).toMatchObject({
      status: 404,
      error: { code: 'unknown_session' },
    })
    expect(await stop({ sessionId })).toMatchObject({ status: 400, error: { code: 'invalid_value' } })
  })

  it('of one camera is refused for another, which costs no session', async () => {
    const { sessionId } = await start()
    expect(await stand.get(startPath({ ...lastMinute, cameraId: 'cam-02', sessionId }))).toMatchObject({
      status: 400,
      error: { code: 'session_of_other_camera', field: 'sessionId' },
    })
    expect((await start()).currentSessions).toBe(2)
  })

  it('is the eleventh only when one of the ten has ended', async () => {
    const first = await start()
    stand.clock.nowMs += 30_000
    for (let count = 2; count <= 10; count += 1) {
      expect((await start()).currentSessions).toBe(count)
    }
    const refused = await stand.get(startPath(lastMinute))
    expect(refused).toMatchObject({ status: 429, error: { code: 'too_many_sessions' } })
    expect(refused.headers.get('retry-after')).toBe('60')
    expect((await start({ ...lastMinute, sessionId: first.sessionId })).currentSessions).toBe(10)
    stand.clock.nowMs += 90_000
    expect((await start()).currentSessions).toBe(1)
  })

  it('reads nothing but its own windows of its own camera', async () => {
    const { url } = await start()
    const { segments, playlist } = await open(url)
    const [segment = ''] = segments
    const refused = [
      segment.replace('cam-01', 'cam-02'),
      segment.replace(String(noon - minuteMs), String(noon - 20 * minuteMs)),
      segment.replace(/archive-.*/, 'archive-1.m4s'),
      playlist.replace(String(noon), String(noon - 1)),
      url.replace(/session\/[^/]+/, `session/${crypto.randomUUID()}`),
      segment.replace('/full/', '/other/'),
      ...['..%2f..%2fsite.db', '%2e%2e%2f%2e%2e', '..%5c..', 'archive-init.mp4%00', '%252e%252e'].map(
        (name) => segment.replace(/[^/]+$/, name),
      ),
    ]
    for (const address of refused) {
      const answer = await ask(address)
      expect([address, answer.status]).toEqual([address, expect.toBeOneOf([400, 404])])
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    }
  })
})

describe('media of a session', () => {
  it('is cached as what it is, and read by pages of any origin', async () => {
    const { url } = await start()
    const { playlist, segments, init } = await open(url)
    for (const address of [url, playlist]) {
      const { headers } = await ask(address)
      expect(headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('access-control-allow-origin')).toBe('*')
    }
    for (const address of [segments[0] ?? '', init]) {
      const { headers } = await ask(address)
      expect(headers.get('content-type')).toBe('video/mp4')
      expect(headers.get('cache-control')).toContain('immutable')
      expect(headers.get('accept-ranges')).toBe('bytes')
      const etag = headers.get('etag') ?? ''
      const again = await ask(address, { headers: { 'if-none-match': `"x", W/${etag}` } })
      expect([again.status, again.text]).toEqual([304, ''])
    }
    const preflight = await ask(segments[0] ?? '', { method: 'OPTIONS' })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('range')
  })

  it('has an own tag for each segment', async () => {
    const { segments } = await open((await start()).url)
    const tags = await Promise.all(segments.map(async (address) => (await ask(address)).headers.get('etag')))
    expect(new Set(tags).size).toBe(segments.length)
  })

  it('is answered in parts', async () => {
    const { segments } = await open((await start()).url)
    const [address = ''] = segments
    const whole = Buffer.from(await (await fetch(address)).arrayBuffer())
    const part = async (range: string, more: Record<string, string> = {}) => {
      const response = await fetch(address, { headers: { range, ...more } })
      const bytes = Buffer.from(await response.arrayBuffer())
      return { status: response.status, range: response.headers.get('content-range'), bytes }
    }
    const size = whole.length
    expect(await part('bytes=-50')).toEqual({
      status: 206,
      range: `bytes ${size - 50}-${size - 1}/${size}`,
      bytes: whole.subarray(-50),
    })
    expect(await part(`bytes=${size}-`)).toMatchObject({ status: 416, range: `bytes */${size}` })
    expect(await part('bytes=0-1', { 'if-range': '"another"' })).toMatchObject({ status: 200, bytes: whole })
    const head = await fetch(address, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(size))
    expect((await head.arrayBuffer()).byteLength).toBe(0)
  })

  it('is not counted by the rate limit: a hand that scrubs asks more often than a program may', async () => {
    stand = await playbackStand({ nowMs: noon, burst: 10 })
    const { segments } = await open((await start()).url)
    const requests = Array.from({ length: 60 }, (_, at) => fetch(segments[at % 30] ?? '', { method: 'HEAD' }))
    expect(new Set((await Promise.all(requests)).map(({ status }) => status))).toEqual(new Set([200]))
    expect((await start()).currentSessions).toBe(2)
  })
})

describe('coverage', () => {
  const coveragePath = `/v1/playback/coverage?${new URLSearchParams({ cameraId: 'cam-01', start: String(noon - dayMs), end: String(noon) })}`

  it('is not computed for whoever has gone while that of another was', async () => {
    const first = Promise.withResolvers<[]>()
    const compute = vi.spyOn(PlaybackPart.prototype, 'coverage').mockReturnValueOnce(first.promise)
    const before = stand.get(coveragePath)
    await expect.poll(() => compute.mock.calls.length).toBe(1)
    const leave = new AbortController()
    const asked = fetch(stand.baseUrl + coveragePath, { headers: bearer(stand.key), signal: leave.signal })
    // Others are answered meanwhile.
    await start()
    leave.abort()
    await expect(asked).rejects.toThrow('aborted')
    await start()
    first.resolve([])
    expect(coverageResponse.parse((await before).json).ranges).toEqual([])
    expect(coverageResponse.parse((await stand.get(coveragePath)).json).ranges).toHaveLength(1)
    expect(compute).toHaveBeenCalledTimes(2)
  })

  it('is not computed for whoever has gone before the request was read', async () => {
    const compute = vi.spyOn(PlaybackPart.prototype, 'coverage')
    const { hostname, port } = new URL(stand.baseUrl)
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET ${coveragePath} HTTP/1.1\r\nhost: site\r\nauthorization: Bearer ${stand.key}\r\n\r\n`)
      socket.destroy()
    })
    await once(socket, 'close')
    expect(coverageResponse.parse((await stand.get(coveragePath)).json).ranges).toHaveLength(1)
    expect(compute).toHaveBeenCalledTimes(1)
  })

  it('says what can be played, over any length, without its gaps', async () => {
    const keptFromMs = noon - 30 * dayMs
    expect(await coverage('cam-01', noon - 90 * dayMs, noon + dayMs)).toEqual([
      [expect.toSatisfy((ms: number) => ms >= keptFromMs && ms < keptFromMs + 2_000), noon],
    ])
    expect(await coverage('cam-10', noon - 10 * minuteMs, noon)).toEqual([
      [noon - 10 * minuteMs, noon - 6 * minuteMs],
      [noon - 6 * minuteMs + 20_000, noon],
    ])
    const clockChange = Date.parse('2026-10-25T01:00Z')
    expect(await coverage('cam-04', clockChange - 3_600_000, clockChange + 3_600_000)).toEqual([
      [clockChange - 3_600_000, clockChange - 30 * minuteMs],
      [clockChange + 45 * minuteMs, clockChange + 3_600_000],
    ])
    expect(await coverage('cam-14', noon - dayMs, noon)).toEqual([])
    expect(await coverage('cam-01', noon + 1, noon + dayMs)).toEqual([])
  })

  it('is refused with a code that says why', async () => {
    const refusals = [
      ['cameraId=cam-99&start=1&end=2', 404, 'unknown_camera'],
      ['cameraId=cam-01&start=2&end=1', 400, 'range_invalid'],
      ['cameraId=cam-01&start=2', 400, 'invalid_value'],
    ] as const
    for (const [query, status, code] of refusals) {
      const answer = await stand.get(`/v1/playback/coverage?${query}`)
      expect.soft(answer, query).toMatchObject({ status, error: { code } })
    }
  })
})
