import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { eventTagSchema } from '#contract/platform/events.ts'
import { healthResponse } from '#contract/platform/health.ts'
import { systemClock } from '#site/clock.ts'
import { demoSite, exitCodes } from '#site/defaults.ts'
import { administer } from '#site/process/admin.ts'
import { listen } from '#test/stand/loopback.ts'
import { SiteDidNotStart, startSite, type StartSiteOptions, type TestSite } from '../start-site.ts'
import { connectionTo, otherOwnAddresses } from '../../stand/own-addresses.ts'
import { footageDir } from '../../stand/wall-stand.ts'
import { saleTag } from './event-stand.ts'
import { ask, bearer, post } from './requests.ts'
import { sharedDir, tempDir } from '#test/stand/temp-dir.ts'

let dataDir: string

beforeEach(() => {
  dataDir = tempDir()
})

async function start(options: StartSiteOptions = {}): Promise<TestSite> {
  const site = await startSite({ dataDir, withMediaServer: false, ...options })
  onTestFinished(async () => void (await site.stop()))
  return site
}

/** Why it did not start. */
async function failure(options: StartSiteOptions = {}): Promise<SiteDidNotStart> {
  const outcome = await start(options).catch((error: unknown) => error)
  if (!(outcome instanceof SiteDidNotStart)) throw new Error('the site started')
  return outcome
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Four starts on one folder, each ended in another way: what is kept, what is forgotten and what is said. */
describe('a site, from one start to the next on the same folder', () => {
  const kept = sharedDir()
  let site: TestSite
  let key: string
  let firstPassword: TestSite['account']

  const begin = async (options: StartSiteOptions = {}) => {
    site = await startSite({ dataDir: kept, withMediaServer: false, ...options })
  }
  const camerasOf = (apiKey: string) => ask(`${site.baseUrl}/v1/cameras`, { headers: bearer(apiKey) })

  beforeAll(async () => {
    await begin({ cameras: 4 })
    firstPassword = site.account
    key = await site.apiKey()
  })
  afterAll(() => site?.stop())

  it('runs without a media server, and says so and no more', async () => {
    expect(healthResponse.strict().parse((await ask(`${site.baseUrl}/healthz`)).json)).toEqual({
      status: 'degraded',
      database: 'ok',
      mediaServer: 'absent',
      cameras: { wanted: 4, publishing: 0 },
    })
    expect(site.reports.join('\n')).toContain('no live view by WebRTC')
    expect(site.reports.join('\n')).not.toContain('other machines')
  })

  it('is reached by this machine alone', async () => {
    const port = Number(new URL(site.baseUrl).port)
    for (const address of otherOwnAddresses())
      expect([address, await connectionTo(address, port)]).toEqual([address, 'ECONNREFUSED'])
  })

  it('has its folder to itself', async () => {
    const { message, exitCode } = await failure({ dataDir: kept })
    expect(message).toContain(`already running on ${kept}`)
    expect(exitCode).toBe(exitCodes.alreadyRunning)
  })

  it('finishes the requests under way when it is told to stop', async () => {
    const { hostname, port } = new URL(site.baseUrl)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const body = JSON.stringify({ name: 'x', fields: [{ name: 'a', type: 'text' }] })
    const head = [
      'POST /v1/events-tag/types HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`)
    // An answer on another connection: by then the first one is under way.
    await ask(`${site.baseUrl}/healthz`)
    const stopped = site.stop()
    let answer = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text
    })
    socket.write(body.slice(10))
    await once(socket, 'close')
    expect(answer).toMatch(/^HTTP\/1.1 201 /)
    expect(await stopped).toBe(0)
  })

  it('keeps keys over a stop, and shows as many cameras as it is now told', async () => {
    await begin({ cameras: 9, withMediaServer: true })
    expect((await camerasOf(key)).json).toMatchObject({ items: { length: 9 } })
  })

  it('forgets the password of an earlier start', async () => {
    const answer = await post(`${site.baseUrl}/v1/api-key`, { name: 'x', expiresIn: 60, ...firstPassword })
    expect(answer.error?.code).toBe('invalid_credentials')
  })

  it('keeps a key that it has handed out over a crash, which leaves no media server behind', async () => {
    const newKey = await site.apiKey()
    const pid = await site.mediaServerPid()
    if (pid === undefined) throw new Error('no media server is running')
    await site.kill()
    while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20))
    await begin({ withMediaServer: true })
    expect((await camerasOf(newKey)).status).toBe(200)
  })

  it('ends on SIGTERM, and its media server with it', async () => {
    const pid = await site.mediaServerPid()
    if (pid === undefined) throw new Error('no media server is running')
    site.process.kill('SIGTERM')
    expect(await site.exited).toBe(0)
    expect(isAlive(pid)).toBe(false)
  })

  it('begins anew when it is reset', async () => {
    await begin({ flags: ['--reset', '--bind', '0.0.0.0'] })
    expect((await camerasOf(key)).status).toBe(401)
  })

  it('warns when other machines can reach it', async () => {
    const port = Number(new URL(site.baseUrl).port)
    for (const address of otherOwnAddresses()) expect(await connectionTo(address, port)).toBe('open')
    expect(site.reports.join('\n')).toContain('other machines can reach this site')
  })
})

async function keepsFootage(who: string): Promise<void> {
  await (await start()).stop()
  const admin = (command: 'list' | 'set-retention', subject: string) =>
    administer({ dataDir, command, subject, orgId: demoSite.orgId, name: undefined }, systemClock)
  expect(await admin('set-retention', '365')).toMatchObject({ ok: true })
  const folder = join(dataDir, 'recordings', 'cam-01', 'full')
  const startMs = Date.now() - 100 * 86_400_000
  const segment = `${startMs}-${startMs + 2_000}-0123456789ab.m4s`
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, segment), 'footage')
  await writeFile(join(dataDir, 'site.db'), Buffer.alloc(50_000, 'damage'))
  // No organization is left to list.
  if (who === 'admin') expect(await admin('list', '')).toMatchObject({ ok: false })
  // It ends when its first sweep has.
  for (let starts = 0; starts < 2; starts += 1) await (await start()).stop()
  expect(await readdir(folder)).toEqual([segment])
}

describe('a site', () => {
  it('starts with a damaged database, and says where it has put it', async () => {
    await writeFile(join(dataDir, 'site.db'), Buffer.alloc(50_000, 'damage'))
    const site = await start()
    expect((await ask(`${site.baseUrl}/healthz`)).json).toMatchObject({ database: 'ok' })
    const [aside = 'nothing'] = (await readdir(dataDir)).filter((name) => name.includes('damaged'))
    expect(site.reports.join('\n')).toContain(aside)
  })

  it('says that it is failing when it finds its events damaged', async () => {
    const before = await start({ cameras: 1 })
    const tagsUrl = before.baseUrl + defaultPaths.eventTags
    const made = await post(tagsUrl, { ...saleTag, name: 'parcel' }, await before.apiKey())
    await before.stop()
    const file = new Database(join(dataDir, 'events.db'))
    const root = Number(file.prepare(`select rootpage from sqlite_master where name = 'event'`).pluck().get())
    const pageBytes = Number(file.pragma('page_size', { simple: true }))
    file.close()
    const path = join(dataDir, 'events.db')
    await writeFile(path, (await readFile(path)).fill(0xa5, (root - 1) * pageBytes, root * pageBytes))
    const site = await start({ cameras: 1 })
    const health = async () => (await ask(`${site.baseUrl}/healthz`)).json
    expect(await health()).toMatchObject({ status: 'degraded', database: 'ok' })
    const event = {
      orgId: demoSite.orgId,
      cameraId: 'cam-01',
      eventTypeId: eventTagSchema.parse(made.json).id,
      timestamp: Date.now(),
      fields: {},
    }
    expect(await post(site.baseUrl + defaultPaths.eventInsert, event, await site.apiKey())).toMatchObject({
      status: 500,
    })
    expect(await health()).toMatchObject({ status: 'failing', database: 'failing' })
  })

  const title = 'keeps footage whose retention was in a damaged database that %s has set aside'
  it.each(['the site'])(title, keepsFootage)
  it.each(['admin'])(title, { tags: 'long' }, keepsFootage)
})

describe('a site whose media port is taken', () => {
  it('publishes its cameras as soon as it is free', { tags: 'long' }, async () => {
    const other = createServer()
    const port = String(await listen(other))
    const flags = ['--media-port', port]
    const site = await start({ withMediaServer: true, cameras: 1, footageDir, flags })
    expect(site.liveViewUrl).toBe(`ws://127.0.0.1:${port}`)
    expect(site.reports.join('\n')).toContain('is tried again until it runs')
    expect((await site.media()).state).toBe('down')
    other.close()
    await site.published(1)
    expect(healthResponse.parse((await ask(`${site.baseUrl}/healthz`)).json)).toMatchObject({ status: 'ok' })
  })
})

describe('a site that cannot start says so in a sentence, and with its exit code:', () => {
  it('the port is taken', async () => {
    const other = createServer()
    const port = await listen(other)
    const { message, exitCode } = await failure({ port })
    other.close()
    expect(message).toContain(`Port ${port} of 127.0.0.1 is taken`)
    expect(exitCode).toBe(exitCodes.portTaken)
  })

  it('the data folder is a file', async () => {
    const file = join(dataDir, 'file')
    await writeFile(file, '')
    const { message, exitCode } = await failure({ flags: ['--data', file] })
    expect(message).toContain(`${file} cannot be written`)
    expect(exitCode).toBe(exitCodes.dataFolder)
  })

  it('the address is not one of this machine', async () => {
    const { message, exitCode } = await failure({ flags: ['--bind', '192.0.2.1'] })
    expect(message).toContain('192.0.2.1 is not an address of this machine')
    expect(exitCode).toBe(exitCodes.usage)
  })
})
