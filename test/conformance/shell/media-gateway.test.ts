import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MEDIA_PROBLEM_HEADER } from '#contract/wall/playback.ts'
import { addressesIn } from '../../stand/manifest-lint.ts'
import type { TestSite } from '../start-site.ts'
import { type MediaStage, overAppScheme, overHost, startMediaSite, startMediaStage } from './media-stage.ts'

const cameraId = 'cam-01'
const agoMs = 3 * 3_600_000

let site: TestSite
beforeAll(async () => {
  site = await startMediaSite()
})
afterAll(() => site?.stop())

/** Resolves an address of a playlist as a player does. */
const below = (playlist: string, address: string) => new URL(address, `http://x${playlist}`).pathname

async function textOf(stage: MediaStage, path: string): Promise<string> {
  const answer = await stage.get(path)
  expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
    path,
    200,
    'application/vnd.apple.mpegurl',
  ])
  return answer.text()
}

const open = (stage: MediaStage, atMs: number, camera = cameraId) =>
  stage.call('playback.open', { cameraId: camera, atMs, quality: 'full' })

/** Opens a camera and reads as far as a player does before its first picture. */
async function play(stage: MediaStage, atMs = Date.now() - agoMs) {
  const opened = await open(stage, atMs)
  const master = await textOf(stage, opened.manifest)
  const list = below(opened.manifest, addressesIn(master)[0] ?? '')
  const text = await textOf(stage, list)
  const init = below(list, /MAP:URI="(.+?)"/.exec(text)?.[1] ?? '')
  return { ...opened, list, text, init, segments: addressesIn(text).map((name) => below(list, name)) }
}

const boxOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(4, 8))

/** Sessions of the organization, a new one for the question included. */
async function currentSessions(key: string): Promise<number> {
  const endMs = Date.now() - agoMs
  const query = new URLSearchParams({ cameraId: 'cam-02', start: String(endMs - 60_000), end: String(endMs) })
  const headers = { authorization: `Bearer ${key}` }
  const answer = await fetch(`${site.baseUrl}/v1/playback/start?${query}`, { headers })
  const started: { sessionId: string; currentSessions: number } = await answer.json()
  await fetch(`${site.baseUrl}/v1/playback/stop`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ sessionId: started.sessionId, cameraId: 'cam-02' }),
  })
  return started.currentSessions
}

describe.each([
  ['the browser host', overHost],
  ["Electron's scheme", overAppScheme],
])('footage of the real site over %s', (_name, transport) => {
  let stage: MediaStage
  beforeAll(async () => {
    stage = await startMediaStage(site, transport)
  })
  afterAll(() => stage?.dispose())

  it('is played from the manifest down to the bytes, whole and in part', async () => {
    const { segments, init, text, startMs, endMs } = await play(stage)
    expect(endMs - startMs).toBe(3_600_000)
    expect(text).toContain(`#EXT-X-PROGRAM-DATE-TIME:${new Date(startMs).toISOString().slice(0, 16)}`)
    expect(segments.length).toBeGreaterThan(1_000)
    const header = new Uint8Array(await (await stage.get(init)).arrayBuffer())
    expect(boxOf(header)).toBe('ftyp')
    const whole = await stage.get(segments[7] ?? '')
    const bytes = new Uint8Array(await whole.arrayBuffer())
    expect(whole.headers.get('content-type')).toBe('video/mp4')
    expect(Number(whole.headers.get('content-length'))).toBe(bytes.byteLength)
    const part = await stage.get(segments[7] ?? '', { range: 'bytes=4-7' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-7/${bytes.byteLength}`])
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(4, 8))
    const etag = whole.headers.get('etag') ?? ''
    expect((await stage.get(segments[7] ?? '', { 'if-none-match': etag })).status).toBe(304)
  })

  it('goes on at the same address when its session has been ended by somebody else', async () => {
    const { segments, playbackId } = await play(stage)
    await stage.call('playback.hold', { playing: [playbackId], paused: [] })
    const before = await stage.call('playback.figures', undefined)
    await stage.stopOnPlatform(cameraId)
    const answers = await Promise.all(segments.slice(20, 26).map((segment) => stage.get(segment)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    for (const answer of answers) await answer.arrayBuffer()
    const { restarts } = await stage.call('playback.figures', undefined)
    expect(restarts - before.restarts).toBe(1)
  })

  it('of two windows of a camera comes through one session, each with its own hour', async () => {
    const started = stage.sessionIds.length
    const first = await play(stage)
    const next = await play(stage, first.endMs)
    expect(next.text).toContain(new Date(next.startMs).toISOString().slice(0, 16))
    const again = await textOf(stage, first.manifest)
    expect(below(first.manifest, addressesIn(again)[0] ?? '')).toBe(first.list)
    for (const { segments } of [first, next]) {
      const answer = await stage.get(segments.at(-1) ?? '')
      expect(answer.status).toBe(200)
      await answer.arrayBuffer()
    }
    expect(new Set(stage.sessionIds.slice(started)).size).toBe(1)
  })

  it('names neither the platform nor the session to the page', async () => {
    const { text, manifest } = await play(stage)
    const master = await textOf(stage, manifest)
    for (const secret of [stage.sessionIds.at(-1) ?? '', new URL(site.baseUrl).host]) {
      expect(text + master + manifest).not.toContain(secret)
    }
    expect(stage.lines.join('\n')).not.toContain(stage.sessionIds.at(-1))
    expect(stage.lines.join('\n')).not.toContain(manifest)
  })

  it('that is not there is said in words', async () => {
    const nowMs = Date.now()
    await expect(open(stage, nowMs + 60_000)).rejects.toThrow(/^range_refused: .*future/)
    await expect(open(stage, nowMs - 40 * 86_400_000)).rejects.toThrow(/^range_refused/)
    await expect(open(stage, nowMs - agoMs, 'nobody')).rejects.toThrow(/^not_found/)
    const { segments } = await play(stage)
    const missing = await stage.get((segments[0] ?? '').replace(/[^/]+$/, 'nothing.m4s'))
    expect([missing.status, missing.headers.get(MEDIA_PROBLEM_HEADER)]).toEqual([404, 'missing'])
  })

  it('has its coverage', async () => {
    const endMs = Date.now() - agoMs
    const { ranges, source } = await stage.call('playback.coverage', {
      cameraId,
      startMs: endMs - 3_600_000,
      endMs,
    })
    expect(source).toBe('platform')
    expect(ranges.at(0)?.[0]).toBeLessThan(endMs)
  })

  it('is stopped on the platform when it is let go, and when the page goes', async () => {
    const { playbackId, manifest } = await play(stage)
    await stage.call('playback.hold', { playing: [playbackId], paused: [] })
    stage.closePage()
    expect((await stage.get(manifest)).headers.get(MEDIA_PROBLEM_HEADER)).toBe('unknown-playback')
    const key = await site.apiKey('counting')
    await expect.poll(() => currentSessions(key), { timeout: 30_000 }).toBe(1)
  })
})
