import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startSite, type TestSite } from '../../conformance/start-site.ts'
import { endAll } from '../../stand/end-all.ts'
import { type SharedBrowser, sharedBrowser } from '../../stand/browser.ts'
import { SecretSearch } from '../../stand/secret-search.ts'
import { addPlatform, renewKey, signIn } from '../../stand/sign-in.ts'
import { plays, WallPage } from '../../stand/wall-page.ts'
import { footageDir, startHost, type TestHost } from '../../stand/wall-stand.ts'
import { sharedDir } from '#test/stand/temp-dir.ts'

const vaultFile = z.object({ keys: z.array(z.object({ platform: z.string(), data: z.string() })) })

// In one order: a workstation from its first key to its second platform.
describe('the key of a wall that plays', () => {
  let site: TestSite
  /** Another platform, with cameras of the same ids and no picture of any. */
  let otherSite: TestSite
  let host: TestHost
  let browser: SharedBrowser
  let wall: WallPage
  const snapshotDir = sharedDir()

  beforeAll(async () => {
    ;[site, otherSite, browser] = await Promise.all([
      startSite({ footageDir, cameras: 6 }),
      startSite({ withMediaServer: false, cameras: 6 }),
      sharedBrowser(),
    ])
    host = await startHost({
      flags: ['--layout', '4', '--platform', site.baseUrl],
      env: { NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${snapshotDir}` },
    })
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
    wall = new WallPage(await context.newPage())
    await wall.page.goto(host.url)
  })
  afterAll(() => endAll(browser, host, site, otherSite))

  const keyOf = (platform: TestSite) =>
    vaultFile
      .parse(JSON.parse(readFileSync(join(host.dataDir, 'keys.json'), 'utf8')))
      .keys.find((kept) => kept.platform === platform.baseUrl)?.data ?? ''
  const statusWith = async (key: string) =>
    (await fetch(`${site.baseUrl}/v1/cameras`, { headers: { authorization: `Bearer ${key}` } })).status

  async function heapOfMain(): Promise<string> {
    process.kill(host.child.pid, 'SIGUSR2')
    await expect.poll(() => snapshotIn(snapshotDir), { timeout: 60_000 }).toBeDefined()
    // Main writes it in one go, and answers nobody until it has.
    await fetch(host.url)
    return readFileSync(snapshotIn(snapshotDir) ?? '', 'utf8')
  }

  /** Tells which states the tiles have been in since, one after another. */
  async function watchStates(): Promise<() => Promise<string[]>> {
    await wall.page.evaluate(() => {
      const seen: string[] = []
      Object.assign(window, { seenStates: seen })
      const note = () => {
        for (const tile of document.querySelectorAll<HTMLElement>('[data-tile]')) {
          seen.push(tile.dataset['state'] ?? '')
        }
      }
      note()
      new MutationObserver(note).observe(document.body, {
        subtree: true,
        attributes: true,
        attributeFilter: ['data-state'],
      })
    })
    return () => wall.page.evaluate(() => (window as unknown as { seenStates: string[] }).seenStates)
  }

  it('is made by signing in', async () => {
    const { page } = wall
    await page.getByLabel('Validity, days').fill('5')
    await signIn(page, site.account)
    await wall.until('LIVE', 4)
    expect(await statusWith(keyOf(site))).toBe(200)
  })

  // That of the page is looked through by the tour of secrets.
  it('leaves the password nowhere in the memory of main', { tags: 'long' }, async () => {
    const heap = await heapOfMain()
    expect(heap).toContain(keyOf(site))
    // Main has tickets, which are tokens, too.
    const found = new SecretSearch([site.account.password]).find(heap.replaceAll(/eyJ[\w.-]+/g, ''))
    expect(found, 'the password in main').toBeUndefined()
  })

  it('is renewed while its end is near, and no tile stops playing', async () => {
    const { page } = wall
    const before = keyOf(site)
    await page.getByText('in 4 days').waitFor()
    await wall.until('LIVE', 4)
    const statesSince = await watchStates()
    await wall.press('Shift+K')
    await renewKey(page, site.account)
    // What the page knows of the key comes by itself, a moment after the answer.
    await expect.poll(() => page.getByText('in 4 days').count()).toBe(0)

    const after = keyOf(site)
    expect([await statusWith(before), await statusWith(after)]).toEqual([401, 200])
    await wall.press('Escape')
    await wall.untilFramesAfter(Date.now(), 4)
    expect((await statesSince()).filter((state) => !plays.has(state))).toEqual([])
    // A ticket that only the new key is given.
    await wall.press('1', '.', '6', 'Enter')
    await wall.untilCamera(1, 6)
  })

  it('stays where it is while the wall shows another platform, and is not asked for on the way back', async () => {
    const { page } = wall
    const pastedKey = await otherSite.apiKey('pasted')
    await wall.press('Control+,')
    await page.getByRole('tab', { name: 'Platform', exact: true }).click()
    await addPlatform(page, otherSite, pastedKey)
    await wall.tile(1).waitFor()
    expect(keyOf(otherSite)).toBe(pastedKey)
    expect(await statusWith(pastedKey)).toBe(401)

    const name = new URL(site.baseUrl).host
    await wall.choose(`show ${name}`, `Platform: show ${name}`)
    await wall.until('LIVE', 4)
    // Its own wall, as it was left.
    await wall.untilCamera(1, 6)
  })
})

/** Where a snapshot is, or is being written. */
function snapshotIn(dir: string): string | undefined {
  const name = readdirSync(dir).find((file) => file.endsWith('.heapsnapshot'))
  return name === undefined ? undefined : join(dir, name)
}
