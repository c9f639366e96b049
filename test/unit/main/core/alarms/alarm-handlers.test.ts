import { expect, it } from 'vitest'
import { createAlarmHandlers } from '#main/core/alarms/alarm-handlers.ts'
import type { AlarmService } from '#main/core/alarms/alarm-service.ts'
import type { CallGuards } from '#main/core/wall/call-guards.ts'

const withRedaction: CallGuards['withRedaction'] = (handler) => handler

it('an export of a long log leaves main free for others meanwhile', async () => {
  const text = 'no entry\n'.repeat(20_000)
  const alarms: Pick<AlarmService, 'read'> = { read: async () => ({ text, isCut: true }) }
  const handlers = createAlarmHandlers(
    { withRedaction },
    {
      alarms: alarms as AlarmService,
      monitors: { enter: () => ({ ok: true, value: undefined }) },
      files: { add: () => ({ path: '/x' }) as never },
      clock: { wallMs: () => 0, monotonicMs: () => 0 },
      timeZone: () => undefined,
    },
  )
  let turns = 0
  const count = (): void => {
    turns += 1
    others = setImmediate(count)
  }
  let others = setImmediate(count)
  const exported = await handlers['alarms.export']({ format: 'csv' }, { id: 'page-1', monitor: 1 })
  clearImmediate(others)
  expect(turns).toBeGreaterThan(50)
  expect(exported).toMatchObject({ value: { isCut: true } })
})
