import { expect, it } from 'vitest'
import { type AlarmHandlerOptions, createAlarmHandlers } from '#main/core/alarms/alarm-handlers.ts'
import type { AlarmService } from '#main/core/alarms/alarm-service.ts'
import type { CallGuards } from '#main/core/wall/call-guards.ts'
import { MonitorList } from '#main/core/wall/monitor-list.ts'

const withRedaction: CallGuards['withRedaction'] = (handler) => handler
const page = { id: 'page-1', monitor: 1 }
const guards = { withRedaction, here: withRedaction }
const unused: Omit<AlarmHandlerOptions, 'alarms'> = {
  monitors: { enter: () => ({ ok: true, value: undefined }) },
  files: { add: () => ({ path: '/x' }) as never },
  clock: { wallMs: () => 0, monotonicMs: () => 0 },
  timeZone: () => undefined,
}

it('a forwarded alarm is told from any other entry on its monitor', async () => {
  const shown: unknown[] = []
  const monitors = new MonitorList({
    push: () => undefined,
    pushTo: (monitor, name, payload) => shown.push([monitor, name, payload]) > 0,
  })
  monitors.set([1, 2].map((number) => ({ number, kind: 'wall', label: '' })))
  const alarms: Pick<AlarmService, 'forward'> = { forward: async (_id, _monitor, _entry, enter) => enter() }
  const handlers = createAlarmHandlers(guards, { ...unused, alarms: alarms as AlarmService, monitors })
  await handlers['alarms.forward']({ id: 'alarm-1', monitor: 2, entry: '3.12' }, page)
  expect(shown).toEqual([[2, 'show', { entry: '3.12', isAlarm: true }]])
})

it('an export of a long log leaves main free for others meanwhile', async () => {
  const text = 'no entry\n'.repeat(20_000)
  const alarms: Pick<AlarmService, 'read'> = { read: async () => ({ text, isCut: true }) }
  const handlers = createAlarmHandlers(guards, { ...unused, alarms: alarms as AlarmService })
  let turns = 0
  const count = (): void => {
    turns += 1
    others = setImmediate(count)
  }
  let others = setImmediate(count)
  const exported = await handlers['alarms.export']({ format: 'csv' }, page)
  clearImmediate(others)
  expect(turns).toBeGreaterThan(50)
  expect(exported).toMatchObject({ value: { isCut: true } })
})
