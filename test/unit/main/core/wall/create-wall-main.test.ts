import { beforeEach, expect, test, vi } from 'vitest'
import { exactMessage } from '#contract/exact-words.ts'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { alarmRuleSchema } from '#contract/wall/alarms.ts'
import type { PushName } from '#contract/wall/calls.ts'
import { testedFunctions } from '#contract/wall/connection-test.ts'
import { layoutOf } from '#contract/wall/layout.ts'
import { salvosFileSchema } from '#contract/wall/salvo.ts'
import { type SettingsChange, wallSettingsSchema } from '#contract/wall/settings.ts'
import type { AlarmFact } from '#main/core/alarms/alarm-log-entry.ts'
import { eventDefaults } from '#main/core/events/defaults.ts'
import { absentOutbox } from '../support/absent-outbox.ts'
import { MemoryVault, weakVault } from '#test/unit/main/core/support/memory-vault.ts'
import { OUTAGE_IN_MS } from '#main/core/platform/defaults.ts'
import { MemorySettings } from '#test/unit/main/core/support/memory-settings.ts'
import type { SettingsStore } from '#main/core/settings/settings-store.ts'
import { systemClock } from '#main/core/time.ts'
import type { RelayDeps } from '#main/core/wall/wall-main-options.ts'
import type { CallHandlers, Page, WallMain } from '#main/core/wall-main.ts'
import { refusedWith } from '#test/stand/unwrap.ts'
import { openStand } from '../events/outbox/outbox-stand.ts'
import { FakePlatform, json, type SeenRequest } from '../support/fake-platform.ts'
import { PAGE_LINES_BURST } from '#main/core/wall/defaults.ts'
import { FakeTime } from '../support/fake-time.ts'
import { noAlarmLog } from '../support/wall-ports.ts'
import { helloOf, wallStand } from '../support/wall-stand.ts'

const { tagName, noteField } = eventDefaults.mark
const PASSWORD = 'correct horse battery staple'
const KEY = 'tsk_live_5f0c2d9e7b1a4c3d'
const MEDIA = 'ws://127.0.0.1:7880'
const account = { email: 'operator@example.org', password: PASSWORD, orgId: 'org-1' }

const page: Page = { id: 'page-1', monitor: 1 }

let platform: FakePlatform
let keysMade = 0
let validKey = KEY
let mediaUrl = MEDIA
let isAway = false

beforeEach(async () => {
  platform = await FakePlatform.start()
  keysMade = 0
  validKey = KEY
  mediaUrl = MEDIA
  isAway = false
  platform.respondWith((request, response) => {
    const { pathname } = new URL(request.path, 'http://x')
    if (isAway) return json(response, 503, {})
    if (pathname === '/v1/api-key') {
      keysMade += 1
      const body = JSON.parse(request.body)
      const expiresAt = new Date(Date.now() + body.expiresIn * 1_000).toISOString()
      return json(response, 201, {
        id: '1',
        name: body.name,
        key: KEY,
        orgId: body.orgId,
        createdAt: new Date().toISOString(),
        expiresAt,
      })
    }
    if (!isAuthorized(request)) {
      return json(response, 401, {
        error: { code: 'invalid_key', message: `no such key: ${request.headers.authorization}` },
      })
    }
    if (pathname === '/v1/cameras') {
      return json(response, 200, { items: [1, 2, 3].map(listedCamera) })
    }
    if (pathname !== '/v1/live-view/participants') return json(response, 404, {})
    const { cameraId } = JSON.parse(request.body)
    return json(response, 201, {
      token: `ticket-for-${cameraId}-${platform.seen.length}`,
      url: mediaUrl,
      expiresAt: new Date(Date.now() + 180_000).toISOString(),
    })
  })
})

const listedCamera = (number: number) => ({
  id: `cam-${number}`,
  name: `Camera ${number}`,
  number,
  group: 'Hall',
  timezone: 'UTC',
})

const ticketsAsked = () => platform.seen.filter(({ path }) => path === '/v1/live-view/participants').length

function isAuthorized(request: SeenRequest): boolean {
  return request.headers.authorization === `Bearer ${validKey}`
}

const site = () => ({ type: 'embedded-site' as const, baseUrl: platform.url, liveViewUrl: MEDIA, account })

async function embedded() {
  const stand = wallStand()
  await stand.wall.embed(site())
  return stand
}

const createKey = (of: WallMain, change: { protection?: 'session' } = {}) =>
  of.handlers['keys.create']({ ...account, name: 'wall', expiresInDays: 1, ...change }, page)

const hello = (of: WallMain) => helloOf(of, page)

/** Everything that the wall pushes, as one text. */
function recordPushes(of: WallMain, open = page) {
  const pushes: { name: PushName; payload: unknown }[] = []
  of.openPage(open, (name, payload) => pushes.push({ name, payload }))
  return pushes
}

test('tells every page of a file that is not whole, and of no other', () => {
  const { wall } = wallStand()
  const pushes = recordPushes(wall)
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
  const { wall } = wallStand()

  expect(await wall.embed(site())).toEqual({ ok: true, value: undefined })

  expect((await hello(wall)).connection).toMatchObject({
    source: 'embedded',
    reach: 'ok',
    key: { state: 'present', orgId: 'org-1', name: 'Tessera on this machine' },
  })
  expect((await hello(wall)).cameras.map((camera) => camera.number)).toEqual([1, 2, 3])
})

test('uses the key that it has at the next start, although the site is at another port', async () => {
  const vault = new MemoryVault()
  await wallStand({ vault }).wall.embed(site())
  const moved = await FakePlatform.start()
  moved.respondWith((request, response) =>
    isAuthorized(request) ? json(response, 200, []) : json(response, 401, {}),
  )

  expect(await wallStand({ vault }).wall.embed({ ...site(), baseUrl: moved.url })).toMatchObject({ ok: true })
  expect(keysMade).toBe(1)
})

test('signs in again when the site does not know the key any more', async () => {
  const vault = new MemoryVault()
  await vault.store({ platform: 'embedded' }, 'tsk_of_a_site_that_was_reset', {})

  expect(await wallStand({ vault }).wall.embed(site())).toMatchObject({ ok: true })
  expect(keysMade).toBe(1)
})

test('does not make a key for a site that has other troubles', async () => {
  const error = { code: 'organization_not_allowed', message: 'Not of this organization.' }
  platform.respondWith((_, response) => json(response, 403, { error }))
  const vault = new MemoryVault()
  await vault.store({ platform: 'embedded' }, KEY, {})

  expect(await wallStand({ vault }).wall.embed(site())).toMatchObject(refusedWith('not_allowed'))
  expect(platform.seen.filter(({ path }) => path === '/v1/api-key')).toHaveLength(0)
})

test('takes weak storage by itself for the demo on this machine only, and says so', async () => {
  const embedded = wallStand({ vault: weakVault() })
  await embedded.wall.embed(site())
  expect((await hello(embedded.wall)).connection.key).toMatchObject({ state: 'present', automatic: true })

  const configured = wallStand({ vault: weakVault(), launch: { platform: platform.url } })
  expect(await createKey(configured.wall)).toMatchObject(refusedWith('vault_weak'))
})

test('makes no key on the platform that it could not keep', async () => {
  const { wall } = wallStand({ vault: weakVault(), launch: { platform: platform.url } })
  await createKey(wall)
  expect(keysMade).toBe(0)

  const chosen = await createKey(wall, { protection: 'session' })
  expect(chosen).toMatchObject({ ok: true, value: { key: { state: 'present' } } })
  expect(keysMade).toBe(1)
})

test('hands the relay a ticket for the wanted camera', async () => {
  const { relay } = await embedded()

  const ticket = await relay().take('cam-2')

  expect(ticket).toMatchObject({ ok: true, value: { url: MEDIA } })
  expect(ticket.ok && ticket.value.token).toContain('cam-2')
  expect(relay().allowedHosts()).toEqual(['127.0.0.1:7880'])
})

test('keeps tickets ready for the cameras that the page wants, also those wanted before there was a platform', async () => {
  const { wall, relay } = wallStand()
  recordPushes(wall)
  await wall.handlers['liveView.want']({ cameraIds: ['cam-3'] }, page)
  await wall.embed(site())
  await vi.waitUntil(() => platform.seen.some(({ path }) => path === '/v1/live-view/participants'), {
    timeout: 15_000,
  })
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
  const first = open()
  await first.hello()
  await first.report()
  const save = (change: SettingsChange) => wall.handlers['settings.save'](change, first.page)
  const atFirst = reckoned
  expect(atFirst).toBeGreaterThan(0)
  await relay().take('cam-1')
  await save({ from: { alarmSound: true }, to: { alarmSound: false } })
  expect(reckoned).toBe(atFirst)
  await save({ from: {}, to: { timeZone: 'Asia/Tokyo' } })
  expect(reckoned).toBeGreaterThan(atFirst)
})

test('gives no ticket for a media server that is not configured, and says which it is', async () => {
  mediaUrl = 'wss://evil.example'
  const { wall, relay } = await embedded()

  expect(await relay().take('cam-1')).toMatchObject({
    ok: false,
    error: { code: 'host_not_allowed', message: expect.stringContaining('evil.example:443') },
  })
  expect((await hello(wall)).connection.lastError?.code).toBe('host_not_allowed')
})

test('trusts the host of the platform, at any port, where no live view address is configured', async () => {
  const { wall, relay } = wallStand({ launch: { platform: platform.url } })
  await wall.handlers['keys.set']({ key: KEY }, page)

  expect(relay().allowedHosts()).toEqual(['127.0.0.1:*'])
  expect(await relay().take('cam-1')).toMatchObject({ ok: true })
  mediaUrl = 'ws://127.0.0.2:7880'
  expect(await relay().take('cam-2')).toMatchObject(refusedWith('host_not_allowed'))
})

test('uses the configured live view address where tickets name none', async () => {
  mediaUrl = ''
  const { wall, relay } = wallStand()
  await wall.handlers['connection.set'](
    {
      baseUrl: platform.url,
      liveViewUrl: 'https://media.example/livekit/',
    },
    page,
  )
  await wall.handlers['keys.set']({ key: KEY }, page)

  expect(await relay().take('cam-1')).toMatchObject({
    ok: true,
    value: { url: 'wss://media.example/livekit' },
  })
})

test('tells a key that the platform rejects, and goes on with a new one', async () => {
  const { wall, relay } = wallStand({ launch: { platform: platform.url } })
  const rejected = await wall.handlers['keys.set']({ key: 'tsk_wrong_key_000' }, page)
  expect(rejected).toMatchObject({
    ok: true,
    value: { key: { state: 'rejected' }, lastError: { code: 'key_rejected' } },
  })
  expect(await relay().take('cam-1')).toMatchObject(refusedWith('key_rejected'))
  const asked = platform.seen.length
  await relay().take('cam-2')
  expect(platform.seen).toHaveLength(asked)

  const accepted = await wall.handlers['keys.set']({ key: KEY }, page)
  expect(accepted).toMatchObject({ ok: true, value: { key: { state: 'present' } } })
  expect(await relay().take('cam-1')).toMatchObject({ ok: true })
})

test('forgets a key that is cleared', async () => {
  const { wall, relay } = await embedded()

  expect(await wall.handlers['keys.clear'](undefined, page)).toMatchObject({
    ok: true,
    value: { key: { state: 'none' } },
  })
  expect(await relay().take('cam-1')).toMatchObject(refusedWith('no_key'))
})

test('refuses what cannot be a key', async () => {
  const { wall } = wallStand({ launch: { platform: platform.url } })

  expect(await wall.handlers['keys.set']({ key: 'two words' }, page)).toMatchObject(
    refusedWith('bad_request'),
  )
  expect(await wall.handlers['keys.set']({ key: 'a\nb' }, page)).toMatchObject(refusedWith('bad_request'))
})

test('lets neither key, nor password, nor ticket out: in no answer, no push, no log line, no settings', async () => {
  // A platform that repeats everything it gets.
  const answered = await recordEverything(async (wall, relay) => {
    await wall.embed(site())
    await wall.handlers['liveView.want']({ cameraIds: ['cam-1', 'cam-2'] }, page)
    await relay().take('cam-1')
    await wall.handlers['connection.test'](undefined, page)
    validKey = 'tsk_none_is_valid'
    await wall.handlers['cameras.refresh'](undefined, page)
    await wall.handlers['keys.set']({ key: KEY }, page)
    await wall.handlers['log.write'](
      { level: 'error', area: 'page', message: `${KEY} ${PASSWORD.length}` },
      page,
    )
  })

  expect(answered.length).toBeGreaterThan(500)
  expect(answered).not.toContain(KEY)
  expect(answered).not.toContain(PASSWORD)
  expect(answered).not.toContain('ticket-for')
})

test('cuts a secret out of a failure that leaves main, whatever part of the wall has put it there', async () => {
  const { wall, relay } = await embedded()
  mediaUrl = `wss://${KEY}.example`
  const refused = await relay().take('cam-1')
  expect(refused).toMatchObject({ error: { message: expect.stringContaining('[redacted].example') } })
  const signOn = { name: KEY, pin: '4711', isNew: true }
  await wall.handlers['alarms.signOn'](signOn, page)
  const taken = await wall.handlers['alarms.signOn'](signOn, page)
  expect(taken).toMatchObject({ error: { message: expect.stringContaining('“[redacted]” has a PIN') } })
})

async function recordEverything(
  run: (wall: WallMain, relay: () => RelayDeps) => Promise<void>,
): Promise<string> {
  const { wall, lines, settings, relay } = wallStand()
  const pushes = recordPushes(wall)
  const answers: unknown[] = []
  const handlers = new Proxy(wall.handlers, {
    get: (target, name: keyof CallHandlers) => async (input: never, asking: Page) => {
      const answer = await target[name](input, asking)
      answers.push(answer)
      return answer
    },
  })
  await run({ ...wall, handlers }, relay)
  answers.push(await hello(wall))
  return JSON.stringify({ pushes, answers, lines, state: settings.state })
}

test('pushes the connection when it changes, and the cameras', async () => {
  const { wall } = wallStand()
  const pushes = recordPushes(wall)
  await wall.embed(site())
  await vi.waitUntil(
    () =>
      pushes.some(
        ({ name, payload }) => name === 'connection' && JSON.stringify(payload).includes('"reach":"ok"'),
      ),
    { timeout: 15_000 },
  )

  expect(pushes.findLast(({ name }) => name === 'cameras')?.payload).toHaveLength(3)
})

test('starts with the cameras last known while the platform is down', async () => {
  const settings = new MemorySettings()
  await wallStand({ settings, launch: { platform: platform.url } }).wall.handlers['keys.set'](
    { key: KEY },
    page,
  )
  await platform.dispose()
  const { wall } = wallStand({ settings, launch: { platform: platform.url } })

  expect((await hello(wall)).cameras).toHaveLength(3)
})

test('numbers the cameras as the operator says, at once', async () => {
  const { wall } = await embedded()
  const pushes = recordPushes(wall)
  const { settings } = await hello(wall)
  await wall.handlers['settings.save'](
    { from: settings, to: { ...settings, cameraNumbers: { 'cam-1': 77 } } },
    page,
  )

  expect((await hello(wall)).cameras.map(({ id, number }) => `${number}:${id}`)).toEqual([
    '2:cam-2',
    '3:cam-3',
    '77:cam-1',
  ])
  expect(pushes.map(({ name }) => name)).toEqual(['settings', 'cameras'])
})

test('tells whoever draws the menu of another keymap or language, and of nothing else', async () => {
  const { wall } = wallStand()
  const { settings } = await hello(wall)
  const drawn: unknown[] = []
  wall.onMenu(() => drawn.push([wall.language, wall.keymap]))
  const keymap = { layout: ['Q'] }
  const contrast = 'more'
  for (const to of [{ keymap }, { keymap, contrast }, { keymap, contrast, language: 'de' }] as const)
    await wall.handlers['settings.save'](
      { from: (await hello(wall)).settings, to: { ...settings, ...to } },
      page,
    )
  expect(drawn).toEqual([
    ['en', keymap],
    ['de', keymap],
  ])
})

test('has the tag of marks looked for anew when typed tags are others, and after no other setting', async () => {
  const { outbox } = openStand()
  const { wall } = wallStand({ openOutbox: () => outbox })
  await wall.embed(site())
  let asked = 0
  const tag = { id: 'mark', name: tagName, fields: [{ name: noteField, type: 'text' }] }
  platform.respondWith(({ path }, response) => {
    if (path.startsWith(defaultPaths.eventTags)) asked += 1
    json(response, 200, { items: [tag] })
  })
  const askedAfter = async (to: SettingsChange['to']) => {
    const { settings: from } = await hello(wall)
    await wall.handlers['settings.save']({ from, to: { ...from, ...to } }, page)
    await wall.handlers['events.mark']({ cameraId: 'cam-1', atMs: 1, note: '' }, page)
    return asked
  }
  expect([await askedAfter({}), await askedAfter({ cameraNumbers: { 'cam-1': 77 } })]).toEqual([1, 1])
  expect(await askedAfter({ eventTags: [{ id: 'sale', name: 'Sale', fields: [] }] })).toBe(2)
})

test('gives no camera the number of another one', async () => {
  const { wall } = await embedded()
  const before = await hello(wall)
  const cameraNumbers = { 'cam-1': 2 }
  expect(
    await wall.handlers['settings.save'](
      { from: before.settings, to: { ...before.settings, cameraNumbers } },
      page,
    ),
  ).toMatchObject({
    ok: false,
    error: { code: 'bad_request', message: expect.stringContaining('2 is the number of “Camera 2”') },
  })
  expect(await hello(wall)).toMatchObject({ cameras: before.cameras, settings: { cameraNumbers: {} } })
})

test('switches to another platform and keeps its address, but nothing of the old one', async () => {
  const { wall, settings, relay } = await embedded()
  await relay().take('cam-1')
  const other = await FakePlatform.start()
  other.respondWith((_, response) => json(response, 401, {}))

  const status = await wall.handlers['connection.set']({ baseUrl: `${other.url}/` }, page)

  expect(status).toMatchObject({
    ok: true,
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
  expect((await hello(wall)).cameras).toEqual([])
})

test('refuses an address with a password in it', async () => {
  const { wall } = wallStand()

  expect(
    await wall.handlers['connection.set']({ baseUrl: 'https://user:pass@video.example' }, page),
  ).toMatchObject(refusedWith('bad_request'))
})

test('says what each function of the platform does', async () => {
  const { wall } = await embedded()
  const lines = await wall.handlers['connection.test'](undefined, page)

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
  const { wall } = wallStand({ launch: { platform: 'http://127.0.0.1:9' } })
  const lines = await wall.handlers['connection.test'](undefined, page)

  expect(lines.ok && new Map(lines.value.map(({ name, outcome }) => [name, outcome]))).toEqual(
    new Map(testedFunctions.map((name) => [name, name === 'reach' ? 'failed' : 'skipped'])),
  )
})

test('says that the key is what fails', async () => {
  const { wall } = wallStand({ launch: { platform: platform.url } })
  const withoutKey = await wall.handlers['connection.test'](undefined, page)
  await wall.handlers['keys.set']({ key: 'tsk_wrong_key_000' }, page)
  const withWrongKey = await wall.handlers['connection.test'](undefined, page)

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
  const { wall, relay } = wallStand()

  expect(await wall.handlers['cameras.refresh'](undefined, page)).toMatchObject(refusedWith('not_configured'))
  expect(await relay().take('cam-1')).toMatchObject(refusedWith('not_configured'))
  expect((await hello(wall)).connection).toMatchObject({ source: 'none', key: { state: 'none' } })
})

test('tells of a disk that is full, and goes on', async () => {
  const memory = new MemorySettings()
  const settings: SettingsStore = memory
  settings.save = async (change) => {
    await MemorySettings.prototype.save.call(memory, change)
    return fail(wallError('storage_failed'))
  }
  const { wall } = wallStand({ settings })
  const pushes = recordPushes(wall)

  expect(await wall.handlers['connection.set']({ baseUrl: platform.url }, page)).toMatchObject({ ok: true })
  expect(pushes.find(({ name }) => name === 'notice')?.payload).toMatchObject({ code: 'storage_failed' })
})

test('has fresh tickets after sleep', async () => {
  const { wall } = wallStand()
  const pushes = recordPushes(wall)
  await wall.embed(site())
  await wall.handlers['liveView.want']({ cameraIds: ['cam-1'] }, page)
  await vi.waitUntil(() => ticketsAsked() === 1, { timeout: 15_000 })
  wall.power('suspend')
  wall.power('resume')
  await vi.waitUntil(() => ticketsAsked() === 2, { timeout: 15_000 })

  expect(pushes.filter(({ name }) => name === 'power').map(({ payload }) => payload)).toEqual([
    { state: 'suspend' },
    { state: 'resume' },
  ])
})

test('cuts off a page that floods the log, and says so', async () => {
  const time = new FakeTime()
  const { wall, lines } = wallStand({ clock: time })
  const write = (message: string) =>
    wall.handlers['log.write']({ level: 'info', area: 'live', message }, page)
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
  const outbox = { ...absentOutbox, resume: () => (resumed += 1) }
  const { wall } = wallStand({ clock: time, openOutbox: () => outbox })
  await wall.embed(site())
  recordPushes(wall)
  await hello(wall)
  const ask = () => wall.handlers['playback.local']({ cameraId: 'cam-1' }, page)
  isAway = true
  await ask()
  await time.advance(OUTAGE_IN_MS)
  expect(resumed).toBe(0)
  isAway = false
  await ask()
  expect(resumed).toBe(1)
})

test('says in words what was wrong with the address given at start', async () => {
  const { wall } = wallStand({ launch: { platform: 'not an address' } })

  expect((await hello(wall)).notices).toMatchObject([
    { exact: { code: 'start_address_unreadable', values: { address: 'not an address' } } },
  ])
})

const damaged = (file: string) => ({
  content: {},
  report: () => [exactMessage('file_damaged_stays', { file })],
  write: () => undefined,
})

test('says in words which of its files was damaged', async () => {
  const { wall } = wallStand({ operatorsFile: damaged('operators.json'), salvosFile: damaged('salvos.json') })

  expect((await hello(wall)).notices).toMatchObject([
    { exact: { code: 'file_damaged_stays', values: { file: 'operators.json' } } },
    { exact: { code: 'file_damaged_stays', values: { file: 'salvos.json' } } },
  ])
})

test('a notice that was left for a monitor is told to its next page, and to no other', async () => {
  const { wall } = wallStand()
  wall.leaveNotice(2, { message: 'It was restarted.' })
  expect((await hello(wall)).notices).toEqual([])
  const second = { id: 'page-2', monitor: 2 }
  const notices = async () => {
    const hello = await wall.handlers['wall.hello'](undefined, second)
    return hello.ok ? hello.value.notices : hello
  }
  expect(await notices()).toEqual([{ message: 'It was restarted.' }])
  expect(await notices()).toEqual([])
})

test('settings of a file come after a copy of those before, changed rules are in the alarm log, changed keys in the menu', async () => {
  const facts: AlarmFact[] = []
  const append = async (some: readonly AlarmFact[]) => ok(void facts.push(...some))
  const settings = new MemorySettings({ shown: 'https://a.example' })
  const { wall } = wallStand({ settings, alarmLog: { ...noAlarmLog, append } })
  const drawn: unknown[] = []
  wall.onMenu(() => drawn.push(wall.keymap))
  await hello(wall)
  const take = async (change: object) => {
    const text = JSON.stringify({ format: 'tessera-settings', settings: change })
    await wall.handlers['import.part']({ text, isFirst: true }, page)
    return wall.handlers['settings.import']({ accepted: [] }, page)
  }
  const keymap = { layout: ['Q'] }
  await take({ lateAfterMs: 700, keymap })
  const [copy] = settings.copies
  expect(JSON.parse(copy ?? '')).toMatchObject({
    format: 'tessera-settings',
    isWhole: true,
    settings: { lateAfterMs: 1_000 },
  })
  expect((await hello(wall)).notices).toMatchObject([
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
  const { wall } = wallStand({ alarmLog: { ...noAlarmLog, append } })
  const save = async (text: string, cameraIds: readonly string[]) => {
    const { alarms: from } = (await hello(wall)).settings
    const when = { kind: 'event', search: { name: 'Yard', text, cameraIds, eventTypeIds: [], match: [] } }
    const rules = [alarmRuleSchema.parse({ id: 'rule-1', title: 'Yard', priority: 1, when })]
    await wall.handlers['settings.save']({ from: { alarms: from }, to: { alarms: { ...from, rules } } }, page)
  }
  await save('group:yard', ['a'])
  await save('group:yard', ['a', 'b'])
  await save('group:dock', ['a', 'b'])
  await wall.dispose()
  expect(facts.map(({ kind }) => kind)).toEqual(['rules-changed', 'rules-changed'])
})

test('downloads are named after the day in the zone of the wall', async () => {
  const settings = new MemorySettings()
  await settings.save({ settings: wallSettingsSchema.parse({ timeZone: 'America/Los_Angeles' }) })
  const clock = { ...systemClock, wallMs: () => Date.parse('2026-11-23T01:00Z') }
  const { handlers } = wallStand({ settings, clock }).wall
  expect([
    await handlers['layouts.export'](undefined, page),
    await handlers['alarms.export']({ format: 'csv' }, page),
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
  const { wall } = wallStand({ settings, salvosFile })
  const ready = await wall.handlers['salvos.export'](undefined, page)
  if (!ready.ok) throw new Error(ready.error.message)
  const file = salvosFileSchema.parse(
    await wall.download({ method: 'GET', path: ready.value.address }).json(),
  )
  const numbersOf = (some: typeof file.salvos) => some.map(({ number }) => number)
  const numbers = numbersOf(file.salvos)
  expect([...numbers, ...numbersOf(file.shared)]).toEqual(salvos.map(({ number }) => number))
  expect(numbers).toHaveLength(120)
})
