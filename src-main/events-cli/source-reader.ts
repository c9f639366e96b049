import { fail, type Result } from '#contract/result.ts'
import { ZoneClock } from '#contract/time/zone-clock.ts'
import type { OutboxEvent, SourcePosition } from '../core/events/outbox/event-outbox.ts'
import type { Source } from './arguments.ts'
import { cliDefaults } from './defaults.ts'
import { CommandFailure, exitCodes } from './exit-codes.ts'
import { type FilePosition, hashText, newHash, readPosition } from './records/file-position.ts'
import { FileSource, type SourceChunk, streamChunks } from './records/file-source.ts'
import { cellsOf } from '../core/records/csv.ts'
import { type RawRecord, RecordSplitter, type SplitterOptions } from '../core/records/record-splitter.ts'
import { type EventRules, memberNames } from './records/event-of.ts'
import { named, Occurrences, type SourceEvent } from './records/identity.ts'
import { formatOf, headerNames, readRecord, type SourceFormat } from './records/source-format.ts'
import type { Refusals } from './refusals.ts'

/** Events that belong together: with them the source has been read up to the position. */
export interface ReadEvents {
  readonly events: readonly OutboxEvent[]
  /** Where each of the events stands. */
  readonly records: readonly RawRecord[]
  readonly position: SourcePosition | undefined
}

const nothing: ReadEvents = { events: [], records: [], position: undefined }

export interface SourceReaderOptions {
  readonly source: Source
  readonly rules: Omit<EventRules, 'writing' | 'isStrict'>
  readonly refusals: Refusals
  readonly printLine: (line: string) => void
  readonly signal: AbortSignal
}

/** Reads a source from where it was left: bytes become records, records events or refusals. */
export class SourceReader {
  readonly #options: SourceReaderOptions
  readonly #file: FileSource | undefined
  readonly #rulesHash: string
  #format: SourceFormat | undefined
  #splitter: RecordSplitter | undefined
  readonly #occurrences = new Occurrences()
  /** Of what has been read of the file. */
  #hash = newHash()
  #hashedBytes = 0
  #position: FilePosition | undefined
  #left: string | undefined
  readonly #zone: ZoneClock | undefined
  #shownTwice = 0
  #linesRead = 0
  #bytesRead = 0

  private constructor(options: SourceReaderOptions, file: FileSource | undefined) {
    const { source, rules } = options
    this.#options = options
    this.#file = file
    const { camera, tag, offset, delimiter, format, decimal = [], encoding = [], zone = [] } = source
    this.#zone = source.zone === undefined ? undefined : new ZoneClock(source.zone)
    // Options that are not given must not change the hash: positions of files are kept under it.
    const settings = [[...source.map], camera, tag, offset, delimiter, format, rules.orgId].concat(
      decimal,
      encoding,
      zone,
    )
    this.#rulesHash = hashText(newHash().update(JSON.stringify(settings)))
  }

  /** Throws what Node throws. */
  static async open(
    options: SourceReaderOptions,
    positionOf: (source: string) => Promise<string | undefined>,
  ): Promise<SourceReader> {
    const { file: path, fromStart } = options.source
    if (path === '-') return new SourceReader(options, undefined)
    const file = await FileSource.open(path)
    const reader = new SourceReader(options, file)
    try {
      const kept = fromStart ? undefined : readPosition(await positionOf(path))
      if (kept !== undefined && (await reader.#isOf(file, kept))) await reader.#resume(file, kept)
      return reader
    } catch (error) {
      await reader.close()
      throw error
    }
  }

  get linesRead(): number {
    return this.#linesRead
  }

  /** A sentence where the last line was not taken, because it may be half of one. */
  get left(): string | undefined {
    return this.#left
  }

  /** A sentence where times could have been one of two. */
  get shownTwice(): string | undefined {
    if (this.#shownTwice === 0) return undefined
    const { zone } = this.#options.source
    return `Lines with a time that the clock of ${zone} shows twice, as it is set back: ${this.#shownTwice}. The first of the two was taken; an offset in the line says which.`
  }

  /** Where it goes on, if not at the first line. */
  get resumedAtLine(): number | undefined {
    return this.#position?.line
  }

  /** Of a file. */
  async share(): Promise<number | undefined> {
    const size = await this.#file?.sizeBytes()
    return size === undefined ? undefined : size === 0 ? 1 : this.#bytesRead / size
  }

  async *read(): AsyncGenerator<ReadEvents> {
    const { source, signal } = this.#options
    for await (const chunk of this.#chunks()) {
      if (chunk === 'new-file') {
        yield await this.#eventsOf(this.#splitter?.flush() ?? [])
        this.#beginAnew()
        continue
      }
      this.#addToHash(chunk)
      this.#splitter ??= this.#splitterFor(chunk)
      yield await this.#eventsOf(this.#splitter.push(chunk))
    }
    // A file that is followed, or was left in the middle, may end within a line.
    if (source.follow || signal.aborted || this.#splitter === undefined) return
    const torn = this.#splitter.tearOpen()
    this.#left = this.#openQuoteOf(torn)
    if (this.#left !== undefined) return
    yield await this.#eventsOf(torn)
    yield await this.#endOf(this.#splitter.flush())
  }

  async close(): Promise<void> {
    this.#occurrences.close()
    await this.#file?.close()
  }

  #chunks(): AsyncGenerator<SourceChunk> {
    const { source, signal } = this.#options
    return this.#file === undefined
      ? streamChunks(process.stdin, signal)
      : this.#file.chunks(this.#position?.bytes ?? 0, source.follow, signal)
  }

  /** Whether a file is the one that the position is of, and what was read of it is as it was. */
  async #isOf(file: FileSource, { bytes, head, rules }: FilePosition): Promise<boolean> {
    if (rules !== this.#rulesHash || (await file.sizeBytes()) < Math.max(bytes, head.bytes)) return false
    const hash = newHash()
    for await (const piece of file.beginning(head.bytes, this.#options.signal)) hash.update(piece)
    return hashText(hash) === head.hash
  }

  /** What was read before is read again to count it: an equal event after the position is one more. */
  async #resume(file: FileSource, position: FilePosition): Promise<void> {
    const csv = position.format.kind === 'csv' ? position.format : undefined
    this.#position = position
    this.#format = position.format
    const before = this.#splitterAt(csv, 0, 1)
    for await (const piece of file.beginning(position.bytes, this.#options.signal)) {
      this.#addToHash(piece)
      this.#count(before.push(piece))
    }
    this.#count(before.flush())
    this.#bytesRead = position.bytes
    this.#splitter = this.#splitterAt(csv, position.bytes, position.line)
  }

  #count(records: readonly RawRecord[]): void {
    for (const record of records) {
      const event = this.#understand(record, this.#format)
      if (event.ok && event.value.id === undefined) this.#occurrences.next(event.value.content)
    }
  }

  #addToHash(piece: Buffer): void {
    if (this.#file === undefined) return
    this.#hash.update(piece)
    this.#hashedBytes += piece.length
  }

  #beginAnew(): void {
    this.#format = undefined
    this.#splitter = undefined
    this.#occurrences.clear()
    this.#hash = newHash()
    this.#hashedBytes = 0
    this.#bytesRead = 0
    this.#options.printLine('The file was replaced by another one; reading that from its beginning.')
  }

  #splitterFor(first: Buffer): RecordSplitter {
    const { format, delimiter } = this.#options.source
    if (first.toString('latin1', 0, 2) === '\x1F\x8B')
      throw unreadable('It is compressed: zcat FILE | npm run -s events -- insert -')
    if (/^(?:\xFF\xFE|\xFE\xFF)/.test(first.toString('latin1', 0, 2)))
      throw unreadable('It is UTF-16. Save it as UTF-8 (in a spreadsheet: CSV UTF-8) and insert that.')
    const isCsv =
      format === 'csv' || (format === undefined && !/^\uFEFF?\s*\{/.test(first.toString('utf8', 0, 64)))
    return this.#splitterAt(isCsv ? { delimiter } : undefined, 0, 1)
  }

  #splitterAt(csv: SplitterOptions['csv'], fromBytes: number, fromLine: number): RecordSplitter {
    const { encoding } = this.#options.source
    return new RecordSplitter({ csv, encoding, maxBytes: cliDefaults.maxLineBytes, fromBytes, fromLine })
  }

  async #eventsOf(records: readonly RawRecord[], isEnded = true): Promise<ReadEvents> {
    const read = records.flatMap((record) => {
      const event = this.#eventOf(record)
      return event === undefined ? [] : [{ event, record }]
    })
    const last = records.at(-1)
    if (last !== undefined) this.#bytesRead = last.endBytes
    return {
      events: read.map(({ event }) => event),
      records: read.map(({ record }) => record),
      position: last === undefined ? undefined : this.#positionAt(last.endBytes, isEnded),
    }
  }

  #eventOf(record: RawRecord): OutboxEvent | undefined {
    const { text, line, isUndecodable } = record
    if (isUndecodable && this.#format === undefined)
      throw unreadable(`The first line is ${this.#notInEncoding}`)
    if (text?.trim() === '' || (text !== undefined && this.#isHeader(text))) return undefined
    this.#linesRead += 1
    const event = this.#understand(record, this.#format)
    if (event.ok && event.value.isShownTwice) this.#shownTwice += 1
    if (event.ok) return named(event.value, this.#occurrences)
    this.#options.refusals.add(line, event.error, text)
    return undefined
  }

  /** The first record shows how the source is written. */
  #isHeader(text: string): boolean {
    if (this.#format !== undefined) return false
    const { format, isHeader } = this.#formatOf(text)
    this.#format = format
    if (isHeader) this.#reportUnused(format)
    return isHeader
  }

  #formatOf(text: string) {
    const read = formatOf(text, this.#options.source, headerNames(this.#options.rules))
    if (read.isHeader && /\r(?!\n)/.test(text))
      throw unreadable(
        `Its lines end as those of old Macs: tr '\\r' '\\n' < FILE | npm run -s events -- insert -`,
      )
    const { format, isHeader } = read
    const hasNumber = /^\d+$/.test(this.#options.rules.map.get('timestamp') ?? '')
    if (format.kind === 'csv' && !isHeader && !hasNumber)
      throw unreadable(
        `Its first line names no timestamp: ${cellsOf(text, format.delimiter)?.join(', ')}. Name it with --map timestamp=COLUMN, or by its number.`,
      )
    return read
  }

  get #notInEncoding(): string {
    const { encoding } = this.#options.source
    if (encoding !== undefined) return `not ${encoding}: name another --encoding.`
    return 'not UTF-8. Where a program of Windows has written it, --encoding windows-1252 reads it.'
  }

  #understand(
    { text, isUndecodable }: RawRecord,
    format: SourceFormat | undefined,
  ): Result<SourceEvent, string> {
    if (isUndecodable) return fail(`It is ${this.#notInEncoding}`)
    if (text === undefined || format === undefined)
      return fail(`It is longer than ${cliDefaults.maxLineBytes / 1_024} kB.`)
    const { rules, source } = this.#options
    const { decimal, offset } = source
    // Where the map names the id alone, it says nothing of fields: unknown members stay errors.
    const isStrict = format.kind === 'jsonl' && [...source.map.keys()].every((meant) => meant === 'id')
    return readRecord(text, format, {
      ...rules,
      writing: { isText: format.kind === 'csv', decimal, offset, zone: this.#zone },
      isStrict,
    })
  }

  /**
   * Where its lines are no events by themselves, a cell in quotes may still be written; else the quote was no
   * beginning of one.
   */
  #openQuoteOf([first, ...behind]: readonly RawRecord[]): string | undefined {
    if (this.#file === undefined || first === undefined) return undefined
    if (behind.some((record) => this.#understand(record, this.#format).ok)) return undefined
    return `Line ${first.line} has a quote that is not closed yet, and was left for the next run.`
  }

  /** What stands after the last line break. In a file it may be half of a line: the rest is still to be written. */
  async #endOf([record]: readonly RawRecord[]): Promise<ReadEvents> {
    if (record === undefined) return nothing
    const doubt = this.#doubtOf(record)
    if (doubt === undefined) return this.#eventsOf([record], false)
    this.#left = `Line ${record.line} has no line break yet, and was left for the next run.${doubt}`
    return nothing
  }

  /** Undefined: it is a whole record, or nothing more can come. A half of CSV may look like a whole one. */
  #doubtOf(record: RawRecord): string | undefined {
    const { text } = record
    if (this.#file === undefined || text === undefined || text.trim() === '') return undefined
    const { format, isHeader } =
      this.#format === undefined ? this.#formatOf(text) : { format: this.#format, isHeader: false }
    if (isHeader || (format.kind === 'csv' && this.#position !== undefined)) return ''
    const event = this.#understand(record, format)
    return event.ok ? undefined : ` ${event.error}`
  }

  #reportUnused(format: SourceFormat): void {
    if (format.kind !== 'csv') return
    const { rules, printLine } = this.#options
    const fields = rules.catalogue.tags.flatMap((tag) => tag.fields.map(({ name }) => name))
    const used = new Set([...Object.values(memberNames).flat(), ...fields, ...rules.map.values()])
    const unused = format.columns.filter((column) => !used.has(column))
    if (unused.length > 0) printLine(`Columns that are not used: ${unused.join(', ')}.`)
  }

  #positionAt(bytes: number, isEnded: boolean): SourcePosition | undefined {
    if (this.#file === undefined || this.#format === undefined || this.#splitter === undefined)
      return undefined
    const position: FilePosition = {
      bytes,
      // What is without its line break is still the line that the next run goes on with.
      line: this.#splitter.line - (isEnded ? 0 : 1),
      format: this.#format,
      head: { bytes: this.#hashedBytes, hash: hashText(this.#hash) },
      rules: this.#rulesHash,
    }
    return { source: this.#file.path, mark: JSON.stringify(position) }
  }
}

function unreadable(sentence: string): CommandFailure {
  return new CommandFailure(sentence, exitCodes.usage)
}
