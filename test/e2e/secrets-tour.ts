import type { Locator, Page } from 'playwright-core'
import type { TestSite } from '../conformance/start-site.ts'
import { addPlatform, renewKey, signIn } from '../stand/sign-in.ts'
import type { WallPage } from '../stand/wall-page.ts'

export interface TourOptions {
  readonly wall: WallPage
  readonly site: TestSite
  /** Another platform, with a key for it. */
  readonly other: { readonly site: TestSite; readonly key: string }
  /** A credential for occupancy reports alone. */
  readonly token: string
  /** After each way in which the wall comes by a key. */
  readonly onKey: () => void
  /** Before the page begins anew, and forgets. */
  readonly onForget: () => Promise<void>
}

/**
 * What an operator does in a day, and every way that a secret goes meanwhile. In four tiles, from the first page on;
 * what was saved to files, their paths by their names.
 */
export async function tour(needs: TourOptions): Promise<ReadonlyMap<string, string>> {
  const { wall, site } = needs
  const saved = new Map<string, string>()
  const save = async (order: () => Promise<void>): Promise<void> => {
    const coming = wall.page.waitForEvent('download')
    await order()
    const file = await coming
    saved.set(file.suggestedFilename(), await file.path())
  }
  await signIn(wall.page, site.account)
  await wall.until('LIVE', 4)
  needs.onKey()
  await pictures(needs)
  await events(needs, save)
  await occupancy(needs, save)
  await platformPage(needs, save)
  await renewal(needs)
  await secondPlatform(needs)
  // A full reconnect, with a new ticket for each camera.
  await site.killMediaServer()
  await wall.untilFramesAfter(Date.now() + 1_000, 4)
  await wall.until('LIVE', 4)
  await save(() => wall.press('Control+Shift+B'))
  return saved
}

type Save = (order: () => Promise<void>) => Promise<void>

/** A switch to a camera on stand-by and one to a cold one, a replay, the timeline, a mark. */
async function pictures({ wall }: TourOptions): Promise<void> {
  const { page } = wall
  await wall.press('1', '0', 'Enter')
  await wall.untilCamera(1, 10)
  await wall.press('2', '.', '1', '6', 'Enter')
  await wall.untilCamera(2, 16)
  await wall.press('t')
  // Camera 16's: of camera 10 twenty seconds of every ten minutes were not recorded.
  const lane = page.locator('.timeline-labels li').nth(1)
  await lane.waitFor()
  const [surface, label] = [await page.locator('.timeline-surface').boundingBox(), await lane.boundingBox()]
  if (surface === null || label === null) throw new Error('no timeline')
  // A thumbnail, read from footage.
  await page.mouse.move(surface.x + surface.width / 4, label.y + label.height / 2)
  await page.locator('.timeline-card-picture:visible').waitFor()
  await page.mouse.move(1, 1)
  await wall.press('t', 'r')
  await wall.until('PLAYING', 1)
  await wall.press('Shift+Home')
  await wall.mark('Seen on the tour')
  await page.locator('[data-banner="mark"]').filter({ hasText: 'The platform has it.' }).waitFor()
}

async function events({ wall }: TourOptions, save: Save): Promise<void> {
  const { page } = wall
  await wall.press('/')
  const panel = page.getByRole('region', { name: 'Events', exact: true })
  const field = panel.getByRole('combobox', { name: 'Search events' })
  await field.fill('last:1h')
  await field.press('Escape')
  await field.press('Enter')
  await panel.locator('.result').first().waitFor()
  await panel.getByRole('button', { name: 'Export to a file' }).click()
  await save(() => panel.getByRole('button', { name: 'NDJSON' }).click())
  await panel.getByRole('button', { name: 'Close' }).click()
  await panel.waitFor({ state: 'detached' })
}

/** A report by a credential of its own. */
async function occupancy({ wall, token, onKey }: TourOptions, save: Save): Promise<void> {
  const { page } = wall
  const connection = await openTab(page, 'Key')
  await connection.getByText('Occupancy reports: asked for with the API key').click()
  await connection.getByLabel('Credential for occupancy reports').fill(token)
  await connection.getByRole('button', { name: 'Use it', exact: true }).click()
  await connection.getByText('asked for with a credential of their own').waitFor()
  onKey()
  await close(page, connection)
  await wall.press('o')
  const dialog = page.getByRole('dialog', { name: 'Occupancy' })
  await dialog.getByText('to choose from').waitFor()
  await wall.press('ArrowDown')
  await dialog.getByRole('option').first().waitFor()
  await wall.press('Enter')
  const time = dialog.getByRole('textbox', { name: 'Time timeRange' })
  await time.fill('today')
  await time.press('Enter')
  const table = dialog.getByRole('region', { name: 'Result' }).getByRole('button', { name: 'CSV' })
  await save(() => table.click())
  await close(page, dialog)
}

async function platformPage({ wall }: TourOptions, save: Save): Promise<void> {
  const { page } = wall
  const dialog = await openTab(page, 'State')
  await dialog.getByRole('button', { name: 'Test each function' }).click()
  await dialog.locator('[data-function="dictionaries"][data-outcome="ok"]').waitFor()
  await openTab(page, 'Assumptions')
  await openTab(page, 'Cameras')
  await save(() => dialog.getByRole('button', { name: 'Export as CSV' }).click())
  await openTab(page, 'Settings file')
  await save(() => dialog.getByRole('button', { name: 'Export all settings' }).click())
  await close(page, dialog)
}

async function renewal({ wall, site, onKey }: TourOptions): Promise<void> {
  const { page } = wall
  await wall.press('Shift+K')
  await renewKey(page, site.account)
  onKey()
  await close(page, page.locator('dialog.window'))
}

/** To it, with a pasted key, and back. */
async function secondPlatform({ wall, site, other, onKey, onForget }: TourOptions): Promise<void> {
  const { page } = wall
  await openTab(page, 'Platform')
  await addPlatform(page, other.site, other.key, onForget)
  // Its camera is known by the answer that ends the call with the key; only then the page has let go of that.
  await wall.tile(1).locator('.camera-number').waitFor()
  onKey()
  const name = new URL(site.baseUrl).host
  await wall.press('Control+k')
  await page.keyboard.type(`show ${name}`)
  await page.getByRole('option', { name: `Platform: show ${name}` }).waitFor()
  await onForget()
  await wall.press('Enter')
  await wall.until('LIVE', 4)
}

async function openTab(page: Page, name: string): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Connection' })
  if ((await dialog.count()) === 0) await page.keyboard.press('Control+,')
  await dialog.getByRole('tab', { name, exact: true }).click()
  return dialog
}

async function close(page: Page, dialog: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}
