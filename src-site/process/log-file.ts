import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

export interface LogFileOptions {
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
    try {
      mkdirSync(dirname(options.path), { recursive: true, mode: 0o700 })
    } catch {
      // Told by the first write, in the way that every failure is: by silence.
    }
    this.#open()
  }

  write(line: string): void {
    if (this.#bytes > this.#options.maxFileBytes) this.#turnOver()
    if (this.#file === undefined) this.#open()
    if (this.#file === undefined) return
    try {
      this.#bytes += writeSync(this.#file, line)
    } catch {
      // Nowhere is left to say it.
    }
  }

  dispose(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #open(): void {
    try {
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
