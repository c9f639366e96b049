/**
 * The few calls of Chromium's DevTools protocol that the launcher needs, over `--remote-debugging-pipe`
 * (JSON messages that end with a zero byte).
 */
export class DevToolsPipe {
  #out
  #nextId = 1
  #rest = ''
  /** @type {Map<number, (result: Record<string, unknown> | undefined) => void>} */
  #waiting = new Map()
  /** @type {((targetId: string) => void) | undefined} */
  #onPage

  /** @param {import('node:stream').Writable} out @param {import('node:stream').Readable} incoming */
  constructor(out, incoming) {
    this.#out = out
    // A browser that goes away breaks the pipe; its exit is what is reported.
    out.on('error', () => undefined)
    incoming.on('error', () => undefined)
    incoming.setEncoding('utf8').on('data', (/** @type {string} */ text) => this.#read(text))
  }

  /**
   * @param {string} method
   * @param {object} [params]
   * @param {string} [sessionId]
   * @returns {Promise<Record<string, unknown> | undefined>} undefined when the browser refused or went away
   */
  call(method, params = {}, sessionId) {
    const id = this.#nextId++
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#out.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
  }

  /** The first page that the browser shows. @returns {Promise<string>} its target */
  async firstPage() {
    /** @type {Promise<string>} */
    const page = new Promise((resolve) => {
      this.#onPage = resolve
    })
    await this.call('Target.setDiscoverTargets', { discover: true })
    return page
  }

  /** Closing the pipe asks the browser to end. */
  dispose() {
    this.#out.destroy()
    for (const resolve of this.#waiting.values()) resolve(undefined)
    this.#waiting.clear()
  }

  /** @param {string} text */
  #read(text) {
    const messages = (this.#rest + text).split('\0')
    this.#rest = messages.pop() ?? ''
    for (const message of messages) this.#take(JSON.parse(message))
  }

  /** @param {any} message */
  #take(message) {
    if (typeof message.id === 'number') {
      this.#waiting.get(message.id)?.(message.result)
      this.#waiting.delete(message.id)
    } else if (message.method === 'Target.targetCreated' && message.params.targetInfo.type === 'page') {
      this.#onPage?.(message.params.targetInfo.targetId)
    }
  }
}
