import { MAX_STREAM_MESSAGE_CHARS } from './defaults.ts'

/** A message that is longer than any event: what comes after it is not read. */
export class StreamFault extends Error {}

/**
 * Reads `text/event-stream` as the HTML standard has it, whatever the pieces in which it comes. A stream with a
 * message beyond all measure throws `StreamFault`.
 */
export class EventStreamParser {
  /** What a new stream has to be asked for, to go on where this one ended. */
  lastEventId: string | undefined
  /** Of the line that has not ended: joined once, when it does. */
  #rest: string[] = []
  /** Of the message that has not ended. */
  #chars = 0
  #endsInReturn = false
  #id: string | undefined
  #data: string[] = []
  #isFirst = true

  /** The data of each message that has ended, whatever its type. */
  push(text: string): string[] {
    if (text === '') return []
    const unmarked = this.#isFirst ? text.replace(/^\uFEFF/, '') : text
    this.#isFirst = false
    // A CR at the end of the piece before has ended its line: a LF that comes now is the second half of it.
    const fresh = this.#endsInReturn ? unmarked.replace(/^\n/, '') : unmarked
    if (unmarked !== '') this.#endsInReturn = unmarked.endsWith('\r')
    const lines = fresh.split(/\r\n|\n|\r/)
    const last = lines.pop() ?? ''
    const messages: string[] = []
    for (const end of lines) {
      this.#count(end)
      const data = this.#line(this.#rest.join('') + end)
      this.#rest = []
      if (data !== undefined) messages.push(data)
    }
    this.#count(last)
    if (last !== '') this.#rest.push(last)
    return messages
  }

  #count(text: string): void {
    this.#chars += text.length
    if (this.#chars > MAX_STREAM_MESSAGE_CHARS) throw new StreamFault('a message of the stream is too long')
  }

  #line(line: string): string | undefined {
    if (line === '') return this.#dispatch()
    // A comment is no part of a message.
    if (line.startsWith(':') && this.#data.length === 0) this.#chars = 0
    const colon = line.indexOf(':')
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'data') this.#data.push(value)
    else if (name === 'id' && !value.includes('\0')) this.#id = value === '' ? undefined : value
    return undefined
  }

  #dispatch(): string | undefined {
    // Only now: a message of which nothing but the id has come has not arrived.
    this.lastEventId = this.#id
    const data = this.#data
    this.#chars = 0
    this.#data = []
    return data.length === 0 ? undefined : data.join('\n')
  }
}
