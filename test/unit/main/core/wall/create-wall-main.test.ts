import { beforeEach, expect, test, vi } from 'vitest'
import { exactMessage } from '#contract/exact-words.ts'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { alarmRuleSchema } from '#contract/wall/alarms.ts'
import { testedFunctions } from '#contract/wall/connection-test.ts'
import { layoutOf } from '#contract/wall/layout.ts'
import { salvosFileSchema } from '#contract/wall/salvo.ts'
import { type WallSettings, wallSettingsSchema } from '#contract/wall/settings.ts'
import type { AlarmFact } from '#main/core/alarms/alarm-log-entry.ts'
import { eventDefaults } from '#main/core/events/defaults.ts'
import { absentOutbox } from '../support/absent-outbox.ts'
import { MemoryVault, weakVault } from '#test/unit/main/core/support/memory-vault.ts'
import { OUTAGE_IN_MS } from '#main/core/platform/defaults.ts'
import { MemorySettings } from '#test/unit/main/core/support/memory-settings.ts'
import type { SettingsStore } from '#main/core/settings/settings-store.ts'
import { systemClock } from '#main/core/time.ts'
import { refusedWith, unwrap } from '#test/stand/unwrap.ts'
import { openStand } from '../events/outbox/outbox-stand.ts'
import { FakePlatform, json } from '../support/fake-platform.ts'
import { PAGE_LINES_BURST } from '#main/core/wall/defaults.ts'
import { FakeTime } from '../support/fake-time.ts'
import { KeyPlatform } from '../support/key-platform.ts'
import { noAlarmLog } from '../support/wall-ports.ts'
import { wallStand } from '../support/wall-stand.ts'

const { tagName, noteField } = eventDefaults.mark
const PASSWORD = 'correct horse battery staple'
const MEDIA = 'ws://127.0.0.1:7880'
const account = { email: 'operator@example.org', password: PASSWORD, orgId: 'org-1' }

let platform: KeyPlatform
beforeEach(async () => {
  platform = await KeyPlatform.start()
})

const ticketsAsked = () => platform.seen.filter(({ path }) => path === '/v1/live-view/participants').length

const site = () => ({ type: 'embedded-site' as const, baseUrl: platform.url, liveViewUrl: MEDIA, account })

async function embedded() {
  const stand = wallStand()
  await stand.wall.embed(site())
  return stand
}

const createKey = ({ call }: ReturnType<typeof wallStand>, change: { protection?: 'session' } = {}) =>
  call('keys.create', { ...account, name: 'wall', expiresInDays: 1, ...change })

test('tells every page of a file that is not whole, and of no other', () => {
  const { wall, open } = wallStand()
  const { pushes } = open()
  const file = '/media/stick/alarms.csv'
  for (const state of ['completed', 'cancelled'] as const)
    wall.fileEnded({ path: '/exports/x/y', file, state })
  expect(pushes).toEqual([])
  wall.fileEnded({ path: '/exports/x/y', file, state: 'interrupted' })
  expect(pushes).toMatchObject([
    {
      name: 'notice',
      payload: { code: 'storage_failed', exact: { code: 'file_not_whole', values: { file } } },
    },
  ])
})

test('signs itself in on the embedded site and lists its cameras', async () => {
  const { wall, hello } = wallStand()

  expect(await wall.embed(site())).toEqual({ ok: true, value: undefined })

  expect((await hello()).connection).toMatchObject({
    source: 'embedded',
    reach: 'ok',
    key: { state: 'present', orgId: 'org-1', name: 'Tessera on this machine' },
  })
  expect((await hello()).cameras.map((camera) => camera.number)).toEqual([1, 2, 3])
})

test('uses the key that it has at the next start, although the site is at another port', async () => {
  const vault = new MemoryVault()
  await wallStand({ vault }).wall.embed(site())
  const moved = await KeyPlatform.start()
  for (const [key, made] of platform.keys) moved.keys.set(key, made)

  expect(await wallStand({ vault }).wall.embed({ ...site(), baseUrl: moved.url })).toMatchObject({ ok: true })
  expect(moved.keys.size).toBe(1)
})

test('signs in again when the site does not know the key any more', async () => {
  const vault = new MemoryVault()
  await vault.store({ platform: 'embedded' }, 'tsk_of_a_site_that_was_reset', {})

  expect(await wallStand({ vault }).wall.embed(site())).toMatchObject({ ok: true })
  expect(platform.keys.size).toBe(1)
})

test('does not make a key for a site that has other troubles', async () => {
  const error = { code: 'organization_not_allowed', message: 'Not of this organization.' }
  platform.answer(403, { error })
  const vault = new MemoryVault()
  await vault.store({ platform: 'embedded' }, platform.issue(), {})

  expect(await wallStand({ vault }).wall.embed(site())).toMatchObject(refusedWith('not_allowed'))
  expect(platform.seen.filter(({ path }) => path === '/v1/api-key')).toHaveLength(0)
})

test('takes weak storage by itself for the demo on this machine only, and says so', async () => {
  const embedded = wallStand({ vault: weakVault() })
  await embedded.wall.embed(site())
  expect((await embedded.hello()).connection.key).toMatchObject({ state: 'present', automatic: true })

  const configured = wallStand({ vault: weakVault(), launch: { platform: platform.url } })
  expect(await createKey(configured)).toMatchObject(refusedWith('vault_weak'))
})

test('makes no key on the platform that it could not keep', async () => {
  const stand = wallStand({ vault: weakVault(), launch: { platform: platform.url } })
  await createKey(stand)
  expect(platform.keys.size).toBe(0)

  const chosen = await createKey(stand, { protection: 'session' })
  expect(chosen).toMatchObject({ ok: true, value: { key: { state: 'present' } } })
  expect(platform.keys.size).toBe(1)
})

test('hands the relay a ticket for the wanted camera', async () => {
  const { relay } = await embedded()

  const ticket = await relay().take('cam-2')

  expect(ticket).toMatchObject({ ok: true, value: { url: MEDIA } })
  expect(ticket.ok && ticket.value.token).toContain('cam-2')
  expect(relay().allowedHosts()).toEqual(['127.0.0.1:7880'])
})

test('keeps tickets ready for the cameras that the page wants, also those wanted before there was a platform', async () => {
  const { wall, relay, open, call } = wallStand()
  open()
  await call('liveView.want', { cameraIds: ['cam-3'] })
  await wall.embed(site())
  await vi.waitUntil(() => ticketsAsked() > 0, { timeout: 15_000 })
  const asked = platform.seen.length

  await relay().take('cam-3')
  expect(platform.seen).toHaveLength(asked)
})

test('has the times of salvos reckoned when they change, not after each answer of the platform', async () => {
  let reckoned = 0
  const time = {
    id: 'night',
    isOn: true,
    salvo: 5,
    sinceMs: 0,
    get pattern() {
      reckoned += 1
      return '0 22 * * *'
    },
  }
  const settings = new MemorySettings()
  await settings.save({ settings: { ...wallSettingsSchema.parse({}), salvoTimes: [time] } })
  const { wall, relay, open } = wallStand({ settings })
  await wall.embed(site())
  const { hello, report, save } = open()
  await hello()
  await report()
  const atFirst = reckoned
  expect(atFirst).toBeGreaterThan(0)
  await relay().take('cam-1')
  await save({ alarmSound: false })
  expect(reckoned).toBe(atFirst)
  await save({ timeZone: 'Asia/Tokyo' })
  expect(reckoned).toBeGreaterThan(atFirst)
})

test('gives no ticket for a media server that is not configured, and says which it is', async () => {
  platform.mediaUrl = 'wss://evil.example'
  const { relay, hello } = await embedded()

  expect(await relay().take('cam-1')).toMatchObject({
    error: { code: 'host_not_allowed', message: expect.stringContaining('evil.example:443') },
  })
  expect((await hello()).connection.lastError?.code).toBe('host_not_allowed')
})

test('trusts the host of the platform, at any port, where no live view address is configured', async () => {
  const { relay, call } = wallStand({ launch: { platform: platform.url } })
  await call('keys.set', { key: platform.issue() })

  expect(relay().allowedHosts()).toEqual(['127.0.0.1:*'])
  expect(await relay().take('cam-1')).toMatchObject({ ok: true })
  platform.mediaUrl = 'ws://127.0.0.2:7880'
  expect(await relay().take('cam-2')).toMatchObject(refusedWith('host_not_allowed'))
})

test('uses the configured live view address where tickets name none', async () => {
  platform.mediaUrl = ''
  const { relay, call } = wallStand()
  await call('connection.set', { baseUrl: platform.url, liveViewUrl: 'https://media.example/livekit/' })
  await call('keys.set', { key: platform.issue() })

  expect(await relay().take('cam-1')).toMatchObject({ value: { url: 'wss://media.example/livekit' } })
})

test('tells a key that the platform rejects, and goes on with a new one', async () => {
  const { relay, call } = wallStand({ launch: { platform: platform.url } })
  const rejected = await call('keys.set', { key: 'tsk_wrong_key_000' })
  expect(rejected).toMatchObject({
    value: { key: { state: 'rejected' }, lastError: { code: 'key_rejected' } },
  })
  expect(await relay().take('cam-1')).toMatchObject(refusedWith('key_rejected'))
  const asked = platform.seen.length
  await relay().take('cam-2')
  expect(platform.seen).toHaveLength(asked)

  const accepted = await call('keys.set', { key: platform.issue() })
  expect(accepted).toMatchObject({ ok: true, value: { key: { state: 'present' } } })
  expect(await relay().take('cam-1')).toMatchObject({ ok: true })
})

test('forgets a key that is cleared', async () => {
  const { relay, call } = await embedded()

  expect(await call('keys.clear', undefined)).toMatchObject({
    value: { key: { state: 'none' } },
  })
  expect(await relay().take('cam-1')).toMatchObject(refusedWith('no_key'))
})

test('refuses what cannot be a key', async () => {
  const { call } = wallStand({ launch: { platform: platform.url } })

  expect(await call('keys.set', { key: 'two words' })).toMatchObject(refusedWith('bad_request'))
  expect(await call('keys.set', { key: 'a\nb' })).toMatchObject(refusedWith('bad_request'))
})

test('lets neither key, nor password, nor ticket out: in no answer, no push, no log line, no settings', async () => {
  // A platform that repeats everything it gets.
  const { wall, lines, settings, relay, open, call, hello } = wallStand()
  const { pushes } = open()
  const answers: unknown[] = [await wall.embed(site())]
  const [key = ''] = platform.keys.keys()
  answers.push(await call('liveView.want', { cameraIds: ['cam-1', 'cam-2'] }))
  await relay().take('cam-1')
  answers.push(await call('connection.test', undefined))
  platform.keys.clear()
  answers.push(await call('cameras.refresh', undefined))
  answers.push(await call('keys.set', { key }))
  const message = `${key} ${PASSWORD.length}`
  answers.push(await call('log.write', { level: 'error', area: 'page', message }))
  answers.push(await hello())
  const answered = JSON.stringify({ pushes, answers, lines, state: settings.state })
  expect(answered.length).toBeGreaterThan(500)
  expect(answered).not.toContain(key)
  expect(answered).not.toContain(PASSWORD)
  expect(answered).not.toContain('ticket-cam')
})

test('cuts a secret out of a failure that leaves main, whatever part of the wall has put it there', async () => {
  const { relay, call } = await embedded()
  const [key = ''] = platform.keys.keys()
  platform.mediaUrl = `wss://${key}.example`
  const refused = await relay().take('cam-1')
  expect(refused).toMatchObject({ error: { message: expect.stringContaining('[redacted].example') } })
  const signOn = { name: key, pin: '4711', isNew: true }
  await call('alarms.signOn', signOn)
  const taken = await call('alarms.signOn', signOn)
  expect(taken).toMatchObject({ error: { message: expect.stringContaining('“[redacted]” has a PIN') } })
})

test('pushes the connection when it changes, and the cameras', async () => {
  const { wall, open } = wallStand()
  const { pushed } = open()
  await wall.embed(site())
  const isReached = () => JSON.stringify(pushed('connection')).includes('"reach":"ok"')
  await vi.waitUntil(isReached, { timeout: 15_000 })

  expect(pushed('cameras').at(-1)).toHaveLength(3)
})

test('starts with the cameras last known while the platform is down', async () => {
  const settings = new MemorySettings()
  await wallStand({ settings, launch: { platform: platform.url } }).call('keys.set', {
    key: platform.issue(),
  })
  await platform.dispose()
  const { hello } = wallStand({ settings, launch: { platform: platform.url } })

  expect((await hello()).cameras).toHaveLength(3)
})

test('numbers the cameras as the operator says, at once', async () => {
  const { hello, save, open } = await embedded()
  const { pushes } = open()
  await save({ cameraNumbers: { 'cam-1': 77 } })

  expect((await hello()).cameras.map(({ id, number }) => `${number}:${id}`)).toEqual([
    '2:cam-2',
    '3:cam-3',
    '77:cam-1',
  ])
  expect(pushes.map(({ name }) => name)).toEqual(['settings', 'cameras'])
})

test('tells whoever draws the menu of another keymap or language, and of nothing else', async () => {
  const { wall, hello, save } = wallStand()
  await hello()
  const drawn: unknown[] = []
  wall.onMenu(() => drawn.push([wall.language, wall.keymap]))
  const keymap = { layout: ['Q'] }
  const contrast = 'more'
  for (const to of [{ keymap }, { keymap, contrast }, { keymap, contrast, language: 'de' }] as const)
    await save(to)
  expect(drawn).toEqual([
    ['en', keymap],
    ['de', keymap],
  ])
})

test('has the tag of marks looked for anew when typed tags are others, and after no other setting', async () => {
  const { outbox } = openStand()
  const { wall, call, save } = wallStand({ openOutbox: () => outbox })
  await wall.embed(site())
  let asked = 0
  const tag = { id: 'mark', name: tagName, fields: [{ name: noteField, type: 'text' }] }
  platform.respondWith(({ path }, response) => {
    if (path.startsWith(defaultPaths.eventTags)) asked += 1
    json(response, 200, { items: [tag] })
  })
  const askedAfter = async (change: Partial<WallSettings>) => {
    await save(change)
    await call('events.mark', { cameraId: 'cam-1', atMs: 1, note: '' })
    return asked
  }
  expect([await askedAfter({}), await askedAfter({ cameraNumbers: { 'cam-1': 77 } })]).toEqual([1, 1])
  expect(await askedAfter({ eventTags: [{ id: 'sale', name: 'Sale', fields: [] }] })).toBe(2)
})

test('gives no camera the number of another one', async () => {
  const { hello, save } = await embedded()
  const before = await hello()
  expect(await save({ cameraNumbers: { 'cam-1': 2 } })).toMatchObject({
    error: { code: 'bad_request', message: expect.stringContaining('2 is the number of “org-1 cam-2”') },
  })
  expect(await hello()).toMatchObject({ cameras: before.cameras, settings: { cameraNumbers: {} } })
})

test('switches to another platform and keeps its address, but nothing of the old one', async () => {
  const { settings, relay, call, hello } = await embedded()
  await relay().take('cam-1')
  const other = await FakePlatform.start()
  other.answer(401, {})

  const status = await call('connection.set', { baseUrl: `${other.url}/` })

  expect(status).toMatchObject({
    value: {
      source: 'configured',
      address: { baseUrl: other.url },
      key: { state: 'none' },
      ticketsPerMinute: 0,
    },
  })
  expect(settings.state).toMatchObject({
    platforms: [{ id: other.url, address: { baseUrl: other.url } }],
    chosen: other.url,
  })
  expect(other.seen).toHaveLength(0)
  expect((await hello()).cameras).toEqual([])
})

test('refuses an address with a password in it', async () => {
  const { call } = wallStand()

  expect(await call('connection.set', { baseUrl: 'https://user:pass@video.example' })).toMatchObject(
    refusedWith('bad_request'),
  )
})

test('says what each function of the platform does', async () => {
  const { call } = await embedded()
  const lines = await call('connection.test', undefined)

  expect(lines.ok && lines.value.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
    'reach ok',
    'key ok',
    'cameras ok',
    'live-view ok',
    'playback failed',
    'event-tags absent',
    'event-search absent',
    'event-insert failed',
    'occupancy skipped',
    'dictionaries absent',
  ])
})

test('says that nobody is there, and tries nothing else', async () => {
  const { call } = wallStand({ launch: { platform: 'http://127.0.0.1:9' } })
  const lines = await call('connection.test', undefined)

  expect(lines.ok && new Map(lines.value.map(({ name, outcome }) => [name, outcome]))).toEqual(
    new Map(testedFunctions.map((name) => [name, name === 'reach' ? 'failed' : 'skipped'])),
  )
})

test('says that the key is what fails', async () => {
  const { call } = wallStand({ launch: { platform: platform.url } })
  const withoutKey = await call('connection.test', undefined)
  await call('keys.set', { key: 'tsk_wrong_key_000' })
  const withWrongKey = await call('connection.test', undefined)

  for (const lines of [withoutKey, withWrongKey]) {
    const others = testedFunctions.slice(2).map((name) => `${name} skipped`)
    expect(lines.ok && lines.value.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      'reach ok',
      'key failed',
      ...others,
    ])
  }
})

test('answers calls that need a platform when there is none', async () => {
  const { relay, call, hello } = wallStand()

  expect(await call('cameras.refresh', undefined)).toMatchObject(refusedWith('not_configured'))
  expect(await relay().take('cam-1')).toMatchObject(refusedWith('not_configured'))
  expect((await hello()).connection).toMatchObject({ source: 'none', key: { state: 'none' } })
})

test('tells of a disk that is full, and goes on', async () => {
  const memory = new MemorySettings()
  const settings: SettingsStore = memory
  settings.save = async (change) => {
    await MemorySettings.prototype.save.call(memory, change)
    return fail(wallError('storage_failed'))
  }
  const { open } = wallStand({ settings })
  const { call, pushed } = open()

  expect(await call('connection.set', { baseUrl: platform.url })).toMatchObject({ ok: true })
  expect(pushed('notice')[0]).toMatchObject({ code: 'storage_failed' })
})

test('has fresh tickets after sleep', async () => {
  const { wall, open } = wallStand()
  const { call, pushed } = open()
  await wall.embed(site())
  await call('liveView.want', { cameraIds: ['cam-1'] })
  await vi.waitUntil(() => ticketsAsked() === 1, { timeout: 15_000 })
  wall.power('suspend')
  wall.power('resume')
  await vi.waitUntil(() => ticketsAsked() === 2, { timeout: 15_000 })

  expect(pushed('power')).toEqual([{ state: 'suspend' }, { state: 'resume' }])
})

test('cuts off a page that floods the log, and says so', async () => {
  const time = new FakeTime()
  const { lines, call } = wallStand({ clock: time })
  const write = (message: string) => call('log.write', { level: 'info', area: 'live', message })
  for (let index = 0; index < PAGE_LINES_BURST + 800; index += 1) await write(`line ${index}`)
  const written = () => lines.filter((line) => line.includes('page.live'))
  expect(written()).toHaveLength(PAGE_LINES_BURST)

  await time.advance(1_000)
  await write('the flood is over')
  expect(written().at(-1)).toContain('the flood is over')
  expect(lines.at(-2)).toMatch(/Lines of the page were dropped: too many\..*800/)
})

test('events that wait are tried at once when the platform answers anything after an outage', async () => {
  const time = new FakeTime()
  let resumed = 0
  let isAway = true
  const outbox = { ...absentOutbox, resume: () => (resumed += 1) }
  const { wall, open } = wallStand({ clock: time, openOutbox: () => outbox })
  await wall.embed(site())
  const { call, hello } = open()
  await hello()
  const ask = () => call('playback.local', { cameraId: 'cam-1' })
  platform.respondWith((_, response) => json(response, isAway ? 503 : 404, {}))
  await ask()
  await time.advance(OUTAGE_IN_MS)
  expect(resumed).toBe(0)
  isAway = false
  await ask()
  expect(resumed).toBe(1)
})

test('tells the page why the platform gives no list of cameras, whatever else it answers, until it does', async () => {
  const { hello, call } = await embedded()
  const cameraListError = async () => (await hello()).connection.cameraListError
  platform.respondWith(({ path }, response) =>
    path === defaultPaths.cameras
      ? response.writeHead(303, { location: '/login' }).end()
      : json(response, 200, { items: [] }),
  )
  await call('cameras.refresh', undefined)
  await call('events.tags', undefined)
  expect(await cameraListError()).toMatchObject({ exact: { code: 'platform_redirects' } })
  platform.respondWith((_, response) => json(response, 200, { items: [] }))
  await call('cameras.refresh', undefined)
  expect(await cameraListError()).toBeUndefined()
})

test('says in words what was wrong with the address given at start', async () => {
  const { hello } = wallStand({ launch: { platform: 'not an address' } })

  expect((await hello()).notices).toMatchObject([
    { exact: { code: 'start_address_unreadable', values: { address: 'not an address' } } },
  ])
})

const damaged = (file: string) => ({
  content: {},
  report: () => [exactMessage('file_damaged_stays', { file })],
  write: () => undefined,
})

test('says in words which of its files was damaged', async () => {
  const { hello } = wallStand({
    operatorsFile: damaged('operators.json'),
    salvosFile: damaged('salvos.json'),
  })

  expect((await hello()).notices).toMatchObject([
    { exact: { code: 'file_damaged_stays', values: { file: 'operators.json' } } },
    { exact: { code: 'file_damaged_stays', values: { file: 'salvos.json' } } },
  ])
})

test('a notice that was left for a monitor is told to its next page, and to no other', async () => {
  const { wall, hello, open } = wallStand()
  wall.leaveNotice(2, { message: 'It was restarted.' })
  expect((await hello()).notices).toEqual([])
  const second = open(2)
  expect((await second.hello()).notices).toEqual([{ message: 'It was restarted.' }])
  expect((await second.hello()).notices).toEqual([])
})

test('settings of a file come after a copy of those before, changed rules are in the alarm log, changed keys in the menu', async () => {
  const facts: AlarmFact[] = []
  const append = async (some: readonly AlarmFact[]) => ok(void facts.push(...some))
  const settings = new MemorySettings({ shown: 'https://a.example' })
  const { wall, call, hello } = wallStand({ settings, alarmLog: { ...noAlarmLog, append } })
  const drawn: unknown[] = []
  wall.onMenu(() => drawn.push(wall.keymap))
  await hello()
  const take = async (change: object) => {
    const text = JSON.stringify({ format: 'tessera-settings', settings: change })
    await call('import.part', { text, isFirst: true })
    return call('settings.import', { accepted: [] })
  }
  const keymap = { layout: ['Q'] }
  await take({ lateAfterMs: 700, keymap })
  const [copy] = settings.copies
  expect(JSON.parse(copy ?? '')).toMatchObject({
    format: 'tessera-settings',
    isWhole: true,
    settings: { lateAfterMs: 1_000 },
  })
  expect((await hello()).notices).toMatchObject([
    { exact: { code: 'settings_before_kept', values: { copy: 'copy-1.json' } } },
  ])
  const when = { kind: 'camera', state: 'STALE', longerThanS: 30, cameraIds: [] }
  await take({ keymap, alarms: { rules: [{ id: 'rule-1', title: 'Door', priority: 1, when }] } })
  expect(drawn).toEqual([keymap])
  settings.isFull = true
  expect(await take({ alarms: { rules: [] } })).toMatchObject({ error: { code: 'storage_failed' } })
  expect(settings.state.settings).toMatchObject({ lateAfterMs: 700, alarms: { rules: [{ id: 'rule-1' }] } })
  await wall.dispose()
  expect(facts).toMatchObject([{ kind: 'rules-changed', rules: 1 }])
})

test('the alarm log says that rules were changed, not that a page has read the text of a search anew', async () => {
  const facts: AlarmFact[] = []
  const append = async (some: readonly AlarmFact[]) => ok(void facts.push(...some))
  const { wall, hello, save } = wallStand({ alarmLog: { ...noAlarmLog, append } })
  const read = async (text: string, cameraIds: readonly string[]) => {
    const { alarms } = (await hello()).settings
    const when = { kind: 'event', search: { name: 'Yard', text, cameraIds, eventTypeIds: [], match: [] } }
    const rules = [alarmRuleSchema.parse({ id: 'rule-1', title: 'Yard', priority: 1, when })]
    await save({ alarms: { ...alarms, rules } })
  }
  await read('group:yard', ['a'])
  await read('group:yard', ['a', 'b'])
  await read('group:dock', ['a', 'b'])
  await wall.dispose()
  expect(facts.map(({ kind }) => kind)).toEqual(['rules-changed', 'rules-changed'])
})

test('downloads are named after the day in the zone of the wall', async () => {
  const settings = new MemorySettings()
  await settings.save({ settings: wallSettingsSchema.parse({ timeZone: 'America/Los_Angeles' }) })
  const clock = { ...systemClock, wallMs: () => Date.parse('2026-11-23T01:00Z') }
  const { call } = wallStand({ settings, clock })
  expect([
    await call('layouts.export', undefined),
    await call('alarms.export', { format: 'csv' }),
  ]).toMatchObject([
    { value: { fileName: 'tessera-layouts-2026-11-22.json' } },
    { value: { fileName: 'alarms-2026-11-22.csv' } },
  ])
})

test('a file of salvos can be read however many there are, and says which of them walls share', async () => {
  const salvos = Array.from({ length: 220 }, (_, at) => ({
    version: 1,
    number: at + 1,
    name: '',
    scope: 'monitor',
    walls: [{ monitor: 1, layout: layoutOf(4), tiles: [] }],
  }))
  const shared = salvos.slice(110).map((salvo) => ({ salvo, version: 1, savedBy: 'Anna', savedAtMs: 1 }))
  const { url } = platform
  const settings = new MemorySettings({
    settings: wallSettingsSchema.parse({ salvos: salvos.slice(0, 120) }),
    platforms: [{ id: url, name: '', address: { baseUrl: url } }],
    shown: url,
    chosen: url,
  })
  const content = { version: 1, shared: { [url]: { salvos: shared, changes: [] } } }
  const salvosFile = { content, report: () => [], write: () => undefined }
  const { wall, call } = wallStand({ settings, salvosFile })
  const ready = unwrap(await call('salvos.export', undefined))
  const file = salvosFileSchema.parse(await wall.download({ method: 'GET', path: ready.address }).json())
  const numbersOf = (some: typeof file.salvos) => some.map(({ number }) => number)
  const numbers = numbersOf(file.salvos)
  expect([...numbers, ...numbersOf(file.shared)]).toEqual(salvos.map(({ number }) => number))
  expect(numbers).toHaveLength(120)
})
