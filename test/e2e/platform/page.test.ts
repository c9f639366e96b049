import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { assumptionNames } from '#contract/platform/assumptions.ts'
import { type TestSite, startSite } from '../../conformance/start-site.ts'
import { type SharedBrowser, sharedBrowser } from '../../stand/browser.ts'
import { controlsOf } from '../../stand/controls-of.ts'
import { isSeen } from '../../stand/is-seen.ts'
import { footageDir, startHost, type TestHost } from '../../stand/wall-stand.ts'
import { sharedDir } from '#test/stand/temp-dir.ts'

/** The page between a wall and its platform, on a site whose cameras nobody has to see live. */
describe('the platform page', () => {
  const folder = sharedDir()
  let site: TestSite
  let hosts: TestHost[]
  let browser: SharedBrowser
  let page: Page
  let key: string
  const faults: Error[] = []

  async function open(host: TestHost): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 1_600, height: 1_000 },
      acceptDownloads: true,
    })
    const opened = await context.newPage()
    opened.on('pageerror', (error) => faults.push(error))
    await opened.goto(host.url)
    return opened
  }
  const dialog = () => page.getByRole('dialog')
  /** By keyboard, as everything here can be. */
  async function tab(name: string): Promise<void> {
    if ((await dialog().count()) === 0) await page.keyboard.press('Control+,')
    const tabs = dialog().getByRole('tablist', { name: 'Connection' }).getByRole('tab')
    const names = await tabs.allTextContents()
    expect(names).toContain(name)
    const selected = dialog().getByRole('tab', { selected: true }).first()
    await selected.focus()
    let at = names.indexOf((await selected.textContent()) ?? '')
    while (names[at] !== name) {
      at = (at + 1) % names.length
      await page.keyboard.press('ArrowRight')
      await tabs.nth(at).and(dialog().locator('[aria-selected="true"]')).waitFor()
    }
  }
  const row = (name: string) => dialog().locator(`[data-assumption="${name}"]`)
  const tested = (name: string) => dialog().locator(`[data-function="${name}"]`)
  const outcome = (name: string) => tested(name).getAttribute('data-outcome')
  async function test(): Promise<void> {
    const button = dialog().getByRole('button', { name: 'Test each function' })
    await button.press('Enter')
    await tested('dictionaries').waitFor()
    // The keyboard is still there.
    await button.and(dialog().locator(':focus')).waitFor()
  }
  async function saved(press: Locator): Promise<string> {
    const [file] = await Promise.all([page.waitForEvent('download'), press.press('Enter')])
    const path = join(folder, file.suggestedFilename())
    await file.saveAs(path)
    return path
  }

  beforeAll(async () => {
    ;[site, browser] = await Promise.all([
      startSite({ footageDir, cameras: 2, withMediaServer: false }),
      sharedBrowser(),
    ])
    key = await site.apiKey()
    const flags = ['--platform', site.baseUrl]
    hosts = await Promise.all([startHost({ flags }), startHost()])
    page = await open(hosts[0] as TestHost)
    await page.getByRole('tab', { name: 'Paste a key' }).click()
    await page.getByLabel('API key').fill(key)
    await page.getByRole('button', { name: 'Use this key' }).click()
    await page.locator('[data-tile]').first().waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    for (const host of hosts ?? []) await host.stop()
    await site?.stop()
  })
  afterEach(() => expect(faults).toEqual([]))

  it('tests each function and says in words what came of it', async () => {
    await tab('State')
    await test()
    for (const name of ['reach', 'key', 'cameras', 'playback', 'event-tags', 'event-insert', 'dictionaries'])
      expect([name, await outcome(name)]).toEqual([name, 'ok'])
    await tested('event-insert').getByText('Nothing was inserted.').waitFor()
    await tested('playback').getByText('Starts and stops Main entrance.').waitFor()
  })

  it('shows the platform’s own time and what is used of its limits', async () => {
    const clock = dialog().locator('[data-fact="clock"]')
    await clock.getByText(/in step with this computer \(± \d\.\d s\)/).waitFor()
    const before = await clock.textContent()
    await expect.poll(() => clock.textContent()).not.toBe(before)
    await dialog().locator('[data-fact="sessions"]').getByText('0 of playback in use').waitFor()
    await dialog().locator('[data-fact="tickets"]').getByText('in the last minute').waitFor()
  })

  it('lists every assumption with what the platform has shown of it', async () => {
    await tab('Assumptions')
    expect(await dialog().locator('[data-assumption]').count()).toBe(assumptionNames.length)
    await row('cameraList').getByText('confirmed').waitFor()
    await row('playbackStop').getByText('confirmed').waitFor()
    // No wall removes events.
    await row('eventRemoval').getByText('untested').waitFor()
    await row('cameraList')
      .getByText(/since \d\d:\d\d/)
      .waitFor()
  })

  it('takes another answer in its place, checks it there, and goes back to the usual', async () => {
    await row('cameraList').locator('summary').press('Enter')
    const path = row('cameraList').getByLabel('Path of the cameras', { exact: true })
    const use = dialog().getByRole('button', { name: 'Use these answers' })
    await path.fill('v1/nothing')
    await row('cameraList').getByRole('alert').getByText('a path begins with /').waitFor()
    expect(await path.getAttribute('aria-invalid')).toBe('true')
    expect(await use.isDisabled()).toBe(true)
    await path.fill('/v1/nothing')
    await use.press('Enter')
    await row('cameraList').getByText('not offered').waitFor()
    await dialog().getByText('1 changed for this platform. Saved.').waitFor()
    await row('cameraList')
      .getByRole('button', { name: 'Path of the cameras: back to /v1/cameras' })
      .press('Enter')
    expect(await path.inputValue()).toBe('')
    await row('cameraList').getByLabel('Member with a camera’s id', { exact: true }).fill('number')
    await dialog().getByRole('button', { name: 'All as assumed' }).press('Enter')
    await use.press('Enter')
    await dialog().getByText('Everything as assumed. Saved.').waitFor()
    await row('cameraList').getByText('confirmed').waitFor()
  })

  it('takes a pasted list of cameras once it was looked at', async () => {
    await tab('Cameras')
    await dialog().getByLabel('Or paste the list').fill('id;number;name\ncam-02;77;Back door\ncam-02;78\n')
    await dialog().getByRole('button', { name: 'Look at the list' }).press('Enter')
    await dialog().getByText('1 camera can be taken, 1 line cannot').waitFor()
    await dialog().getByText('The camera “cam-02” is in line 2 already.').waitFor()
    await dialog().getByRole('button', { name: 'Add to the list' }).press('Enter')
    await dialog().getByText('1 camera is listed now.').waitFor()
    await dialog().getByLabel('Number of Back door').waitFor()
  })

  it('shows why numbers are refused, although the list is longer than the window', async () => {
    await tab('Cameras')
    const whole = page.viewportSize() ?? { width: 0, height: 0 }
    await page.setViewportSize({ ...whole, height: 230 })
    const number = dialog().getByLabel('Number of Back door')
    await number.fill('1')
    await number.press('Enter')
    expect(await dialog().getByRole('alert').getByText('1 cannot be both').evaluate(isSeen)).toBe(true)
    await number.fill('77')
    await page.setViewportSize(whole)
  })

  it.each(['State', 'Assumptions', 'Settings file'])('gives every control of %s a name', async (name) => {
    await tab(name)
    await dialog()
      .locator('.assumptions details')
      .evaluateAll((all: HTMLDetailsElement[]) => all.forEach((details) => (details.open = true)))
    const { count, nameless } = await controlsOf(page)
    expect(count).toBeGreaterThan(9)
    expect(nameless).toEqual([])
  })

  it('exports the list, and takes it from the file again', async () => {
    await tab('Cameras')
    expect((await controlsOf(page)).nameless).toEqual([])
    const path = await saved(dialog().getByRole('button', { name: 'Export as CSV' }))
    expect(await readFile(path, 'utf8')).toContain('cam-02,Back door,77,')
    const long = join(folder, 'long.csv')
    const lines = Array.from({ length: 10_000 }, (_, at) => `cam-${at},Camera ${at},${at + 1},Hall,UTC,0`)
    await writeFile(long, lines.join('\n'))
    await page.setViewportSize({ width: 1_280, height: 720 })
    await dialog().getByLabel('A file').setInputFiles(long)
    await dialog().getByText('10,000 cameras can be taken.').waitFor()
    expect(await dialog().getByRole('button', { name: 'Add to the list' }).evaluate(isSeen)).toBe(true)
    expect(await dialog().getByText('listed now').count()).toBe(0)
    await dialog().getByLabel('A file').setInputFiles(path)
    await dialog().getByText('2 cameras can be taken.').waitFor()
  })

  it('carries all settings but no key to another workstation', { tags: 'long' }, async () => {
    await tab('Settings file')
    const path = await saved(dialog().getByRole('button', { name: 'Export all settings' }))
    expect(await readFile(path, 'utf8')).not.toContain(key)
    page = await open(hosts[1] as TestHost)
    await page.getByRole('tab', { name: 'Take over settings' }).click()
    await page.getByLabel('A file of settings').setInputFiles(path)
    await page.getByRole('button', { name: 'Use these settings' }).press('Enter')
    await page.getByText(`This workstation has no key for ${site.baseUrl} yet.`).waitFor()
    await page.getByRole('tab', { name: 'Paste a key' }).click()
    await page.getByLabel('API key').fill(key)
    await page.getByRole('button', { name: 'Use this key' }).click()
    await page.locator('[data-tile]').first().waitFor()
    await tab('Cameras')
    await dialog().getByLabel('Number of Back door').waitFor()
  })
})
