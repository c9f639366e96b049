// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { WallEvent } from '#contract/wall/events.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import { Timeline } from '#renderer/timeline/timeline.ts'
import { eventOf } from '../../events/event-of.ts'
import { doubleClick, openPageWith } from '../page.ts'

const settings = wallSettingsSchema.parse({ timeZone: 'UTC' })
const sale = eventOf('sale-1', Date.parse('2026-11-20T13:05:00Z'))
const earlier = eventOf('sale-0', Date.parse('2026-11-20T13:04:00Z'))

/** In the selected tile; of the sale, and of others. */
async function openFeed(...others: readonly WallEvent[]) {
  const page = await openPageWith({ settings }, { 'events.search': () => ok({ events: [sale, ...others] }) })
  await page.press('c')
  await page.press('f')
  return page
}

it('says that an event of yesterday was yesterday, also when it has stood there since', async () => {
  const { find, change, clock } = await openFeed()
  const time = () => find('[data-event="sale-1"] time')?.textContent.trim()
  expect(time()).toBe('13:05:00')
  await change(() => clock.advance(Date.parse('2026-11-21T09:00:00Z') - clock.nowMs()))
  expect(time()).toBe('Fri 20 Nov 13:05:00')
})

it('plays the entry that is chosen, also when others come above it before the key', async () => {
  const { press, find, change, shell } = await openFeed()
  await press('Enter')
  const chosen = () => find('.feed-entry[aria-selected="true"]')?.dataset['event']
  expect(chosen()).toBe('sale-1')
  const newer = eventOf('sale-2', Date.parse('2026-11-20T13:06:00Z'))
  await change(() => shell.push('events.arrived', { chunk: 1, events: [newer], skipped: 0 }))
  expect(find('.feed-entry')?.dataset['event']).toBe('sale-2')
  expect(chosen()).toBe('sale-1')
})

it('leaves a number that is typed while the feed has the keys to the wall, also from a numpad without Num Lock', async () => {
  const { press, find, live, shell } = await openFeed(earlier)
  await press('Enter')
  await press({ key: 'End', code: 'Numpad1' })
  expect(find('.feed-entry[aria-selected="true"]')?.dataset['event']).toBe('sale-1')
  await press('2', 'Enter')
  expect(find('.feed')).toBeNull()
  expect(live.observe(0)).toMatchObject({ shownCameraId: 'camera-12' })
  expect(shell.inputsOf('playback.open')).toEqual([])
})

it('has the keys while a refusal is still shown', async () => {
  const { press, find } = await openFeed(earlier)
  await press('Enter')
  await press('9')
  await press('9')
  await press('Enter')
  expect(find('.entry-preview')?.dataset['outcome']).toBe('refused')
  await press('ArrowDown')
  expect(find('.feed-entry[aria-selected="true"]')?.dataset['event']).toBe('sale-0')
})

it('plays the entry that a double click began on, also when others come above it meanwhile, and chooses it by a click', async () => {
  vi.spyOn(Timeline, 'open').mockReturnValue(new Promise(() => undefined))
  const { press, find, container, shell } = await openFeed({ ...earlier, cameraId: 'camera-4' })
  shell.answers['playback.open'] = () => fail(wallError('unreachable'))
  const newer = eventOf('sale-2', Date.parse('2026-11-20T13:06:00Z'))
  await press('Enter')
  await doubleClick(
    () => container.querySelectorAll('.feed-entry')[1],
    () => shell.push('events.arrived', { chunk: 1, events: [newer], skipped: 0 }),
  )
  expect(find('.feed-entry[aria-selected="true"]')?.dataset['event']).toBe('sale-0')
  expect(shell.inputsOf('playback.open')).toMatchObject([{ cameraId: 'camera-4' }])
})
