import { TextDecoder } from 'node:util'
import { delimiterOf, usualDelimiters } from './csv.ts'

/** One event's text, as it stands in its source. */
export interface RawRecord {
  /** Without its line break. Undefined where it is longer than any event can be, or its bytes are no text. */
  readonly text: string | undefined
  /** Not in the encoding of the source. */
  readonly isUndecodable?: true
  /** Of its first line, from 1. */
  readonly line: number
  /** Bytes of the source up to its end, its line break included. */
  readonly endBytes: number
}

export interface SplitterOptions {
  /** Of CSV, where a line break within a quoted cell belongs to it. Without a delimiter the first record shows it. */
  readonly csv: { readonly delimiter: string | undefined } | undefined
  readonly maxBytes: number
  /** UTF-8 when left out. Only one whose line breaks and quotes are the bytes of ASCII. */
  readonly encoding?: string | undefined
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
  readonly #decoder: TextDecoder
  #pieces: Buffer[] = []
  #pieceBytes = 0
  /** Last bytes of what parts the cells. */
  #delimiters: ReadonlySet<number>
  #isInQuotes = false
  /** Where the last quoted cell has ended, unless that quote is the first one of two. */
  #closedAtBytes = -1
  /** Of the record; undefined at its beginning. */
  #lastByte: number | undefined
  #isTooLong = false
  /** The record that shows the delimiter is still to come. */
  #isFirst: boolean
  #offsetBytes: number
  /** Of the next record. */
  #line: number
  /** Line breaks within the record that is being read. */
  #innerLines = 0

  constructor(options: SplitterOptions) {
    this.#options = options
    this.#decoder = new TextDecoder(options.encoding, { fatal: true, ignoreBOM: true })
    const { delimiter } = options.csv ?? {}
    this.#delimiters = lastBytes(delimiter === undefined ? usualDelimiters : [delimiter])
    this.#isFirst = delimiter === undefined
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
      // More than an argument list takes may come of it.
      if (this.#pieceBytes > this.#options.maxBytes) for (const torn of this.#tear()) records.push(torn)
      if (at !== -1 && this.#isInQuotes) this.#innerLines += 1
      else if (at !== -1) records.push(this.#end())
      from = to
    }
    return records
  }

  /** The lines behind a quote that nobody has closed so far, its own before them. */
  tearOpen(): RawRecord[] {
    return this.#isInQuotes ? this.#tear() : []
  }

  /** What stands after the last line break. */
  flush(): RawRecord[] {
    const torn = this.tearOpen()
    return this.#pieceBytes === 0 && !this.#isTooLong ? torn : [...torn, this.#end()]
  }

  /** A quote that nobody closes would swallow the rest: each of its lines is a record, and the last one goes on. */
  #tear(): RawRecord[] {
    const lines = this.#innerLines
    if (lines === 0) return []
    this.#innerLines = 0
    const held = Buffer.concat(this.#pieces)
    this.#offsetBytes -= held.length
    const records: RawRecord[] = []
    let from = 0
    while (records.length < lines) {
      const to = held.indexOf(lineFeed, from) + 1
      this.#pieces = [held.subarray(from, to)]
      this.#offsetBytes += to - from
      records.push(this.#end())
      from = to
    }
    this.#take(held.subarray(from))
    return records
  }

  #take(piece: Buffer): void {
    if (this.#options.csv !== undefined && !this.#isTooLong) {
      for (let at = piece.indexOf(quote); at !== -1; at = piece.indexOf(quote, at + 1))
        this.#takeQuote(piece, at)
    }
    this.#offsetBytes += piece.length
    this.#lastByte = piece.at(-1)
    this.#pieces.push(piece)
    this.#pieceBytes += piece.length
    if (this.#pieceBytes <= this.#options.maxBytes || this.#innerLines > 0) return
    // The next line break ends it.
    this.#isInQuotes = false
    this.#isTooLong = true
    this.#pieces = []
    this.#pieceBytes = 0
  }

  /** A quote means something at the beginning of a cell, and within one that began so. */
  #takeQuote(piece: Buffer, at: number): void {
    const atBytes = this.#offsetBytes + at
    if (this.#isInQuotes) {
      this.#isInQuotes = false
      this.#closedAtBytes = atBytes
      return
    }
    const before = at === 0 ? this.#lastByte : piece[at - 1]
    this.#isInQuotes =
      this.#closedAtBytes === atBytes - 1 ||
      before === undefined ||
      this.#delimiters.has(before) ||
      this.#isByteOrderMark(piece.subarray(0, at))
  }

  #isByteOrderMark(piece: Buffer): boolean {
    if (this.#line !== 1 || this.#pieceBytes + piece.length !== 3) return false
    return Buffer.concat([...this.#pieces, piece]).toString('utf8') === byteOrderMark
  }

  #end(): RawRecord {
    const text = this.#isTooLong ? undefined : this.#decoded()
    if (this.#isFirst && text !== undefined && text.trim() !== '') {
      this.#isFirst = false
      this.#delimiters = lastBytes([delimiterOf(text)])
    }
    const record = {
      text,
      ...(text === undefined && !this.#isTooLong ? { isUndecodable: true as const } : {}),
      line: this.#line,
      endBytes: this.#offsetBytes,
    }
    this.#line += this.#innerLines + 1
    this.#pieces = []
    this.#pieceBytes = 0
    this.#innerLines = 0
    this.#isInQuotes = false
    this.#closedAtBytes = -1
    this.#lastByte = undefined
    this.#isTooLong = false
    return record
  }

  #decoded(): string | undefined {
    try {
      const whole = this.#decoder.decode(Buffer.concat(this.#pieces)).replace(/\r?\n$/, '')
      return this.#line === 1 && whole.startsWith(byteOrderMark) ? whole.slice(1) : whole
    } catch {
      return undefined
    }
  }
}

function lastBytes(delimiters: readonly string[]): ReadonlySet<number> {
  return new Set(delimiters.flatMap((delimiter) => Buffer.from(delimiter).at(-1) ?? []))
}
