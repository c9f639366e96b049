// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import { emptyDocument, withRunning } from '#renderer/wall/wall-document.ts'
import { openPage, openPageWith } from '../page.ts'

it('draws masks over a picture of their own camera only', async () => {
  const { live, press, find, change } = await openPage()
  const close = vi.fn()
  const frame = { displayWidth: 640, displayHeight: 480, close }
  vi.spyOn(live, 'frame').mockReturnValue(frame as never)
  const aspect = () => Number.parseFloat(find('.mask-surface')?.style.aspectRatio ?? '')
  await press('1', '2', 'Enter')
  // Camera 12 is on its way: what the tile shows is still camera 1.
  await change(() => live.set(0, { state: 'CONNECTING', shownCameraId: 'camera-1' }))
  await press('p')
  expect(aspect()).toBeCloseTo(16 / 9)
  await press('p')
  await change(() => live.set(0, { state: 'LIVE', shownCameraId: 'camera-12' }))
  await press('p')
  expect(aspect()).toBeCloseTo(4 / 3)
  expect(close).toHaveBeenCalledOnce()
})

it('draws with Caps Lock, too, and gives up a corner that was begun without its window', async () => {
  const { live, press, find, change } = await openPage()
  await change(() => live.set(0, { state: 'LIVE', shownCameraId: 'camera-1' }))
  await press('p')
  await press({ key: 'N' })
  expect(find('.mask-surface')?.getAttribute('aria-label')).toContain('1')
  await press({ key: 'C' })
  expect(find('.mask-surface')).not.toBeNull()
  const surface = document.querySelector('.mask-surface svg')
  vi.spyOn(surface as SVGSVGElement, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 160, 90))
  Object.assign(surface as SVGSVGElement, { setPointerCapture: () => undefined })
  const at = { bubbles: true, pointerId: 1, clientX: 40, clientY: 40 }
  for (let corner = 0; corner < 4; corner += 1) await press({ key: 'C' })
  await change(() => {
    surface?.dispatchEvent(new PointerEvent('pointerdown', at))
    surface?.dispatchEvent(new PointerEvent('pointerup', at))
  })
  expect(document.querySelectorAll('.mask-surface circle')).toHaveLength(1)
  await press('Escape')
  expect(document.querySelectorAll('.mask-surface circle')).toHaveLength(0)
  expect(find('.mask-surface')).not.toBeNull()
})

it('writes back no masks over those that another monitor has drawn meanwhile', async () => {
  const { shell, press, find, change } = await openPage()
  await press('p')
  const masks = [[0.1, 0.2, 0.3].map((x) => ({ x, y: x * x }))]
  await change(() =>
    shell.push('settings', wallSettingsSchema.parse({ cameraPictures: { 'camera-1': { masks } } })),
  )
  await press('Enter')
  expect(shell.inputsOf('settings.save')).toEqual([])
  expect(find('[role="alert"]')?.textContent).toContain('changed elsewhere')
  await change(() => find('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true })))
  await press('p')
  await press('n')
  await press('Enter')
  expect(shell.inputsOf('settings.save')).toMatchObject([
    { to: { cameraPictures: { 'camera-1': { masks: [masks[0], {}] } } } },
  ])
})

/** The settings are not kept before `answer`. */
async function openSaving() {
  const page = await openPage()
  const { shell, press, change } = page
  const { promise, resolve } = Promise.withResolvers<void>()
  const { ['settings.save']: save } = shell.answers
  shell.answers['settings.save'] = (input) => promise.then(() => save?.(input)) as never
  await press('p')
  await press('n')
  await press('Enter')
  return { ...page, answer: () => change(resolve) }
}

describe('while the masks are being saved', () => {
  it('another one can be drawn, and is not lost', async () => {
    const { shell, press, find, answer } = await openSaving()
    await press('n')
    await answer()
    expect(shell.inputsOf('settings.save')).toHaveLength(1)
    expect(find('.mask-surface')?.querySelectorAll('polygon')).toHaveLength(2)
    await press('Enter')
    expect(find('dialog')).toBeNull()
    expect(shell.inputsOf('settings.save')[1]).toMatchObject({
      to: { cameraPictures: { 'camera-1': { masks: [{}, {}] } } },
    })
  })

  it('another one can be drawn and saved: the window closes when both are kept', async () => {
    const { shell, press, find, answer } = await openSaving()
    await press('n')
    await press('Enter')
    expect(find('.mask-surface')?.querySelectorAll('polygon')).toHaveLength(2)
    await answer()
    expect(shell.inputsOf('settings.save')).toMatchObject([
      { to: { cameraPictures: { 'camera-1': { masks: [{}] } } } },
      { to: { cameraPictures: { 'camera-1': { masks: [{}, {}] } } } },
    ])
    expect(find('dialog')).toBeNull()
  })

  it('those of another camera can be drawn, and are not lost', async () => {
    const { press, find, change, answer } = await openSaving()
    await change(() => find('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true })))
    await press('1', '2', 'Enter')
    await press('p')
    await press('n')
    await answer()
    expect(find('.mask-surface')?.querySelectorAll('polygon')).toHaveLength(1)
  })
})

it('takes its own masks for no change elsewhere when the disk refused them', async () => {
  const { shell, press, find } = await openPage()
  const makeRoom = shell.fillDisk()
  await press('p')
  for (let times = 0; times < 2; times += 1) {
    await press('n')
    await press('Enter')
  }
  makeRoom()
  await press('Enter')
  expect(find('dialog')).toBeNull()
  expect(shell.inputsOf('settings.save')).toHaveLength(3)
})

it('is about the camera that it was opened for, whatever a sequence goes on to show', async () => {
  const steps = ['camera-11', 'camera-12'].map((cameraId) => ({ cameraId, dwellInMs: 5_000 }))
  const document = withRunning(emptyDocument(4), 0, { kind: 'sequence', steps })
  const { clock, live, press, change, shell } = await openPageWith({ document })
  await press('p')
  await press('n')
  await change(() => clock.advance(5_000))
  expect(live.observe(0).shownCameraId).toBe('camera-12')
  await press('Enter')
  expect(shell.inputsOf('settings.save')).toMatchObject([
    { to: { cameraPictures: { 'camera-11': { masks: [{}] } } } },
  ])
})

it('has its letters in their places on a Cyrillic keyboard', async () => {
  const { press, find } = await openPage()
  await press('p')
  await press({ key: 'т', code: 'KeyN' })
  await press({ key: 'с', code: 'KeyC' })
  expect(find('.mask-surface')?.querySelectorAll('polygon, circle')).toHaveLength(2)
})

async function openDrawing() {
  const page = await openPage()
  await page.press('p')
  const surface = document.querySelector('.mask-surface svg')
  vi.spyOn(surface as SVGSVGElement, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 160, 90))
  Object.assign(surface as SVGSVGElement, { setPointerCapture: () => undefined })
  const click = (clientX: number, clientY: number, button = 0) =>
    page.change(() => {
      const at = { bubbles: true, pointerId: 1, clientX, clientY, button }
      surface?.dispatchEvent(new PointerEvent('pointerdown', at))
      surface?.dispatchEvent(new PointerEvent('pointerup', at))
    })
  const button = () => page.find('.form-end button')
  return { ...page, click, button, save: () => page.change(() => button()?.click()) }
}

describe('a mask that is drawn corner by corner', () => {
  it('is saved by the button though it was not closed', async () => {
    const { shell, find, click, button, save } = await openDrawing()
    await click(40, 20)
    await click(120, 20)
    await click(120, 70)
    expect(button()?.textContent).toBe('Save 1 mask')
    await save()
    expect(find('dialog')).toBeNull()
    expect(shell.inputsOf('settings.save')).toMatchObject([
      { to: { cameraPictures: { 'camera-1': { masks: [[{}, {}, {}]] } } } },
    ])
  })

  it('is not left out without a word when it has no shape yet', async () => {
    const { shell, find, click, save } = await openDrawing()
    await click(40, 20)
    await click(120, 20)
    await save()
    expect(shell.inputsOf('settings.save')).toEqual([])
    expect(find('dialog [role="alert"]')?.textContent).toContain('three corners')
  })

  it('gets corners by the main button alone', async () => {
    const { click } = await openDrawing()
    await click(40, 20, 2)
    expect(document.querySelectorAll('.mask-surface circle')).toHaveLength(0)
  })
})
