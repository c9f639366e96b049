import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { layoutOf } from '#contract/wall/layout.ts'
import type { CallHandlers } from '#main/core/wall-main.ts'
import { footageDir } from '../../stand/wall-stand.ts'
import { wallStand } from '../../unit/main/core/support/wall-stand.ts'
import { startSite, type TestSite } from '../start-site.ts'
import { bearer, ask, post } from '../api/requests.ts'
import { unwrap } from '#test/stand/unwrap.ts'

/** The wall's main side as both shells have it, with one page. */
async function startWall(site?: TestSite) {
  const stand = wallStand()
  const page = stand.open()
  await page.hello()
  let key = ''
  if (site !== undefined) {
    key = await site.apiKey()
    const { baseUrl, account } = site
    expect(await page.call('connection.set', { baseUrl })).toMatchObject({ ok: true })
    expect(await page.call('keys.set', { key, orgId: account.orgId })).toMatchObject({ ok: true })
    await page.hello()
  }
  return { ...stand, ...page, key }
}

type Wall = Awaited<ReturnType<typeof startWall>>

async function outcomes(call: Wall['call']) {
  const lines = unwrap(await call('connection.test', undefined))
  return {
    lines,
    byName: Object.fromEntries(lines.map(({ name, outcome }) => [name, outcome])),
  }
}

async function textOf(wall: Wall['wall'], made: Awaited<ReturnType<CallHandlers['settings.export']>>) {
  return wall.download({ method: 'GET', path: unwrap(made).address }).text()
}

let site: TestSite
let bare: TestSite
const options = { footageDir, cameras: 2, withMediaServer: false }
async function bareWithStatus(bareStatus: number): Promise<TestSite> {
  const started = await startSite({ ...options, bareStatus })
  onTestFinished(async () => void (await started.stop()))
  return started
}
beforeAll(async () => {
  ;[site, bare] = await Promise.all([startSite(options), startSite({ ...options, bare: true })])
})
afterAll(async () => {
  await Promise.all([site?.stop(), bare?.stop()])
})

const isAbsent = async (status: number) => {
  const { call, hello } = await startWall(status === 404 ? bare : await bareWithStatus(status))
  const { byName, lines } = await outcomes(call)
  expect(byName).toMatchObject({
    reach: 'ok',
    cameras: 'absent',
    key: 'ok',
    'live-view': 'skipped',
    'event-tags': 'absent',
    'event-search': 'absent',
    'event-insert': 'ok',
    dictionaries: 'ok',
  })
  expect(lines.find(({ name }) => name === 'cameras')?.advice).toBe('import-cameras')
  const { connection } = await hello()
  expect(connection).toMatchObject({ reach: 'ok', key: { state: 'present' } })
  expect(connection.lastError).toBeUndefined()
  expect(connection.findings).toMatchObject({
    cameraList: { verdict: 'absent' },
    eventSearch: { verdict: 'absent' },
    dictionaries: { verdict: 'confirmed' },
  })
}

describe('the test of a connection', () => {
  it('finds every function of the local site, and leaves nothing behind there', async () => {
    const { call, key } = await startWall(site)
    const { byName, lines } = await outcomes(call)
    expect(JSON.stringify(lines)).not.toContain(key)
    expect(byName).toMatchObject({
      reach: 'ok',
      key: 'ok',
      cameras: 'ok',
      playback: 'ok',
      'event-tags': 'ok',
      'event-search': 'ok',
      'event-insert': 'ok',
      occupancy: 'ok',
      dictionaries: 'ok',
    })
    const now = Date.now()
    const found = await post(
      `${site.baseUrl}/v1/events-tag/search`,
      { orgId: site.account.orgId, start: now - 3_600_000, end: now + 60_000 },
      key,
    )
    expect(found.json).toMatchObject({ events: [] })
    const range = `cameraId=cam-01&start=${now - 120_000}&end=${now - 60_000}`
    const started = await ask(`${site.baseUrl}/v1/playback/start?${range}`, { headers: bearer(key) })
    expect(started.json).toMatchObject({ currentSessions: 1 })
  })

  const absent = 'calls what a bare platform does not have absent, not failed: %i'
  it.each([404])(absent, isAbsent)
  it.each([501])(absent, { tags: 'long' }, isAbsent)
})

describe('the test of a key', () => {
  it('is failed where the platform refuses it to whatever it has, and lists no cameras', async () => {
    const { call } = await startWall(bare)
    expect(await call('keys.clear', undefined)).toMatchObject({ ok: true })
    expect(await call('keys.set', { key: 'tsk_of_another_site' })).toMatchObject({ ok: true })
    const { byName, lines } = await outcomes(call)
    expect(byName).toMatchObject({ reach: 'ok', key: 'failed', cameras: 'absent', 'event-insert': 'failed' })
    expect(lines.find(({ name }) => name === 'key')?.error?.code).toBe('key_rejected')
  })
})

describe('a list of cameras', () => {
  it('makes a wall on a platform that lists none', async () => {
    const { wall, call, hello } = await startWall(bare)
    expect((await hello()).cameras).toEqual([])
    await call('import.part', { text: 'id;name;number;group;timezone;off', isFirst: true })
    await call('import.part', {
      text: 'setMs\ncam-02;Till;7;Shop;UTC;250\ncam-01;;12\ncam-01;Twice\n',
      isFirst: false,
    })
    expect(await call('cameras.readList', undefined)).toMatchObject({
      value: { count: 2, problemCount: 1, problems: [{ line: 4 }] },
    })
    expect(await call('cameras.import', { mode: 'merge' })).toEqual({ ok: true, value: 2 })
    expect((await hello()).cameras).toEqual([
      { id: 'cam-02', name: 'Till', group: 'Shop', number: 7, clockOffsetMs: 250 },
      { id: 'cam-01', name: 'cam-01', group: '', number: 12 },
    ])
    expect((await call('cameras.refresh', undefined)).ok).toBe(true)
    expect((await hello()).connection.lastError).toBeUndefined()
    expect((await outcomes(call)).byName).toMatchObject({ playback: 'ok' })

    const csv = await textOf(wall, await call('cameras.export', { format: 'csv' }))
    await call('import.part', { text: csv, isFirst: true })
    expect(await call('cameras.readList', undefined)).toMatchObject({
      value: {
        count: 2,
        problemCount: 0,
        cameras: [{ id: 'cam-02', timeZone: 'UTC', clockOffsetMs: 250 }, {}],
      },
    })
  })

  it('names and numbers the cameras of a platform that lists its own', async () => {
    const { call, hello, save } = await startWall(site)
    await save({ cameraNumbers: { 'cam-02': 40 } })
    const numbered = (await hello()).cameras
    await call('import.part', { text: '[{"id":"cam-01","name":"Gate","number":40}]', isFirst: true })
    expect(await call('cameras.import', { mode: 'replace' })).toMatchObject({
      error: { message: expect.stringContaining('40 is the number of') },
    })
    expect((await hello()).cameras).toEqual(numbered)

    const text = 'id;name;number\ncam-01;Gate;40\ncam-02;;41'
    await call('import.part', { text, isFirst: true })
    expect(await call('cameras.import', { mode: 'replace' })).toEqual({ ok: true, value: 2 })
    const { cameras, settings } = await hello()
    expect(cameras.find(({ id }) => id === 'cam-01')).toMatchObject({ name: 'Gate', number: 40 })
    expect(cameras.find(({ id }) => id === 'cam-02')?.number).toBe(41)
    const others = (list: typeof cameras) => list.filter(({ id }) => id !== 'cam-01' && id !== 'cam-02')
    expect(others(cameras)).toEqual(others(numbered))
    expect(settings.cameraNumbers).toEqual({})

    // A list that is replaced gives up its numbers.
    await call('import.part', { text: 'cam-02;;40', isFirst: true })
    expect(await call('cameras.import', { mode: 'replace' })).toEqual({ ok: true, value: 1 })
    expect((await hello()).cameras.find(({ id }) => id === 'cam-02')?.number).toBe(40)
  })
})

describe('all settings', () => {
  it('go from one workstation to another without the key', async () => {
    const here = await startWall(site)
    await here.save({ standbyCameras: 5 })
    const text = await textOf(here.wall, await here.call('settings.export', undefined))
    expect(text).not.toContain(here.key)

    const there = await startWall()
    await there.call('import.part', { text, isFirst: true })
    expect(await there.call('settings.import', { accepted: [] })).toEqual({ ok: true, value: [] })
    expect(there.pushed('moved')).not.toEqual([])
    expect(await there.hello()).toMatchObject({
      settings: { standbyCameras: 5 },
      connection: { source: 'configured', address: { baseUrl: site.baseUrl }, key: { state: 'none' } },
    })
  })

  it('send no ticket to another media server before an operator has accepted it', async () => {
    const { wall, call, hello } = await startWall(site)
    const exported = await textOf(wall, await call('settings.export', undefined))
    const leadsTo = 'wss://media.elsewhere.example'
    const address = `"baseUrl": "${site.baseUrl}"`
    const text = exported.replace(address, `${address}, "liveViewUrl": "${leadsTo}"`)
    await call('import.part', { text, isFirst: true })
    const before = await hello()
    const asked = { ok: true, value: [{ platform: site.baseUrl, leadsTo }] }
    expect(await call('settings.import', { accepted: ['wss://media.example'] })).toEqual(asked)
    expect((await hello()).connection.address).toEqual(before.connection.address)
    expect(await call('settings.import', { accepted: [leadsTo] })).toEqual({ ok: true, value: [] })
    expect((await hello()).connection.address?.liveViewUrl).toBe(leadsTo)
  })

  it('bring no unencrypted platform along before an operator has accepted it', async () => {
    const { wall, call, hello } = await startWall(site)
    const exported = await textOf(wall, await call('settings.export', undefined))
    const stranger = 'http://10.9.8.7'
    const text = exported.replaceAll(site.baseUrl, stranger)
    await call('import.part', { text, isFirst: true })
    const asked = { ok: true, value: [{ platform: stranger, leadsTo: stranger }] }
    expect(await call('settings.import', { accepted: [] })).toEqual(asked)
    expect((await hello()).connection.platforms.map(({ baseUrl }) => baseUrl)).not.toContain(stranger)
    expect(await call('settings.import', { accepted: [stranger] })).toEqual({ ok: true, value: [] })
    expect((await hello()).connection.platforms.map(({ baseUrl }) => baseUrl)).toContain(stranger)
  })

  it('are left alone by a page that has not begun anew yet', async () => {
    const { wall, call, settings } = await startWall(site)
    const text = await textOf(wall, await call('settings.export', undefined))
    await call('import.part', { text, isFirst: true })
    await call('settings.import', { accepted: [] })
    const stale = { version: 3 as const, layout: layoutOf(4), tiles: [], selected: 0, large: null }
    await call('wall.save', stale)
    expect(settings.state.documents).toEqual({})
  })
})
