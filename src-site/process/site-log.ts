import { type Logger, pino } from 'pino'
import { siteDefaults } from '../defaults.ts'
import { secretRedactor } from '../media/secret-redaction.ts'

const apiKeyShape = new RegExp(`${siteDefaults.accounts.apiKeyPrefix}[\\w-]+`, 'g')
const redacted = '[redacted]'

/**
 * A log in which no secret can stand: neither these by value, nor an API key or a token by its shape.
 * A level that does not exist is `info`.
 */
export function createSiteLog(
  sink: { write(line: string): void },
  secrets: readonly string[],
  wantedLevel?: string,
): Logger {
  const level = wantedLevel !== undefined && wantedLevel in pino.levels.values ? wantedLevel : 'info'
  const redactValues = secretRedactor(secrets)
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['password', '*.password', 'key', '*.key', 'token', '*.token', '*.authorization'],
        censor: redacted,
      },
      hooks: { streamWrite: (line) => redactValues(line).replace(apiKeyShape, redacted) },
    },
    sink,
  )
}
