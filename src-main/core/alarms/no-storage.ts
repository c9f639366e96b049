import { ok } from '#contract/result.ts'
import type { AlarmLogPort } from './alarm-service.ts'
import type { OperatorsFile } from './operators.ts'

/** For a wall that keeps nothing. */
export const noAlarmLog: AlarmLogPort = {
  past: Promise.resolve({ entries: [], notices: [] }),
  append: async () => ok(undefined),
  verify: async () => ({ files: 0, entries: 0, problems: [] }),
  read: async () => ({ text: '', isCut: false }),
  dispose: async () => undefined,
}

export const noOperatorsFile: OperatorsFile = { content: {}, report: () => [], write: () => undefined }
