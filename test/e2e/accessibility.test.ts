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
    await wall.press('Escape', 'Control+k')
    await wall.page.keyboard.type('Feed: all events')
    await wall.page.getByRole('option', { name: 'Feed: all events' }).waitFor()
    await wall.press('Enter')
    await wall.page.locator('.feed-entry').first().waitFor()
    expect(await wall.barriers()).toEqual([])
  })

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
