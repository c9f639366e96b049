/** One event's text, as it stands in its source. */
export interface RawRecord {
  /** Without its line break. Undefined where it is longer than any event can be. */
  readonly text: string | undefined
  /** Of its first line, from 1. */
  readonly line: number
  /** Bytes of the source up to its end, its line break included. */
  readonly endBytes: number
}

export interface SplitterOptions {
  /** A line break within quotes belongs to a cell. */
  readonly quoted: boolean
  readonly maxBytes: number
  /** Where the source is taken up. */
  readonly fromBytes: number
  readonly fromLine: number
}

const lineFeed = 0x0a
const quote = 0x22
const byteOrderMark = '\uFEFF'

/** Cuts bytes into records, whatever pieces they come in. */
export class RecordSplitter {
  readonly #options: SplitterOptions
  #pieces: Buffer[] = []
  #pieceBytes = 0
  #isInQuotes = false
  #isTooLong = false
  #offsetBytes: number
  /** Of the next record. */
  #line: number
  /** Line breaks within the record that is being read. */
  #innerLines = 0

  constructor(options: SplitterOptions) {
    this.#options = options
    this.#offsetBytes = options.fromBytes
    this.#line = options.fromLine
  }

  /** Of the next record that begins. */
  get line(): number {
    return this.#line
  }

  push(chunk: Buffer): RawRecord[] {
    const records: RawRecord[] = []
    for (let from = 0; from < chunk.length; ) {
      const at = chunk.indexOf(lineFeed, from)
      const to = at === -1 ? chunk.length : at + 1
      this.#take(chunk.subarray(from, to))
      if (at !== -1 && this.#isInQuotes) this.#innerLines += 1
      else if (at !== -1) records.push(this.#end())
      from = to
    }
    return records
  }

  /** What stands after the last line break. */
  flush(): RawRecord[] {
    return this.#pieceBytes === 0 && !this.#isTooLong ? [] : [this.#end()]
  }

  #take(piece: Buffer): void {
    this.#offsetBytes += piece.length
    if (this.#options.quoted) {
      for (let at = piece.indexOf(quote); at !== -1; at = piece.indexOf(quote, at + 1))
        this.#isInQuotes = !this.#isInQuotes
    }
    this.#pieces.push(piece)
    this.#pieceBytes += piece.length
    if (this.#pieceBytes <= this.#options.maxBytes) return
    // A quote that nobody closes would swallow the rest: the next line break ends it.
    this.#isInQuotes = false
    this.#isTooLong = true
    this.#pieces = []
    this.#pieceBytes = 0
  }

  #end(): RawRecord {
    const whole = Buffer.concat(this.#pieces)
      .toString('utf8')
      .replace(/\r?\n$/, '')
    const text = this.#line === 1 && whole.startsWith(byteOrderMark) ? whole.slice(1) : whole
    const record = {
      text: this.#isTooLong ? undefined : text,
      line: this.#line,
      endBytes: this.#offsetBytes,
    }
    this.#line += this.#innerLines + 1
    this.#pieces = []
    this.#pieceBytes = 0
    this.#innerLines = 0
    this.#isInQuotes = false
    this.#isTooLong = false
    return record
  }
}
