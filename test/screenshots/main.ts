import { join, resolve } from 'node:path'
import { readOptions } from '../../scripts/lib/read-options.mjs'
import { SiteEvents } from '../e2e/events/site-events.ts'
import { Counted } from '../e2e/occupancy/counted.ts'
import { WallStand } from '../stand/wall-stand.ts'
import { countedDays } from './counted-days.ts'
import { takeInstallPictures } from './install.ts'

const usage = `npm run screenshots -- [FOLDER]                     the pictures of README and docs, into docs/screenshots
npm run screenshots -- --windows [FOLDER [LOCALE]]  every page and window, to look at
`
const { positionals } = readOptions(usage, { allowPositionals: true })
const target = resolve(positionals[0] ?? join(import.meta.dirname, '../../docs/screenshots'))

/** The pictures of README and docs, from the real wall on the real local site, driven by keys. */
// Nothing is exported there; a picture of it names no folder of this machine.
const stand = await WallStand.start({ layout: 9, hostFlags: ['--evidence', '/home/anna/Documents/Tessera'] })
const wall = await stand.open()
// Overlays fade in; a picture of one half way looks like a fault.
await wall.page.emulateMedia({ reducedMotion: 'reduce' })
await wall.until('LIVE', 9)

async function take(name: string): Promise<void> {
  await wall.page.screenshot({ path: join(target, `${name}.jpg`), type: 'jpeg', quality: 82 })
  console.log(join(target, `${name}.jpg`))
}

/** Everything floating is away and all tiles are live again. */
async function calm(): Promise<void> {
  await wall.press('Escape', 'Escape')
  await wall.until('LIVE', 9)
}

// The first key ends what a fresh wall says of its keys.
await wall.press('Escape')
await take('wall')

await wall.press('3', '.', '1', '2')
await wall.page.locator('.entry-preview').waitFor()
await take('entry')
await calm()

await stand.site.freeze('cam-05')
await stand.site.stopCamera('cam-08')
await wall.tile(5).and(wall.page.locator('[data-state="STALE"]')).waitFor()
await wall.page.locator('[data-tile="8"]:not([data-state="LIVE"])').waitFor()
await take('faults')
await stand.site.resume('cam-05')
await stand.site.resume('cam-08')
await calm()

await wall.press('s')
await wall.until('PLAYING', 9)
await wall.press('k')
await wall.until('PAUSED', 9)
await wall.page.locator('.timeline-surface').waitFor()
await take('playback')
await wall.press('Shift+Home', 'r')
await wall.until('PLAYING', 1)
await wall.until('LIVE', 8)
await take('replay')
await wall.press('Shift+Home', 't')
await calm()

const events = await SiteEvents.of(stand.site)
const amounts = [64.2, 212.35, 118.9, 31.05, 140.75, 19.99, 305.1, 87.6, 129.4, 101.2, 9.95, 154.8]
for (const [at, amount] of amounts.entries()) {
  await events.sale(3, Date.now() - (at + 1) * 137_000, { amount, items: 1 + (at % 4), card: at % 3 > 0 })
}
await wall.press('ArrowRight', 'ArrowRight', 'e')
await events.sale(3, Date.now(), { amount: 129.4 })
await wall.tile(3).locator('.receipt').first().waitFor()
await wall.press('/')
const search = wall.page.getByRole('combobox', { name: 'Search events' })
await search.pressSequentially('sale amount>100 last:24h')
await search.press('Enter')
await wall.page.locator('.result').nth(6).waitFor()
await take('events')
await wall.press('Escape')

const counted = await Counted.of(stand.site)
const [door] = (await counted.dictionaries()).entrances
if (door !== undefined) {
  const threeDays = countedDays(door.id, 3, new Date().setHours(0, 0, 0, 0))
  for (let from = 0; from < threeDays.length; from += 500)
    await counted.insert(...threeDays.slice(from, from + 500))
  await wall.press('o')
  const report = wall.page.getByRole('dialog', { name: 'Occupancy' })
  await report.getByText('to choose from').waitFor()
  await wall.page.keyboard.type(door.name)
  await wall.press('Enter')
  await report.getByRole('textbox', { name: 'Time timeRange' }).fill('last:3d')
  await report.getByRole('textbox', { name: 'Capacity' }).fill('45')
  await wall.press('Enter')
  await report.locator('.report-cursor').waitFor()
  await take('occupancy')
  await wall.press('Escape')
}

const dialog = (name: string) => wall.page.getByRole('dialog', { name })
await wall.press('/')
await search.fill('sale void is true')
await search.press('Enter')
await wall.saveSearch('Voids')
await wall.press('Escape')
await wall.press('Control+Shift+A')
await wall.page.keyboard.type('Void at a till')
await wall.page
  .getByRole('textbox', { name: /^Instruction/ })
  .fill('Call the shift leader.\nWrite down till and cashier.')
await wall.page.getByRole('textbox', { name: 'Title' }).press('Enter')
await dialog('Alarm rules').getByRole('option').filter({ hasText: 'New hit of “Voids”' }).waitFor()
await wall.press('Escape')
await events.sale(3, Date.now(), { void: true })
await wall.page.locator('[data-banner="alarms"]').waitFor()
await wall.press('Control+l')
await dialog('Sign on').waitFor()
for (const field of ['Anna', '48151']) {
  await wall.page.keyboard.type(field)
  await wall.press('Tab')
}
await wall.page.keyboard.type('48151')
await wall.press('Enter')
await dialog('Sign on').waitFor({ state: 'detached' })
await wall.press('Shift+A')
await dialog('Alarms').getByText('Call the shift leader.').waitFor()
await take('alarms')
await wall.press('Escape')
await wall.press('a')
await wall.page.locator('[data-banner="alarms"]').waitFor({ state: 'detached' })

await wall.press('r')
await wall.until('PLAYING', 1)
await wall.press('[', 'Shift+ArrowRight', 'k', ']', 'Shift+X')
await dialog('Export footage').waitFor()
await take('export')
await wall.press('Escape', 'Escape', 'Shift+Home', 't')
await calm()

await wall.press('g', '1', '+', '7', 'Enter')
await wall.press('ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'c', 'k')
await wall.press('*', '5', 'Shift+Enter')
await dialog('Save as salvo 5').getByLabel('Name').fill('Night')
await take('control-room')

await stand.dispose()
await takeInstallPictures(target)
process.exit(0)
