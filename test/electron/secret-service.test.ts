import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startSite, type TestSite } from '../conformance/start-site.ts'
import { SecretService, whyNoSecretService } from '../stand/secret-service.ts'
import { WallPage } from '../stand/wall-page.ts'
import { footageDir } from '../stand/wall-stand.ts'
import type { BuiltApp } from './build-app.ts'
import { ElectronApp } from './electron-app.ts'
import { builtProduct } from './product.ts'
import { Screen } from './screen.ts'
import { findSmokeHost } from './smoke-host.ts'

const host = findSmokeHost()
const reason = typeof host === 'string' ? host : whyNoSecretService()
const keysFile = z.object({ keys: z.tuple([z.object({ protection: z.string(), data: z.string() })]) })

describe('the installed application on a real Secret Service', () => {
  let site: TestSite
  let screen: Screen
  let app: BuiltApp
  let secrets: SecretService
  let dataDir: string
  let running: ElectronApp | undefined
  let wall: WallPage

  async function launch(): Promise<void> {
    if (typeof host === 'string') return
    const place = ['--platform', site.baseUrl, '--live-view-url', site.liveViewUrl, '--layout', '1']
    const flags = [...place, '--password-store=gnome-libsecret']
    running = await ElectronApp.launch({ host, app, screen, dataDir, flags, env: secrets.env })
    wall = new WallPage(running.page)
  }
  async function close(): Promise<void> {
    await running?.close()
    running = undefined
  }
  const kept = () => readFile(join(dataDir, 'keys.json'), 'utf8')
  const untilSaid = (words: string) => wall.page.getByRole('alert').filter({ hasText: words }).waitFor()

  beforeEach((context) => {
    if (reason !== undefined) context.skip(reason)
  })
  beforeAll(async () => {
    if (typeof host === 'string' || reason !== undefined) return
    app = builtProduct()
    ;[site, screen, secrets, dataDir] = await Promise.all([
      startSite({ footageDir, cameras: 1 }),
      Screen.start(),
      SecretService.start(),
      mkdtemp(join(tmpdir(), 'tessera-electron-')),
    ])
    await site.published(1)
  })
  afterAll(async () => {
    await close()
    await secrets?.dispose()
    await screen?.dispose()
    await site?.stop()
    if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true })
  })

  it('keeps a key in the keyring of the system, asks nothing about it, and says where it is', async () => {
    await launch()
    const { page } = wall
    const { email, password, orgId } = site.account
    await page.getByText('has no key').waitFor()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByLabel('Organization').fill(orgId)
    expect(await page.getByText('weakly protected').count()).toBe(0)
    await page.getByRole('button', { name: 'Sign in and make a key' }).click()
    await wall.until('LIVE', 1)
    await page.keyboard.press('Control+,')
    await page.getByText('In the key store of this system').waitFor()
  })

  it('writes what only that keyring opens', async () => {
    const [{ protection, data }] = keysFile.parse(JSON.parse(await kept())).keys
    expect(protection).toBe('os-keyring')
    expect(Buffer.from(data, 'base64').subarray(0, 3).toString()).toBe('v11')
    expect(await kept()).not.toContain('not protected')
  })

  it('opens the key again after a restart of the application, and of the keyring', async () => {
    await close()
    await launch()
    await wall.until('LIVE', 1)

    await close()
    await secrets.stopKeyring()
    await secrets.startKeyring('first')
    await launch()
    await wall.until('LIVE', 1)
  })

  it('does not mind that the keyring is locked or goes away while it runs', async () => {
    await secrets.lock()
    await secrets.stopKeyring()
    await site.killMediaServer()
    await wall.untilFramesAfter(Date.now() + 1_000, 1)
    await wall.until('LIVE', 1)
    await secrets.startKeyring('first')
  })

  it('says that the keyring is locked, and goes on by itself once it is unlocked', async () => {
    await close()
    const before = await kept()
    await secrets.lock()
    await launch()
    await untilSaid('locked or does not answer')
    expect(await kept()).toBe(before)
    await secrets.unlock()
    await wall.until('LIVE', 1)
    await expect.poll(() => wall.page.getByRole('alert').count()).toBe(0)
    // What is offered for a new key is known anew, too.
    await wall.page.keyboard.press('Control+,')
    await wall.page.getByRole('tab', { name: 'Key', exact: true }).click()
    await wall.page.getByText('weakly protected').waitFor({ state: 'detached' })
  })

  it('offers a keyring that was unlocked only after a first start', async () => {
    await close()
    const before = dataDir
    dataDir = await mkdtemp(join(tmpdir(), 'tessera-electron-'))
    try {
      await secrets.lock()
      await launch()
      const weakly = wall.page.getByText('weakly protected')
      await weakly.waitFor()
      await secrets.unlock()
      // As whoever comes back from the window that unlocks it; a look is answered only every few seconds.
      await wall.page.evaluate(() => setInterval(() => window.dispatchEvent(new Event('focus')), 1_000))
      await weakly.waitFor({ state: 'detached' })
    } finally {
      await close()
      await rm(dataDir, { recursive: true, force: true })
      dataDir = before
    }
  })

  it('says that the keyring does not answer, and goes on by itself once it is there', async () => {
    await close()
    const before = await kept()
    await secrets.stopKeyring()
    await launch()
    await untilSaid('locked or does not answer')
    await secrets.startKeyring('first')
    await wall.until('LIVE', 1)
    expect(await kept()).toBe(before)
  })

  it('is bound to its keyring: another one opens nothing, is told, and costs no key', async () => {
    await close()
    const before = await kept()
    await secrets.stopKeyring()
    await secrets.startKeyring('second', 'other-keyrings')
    await launch()
    await untilSaid('not the one that the key was kept in')
    expect(await kept()).toBe(before)

    await secrets.stopKeyring()
    await secrets.startKeyring('first')
    await wall.until('LIVE', 1)
    expect(await kept()).toBe(before)
  })
})
