/** @module-tag long */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startSite, type TestSite } from '../conformance/start-site.ts'
import { SecretService, whyNoSecretService } from '../stand/secret-service.ts'
import type { WallPage } from '../stand/wall-page.ts'
import { footageDir } from '../stand/wall-stand.ts'
import { type ElectronStage, newDataDir, onStage, wallOf } from './electron-stage.ts'
import { fillSignIn } from '../stand/sign-in.ts'

const keysFile = z.object({ keys: z.tuple([z.object({ protection: z.string(), data: z.string() })]) })

describe('the installed application on a real Secret Service', () => {
  let site: TestSite
  let stage: ElectronStage
  let secrets: SecretService
  let wall: WallPage

  async function launch(): Promise<void> {
    await stage.launch([...wallOf(site, 1), '--password-store=gnome-libsecret'], secrets.env)
    wall = stage.wall
  }
  const kept = () => readFile(join(stage.dataDir, 'keys.json'), 'utf8')
  const untilShown = (words: string) => wall.page.getByRole('alert').filter({ hasText: words }).waitFor()

  onStage(async (given) => {
    stage = given
    ;[site, secrets] = await Promise.all([startSite({ footageDir, cameras: 1 }), SecretService.start()])
    await site.published(1)
  }, whyNoSecretService())
  afterAll(async () => {
    await stage?.close()
    await secrets?.dispose()
    await site?.stop()
  })

  it('keeps a key in the keyring of the system, asks nothing about it, and says where it is', async () => {
    await launch()
    const { page } = wall
    await fillSignIn(page, site.account)
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
    await stage.close()
    await launch()
    await wall.until('LIVE', 1)

    await stage.close()
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
    await stage.close()
    const before = await kept()
    await secrets.lock()
    await launch()
    await untilShown('locked or does not answer')
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
    await stage.close()
    const before = stage.dataDir
    stage.dataDir = await newDataDir()
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
      await stage.close()
      await rm(stage.dataDir, { recursive: true, force: true })
      stage.dataDir = before
    }
  })

  it('says that the keyring does not answer, and goes on by itself once it is there', async () => {
    await stage.close()
    const before = await kept()
    await secrets.stopKeyring()
    await launch()
    await untilShown('locked or does not answer')
    await secrets.startKeyring('first')
    await wall.until('LIVE', 1)
    expect(await kept()).toBe(before)
  })

  it('is bound to its keyring: another one opens nothing, is told, and costs no key', async () => {
    await stage.close()
    const before = await kept()
    await secrets.stopKeyring()
    await secrets.startKeyring('second', 'other-keyrings')
    await launch()
    await untilShown('not the one that the key was kept in')
    expect(await kept()).toBe(before)

    await secrets.stopKeyring()
    await secrets.startKeyring('first')
    await wall.until('LIVE', 1)
    expect(await kept()).toBe(before)
  })
})
