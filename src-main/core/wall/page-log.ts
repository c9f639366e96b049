import type { Logger, LogLevel } from '../log/logger.ts'
import type { Clock } from '../time.ts'
import { TokenBucket } from '../token-bucket.ts'
import { PAGE_LINES_BURST, PAGE_LINES_PER_SECOND } from './defaults.ts'

export interface PageLine {
  readonly level: LogLevel
  readonly area: string
  readonly message: string
}

/** Lines of a page in main's log, as `page.<area>`. A page that floods the log is cut off, and the log says so. */
export function createPageLog(logger: Logger, clock: Clock): (line: PageLine) => void {
  const bucket = new TokenBucket(PAGE_LINES_PER_SECOND, PAGE_LINES_BURST, clock.monotonicMs())
  let dropped = 0
  return ({ level, area, message }) => {
    if (bucket.take(clock.monotonicMs()) > 0) {
      dropped += 1
      return
    }
    if (dropped > 0) logger.area('page').warn('Lines of the page were dropped: too many.', { dropped })
    dropped = 0
    logger.area(`page.${area}`).log(level, message)
  }
}
