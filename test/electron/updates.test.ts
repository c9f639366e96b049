import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, watch } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { ElectronApplication, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TesseraBridge } from '#contract/wall/bridge.ts'
import { readFuses } from '../../scripts/package/fuses.mjs'
import { packageApp } from '../package/packaged-app.ts'
import { channelFile, UpdateServer } from '../stand/update-server.ts'
import { environmentOn, firstPage, launchDriven } from './electron-app.ts'
import { builtProduct } from './product.ts'
import { Screen } from './screen.ts'
import { watchEnd } from './orderly-end.ts'
import { findSmokeHost } from './smoke-host.ts'

declare const window: { readonly tessera: TesseraBridge }

const host = findSmokeHost()
const packager = resolve(import.meta.dirname, '../../scripts/package/main.mjs')
const run = promisify(execFile)

describe('an installed application that updates itself', () => {
  let screen: Screen
  let server: UpdateServer
  let dir: string
  let packageArguments: string[]
  let executable: string
  let appImage: string
  let electron: ElectronApplication
  let child: ChildProcess
  let page: Page

  /** Says, where a test can read it, that it was started, and with what. */
  const release = () =>
    Buffer.from(`#!/bin/sh\nprintf '%s\\n' "$@" > '${dir}/said' && mv '${dir}/said' '${dir}/started'\n`)

  beforeEach((context) => {
    if (typeof host === 'string') context.skip(host)
  })
  beforeAll(async () => {
    if (typeof host === 'string') return
    ;[screen, server, dir] = await Promise.all([
      Screen.start(),
      UpdateServer.start(),
      mkdtemp(join(tmpdir(), 'tessera-updates-')),
    ])
    // The same server is the platform: one without cameras, so that there is a wall.
    server.serve('/v1/cameras', (_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end('{"items":[]}')
    })
    const app = await packageApp(builtProduct(), 'updates')
    packageArguments = [
      '--electron',
      dirname(host.executable),
      '--out',
      join(dir, 'out'),
      '--profile',
      'test',
      '--app',
      app,
    ]
    await run(process.execPath, [packager, 'dir', ...packageArguments], {
      env: { ...process.env, TESSERA_UPDATE_URL: server.url },
    })
    executable = join(dir, 'out/linux-unpacked/tessera')
    // A name with a version, as packages have it: what starts the wall names the file.
    appImage = join(dir, 'installed/tessera-0.0.9-linux-x86_64.AppImage')
  })
  beforeEach(async () => {
    if (typeof host === 'string') return
    await rm(join(dir, 'started'), { force: true })
    await mkdir(dirname(appImage), { recursive: true })
    await writeFile(appImage, 'the running version')
    electron = await launchDriven(executable, {
      args: [
        '--data',
        join(dir, 'data'),
        '--platform',
        server.url,
        '--layout',
        '4',
        'show',
        '2.1',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
      env: {
        ...environmentOn(screen),
        XDG_CACHE_HOME: join(dir, 'cache'),
        APPIMAGE: appImage,
      },
    })
    child = electron.process()
    if (process.env['LOG']) child.stderr?.pipe(process.stderr)
    page = await firstPage(electron)
    const kept = await page.evaluate(() =>
      window.tessera.call('keys.set', { key: 'a-key', protection: 'session' }),
    )
    expect(kept).toMatchObject({ ok: true })
    await page.getByLabel('Video wall').waitFor()
  })
  afterEach(async () => {
    // The driver forgets the process of an application that has ended.
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    await electron.close()
    await ended
  })
  afterAll(async () => {
    await screen?.dispose()
    await server?.dispose()
    if (dir !== undefined) await rm(dir, { recursive: true, force: true })
  })

  const choose = async (words: string, strike = () => page.keyboard.press('Enter')) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill(words)
    await page.locator('[cmdk-item][aria-selected="true"]', { hasText: words }).waitFor()
    await strike()
  }
  // The application may have ended before the key is let go.
  const install = () => choose('Install the update', () => page.keyboard.down('Enter'))

  it('is made by electron-builder with the fuses of the other packages', { tags: 'long' }, async () => {
    const fuses = new Map((await readFuses(executable)).map(({ name, state }) => [name, state]))
    expect(fuses.get('RunAsNode')).toBe('off')
    expect(fuses.get('OnlyLoadAppFromAsar')).toBe('on')
    expect(fuses.get('EnableNodeOptionsEnvironmentVariable')).toBe('off')
    expect(existsSync(join(dirname(executable), 'resources/app'))).toBe(false)
  })

  it('is said in a sentence not to become an AppImage where electron-builder’s tools cannot be had', {
    tags: 'long',
  }, async () => {
    const env = {
      ...process.env,
      ELECTRON_BUILDER_BINARIES_MIRROR: `${server.url}/`,
      ELECTRON_BUILDER_CACHE: join(dir, 'builder-cache'),
    }
    // A folder of its own: the one that the other tests start from is not to be made again without an address.
    const order = [packager, 'appimage', ...packageArguments, '--out', join(dir, 'appimage')]
    const making = run(process.execPath, order, { env })
    await expect(making).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^electron-builder could not fetch one of its tools\. .*_MIRROR.*\n$/),
    })
  })

  it('loads a newer one, waits for the operator, and is replaced and started again as it was', async () => {
    server.publish('99.0.0', release())
    await choose('Look for updates')
    await page.getByText('Version 99.0.0 is ready.').waitFor()
    expect(await readFile(appImage, 'utf8')).toBe('the running version')

    if (typeof host === 'string') return
    const untilEnded = watchEnd(child, join(dir, 'data'), host.major)
    const started = appears(join(dir, 'started'))
    await install()
    await untilEnded()
    await started
    expect((await readFile(appImage)).equals(release())).toBe(true)
    expect(await readdir(dirname(appImage))).toEqual([basename(appImage)])
    // What it was started with, among the driver's own switches.
    const argv = (await readFile(join(dir, 'started'), 'utf8')).split('\n')
    expect(argv).toEqual(expect.arrayContaining([`--data=${join(dir, 'data')}`, `--platform=${server.url}`]))
    // An operator may have changed that tile since.
    expect(argv).not.toContain('2.1')
  })

  it('says that it is the newest, throws away what is not what the list promised, and touches nothing', async () => {
    server.publish('0.0.1', release())
    await choose('Look for updates')
    await page.keyboard.press('Control+,')
    await page.getByRole('tab', { name: 'Updates' }).click()
    await page.getByText('This is the newest version').waitFor()
    await page.keyboard.press('Escape')

    server.publish('99.0.1', release(), Buffer.alloc(64).toString('base64'))
    await choose('Look for updates')
    await page.getByText('arrived damaged').waitFor()
    server.serve(channelFile, '<html>Sign in to the network</html>')
    await choose('Look for updates')
    await page.getByText('is not a list of versions').waitFor()
    expect(await readFile(appImage, 'utf8')).toBe('the running version')
    expect(existsSync(join(dir, 'started'))).toBe(false)
  })

  it('does not end for an update that could not take its place', { tags: 'long' }, async () => {
    server.publish('99.0.2', release())
    await choose('Look for updates')
    await page.getByText('Version 99.0.2 is ready.').waitFor()
    await rm(dirname(appImage), { recursive: true })
    await install()
    await page.getByText('could not be installed').waitFor()
    expect(child.exitCode).toBeNull()
  })
})

/** Resolves once a file is there. */
function appears(file: string): Promise<void> {
  return new Promise((done) => {
    const watcher = watch(dirname(file), (_event, name) => {
      if (name !== basename(file)) return
      watcher.close()
      done()
    })
  })
}
