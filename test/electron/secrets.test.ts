import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { processTree } from '../bench/process-usage.ts'
import { startSite, type TestSite } from '../conformance/start-site.ts'
import { filesUnder } from '../stand/files-under.ts'
import { SecretSearch } from '../stand/secret-search.ts'
import { SecretService, whyNoSecretService } from '../stand/secret-service.ts'
import type { WallPage } from '../stand/wall-page.ts'
import { footageDir } from '../stand/wall-stand.ts'
import { type ElectronStage, onStage, wallOf } from './electron-stage.ts'
import { fillSignIn } from '../stand/sign-in.ts'
import { findSmokeHost } from './smoke-host.ts'
import { until } from './undriven-app.ts'

const host = findSmokeHost()
const reason = typeof host === 'string' ? host : whyNoSecretService()

describe('keys and passwords in the installed application', () => {
  let site: TestSite
  let stage: ElectronStage
  let secrets: SecretService
  let wall: WallPage
  let key: string
  /** Everything that the application printed. */
  let output = ''

  async function launch(flags: string[] = [], env: Readonly<Record<string, string>> = {}): Promise<void> {
    const { electron } = await stage.launch([...wallOf(site, 1), ...flags], env)
    const child = electron.process()
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
    }
    wall = stage.wall
  }
  const onKeyring = () => launch(['--password-store=gnome-libsecret'], secrets.env)

  /** As an operator without a mouse does, from wherever the focus is. */
  async function tabTo(place: Locator): Promise<void> {
    await place.waitFor()
    for (let presses = 0; presses < 30; presses += 1) {
      if (await place.evaluate((element) => element === document.activeElement)) return
      await wall.page.keyboard.press('Tab')
    }
    throw new Error('the keyboard does not get there')
  }

  /** Pastes the key by keys alone; `choice` are those pressed on the first of the ways to keep it. */
  async function pasteByKeys(way: string, ...choice: string[]): Promise<void> {
    const { page } = wall
    const radio = (name: string) => page.getByRole('radio', { name, checked: true })
    await tabTo(page.getByRole('tab', { selected: true }))
    await page.keyboard.press('ArrowDown')
    await page.getByRole('tab', { name: 'Paste a key', selected: true }).waitFor()
    await tabTo(page.getByLabel('API key'))
    await page.keyboard.type(key)
    await tabTo(radio('for this session only'))
    for (const press of choice) await page.keyboard.press(press)
    await radio(way).waitFor()
    await tabTo(page.getByRole('button', { name: 'Use this key' }))
    await page.keyboard.press('Enter')
  }

  onStage(async (given) => {
    stage = given
    ;[site, secrets] = await Promise.all([startSite({ footageDir, cameras: 1 }), SecretService.start()])
    await site.published(1)
    key = await site.apiKey('secrets')
  }, reason)
  afterAll(async () => {
    await stage?.close()
    await secrets?.dispose()
    await site?.stop()
  })

  describe('where there is no keyring at first', () => {
    afterAll(() => stage?.close())

    it('a key for this session is in memory only, and asked for again', async () => {
      await launch()
      await pasteByKeys('for this session only')
      await wall.until('LIVE', 1)
      await wall.page.keyboard.press('Control+,')
      await wall.page.getByText('In memory only').waitFor()
      expect(readdirSync(stage.dataDir)).not.toContain('keys.json')
      await stage.close()
      await launch()
      await wall.page.getByText('has no key').waitFor()
    })

    it('a key is stored weakly only when that is chosen, and says so', async () => {
      await pasteByKeys('on this computer, weakly protected', 'ArrowDown')
      await wall.until('LIVE', 1)
      await wall.page.keyboard.press('Control+,')
      await wall.page.getByText('weakly protected').waitFor()
      const kept = await readFile(join(stage.dataDir, 'keys.json'), 'utf8')
      expect(kept).toContain('"obfuscated"')
      expect(kept).toContain('not protected')
    })

    it('moves a weakly stored key into a keyring that has appeared', async () => {
      await stage.close()
      await onKeyring()
      await wall.until('LIVE', 1)
      await wall.page.keyboard.press('Control+,')
      await wall.page.getByText('In the key store of this system').waitFor()
      const kept = await readFile(join(stage.dataDir, 'keys.json'), 'utf8')
      expect(kept).toContain('"os-keyring"')
      expect(kept).not.toContain('not protected')
    })
  })

  describe('of a wall in use', () => {
    /** What nobody but main may hold. */
    let hidden: string[]
    let search: SecretSearch

    function expectNoSecret(text: string, where: string): void {
      expect(search.find(text), `a secret in ${where}`).toBeUndefined()
    }

    beforeAll(async () => {
      if (reason !== undefined) return
      hidden = [key, site.account.password]
      search = new SecretSearch(hidden)
      await rm(join(stage.dataDir, 'keys.json'), { force: true })
      await onKeyring()
      const { page } = wall
      await fillSignIn(page, site.account)
      await page.getByRole('button', { name: 'Sign in and make a key' }).click()
      await wall.until('LIVE', 1)
      await page.keyboard.press('Control+,')
      await page.getByRole('tab', { name: 'Key' }).click()
      await page.getByRole('tab', { name: 'Paste a key' }).click()
      await page.getByLabel('API key').fill(key)
      await page.getByRole('button', { name: 'Replace the key' }).click()
      await page.getByText('The new key is in use.').waitFor()
      await page.keyboard.press('Escape')
      await site.killMediaServer()
      await wall.untilFramesAfter(Date.now() + 1_000, 1)
    })

    it('knows what to look for', () => {
      expect(hidden.every((secret) => secret.length > 20)).toBe(true)
      expect(() => expectNoSecret(`x ${hidden[0]}`, 'a planted text')).toThrow()
      expect(() => expectNoSecret('eyJhbGciOiJI.eyJleHAiOjE3.c2lnbmF0dXJl', 'a planted text')).toThrow()
    })

    it('leaves none in the memory or the storage of the page', async () => {
      const client = await wall.page.context().newCDPSession(wall.page)
      const chunks: string[] = []
      client.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
      await client.send('HeapProfiler.takeHeapSnapshot')
      const heap = chunks.join('')
      expect(heap.includes('cam-01'), 'the heap is that of the wall').toBe(true)
      expectNoSecret(heap, 'the heap')
      const stored = await wall.page.evaluate(() =>
        [sessionStorage, localStorage].flatMap((store) => Object.entries(store)).join(),
      )
      expectNoSecret(stored + (await wall.page.content()) + wall.page.url(), 'the page')
    })

    it('saves none in a support bundle', async () => {
      const path = join(stage.dataDir, 'bundle.gz')
      const saved = await stage.running.saveNextDownload(path)
      await wall.press('Control+Shift+B')
      expect(await saved()).toMatch(/^completed tessera-support-.*\.ndjson\.gz$/)
      const text = gunzipSync(readFileSync(path)).toString()
      expect(text).toContain('"section":"page"')
      expectNoSecret(text, 'the support bundle')
    })

    it('passes none as an argument or in the environment of any of its processes', () => {
      const pids = processTree(stage.running.electron.process().pid ?? 0)
      const texts = pids.flatMap((pid) =>
        ['cmdline', 'environ'].map((file) => textOf(`/proc/${pid}/${file}`)),
      )
      expect(texts.filter((text) => text !== '').length).toBeGreaterThan(4)
      for (const text of texts) expectNoSecret(text, `the start of a process: ${text.slice(0, 40)}`)
    })

    it('leaves none in the dump of a part that crashes: the page, the graphics process, main', async () => {
      const { running } = stage
      const main = running.electron.process()
      const [crashDumps, ...helpers] = await running.electron.evaluate(
        ({ app: electron, BrowserWindow }) =>
          [
            electron.getPath('crashDumps'),
            BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
            electron.getAppMetrics().find(({ type }) => type === 'GPU')?.pid ?? 0,
          ] as const,
      )
      const ended = once(main, 'exit')
      for (const pid of [...helpers, Number(main.pid)]) {
        // An old Electron may have left one at its end.
        const known = dumpsIn(crashDumps)
        expect(pid).toBeGreaterThan(1)
        process.kill(pid, 'SIGSEGV')
        const dumps = await until(`a dump of ${pid}`, async () => {
          const added = dumpsIn(crashDumps).filter((file) => !known.includes(file))
          return added.length === 0 ? undefined : added
        })
        for (const dump of dumps) {
          const text = readFileSync(dump, 'latin1')
          expect(text.startsWith('MDMP')).toBe(true)
          expectNoSecret(text, `a dump of ${pid}`)
          // For nobody else of this machine.
          expect(statSync(dump).mode & 0o077).toBe(0)
        }
      }
      await ended
    })

    it('writes none into its folder, its log, its crash reports or its output', async () => {
      await onKeyring()
      await wall.until('LIVE', 1)
      await stage.close()
      const files = filesUnder(stage.dataDir)
      expect(dumpsIn(stage.dataDir).length).toBeGreaterThan(2)
      expect(files.some((file) => file.endsWith('tessera.log'))).toBe(true)
      expect(files.some((file) => file.endsWith('keys.json'))).toBe(true)
      for (const file of files) expectNoSecret(textOf(file), file)
      expectNoSecret(output, 'the output')
    })
  })
})

/** Nothing of a process that has ended meanwhile, as Chromium's helpers do. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH'].includes(String(error.code)))
      return ''
    throw error
  }
}

/** Whole ones: Chromium moves them out of `new` once they are written. */
function dumpsIn(dir: string): string[] {
  return filesUnder(dir).filter((file) => file.endsWith('.dmp') && basename(dirname(file)) !== 'new')
}
