import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DictionaryEntrance } from '#contract/platform/dictionaries.ts'
import { savedReportSchema } from '#contract/wall/occupancy.ts'
import { eventDefaults } from '#renderer/events/defaults.ts'
import { startSite } from '../../conformance/start-site.ts'
import { sharedBrowser } from '../../stand/browser.ts'
import type { WallPage } from '../../stand/wall-page.ts'
import { footageDir, startHost, WallStand } from '../../stand/wall-stand.ts'
import { frameMs, pastTile } from '../playback/wall/past-page.ts'
import { Counted } from './counted.ts'

const minuteMs = 60_000
/** The band writes tenths. */
const tenthMs = 100

describe('occupancy in a tile', () => {
  let stand: WallStand
  let wall: WallPage
  let counted: Counted
  let door: DictionaryEntrance
  const nowMs = Date.now()
  /** Two to three hours ago: nothing is reset while the test counts. */
  const resetTime = String(new Date(nowMs - 2 * 60 * minuteMs).getUTCHours()).padStart(2, '0')
  /** The ninth of nine people comes in then. */
  const fullMs = nowMs - 12 * minuteMs

  beforeAll(async () => {
    const [site, browser] = await Promise.all([startSite({ footageDir, cameras: 4 }), sharedBrowser()])
    counted = await Counted.of(site)
    const { entrances } = await counted.dictionaries()
    const [first] = entrances.filter(({ cameraIds }) => cameraIds.length > 0)
    if (first === undefined) throw new Error('the site counts nothing')
    door = first
    await counted.insert(
      ...Array.from({ length: 9 }, (_, at) => ({
        type: 'ENTRANCE' as const,
        id: door.id,
        timestamp: fullMs - at * minuteMs,
      })),
      ...[1, 2, 3].map((at) => ({ type: 'EXIT' as const, id: door.id, timestamp: fullMs + at * minuteMs })),
    )
    const dataDir = await mkdtemp(join(tmpdir(), 'tessera-wall-'))
    const report = savedReportSchema.parse({
      id: 'shop',
      name: 'Shop',
      definition: { entrancesAndExits: [door.id], resetTime },
      window: { kind: 'last', amount: 1, unit: 'h' },
      capacity: 7,
    })
    const settings = { schemaVersion: 2, settings: { occupancyReports: [report] } }
    await writeFile(join(dataDir, 'settings.json'), JSON.stringify(settings))
    const host = await startHost({ site, dataDir, flags: ['--layout', '4'] })
    stand = new WallStand(site, host, browser)
    wall = await stand.open()
    await wall.until('LIVE', 4)
  })
  afterAll(() => stand?.dispose())

  const tile = () => wall.tile(2)
  const now = () => tile().locator('.occupancy-now strong')
  const fact = (name: string) => tile().locator(`[data-fact="${name}"] dd`)

  it('is put there by the palette: now, how full, average, maximum and when, the resets, its age', async () => {
    await wall.press('ArrowRight')
    await wall.choose('Show occupancy: Shop')
    await now().filter({ hasText: /^6$/ }).waitFor()
    expect(await tile().getAttribute('data-state')).toBe('OCCUPANCY')
    expect(await tile().getAttribute('aria-label')).toContain('occupancy Shop')
    expect(await tile().locator('video:visible').count()).toBe(0)
    expect(await tile().locator('.occupancy-head').innerText()).toMatch(/Shop\s+estimate\s+\d+ s ago/)
    const meter = tile().getByRole('meter', { name: 'Of the capacity' })
    expect(await meter.getAttribute('aria-valuetext')).toBe('85 % of 7, nearly full')
    expect(await wall.barriers()).toEqual([])
    await wall.page.emulateMedia({ contrast: 'more' })
    expect(await wall.barriers()).toEqual([])
    await wall.page.emulateMedia({ contrast: null })
    const full = new Date(fullMs).toISOString().slice(11, 16)
    expect(await fact('maximum').innerText()).toMatch(new RegExp(`^9, .*${full}`))
    expect(Number.parseFloat(await fact('average').innerText())).toBeGreaterThan(1)
    expect(await fact('last reset').innerText()).toContain(`${resetTime}:00`)
    expect(await fact('next reset').innerText()).toContain(`${resetTime}:00 · every day`)
    expect(await tile().getByRole('img').getAttribute('aria-label')).toMatch(/at most [89]/)
  })

  it('plays its cameras at the maximum on Enter, in the tiles beside it', async () => {
    await wall.press('Enter', 'k')
    await wall.until('PAUSED', 1)
    const { cameraNumber, filmedMs } = await pastTile(wall, 1)
    expect(cameraNumber).toBe(Number(door.cameraIds[0]?.replace(/\D/g, '')))
    expect(filmedMs).toBeGreaterThan(fullMs - eventDefaults.preRollMs - frameMs - tenthMs)
    expect(filmedMs).toBeLessThan(fullMs + 10_000)
    expect(await tile().getAttribute('data-state')).toBe('OCCUPANCY')
    await wall.press('Shift+Home')
    await wall.until('LIVE', 3)
    await wall.tile(4).click()
    await tile().getByRole('button', { name: 'Play the cameras at the maximum' }).click()
    await wall.until('PLAYING', 1)
    await wall.press('Shift+Home')
  })

  it('is there after a restart, and says in words that there are too many', async () => {
    const atMs = Date.now() - 5_000
    await counted.insert(
      { type: 'ENTRANCE', id: door.id, timestamp: atMs },
      { type: 'ENTRANCE', id: door.id, timestamp: atMs + 1 },
    )
    await wall.page.reload()
    await now().filter({ hasText: /^8$/ }).waitFor()
    expect(await tile().locator('.occupancy-fill .chip').innerText()).toBe('1 TOO MANY')
  })

  it('is refused with a wrong credential of its own, in words, while the cameras go on; the key opens it again', async () => {
    await wall.press('Control+,')
    const window = wall.page.getByRole('dialog', { name: 'Connection' })
    await window.getByRole('tab', { name: 'Key', exact: true }).click()
    await window.getByText('Occupancy reports: asked for with the API key').click()
    await window.getByLabel('Credential for occupancy reports').fill('nobody-knows-this')
    await window.getByRole('button', { name: 'Use it', exact: true }).click()
    await window.getByText('asked for with a credential of their own').waitFor()
    await tile().locator('.tile-middle').filter({ hasText: 'NO ACCESS' }).waitFor()
    expect(await tile().innerText()).toContain('does not accept the credential for occupancy reports')
    await wall.until('LIVE', 3)
    await window.getByRole('button', { name: 'Use the API key again' }).click()
    await now().filter({ hasText: /^8$/ }).waitFor()
    await wall.press('Escape')
  })

  it('says why it knows nothing when the platform does not answer', async () => {
    await stand.site.kill()
    await wall.page.reload()
    await tile().locator('.tile-middle').filter({ hasText: 'NO ANSWER' }).waitFor()
    expect(await tile().innerText()).toContain('cannot be reached')
    expect(await now().count()).toBe(0)
  })
})
