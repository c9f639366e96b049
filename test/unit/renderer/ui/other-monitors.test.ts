// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { noConnection } from '#renderer/wall/session-store.ts'
import { emptyDocument, withRunning } from '#renderer/wall/wall-document.ts'
import { openPage, openPageWith } from './page.ts'

it('a sound that begins is published to the other monitors, and one that ends is not', async () => {
  const { shell, press } = await openPage()
  await press('u', 'u', 'u')
  expect(shell.inputsOf('monitors.heard')).toHaveLength(2)
})

it('notices are put aside on the other monitors, too: one by its button, all from the palette', async () => {
  const { shell, find, press, change, typeInto } = await openPage()
  const error = { ...wallError('storage_failed'), message: 'storage failed' }
  await change(() => shell.push('notice', error))
  await change(() => find('.banner button[aria-label="Dismiss"]')?.click())
  expect(find('.banner button[aria-label="Dismiss"]')).toBeNull()
  await press({ key: 'k', ctrlKey: true })
  await typeInto('[cmdk-input]', 'dismiss notices')
  await press('Enter')
  expect(shell.inputsOf('notices.dismiss')).toEqual([
    { text: wallError('storage_failed').message, message: error.message },
    {},
  ])
})

const firstKeys = '[data-banner="first-keys"]'

it.each([
  { words: 'nothing is kept', kept: {} },
  // Its page was there before its platform.
  { words: 'nothing but empty tiles is kept', kept: { document: emptyDocument(9) } },
])('a wall of which $words says how its keys are found, until the first one', async ({ kept }) => {
  const { find, press } = await openPageWith(kept)
  expect(find(firstKeys)?.textContent).toBe(
    'A camera’s number and Enter shows it. ? lists the keys, CtrlK finds everything by name.',
  )
  await press('ArrowRight')
  expect(find(firstKeys)).toBeNull()
})

it('a wall with something in it does not, nor a second monitor, nor the page of the first run', async () => {
  const monitors = [1, 2].map((number) => ({ number, kind: 'operator' as const, label: '' }))
  for (const change of [
    { document: withRunning(emptyDocument(9), 0, { kind: 'camera', cameraId: 'camera-1' }) },
    { monitor: 2, monitors },
    { connection: noConnection },
  ]) {
    const { find, close } = await openPageWith(change)
    expect(find('.banners')).not.toBeNull()
    expect(find(firstKeys)).toBeNull()
    await close()
  }
})
