// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import { Timeline } from '#renderer/timeline/timeline.ts'
import { eventOf } from '../../events/event-of.ts'
import { FakeShell, helloWith } from '../../fake-shell.ts'
import { doubleClick, openPage } from '../page.ts'

const settings = wallSettingsSchema.parse({ timeZone: 'UTC' })
const sale = eventOf('sale-1', Date.parse('2026-11-20T13:05:00Z'))

it('says that an event of yesterday was yesterday, also when it has stood there since', async () => {
  const shell = new FakeShell({
    'wall.hello': () => ok(helloWith({ settings })),
    'events.search': () => ok({ events: [sale] }),
  })
  const { press, find, change, clock } = await openPage(shell)
  await press('c')
  await press('f')
  const time = () => find('[data-event="sale-1"] time')?.textContent.trim()
  expect(time()).toBe('13:05:00')
  await change(() => clock.advance(Date.parse('2026-11-21T09:00:00Z') - clock.nowMs()))
  expect(time()).toBe('Fri 20 Nov 13:05:00')
})

it('plays the entry that is chosen, also when others come above it before the key', async () => {
  const shell = new FakeShell({
    'wall.hello': () => ok(helloWith({ settings })),
    'events.search': () => ok({ events: [sale] }),
  })
  const { press, find, change } = await openPage(shell)
  await press('c')
  await press('f')
  await press('Enter')
  const chosen = () => find('.feed-entry[aria-selected="true"]')?.dataset['event']
  expect(chosen()).toBe('sale-1')
  const newer = eventOf('sale-2', Date.parse('2026-11-20T13:06:00Z'))
  await change(() => shell.push('events.arrived', { chunk: 1, events: [newer], skipped: 0 }))
  expect(find('.feed-entry')?.dataset['event']).toBe('sale-2')
  expect(chosen()).toBe('sale-1')
})

it('leaves a number that is typed while the feed has the keys to the wall, also from a numpad without Num Lock', async () => {
  const shell = new FakeShell({
    'wall.hello': () => ok(helloWith({ settings })),
    'events.search': () => ok({ events: [sale, eventOf('sale-0', Date.parse('2026-11-20T13:04:00Z'))] }),
  })
  const { press, find, live } = await openPage(shell)
  await press('c')
  await press('f')
  await press('Enter')
  await press({ key: 'End', code: 'Numpad1' })
  expect(find('.feed-entry[aria-selected="true"]')?.dataset['event']).toBe('sale-1')
  await press('2', 'Enter')
  expect(find('.feed')).toBeNull()
  expect(live.observe(0)).toMatchObject({ shownCameraId: 'camera-12' })
  expect(shell.inputsOf('playback.open')).toEqual([])
})

it('has the keys while a refusal is still shown', async () => {
  const shell = new FakeShell({
    'wall.hello': () => ok(helloWith({ settings })),
    'events.search': () => ok({ events: [sale, eventOf('sale-0', Date.parse('2026-11-20T13:04:00Z'))] }),
  })
  const { press, find } = await openPage(shell)
  await press('c')
  await press('f')
  await press('Enter')
  await press('9')
  await press('9')
  await press('Enter')
  expect(find('.entry-preview')?.dataset['outcome']).toBe('refused')
  await press('ArrowDown')
  expect(find('.feed-entry[aria-selected="true"]')?.dataset['event']).toBe('sale-0')
})

it('plays the entry that a double click began on, also when others come above it meanwhile, and chooses it by a click', async () => {
  const other = { ...eventOf('sale-0', Date.parse('2026-11-20T13:04:00Z')), cameraId: 'camera-4' }
  const shell = new FakeShell({
    'wall.hello': () => ok(helloWith({ settings })),
    'events.search': () => ok({ events: [sale, other] }),
    'playback.open': () => fail(wallError('unreachable')),
  })
  vi.spyOn(Timeline, 'open').mockReturnValue(new Promise(() => undefined))
  const { press, find, container } = await openPage(shell)
  await press('c')
  await press('f')
  const newer = eventOf('sale-2', Date.parse('2026-11-20T13:06:00Z'))
  await press('Enter')
  await doubleClick(
    () => container.querySelectorAll('.feed-entry')[1],
    () => shell.push('events.arrived', { chunk: 1, events: [newer], skipped: 0 }),
  )
  expect(find('.feed-entry[aria-selected="true"]')?.dataset['event']).toBe('sale-0')
  expect(shell.inputsOf('playback.open')).toMatchObject([{ cameraId: 'camera-4' }])
})
