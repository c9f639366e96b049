import { createLogger, type Logger } from '#main/core/log/logger.ts'
import { Redactor } from '#main/core/log/redactor.ts'
import { systemClock } from '#main/core/time.ts'

/** A logger whose lines a test reads. */
export function memoryLog(redactor = new Redactor()): {
  logger: Logger
  lines: string[]
  redactor: Redactor
} {
  const lines: string[] = []
  const sink = { write: (line: string) => void lines.push(line) }
  return { logger: createLogger({ sink, redactor, clock: systemClock, level: 'debug' }), lines, redactor }
}
