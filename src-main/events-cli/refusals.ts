import { writeFileSync } from 'node:fs'
import { codeOf, messageOf } from '#contract/thrown.ts'
import { cliDefaults } from './defaults.ts'
import { CommandFailure, exitCodes } from './exit-codes.ts'

/** Lines that are no events: counted, the first ones shown, all of them in a file if one was named. */
export class Refusals {
  readonly #file: string | undefined
  readonly #shown: string[] = []
  #waiting: string[] = []
  #count = 0
  #conflicts = 0

  constructor(file: string | undefined) {
    this.#file = file
  }

  /** What was written of an earlier run goes, unless the input is gone on with. Throws `CommandFailure`, as `flush`. */
  begin(isContinued: boolean): void {
    this.#write('', isContinued ? 'a' : 'w')
  }

  /** Conflicts not included. */
  get count(): number {
    return this.#count - this.#conflicts
  }

  get conflicts(): number {
    return this.#conflicts
  }

  /** An event whose id is known with other content. */
  addConflict(line: number, text: string | undefined): void {
    this.#conflicts += 1
    this.add(line, 'An event with this id is known, with other content.', text)
  }

  add(line: number, reason: string, text: string | undefined): void {
    this.#count += 1
    if (this.#shown.length < cliDefaults.shownRefusals) this.#shown.push(`  line ${line}: ${reason}`)
    if (this.#file !== undefined) this.#waiting.push(`${JSON.stringify({ line, reason, text })}\n`)
  }

  /** To the file what has come since the last time. */
  flush(): void {
    if (this.#file === undefined || this.#waiting.length === 0) return
    this.#write(this.#waiting.join(''), 'a')
    this.#waiting = []
  }

  #write(lines: string, flag: 'a' | 'w'): void {
    if (this.#file === undefined) return
    try {
      writeFileSync(this.#file, lines, { flag })
    } catch (error) {
      const isFull = codeOf(error) === 'ENOSPC'
      throw new CommandFailure(
        `${this.#file} cannot be written: ${messageOf(error)}`,
        isFull ? exitCodes.diskFull : exitCodes.usage,
      )
    }
  }

  /** Lines for a person. */
  summary(): readonly string[] {
    if (this.#count === 0) return []
    const more = this.#count - this.#shown.length
    return [
      `${this.#count} ${this.#count === 1 ? 'line was' : 'lines were'} refused:`,
      ...this.#shown,
      ...(more === 0 ? [] : [`  and ${more} more`]),
      ...(this.#file === undefined ? [] : [`All of them are in ${this.#file}.`]),
    ]
  }
}
