// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { layoutOf } from '#contract/wall/layout.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import { salvoOf } from '../../wall/salvo-of.ts'
import { doubleClick, openPage, openPageWith } from '../page.ts'

it('draws the salvos of a large wall without an element for each of their tiles', async () => {
  const tiles = Array.from({ length: 36 }, (_, at) =>
    at % 2 === 0 ? { kind: 'camera', cameraId: `camera-${at}` } : { kind: 'empty' },
  )
  const walls = [1, 2, 3, 4].map((monitor) => ({ monitor, layout: layoutOf(36), tiles }))
  const salvo = { version: 1, number: 1, name: 'Night', scope: 'all', walls }
  const settings = wallSettingsSchema.parse({ salvos: [salvo] })
  const { press, container } = await openPageWith({ settings })
  await press({ key: 'S', shiftKey: true })
  expect(container.querySelectorAll('.layout-picture')).toHaveLength(4)
  expect(container.querySelectorAll('.salvo-list *').length).toBeLessThan(36)
})

it('says before a file is imported what of it is left out', async () => {
  const { press, find, change, container } = await openPage()
  await press({ key: 'S', shiftKey: true })
  const shared = [salvoOf(5, { name: 'Night' })]
  const text = JSON.stringify({ format: 'tessera-salvos', version: 1, salvos: [], shared })
  const field = find('input[type="file"]')
  Object.defineProperty(field, 'files', { value: [new File([text], 'salvos.json')] })
  await change(() => field?.dispatchEvent(new Event('change', { bubbles: true })))
  await vi.waitFor(() => expect(container.textContent).toContain('shared salvos in the file are left out'))
  expect(find('.file-import')).toBeNull()
})

async function openSalvos() {
  const walls = [{ monitor: 1, layout: layoutOf(4), tiles: [] }]
  const settings = wallSettingsSchema.parse({ salvos: [5, 6].map((number) => salvoOf(number, { walls })) })
  const page = await openPageWith({ settings })
  await page.press({ key: 'S', shiftKey: true })
  return page
}

const bin = () => document.querySelector('.salvo-list button[aria-label^="Delete"]')

describe('by a double click', () => {
  it('one salvo is deleted, not the next one too', async () => {
    const { shell } = await openSalvos()
    await doubleClick(bin)
    expect(shell.inputsOf('settings.save').map(({ to }) => to.salvos?.map(({ number }) => number))).toEqual([
      [6],
    ])
  })

  it('a salvo is recalled, and the tile behind the window is not made large', async () => {
    const { container, tile, find } = await openSalvos()
    await doubleClick(() => find('.salvo-recall') ?? tile(2))
    expect(container.querySelectorAll('[data-tile]')).toHaveLength(4)
    expect(tile(2)?.getAttribute('aria-current')).toBeNull()
  })
})
