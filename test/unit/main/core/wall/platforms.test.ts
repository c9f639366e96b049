import { beforeEach, expect, test, vi } from 'vitest'
import { platformOverridesSchema } from '#contract/platform/assumptions.ts'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { WallDocument } from '#contract/wall/document.ts'
import { alarmRuleSchema } from '#contract/wall/alarms.ts'
import { layoutOf } from '#contract/wall/layout.ts'
import { platformSettingsSchema } from '#contract/wall/settings.ts'
import { MemoryVault } from '#test/unit/main/core/support/memory-vault.ts'
import type { KeyVault } from '#main/core/keys/key-vault.ts'
import { absentOutbox } from '../support/absent-outbox.ts'
import { occupancySlot } from '#main/core/occupancy/occupancy-credential.ts'
import { systemTimers } from '#main/core/time.ts'
import type { WallMainOptions } from '#main/core/wall/wall-main-options.ts'
import type { CallHandlers } from '#main/core/wall-main.ts'
import { refusedWith } from '#test/stand/unwrap.ts'
import { FakePlatform, json } from '../support/fake-platform.ts'
import { FakeTime } from '../support/fake-time.ts'
import { KeyPlatform } from '../support/key-platform.ts'
import { wallStand } from '../support/wall-stand.ts'

let north: KeyPlatform
let south: KeyPlatform
beforeEach(async () => {
  ;[north, south] = await Promise.all([KeyPlatform.start(), KeyPlatform.start()])
})

function documentOf(cameraId: string): WallDocument {
  return {
    version: 3,
    layout: layoutOf(4),
    tiles: [{ content: { kind: 'camera', cameraId }, memory: [] }],
    selected: 0,
    large: null,
  }
}

function start(overrides: Partial<WallMainOptions> = {}) {
  const stand = wallStand(overrides)
  return {
    ...stand,
    /** A load of the page of a monitor, which has said hello. */
    open: async (monitor = 1) => {
      const opened = stand.open(monitor)
      return { ...opened, hello: await opened.hello(), relay: stand.relay() }
    },
  }
}

/** A wall that has a key for both, and shows the south. */
async function ofTwo(overrides: Partial<WallMainOptions> = {}) {
  const started = start(overrides)
  const keys = { north: north.issue(), south: south.issue() }
  const first = await started.open()
  await first.call('connection.set', { baseUrl: north.url })
  await first.call('keys.set', { key: keys.north })
  await first.call('wall.save', documentOf('cam-2'))
  const added = await first.call('platforms.add', { name: 'South', address: { baseUrl: south.url } })
  expect(added).toMatchObject({ ok: true, value: { key: { state: 'none' } } })
  const second = await started.open()
  await second.call('keys.set', { key: keys.south })
  return { ...started, keys, first, second }
}

const sent = (platform: KeyPlatform) =>
  new Set(platform.seen.flatMap(({ headers }) => headers.authorization ?? []))
const use = ({ call }: Pick<ReturnType<typeof wallStand>, 'call'>, { url }: KeyPlatform) =>
  call('platforms.use', { id: url })

test('a wall goes from one platform to another and back without asking for a key', async () => {
  const { second, open } = await ofTwo()
  for (const platform of [north, south, north]) {
    expect(await use(second, platform)).toMatchObject({
      value: { platform: platform.url, reach: 'ok', key: { state: 'present' } },
    })
    expect((await open()).hello).toMatchObject({ platform: platform.url, connection: { reach: 'ok' } })
  }
})

test('no key is ever sent to another platform than its own', async () => {
  const { keys, second, open } = await ofTwo()
  await use(second, north)
  const third = await open()
  await third.relay.take('cam-1')
  await third.call('connection.test', undefined)
  await use(third, south)
  const fourth = await open()
  await fourth.relay.take('cam-1')

  expect(sent(north)).toEqual(new Set([`Bearer ${keys.north}`]))
  expect(sent(south)).toEqual(new Set([`Bearer ${keys.south}`]))
})

test('each platform has its own document, numbers and cameras', async () => {
  const { settings, second, open } = await ofTwo()
  expect(second.hello.document).toBeUndefined()
  await second.save({ cameraNumbers: { 'cam-1': 77 }, lateAfterMs: 900 })
  await second.call('wall.save', documentOf('cam-3'))

  await use(second, north)
  const inNorth = await open()
  expect(inNorth.hello.document?.tiles[0]?.content).toEqual({ kind: 'camera', cameraId: 'cam-2' })
  expect(inNorth.hello.cameras.map(({ number }) => number)).toEqual([1, 2, 3])
  expect(inNorth.hello.settings).toMatchObject({ cameraNumbers: {}, lateAfterMs: 900 })

  await use(inNorth, south)
  const inSouth = await open()
  expect(inSouth.hello.document?.tiles[0]?.content).toEqual({ kind: 'camera', cameraId: 'cam-3' })
  expect(inSouth.hello.cameras.map(({ number }) => number)).toEqual([2, 3, 77])
  expect(settings.state.knownCameras.map(({ platform }) => platform).toSorted()).toEqual(
    [north.url, south.url].toSorted(),
  )
})

test('every page is told to begin anew, before it hears of the other cameras', async () => {
  const { second, open } = await ofTwo()
  const other = await open(2)
  second.pushes.length = 0
  await use(second, north)
  for (const { pushes, pushed } of [second, other]) {
    const names = pushes.map(({ name }) => name)
    expect(pushed('moved')).toEqual([{ platform: north.url }])
    expect(names.indexOf('moved')).toBeLessThan(names.indexOf('cameras'))
  }
})

test('a platform that is being left tells the pages of the next one nothing of its salvos', async () => {
  const west = await FakePlatform.start()
  const [listed, looked, ended] = [
    Promise.withResolvers<() => void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ]
  west.respondWith(({ path }, response) => {
    if (path === '/v1/cameras') return json(response, 200, { items: [] })
    if (path !== '/v1/wall/salvos') return json(response, 404, {})
    listed.resolve(() => json(response, 429, {}, { 'retry-after': '100' }))
  })
  const { open } = start({
    openOutbox: () => ({ ...absentOutbox, dispose: () => ended.promise }),
    timers: {
      after(delayInMs, run) {
        // When the wall looks for shared salvos again.
        if (delayInMs === 100_000) looked.resolve()
        return systemTimers.after(delayInMs, run)
      },
    },
  })
  const { call, pushes, pushed } = await open()
  await call('connection.set', { baseUrl: west.url })
  await call('keys.set', { key: north.issue() })
  const answer = await listed.promise
  await call('platforms.add', { name: 'South', address: { baseUrl: south.url } })
  pushes.length = 0
  answer()
  await looked.promise
  ended.resolve()
  expect(pushed('sharedSalvos')).toEqual([])
})

test('a page that has not begun anew yet changes nothing of the new platform and gets nothing of it', async () => {
  const { settings, second } = await ofTwo()
  await use(second, north)
  const before = { seen: north.seen.length, settings: settings.state.settings }

  // What it was about to save is the wall that it had.
  await second.call('wall.save', documentOf('cam-9'))
  expect(settings.state.documents[1]?.tiles[0]?.content).toMatchObject({ cameraId: 'cam-2' })
  expect(settings.state.shelves[south.url]?.documents[1]?.tiles[0]?.content).toMatchObject({
    cameraId: 'cam-9',
  })
  const changed = refusedWith('platform_changed')
  expect(await second.relay.take('cam-1')).toMatchObject(changed)
  const account = { email: 'a@b.example', password: 'of the south', orgId: 'org-1' }
  const wish = { ...account, name: 'x', expiresInDays: 1 }
  expect(await second.call('keys.create', wish)).toMatchObject(changed)
  expect(await second.call('keys.set', { key: 'tsk_of_the_south' })).toMatchObject(changed)
  expect(await second.call('liveView.want', { cameraIds: ['cam-1'] })).toMatchObject(changed)
  expect(await second.call('monitors.select', { cameraId: 'cam-1' })).toMatchObject(changed)
  const recall = { number: 1, isBack: false }
  expect(await second.call('salvos.recall', recall)).toMatchObject(changed)
  const cameraNumbers = { 'cam-1': 5 }
  const saved = { from: { cameraNumbers: before.settings.cameraNumbers }, to: { cameraNumbers } }
  expect(await second.call('settings.save', saved)).toMatchObject(changed)
  expect(settings.state.settings).toEqual(before.settings)
  expect(north.seen).toHaveLength(before.seen)
})

test('a page of a platform that was removed meanwhile saves nothing over the wall of another one', async () => {
  const { settings, second, open } = await ofTwo()
  await use(second, north)
  const removed = await (await open()).call('platforms.remove', { id: south.url })
  expect(removed).toMatchObject({ ok: true })
  await second.call('wall.save', documentOf('cam-9'))
  expect(settings.state.documents[1]?.tiles[0]?.content).toMatchObject({ cameraId: 'cam-2' })
  expect(JSON.stringify(settings.state)).not.toContain('cam-9')
})

test('the rules of a platform hear nothing of cameras of the one before', async () => {
  const time = new FakeTime()
  const { settings, second, open } = await ofTwo({ clock: time, timers: time })
  const when = { kind: 'camera', state: 'OFFLINE', longerThanS: 30, cameraIds: [] }
  const rules = [alarmRuleSchema.parse({ id: 'away', title: 'Away', priority: 2, when })]
  const { shelves } = settings.state
  const shelf = shelves[north.url] ?? expect.fail('the north has no shelf')
  const aside = { ...shelf, settings: { ...shelf.settings, alarms: { ...shelf.settings.alarms, rules } } }
  await settings.save({ shelves: { ...shelves, [north.url]: aside } })
  const report = { tiles: [{ tile: 0, cameraId: 'cam-1', state: 'OFFLINE' as const }] }
  const other = await open(2)
  for (const { call } of [second, other]) await call('wall.report', report)
  await time.advance(60_000)

  await use(other, north)
  second.close()
  await other.call('wall.report', report)
  await time.advance(60_000)
  other.close()
  const third = await open()
  expect(third.hello.alarms?.alarms).toEqual([])
  await third.call('wall.report', report)
  await time.advance(60_000)
  expect((await open()).hello.alarms?.alarms).toMatchObject([{ ruleId: 'away', platform: north.url }])
})

test('a page of the first run goes on: there is nothing that it would have to forget', async () => {
  const { open } = start()
  const first = await open()
  await first.call('connection.set', { baseUrl: north.url })
  expect(await first.call('keys.set', { key: north.issue() })).toMatchObject({ ok: true })
  await vi.waitUntil(() => first.pushed('cameras').length > 0, { timeout: 15_000 })
  expect(first.pushed('moved')).toEqual([])
})

test('a platform across the network without encryption is taken only from who accepts that', async () => {
  const { open } = start()
  const { call } = await open()
  const baseUrl = 'http://platform.example'
  const refused = refusedWith('unencrypted')
  expect(await call('connection.set', { baseUrl })).toMatchObject(refused)
  expect(await call('platforms.add', { name: '', address: { baseUrl } })).toMatchObject(refused)
  expect(await call('connection.set', { baseUrl, acceptsUnencrypted: true })).toMatchObject({ ok: true })
  const again = await open()
  expect(again.hello.connection.address).toEqual({ baseUrl })
  expect(await again.call('connection.set', { baseUrl })).toMatchObject({ ok: true })
})

test('the same address is listed once for each organization, each with a key of its own', async () => {
  const { open } = start()
  const { call } = await open()
  const address = { baseUrl: `${north.url}/` }
  const keys = [north.issue({ orgId: 'org-1' }), north.issue({ orgId: 'org-2' })]
  await call('platforms.add', { name: '', address, orgId: 'org-1' })
  await call('keys.set', { key: keys[0] ?? '' })
  for (const orgId of [undefined, 'org-1']) {
    expect(await call('platforms.add', { name: '', address, orgId })).toMatchObject(refusedWith('refused'))
  }
  const added = await call('platforms.add', { name: 'Two', address, orgId: 'org-2' })
  expect(added).toMatchObject({ ok: true, value: { key: { state: 'none' } } })
  const second = await open()
  await second.call('keys.set', { key: keys[1] ?? '' })
  const listed = (await open()).hello
  expect(listed.cameras[0]?.name).toBe('org-2 cam-1')
  expect(listed.connection.platforms).toMatchObject([
    { orgId: 'org-1', hasKey: true },
    { name: 'Two', orgId: 'org-2', hasKey: true },
  ])
  await second.call('platforms.use', { id: listed.connection.platforms[0]?.id ?? '' })
  expect((await open()).hello.cameras[0]?.name).toBe('org-1 cam-1')
})

test('another address of the wall is another platform; its overrides are changed in place', async () => {
  const { settings, second } = await ofTwo()
  const overrides = platformOverridesSchema.parse({ paths: { cameras: '/v1/cameras' } })
  await second.call('connection.set', { baseUrl: south.url, overrides })
  expect(settings.state.platforms).toMatchObject([
    { id: north.url },
    { id: south.url, name: 'South', address: { overrides: { paths: { cameras: '/v1/cameras' } } } },
  ])
  expect(second.pushed('moved')).toEqual([])
})

test('an address that another monitor has changed since a form was opened is not put back', async () => {
  const { settings, second } = await ofTwo()
  const set = (input: Parameters<CallHandlers['connection.set']>[0]) => second.call('connection.set', input)
  const from = second.hello.connection.address ?? expect.fail('no address')
  const overrides = platformOverridesSchema.parse({ paths: { cameras: '/v1/cameras' } })
  const first = await set({ baseUrl: south.url, overrides, from })
  expect(first).toMatchObject({ ok: true })
  const late = { ...from, overrides: platformOverridesSchema.parse({ keyExpiryUnit: 'days' }), from }
  expect(await set(late)).toMatchObject({
    error: { code: 'refused', exact: { code: 'address_changed' } },
  })
  expect(settings.state.platforms[1]?.address).toEqual({ baseUrl: south.url, overrides })
  const known = first.ok ? first.value.address : undefined
  expect(await set({ ...from, from: known })).toMatchObject({ ok: true })
  // Of another platform it says nothing.
  expect(await set({ baseUrl: north.url, from })).toMatchObject({ ok: true })
})

test('a platform that is removed takes its key with it, what it has not been sent, and nothing else', async () => {
  const vault = new MemoryVault()
  const changeId = '9d9f8b0e-6c65-4a7e-8f4b-0b8f3f1e8a11'
  const changes = [{ number: 5, baseVersion: 2, changeId, savedBy: 'Ada', atMs: 1 }]
  const unsent = { salvos: [], changes }
  let kept: object = {
    version: 1,
    handledMs: { [north.url]: 1, [south.url]: 1 },
    shared: { [north.url]: unsent, [south.url]: unsent },
  }
  const salvosFile = { content: { ...kept }, report: () => [], write: (content: object) => (kept = content) }
  const { settings, open } = start({ vault, salvosFile })
  const { call } = await open()
  for (const platform of [north, south]) {
    await call('connection.set', { baseUrl: platform.url })
    await (await open()).call('keys.set', { key: platform.issue() })
  }
  const counting = occupancySlot(north.url)
  await vault.store({ platform: counting }, 'secret', {})
  expect(await call('platforms.remove', { id: south.url })).toMatchObject(refusedWith('refused'))
  const now = await open()
  const discard = (platform = north.url) => now.call('events.discard', { platform })
  // While it is listed, what waits for it can be sent; that of the local site, at its next start.
  expect(await discard()).toEqual({ ok: true, value: 0 })
  expect(await discard('embedded')).toEqual({ ok: true, value: 0 })
  expect(await call('platforms.remove', { id: north.url })).toMatchObject({
    value: { platforms: [{ id: south.url }] },
  })
  // This stand has no outbox.
  expect(await discard()).toMatchObject({ error: { code: 'outbox_unavailable' } })
  for (const slot of [north.url, counting]) expect(vault.status(slot)).toBeUndefined()
  expect(vault.status(south.url)).toBeDefined()
  expect(JSON.stringify(settings.state)).not.toContain(north.url)
  expect(kept).toEqual({ version: 1, handledMs: { [south.url]: 1 }, shared: { [south.url]: unsent } })
})

test('a platform that no salvo is kept of can be removed where their file cannot be written', async () => {
  const salvosFile = {
    content: { version: 1, handledMs: { [north.url]: 1 }, shared: {} },
    report: () => [],
    write() {
      throw new Error('EACCES')
    },
  }
  const { open } = start({ salvosFile })
  const { call } = await open()
  for (const { url } of [north, south]) await (await open()).call('connection.set', { baseUrl: url })
  expect(await call('platforms.remove', { id: north.url })).toMatchObject({ ok: true })
})

test('a platform is not shown while a key store thinks about its key, and not removed where it is shown', async () => {
  const vault: KeyVault = new MemoryVault()
  const { settings, second } = await ofTwo({ vault })
  const clear = vi.spyOn(vault, 'clear')
  function removing() {
    const held = Promise.withResolvers<Awaited<ReturnType<typeof vault.clear>>>()
    clear.mockReturnValueOnce(held.promise)
    const removed = second.call('platforms.remove', { id: north.url })
    return { removed, release: () => held.resolve(ok(undefined)) }
  }
  const listed = () => settings.state.platforms.map(({ id }) => id)

  // What somebody imports meanwhile shows it all the same.
  const shown = removing()
  await settings.save({ shown: north.url })
  shown.release()
  expect(await shown.removed).toMatchObject(refusedWith('refused'))
  expect(listed()).toEqual([north.url, south.url])

  await settings.save({ shown: south.url })
  const imported = removing()
  const shelf = { documents: {}, settings: platformSettingsSchema.parse({}) }
  await settings.save({ shelves: { [north.url]: shelf } })
  imported.release()
  expect(await imported.removed).toMatchObject(refusedWith('refused'))
  expect(listed()).toEqual([north.url, south.url])

  clear.mockResolvedValueOnce(fail(wallError('vault_unavailable')))
  const kept = await second.call('platforms.remove', { id: north.url })
  expect(kept).toMatchObject(refusedWith('vault_unavailable'))
  expect(listed()).toEqual([north.url, south.url])

  const gone = removing()
  const again = await second.call('platforms.remove', { id: north.url })
  expect(again).toMatchObject(refusedWith('bad_request'))
  expect(await use(second, north)).toMatchObject(refusedWith('bad_request'))
  const liveViewUrl = 'wss://other.example'
  const set = second.call('connection.set', { baseUrl: north.url, liveViewUrl })
  expect(await set).toMatchObject(refusedWith('bad_request'))
  expect(JSON.stringify(settings.state.platforms)).not.toContain(liveViewUrl)
  gone.release()
  expect(await gone.removed).toMatchObject({ ok: true })
  expect(listed()).toEqual([south.url])
  expect(settings.state.chosen).toBe(south.url)
})

test('a platform has the name that it is given', async () => {
  const { second } = await ofTwo()
  const renamed = await second.call('platforms.rename', { id: north.url, name: 'North hall' })
  expect(renamed).toMatchObject({ ok: true, value: { platforms: [{ name: 'North hall' }, {}] } })
  expect(await second.call('platforms.use', { id: 'https://none.example' })).toMatchObject(
    refusedWith('bad_request'),
  )
})

test('the key of an embedded site is renewed by itself, before anybody would be asked to', async () => {
  const vault = new MemoryVault()
  const key = north.issue({ lifeInDays: 20 })
  const { id, name, expiresAt } = north.keys.get(key) ?? {}
  await vault.store({ platform: 'embedded' }, key, { id, name, expiresAt })
  const { wall, open } = start({ vault })
  const account = { email: 'a@b.example', password: 'of the demo', orgId: 'org-1' }
  const site = {
    type: 'embedded-site' as const,
    baseUrl: north.url,
    liveViewUrl: 'ws://127.0.0.1:7880',
    account,
  }
  expect(await wall.embed(site)).toMatchObject({ ok: true })

  const { state, daysLeft } = (await open()).hello.connection.key
  expect(state).toBe('present')
  expect(daysLeft).toBeGreaterThan(300)
  expect(north.accepts(key)).toBe(false)
  expect(north.keys.size).toBe(1)
})

test('the next start shows what was chosen last', async () => {
  const { settings, second } = await ofTwo()
  await use(second, north)
  expect((await start({ settings }).open()).hello).toMatchObject({
    platform: north.url,
    document: { tiles: [{ content: { cameraId: 'cam-2' } }] },
  })
})
