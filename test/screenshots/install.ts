import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSite } from '../conformance/start-site.ts'
import { buildApp } from '../electron/build-app.ts'
import { ElectronApp } from '../electron/electron-app.ts'
import { Screen } from '../electron/screen.ts'
import { findSmokeHost } from '../electron/smoke-host.ts'
import { WallPage } from '../stand/wall-page.ts'
import { footageDir } from '../stand/wall-stand.ts'

/** The installed application's first start, for docs/install.md, on a screen without a keyring. */
export async function takeInstallPictures(target: string): Promise<void> {
  const host = findSmokeHost()
  if (typeof host === 'string') {
    console.log(`no pictures of the installation: ${host}`)
    return
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-pictures-'))
  const [site, screen, app] = await Promise.all([
    startSite({ footageDir }),
    Screen.start(),
    buildApp(host, 'pictures'),
  ])
  const flags = ['--platform', site.baseUrl, '--live-view-url', site.liveViewUrl, '--layout', '9']
  const running = await ElectronApp.launch({ host, app, screen, dataDir, flags })
  const { page } = running
  const wall = new WallPage(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  async function take(name: string): Promise<void> {
    await page.screenshot({ path: join(target, `${name}.jpg`), type: 'jpeg', quality: 82 })
    console.log(join(target, `${name}.jpg`))
  }

  const { email, password, orgId } = site.account
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('Organization').fill(orgId)
  await page.getByText('on this computer, weakly protected').click()
  await take('install-first-start')

  await page.getByRole('button', { name: 'Sign in and make a key' }).click()
  await wall.until('LIVE', 9)
  await wall.press('Control+,')
  await page.getByRole('button', { name: 'Test each function' }).click()
  await page.getByRole('button', { name: 'Test each function' }).and(page.locator(':enabled')).waitFor()
  await take('install-connection')

  await running.close()
  await screen.dispose()
  await site.stop()
  await rm(dataDir, { recursive: true, force: true })
}
