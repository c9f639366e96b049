import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { camerasResponse } from '#contract/platform/cameras.ts'
import { eventTagSchema } from '#contract/platform/events.ts'
import { startPlaybackResponse } from '#contract/platform/playback.ts'
import { footageDir } from '../../stand/wall-stand.ts'
import { startSite, type TestSite } from '../start-site.ts'
import { eventStand } from './event-stand.ts'
import { type Answer, ask, bearer, post } from './requests.ts'
import { sharedDir } from '#test/stand/temp-dir.ts'

const dataDir = sharedDir()
let site: TestSite
let key: string
/** Made where a real platform has its portal. */
let eventTypeId: string

beforeAll(async () => {
  const portal = await startSite({ dataDir, withMediaServer: false })
  const tag = await post(
    portal.baseUrl + defaultPaths.eventTags,
    { name: 'Visit', fields: [{ name: 'badge', type: 'text' }] },
    await portal.apiKey(),
  )
  eventTypeId = eventTagSchema.parse(tag.json).id
  await portal.stop()
  site = await startSite({ dataDir, footageDir, cameras: 4, bare: true })
  key = await site.apiKey()
})
afterAll(() => site?.stop())

const get = (path: string, withKey = key) => ask(site.baseUrl + path, { headers: bearer(withKey) })
const send = (path: string, body: unknown, withKey = key) => post(site.baseUrl + path, body, withKey)
/** A line of text, and nothing of our own way of refusing. */
const seen = ({ status, headers, text, json }: Answer) => ({
  status,
  type: headers.get('content-type'),
  text,
  json,
})
const words = (status: number, text: unknown) => ({
  status,
  type: 'text/plain; charset=utf-8',
  text,
  json: undefined,
})
const sentence = expect.stringMatching(/^\S.*\.$/)
const visit = () => ({
  orgId: site.account.orgId,
  cameraId: 'cam-01',
  eventTypeId,
  fields: { badge: '7' },
  timestamp: Date.now(),
})
const playback = () => {
  const end = Date.now() - 60_000
  return `${defaultPaths.playbackStart}?cameraId=cam-01&start=${end - 60_000}&end=${end}`
}

describe('a bare platform', () => {
  it('gives a key, and says nothing else', async () => {
    const answer = await send(defaultPaths.apiKey, { name: 'x', expiresIn: 60, ...site.account })
    expect(answer.status).toBe(200)
    z.strictObject({ apiKey: z.string().startsWith('tsk_') }).parse(answer.json)
  })

  it('gives a ticket without an address or an end', async () => {
    await site.published(1)
    const answer = await send(defaultPaths.participants, { cameraId: 'cam-01', expiresIn: 180 })
    expect(answer.status).toBe(200)
    z.strictObject({ data: z.strictObject({ accessToken: z.jwt() }) }).parse(answer.json)
  })

  it('plays back as the document shows it', async () => {
    const answer = await get(playback())
    const { url } = startPlaybackResponse.strict().parse(answer.json)
    const manifest = await ask(url)
    expect(manifest.text).toMatch(/^#EXTM3U/)
    const [playlist = ''] = manifest.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    const media = await ask(new URL(playlist, url).href)
    const [segment = ''] = media.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    const file = await fetch(new URL(segment, new URL(playlist, url)))
    expect(file.headers.get('content-type')).toBe('video/mp4')
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1_000)
  })

  it('takes an event as the document shows it, and knows nothing of idempotency keys', async () => {
    const event = visit()
    for (let sent = 0; sent < 2; sent++) {
      const answer = await ask(site.baseUrl + defaultPaths.eventInsert, {
        method: 'POST',
        headers: { ...bearer(key), 'content-type': 'application/json', 'idempotency-key': 'same' },
        body: JSON.stringify({ ...event, timestamp: event.timestamp + sent }),
      })
      expect({ status: answer.status, json: answer.json }).toEqual({ status: 200, json: { success: true } })
    }
  })

  it('lists ids, in arrays', async () => {
    for (const path of ['dictionaryEntrances', 'dictionaryZones', 'dictionarySchedules'] as const) {
      const answer = await get(defaultPaths[path])
      expect(answer.status).toBe(200)
      expect(z.array(z.strictObject({ _id: z.string() })).parse(answer.json)).not.toEqual([])
    }
  })

  it('reports an average and a maximum', async () => {
    const [entrance] = z
      .array(z.record(z.literal('_id'), z.string()))
      .parse((await get(defaultPaths.dictionaryEntrances)).json)
    const now = Date.now()
    const answer = await send(defaultPaths.occupancyReport, {
      entrancesAndExits: [entrance?.['_id']],
      timeRange: { start: now - 3_600_000, end: now },
    })
    expect({ status: answer.status, json: answer.json }).toEqual({
      status: 200,
      json: { data: { avg: expect.any(Number), max: expect.any(Number) } },
    })
  })

  it.each([
    ['an unknown camera', 404, () => send(defaultPaths.participants, { cameraId: 'x', expiresIn: 180 })],
    ['a missing member', 400, () => send(defaultPaths.eventInsert, { orgId: 'x' })],
    ['no key', 401, () => ask(site.baseUrl + playback())],
    ['another key', 401, () => get(playback(), 'tsk_other')],
    [
      'a wrong password',
      401,
      () => send(defaultPaths.apiKey, { name: 'x', expiresIn: 60, ...site.account, password: 'x' }),
    ],
    ['a session that is none', 404, () => get('/session/x/camera/cam-01/manifest.m3u8')],
  ])('refuses %s in a line of text', async (_, status, request) => {
    expect(seen(await request())).toEqual(words(status, sentence))
  })

  it('has nothing that the document does not have', async () => {
    const documented: readonly string[] = [
      defaultPaths.apiKey,
      defaultPaths.participants,
      defaultPaths.playbackStart,
      defaultPaths.eventInsert,
      defaultPaths.occupancyReport,
      defaultPaths.dictionaryEntrances,
      defaultPaths.dictionaryZones,
      defaultPaths.dictionarySchedules,
    ]
    const extensions = Object.values(defaultPaths).filter((path) => !documented.includes(path))
    for (const path of [
      ...extensions,
      '/v1/api-keys/x',
      '/healthz',
      '/openapi.json',
      '/live/x',
      '/v1/nothing',
    ]) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        for (const headers of [bearer(key), {}]) {
          const answer = await ask(site.baseUrl + path, { method, headers })
          expect({ path, method, ...seen(answer) }).toEqual({ path, method, ...words(404, 'Not Found') })
        }
      }
    }
    for (const path of documented) {
      expect(seen(await ask(site.baseUrl + path, { method: 'PUT' }))).toEqual(words(404, 'Not Found'))
    }
  })

  it('does not fail of itself', async () => {
    expect(await readFile(site.logFile, 'utf8')).not.toContain('a request failed')
  })
})

describe('a part of the program itself, such as the demonstration', () => {
  it('still finds the whole interface of it', async () => {
    const { baseUrl, keys, shop } = await eventStand({ isBare: true })
    const asked = (credential: string) => ask(baseUrl + defaultPaths.cameras, { headers: bearer(credential) })
    expect((await asked(shop.key)).status).toBe(404)
    camerasResponse.strict().parse((await asked(keys.lend('shop'))).json)
  })
})
