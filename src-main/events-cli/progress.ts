import { cliDefaults } from './defaults.ts'

export interface ProgressState {
  /** 0 to 1, where the end is known. */
  readonly share: number | undefined
  readonly lines: number
  readonly refused: number
  readonly waiting: number
  readonly waitsFor: string | undefined
}

const barWidth = 24

/** How far it is: one line that changes on a terminal, one now and then elsewhere. */
export class Progress {
  readonly #out: NodeJS.WriteStream
  readonly #read: () => ProgressState
  readonly #timer: NodeJS.Timeout
  #last = ''

  constructor(out: NodeJS.WriteStream, read: () => ProgressState) {
    const { progressEveryMs, logProgressEveryMs } = cliDefaults
    this.#out = out
    this.#read = read
    this.#timer = setInterval(() => this.#show(), out.isTTY ? progressEveryMs : logProgressEveryMs)
  }

  dispose(): void {
    clearInterval(this.#timer)
    if (this.#out.isTTY && this.#last !== '') this.#out.write('\r\x1b[K')
  }

  #show(): void {
    const line = lineOf(this.#read())
    if (line === this.#last) return
    this.#last = line
    this.#out.write(this.#out.isTTY ? `\r\x1b[K${line.slice(0, (this.#out.columns || 80) - 1)}` : `${line}\n`)
  }
}

export function lineOf({ share, lines, refused, waiting, waitsFor }: ProgressState): string {
  const parts = [
    ...(share === undefined ? [] : [`${bar(share)} ${Math.floor(share * 100)} %`]),
    `${lines} lines`,
    ...(refused === 0 ? [] : [`${refused} refused`]),
    `${waiting} to be sent`,
    ...(waitsFor === undefined ? [] : [waitsFor]),
  ]
  return parts.join(' · ')
}

function bar(share: number): string {
  const full = Math.round(Math.min(1, share) * barWidth)
  return '█'.repeat(full) + '░'.repeat(barWidth - full)
}
