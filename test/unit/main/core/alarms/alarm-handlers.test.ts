import { expect, it } from 'vitest'
import { type AlarmHandlerOptions, createAlarmHandlers } from '#main/core/alarms/alarm-handlers.ts'
import { type AlarmFact, FIRST_PREV, writeEntry } from '#main/core/alarms/alarm-log-entry.ts'
import type { AlarmService } from '#main/core/alarms/alarm-service.ts'
import type { CallGuards } from '#main/core/wall/call-guards.ts'
import { noAlarmLog } from '../support/wall-ports.ts'
import { MonitorList } from '#main/core/wall/monitor-list.ts'

const guards: Pick<CallGuards, 'here'> = { here: (handler) => handler }
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a kind that this version does not know
const ofNewerVersion = { kind: 'handed-over', to: 'Bea' } as unknown as AlarmFact
const page = { id: 'page-1', monitor: 1 }
const unused: AlarmHandlerOptions = {
  alarms: {} as never,
  log: noAlarmLog,
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

it('tells in its table who exported what, and what became of it', async () => {
  const facts: AlarmFact[] = [
    {
      kind: 'export-begun',
      who: 'Anna',
      exportId: 'export-1',
      cameraIds: ['a', 'b'],
      startMs: 0,
      endMs: 1_000,
    },
    { kind: 'export-ended', exportId: 'export-1', state: 'done', manifestSha256: 'abc' },
    { kind: 'export-ended', who: 'Anna', exportId: 'export-2', state: 'cancelled' },
    { kind: 'export-discarded', who: 'Anna', exportId: 'export-2' },
    { kind: 'signing-key-made', fingerprint: 'def' },
    { kind: 'picture-saved', who: 'Anna', cameraIds: ['a'], file: 'picture.png' },
    ofNewerVersion,
  ]
  const text = facts.map((fact, at) => `${writeEntry(at + 1, 0, FIRST_PREV, fact).line}\n`).join('')
  const log: AlarmHandlerOptions['log'] = { ...noAlarmLog, read: async () => ({ text, isCut: false }) }
  let table = ''
  const files: AlarmHandlerOptions['files'] = {
    add({ bytes }) {
      table = new TextDecoder().decode(bytes)
      return { path: '/x' } as never
    },
  }
  const handlers = createAlarmHandlers(guards, { ...unused, log, files })
  await handlers['alarms.export']({ format: 'csv' })
  const rows = table
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((row) =>
      row
        .split(',')
        .slice(2, -1)
        .filter((cell) => cell !== ''),
    )
  expect(rows).toEqual([
    ['export-begun', 'a b', 'Anna', 'export-1: 1970-01-01T00:00:00.000Z to 1970-01-01T00:00:01.000Z'],
    ['export-ended', 'export-1: done abc'],
    ['export-ended', 'Anna', 'export-2: cancelled'],
    ['export-discarded', 'Anna', 'export-2'],
    ['signing-key-made', 'def'],
    ['picture-saved', 'a', 'Anna', 'picture.png'],
    ['handed-over'],
  ])
})

it('an export of a long log leaves main free for others meanwhile', async () => {
  const text = 'no entry\n'.repeat(20_000)
  const log: AlarmHandlerOptions['log'] = { ...noAlarmLog, read: async () => ({ text, isCut: true }) }
  const handlers = createAlarmHandlers(guards, { ...unused, log })
  let turns = 0
  const count = (): void => {
    turns += 1
    others = setImmediate(count)
  }
  let others = setImmediate(count)
  const exported = await handlers['alarms.export']({ format: 'csv' })
  clearImmediate(others)
  expect(turns).toBeGreaterThan(50)
  expect(exported).toMatchObject({ value: { isCut: true } })
})
