// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { ok } from '#contract/result.ts'
import { type Alarm, noAlarms } from '#contract/wall/alarms.ts'
import { FakeShell } from '../../fake-shell.ts'
import { openPage } from '../page.ts'
import { alarm } from './alarm.ts'

/** Main takes its time to write the log. */
async function openWall(...alarms: readonly Alarm[]) {
  const { promise, resolve } = Promise.withResolvers<never>()
  const shell = new FakeShell({ 'alarms.acknowledge': () => promise as never })
  const page = await openPage(shell)
  await page.change(() => shell.push('alarms', { ...noAlarms, alarms: [...alarms] }))
  const answer = () => page.change(() => resolve(ok(undefined) as never))
  const leave = () =>
    page.change(() => page.find('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true })))
  return { ...page, answer, leave, headline: () => page.find('.alarm-headline b')?.textContent }
}
const withReason = (id: string) => alarm(id, { needsReason: true })

describe('the reason of an acknowledgement', () => {
  it('can still be typed when another alarm has been acknowledged meanwhile', async () => {
    const { press, answer, headline } = await openWall(alarm('one'), withReason('two'))
    await press({ key: 'A', shiftKey: true })
    for (const key of ['a', 'ArrowDown', 'a']) await press(key)
    expect(headline()).toBe('Alarm two')
    await answer()
    expect(headline()).toBe('Alarm two')
  })

  it('can still be typed when that of the alarm before has been kept', async () => {
    const { press, change, answer, leave, submit, headline, shell } = await openWall(withReason('one'))
    await press('a')
    await submit('dialog form')
    await leave()
    await change(() => shell.push('alarms', { ...noAlarms, alarms: [withReason('two')] }))
    await press('a')
    await answer()
    expect(headline()).toBe('Alarm two')
  })
})
