import { createHash, pbkdf2 } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { listen } from '#test/stand/loopback.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { download } from '../../../scripts/lib/download.mjs'

const content = Buffer.alloc(300_000, 'release ')
const sha256 = createHash('sha256').update(content).digest('hex')

let server: Server
let base: string
/** Of `/slow`, which sends its headers at once. */
const sendBody = Promise.withResolvers<void>()
let folder: string
let file: string

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/moved') {
      response.writeHead(302, { location: '/release' }).end()
    } else if (request.url === '/release') {
      response.writeHead(200, { 'content-length': content.length }).end(content)
    } else if (request.url === '/cut') {
      response.writeHead(200, { 'content-length': content.length })
      response.write(content.subarray(0, 1_000), () => response.destroy())
    } else if (request.url === '/slow') {
      response.writeHead(200, { 'content-length': content.length }).flushHeaders()
      void sendBody.promise.then(() => response.end(content))
    } else if (request.url === '/busy') {
      response.writeHead(503).end()
    } else {
      response.writeHead(404).end()
    }
  })
  base = `http://127.0.0.1:${await listen(server)}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  folder = tempDir()
  file = join(folder, 'archive.zip')
})

test('a release whose checksum is right gets its name, also over a redirect', async () => {
  const shares: number[] = []
  const result = await download(`${base}/moved`, file, {
    sha256,
    onProgress: (share: number) => shares.push(share),
  })
  expect(result).toEqual({ ok: true, bytes: content.length })
  expect(readFileSync(file)).toEqual(content)
  expect(shares.at(-1)).toBe(1)
})

test('content with another checksum is thrown away, and that is remembered', async () => {
  const result = await download(`${base}/release`, file, { sha256: 'f'.repeat(64) })
  expect(result).toMatchObject({
    ok: false,
    lasting: true,
    reason: expect.stringContaining('is not the pinned release'),
  })
  expect(readdirSync(folder)).toEqual([])
})

test('a connection that breaks off leaves nothing and is tried again next time', async () => {
  // Four threads open files; while they are busy the connection breaks off first.
  const busy = Array.from({ length: 4 }, () => promisify(pbkdf2)('a', 'b', 50_000, 64, 'sha512'))
  const result = await download(`${base}/cut`, file, { sha256 })
  expect(result).toMatchObject({ ok: false, lasting: false, reason: expect.stringContaining('broke off') })
  await Promise.all(busy)
  expect(await readdir(folder)).toEqual([])
})

test('a mirror that answers and then takes its time for the first piece is waited for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answered = Promise.withResolvers<void>()
  const realFetch = globalThis.fetch
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...asked) => {
    const response = await realFetch(...asked)
    answered.resolve()
    return response
  })
  try {
    const result = download(`${base}/slow`, file, { sha256 })
    await answered.promise
    await turn()
    vi.advanceTimersByTime(20_000)
    sendBody.resolve()
    expect(await result).toEqual({ ok: true, bytes: content.length })
  } finally {
    fetched.mockRestore()
    vi.useRealTimers()
  }
})

test.each([
  ['/nothing', true, /answered 404/],
  ['/busy', false, /answered 503/],
])('%s is a refusal in words', async (path, lasting, reason) => {
  expect(await download(`${base}${path}`, file, { sha256 })).toMatchObject({
    ok: false,
    lasting,
    reason: expect.stringMatching(reason),
  })
})

test('a server that is not there is a lasting refusal', async () => {
  expect(await download('http://127.0.0.1:1/archive.zip', file, { sha256 })).toMatchObject({
    ok: false,
    lasting: true,
    reason: expect.stringMatching(/^127\.0\.0\.1:1 could not be reached/),
  })
})

test.each([
  ['', true],
  ['1', false],
])(
  'behind a proxy, with NODE_USE_ENV_PROXY=%j, it says how Node asks through it: %s',
  async (value, says) => {
    vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:1')
    vi.stubEnv('NODE_USE_ENV_PROXY', value)
    onTestFinished(() => void vi.unstubAllEnvs())
    const result = await download('https://127.0.0.1:1/archive.zip', file, { sha256 })
    expect(!result.ok && result.reason.includes('NODE_USE_ENV_PROXY=1')).toBe(says)
  },
)
