// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { layoutOf } from '#contract/wall/layout.ts'
import type { Salvo } from '#contract/wall/salvo.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import { openPageWith } from '../page.ts'

const tiles = [11, 12, 13, 14].map((number) => ({ kind: 'camera' as const, cameraId: `camera-${number}` }))
const four: Salvo = {
  version: 1,
  number: 5,
  name: '',
  scope: 'all',
  walls: [{ monitor: 1, layout: layoutOf(4), tiles }],
}

/** The window of what tile 9 shows. */
async function openContents() {
  const settings = wallSettingsSchema.parse({ salvos: [four] })
  const page = await openPageWith({ settings })
  await page.press({ key: 'Tab', shiftKey: true }, 'c')
  expect(page.find('dialog h2')?.textContent).toContain('9')
  const cameras = () =>
    [...page.container.querySelectorAll<HTMLElement>('[data-tile]')].map(({ dataset }) => dataset['camera'])
  /** Somebody on another monitor. */
  const recall = (isBack: boolean) => page.change(() => page.shell.push('salvo', { number: 5, isBack }))
  return { ...page, cameras, recall }
}

describe('a window of what a tile shows', () => {
  it.each([
    ['note', 't'],
    ['sequence', 's'],
    ['clock', ''],
  ])('puts its %s into no other tile when a salvo of all monitors has taken its own', async (_, key) => {
    const { press, find, submit, cameras, recall } = await openContents()
    if (key !== '') await press(key)
    const title = find('dialog h2')?.textContent
    await recall(false)
    expect(find('dialog h2')?.textContent).toBe(title)
    const send = () => (key === '' ? press('k') : submit('dialog form'))
    await send()
    expect(cameras()).toEqual(['11', '12', '13', '14'])
    expect(find('.window-said')?.textContent).toBe('No tile 9: this wall has 4 tiles')
    await recall(true)
    await send()
    expect(find('dialog')).toBeNull()
    expect(cameras()[0]).toBe('1')
  })

  it('is handed on to the window of its sequence with its own tile', async () => {
    const { press, find, recall } = await openContents()
    await recall(false)
    await recall(true)
    await press('s')
    expect(find('dialog h2')?.textContent).toContain('9')
  })
})
