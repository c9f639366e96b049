import type { AreaLog } from './log/logger.ts'

export type BugSink = (error: unknown, where: string) => void

/** Where exceptions end: they are bugs, and the log has what is needed to find them. Redacted like every line. */
export function createBugSink(log: AreaLog): BugSink {
  return (error, where) => {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    log.error('Unexpected fault.', { where, stack })
  }
}
