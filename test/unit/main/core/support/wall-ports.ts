import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { AlarmLogPort } from '#main/core/alarms/alarm-service.ts'
import { MemoryVault } from '#test/unit/main/core/support/memory-vault.ts'
import { Network } from '#main/core/network/network.ts'
import { MemorySettings } from '#test/unit/main/core/support/memory-settings.ts'
import { systemClock, systemTimers } from '#main/core/time.ts'
import type { WallMainOptions } from '#main/core/wall/wall-main-options.ts'
import { absentOutbox } from './absent-outbox.ts'
import { memoryLog } from './memory-log.ts'

export const noFile = { content: {}, report: () => [], write: () => undefined }

export const noAlarmLog: AlarmLogPort = {
  append: async () => ok(undefined),
  verify: async () => ({ files: 0, entries: 0, firstAtMs: undefined, problems: [] }),
  read: async () => ({ text: '', isCut: false }),
  dispose: async () => undefined,
}

/** A program around a wall that keeps all in memory and offers no outbox, no relay and no updates. */
export function wallPorts(overrides: Partial<WallMainOptions> = {}): WallMainOptions {
  const { logger, redactor } = memoryLog()
  return {
    version: '1.2.3',
    shell: 'host',
    launch: {},
    evidenceDir: '/nowhere/evidence',
    evidenceWorker: '/nowhere/evidence-worker.js',
    clock: systemClock,
    timers: systemTimers,
    random: Math.random,
    routesOf: new Network({ dataDir: '/nowhere', env: {}, log: logger.area('network') }).routesOf,
    settings: new MemorySettings(),
    vault: new MemoryVault(),
    logger,
    logTail: () => [],
    redactor,
    openOutbox: () => absentOutbox,
    alarmLog: noAlarmLog,
    operatorsFile: noFile,
    salvosFile: noFile,
    demo: { start: async () => fail(wallError('demo_unavailable')) },
    openRelay: () => ({ receive: () => {}, leave: () => {}, dispose: () => {} }),
    updates: {
      state: { state: 'elsewhere', by: 'source' },
      check: async () => fail(wallError('update_elsewhere')),
      install: async () => fail(wallError('update_not_ready')),
      onChange: () => () => undefined,
    },
    ...overrides,
  }
}
