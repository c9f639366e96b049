// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { ok } from '#contract/result.ts'
import { noAlarms } from '#contract/wall/alarms.ts'
import { FakeShell } from '../../fake-shell.ts'
import { openPage } from '../page.ts'

it('a name that has a PIN is removed by the second press of its button', async () => {
  const shell = new FakeShell({
    'alarms.removeOperator': ({ name }) => {
      shell.push('alarms', { ...noAlarms, operators: ['Anna', 'Bea'].filter((one) => one !== name) })
      return ok(undefined)
    },
  })
  const { change, press, find, typeInto, saying } = await openPage(shell)
  await change(() => shell.push('alarms', { ...noAlarms, operators: ['Anna', 'Bea'] }))
  await press({ key: 'l', ctrlKey: true })
  const button = () => saying('button', 'Remove')
  await typeInto('input[name="name"]', 'Carla')
  expect(button()).toBeUndefined()
  await typeInto('input[name="name"]', 'anna')
  await change(() => button()?.click())
  expect(shell.inputsOf('alarms.removeOperator')).toEqual([])
  await change(() => button()?.click())
  expect(shell.inputsOf('alarms.removeOperator')).toEqual([{ name: 'Anna' }])
  // It is a new name now.
  expect(find('input[name="again"]')).not.toBeNull()
})

it('asks again for a name that was typed anew', async () => {
  const { shell, change, press, typeInto, saying } = await openPage()
  await change(() => shell.push('alarms', { ...noAlarms, operators: ['Anna', 'Bea'] }))
  await press({ key: 'l', ctrlKey: true })
  for (const name of ['Anna', 'Bea', 'Anna']) {
    await typeInto('input[name="name"]', name)
    if (name === 'Anna') await change(() => saying('button', 'Remove')?.click())
  }
  expect(shell.inputsOf('alarms.removeOperator')).toEqual([])
})
