import type { Clock } from '../time.ts'
import { LOG_LINE_MAX_CHARS } from './defaults.ts'
import type { Redactor } from './redactor.ts'

/**
 * `error`: the operator sees it. `warn`: something failed and was recovered from. `info`: one line per step of
 * a life cycle, at most about one a second. `debug`: the rest.
 */
export type LogLevel = (typeof levels)[number]
const levels = ['debug', 'info', 'warn', 'error'] as const

/** A level that does not exist is `info`. */
export function logLevelOf(wanted: string | undefined): LogLevel {
  return levels.find((level) => level === wanted) ?? 'info'
}

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

/** One line without its line feed. Must not throw: a full disk must not stop a wall. */
export interface LogSinkPort {
  write(line: string): void
}

/** The log of one area. */
export interface AreaLog {
  log(level: LogLevel, message: string, fields?: LogFields): void
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

export interface Logger {
  area(name: string): AreaLog
}

export interface LoggerOptions {
  readonly sink: LogSinkPort
  readonly redactor: Redactor
  readonly clock: Clock
  /** Lines below it are not written. */
  readonly level: LogLevel
}

/** JSON lines: `at`, `level`, `area`, `message`, then the fields. Redacted as a whole, after serialisation. */
export function createLogger({ sink, redactor, clock, level: threshold }: LoggerOptions): Logger {
  function write(level: LogLevel, area: string, message: string, fields?: LogFields): void {
    if (levels.indexOf(level) < levels.indexOf(threshold)) return
    const at = new Date(clock.wallMs()).toISOString()
    // Redacted before it is cut: half a secret would not be recognised.
    const whole = redactor.redact(JSON.stringify({ at, level, area, message, ...fields }))
    sink.write(
      whole.length <= LOG_LINE_MAX_CHARS
        ? whole
        : JSON.stringify({ at, level, area, cut: whole.slice(0, LOG_LINE_MAX_CHARS) }),
    )
  }
  return {
    area(name) {
      const log: AreaLog['log'] = (level, message, fields) => write(level, name, message, fields)
      return {
        log,
        debug: (message, fields) => log('debug', message, fields),
        info: (message, fields) => log('info', message, fields),
        warn: (message, fields) => log('warn', message, fields),
        error: (message, fields) => log('error', message, fields),
      }
    },
  }
}
