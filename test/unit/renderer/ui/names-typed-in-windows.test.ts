// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { layoutOf } from '#contract/wall/layout.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import { salvoOf } from '../wall/salvo-of.ts'
import { openPageWith } from './page.ts'

async function openLayouts(...names: readonly string[]) {
  const layouts = names.map((name) => ({ version: 1 as const, name, layout: layoutOf(4) }))
  const settings = wallSettingsSchema.parse({ layouts })
  const page = await openPageWith({ settings })
  await page.press('g')
  return {
    ...page,
    title: () => page.find('dialog h2')?.textContent,
    chosen: () => document.activeElement?.querySelector('b')?.textContent,
  }
}

it.each([
  { typed: ['p', 'l', 'a', 'n'], chosen: 'Plan' },
  { typed: [{ key: 'P', shiftKey: true }, 'l', 'a', 'n', ' ', 'b'], chosen: 'Plan B' },
  { typed: ['g', 'a', 't', 'e'], chosen: 'Gate' },
  { typed: ['1', '6'], chosen: '16' },
  { typed: ['1', '6', 't'], chosen: '16th street' },
  { typed: ['n', 'i', 'x', 'g'], chosen: 'Gate' },
])('chooses the layout whose name is typed: $chosen', async ({ typed, chosen: name }) => {
  const { press, chosen, title } = await openLayouts('Plan', 'Plan B', 'Gate', '16th street', 'Night')
  await press(...typed)
  expect(title()).toBe('Layout')
  expect(chosen()).toBe(name)
})

it('does nothing with letters that begin no layout', async () => {
  const { press, chosen, title } = await openLayouts()
  await press('p', 'l', 'a', 'n', 'g')
  expect(title()).toBe('Layout')
  expect(chosen()).toBe('9')
})

it.each([
  { key: 'g', opens: undefined },
  { key: 'G', shiftKey: true, opens: undefined },
  { key: '?', opens: 'Keyboard' },
])('leaves the wall its own keys before a name is typed: $key', async ({ opens, ...key }) => {
  const { press, title } = await openLayouts('Plan')
  await press(key)
  expect(title()).toBe(opens)
})

it('gives no letter that is typed in the list of salvos to another window', async () => {
  const settings = wallSettingsSchema.parse({ salvos: [salvoOf(5, { name: 'Plan' })] })
  const { press, find } = await openPageWith({ settings })
  const list = { key: 'S', shiftKey: true }
  await press(list)
  await press('p', 'o', 'g')
  expect(find('dialog h2')?.textContent).toBe('Salvos')
  await press(list)
  expect(find('dialog')).toBeNull()
})
