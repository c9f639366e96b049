import { stackOf } from '#contract/thrown.ts'
import type { AreaLog } from './log/logger.ts'

/** Where exceptions end: they are bugs, and the log has what is needed to find them. Redacted like every line. */
export function createBugSink(log: AreaLog) {
  return (error: unknown, where: string): void => {
    log.error('Unexpected fault.', { where, stack: stackOf(error) })
  }
}
