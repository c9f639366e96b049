/** @module-tag long */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { type BrowserContext, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { processTree } from '../bench/process-usage.ts'
import { startSite, type TestSite } from '../conformance/start-site.ts'
import { endAll } from '../stand/end-all.ts'
import { chromiumPath, wallSwitches } from '../stand/browser.ts'
import { filesUnder } from '../stand/files-under.ts'
import { SecretSearch } from '../stand/secret-search.ts'
import { WallPage } from '../stand/wall-page.ts'
import { footageDir, startHost, type TestHost } from '../stand/wall-stand.ts'
import { tour } from './secrets-tour.ts'
import { sharedDir } from '#test/stand/temp-dir.ts'

const vaultFile = z.object({ keys: z.array(z.object({ data: z.string() })).min(1) })
const run = promisify(execFile)
const siteEntry = resolve(import.meta.dirname, '../../src-site/main.ts')
/** The one file that may hold the key: this machine has no keyring. */
const vaultName = 'keys.json'

describe('secrets of a wall in use', () => {
  let site: TestSite
  let otherSite: TestSite
  let host: TestHost
  let context: BrowserContext
  let wall: WallPage
  const profileDir = sharedDir()
  /** What nobody but main may hold: API keys, also former ones, a credential for occupancy, the account's password. */
  const secrets = new Set<string>()
  let search: SecretSearch
  /** Files that the page had saved, by their names. */
  let saved: ReadonlyMap<string, string>
  /** Of the page, each time before it began anew. */
  const heaps: string[] = []

  beforeAll(async () => {
    ;[site, otherSite, context] = await Promise.all([
      startSite({ footageDir }),
      startSite({ cameras: 4, withMediaServer: false }),
      // With a profile on the disk, as an operator's browser has one.
      chromium.launchPersistentContext(profileDir, {
        executablePath: chromiumPath(),
        chromiumSandbox: false,
        args: [...wallSwitches],
        viewport: { width: 1920, height: 1080 },
      }),
    ])
    host = await startHost({
      flags: ['--layout', '4', '--platform', site.baseUrl, '--live-view-url', site.liveViewUrl],
    })
    wall = new WallPage(await context.newPage())
    await wall.page.goto(host.url)
    const token = await webToken(site)
    const other = { site: otherSite, key: await otherSite.apiKey('pasted') }
    const onKey = () => {
      const vault = vaultFile.parse(JSON.parse(readFileSync(join(host.dataDir, vaultName), 'utf8')))
      for (const { data } of vault.keys) secrets.add(data)
    }
    saved = await tour({ wall, site, other, token, onKey, onForget: keepHeap })
    // Both keys of the first platform, the other one's, and a credential that is a token.
    expect(secrets.size).toBe(4)
    expect(secrets).toContain(token)
    secrets.add(site.account.password)
    search = new SecretSearch([...secrets])
  }, 180_000)
  afterAll(() => endAll(context, host, site, otherSite))

  async function keepHeap(): Promise<void> {
    const client = await context.newCDPSession(wall.page)
    const chunks: string[] = []
    client.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
    await client.send('HeapProfiler.takeHeapSnapshot')
    await client.detach()
    heaps.push(chunks.join(''))
  }

  function expectNoSecret(text: string, where: string): void {
    expect(search.find(text), `a secret in ${where}`).toBeUndefined()
  }

  it('knows what to look for', () => {
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(20)
      expect(() => expectNoSecret(`x ${secret}`, 'a planted text')).toThrow()
    }
    expect(() => expectNoSecret('eyJhbGciOiJI.eyJleHAiOjE3.c2lnbmF0dXJl', 'a planted text')).toThrow()
  })

  it('leaves none in the memory of the page', async () => {
    await keepHeap()
    expect(heaps).toHaveLength(3)
    for (const heap of heaps) {
      expect(heap.includes('cam-01'), 'the heap is that of the wall').toBe(true)
      expectNoSecret(heap, 'the heap')
    }
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
    const files = [host.dataDir, site.dataDir, otherSite.dataDir]
      .flatMap(filesUnder)
      .filter((file) => basename(file) !== vaultName)
    expect(files.filter((file) => file.endsWith('.log')).length).toBeGreaterThan(1)
    expect(files.filter((file) => file.endsWith('settings.json'))).toHaveLength(1)
    const ofStart = new URL(host.url).hash.slice(1)
    expect(ofStart.length).toBeGreaterThan(40)
    for (const file of files) {
      const text = readFileSync(file, 'latin1')
      expectNoSecret(text, file)
      expect(text.includes(ofStart), `the secret of the start in ${file}`).toBe(false)
    }
    expectNoSecret(host.child.output, 'the output of the host')
  })

  it('saves none to a file that leaves the wall', () => {
    const names = [...saved.keys()]
    expect(names).toEqual([
      expect.stringMatching(/^events-.*\.ndjson$/),
      expect.stringMatching(/^occupancy .*\.csv$/),
      expect.stringMatching(/cameras.*\.csv$/),
      expect.stringMatching(/settings.*\.json$/),
      expect.stringMatching(/^tessera-support-.*\.ndjson\.gz$/),
    ])
    for (const [name, path] of saved) expectNoSecret(readFileSync(path, 'utf8'), name)
    const bundle = saved.get(names.at(-1) ?? '') ?? ''
    const text = gunzipSync(readFileSync(bundle)).toString()
    expect(text).toContain('"section":"page"')
    expect(text).toContain('"presentedFps"')
    expect(text).not.toContain('Seen on the tour')
    expectNoSecret(text, 'the support bundle')
  })

  it('passes none as an argument or in the environment of any process', () => {
    const pids = [process.pid, host.child.pid, site.process.pid ?? 0, otherSite.process.pid ?? 0].flatMap(
      processTree,
    )
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

/** As whoever runs the platform makes one for the wall (assumption 32). */
async function webToken(site: TestSite): Promise<string> {
  const { stdout } = await run(process.execPath, [siteEntry, '--data', site.dataDir, 'jwt'])
  return stdout.trim()
}

/** Nothing of a process that has ended meanwhile, as Chromium's helpers do. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
