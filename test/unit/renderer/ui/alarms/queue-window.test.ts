// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { type Alarm, noAlarms } from '#contract/wall/alarms.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import { UNREAD_MS } from '#renderer/alarms/alarm-controller.ts'
import { Timeline } from '#renderer/timeline/timeline.ts'
import { connected, FakeShell } from '../../fake-shell.ts'
import { doubleClick, openPage } from '../page.ts'
import { alarm } from './alarm.ts'

/** Main, as far as the queue asks it: what is acknowledged is gone. */
async function openQueue(...first: readonly Alarm[]) {
  let alarms = first
  const shell = new FakeShell({
    'alarms.acknowledge': ({ id }) => {
      show(...alarms.filter((one) => one.id !== id))
      return ok(undefined)
    },
    'alarms.forward': () => ok(undefined),
  })
  function show(...now: readonly Alarm[]): void {
    alarms = now
    shell.push('alarms', { ...noAlarms, alarms: [...now] })
  }
  const page = await openPage(shell)
  await page.change(() => show(...first))
  await page.press({ key: 'A', shiftKey: true })
  const chosen = () => page.find('.alarm-detail h3')?.textContent
  const acknowledged = () => shell.inputsOf('alarms.acknowledge').map(({ id }) => id)
  const arrive = (...now: readonly Alarm[]) => page.change(() => show(...now))
  return { ...page, chosen, acknowledged, arrive }
}

const button = (words: string) =>
  [...document.querySelectorAll('.buttons button')].find((one) => one.textContent.includes(words))

describe('the alarm queue', () => {
  it('acknowledges the alarm that is read, also when a more urgent one comes above it', async () => {
    const { press, chosen, acknowledged, arrive } = await openQueue(alarm('one'), alarm('two'))
    await arrive(alarm('urgent', { priority: 1 }), alarm('one'), alarm('two'))
    expect(chosen()).toBe('Alarm one')
    await press('a')
    expect(acknowledged()).toEqual(['one'])
    expect(chosen()).toBe('Alarm two')
    await arrive(alarm('next', { priority: 1 }), alarm('urgent', { priority: 1 }), alarm('two'))
    await press('a')
    expect(acknowledged()).toEqual(['one', 'two'])
  })

  it('says what keeps rules that are on from raising what they should', async () => {
    const { change, shell, find } = await openQueue(alarm('one'))
    const when = { kind: 'occupancy' as const, reportId: 'gone', threshold: 9 }
    const rules = ['Off', 'Full', 'Fuller'].map((title) => ({
      id: title,
      isOn: title !== 'Off',
      title,
      priority: 2,
      when,
    }))
    await change(() => shell.push('settings', wallSettingsSchema.parse({ alarms: { rules } })))
    expect(find('.alarm-queue .form-error')?.textContent).toMatch(/^“Full”: .* \+1 more$/)
  })

  it('tells a screen reader which alarm is chosen', async () => {
    const { press, find } = await openQueue(alarm('one'), alarm('two'))
    await press('ArrowDown')
    const id = find('.alarm-list')?.getAttribute('aria-activedescendant') ?? ''
    expect(document.getElementById(id)?.textContent).toContain('Alarm two')
  })

  it('goes on with the next alarm when somebody else has acknowledged the one that is read', async () => {
    const { press, chosen, arrive } = await openQueue(alarm('one'), alarm('two'), alarm('three'))
    await press('ArrowDown')
    await arrive(alarm('urgent', { priority: 1 }), alarm('one'), alarm('two'), alarm('three'))
    await arrive(alarm('urgent', { priority: 1 }), alarm('one'), alarm('three'))
    expect(chosen()).toBe('Alarm three')
  })

  it('does not acknowledge the next alarm unread when somebody else has acknowledged the one that was read', async () => {
    const { press, change, clock, acknowledged, arrive } = await openQueue(alarm('one'), alarm('two'))
    await arrive(alarm('two'))
    await press('a')
    expect(acknowledged()).toEqual([])
    await change(() => clock.advance(UNREAD_MS))
    await press('a')
    expect(acknowledged()).toEqual(['two'])
  })

  it('does not acknowledge the next alarm unread when the log has taken long for the one before', async () => {
    const { press, change, clock, acknowledged, arrive, shell } = await openQueue(alarm('one'), alarm('two'))
    shell.answers['alarms.acknowledge'] = () => new Promise(() => undefined) as never
    await press('a')
    await change(() => clock.advance(UNREAD_MS))
    await press('a')
    await arrive(alarm('two'))
    await press('a')
    expect(acknowledged()).toEqual(['one'])
  })

  it.each(['5', '1', '6', 'f', 'Enter'])(
    'does nothing by %s with the next alarm, unread when somebody else has acknowledged the one that was read',
    async (key) => {
      const { press, change, chosen, clock, find, arrive, shell } = await openQueue(
        alarm('one'),
        alarm('two'),
      )
      // What was being typed goes to the list as soon as the field has gone.
      await press('f')
      await arrive(alarm('two'))
      await press(key)
      expect(chosen()).toBe('Alarm two')
      expect(shell.inputsOf('alarms.snooze')).toEqual([])
      expect(find('.alarm-forward')).toBeNull()
      expect(find('.window-said')?.textContent).toMatch(/^Another alarm has just taken this place/)
      await change(() => clock.advance(UNREAD_MS))
      await press('5')
      expect(shell.inputsOf('alarms.snooze')).toEqual([{ id: 'two', minutes: 5 }])
    },
  )

  it('acknowledges the alarm that was chosen by hand, however soon after another one has gone', async () => {
    const { press, acknowledged, arrive } = await openQueue(alarm('one'), alarm('two'), alarm('three'))
    await arrive(alarm('two'), alarm('three'))
    await press('ArrowDown')
    await press('a')
    expect(acknowledged()).toEqual(['three'])
  })

  it('acknowledges one alarm for one key press, however long it is held', async () => {
    const { press, acknowledged } = await openQueue(alarm('one'), alarm('two'), alarm('three'))
    await press('a')
    await press({ key: 'a', repeat: true })
    await press({ key: 'a', repeat: true })
    expect(acknowledged()).toEqual(['one'])
  })

  it('says in the window that an alarm was acknowledged', async () => {
    const { press, container } = await openQueue(alarm('one'), alarm('two'))
    await press('a')
    await press({ key: 'ArrowDown' }, 'a')
    const said = [...container.querySelectorAll('.window-said')].map(({ textContent }) => textContent)
    expect(said).toEqual([expect.stringContaining('Acknowledged: Alarm two')])
  })

  it('goes on with the next alarm when one is snoozed', async () => {
    const { press, chosen, shell } = await openQueue(alarm('one'), alarm('two'))
    await press('5')
    expect(shell.inputsOf('alarms.snooze')).toEqual([{ id: 'one', minutes: 5 }])
    expect(chosen()).toBe('Alarm two')
  })

  it.each([
    ['of a French or Czech row', { key: '1', code: 'Digit1', shiftKey: true }],
    ['of a numpad without Num Lock', { key: 'End', code: 'Numpad1' }],
  ])('snoozes by the 1 %s', async (_, key) => {
    const { press, shell } = await openQueue(alarm('one'), alarm('two'), alarm('three'))
    await press(key)
    expect(shell.inputsOf('alarms.snooze')).toEqual([{ id: 'one', minutes: 15 }])
  })

  it('hears the arrows of a numpad without Num Lock', async () => {
    const { press, chosen } = await openQueue(alarm('one'), alarm('two'))
    await press({ key: 'ArrowDown', code: 'Numpad2' })
    expect(chosen()).toBe('Alarm two')
  })

  it('has its letters in their places on a Cyrillic keyboard', async () => {
    const { press, acknowledged } = await openQueue(alarm('one'), alarm('two'))
    await press({ key: 'ф', code: 'KeyA' })
    expect(acknowledged()).toEqual(['one'])
  })

  it('gives each camera its own number, whichever way its name is written', async () => {
    const { change, find, arrive, shell } = await openQueue()
    const named = ['مدخل', 'درج'].map((name, at) => ({
      id: `camera-${at + 11}`,
      number: at + 11,
      name,
      group: '',
    }))
    await change(() => shell.push('cameras', named))
    await arrive(alarm('one', { cameraIds: ['camera-11', 'camera-12'] }))
    expect(find('.alarm-facts')?.textContent).toContain('11 \u2068مدخل\u2069, 12 \u2068درج\u2069')
  })

  it('says when it happened by the platform’s clock, as the timeline does: of an event as its source said', async () => {
    const { change, find, arrive, shell } = await openQueue()
    await change(() => shell.push('connection', { ...connected, skewMs: -600_000 }))
    const happenedAtMs = Date.parse('2026-11-20T14:30:00')
    await arrive(alarm('one', { happenedAtMs }))
    expect(find('.alarm-facts')?.textContent).toContain('14:20:00')
    const event = { id: 'e', cameraId: 'camera-1', eventTypeId: 'sale', timestampMs: happenedAtMs }
    await arrive(alarm('one', { happenedAtMs, event }))
    expect(find('.alarm-facts')?.textContent).toContain('14:30:00')
  })

  it('is there again, at the same place, once a reason was typed, or was not', async () => {
    const alarms = ['one', 'two', 'three'].map((id) => alarm(id, { needsReason: true }))
    const { press, chosen, acknowledged, submit, find, change } = await openQueue(...alarms)
    await press('ArrowDown')
    await press('a')
    await change(() => find('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true })))
    expect(chosen()).toBe('Alarm two')
    await press('a')
    await submit('dialog form')
    expect(acknowledged()).toEqual(['two'])
    expect(chosen()).toBe('Alarm three')
  })

  it('is at the alarm that was left when others come or go while its reason is typed', async () => {
    const alarms = ['one', 'two', 'three'].map((id) => alarm(id, { needsReason: true }))
    const { press, chosen, find, change, arrive, clock } = await openQueue(...alarms)
    const close = () => change(() => find('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true })))
    await press('ArrowDown')
    await press('a')
    await arrive(alarm('urgent', { priority: 1 }), ...alarms)
    await close()
    expect(chosen()).toBe('Alarm two')
    await press('a')
    await arrive(...alarms.filter(({ id }) => id !== 'two'))
    await close()
    // Nobody has read this one yet.
    await press('a')
    expect(find('dialog form')).toBeNull()
    await change(() => clock.advance(UNREAD_MS))
    await press('a')
    expect(find('dialog form')).not.toBeNull()
  })

  it('forwards no other alarm than the one whose place is being typed', async () => {
    const { press, find, chosen, arrive } = await openQueue(alarm('one'), alarm('two'))
    await press('f')
    expect(find('.alarm-forward')).not.toBeNull()
    await arrive(alarm('two'))
    expect(chosen()).toBe('Alarm two')
    expect(find('.alarm-forward')).toBeNull()
  })

  it('has the keys again once an alarm was forwarded', async () => {
    const { press, change, find, acknowledged, shell } = await openQueue(alarm('one'), alarm('two'))
    await press('f')
    const field = find('.alarm-forward input') as HTMLInputElement
    expect(document.activeElement).toBe(field)
    await change(() => {
      field.value = '2/4'
      field.form?.requestSubmit()
    })
    expect(shell.inputsOf('alarms.forward')).toHaveLength(1)
    expect(find('.alarm-forward')).toBeNull()
    await press('a')
    expect(acknowledged()).toEqual(['one'])
  })

  it('has the keys for the next alarm when the last one was acknowledged', async () => {
    const { press, acknowledged, arrive } = await openQueue(alarm('one'))
    await press('a')
    await arrive(alarm('two'))
    await press('a')
    expect(acknowledged()).toEqual(['one', 'two'])
  })

  it('has the keys for the first alarm of a queue that was empty', async () => {
    const { press, acknowledged, arrive } = await openQueue()
    await arrive(alarm('one'))
    await press('a')
    expect(acknowledged()).toEqual(['one'])
  })

  it('acknowledges and snoozes one alarm by a double click', async () => {
    const queue = await openQueue(alarm('one'), alarm('two'), alarm('three'))
    await doubleClick(() => button('Acknowledge'))
    expect(queue.acknowledged()).toEqual(['one'])
    await doubleClick(() => button('Snooze 5'))
    expect(queue.shell.inputsOf('alarms.snooze')).toEqual([{ id: 'two', minutes: 5 }])
  })

  it('shows the alarm that a double click began on, also when a more urgent one comes under the pointer', async () => {
    const rest = [alarm('one', { cameraIds: ['camera-11'] }), alarm('two', { cameraIds: ['camera-12'] })]
    vi.spyOn(Timeline, 'open').mockReturnValue(new Promise(() => undefined))
    const { live, shell } = await openQueue(...rest)
    shell.answers['playback.open'] = () => fail(wallError('unreachable'))
    const urgent = alarm('urgent', { priority: 1, cameraIds: ['camera-10'] })
    await doubleClick(
      () => document.querySelectorAll('.alarm-row')[1],
      () => shell.push('alarms', { ...noAlarms, alarms: [urgent, ...rest] }),
    )
    expect(live.observe(0).shownCameraId).toBe('camera-12')
  })

  it('leaves the list where somebody has scrolled it', async () => {
    const { clock, change } = await openQueue(alarm('one'), alarm('two'))
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
    await change(() => clock.advance(3_000))
    expect(scroll).not.toHaveBeenCalled()
  })
})
