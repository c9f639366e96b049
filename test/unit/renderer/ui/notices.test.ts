// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { openPage } from './page.ts'

it('notices are put aside on the other monitors, too: one by its button, all from the palette', async () => {
  const { shell, find, press, change, typeInto } = await openPage()
  const error = wallError('storage_failed')
  await change(() => shell.push('notice', error))
  await change(() => find('.banner button[aria-label="Dismiss"]')?.click())
  expect(find('.banner button[aria-label="Dismiss"]')).toBeNull()
  await press({ key: 'k', ctrlKey: true })
  await typeInto('[cmdk-input]', 'dismiss notices')
  await press('Enter')
  expect(shell.inputsOf('notices.dismiss')).toEqual([{ text: error.message }, {}])
})
