import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { WallPage } from '../../stand/wall-page.ts'
import { WallStand } from '../../stand/wall-stand.ts'
import { frameMs, pastTile, pastTiles, watchBand } from '../playback/wall/past-page.ts'
import { SiteEvents } from './site-events.ts'
import { untilMarked } from './timeline-card.ts'

const preRollMs = 5_000
/** The band writes tenths, and whole seconds while it plays. */
const tenthMs = 100
const secondMs = 1_000
const many = 1_500

const sale = (atMs: number, amount: number, text: string) => ({
  tag: 'sale',
  camera: 4,
  atMs,
  fields: { amount, items: 1, card: true, void: false, text },
})

describe('searching events beside a wall', () => {
  let stand: WallStand
  let events: SiteEvents
  let wall: WallPage
  const faults: Error[] = []
  /** Somewhere between two pictures. */
  const eventMs = Date.now() - 600_000 - 17

  beforeAll(async () => {
    stand = await WallStand.start({ layout: 4, site: { cameras: 4 } })
    events = await SiteEvents.of(stand.site)
    await events.insert(
      sale(eventMs, 250.5, '1 x Wheat beer  1.39\n1 x Crème fraîche  1.29'),
      sale(eventMs - 60_000, 120, '1 x Red wine  5.49'),
      sale(eventMs + 60_000, 12, '1 x Beer  1.29'),
    )
    for (let from = 0; from < many; from += 500) {
      await events.insert(
        ...Array.from({ length: 500 }, (_, at) => ({
          tag: 'door',
          camera: 2,
          atMs: eventMs - 3_600_000 - (from + at) * 1_000,
          fields: { badge: `T-${from + at}`, person: 'Ada Lindner', granted: true },
        })),
      )
    }
    wall = await stand.open()
    wall.page.on('pageerror', (error) => faults.push(error))
    await wall.until('LIVE', 4)
  })
  afterAll(() => stand?.dispose())
  afterEach(() => expect(faults).toEqual([]))

  const panel = () => wall.page.getByRole('region', { name: 'Events', exact: true })
  const field = () => panel().getByRole('combobox', { name: 'Search events' })
  const rows = () => panel().locator('.result')
  const count = () => panel().locator('.results-status > span').innerText()
  /** Typed as an operator would, over what is there. */
  async function search(text: string): Promise<void> {
    await field().fill('')
    await field().pressSequentially(text)
    await field().press('Enter')
  }
  /** The field is the list's as soon as there is something to choose from. */
  const untilCount = (words: string) => expect.poll(count, { timeout: 10_000 }).toBe(words)

  it('opens by / beside the pictures, which stay live, and completes what is typed', async () => {
    await wall.press('/')
    await field().waitFor()
    await expect.poll(() => field().evaluate((element) => element === document.activeElement)).toBe(true)
    const tile = await wall.tile(4).boundingBox()
    const beside = await panel().boundingBox()
    expect((tile?.x ?? 0) + (tile?.width ?? 0)).toBeLessThanOrEqual((beside?.x ?? 0) + 1)
    await field().fill('')
    await field().pressSequentially('sal')
    const offered = panel().getByRole('listbox', { name: 'Completion' })
    await offered.getByRole('option', { name: 'sale' }).waitFor()
    await wall.press('Tab')
    await wall.page.keyboard.type('amo')
    await wall.press('Tab')
    await offered.getByRole('option', { name: 'is more than' }).waitFor()
    await wall.page.keyboard.type('>100')
    expect(await field().inputValue()).toBe('sale amount>100')
    await wall.press('Enter')
    await untilCount('2 events')
    expect(await rows().first().innerText()).toContain('250.50 EUR')
    await expect.poll(() => wall.statesNotPlaying()).toEqual([])
  })

  it('says at its column what cannot be read, marks it, and takes what it proposes', async () => {
    await search('sale vod is true last:7d')
    await panel().getByText('Column 6').waitFor()
    await panel().getByText('There is no field “vod”.').waitFor()
    expect(await panel().locator('.search-mirror u').allInnerTexts()).toEqual(['vod'])
    await panel().getByRole('button', { name: 'Use void' }).click()
    expect(await field().inputValue()).toBe('sale void is true last:7d')
    await field().press('Escape')
    await field().press('Enter')
    await panel().getByText('No event fits this search.').waitFor()
  })

  it('marks what was looked for, whatever its accents, and shows all fields of the selected event', async () => {
    await search('text~creme amount>200')
    await untilCount('1 event')
    expect(await rows().locator('mark').allInnerTexts()).toEqual(['250.50 EUR', 'Crème'])
    const card = panel().locator('.result-card')
    await card.getByText('1 x Wheat beer').waitFor()
    await card.getByText(/^4 /).waitFor()
  })

  it('Shift+Enter shows the picture of the event’s instant in the selected tile', async () => {
    await wall.press('Shift+Enter')
    await wall.until('PAUSED', 1)
    await expect.poll(async () => (await pastTiles(wall, [1]))[0]?.cameraNumber, { timeout: 20_000 }).toBe(4)
    const { filmedMs, bandMs } = await pastTile(wall, 1)
    expect(Math.abs(filmedMs - eventMs)).toBeLessThanOrEqual(frameMs)
    expect(Math.abs(bandMs - eventMs)).toBeLessThan(frameMs + tenthMs)
  })

  it('Enter plays from a little before it, and the wall’s keys still work', async () => {
    const bandsSince = await watchBand(wall, 1)
    await wall.press('Enter')
    await wall.until('PLAYING', 1)
    // Past the event: the wall plays, and does not only stand before it.
    await expect.poll(async () => Math.max(...(await bandsSince()))).toBeGreaterThan(eventMs + secondMs)
    await wall.press('k')
    await wall.until('PAUSED', 1)
    const earliestMs = Math.min(...(await bandsSince()))
    expect(earliestMs).toBeGreaterThan(eventMs - preRollMs - frameMs - secondMs)
    expect(earliestMs).toBeLessThan(eventMs - secondMs)
    // The exact picture comes a moment after the pause.
    await expect.poll(async () => (await pastTile(wall, 1)).filmedMs).toBeGreaterThan(eventMs)
  })

  it('moves no row while events arrive, counts them, and takes them in by key', async () => {
    await search('sale amount>100')
    await untilCount('2 events')
    const before = await rows().allInnerTexts()
    const places = () => rows().evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top))
    const placesBefore = await places()
    const arrival = { tag: 'sale', camera: 3, fields: { amount: 333, items: 2, card: false, void: false } }
    await events.insert({ ...arrival, atMs: Date.now() })
    await events.insert({ ...arrival, atMs: Date.now(), fields: { ...arrival.fields, amount: 3 } })
    await panel()
      .getByRole('button', { name: /^1 new/ })
      .waitFor()
    expect(await rows().allInnerTexts()).toEqual(before)
    expect(await places()).toEqual(placesBefore)
    await wall.press('Alt+ArrowUp')
    await untilCount('3 events')
    expect(await rows().first().innerText()).toContain('333.00 EUR')
    expect(await panel().locator('.results-new').count()).toBe(0)
  })

  it('brings page after page while somebody scrolls', async () => {
    await search('door')
    await untilCount('1,500 events')
    const list = panel().getByRole('listbox', { name: 'Events found' })
    await list.focus()
    const last = panel()
      .getByText(`T-${many - 1}`)
      .first()
    const isSeen = async () => {
      await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
      return last.isVisible()
    }
    await expect.poll(isSeen, { timeout: 20_000 }).toBe(true)
    expect(await rows().count()).toBeLessThan(60)
  })

  it('is the same as a form, both ways', async () => {
    await search('sale amount>100 text~wine last:7d')
    await untilCount('1 event')
    await panel().getByRole('button', { name: 'Search as a form' }).click()
    const form = panel().getByRole('group', { name: 'Search as a form' })
    expect(await form.getByLabel('Value').nth(0).inputValue()).toBe('100')
    await form.getByLabel('Value').nth(1).fill('beer')
    await expect.poll(() => field().inputValue()).toBe('sale amount>100 text~beer last:7d')
    await expect.poll(() => rows().first().innerText()).toContain('250.50 EUR')
    await form.getByRole('button', { name: 'door' }).click()
    await expect.poll(() => field().inputValue()).toContain('sale door')
    await form.getByRole('button', { name: 'door' }).click()
    await form.getByLabel('Value').nth(0).fill('much')
    await form.getByText('much').waitFor()
    await panel().getByRole('button', { name: 'Search as a form' }).click()
  })

  it('keeps a search under a name, and the palette finds it', async () => {
    await search('sale amount>200 last:7d')
    await untilCount('2 events')
    await wall.saveSearch('Large sales')
    await panel().getByRole('button', { name: 'Saved searches' }).click()
    await search('door')
    await untilCount('1,500 events')
    await wall.choose('large sales', 'Search: Large sales')
    await untilCount('2 events')
    expect(await field().inputValue()).toBe('sale amount>200 last:7d')
  })

  it('exports what was found to a file', async () => {
    await panel().getByRole('button', { name: 'Export to a file' }).click()
    const coming = wall.page.waitForEvent('download')
    const csv = panel().getByRole('button', { name: 'CSV' })
    await csv.click()
    const download = await coming
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(lines[0]).toContain('amount')
    expect(lines.slice(1)).toHaveLength(2)
    expect(lines[1]).toContain('250.5')
    await panel().getByText('is complete: 2 events').waitFor()
    // Where the keys go is where they went: Esc still reaches the panel.
    expect(await csv.evaluate((button) => button === document.activeElement)).toBe(true)
    await panel().getByRole('button', { name: 'Export to a file' }).click()
  })

  it('closes by Esc, gives the keys back, and goes on from event to event', async () => {
    await search('sale amount>100 last:7d')
    await untilCount('3 events')
    await wall.press('Escape')
    await panel().waitFor({ state: 'detached' })
    await wall.press('Shift+Home')
    await wall.until('LIVE', 4)
    await wall.press('Alt+ArrowLeft', 'k')
    await wall.until('PAUSED', 1)
    for (const [key, at, camera] of [
      ['Alt+ArrowLeft', eventMs, 4],
      ['Alt+ArrowLeft', eventMs - 60_000, 4],
      ['Alt+ArrowRight', eventMs, 4],
    ] as const) {
      await wall.press(key)
      const isThere = async () => {
        const [tile] = await pastTiles(wall, [1])
        return tile?.cameraNumber === camera && Math.abs(tile.filmedMs - at) <= frameMs
      }
      await expect.poll(isThere, { timeout: 20_000 }).toBe(true)
    }
  })

  it('marks events and hits on the timeline, and says what they are', async () => {
    await wall.page.getByRole('button', { name: 'sale amount>100 last:7d' }).waitFor()
    await untilMarked(wall, 'Car park north', eventMs, /sale[^]*amount 250\.50 EUR/)
    await wall.page.getByRole('button', { name: 'sale', exact: true }).click()
    await wall.page.getByRole('button', { name: 'sale', exact: true, pressed: false }).waitFor()
  })
})
