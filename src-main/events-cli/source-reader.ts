import type { OutboxEvent, SourcePosition } from '../core/events/outbox/event-outbox.ts'
import type { Source } from './arguments.ts'
import { cliDefaults } from './defaults.ts'
import { type FilePosition, hashOf, isOf, readPosition } from './records/file-position.ts'
import { FileSource, type SourceChunk, streamChunks } from './records/file-source.ts'
import { type RawRecord, RecordSplitter, type SplitterOptions } from '../core/records/record-splitter.ts'
import { type EventRules, memberNames } from './records/event-of.ts'
import { formatOf, headerNames, readRecord, type SourceFormat, writingOf } from './records/source-format.ts'
import type { Refusals } from './refusals.ts'

/** Events that belong together: with them the source has been read up to the position. */
export interface ReadEvents {
  readonly events: readonly OutboxEvent[]
  readonly position: SourcePosition | undefined
}

export interface SourceReaderPorts {
  readonly source: Source
  readonly rules: Omit<EventRules, 'writing' | 'isStrict'>
  readonly refusals: Refusals
  readonly say: (line: string) => void
  readonly signal: AbortSignal
}

/** Reads a source from where it was left: bytes become records, records events or refusals. */
export class SourceReader {
  readonly #ports: SourceReaderPorts
  readonly #file: FileSource | undefined
  readonly #rulesHash: string
  #format: SourceFormat | undefined
  #splitter: RecordSplitter | undefined
  #head: Buffer = Buffer.alloc(0)
  #position: FilePosition | undefined
  #linesRead = 0
  #bytesRead = 0

  private constructor(ports: SourceReaderPorts, file: FileSource | undefined) {
    const { source, rules } = ports
    this.#ports = ports
    this.#file = file
    const { camera, tag, offset, delimiter, format, decimal = [] } = source
    this.#rulesHash = hashOf(
      // What is not said must not change the hash under which a file's position was kept before.
      JSON.stringify([[...source.map], camera, tag, offset, delimiter, format, rules.orgId].concat(decimal)),
    )
  }

  /** Throws what Node throws. */
  static async open(
    ports: SourceReaderPorts,
    positionOf: (source: string) => Promise<string | undefined>,
  ): Promise<SourceReader> {
    const { file: path, fromStart } = ports.source
    if (path === '-') return new SourceReader(ports, undefined)
    const file = await FileSource.open(path)
    const reader = new SourceReader(ports, file)
    const kept = fromStart ? undefined : readPosition(await positionOf(path))
    const head = await file.head(cliDefaults.fingerprintBytes)
    if (kept !== undefined && isOf(kept, head, await file.sizeBytes(), reader.#rulesHash))
      reader.#resume(kept)
    return reader
  }

  get linesRead(): number {
    return this.#linesRead
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
    const { source, signal } = this.#ports
    for await (const chunk of this.#chunks()) {
      if (chunk === 'new-file') {
        yield await this.#eventsOf(this.#splitter?.flush() ?? [])
        this.#beginAnew()
        continue
      }
      this.#splitter ??= this.#splitterFor(chunk)
      yield await this.#eventsOf(this.#splitter.push(chunk))
    }
    // A file that is followed, or was left in the middle, may end within a line.
    if (!source.follow && !signal.aborted) yield await this.#eventsOf(this.#splitter?.flush() ?? [])
  }

  async close(): Promise<void> {
    await this.#file?.close()
  }

  #chunks(): AsyncGenerator<SourceChunk> {
    const { source, signal } = this.#ports
    return this.#file === undefined
      ? streamChunks(process.stdin, signal)
      : this.#file.chunks({ fromBytes: this.#position?.bytes ?? 0, follow: source.follow, signal })
  }

  #resume(position: FilePosition): void {
    this.#position = position
    this.#format = position.format
    this.#bytesRead = position.bytes
    this.#splitter = this.#splitterAt(
      position.format.kind === 'csv' ? position.format : undefined,
      position.bytes,
      position.line,
    )
  }

  #beginAnew(): void {
    this.#format = undefined
    this.#splitter = undefined
    this.#head = Buffer.alloc(0)
    this.#bytesRead = 0
    this.#ports.say('The file was replaced by another one; reading that from its beginning.')
  }

  #splitterFor(first: Buffer): RecordSplitter {
    const { format, delimiter } = this.#ports.source
    const isCsv =
      format === 'csv' || (format === undefined && !/^\uFEFF?\s*\{/.test(first.toString('utf8', 0, 64)))
    return this.#splitterAt(isCsv ? { delimiter } : undefined, 0, 1)
  }

  #splitterAt(csv: SplitterOptions['csv'], fromBytes: number, fromLine: number): RecordSplitter {
    return new RecordSplitter({ csv, maxBytes: cliDefaults.maxLineBytes, fromBytes, fromLine })
  }

  async #eventsOf(records: readonly RawRecord[]): Promise<ReadEvents> {
    const events = records.flatMap((record) => this.#eventOf(record) ?? [])
    const last = records.at(-1)
    if (last === undefined) return { events, position: undefined }
    this.#bytesRead = last.endBytes
    return { events, position: await this.#positionAt(last.endBytes) }
  }

  #eventOf({ text, line }: RawRecord): OutboxEvent | undefined {
    const { rules, refusals, source } = this.#ports
    if (text?.trim() === '') return undefined
    this.#linesRead += 1
    if (text === undefined) {
      refusals.add(line, `It is longer than ${cliDefaults.maxLineBytes / 1_024} kB.`, undefined)
      return undefined
    }
    if (this.#format === undefined) {
      const found = formatOf(text, source, headerNames(rules))
      this.#format = found.format
      if (found.isHeader) {
        this.#tellUnused(found.format)
        this.#linesRead -= 1
        return undefined
      }
    }
    const writing = writingOf(this.#format, source)
    const isStrict = this.#format.kind === 'jsonl' && source.map.size === 0
    const event = readRecord(text, line, this.#format, { ...rules, writing, isStrict })
    if (event.ok) return event.value
    refusals.add(line, event.error, text)
    return undefined
  }

  #tellUnused(format: SourceFormat): void {
    if (format.kind !== 'csv') return
    const { rules, say } = this.#ports
    const fields = rules.catalogue.tags.flatMap((tag) => tag.fields.map(({ name }) => name))
    const used = new Set([...Object.values(memberNames).flat(), ...fields, ...rules.map.values()])
    const unused = format.columns.filter((column) => !used.has(column))
    if (unused.length > 0) say(`Columns that are not used: ${unused.join(', ')}.`)
  }

  async #positionAt(bytes: number): Promise<SourcePosition | undefined> {
    if (this.#file === undefined || this.#format === undefined || this.#splitter === undefined)
      return undefined
    const wanted = Math.min(bytes, cliDefaults.fingerprintBytes)
    if (this.#head.length < wanted) this.#head = await this.#file.head(wanted)
    const head = this.#head.subarray(0, wanted)
    const position: FilePosition = {
      bytes,
      line: this.#splitter.line,
      format: this.#format,
      head: { bytes: head.length, hash: hashOf(head) },
      rules: this.#rulesHash,
    }
    return { source: this.#file.path, mark: JSON.stringify(position) }
  }
}
