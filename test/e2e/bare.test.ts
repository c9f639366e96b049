import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { eventTagSchema } from '#contract/platform/events.ts'
import { post } from '../conformance/api/requests.ts'
import { startSite, type TestSite } from '../conformance/start-site.ts'
import { endAll } from '../stand/end-all.ts'
import { type SharedBrowser, sharedBrowser } from '../stand/browser.ts'
import { signIn } from '../stand/sign-in.ts'
import { WallPage } from '../stand/wall-page.ts'
import { footageDir, startHost, type TestHost } from '../stand/wall-stand.ts'
import { Counted } from './occupancy/counted.ts'
import { sharedDir } from '#test/stand/temp-dir.ts'

const minuteMs = 60_000
const note = 'Seen on a platform of few words'

/** The tag of marks, and three people who came in ten minutes ago. */
async function prepare(full: TestSite) {
  const tag = await post(
    full.baseUrl + defaultPaths.eventTags,
    { name: 'Operator mark', fields: [{ name: 'note', type: 'text' }] },
    await full.apiKey(),
  )
  const counted = await Counted.of(full)
  const [entrance] = (await counted.dictionaries()).entrances
  if (entrance === undefined) throw new Error('the site counts nothing')
  const cameInMs = Date.now() - 10 * minuteMs
  await counted.insert(
    ...[0, 1, 2].map((at) => ({ type: 'ENTRANCE' as const, id: entrance.id, timestamp: cameInMs + at })),
  )
  return { tagId: eventTagSchema.parse(tag.json).id, entranceId: entrance.id }
}

/** Nothing but what the interface document describes, in short answers and other spellings: all of it works, the rest is said to be absent. */
describe('a wall on a bare platform', () => {
  const dataDir = sharedDir()
  let site: TestSite
  let host: TestHost
  let browser: SharedBrowser
  let wall: WallPage
  /** What a real platform's portal would show. */
  let portal: { tagId: string; entranceId: string }
  const faults: Error[] = []

  beforeAll(async () => {
    const full = await startSite({ dataDir, withMediaServer: false })
    portal = await prepare(full)
    await full.stop()
    ;[site, browser] = await Promise.all([
      startSite({ dataDir, footageDir, cameras: 4, bare: true, logLevel: 'debug' }),
      sharedBrowser(),
    ])
    host = await startHost({
      flags: ['--layout', '4', '--platform', site.baseUrl, '--live-view-url', site.liveViewUrl],
    })
    const context = await browser.newContext({ viewport: { width: 1_280, height: 720 } })
    wall = new WallPage(await context.newPage())
    wall.page.on('pageerror', (error) => faults.push(error))
    await wall.page.goto(host.url)
  })
  afterAll(() => endAll(browser, host, site))
  afterEach(() => expect(faults).toEqual([]))

  const dialog = () => wall.page.getByRole('dialog')
  const tab = async (name: string) => {
    await wall.press('Control+,')
    await dialog().getByRole('tab', { name, exact: true }).click()
  }
  const untilShown = (words: string) =>
    wall.page.locator('[data-banner="mark"]').filter({ hasText: words }).waitFor()

  it('signs in, and says where its cameras come from', async () => {
    await signIn(wall.page, site.account)
    await wall.tile(1).waitFor()
    await tab('Cameras')
    await dialog().getByText('This platform does not list its cameras.').waitFor()
  })

  it('shows the cameras of a pasted list live', async () => {
    const list = [1, 2, 3, 4].map((number) => `cam-0${number};Camera ${number};${number}`).join('\n')
    await dialog().getByLabel('Or paste the list').fill(list)
    await dialog().getByRole('button', { name: 'Look at the list' }).click()
    await dialog().getByRole('button', { name: 'Add to the list' }).click()
    await dialog().getByText('4 cameras are listed now.').waitFor()
    await wall.press('Escape')
    for (const number of ['1', '2', '3', '4']) await wall.press(number, '.', number, 'Enter')
    await wall.until('LIVE', 4)
    await wall.untilCameras([1, 2, 3, 4])
  })

  it('plays back, and goes live again', async () => {
    await wall.press('r')
    await wall.until('PLAYING', 1)
    await wall.press('Shift+Home')
    await wall.until('LIVE', 4)
  })

  it('says of the timeline that nobody knows what is recorded, and of the search that there is none', async () => {
    await wall.press('t')
    await wall.press('/')
    const panel = wall.page.getByRole('region', { name: 'Events', exact: true })
    const field = panel.getByRole('combobox', { name: 'Search events' })
    await field.fill('last:1h')
    await field.press('Escape')
    await field.press('Enter')
    await panel.getByText('This platform offers no search of events.').waitFor()
    await wall.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await wall.press('t')
  })

  it('keeps a mark until its tag is typed in, and sends it then', async () => {
    await wall.mark(note)
    await untilShown('This platform does not list its event tags.')
    await tab('Event tags')
    await dialog().getByLabel('Id').fill(portal.tagId)
    await dialog().getByLabel('Name').fill('Operator mark')
    await dialog().getByLabel('Fields').fill('note text')
    await dialog().getByRole('button', { name: 'Add this tag' }).click()
    await dialog().getByRole('button', { name: 'Remove Operator mark' }).waitFor()
    await wall.press('Escape')
    await wall.mark(`${note}, again`)
    await untilShown('The platform has it.')
  })

  it('reports occupancy: the average and the maximum, and that there is no curve', async () => {
    await wall.press('o')
    await dialog().getByText('to choose from').waitFor()
    await wall.page.keyboard.type(portal.entranceId)
    await dialog().getByRole('option').first().waitFor()
    await wall.press('Enter')
    await dialog().getByRole('textbox', { name: 'Time timeRange' }).fill('last:1h')
    await wall.press('Enter')
    const result = dialog().getByRole('region', { name: 'Result' })
    await result.getByText('This platform gives only the average and the maximum, no curve.').waitFor()
    expect(await result.locator('.report-figures').innerText()).toMatch(/Maximum\s+3/)
    await wall.press('Escape')
  })

  it('tests each function: what is absent is not called broken', async () => {
    await tab('State')
    await dialog().getByRole('button', { name: 'Test each function' }).click()
    await dialog().getByText('This platform offers no search of events.').waitFor()
    expect(await dialog().locator('[data-tone="fault"]').allInnerTexts()).toEqual([])
    await wall.press('Escape')
  })

  it('has asked for what is not there a few times and no more, and has had no fault', async () => {
    const requests = (await readFile(site.logFile, 'utf8')).match(/"route":"[^"]+","status":404/g) ?? []
    expect(requests.length).toBeGreaterThan(0)
    expect(requests.length).toBeLessThan(60)
    const lines = (await readFile(join(host.dataDir, 'logs', 'tessera.log'), 'utf8')).split('\n')
    expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([])
    expect(lines.filter((line) => line.includes('"level":"warn"')).length).toBeLessThan(60)
  })

  it('has sent its marks, once each', async () => {
    await host.stop()
    await site.stop()
    const full = await startSite({ dataDir, withMediaServer: false })
    const found = await post(
      full.baseUrl + defaultPaths.eventSearch,
      {
        orgId: full.account.orgId,
        eventTypeIds: [portal.tagId],
        start: 0,
        end: Date.now() + minuteMs,
        order: 'asc',
      },
      await full.apiKey(),
    )
    await full.stop()
    expect(found.json).toMatchObject({
      events: [{ fields: { note } }, { fields: { note: `${note}, again` } }],
    })
  })
})
