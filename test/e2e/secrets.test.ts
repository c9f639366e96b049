import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type BrowserContext, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { processTree } from '../bench/process-usage.ts'
import { startSite, type TestSite } from '../conformance/start-site.ts'
import { chromiumPath, wallSwitches } from '../stand/browser.ts'
import { SecretSearch } from '../stand/secret-search.ts'
import { WallPage } from '../stand/wall-page.ts'
import { footageDir, startHost, type TestHost } from '../stand/wall-stand.ts'

const vaultFile = z.object({ keys: z.array(z.object({ data: z.string() })).min(1) })
/** The one file that may hold the key: this machine has no keyring. */
const vaultName = 'keys.json'

function filesUnder(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

describe('secrets of a wall in use', () => {
  let site: TestSite
  let host: TestHost
  let context: BrowserContext
  let wall: WallPage
  let profileDir: string
  /** What nobody but main may hold: API keys and the account's password. */
  let secrets: string[]
  let search: SecretSearch
  /** Files that the page had saved, by their names. */
  const saved = new Map<string, string>()

  beforeAll(async () => {
    profileDir = await mkdtemp(join(tmpdir(), 'tessera-profile-'))
    ;[site, context] = await Promise.all([
      startSite({ footageDir }),
      // With a profile on the disk, as an operator's browser has one.
      chromium.launchPersistentContext(profileDir, {
        executablePath: chromiumPath(),
        chromiumSandbox: false,
        args: wallSwitches,
        viewport: { width: 1920, height: 1080 },
      }),
    ])
    host = await startHost({
      flags: ['--layout', '4', '--platform', site.baseUrl, '--live-view-url', site.liveViewUrl],
    })
    wall = new WallPage(await context.newPage())
    await wall.page.goto(host.url)
    await tour()
    const vault = vaultFile.parse(JSON.parse(readFileSync(join(host.dataDir, vaultName), 'utf8')))
    secrets = [...vault.keys.map((key) => key.data), site.account.password]
    search = new SecretSearch(secrets)
  })
  afterAll(async () => {
    await context?.close()
    await host?.stop()
    await site?.stop()
    if (profileDir !== undefined) await rm(profileDir, { recursive: true, force: true })
  })

  /** What an operator does in a day, and every way that a secret goes meanwhile. */
  async function tour(): Promise<void> {
    const { page } = wall
    const { email, password, orgId } = site.account
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByLabel('Organization').fill(orgId)
    await page.getByText('on this computer, weakly protected').click()
    await page.getByRole('button', { name: 'Sign in and make a key' }).click()
    await wall.until('LIVE', 4)
    // A switch to a camera on stand-by and one to a cold one.
    await wall.press('1', '0', 'Enter')
    await wall.untilCamera(1, 10)
    await wall.press('2', '.', '1', '6', 'Enter')
    await wall.untilCamera(2, 16)
    await wall.press('r')
    await wall.until('PLAYING', 1)
    await wall.press('Shift+Home')
    await wall.press('m')
    await page.locator('dialog.window').waitFor()
    await page.keyboard.type('Seen on the tour')
    await wall.press('Enter')
    await page.locator('[data-banner="mark"]').filter({ hasText: 'The platform has it.' }).waitFor()
    await wall.press('/')
    const panel = page.getByRole('region', { name: 'Events', exact: true })
    const field = panel.getByRole('combobox', { name: 'Search events' })
    await field.fill('last:1h')
    await field.press('Escape')
    await field.press('Enter')
    await panel.locator('.result').first().waitFor()
    await panel.getByRole('button', { name: 'Export to a file' }).click()
    await save(() => panel.getByRole('button', { name: 'NDJSON' }).click())
    await panel.getByRole('button', { name: 'Close' }).click()
    await panel.waitFor({ state: 'detached' })
    // A full reconnect, with a new ticket for each camera.
    await site.killMediaServer()
    await wall.untilFramesAfter(Date.now() + 1_000, 4)
    await wall.until('LIVE', 4)
    await save(() => wall.press('Control+Shift+B'))
  }

  async function save(order: () => Promise<void>): Promise<void> {
    const coming = wall.page.waitForEvent('download')
    await order()
    const file = await coming
    saved.set(file.suggestedFilename(), await file.path())
  }

  function expectNoSecret(text: string, where: string): void {
    expect(search.find(text), `a secret in ${where}`).toBeUndefined()
  }

  it('knows what to look for', () => {
    expect(secrets.length).toBeGreaterThan(1)
    expect(secrets.every((secret) => secret.length > 20)).toBe(true)
    expect(() => expectNoSecret(`x ${secrets[0]}`, 'a planted text')).toThrow()
    expect(() => expectNoSecret('eyJhbGciOiJI.eyJleHAiOjE3.c2lnbmF0dXJl', 'a planted text')).toThrow()
  })

  it('leaves none in the memory of the page', async () => {
    const client = await context.newCDPSession(wall.page)
    const chunks: string[] = []
    client.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
    await client.send('HeapProfiler.takeHeapSnapshot')
    const heap = chunks.join('')
    expect(heap.includes('cam-01'), 'the heap is that of the wall').toBe(true)
    expectNoSecret(heap, 'the heap')
  })

  it('leaves none in the storage of the browser', async () => {
    const state = await context.storageState({ indexedDB: true })
    const kept = await wall.page.evaluate(async () => ({
      stores: [sessionStorage, localStorage].flatMap((store) => Object.entries(store)).join(),
      cookies: document.cookie,
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }))
    expect({ ...kept, stores: '' }).toEqual({ stores: '', cookies: '', caches: [], workers: 0 })
    expect(state.cookies).toEqual([])
    expectNoSecret(JSON.stringify(state) + kept.stores + (await wall.page.content()), 'the storage')
  })

  it('leaves none in a log, an output, or any file of the wall and its site but the one of the key', () => {
    const files = [...filesUnder(host.dataDir), ...filesUnder(site.dataDir)].filter(
      (file) => basename(file) !== vaultName,
    )
    expect(files.filter((file) => file.endsWith('.log')).length).toBeGreaterThan(1)
    expect(files.filter((file) => file.endsWith('settings.json'))).toHaveLength(1)
    for (const file of files) expectNoSecret(readFileSync(file, 'latin1'), file)
    expectNoSecret(host.child.output, 'the output of the host')
  })

  it('saves none to a file that leaves the wall', () => {
    const names = [...saved.keys()]
    expect(names).toEqual([
      expect.stringMatching(/^events-.*\.ndjson$/),
      expect.stringMatching(/^tessera-support-.*\.ndjson\.gz$/),
    ])
    const [events = '', bundle = ''] = names.map((name) => saved.get(name) ?? '')
    expectNoSecret(readFileSync(events, 'utf8'), 'the export')
    const text = gunzipSync(readFileSync(bundle)).toString()
    expect(text).toContain('"section":"page"')
    expect(text).toContain('"presentedFps"')
    expect(text).not.toContain('Seen on the tour')
    expectNoSecret(text, 'the support bundle')
  })

  it('passes none as an argument or in the environment of any process', () => {
    const pids = [process.pid, host.child.pid, site.process.pid ?? 0].flatMap(processTree)
    const texts = pids.flatMap((pid) => ['cmdline', 'environ'].map((file) => textOf(`/proc/${pid}/${file}`)))
    expect(texts.filter((text) => text !== '').length).toBeGreaterThan(6)
    for (const text of texts) expectNoSecret(text, `the start of a process: ${text.slice(0, 40)}`)
  })

  it('writes no kept URL with a secret: the address bar is clean', () => {
    expect(wall.page.url()).not.toContain('#')
    expectNoSecret(wall.page.url(), 'the address')
  })

  it('leaves none in the profile of the browser: history, caches, forms, crash reports', async () => {
    await context.close()
    const files = filesUnder(profileDir)
    expect(files.some((file) => basename(file) === 'History')).toBe(true)
    for (const file of files) expectNoSecret(readFileSync(file, 'latin1'), file)
  })
})

/** Nothing of a process that has ended meanwhile, as Chromium's helpers do. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
