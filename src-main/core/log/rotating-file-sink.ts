import { appendFileSync, readFileSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { LOG_FILE_MAX_BYTES, LOG_FILES_KEPT } from './defaults.ts'
import type { LogSinkPort } from './logger.ts'
import { makeFolder } from '../make-folder.ts'

export interface RotatingFileSinkOptions {
  /** Absolute. Older files get `.1`, `.2` … appended. */
  readonly path: string
  readonly maxBytes?: number
}

/**
 * Appends lines to a file of bounded size. Written at once and synchronously: the lines that matter are those
 * before a crash, and by the rubric of `Logger` there are few.
 */
export class RotatingFileSink implements LogSinkPort {
  readonly #path: string
  readonly #maxBytes: number
  #sizeBytes: number
  #lostLines = 0

  constructor({ path, maxBytes = LOG_FILE_MAX_BYTES }: RotatingFileSinkOptions) {
    this.#path = path
    this.#maxBytes = maxBytes
    this.#sizeBytes = sizeOf(path)
  }

  /** Never throws: lines that could not be written are counted, and the count is written when it works again. */
  write(line: string): void {
    const note =
      this.#lostLines === 0
        ? ''
        : `${JSON.stringify({ level: 'warn', area: 'log', lostLines: this.#lostLines })}\n`
    const text = `${note}${line}\n`
    const bytes = Buffer.byteLength(text)
    try {
      if (this.#sizeBytes > 0 && this.#sizeBytes + bytes > this.#maxBytes) this.#rotate()
      if (this.#sizeBytes === 0) makeFolder(dirname(this.#path))
      appendFileSync(this.#path, text, { mode: 0o600 })
      this.#sizeBytes += bytes
      this.#lostLines = 0
    } catch {
      this.#lostLines += 1
      // Somebody may have removed or moved it.
      this.#sizeBytes = sizeOf(this.#path)
    }
  }

  /** The newest whole lines of at most so many bytes, oldest first; none that cannot be read. */
  tail(maxBytes: number): readonly string[] {
    const lines = [`${this.#path}.1`, this.#path].flatMap((path) => textOf(path).split('\n')).filter(Boolean)
    let size = 0
    const from = lines.findLastIndex((line) => (size += Buffer.byteLength(line) + 1) > maxBytes)
    return lines.slice(from + 1)
  }

  #rotate(): void {
    for (let age = LOG_FILES_KEPT - 1; age >= 1; age -= 1) {
      const from = age === 1 ? this.#path : `${this.#path}.${age - 1}`
      if (sizeOf(from) > 0) renameSync(from, `${this.#path}.${age}`)
    }
    this.#sizeBytes = 0
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}
