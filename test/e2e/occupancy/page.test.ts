import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { DictionaryEntrance } from '#contract/platform/dictionaries.ts'
import { occupancyRules } from '#contract/platform/occupancy.ts'
import { controlsOf } from '../../stand/controls-of.ts'
import { isSeen } from '../../stand/is-seen.ts'
import type { WallPage } from '../../stand/wall-page.ts'
import { WallStand } from '../../stand/wall-stand.ts'
import { frameMs, pastTiles } from '../playback/wall/past-page.ts'
import { Counted } from './counted.ts'

const minuteMs = 60_000
/** The band writes tenths. */
const tenthMs = 100

/** Of yesterday, by the clock of this machine. */
function yesterdayAt(hour: number, minute = 0): number {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, hour, minute).getTime()
}

/** The file that a button has the browser save. */
async function saved(wall: WallPage, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([wall.page.waitForEvent('download'), button.click()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

describe('the occupancy page', () => {
  let stand: WallStand
  let wall: WallPage
  let door: DictionaryEntrance
  let schedule: string
  const faults: Error[] = []
  /** The twelfth of twelve people comes in then; a minute later they begin to leave. */
  const fullMs = yesterdayAt(10, 11)

  beforeAll(async () => {
    stand = await WallStand.start({ layout: 4, site: { cameras: 4 } })
    const counted = await Counted.of(stand.site)
    const { entrances, schedules } = await counted.dictionaries()
    const [first] = entrances.filter(({ cameraIds }) => cameraIds.length > 0)
    if (first === undefined || schedules[0] === undefined) throw new Error('the site counts nothing')
    door = first
    schedule = schedules[0].name
    const people = Array.from({ length: 12 }, (_, at) => at)
    await counted.insert(
      ...people.map((at) => ({
        type: 'ENTRANCE' as const,
        id: door.id,
        timestamp: yesterdayAt(10) + at * minuteMs,
      })),
      ...people.map((at) => ({
        type: 'EXIT' as const,
        id: door.id,
        timestamp: fullMs + (at + 1) * minuteMs,
      })),
    )
    wall = await stand.open()
    wall.page.on('pageerror', (error) => faults.push(error))
    await wall.until('LIVE', 4)
  })
  afterAll(() => stand?.dispose())
  afterEach(() => expect(faults).toEqual([]))

  const dialog = () => wall.page.getByRole('dialog', { name: 'Occupancy' })
  const field = (name: string) => dialog().getByRole('combobox', { name, exact: true })
  const time = () => dialog().getByRole('textbox', { name: 'Time timeRange' })
  const result = () => dialog().getByRole('region', { name: 'Result' })
  const curve = () => dialog().getByRole('slider', { name: 'Moment on the curve' })
  const read = () => curve().getAttribute('aria-valuetext')

  /** How many pixels the curve on the page has drawn, how many are the same in its picture, and how many lie above it. */
  function compared(png: Buffer) {
    return curve()
      .locator('canvas')
      .evaluate(async (element, base64) => {
        const onPage = element as HTMLCanvasElement
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const { width, height } = onPage
        const left = (image.width - width) / 2
        const top = Math.ceil(image.height - height - left / 2)
        const [shown = new Uint32Array(), kept = [], head = new Uint32Array()] = [
          { source: onPage, x: 0, y: 0, width, height },
          { source: image, x: left, y: top, width, height },
          { source: image, x: 0, y: 0, width: image.width, height: top },
        ].map((area) => {
          const context = new OffscreenCanvas(area.width, area.height).getContext('2d')
          context?.drawImage(area.source, -area.x, -area.y)
          const pixels = context?.getImageData(0, 0, area.width, area.height).data
          return new Uint32Array(pixels?.buffer ?? new ArrayBuffer())
        })
        // What is not wholly opaque is mixed with the ground beneath.
        const opaque = [...shown.keys()].filter((at) => (shown[at] ?? 0) >>> 24 === 255)
        return {
          drawn: opaque.length,
          asDrawn: opaque.filter((at) => shown[at] === kept[at]).length,
          written: head.filter((pixel) => pixel !== head[0]).length,
        }
      }, png.toString('base64'))
  }

  it('opens by its key, with the keys where sources are found by a few letters', async () => {
    await wall.press('o')
    await field('Entrances and zones').waitFor()
    await dialog().getByText('to choose from').waitFor()
    await wall.press('ArrowDown')
    const list = dialog().getByRole('listbox', { name: 'Entrances and zones' })
    await list.waitFor()
    // Only the list goes, not the window.
    await wall.press('Escape')
    await list.waitFor({ state: 'detached' })
    await wall.page.keyboard.type(door.name.slice(0, 4).toLowerCase())
    await dialog().getByRole('option', { name: door.name }).waitFor()
    await wall.press('Enter')
    await dialog()
      .getByRole('button', { name: `Without ${door.name}` })
      .waitFor()
    await expect.poll(() => wall.statesNotPlaying()).toEqual([])
  })

  it('says what is wrong while it is typed, in the words of the platform', async () => {
    await wall.page.keyboard.type('nobody')
    await dialog().getByRole('option', { name: 'The id “nobody”' }).waitFor()
    await wall.press('Enter')
    await dialog().getByText(`entrancesAndExits.1: ${occupancyRules.source}.`).waitFor()
    await dialog().getByRole('button', { name: 'Without nobody, which is not known' }).waitFor()
    await wall.press('Backspace')
    await dialog().getByText(occupancyRules.source).waitFor({ state: 'detached' })

    await dialog().getByRole('radio', { name: 'By a schedule' }).click()
    await dialog().getByText(`resetScheduleId: ${occupancyRules.scheduleRequired}.`).waitFor()
    await field('Schedule').fill(schedule.slice(0, 4))
    await dialog().getByRole('option', { name: schedule }).waitFor()
    await wall.press('Enter')
    await dialog().getByText(occupancyRules.scheduleRequired).waitFor({ state: 'detached' })
    await dialog().getByRole('radio', { name: 'By the clock' }).click()

    // Asked for far below what is wrong, it comes into view.
    await field('Entrances and zones').fill('nobody')
    await dialog().getByRole('option', { name: 'The id “nobody”' }).waitFor()
    await wall.press('Enter')
    await dialog().getByRole('textbox', { name: 'Number resetToValue' }).press('Enter')
    expect(await dialog().getByText(occupancyRules.source).evaluate(isSeen)).toBe(true)
    await field('Entrances and zones').press('Backspace')
    await dialog().getByText(occupancyRules.source).waitFor({ state: 'detached' })
  })

  it('shows a report by Enter: its figures, its resets in words, its curve with the cursor on the maximum', async () => {
    await time().fill('yesterday')
    await dialog().getByRole('textbox', { name: 'Capacity' }).fill('10')
    await dialog().getByRole('textbox', { name: 'Capacity' }).press('Enter')
    const figure = (name: string) =>
      result()
        .locator('.report-figures > div')
        .filter({ has: wall.page.getByText(name, { exact: true }) })
    await figure('Maximum').waitFor()
    expect(await figure('Maximum').locator('dd').innerText()).toMatch(/^12\n/)
    expect(await figure('Capacity').innerText()).toContain('2 too many')
    expect(await result().getByRole('list', { name: 'Resets' }).innerText()).toContain(
      'To 0 every day at 00:00',
    )
    await expect.poll(read).toContain('12 at most · 2 too many')
  })

  it('moves the cursor by keys and by pointer, which read the curve', async () => {
    await curve().focus()
    const atMaximum = await read()
    await wall.press('ArrowLeft')
    expect(await read()).not.toBe(atMaximum)
    await wall.press('Home')
    expect(await read()).toContain('0 at most')
    await wall.press('m')
    expect(await read()).toBe(atMaximum)
    const canvas = await curve().locator('canvas').boundingBox()
    if (canvas === null) throw new Error('no curve')
    await wall.page.mouse.move(canvas.x + canvas.width * 0.9, canvas.y + canvas.height / 2)
    await expect.poll(read).toContain('0 at most')
    await wall.page.mouse.move(1, 1)
  })

  it('gives every control a name', async () => {
    const { count, nameless } = await controlsOf(wall.page)
    expect(count).toBeGreaterThan(15)
    expect(nameless).toEqual([])
  })

  it('saves the answer as a table and as a picture', async () => {
    const table = await saved(wall, result().getByRole('button', { name: 'CSV' }))
    expect(table.name).toMatch(/^occupancy [\w ]+ \d{4}-\d\d-\d\d\.csv$/)
    const [columns = [], ...rows] = table.bytes
      .toString('utf8')
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    const cell = (row: readonly string[], column: string) => Number(row[columns.indexOf(column)])
    const sum = (column: string) => rows.reduce((all, row) => all + cell(row, column), 0)
    expect([sum('entrances'), sum('exits')]).toEqual([12, 12])
    const full = rows.filter(
      (row) => cell(row, 'start_epoch_ms') <= fullMs && fullMs < cell(row, 'end_epoch_ms'),
    )
    expect(full.map((row) => [cell(row, 'maximum'), cell(row, 'capacity')])).toEqual([[12, 10]])
    const picture = await saved(wall, result().getByRole('button', { name: 'PNG' }))
    expect(picture.name).toMatch(/\.png$/)
    const { drawn, asDrawn, written } = await compared(picture.bytes)
    expect(drawn).toBeGreaterThan(1_000)
    expect(asDrawn).toBe(drawn)
    expect(written).toBeGreaterThan(1_000)
  })

  it('keeps the report under a name, and the palette opens it with its answer', async () => {
    await dialog().getByRole('tab', { name: 'Saved' }).click()
    const panel = dialog().getByRole('tabpanel', { name: 'Saved' })
    const name = dialog().getByRole('textbox', { name: 'Save this report as' })
    // The longest one that fits leaves the buttons beside it within reach.
    await name.fill('Main door'.padEnd(80, ' of the hall'))
    await wall.press('Enter')
    await dialog().getByRole('button', { name: 'Save changes' }).waitFor()
    expect(await panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await dialog()
      .getByRole('button', { name: /^Delete Main door of/ })
      .click()
    await name.fill('Main door')
    await wall.press('Enter')
    await dialog().getByRole('button', { name: 'Rename Main door', exact: true }).waitFor()
    await dialog().getByRole('tab', { name: 'Report' }).click()
    await dialog().getByRole('button', { name: 'New', exact: true }).click()
    await wall.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await wall.press('Control+k')
    await wall.page.keyboard.type('main door')
    await wall.page.getByRole('option', { name: /^Occupancy: Main door/ }).click()
    await result().getByRole('heading', { name: 'Main door' }).waitFor()
    expect(await time().inputValue()).toBe('yesterday')
  })

  it('plays the cameras of the door at the instant of the maximum', async () => {
    await curve().focus()
    await wall.press('m', 'Shift+Enter')
    await dialog().waitFor({ state: 'detached' })
    await wall.until('PAUSED', 1)
    const number = Number(door.cameraIds[0]?.replace(/\D/g, ''))
    const isThere = async () => {
      const [tile] = await pastTiles(wall, [1])
      return tile?.cameraNumber === number && Math.abs(tile.bandMs - fullMs) <= frameMs + tenthMs
    }
    await expect.poll(isThere, { timeout: 20_000 }).toBe(true)
  })
})
