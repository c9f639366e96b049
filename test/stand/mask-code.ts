import { frameCodeArea } from '#tools/demo-footage/frame-code.ts'
import type { WallPage } from './wall-page.ts'

/** Lays a mask over the code that tests read from the pictures of the camera in the selected tile, and keeps it. */
export async function maskCode(wall: WallPage): Promise<void> {
  const { left, top, width, height } = frameCodeArea
  const dialog = wall.page.getByRole('dialog')
  await wall.press('p')
  const surface = await dialog.locator('.mask-surface').boundingBox()
  if (surface === null) throw new Error('there is nothing to draw on')
  const at = (x: number, y: number) =>
    [surface.x + x * surface.width, surface.y + y * surface.height] as const
  await wall.page.mouse.move(...at(left - 0.02, Math.max(0.002, top - 0.05)))
  await wall.page.mouse.down()
  await wall.page.mouse.move(...at(left + width / 2, top + height + 0.05))
  await wall.page.mouse.up()
  await dialog.getByRole('button', { name: 'Save 1 mask' }).waitFor()
  for (let step = 0; step < 12; step += 1) await wall.press('Shift+ArrowRight')
  await wall.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
}
