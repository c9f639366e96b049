export interface ServerSentEvent {
  /** `message` where the stream names none. */
  readonly type: string
  readonly data: string
}

/** A line that is longer is no event. */
const MAX_LINE_CHARS = 1_024 * 1_024

/**
 * Reads `text/event-stream` as the HTML standard has it, whatever the pieces in which it comes. A stream with a line
 * beyond all measure throws.
 */
export class EventStreamParser {
  /** What a new stream has to be asked for, to go on where this one ended. */
  lastEventId: string | undefined
  #rest = ''
  #id: string | undefined
  #type = ''
  #data: string[] = []
  #isFirst = true

  push(text: string): ServerSentEvent[] {
    const unmarked = this.#isFirst && text !== '' ? text.replace(/^\uFEFF/, '') : text
    if (text !== '') this.#isFirst = false
    const whole = this.#rest + unmarked
    // A CR at the end may be the first half of a CR LF.
    const lines = whole.split(/\r\n|\n|\r(?!$)/)
    this.#rest = lines.pop() ?? ''
    if (this.#rest.length > MAX_LINE_CHARS) throw new Error('a line of the stream is too long')
    return lines.map((line) => this.#line(line)).filter((event) => event !== undefined)
  }

  #line(line: string): ServerSentEvent | undefined {
    if (line === '') return this.#dispatch()
    const colon = line.indexOf(':')
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'event') this.#type = value
    else if (name === 'data') this.#data.push(value)
    else if (name === 'id' && !value.includes('\0')) this.#id = value === '' ? undefined : value
    return undefined
  }

  #dispatch(): ServerSentEvent | undefined {
    // Not before: what has come of a message with its id alone has not come.
    this.lastEventId = this.#id
    const type = this.#type === '' ? 'message' : this.#type
    const data = this.#data
    this.#type = ''
    this.#data = []
    return data.length === 0 ? undefined : { type, data: data.join('\n') }
  }
}
