// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import { eventOf } from '../../events/event-of.ts'
import { FakeShell, helloWith } from '../../fake-shell.ts'
import { openPage } from '../page.ts'

const settings = wallSettingsSchema.parse({ timeZone: 'UTC' })
const sale = eventOf('sale-1', Date.parse('2026-11-20T13:10:00Z'))

it('writes the time of a hit for today, and in the zone that is chosen, as long as it stands there', async () => {
  // Rows are made for the height that there is.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  document.documentElement.style.fontSize = '16px'
  const shell = new FakeShell({
    'wall.hello': () => ok(helloWith({ settings })),
    'events.search': () => ok({ events: [sale] }),
  })
  const { press, find, change, clock } = await openPage(shell)
  await press('/')
  const time = () => find('.result time')?.textContent
  expect(time()).toBe('13:10:00')
  await change(() => clock.advance(Date.parse('2026-11-21T09:00:00Z') - clock.nowMs()))
  expect(time()).toBe('13:10:00Fri 20 Nov')
  await change(() => shell.push('settings', { ...settings, timeZone: 'Asia/Tokyo' }))
  expect(time()).toBe('22:10:00Fri 20 Nov')
  expect(find('.result-card > p')?.textContent).toBe('22:10:00.000 · Fri 20 Nov 2026')
})

it('says that it searches, and plays no hit of the search before, until the new one is answered', async () => {
  const elsewhere = { ...sale, cameraId: 'elsewhere' }
  const shell = new FakeShell({ 'events.search': () => ok({ events: [elsewhere] }) })
  const { press, find, typeInto, change, container } = await openPage(shell)
  await press('/')
  const { promise, resolve } = Promise.withResolvers<unknown>()
  shell.answers['events.search'] = () => promise as never
  await typeInto('.search-text textarea', 'camera:1')
  await press('Enter')
  await press('Enter')
  await press({ key: 'ArrowLeft', altKey: true })
  expect(find('.results-status')?.textContent).toBe('Searching…')
  expect(find('.results-all')?.hasAttribute('inert')).toBe(true)
  // What playing one says.
  expect(container.textContent).not.toContain('The camera of this event')
  // Nor is the selected tile large.
  expect(container.querySelectorAll('[data-tile]')).toHaveLength(9)
  await change(() => resolve(ok({ events: [elsewhere] })))
  expect(find('.results-all')?.hasAttribute('inert')).toBe(false)
  await press('Enter')
  expect(container.textContent).toContain('The camera of this event')
})

it('leaves `Enter` to the button that asks again', async () => {
  const { press, find, change } = await openPage(
    new FakeShell({ 'events.search': () => fail(wallError('timeout')) }),
  )
  await press('/')
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  await change(() => find('.results-nothing button')?.dispatchEvent(enter))
  expect([enter.target !== null, enter.defaultPrevented]).toEqual([true, false])
})

it('leaves a number that is typed to the wall, whatever button of the panel has the keys', async () => {
  const { press, find, live, change } = await openPage(
    new FakeShell({ 'events.search': () => ok({ events: [sale] }) }),
  )
  await press('/')
  await change(() => find('.results')?.focus())
  await press({ key: 'End', code: 'Numpad1' })
  await change(() => find('.search-head button')?.focus())
  await press({ key: 'ArrowDown', code: 'Numpad2' }, 'Enter')
  expect(live.observe(0)).toMatchObject({ shownCameraId: 'camera-12' })
})

it('has a camera added to its form by the keys of its number, and no other one', async () => {
  const { press, find, change, typeInto } = await openPage(
    new FakeShell({ 'events.search': () => ok({ events: [sale] }) }),
  )
  await press('/')
  await change(() => find('[aria-label="Search as a form"]')?.click())
  const cameras = '.search-form input[aria-label="Add a camera"]'
  await change(() => find(cameras)?.focus())
  await typeInto(cameras, '1')
  await typeInto(cameras, '12')
  await press('Enter')
  const text = find('.search-text textarea')
  expect(text instanceof HTMLTextAreaElement && text.value).toBe('camera:12 last:24h')
})
