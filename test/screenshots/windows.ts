import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readOptions } from '../../scripts/lib/read-options.mjs'
import { SiteEvents } from '../e2e/events/site-events.ts'
import { WallPage } from '../stand/wall-page.ts'
import { startHost, WallStand } from '../stand/wall-stand.ts'

/**
 * Every page and window to look at, each in three sizes and languages: `npm run screenshots -- --windows FOLDER`, with
 * `de-DE` behind it in one language alone. Prints what is wider than its place.
 */
const { positionals } = readOptions('npm run screenshots -- --windows [FOLDER [LOCALE]]\n', {
  allowPositionals: true,
  options: { windows: { type: 'boolean' } },
})
const [folder, only] = positionals
const target = resolve(folder ?? '/tmp/tessera-windows')
const sizes = [
  { width: 1_280, height: 720 },
  { width: 1_920, height: 1_080 },
  { width: 3_840, height: 2_160 },
] as const
const locales = ['en-GB', 'de-DE', 'es-ES'].filter((locale) => only === undefined || locale === only)
const windows: readonly (readonly [name: string, ...keys: string[]])[] = [
  ['layouts', 'g'],
  ['grid-editor', 'Shift+G'],
  ['salvos', 'Shift+S'],
  ['save-salvo', '*', '5', 'Shift+Enter'],
  ['contents', 'c'],
  ['sequence', 'c', 's'],
  ['alarms', 'Shift+A'],
  ['alarm-rules', 'Control+Shift+A'],
  ['sign-on', 'Control+l'],
  ['export', 'Shift+X'],
  ['masks', 'p'],
  ['keymap', 'Control+Shift+K'],
  ['connection', 'Control+,'],
  ['palette', 'Control+k'],
  ['help', '?'],
  ['text', 'c', 't'],
  ['mark', 'm'],
  ['outbox', 'Shift+M'],
  ['receipts', 'Shift+E'],
  ['occupancy', 'o'],
  ['key', 'Shift+K'],
]

/** In the wall itself; what is there afterwards is taken away by the last keys. */
const pages: readonly {
  readonly name: string
  readonly keys: readonly string[]
  readonly text?: string
  readonly until: string
  readonly away: readonly string[]
}[] = [
  { name: 'wall', keys: [], until: '[data-state="LIVE"]', away: [] },
  { name: 'entry', keys: ['3', '.', '2'], until: '.entry-preview', away: ['Escape', 'Escape'] },
  { name: 'engineer', keys: ['i'], until: '.engineer dl', away: ['i'] },
  {
    name: 'timeline',
    keys: ['s', 'k'],
    until: '[data-state="PAUSED"] >> nth=3',
    away: ['Shift+Home', 't'],
  },
  {
    name: 'search',
    keys: ['/'],
    text: 'sale amount>100 last:24h',
    until: '.result >> nth=2',
    away: ['Escape', 'Escape'],
  },
]

/** In the page: texts that are cut, and what reaches out of the window. */
function tooWide(): string[] {
  const dialog = document.querySelector('dialog[open]')
  const found = [...(dialog?.querySelectorAll<HTMLElement>('*') ?? [])].filter((element) => {
    if (element.clientWidth === 0 || element.childElementCount > 0) return false
    const cut = element.scrollWidth > element.clientWidth + 1
    return cut && getComputedStyle(element).overflowX !== 'visible'
  })
  const isOut = document.documentElement.scrollWidth > innerWidth
  return [
    ...found.map(({ textContent, className }) => `${className}: ${textContent}`),
    ...(isOut ? ['page'] : []),
  ]
}

await mkdir(target, { recursive: true })
const stand = await WallStand.start({ layout: 4, site: { cameras: 4 } })
const events = await SiteEvents.of(stand.site)
for (let at = 1; at <= 60; at += 1)
  await events.sale(1 + (at % 4), Date.now() - at * at * 4_000, { amount: 20 + ((at * 37) % 200) })
for (const locale of locales) {
  for (const viewport of sizes) {
    const context = await stand.browser.newContext({ viewport, locale, reducedMotion: 'reduce' })
    const wall = new WallPage(await context.newPage())
    await wall.open(stand.host.url)
    await wall.until('LIVE', 4)
    for (const { name, keys, text, until, away } of pages) {
      await wall.press(...keys)
      if (text !== undefined) {
        await wall.page.keyboard.type(text)
        await wall.press('Enter')
      }
      await wall.page.locator(until).first().waitFor()
      await wall.page.screenshot({
        path: join(target, `${name}-${locale.slice(0, 2)}-${viewport.height}.png`),
      })
      await wall.press(...away)
      await wall.until('LIVE', 4)
    }
    for (const [name, ...keys] of windows) {
      await wall.press(...keys)
      await wall.page.locator('dialog[open]').waitFor()
      const file = `${name}-${locale.slice(0, 2)}-${viewport.height}`
      await wall.page.screenshot({ path: join(target, `${file}.png`) })
      for (const text of await wall.page.evaluate(tooWide)) console.log(`${file}: ${text}`)
      await wall.press('Escape')
      await wall.page.locator('dialog[open]').waitFor({ state: 'detached' })
    }
    await context.close()
  }
}
const kiosk = await startHost({ flags: ['--kiosk', '--locked'] })
for (const locale of locales) {
  const context = await stand.browser.newContext({ viewport: sizes[0], locale })
  const page = await context.newPage()
  await page.goto(kiosk.url)
  await page.locator('main').waitFor()
  await page.screenshot({ path: join(target, `kiosk-${locale.slice(0, 2)}-720.png`) })
  await context.close()
}
await kiosk.stop()
await stand.dispose()
process.exit(0)
