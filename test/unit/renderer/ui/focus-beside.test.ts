// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { ok } from '#contract/result.ts'
import { layoutOf } from '#contract/wall/layout.ts'
import { type WallSettings, wallSettingsSchema } from '#contract/wall/settings.ts'
import { FakeShell, helloWith } from '../fake-shell.ts'
import { salvoOf } from '../wall/salvo-of.ts'
import { openPage } from './page.ts'

/** What has the keys, by its label or its words. */
const focused = () => {
  const { activeElement, body } = document
  return activeElement === body ? undefined : (activeElement?.ariaLabel ?? activeElement?.textContent)
}

async function openWith(change: Partial<WallSettings> = {}) {
  const settings = wallSettingsSchema.parse(change)
  const shell = new FakeShell({
    'wall.hello': () => ok(helloWith({ settings })),
    'events.tags': () =>
      ok({
        source: 'platform',
        tags: [{ id: 'sale', name: 'sale', fields: [{ name: 'amount', type: 'decimal' }] }],
      }),
    'events.search': () => ok({ events: [] }),
    'settings.save': ({ to }) =>
      ok({ isKept: true, settings: wallSettingsSchema.parse({ ...settings, ...to }) }),
  })
  const page = await openPage(shell)
  const click = (selector: string) =>
    page.change(() => {
      const element = page.find(selector)
      element?.focus()
      element?.click()
    })
  return { ...page, shell, click }
}

const named = (...numbers: number[]) => numbers.map((one) => salvoOf(one, { name: `Salvo ${one}` }))
const layoutsNamed = (...names: string[]) =>
  names.map((name) => ({ version: 1 as const, name, layout: layoutOf(4) }))

it('stays in the search when a camera or a condition is taken out of its form', async () => {
  const { press, click, change, find } = await openWith()
  await press('/')
  await click('[aria-label="Search as a form"]')
  await change(() => find('.search-form .picker input')?.click())
  await change(() => find('.picker-list [role="option"]')?.click())
  await click('.pill[aria-label]')
  expect(find('.search-panel')?.contains(document.activeElement)).toBe(true)
  await click('.search-form > .text-button')
  await click('.search-condition .icon-button')
  expect(find('.search-condition')).toBeNull()
  expect(find('.search-panel')?.contains(document.activeElement)).toBe(true)
})

it('stays in the field when the only camera is taken out of it by its key', async () => {
  const { press, find, change, click } = await openWith()
  await press('o')
  await change(() => find('.picker input')?.click())
  await change(() => find('.picker-list [role="option"]')?.click())
  await click('.picker .pill')
  expect(find('.picker .pill')).toBeNull()
  expect(document.activeElement?.role).toBe('combobox')
})

it('goes on to the next saved search when one is deleted', async () => {
  const savedSearches = [
    { name: 'first', text: 'sale' },
    { name: 'second', text: 'sale' },
  ]
  const { press, click, find } = await openWith({ savedSearches })
  await press('/')
  await click('.search-head button')
  await click('.saved-list li .icon-button:last-of-type')
  expect(focused()).toContain('second')
  await click('.deleted-entry button')
  expect(find('.saved-list')?.textContent).toContain('first')
  expect(find('.search-panel')?.contains(document.activeElement)).toBe(true)
})

it('goes on to the next salvo, and deletes no other one while the key is held', async () => {
  const { press, shell, find } = await openWith({ salvos: named(1, 2, 3) })
  await press({ key: 'S', shiftKey: true })
  await press('Delete')
  expect(focused()).toContain('Salvo 2')
  await press({ key: 'Delete', repeat: true })
  expect(shell.inputsOf('settings.save')).toHaveLength(1)
  await press('ArrowDown')
  expect(focused()).toContain('Salvo 3')
  expect(find('.salvo-list')?.contains(document.activeElement)).toBe(true)
})

it('goes on to what takes the last salvo back when that is deleted', async () => {
  const { press, find } = await openWith({ salvos: named(1) })
  await press({ key: 'S', shiftKey: true })
  await press('Delete')
  expect(find('.salvo-list li')).toBeNull()
  expect(focused()).toBe('Take it back')
})

it('goes on to the next layout, and deletes no other one while the key is held', async () => {
  const layouts = layoutsNamed('first', 'second')
  const { press, find, change, shell } = await openWith({ layouts })
  await press('g')
  await change(() => find('[data-name="first"]')?.focus())
  await press('Delete')
  expect(focused()).toContain('second')
  await press({ key: 'Delete', repeat: true })
  expect(shell.inputsOf('settings.save')).toHaveLength(1)
})

it('moves on among what a tile can show by a numpad without Num Lock, too', async () => {
  const { press, find } = await openWith()
  await press('c')
  await press({ key: 'ArrowDown', code: 'Numpad2' })
  expect(document.activeElement === find('.content-choice:nth-of-type(2)')).toBe(true)
})

it('goes along with a camera that is moved in a sequence', async () => {
  const { press, find, change, container } = await openWith()
  await press('c')
  await press('s')
  for (const place of [2, 3]) {
    await change(() => find('.picker input')?.click())
    await change(() => find(`.picker-list [role="option"]:nth-of-type(${place})`)?.click())
  }
  const names = () =>
    [...container.querySelectorAll('.sequence-camera')].map(({ textContent }) => textContent)
  const [first, ...others] = names()
  await change(() => find('.sequence-steps input')?.focus())
  await press({ key: 'ArrowDown', altKey: true })
  await press({ key: 'ArrowDown', altKey: true })
  expect(names()).toEqual([...others, first])
  await press({ key: 'ArrowUp', altKey: true })
  expect(names().indexOf(first ?? '')).toBe(others.length - 1)
})

it('goes back to the step before when the last one of a sequence is taken out', async () => {
  const { press, find, change } = await openWith()
  await press('c')
  await press('s')
  await change(() => find('.sequence-steps input')?.focus())
  const picker = find('.picker input')
  await change(() => picker?.click())
  await change(() => find('.picker-list [role="option"]')?.click())
  const last = () => find('.sequence-steps li:last-of-type input')
  await change(() => last()?.focus())
  await press({ key: 'Delete', altKey: true })
  expect(document.activeElement === last()).toBe(true)
})

it.each([
  {
    what: 'saved search',
    settings: { savedSearches: ['first', 'second'].map((name) => ({ name, text: 'sale' })) },
    open: ['/'],
    list: '.search-head button',
    rename: '.saved-list li .icon-button',
    place: '.search-panel',
  },
  {
    what: 'salvo',
    settings: { salvos: named(1, 2) },
    open: [{ key: 'S', shiftKey: true }],
    rename: '.salvo-list li .icon-button',
    place: '.salvo-list',
  },
  {
    what: 'layout',
    settings: { layouts: layoutsNamed('first', 'second') },
    open: ['g'],
    rename: '.layout-saved .icon-button',
    place: '.layouts',
  },
])('stays on a $what that was renamed', async ({ settings, open, list, rename, place }) => {
  const { press, click, change, find } = await openWith(settings)
  await press(...open)
  if (list !== undefined) await click(list)
  for (let time = 0; time < 2; time += 1) {
    await click(rename)
    await press('Escape')
    expect(find(place)?.contains(document.activeElement)).toBe(true)
  }
  expect(find('.name-form input:not([value=""])')).toBeNull()
  expect(find(place)?.contains(document.activeElement)).toBe(true)
  await click(rename)
  const field = find('.name-form input') as HTMLInputElement
  expect(document.activeElement).toBe(field)
  await change(() => {
    field.value = 'zebra'
    field.form?.requestSubmit()
  })
  expect(focused()).toContain('zebra')
  expect(find(place)?.contains(document.activeElement)).toBe(true)
})
