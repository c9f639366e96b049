import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen, portOf } from '#test/stand/loopback.ts'
import type { CallName } from '#contract/platform/calls.ts'
import { MAX_KEY_NAME_CHARS } from '#contract/platform/limits.ts'
import { listedCameraSchema } from '#contract/wall/camera-list.ts'
import { actionNames, actionOf } from '#renderer/keyboard/actions.ts'
import { endAll } from '../stand/end-all.ts'
import { type SharedBrowser, sharedBrowser } from '../stand/browser.ts'
import { plantedValues } from '../stand/planted-values.ts'
import { PlantingPlatform } from '../stand/planting-platform.ts'
import { startHost, type TestHost } from '../stand/wall-stand.ts'

declare global {
  interface Window {
    violations: string[]
    planted?: unknown
  }
}

/** What the platform plants, by its name: markup that runs and fetches in every way, and a formula for spreadsheets. */
const planted = new Map<string, string>()

/** What no page shows of a platform's answers; main alone needs it, or takes no such text for what it should be. */
const neverShown: ReadonlySet<string> = new Set([
  // Secrets, and what they open.
  'createApiKey key',
  'tryTicket token',
  'tryTicket url',
  'startPlayback sessionId',
  'startPlayback url',
  'localLive url',
  'listKeys items.*.prefix',
  // Names that only programs use.
  'camera',
  'createApiKey id',
  'listKeys items.*.id',
  'createEventTag name',
  'createEventTag fields.*.unit',
  'insertEvents results.*.error.code',
  'dictionaryEntrances items.*.id',
  'dictionaryZones items.*.id',
  'dictionarySchedules items.*.id',
  'searchEvents events.*.id',
  'searchEvents nextCursor',
  'eventHistogram buckets.*.byType.name',
  'stream events.*.id',
  'stream nextCursor',
  'stream id',
  // Read again with each salvo, whose content is of no form that the wall knows.
  'listWallSalvos items.*.savedBy',
  'listWallSalvos items.*.savedAt',
  // Instants and clocks, of which only what can be read as one is shown.
  'createApiKey createdAt',
  'createApiKey expiresAt',
  'listKeys items.*.createdAt',
  'listKeys items.*.expiresAt',
  'listKeys items.*.lastUsedAt',
  'tryTicket expiresAt',
  'listCameras items.*.timezone',
  'dictionarySchedules items.*.timezone',
  'dictionarySchedules items.*.rules.*.from',
  'dictionarySchedules items.*.rules.*.until',
  'dictionarySchedules items.*.rules.*.date',
  // Behind a sentence that is cut before it.
  'error error.field',
])

/** Calls that no wall makes. */
const neverMade: readonly CallName[] = [
  'renameKey',
  'removeEventTag',
  'removeEvent',
  'occupancyEvents',
  'saveWallSalvo',
  'removeWallSalvo',
]

/** The planted text is in it, and neither it nor any other cell begins like a formula. */
function expectNoFormula(csv: string, name: string): void {
  expect(csv).toContain(planted.get(name)?.replaceAll('"', '""'))
  const withoutHarmless = csv.replaceAll(/"(?![=+@-])(?:[^"]|"")*"/g, '')
  expect(withoutHarmless).not.toMatch(/(^|,)"?[=+@]/m)
}

describe('scripts in every text that a platform can send', () => {
  let platform: PlantingPlatform
  let host: TestHost
  let browser: SharedBrowser
  let page: Page
  let canary: Server
  /** What reached a server that nobody has a reason to ask. */
  const leaks: string[] = []
  const strangers: string[] = []
  const dialogs: string[] = []
  /** All that the page has shown so far, markup as text. */
  let shown = ''

  function plant(name: string): string {
    const known = planted.get(name)
    if (known !== undefined) return known
    const at = `//127.0.0.1:${portOf(canary)}/${planted.size}`
    // Without blanks: of some texts, such as a key, those with a blank are none.
    const markup = `<img/data-planted/src='${at}'/onerror='planted=1'><script/data-planted/src='${at}'></script>`
    const text = `=${planted.size}+"'>${markup}`
    planted.set(name, text)
    return text
  }

  beforeAll(async () => {
    canary = createServer((request, response) => {
      leaks.push(request.url ?? '')
      response.end()
    })
    await listen(canary)
    ;[platform, browser] = await Promise.all([PlantingPlatform.start({ plant }), sharedBrowser()])
    host = await startHost({ flags: ['--platform', platform.url, '--layout', '4'] })
    page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
    await page.addInitScript(() => {
      window.violations = []
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        window.violations.push(`${violatedDirective} ${blockedURI}`),
      )
    })
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(new URL(host.url).origin) && !/^(blob|data):/.test(url)) strangers.push(url)
    })
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await page.goto(host.url)
  })
  afterAll(() => endAll(browser, host, platform, canary))

  /** Nothing of what was planted has become part of the page, and the page has shown so much more. */
  async function expectOnlyText(): Promise<void> {
    const seen = await page.evaluate(() => ({
      elements: document.querySelectorAll('[data-planted]').length,
      planted: 'planted' in window,
      violations: window.violations,
      text: [
        document.body.innerText,
        document.title,
        ...[...document.querySelectorAll('input, textarea')].map(
          (field) => (field as HTMLInputElement).value,
        ),
        ...[...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((element) =>
          ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
        ),
      ].join('\n'),
    }))
    shown += seen.text
    expect({ ...seen, text: '', dialogs, strangers, leaks }).toEqual({
      elements: 0,
      planted: false,
      violations: [],
      text: '',
      dialogs: [],
      strangers: [],
      leaks: [],
    })
  }

  const has = (name: string) => shown.includes(planted.get(name) ?? 'not planted')
  /** What the platform plants as it answers is known once it has answered. */
  async function wait(name: string): Promise<void> {
    await expect.poll(() => planted.get(name), { timeout: 30_000 }).toBeDefined()
    await page
      .getByText(planted.get(name) ?? '')
      .first()
      .waitFor()
  }

  it('are text in the name and organization of a new key, and on the wall', async () => {
    await page.getByLabel('Email').fill('a@b.example')
    await page.getByLabel('Password').fill('long enough')
    await page.getByLabel('Organization').fill('org')
    await page.getByRole('button', { name: 'Sign in and make a key' }).click()
    await page.locator('[data-tile="1"]').waitFor()
    await wait('listCameras items.*.name')
    await expectOnlyText()
    expect(has('listCameras items.*.name')).toBe(true)
  })

  /** Whatever window an action of the keymap opens, with each of its tabs; those of later versions, too. */
  const windows = actionNames.filter((name) => {
    const { command, chords } = actionOf(name)
    return chords.length > 0 && (command?.kind === 'toggle-dialog' || name === 'mark')
  })
  it.each(windows)('are text in the window of “%s”', async (name) => {
    const chord = actionOf(name).chords[0] ?? ''
    await page.keyboard.press(chord.length === 1 ? chord.toLowerCase() : chord.replace('Ctrl+', 'Control+'))
    const dialog = page.getByRole('dialog')
    if (await dialog.getByRole('tablist').first().isVisible()) {
      for (const tab of await dialog.getByRole('tablist').first().getByRole('tab').all()) {
        await tab.click()
        await expectOnlyText()
      }
    }
    await expectOnlyText()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('are text on the timeline, over pictures and in the engineer overlay', async () => {
    await page.keyboard.press('t')
    await page.locator('.timeline-labels li').first().waitFor()
    await expect.poll(() => platform.notGiven).not.toContain('coverage')
    await expect.poll(() => platform.notGiven).not.toContain('eventHistogram')
    await page.keyboard.press('e')
    await page.keyboard.press('i')
    await wait('eventTags items.*.name')
    await expectOnlyText()
    await page.keyboard.press('i')
    await page.keyboard.press('t')
  })

  it('are text in a search, its completion, its results and the fields of an event', async () => {
    await page.keyboard.press('/')
    const panel = page.getByRole('region', { name: 'Events', exact: true })
    const field = panel.getByRole('combobox', { name: 'Search events' })
    await field.fill('=')
    await expectOnlyText()
    await field.fill('last:1h')
    await field.press('Escape')
    await field.press('Enter')
    await panel.locator('.result').first().waitFor()
    await panel.locator('.result-card').waitFor()
    await expectOnlyText()
    await panel.getByRole('button', { name: 'Search as a form' }).click()
    await expectOnlyText()
    await panel.getByRole('button', { name: 'Search as a form' }).click()
    expect(has('eventTags items.*.name')).toBe(true)
    expect(has('searchEvents events.*.fields.*')).toBe(true)
  })

  it('are cells in an export, of which a spreadsheet calculates none', async () => {
    const panel = page.getByRole('region', { name: 'Events', exact: true })
    await panel.getByRole('button', { name: 'Export to a file' }).click()
    for (const format of ['CSV', 'NDJSON']) {
      const coming = page.waitForEvent('download')
      await panel.getByRole('button', { name: format, exact: true }).click()
      const text = await readFile(await (await coming).path(), 'utf8')
      if (format === 'CSV') expectNoFormula(text, 'listCameras items.*.name')
      else expect(text).toContain(JSON.stringify(planted.get('searchEvents events.*.fields.*')))
    }
    await expectOnlyText()
    await panel.getByRole('button', { name: 'Close' }).click()
    await panel.waitFor({ state: 'detached' })
  })

  it('are text in a report of occupancy: what can be chosen for it, what it says, its table', async () => {
    await page.keyboard.press('o')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Entrances and zones', exact: true }).waitFor()
    await dialog.getByText('to choose from').waitFor()
    await page.keyboard.press('ArrowDown')
    await wait('dictionaryEntrances items.*.name')
    await wait('dictionaryZones items.*.name')
    await expectOnlyText()
    await page.keyboard.press('Enter')
    await dialog.getByRole('radio', { name: 'By a schedule' }).click()
    await dialog.getByRole('combobox', { name: 'Schedule', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await wait('dictionarySchedules items.*.name')
    await expectOnlyText()
    await page.keyboard.press('Enter')
    await expectOnlyText()
    await dialog.getByRole('radio', { name: 'By the clock' }).click()
    const time = dialog.getByRole('textbox', { name: 'Time timeRange' })
    await time.fill('today')
    await time.press('Enter')
    const result = dialog.getByRole('region', { name: 'Result' })
    await result.getByRole('list', { name: 'Resets' }).waitFor()
    await expectOnlyText()
    const coming = page.waitForEvent('download')
    await result.getByRole('button', { name: 'CSV' }).click()
    expectNoFormula(await readFile(await (await coming).path(), 'utf8'), 'occupancyReport resets.*.rule')
    await dialog.getByRole('tab', { name: 'Saved' }).click()
    await dialog.getByRole('textbox', { name: 'Save this report as' }).fill('For a tile')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Rename For a tile' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  async function showInTile(to: string, words: string): Promise<void> {
    await page.keyboard.press(to)
    await page.keyboard.press('Control+k')
    await page.keyboard.type(words)
    await page.getByRole('option', { name: words }).waitFor()
    await page.keyboard.press('Enter')
  }

  it('are text in a tile of occupancy', async () => {
    await showInTile('ArrowRight', 'Show occupancy: For a tile')
    await page.locator('[data-tile="2"] .occupancy-now strong').waitFor()
    await expectOnlyText()
  })

  it('are text in a tile of events as they come', async () => {
    await showInTile('ArrowDown', 'Feed: all events')
    const entries = page.locator('[data-tile="4"] .feed-entry')
    const entry = (name: string) => entries.filter({ hasText: planted.get(name) ?? name })
    await entry('searchEvents events.*.fields.*').waitFor()
    await expect.poll(() => platform.listeners).toBeGreaterThan(0)
    platform.pushEvent()
    await entry('stream events.*.fields.*').waitFor()
    await expectOnlyText()
  })

  it('are text in a list of cameras that somebody was sent, and cells in the one that goes out again', async () => {
    await page.keyboard.press('Control+,')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('tab', { name: 'Cameras' }).click()
    const items = plantedValues(listedCameraSchema, {
      text: (path) => (path[0] === 'timeZone' ? 'Europe/Berlin' : plant(`list ${path.join('.')}`)),
      number: () => 9,
    })
    await dialog.getByLabel('Or paste the list').fill(JSON.stringify({ items }))
    await dialog.getByRole('button', { name: 'Look at the list' }).click()
    await wait('list name')
    await expectOnlyText()
    await dialog.getByRole('button', { name: 'Add to the list' }).click()
    await dialog.getByText('listed now').waitFor()
    await expectOnlyText()
    const coming = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export as CSV' }).click()
    expectNoFormula(await readFile(await (await coming).path(), 'utf8'), 'list name')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('are text where footage should be', async () => {
    await page.locator('[data-tile="1"]').click()
    await page.keyboard.press('r')
    await expect.poll(() => platform.notGiven).not.toContain('startPlayback')
    await page.locator('[data-tile="1"] .past-time').first().waitFor()
    await expectOnlyText()
    await page.keyboard.press('Shift+Home')
  })

  it('are text in the outbox, where marks are refused', async () => {
    await page.locator('[data-tile="1"]').click()
    const mark = async (note: string) => {
      await page.keyboard.press('m')
      await page.getByRole('textbox', { name: 'Note' }).fill(note)
      await page.keyboard.press('Enter')
      await page.getByRole('textbox', { name: 'Note' }).waitFor({ state: 'detached' })
    }
    // Without a tag they wait, and go together once there is one.
    platform.refusal = 'contract'
    await mark('one')
    await mark('two')
    platform.refusal = undefined
    await mark('three')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('outbox')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('Send all 3 again').waitFor()
    await wait('insertEvents results.*.error.message')
    await expectOnlyText()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('are text in the test of each function', async () => {
    await page.keyboard.press('Control+,')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^test/i }).first().click()
    await expect.poll(() => platform.notGiven).not.toContain('insertEvent')
    await dialog.getByText('Takes events.').waitFor()
    await expectOnlyText()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('are text in what is known of a key that was pasted', async () => {
    // A ticket is asked for anew with it.
    platform.hasMediaServer = false
    await page.keyboard.press('Control+,')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('tab', { name: 'Key' }).click()
    await dialog.getByRole('tab', { name: 'Paste a key' }).click()
    // That of the first key is longer than any that a wall takes from its page.
    await dialog.getByLabel('Organization').fill('')
    await dialog.getByLabel('API key').fill('another-key')
    await dialog.getByRole('button', { name: 'Replace the key' }).click()
    await dialog.getByText('The new key is in use.').waitFor()
    await expect.poll(() => platform.notGiven).not.toContain('listKeys')
    // The form takes the name that is known as it opens; the page hears of it a little later than main.
    const proposedName = async () => {
      await dialog.getByRole('tab', { name: 'Paste a key' }).click()
      await dialog.getByRole('tab', { name: 'Renew by signing in' }).click()
      return dialog.getByLabel('Name of the key').inputValue()
    }
    // No longer than the field takes.
    await expect.poll(proposedName).toBe(planted.get('listKeys items.*.name')?.slice(0, MAX_KEY_NAME_CHARS))
    await expectOnlyText()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('are text where pictures come without a media server', async () => {
    await expect.poll(() => platform.notGiven).not.toContain('localLive')
    await expectOnlyText()
  })

  it.each([
    ['in words of the contract', 'contract', 'error error.message'],
    ['by a page', 'page', 'refusal as a page'],
    ['by a plain text', 'text', 'refusal as a text'],
  ] as const)('are text in what a platform says when it refuses %s', async (_how, refusal, name) => {
    platform.refusal = refusal
    await page.keyboard.press('r')
    await page.keyboard.press('Control+,')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^test/i }).first().click()
    await wait(name)
    await expectOnlyText()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expectOnlyText()
    expect(has(name)).toBe(true)
  })

  it('were all seen, but for what nobody is shown', () => {
    const unseen = [...planted.keys()].filter((name) => !has(name))
    expect(unseen.filter((name) => !neverShown.has(name))).toEqual([])
    expect(platform.notGiven).toEqual(neverMade)
  })

  it('would be stopped by the policy where markup was made of one after all', async () => {
    await page.evaluate((text) => {
      const place = document.createElement('div')
      place.innerHTML = text
      document.body.append(place)
    }, plant('camera'))
    await expect.poll(() => page.evaluate(() => window.violations.length)).toBeGreaterThan(0)
    await expect(expectOnlyText()).rejects.toThrow()
    expect(await page.evaluate(() => 'planted' in window)).toBe(false)
    expect(leaks).toEqual([])
  })
})
