import { afterEach, beforeEach, expect, test } from 'vitest'
import { MemoryVault } from '../../../../../src-main/core/keys/memory-vault.ts'
import type { KeyVault } from '../../../../../src-main/core/keys/key-vault.ts'
import { MemorySettings } from '../../../../../src-main/core/settings/memory-settings.ts'
import { systemClock, systemTimers } from '../../../../../src-main/core/time.ts'
import { createWallMain } from '../../../../../src-main/core/wall/create-wall-main.ts'
import type { RelayDeps, WallMainPorts } from '../../../../../src-main/core/wall/wall-main-ports.ts'
import type { WallMain } from '../../../../../src-main/core/wall-main.ts'
import { FakePlatform, json, type SeenRequest } from '../support/fake-platform.ts'
import { memoryLog } from '../support/memory-log.ts'

const PASSWORD = 'correct horse battery staple'
const KEY = 'tsk_live_5f0c2d9e7b1a4c3d'
const account = { email: 'operator@example.org', password: PASSWORD, orgId: 'org-1' }

let platform: FakePlatform
let wall: WallMain | undefined
let keysMade = 0
let validKey = KEY

beforeEach(async () => {
  platform = await FakePlatform.start()
  keysMade = 0
  validKey = KEY
  platform.answers((request, response) => {
    const { pathname } = new URL(request.path, 'http://x')
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
      const camera = (number: number) => ({
        id: `cam-${number}`,
        name: `Camera ${number}`,
        number,
        group: 'Hall',
        timezone: 'UTC',
      })
      return json(response, 200, { items: [1, 2, 3].map(camera) })
    }
    const { cameraId } = JSON.parse(request.body)
    return json(response, 201, {
      token: `ticket-for-${cameraId}-${platform.seen.length}`,
      url: 'ws://127.0.0.1:7880',
      expiresAt: new Date(Date.now() + 180_000).toISOString(),
    })
  })
})

afterEach(async () => {
  await wall?.dispose()
  wall = undefined
  await platform.dispose()
})

function isAuthorized(request: SeenRequest): boolean {
  return request.headers.authorization === `Bearer ${validKey}`
}

function start(overrides: Partial<WallMainPorts> = {}) {
  const { logger, redactor, lines } = memoryLog()
  const relay: RelayDeps[] = []
  const settings = new MemorySettings()
  const created = createWallMain({
    version: '1.2.3',
    shell: 'host',
    launch: {},
    clock: systemClock,
    timers: systemTimers,
    random: Math.random,
    fetch,
    settings,
    vault: new MemoryVault(),
    logger,
    redactor,
    openRelay: (deps) => {
      relay.push(deps)
      return { receive: () => {}, dispose: () => {} }
    },
    ...overrides,
  })
  wall = created
  return {
    wall: created,
    lines,
    settings,
    relay: () => {
      created.openRelay(() => {})
      const deps = relay.at(-1)
      if (deps === undefined) throw new Error('the relay was not opened')
      return deps
    },
  }
}

const site = () => ({
  type: 'embedded-site' as const,
  baseUrl: platform.url,
  liveViewUrl: 'ws://127.0.0.1:7880',
  account,
})

test('signs itself in on the embedded site and lists its cameras', async () => {
  const { wall } = start()

  expect(await wall.embed(site())).toEqual({ ok: true, value: undefined })

  const hello = await wall.handlers['wall.hello'](undefined)
  expect(hello).toMatchObject({
    ok: true,
    value: { connection: { source: 'embedded', reach: 'ok', key: { state: 'present', orgId: 'org-1' } } },
  })
  expect(hello.ok && hello.value.cameras.map((camera) => camera.number)).toEqual([1, 2, 3])
})

test('hands the relay a ticket for the wanted camera', async () => {
  const { wall, relay } = start()
  await wall.embed(site())

  const ticket = await relay().take('cam-2')

  expect(ticket).toMatchObject({ ok: true, value: { url: 'ws://127.0.0.1:7880' } })
  expect(ticket.ok && ticket.value.token).toContain('cam-2')
  expect(relay().allowedHosts()).toEqual(['127.0.0.1:7880'])
})
