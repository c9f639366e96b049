import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rmdir, stat, writeFile } from 'node:fs/promises'
import { request as requestHttp } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { AppImageUpdater, type CancellationToken } from 'electron-updater'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { configure, obstacleFor, replaceProgram } from '#main/electron/updates/open-updater.ts'
import { UpdaterFeed } from '#main/electron/updates/updater-feed.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { channelFile, UpdateServer } from '#test/stand/update-server.ts'
import { memoryLog } from '../../core/support/memory-log.ts'

/** The one that electron-updater builds on; in Electron it gets Electron's network, here Node's. */
const { HttpExecutor } = createRequire(createRequire(import.meta.url).resolve('electron-updater'))(
  'builder-util-runtime',
)
class NodeHttpExecutor extends HttpExecutor {
  createRequest(options: object, callback: (response: unknown) => void) {
    return requestHttp(options, callback)
  }
  // Electron asks its session instead.
  async download(url: URL, destination: string, options: { cancellationToken: CancellationToken }) {
    return options.cancellationToken.createPromise((resolve, reject, onCancel) => {
      const callback = (error?: Error | null) => (error ? reject(error) : resolve(destination))
      const { hostname, port, pathname, protocol } = url
      this['doDownload'](
        { protocol, hostname, port, path: pathname },
        { destination, options, callback, onCancel, responseHandler: null },
        0,
      )
    })
  }
}

const running = '0.1.0'
const nothing = () => undefined
const release = Buffer.from(`#!/bin/sh\n${'a release '.repeat(50_000)}`)

let dir: string
let server: UpdateServer
let feed: UpdaterFeed
let appImage: string
let replaced: number

beforeEach(async () => {
  dir = tempDir()
  server = await UpdateServer.start()
  appImage = join(dir, 'installed', 'tessera.AppImage')
  await mkdir(join(dir, 'installed'))
  await writeFile(appImage, 'the running version')
  process.env['APPIMAGE'] = appImage
  replaced = 0
  const config = join(dir, 'app-update.yml')
  await writeFile(config, `provider: generic\nurl: ${server.url}\nupdaterCacheDirName: tessera-updater\n`)
  const updater = new AppImageUpdater(null, {
    version: running,
    name: 'tessera',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: join(dir, 'data'),
    baseCachePath: join(dir, 'cache'),
    whenReady: async () => undefined,
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => {
      throw new Error('an update must never be installed by the way of a quit')
    },
  })
  Object.assign(updater, { httpExecutor: new NodeHttpExecutor() })
  configure(updater, undefined, memoryLog().logger.area('updates'))
  feed = new UpdaterFeed(updater, {
    obstacle: (downloaded) => obstacleFor(appImage, downloaded),
    replace: () => (replaced += 1),
  })
})

afterEach(async () => {
  delete process.env['APPIMAGE']
  // Whatever happened, only `replace` may touch what is installed.
  expect(readFileSync(appImage, 'utf8')).toBe('the running version')
  await server.dispose()
})

const loadedFiles = () => globSync('cache/**/*.AppImage', { cwd: dir })

test('a newer version is found, loaded, verified and handed over', async () => {
  server.publish('0.2.0', release)
  expect(await feed.check()).toEqual(ok('0.2.0'))
  expect(loadedFiles()).toEqual([])
  expect(await feed.download(nothing)).toEqual(ok(undefined))
  expect(loadedFiles().map((file) => readFileSync(join(dir, file)).equals(release))).toEqual([true])
  expect(await feed.install()).toEqual(ok(undefined))
  expect(replaced).toBe(1)
})

test('the update server is told nothing by which it could tell walls apart', async () => {
  server.publish('0.2.0', release)
  await feed.check()
  await feed.download(nothing)
  expect(server.requests).toEqual([channelFile, '/Tessera-0.2.0.AppImage'])
  for (const headers of server.headers) expect(headers['x-user-staging-id'] ?? 'none').toBe('none')
})

test('a download that stalls is given up, and is whole the next time', async () => {
  server.publish('0.2.0', release)
  const begun = Promise.withResolvers<void>()
  server.serve('/Tessera-0.2.0.AppImage', (_request, response) => {
    response.setHeader('content-length', release.length)
    response.write(release.subarray(0, 1_000), () => begun.resolve())
  })
  await feed.check()
  const stalled = feed.download(nothing)
  await begun.promise
  feed.giveUp()
  expect(await stalled).toEqual(fail(wallError('update_unreachable')))
  server.publish('0.2.0', release)
  await feed.check()
  expect(await feed.download(nothing)).toEqual(ok(undefined))
})

test.each(['0.1.0', '0.0.9'])('version %s is none to change to', async (version) => {
  server.publish(version, release)
  expect(await feed.check()).toEqual(ok(undefined))
  expect(await feed.install()).toEqual(fail(wallError('update_not_ready')))
})

test('what has another SHA-512 is thrown away', async () => {
  server.publish('0.2.0', release, Buffer.alloc(64).toString('base64'))
  expect(await feed.check()).toEqual(ok('0.2.0'))
  expect(await feed.download(nothing)).toEqual(fail(wallError('update_damaged')))
  expect(loadedFiles()).toEqual([])
  expect(await feed.install()).toEqual(fail(wallError('update_not_ready')))
})

test('a download that breaks off leaves nothing, and is whole the next time', async () => {
  server.publish('0.2.0', release)
  server.serve('/Tessera-0.2.0.AppImage', (_request, response) => {
    response.setHeader('content-length', release.length)
    response.write(release.subarray(0, 1_000), () => response.destroy())
  })
  await feed.check()
  expect(await feed.download(nothing)).toEqual(fail(wallError('update_unreachable')))
  expect(loadedFiles()).toEqual([])
  server.publish('0.2.0', release)
  await feed.check()
  expect(await feed.download(nothing)).toEqual(ok(undefined))
})

test.each([
  ['a page of a sign-in portal', '<!doctype html><html><body>Welcome to our network</body></html>'],
  ['nothing', ''],
  ['a broken list', 'version: 0.2.0\nfiles: [\n'],
  ['a version that is none', 'version: newest\nfiles: []\n'],
])('%s instead of the list is said to be none', async (_, content) => {
  server.serve(channelFile, content)
  expect(await feed.check()).toEqual(fail(wallError('update_unreadable')))
})

test('a list without a checksum is not trusted', async () => {
  server.serve(channelFile, 'version: 0.2.0\nfiles:\n  - url: Tessera-0.2.0.AppImage\n')
  await feed.check()
  expect(await feed.download(nothing)).toEqual(fail(wallError('update_unreadable')))
  expect(server.requests).toEqual([channelFile])
})

test.each([
  [404, 'update_unreadable'],
  [403, 'update_unreachable'],
  [500, 'update_unreachable'],
] as const)('a server that answers %i instead of the list is called %s', async (status, code) => {
  server.serve(channelFile, (_request, response) => response.writeHead(status).end())
  expect(await feed.check()).toEqual(fail(wallError(code)))
})

test('a release that is gone is said to be', async () => {
  server.publish('0.2.0', release)
  server.serve('/Tessera-0.2.0.AppImage', (_request, response) => response.writeHead(404).end())
  await feed.check()
  expect(await feed.download(nothing)).toEqual(fail(wallError('update_unreachable')))
})

test('a program is replaced under its own name, and stays whole where that fails', async () => {
  const folder = join(dir, 'programs')
  const [program, update] = [join(folder, 'tessera-0.0.9.AppImage'), join(dir, 'Tessera-0.2.0.AppImage')]
  await mkdir(folder)
  await writeFile(program, 'the old version')
  // A folder in the place of the copy, as a disk that refuses it.
  await mkdir(`${program}.new`)
  await writeFile(update, release, { mode: 0o755 })
  expect(() => replaceProgram(program, update)).toThrow()
  expect(readFileSync(program, 'utf8')).toBe('the old version')
  await rmdir(`${program}.new`)
  expect(() => replaceProgram(program, join(dir, 'gone'))).toThrow()
  expect(readFileSync(program, 'utf8')).toBe('the old version')

  replaceProgram(program, update)
  expect(readFileSync(program).equals(release)).toBe(true)
  expect((await stat(program)).mode & 0o777).toBe(0o755)
  expect(await readdir(folder)).toEqual(['tessera-0.0.9.AppImage'])
})

test('a folder that cannot take the new version is found out before anything is ended', async () => {
  server.publish('0.2.0', release)
  await feed.check()
  await feed.download(nothing)
  expect(await obstacleFor(join(dir, 'nowhere', 'tessera.AppImage'), appImage)).toEqual(
    wallError('update_failed'),
  )
  expect(existsSync(join(dir, 'nowhere'))).toBe(false)
  expect(replaced).toBe(0)
})
