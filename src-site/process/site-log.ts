import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
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

interface LogFileOptions {
  readonly path: string
  readonly maxFileBytes: number
  /** `site.log`, `site.log.1`, … up to one less than this. */
  readonly keptFiles: number
}

/** A log that cannot fill a disk, and that cannot stop the site when the disk is full: lines are lost then. */
export class LogFile {
  readonly #options: LogFileOptions
  #file: number | undefined
  #bytes = 0

  constructor(options: LogFileOptions) {
    this.#options = options
    this.#open()
  }

  write(line: string): void {
    if (this.#bytes > this.#options.maxFileBytes) this.#turnOver()
    if (this.#file === undefined) this.#open()
    if (this.#file === undefined) return
    try {
      this.#bytes += writeSync(this.#file, line)
    } catch {
      // There is no place left to report it.
    }
  }

  dispose(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #open(): void {
    try {
      mkdirSync(dirname(this.#options.path), { recursive: true, mode: 0o700 })
      this.#file = openSync(this.#options.path, 'a', 0o600)
      this.#bytes = fstatSync(this.#file).size
    } catch {
      this.#file = undefined
    }
  }

  #turnOver(): void {
    const { path, keptFiles } = this.#options
    this.dispose()
    try {
      for (let age = keptFiles - 1; age > 0; age--) {
        renameIfThere(age === 1 ? path : `${path}.${age - 1}`, `${path}.${age}`)
      }
    } finally {
      this.#open()
    }
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch {
    // Not there yet, or not movable: the file then goes on growing until it is.
  }
}
