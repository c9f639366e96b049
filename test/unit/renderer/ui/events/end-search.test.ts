// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { ok } from '#contract/result.ts'
import { FakeShell } from '../../fake-shell.ts'
import { openPage } from '../page.ts'

it('ends a search without a mouse: what is stepped through are all events again', async () => {
  const shell = new FakeShell({ 'events.search': () => ok({ events: [] }) })
  const { press, find, typeInto, change, container } = await openPage(shell)
  const act = (action: string) => change(() => shell.push('command', { action }))
  await press('/')
  await typeInto('.search-text textarea', 'last:1h')
  await press('Enter')
  await act('previousEvent')
  expect(container.textContent).toContain('This search has found no event.')
  await act('endSearch')
  expect(find('.search-panel')).toBeNull()
  await act('previousEvent')
  expect(container.textContent).toContain('No earlier event of these cameras.')
})
