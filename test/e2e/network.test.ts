/** @module-tag long */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { startSite, type TestSite } from '../conformance/start-site.ts'
import { endAll } from '../stand/end-all.ts'
import { signIn } from '../stand/sign-in.ts'
import { type SharedBrowser, sharedBrowser } from '../stand/browser.ts'
import { authorityFile, TlsNetwork } from '../stand/tls-network.ts'
import { WallPage } from '../stand/wall-page.ts'
import { footageDir, startHost, type TestHost } from '../stand/wall-stand.ts'

describe('a platform behind a private authority and a proxy', () => {
  const tls = new TlsNetwork()
  let site: TestSite
  let browser: SharedBrowser
  let host: TestHost

  beforeAll(async () => {
    const flags = ['--live-view-url', 'wss://media.test']
    ;[site, browser] = await Promise.all([
      startSite({ footageDir, cameras: 4, flags }),
      sharedBrowser(),
      tls.start(),
    ])
    await tls.encrypt(Number(new URL(site.baseUrl).port), 'platform.test')
    await tls.encrypt(await mediaPortOf(site), 'media.test')
    host = await startHost({
      flags: ['--platform', 'https://platform.test', '--live-view-url', 'wss://media.test', '--layout', '4'],
      // The store of a Linux system is where OpenSSL looks; this names another place for it.
      env: {
        HTTPS_PROXY: tls.proxyUrl,
        SSL_CERT_FILE: authorityFile,
        // No keyring of the machine that runs the test.
        DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      },
    })
  })
  afterAll(() => endAll(browser, host, site, tls))

  it('shows its cameras live, read from pixels, trusted by what the system trusts', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
    const wall = new WallPage(await context.newPage())
    await wall.page.goto(host.url)
    await signIn(wall.page, site.account)
    await wall.until('LIVE', 4)
    await wall.untilCameras([1, 2, 3, 4])
    expect(new Set(tls.connected)).toEqual(new Set(['platform.test:443', 'media.test:443']))
  })

  it('says in its log which proxy it goes through, and not with which password', async () => {
    const log = await readFile(join(host.dataDir, 'logs/tessera.log'), 'utf8')
    expect(log).toContain(new URL(tls.proxyUrl).host)
    expect(log + host.child.output).not.toContain('proxy-password')
  })

  it('says on the wall that a ca.pem cannot be read', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tessera-ca-'))
    await writeFile(join(dataDir, 'ca.pem'), 'no certificate')
    const other = await startHost({ dataDir, flags: ['--platform', 'https://platform.test'] })
    const page = await browser.newPage()
    await page.goto(other.url)
    await page.getByText('The file ca.pem in the data folder cannot be read').waitFor()
    await other.stop()
  })
})

/** Where the media server of a site listens, which picks a free port itself. */
async function mediaPortOf(site: TestSite): Promise<number> {
  const { port } = z
    .object({ port: z.number() })
    .parse(parse(await readFile(join(site.dataDir, 'media/livekit.yaml'), 'utf8')))
  return port
}
