import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WallPage } from '../stand/wall-page.ts'
import { startHost, WallStand } from '../stand/wall-stand.ts'
import { SiteEvents } from './events/site-events.ts'

interface OpenedPage {
  readonly name: string
  readonly keys: readonly string[]
  /** What stands on it and nowhere else. */
  readonly seen: string
  /** `Escape` where nothing is said. */
  readonly leave?: readonly string[]
}

const window = 'dialog[open]'

const pages: readonly OpenedPage[] = [
  { name: 'the wall', keys: [], seen: '.tile' },
  { name: 'an entry', keys: ['3', '.', '1'], seen: 'text=Tile 3' },
  { name: 'the engineer overlay', keys: ['i'], seen: '.engineer', leave: ['i'] },
  { name: 'the help', keys: ['?'], seen: window },
  { name: 'the keys', keys: ['Control+Shift+K'], seen: `${window} .keymap` },
  { name: 'the palette', keys: ['Control+k'], seen: `${window} [role=option]` },
  { name: 'the layouts', keys: ['g'], seen: window },
  { name: 'the connection', keys: ['Control+,'], seen: window },
  { name: 'the API key', keys: ['Shift+K'], seen: window },
  { name: 'the outbox', keys: ['Shift+M'], seen: window },
  { name: 'a mark', keys: ['m'], seen: window },
  { name: 'events over the picture', keys: ['Shift+E'], seen: window },
  { name: 'occupancy', keys: ['o'], seen: `${window} [aria-label=Occupancy]` },
  { name: 'the timeline', keys: ['t'], seen: '.timeline-surface', leave: ['t'] },
  { name: 'playback', keys: ['r'], seen: '[data-state=PLAYING]' },
  { name: 'a large tile', keys: ['Enter'], seen: '[data-large] .tile', leave: ['Enter'] },
  { name: 'the grid editor', keys: ['Shift+G'], seen: window },
  { name: 'the salvos', keys: ['Shift+S'], seen: `${window} .window-files` },
  { name: 'a salvo to be saved', keys: ['*', '9', 'Shift+Enter'], seen: `${window} .salvo-shown` },
  { name: 'what a tile shows', keys: ['c'], seen: window },
  { name: 'a sequence', keys: ['c', 's'], seen: window },
  { name: 'a text', keys: ['c', 't'], seen: window },
  { name: 'privacy masks', keys: ['p'], seen: `${window} .mask-surface` },
  { name: 'the alarms', keys: ['Shift+A'], seen: `${window} .alarm-queue` },
  { name: 'the alarm rules', keys: ['Control+Shift+A'], seen: `${window} .alarm-rule-form` },
  { name: 'the sign-on', keys: ['Control+l'], seen: `${window} form` },
  { name: 'an export', keys: ['Shift+X'], seen: `${window} form` },
  { name: 'a search', keys: ['/'], seen: '.result' },
]

describe('accessibility', () => {
  let stand: WallStand
  let wall: WallPage

  beforeAll(async () => {
    stand = await WallStand.start({ layout: 4, site: { cameras: 4 } })
    await (await SiteEvents.of(stand.site)).sale(3, Date.now() - 60_000)
    wall = await stand.open()
    await wall.until('LIVE', 4)
  })
  afterAll(() => stand?.dispose())

  it.each(pages)('finds no barrier on $name', async ({ keys, seen, leave = ['Escape'] }) => {
    await wall.press(...keys)
    await wall.page.locator(seen).first().waitFor()
    expect(await wall.barriers()).toEqual([])
    await wall.press(...leave)
  })

  it('finds no barrier on a tile of events as they come', async () => {
    await wall.press('Escape')
    await wall.choose('Feed: all events')
    await wall.page.locator('.feed-entry').first().waitFor()
    expect(await wall.barriers()).toEqual([])
  })

  it.each([
    { name: 'the wall and its feed', keys: [], seen: '.feed-entry' },
    {
      name: 'a large tile',
      keys: ['ArrowRight', 'Enter'],
      seen: '[data-large] .tile',
      leave: ['Escape', 'ArrowLeft'],
    },
    { name: 'the palette', keys: ['Control+k'], seen: `${window} [role=option]` },
    { name: 'the keys', keys: ['Control+Shift+K'], seen: `${window} .keymap` },
    { name: 'the help', keys: ['?'], seen: window },
  ])(
    'finds no barrier in high contrast on $name',
    { tags: 'long' },
    async ({ keys, seen, leave = ['Escape'] }) => {
      await wall.page.emulateMedia({ contrast: 'more' })
      await wall.page.locator('html[data-contrast=more]').waitFor()
      await wall.press(...keys)
      await wall.page.locator(seen).first().waitFor()
      expect(await wall.barriers()).toEqual([])
      await wall.press(...leave)
      await wall.page.emulateMedia({ contrast: null })
    },
  )

  it('finds no barrier on a search without a result', async () => {
    await wall.press('/')
    await wall.page.getByRole('combobox', { name: 'Search events' }).fill('sale amount>1000000')
    await wall.press('Enter')
    await wall.page.locator('.results-nothing').waitFor()
    expect(await wall.barriers()).toEqual([])
  })

  it('finds no barrier on the first page of a wall without a platform', async () => {
    const host = await startHost()
    await wall.page.goto(host.url)
    await wall.page.getByRole('tablist', { name: 'Ways to live pictures' }).waitFor()
    expect(await wall.barriers()).toEqual([])
    await host.stop()
  })
})
