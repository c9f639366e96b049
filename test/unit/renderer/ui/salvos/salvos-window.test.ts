// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { ok } from '#contract/result.ts'
import { layoutOf } from '#contract/wall/layout.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import { FakeShell, helloWith } from '../../fake-shell.ts'
import { openPage } from '../page.ts'

it('draws the salvos of a large wall without an element for each of their tiles', async () => {
  const tiles = Array.from({ length: 36 }, (_, at) =>
    at % 2 === 0 ? { kind: 'camera', cameraId: `camera-${at}` } : { kind: 'empty' },
  )
  const walls = [1, 2, 3, 4].map((monitor) => ({ monitor, layout: layoutOf(36), tiles }))
  const salvo = { version: 1, number: 1, name: 'Night', scope: 'all', walls }
  const settings = wallSettingsSchema.parse({ salvos: [salvo] })
  const { press, container } = await openPage(
    new FakeShell({ 'wall.hello': () => ok(helloWith({ settings })) }),
  )
  await press({ key: 'S', shiftKey: true })
  expect(container.querySelectorAll('.layout-picture')).toHaveLength(4)
  expect(container.querySelectorAll('.salvo-list *').length).toBeLessThan(36)
})
