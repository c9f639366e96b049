import { appendFileSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

/** A wall runs for months: its log must not fill the disk. One older file is kept. */
const largestFileBytes = 10 * 1024 * 1024
const keptTailChars = 4_000

/** What a child prints, kept in a file of limited size, with its end at hand for a report. */
export class ChildLog {
  #bytes = 0
  #tail = ''

  /** @param {string} file */
  constructor(file) {
    this.file = file
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    this.#setAside()
  }

  /** @param {string} text */
  write(text) {
    this.#tail = (this.#tail + text).slice(-keptTailChars)
    this.#bytes += Buffer.byteLength(text)
    try {
      if (this.#bytes > largestFileBytes) this.#setAside()
      appendFileSync(this.file, text, { mode: 0o600 })
    } catch {
      // A full disk must not take a running wall down.
    }
  }

  /** @returns {string} the last things said */
  get tail() {
    return this.#tail
  }

  #setAside() {
    this.#bytes = 0
    try {
      renameSync(this.file, `${this.file}.previous`)
    } catch {
      rmSync(this.file, { force: true })
    }
  }
}
