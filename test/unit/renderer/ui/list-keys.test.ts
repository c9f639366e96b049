// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { noAlarms } from '#contract/wall/alarms.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import { offeredAfter } from '#renderer/ui/list-keys.ts'
import { alarm } from './alarms/alarm.ts'
import { salvoOf } from '../wall/salvo-of.ts'
import { openPageWith } from './page.ts'

const salvos = [1, 2, 3].map((number) => salvoOf(number, { name: `Salvo ${number}` }))
const rules = ['one', 'two', 'three'].map((id) => ({
  id,
  title: `Rule ${id}`,
  priority: 2,
  when: { kind: 'camera', state: 'STALE', longerThanS: 30, cameraIds: [] },
}))
const alarms = { ...noAlarms, alarms: ['one', 'two', 'three'].map((id) => alarm(id)) }

it.each([
  { list: 'alarms', open: [{ key: 'A', shiftKey: true }], first: 'Alarm one', last: 'Alarm three' },
  {
    list: 'rules',
    open: [{ key: 'A', ctrlKey: true, shiftKey: true }],
    first: 'Rule one',
    last: 'Rule three',
  },
  { list: 'salvos', open: [{ key: 'S', shiftKey: true }], first: 'Salvo 1', last: 'Salvo 3' },
  { list: 'contents', open: ['c'], first: 'Hotspot', last: 'Nothing' },
  { list: 'layouts', open: ['g'], first: '1 tile', last: '2+8 tiles' },
])('stops at the ends of the $list, which Home and End go to', async ({ open, first, last }) => {
  const settings = wallSettingsSchema.parse({ salvos, alarms: { rules } })
  const page = await openPageWith({ settings, alarms })
  const chosen = () =>
    (page.find('.alarm-list [aria-selected="true"]') ?? document.activeElement)?.textContent ?? ''
  await page.press(...open)
  for (const key of ['End', 'ArrowDown', 'PageDown']) {
    await page.press(key)
    expect(chosen()).toContain(last)
  }
  for (const key of ['Home', 'ArrowUp', 'PageUp']) {
    await page.press(key)
    expect(chosen()).toContain(first)
  }
})

it.each([
  { key: 'ArrowDown', at: 0, offers: 3, to: 1 },
  { key: 'ArrowDown', at: 2, offers: 3, to: 0 },
  { key: 'ArrowUp', at: 0, offers: 3, to: 2 },
  { key: 'ArrowDown', at: 2, offers: 3, none: true, to: -1 },
  { key: 'ArrowUp', at: -1, offers: 3, none: true, to: 2 },
  { key: 'Home', at: 1, offers: 3, to: undefined },
])('goes from offer $at of $offers by $key to $to', ({ key, at, offers, none, to }) => {
  expect(offeredAfter(key, at, offers, none)).toBe(to)
})
