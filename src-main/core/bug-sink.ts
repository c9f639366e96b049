import { stackOf } from '#contract/thrown.ts'
import type { AreaLog } from './log/logger.ts'

export type BugSink = (error: unknown, where: string) => void

/** Where exceptions end: they are bugs, and the log has what is needed to find them. Redacted like every line. */
export function createBugSink(log: AreaLog): BugSink {
  return (error, where) => {
    log.error('Unexpected fault.', { where, stack: stackOf(error) })
  }
}
