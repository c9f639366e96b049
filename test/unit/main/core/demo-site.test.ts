import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DemoSite, siteFoldersOf } from '#main/core/demo-site.ts'
import { systemTimers } from '#main/core/time.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

const site = {
  type: 'embedded-site',
  baseUrl: 'http://127.0.0.1:1/v1',
  liveViewUrl: 'ws://127.0.0.1:2',
  account: { email: 'demo@tessera.test', password: 'p', orgId: 'o' },
}

/** A folder with a launcher of these lines. */
function folderWith(script: string): string {
  const folder = tempDir()
  mkdirSync(join(folder, 'scripts'))
  writeFileSync(join(folder, 'scripts', 'demo-site.mjs'), script)
  return folder
}

function open(...folders: string[]) {
  const demo = new DemoSite({ folders, dataDir: '/nowhere', env: process.env, timers: systemTimers })
  const steps: string[] = []
  return { demo, steps, start: () => demo.start((step) => steps.push(step)) }
}

test('the site of the first folder that has one is started once, and ends with the wall', async () => {
  const folder = folderWith(`
    process.on('disconnect', () => process.exit(0))
    process.send({ type: 'progress', step: 'site' })
    process.send(${JSON.stringify(site)})`)
  const { demo, steps, start } = open('/nowhere', folder)
  expect(await Promise.all([start(), start()])).toEqual([
    { ok: true, value: site },
    { ok: true, value: site },
  ])
  expect(steps).toEqual(['site'])
  await demo.dispose()
})

test('without a site it is said where one is looked for', async () => {
  const answer = await open('/nowhere/tessera-site').start()
  expect(answer).toMatchObject({
    error: { exact: { code: 'demo_no_site', values: { folder: '/nowhere/tessera-site' } } },
  })
})

test('a site that another user of the computer has laid there is not started', async (context) => {
  context.skip(process.getuid === undefined, 'files have no owners here')
  const folder = folderWith(`process.send(${JSON.stringify(site)})`)
  if (process.getuid?.() === 0) chownSync(folder, 4_711, 4_711)
  else vi.spyOn(process, 'getuid').mockReturnValue(4_711)
  onTestFinished(() => void vi.restoreAllMocks())
  const exact = { code: 'demo_of_other_user', values: { folder } }
  expect(await open(folder).start()).toMatchObject({ ok: false, error: { exact } })
})

test('a site that does not start says why, and can be started again', async () => {
  const sentence = 'The port is taken by another program.'
  const { start } = open(
    folderWith(`process.send({ type: 'failed', why: 'other', sentence: '${sentence}' })
    process.disconnect()`),
  )
  const exact = { code: 'demo_said', values: { sentence } }
  expect(await start()).toMatchObject({ ok: false, error: { exact } })
  expect(await start()).toMatchObject({ ok: false, error: { exact } })
})

test.each([
  { reported: { why: 'node', version: 'v20.1.0' }, code: 'demo_node_old' },
  { reported: { why: 'packages', folder: '/opt/site' }, code: 'demo_no_packages' },
])('what a site lacks is said: $code', async ({ reported, code }) => {
  const { start } = open(
    folderWith(`process.send(${JSON.stringify({ type: 'failed', ...reported })})
    process.disconnect()`),
  )
  expect(await start()).toMatchObject({ ok: false, error: { code: 'demo_unavailable', exact: { code } } })
})

test.each([
  ['of a package', {}, '/usr/lib/tessera/tessera-site'],
  ['of an AppImage', { APPIMAGE: '/home/anna/Tessera.AppImage' }, '/home/anna/tessera-site'],
  [
    'of an AppImage that is mounted',
    { APPIMAGE: '/home/anna/Tessera.AppImage', APPDIR: '/usr/lib/tessera' },
    '/home/anna/tessera-site',
  ],
  [
    'of a package that an AppImage has started',
    { APPIMAGE: '/home/anna/Terminal.AppImage', APPDIR: '/tmp/.mount_Terminal' },
    '/usr/lib/tessera/tessera-site',
  ],
  ['that is named', { TESSERA_SITE: '/srv/site' }, '/srv/site'],
] as const)('the first place %s is beside what an operator sees', (_what, env, first) => {
  const installed = {
    env,
    execPath: '/usr/lib/tessera/tessera',
    resourcesPath: '/usr/lib/tessera/resources',
    platform: 'linux',
  } as const
  const folders = siteFoldersOf(installed)
  expect(folders[0]).toBe(first)
  expect(folders.at(-1)).toBe('/usr/lib/tessera/resources/tessera-site')
  expect(siteFoldersOf({ ...installed, sourceRoot: '/src' }).at(-1)).toBe('/src')
})

test('a site lies beside the application of a Mac, not inside it', () => {
  const contents = '/Applications/Tessera.app/Contents'
  const [first] = siteFoldersOf({
    env: {},
    execPath: `${contents}/MacOS/Tessera`,
    resourcesPath: `${contents}/Resources`,
    platform: 'darwin',
  })
  expect(first).toBe('/Applications/tessera-site')
})

test('a site that dies without a word is said to have ended', async () => {
  expect(await open(folderWith('process.exit(3)')).start()).toMatchObject({ ok: false })
})
