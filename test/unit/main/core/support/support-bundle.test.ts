import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { callNames, wallCalls } from '#contract/wall/calls.ts'
import type { PageFigures } from '#contract/wall/support.ts'
import { createDispatch } from '#main/core/dispatch.ts'
import { BUNDLE_LOG_MAX_BYTES, FILES_AT_A_TIME, LOG_LINES_AT_ONCE } from '#main/core/support/defaults.ts'
import { Redactor } from '#main/core/log/redactor.ts'
import type { Page, WallMain } from '#main/core/wall-main.ts'
import { plantedValues } from '#test/stand/planted-values.ts'
import { SecretSearch } from '#test/stand/secret-search.ts'
import { FakePlatform, json } from './fake-platform.ts'
import { memoryLog } from './memory-log.ts'
import { wallStand } from './wall-stand.ts'
import { unwrap } from '#test/stand/unwrap.ts'

const page: Page = { id: 'page-1', monitor: 1 }
const key = 'tsk_planted_5f0c2d9e7b1a4c3d'
const password = 'pl4nted "pass/wörd"+1'
const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwbGFudGVkIn0.cGxhbnRlZC1zaWduYXR1cmU'
const search = new SecretSearch([key, password, token])

const figures: PageFigures = {
  userAgent: 'a browser',
  widthPx: 1920,
  heightPx: 1080,
  tiles: [{ tile: 1, camera: 7, state: 'STALE', error: 'media_unreachable' }],
}

let platform: FakePlatform
let wall: WallMain
let lines: string[]
let askedBytes: number | undefined
beforeEach(async () => {
  platform = await FakePlatform.start()
  platform.respondWith((request, response) =>
    request.path.endsWith('/v1/api-key')
      ? json(response, 201, { id: '1', name: 'wall', key, orgId: 'org-1' })
      : json(response, 404, { error: { code: 'unknown_path', message: 'There is nothing here.' } }),
  )
  const stand = wallStand({
    launch: { platform: platform.url, screens: 'kiosk', otherSwitches: ['--disable-gpu'] },
    logTail: (maxBytes) => {
      askedBytes = maxBytes
      return lines
    },
  })
  ;({ wall, lines } = stand)
  stand.open()
})

const dispatch = () =>
  createDispatch({
    handlers: wall.handlers,
    log: memoryLog().logger.area('dispatch'),
    onBug: (error) => {
      throw error
    },
  })

async function addressOfBundle(): Promise<string> {
  return unwrap(await wall.handlers['support.bundle'](figures, page)).address
}

async function bundle(): Promise<string> {
  const answer = wall.download({ method: 'GET', path: await addressOfBundle() })
  return gunzipSync(await answer.arrayBuffer()).toString()
}

/** What somebody pastes into the wrong field, in the shape that the field takes. */
function typed(secret: string) {
  return {
    text: (path: readonly string[]) => {
      if (path.includes('paths')) return `/${secret}`
      const isAddress = path.some((name) => /url$/i.test(name))
      return isAddress
        ? `${platform.url}/${encodeURIComponent(secret)}?a=${encodeURIComponent(secret)}#${secret}`
        : secret
    },
  }
}

/** A page's own words for the log, which nobody types. */
const notTyped: ReadonlySet<string> = new Set(['log.write', 'support.bundle'])

describe('a support bundle', () => {
  it('says what is installed, what is set, what the platform has shown and what the tiles show, then the log', async () => {
    await wall.handlers['settings.save']({ from: {}, to: { timeZone: 'Asia/Tokyo' } }, page)
    const text = await bundle()
    const sections = text
      .trimEnd()
      .split('\n')
      .map((line): Record<string, unknown> => JSON.parse(line))
    expect(sections.slice(0, 7).map(({ section }) => section)).toEqual([
      'about',
      'settings',
      'walls',
      'platform',
      'figures',
      'page',
      'log',
    ])
    expect(sections[0]).toMatchObject({
      version: '1.2.3',
      shell: 'host',
      versions: { node: process.versions.node },
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      wallTimeZone: 'Asia/Tokyo',
      start: { screens: 'kiosk', isLocked: false, otherSwitches: '--disable-gpu' },
    })
    expect(sections[1]).toMatchObject({ settings: { lateAfterMs: 1_000, screens: 'window' } })
    expect(sections[3]).toMatchObject({ status: { source: 'configured', key: { state: 'none' } } })
    expect(sections[5]).toMatchObject({ section: 'page', ...figures })
    expect(sections.slice(7)).toContainEqual(expect.objectContaining({ message: 'Using a platform.' }))
    expect(askedBytes).toBe(BUNDLE_LOG_MAX_BYTES)
  })

  it('holds no key, no password and no token, whatever field of the wall somebody has put one into', async () => {
    const calls = dispatch()
    const account = { email: 'a@b.example', password, orgId: 'org-1', name: 'wall', expiresInDays: 1 }
    expect(await calls.call('keys.create', { ...account, protection: 'session' }, page)).toMatchObject({
      ok: true,
    })
    let taken = 0
    for (const name of callNames.filter((one) => !notTyped.has(one))) {
      const { input } = wallCalls[name]
      for (const secret of [key, password, token]) {
        for (const value of plantedValues(input, typed(secret), 'input')) {
          const answer = await calls.call(name, value, page)
          // The wall's own platform again, with the key that it has.
          if (name === 'connection.set' && answer.ok) taken += 1
        }
      }
      const text = await bundle()
      const line = text.split('\n').find((one) => search.find(one) !== undefined)
      expect(line, `after ${name}`).toBeUndefined()
    }
    expect(taken).toBeGreaterThan(0)
    expect(search.find(await bundle())).toBeUndefined()
  })

  it('masks what is in the log by then, and became a secret only afterwards', async () => {
    lines.push(JSON.stringify({ at: 'before', message: `pasted ${key}` }))
    await dispatch().call('keys.set', { key, protection: 'session' }, page)
    const text = await bundle()
    expect(text).toContain('pasted [redacted]')
    expect(search.find(text)).toBeUndefined()
  })

  it('lets others have their turn while a long log is masked', async () => {
    const most = 10_000
    for (let line = 0; line < most; line += 1) lines.push(JSON.stringify({ at: 'before', line }))
    const redact = vi.spyOn(Redactor.prototype, 'redact')
    const maskedAtTurns = new Set<number>()
    let turn = setImmediate(function look() {
      maskedAtTurns.add(redact.mock.calls.length)
      turn = setImmediate(look)
    })
    expect(await bundle()).toContain(`"line":${most - 1}}`)
    clearImmediate(turn)
    redact.mockRestore()
    expect(maskedAtTurns.size).toBeGreaterThanOrEqual(most / LOG_LINES_AT_ONCE)
  })

  it('is handed out once, to who knows its address, as a file', async () => {
    const path = await addressOfBundle()
    expect(wall.download({ method: 'GET', path: `${path}x` }).status).toBe(404)
    expect(wall.download({ method: 'POST', path }).status).toBe(404)
    const answer = wall.download({ method: 'GET', path })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/gzip',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="tessera-support-[\dTZ-]+\.ndjson\.gz"$/,
      ),
      'cache-control': 'no-store',
    })
    expect(wall.download({ method: 'GET', path }).status).toBe(404)
  })

  it('makes room for a newer one: a page that asks without end holds a few', async () => {
    const addresses: string[] = []
    for (let asked = 0; asked <= FILES_AT_A_TIME; asked += 1) addresses.push(await addressOfBundle())
    const statuses = addresses.map((path) => wall.download({ method: 'GET', path }).status)
    expect(statuses).toEqual([404, ...addresses.slice(1).map(() => 200)])
  })
})
