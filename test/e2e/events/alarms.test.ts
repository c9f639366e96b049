import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAlarmLog } from '#main/core/alarms/alarm-log-files.ts'
import { isSeen } from '../../stand/is-seen.ts'
import type { WallPage } from '../../stand/wall-page.ts'
import { WallStand } from '../../stand/wall-stand.ts'
import { SiteEvents } from './site-events.ts'

describe('alarms, from the keyboard', () => {
  let stand: WallStand
  let wall: WallPage
  let second: WallPage
  let site: SiteEvents

  const banner = (of = wall) => of.page.locator('[data-banner="alarms"]')
  const dialog = (name: string) => wall.page.getByRole('dialog', { name })
  const folder = () => join(stand.host.dataDir, 'alarms')
  const logText = async () => {
    const names = await readdir(folder())
    const texts = await Promise.all(names.toSorted().map((name) => readFile(join(folder(), name), 'utf8')))
    return texts.join('')
  }
  const lastLine = async () => {
    const lines = (await logText()).trimEnd().split('\n')
    return JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>
  }

  beforeAll(async () => {
    stand = await WallStand.start({ layout: 4, site: { cameras: 4 } })
    site = await SiteEvents.of(stand.site)
    wall = await stand.open()
    second = await stand.open({ monitor: 2 })
    await wall.untilFramesAfter(0, 4)
  })
  afterAll(() => stand?.dispose())

  it('say that there is none to acknowledge', async () => {
    await wall.press('a')
    await wall.page.getByText('No alarm to acknowledge').waitFor()
    await wall.press('Escape')
  })

  it('are raised by a rule that is made by keys, of a search that was saved', async () => {
    await wall.press('/')
    await wall.page.getByRole('combobox', { name: 'Search events' }).fill('sale void is true')
    await wall.press('Enter')
    await wall.saveSearch('Voids')
    await wall.press('Escape')

    await wall.press('Control+Shift+A')
    await dialog('Alarm rules').waitFor()
    // What it needs is seen beside the button, however far the form goes on below.
    await wall.press('Enter')
    const refusal = dialog('Alarm rules').getByRole('alert').filter({ hasText: 'A rule needs a title' })
    expect(await refusal.evaluate(isSeen)).toBe(true)
    await wall.page.keyboard.type('Void at a till')
    await wall.press('Tab')
    await wall.page.keyboard.type('1')
    await wall.page
      .getByRole('textbox', { name: /^Instruction/ })
      .fill('Call the shift leader.\nWrite down the till.')
    await wall.page.getByRole('checkbox', { name: 'Acknowledging it needs a reason' }).press('Space')
    await wall.page.getByRole('textbox', { name: 'Title' }).press('Enter')
    await dialog('Alarm rules').getByRole('option').filter({ hasText: 'New hit of “Voids”' }).waitFor()
    expect(await wall.barriers()).toEqual([])
    await wall.press('Escape')
    await dialog('Alarm rules').waitFor({ state: 'detached' })
  })

  it('are on every monitor, with their log on the disk before', async () => {
    await site.sale(3, Date.now(), { void: false })
    await site.sale(3, Date.now(), { void: true })
    await banner().filter({ hasText: 'Void at a till' }).waitFor()
    await banner(second).filter({ hasText: '1 alarm' }).waitFor()
    expect(await logText()).toContain('"kind":"raised"')
    expect(await wall.barriers()).toEqual([])
  })

  it('cover nothing of what is found beside the wall', async () => {
    await wall.press('/')
    const panel = wall.page.getByRole('region', { name: 'Events', exact: true })
    await panel.waitFor()
    const edges = await Promise.all([banner().boundingBox(), panel.boundingBox()])
    const [ofBanner, ofPanel] = edges.map((box) => box ?? { x: 0, width: 0 })
    expect((ofBanner?.x ?? 0) + (ofBanner?.width ?? 0)).toBeLessThan(ofPanel?.x ?? 0)
    await wall.press('Escape')
    await panel.waitFor({ state: 'detached' })
  })

  it('show their camera live in the selected tile, and beside it from before it happened', async () => {
    await wall.press('Shift+A')
    await dialog('Alarms').getByText('Call the shift leader.').waitFor()
    expect(await wall.barriers()).toEqual([])
    await wall.press('Enter')
    await dialog('Alarms').waitFor({ state: 'detached' })
    await wall.untilCamera(1, 3)
    await wall.untilCamera(2, 3)
    await wall.page.locator('[data-tile="2"][data-state="PLAYING"]').waitFor()
    await wall.press('Shift+Home')
  })

  it('are forwarded to a tile of another monitor, as the log says', async () => {
    await wall.press('Shift+A')
    await dialog('Alarms').getByText('Call the shift leader.').waitFor()
    await wall.press('f')
    await wall.page.keyboard.type('2/4')
    await wall.press('Enter')
    await second.untilCamera(4, 3)
    // The other monitor shows it before this one has its answer; until then Esc leaves the form alone.
    await dialog('Alarms').locator('.alarm-forward').waitFor({ state: 'detached' })
    expect(await lastLine()).toMatchObject({ kind: 'forwarded', monitor: 2, entry: '4.3' })
    await wall.press('Escape')
    await dialog('Alarms').waitFor({ state: 'detached' })
  })

  it('are on the screen where banners find no room', async () => {
    const size = wall.page.viewportSize() ?? { width: 1280, height: 720 }
    const { y } = (await banner().boundingBox()) ?? { y: 0 }
    await wall.page.setViewportSize({ ...size, height: Math.floor(size.height - y) - 2 })
    expect((await banner().boundingBox())?.y).toBeGreaterThan(0)
    expect(await banner().evaluate(isSeen)).toBe(true)
    await wall.page.setViewportSize(size)
  })

  it('leave the newest banner on the screen, too, such as an answer to a key', async () => {
    const size = wall.page.viewportSize() ?? { width: 1280, height: 720 }
    const stack = wall.page.locator('.banners')
    await stack.evaluate((banners) => {
      for (const text of ['first', 'second', 'third', 'newest']) {
        const line = Object.assign(document.createElement('p'), { className: 'banner', textContent: text })
        banners.append(line)
      }
    })
    const newest = stack.getByText('newest')
    const [all, alarm, last] = await Promise.all([stack, banner(), newest].map((one) => one.boundingBox()))
    const cutOff = (all?.height ?? 0) - (alarm?.height ?? 0) - 2 * (last?.height ?? 0)
    await wall.page.setViewportSize({ ...size, height: Math.floor(size.height - (all?.y ?? 0) - cutOff) })
    expect(await banner().evaluate(isSeen)).toBe(true)
    expect(await newest.evaluate(isSeen)).toBe(true)
    await stack.evaluate((banners) => {
      for (const line of [...banners.children].slice(-4)) line.remove()
    })
    await wall.page.setViewportSize(size)
  })

  it('are acknowledged by A with a reason, in the name of who has signed on', async () => {
    await wall.press('Control+l')
    await dialog('Sign on').waitFor()
    await wall.page.keyboard.type('Anna')
    await wall.press('Tab')
    await wall.page.keyboard.type('48151')
    await wall.press('Tab')
    await wall.page.keyboard.type('48151')
    await wall.press('Enter')
    await dialog('Sign on').waitFor({ state: 'detached' })

    await wall.press('a')
    await dialog('Acknowledge this alarm').waitFor()
    await wall.page.keyboard.type('A cashier’s mistake')
    await wall.press('Enter')
    await dialog('Acknowledge this alarm').waitFor({ state: 'detached' })
    await banner().waitFor({ state: 'detached' })
    await banner(second).waitFor({ state: 'detached' })
    expect(await lastLine()).toMatchObject({
      kind: 'acknowledged',
      who: 'Anna',
      reason: 'A cashier’s mistake',
    })
    expect((await verifyAlarmLog(folder())).problems).toEqual([])
    const kept = await Promise.all(
      ['operators.json', 'settings.json', 'logs/tessera.log'].map((name) =>
        readFile(join(stand.host.dataDir, name), 'utf8'),
      ),
    )
    expect([...kept, await logText()].join('')).not.toContain('48151')
  })

  it('change a wall by their rule once no window is open there: salvo and hotspot, and Ctrl+Z takes them back', async () => {
    await wall.tile(4).click()
    await wall.press('c', 'a')
    await wall.tile(4).getByText('HOTSPOT, ALL MONITORS').waitFor()
    await wall.tile(1).click()
    await wall.press('*', '5', 'Shift+Enter')
    await wall.page.getByRole('dialog').getByLabel('Name').fill('Till')
    await wall.press('Enter')
    await wall.page.getByRole('dialog').waitFor({ state: 'hidden' })
    await wall.press('g', '1', 'Enter')
    await wall.show(1, 4)
    await wall.untilCamera(1, 4)

    await wall.press('Control+Shift+A')
    const rules = dialog('Alarm rules')
    await rules.getByRole('listbox').press('n')
    await rules.getByRole('textbox', { name: 'Title' }).fill('To the till')
    await rules.getByRole('checkbox', { name: /hotspot/ }).check()
    await rules.getByRole('combobox', { name: /salvo/ }).selectOption('5')
    await rules.getByRole('textbox', { name: 'Title' }).press('Enter')
    await rules.getByRole('option').filter({ hasText: 'To the till' }).waitFor()
    await site.sale(2, Date.now(), { void: true })
    await banner().waitFor()
    expect(await wall.page.locator('[data-tile]').count()).toBe(1)
    await wall.press('Escape')
    await wall.page.getByText(/Rule “To the till” recalled salvo 5 at/).waitFor()
    await wall.untilCamera(4, 2)
    await wall.untilCamera(2, 3)
    await wall.press('Control+z')
    await wall.untilCamera(1, 4)
    await expect.poll(() => wall.page.locator('[data-tile]').count()).toBe(1)
  })

  it('say in the open queue what became of them, and all of it is seen', async () => {
    await wall.press('Shift+A')
    const said = dialog('Alarms').locator('.window-said')
    await dialog('Alarms').getByRole('button', { name: 'Verify the log' }).click()
    await said.filter({ hasText: 'The alarm log holds together' }).waitFor()
    await dialog('Alarms').getByRole('listbox').press('f')
    await wall.page.keyboard.type('1')
    await wall.press('Enter')
    await said.filter({ hasText: 'Forwarded to monitor 1' }).waitFor()
    expect(await said.last().evaluate(isSeen)).toBe(true)
    await wall.press('Escape')
  })
})
