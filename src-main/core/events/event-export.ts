import { wallError, type WallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import type { EventExportState, ResolvedEventQuery } from '#contract/wall/events.ts'
import { securityHeaders } from '../content-security-policy.ts'
import type { EndedFile } from '../wall-main.ts'
import { eventDefaults } from './defaults.ts'
import type { EventExportsOptions } from './event-exports.ts'
import type { createExportWriter } from './export-writer.ts'
import { readAll } from './read-all.ts'

export interface EventExportOptions
  extends Pick<EventExportsOptions, 'calls' | 'clock' | 'followsFiles' | 'onState'> {
  readonly exportId: string
  /** Of letters, digits, dots and dashes. */
  readonly fileName: string
  readonly query: ResolvedEventQuery
  readonly writer: ReturnType<typeof createExportWriter>
  readonly atMost: number
  readonly contentType: string
  /** Also of its body alone: `awaitsFile` while somebody may yet say what became of the file. */
  readonly onEnd: () => void
}

/** One export: a page of the search is asked for when the file has taken the one before. */
export class EventExport {
  readonly #options: EventExportOptions
  readonly #abort = new AbortController()
  #state: EventExportState['state'] = 'waiting'
  #written = 0
  #unread = 0
  #isCutOff = false
  #awaitsFile = false
  #publishedAtMs = Number.NEGATIVE_INFINITY

  constructor(options: EventExportOptions) {
    this.#options = options
  }

  /** Whoever opened it has yet to say what became of its file. */
  get awaitsFile(): boolean {
    return this.#awaitsFile
  }

  /** Undefined when it has been opened before. */
  open(): Response | undefined {
    if (this.#state !== 'waiting') return undefined
    const { fileName, contentType, followsFiles } = this.#options
    this.#state = 'running'
    this.#awaitsFile = followsFiles
    this.#publishState()
    return new Response(this.#body(), {
      headers: {
        ...securityHeaders,
        'content-type': contentType,
        'content-disposition': `attachment; filename="${fileName}"`,
        'cache-control': 'no-store',
      },
    })
  }

  cancel(): void {
    this.#end('cancelled')
  }

  /** True when the export had ended the file itself. */
  fileEnded(state: EndedFile['state'], failure: WallError): boolean {
    const isOwnEnd = this.#state !== 'running'
    this.#awaitsFile = false
    if (state === 'completed') this.#end('done')
    else if (state === 'cancelled') this.#end('cancelled')
    else this.#end('failed', failure)
    return isOwnEnd
  }

  /** Nobody has opened it, or told what became of its broken file: the page went before the download began. */
  expire(): void {
    if (this.#state === 'running' && !this.#abort.signal.aborted) return
    this.#awaitsFile = false
    this.#end('cancelled')
  }

  #body(): ReadableStream<Uint8Array> {
    const pieces = this.#pieces()
    const encoder = new TextEncoder()
    const gaveUp = new Error('the export was cancelled')
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) =>
          this.#abort.signal.addEventListener('abort', () => controller.error(gaveUp), { once: true }),
        pull: async (controller) => {
          const piece = await pieces.next()
          if (this.#abort.signal.aborted) return
          if (piece.done === true) controller.close()
          else if (typeof piece.value === 'string') controller.enqueue(encoder.encode(piece.value))
          // Broken off rather than ended: half a list must not look like a whole one.
          else controller.error(new Error(piece.value.message))
        },
        // By whoever reads it, or because its disk is full: only what becomes of the file tells.
        cancel: () => {
          if (!this.#awaitsFile) return this.#end('cancelled')
          this.#abort.abort()
          this.#options.onEnd()
        },
      },
      { highWaterMark: 1 },
    )
  }

  async *#pieces(): AsyncGenerator<string | WallError> {
    const { calls, query, writer, atMost } = this.#options
    const head = writer.head()
    if (head !== '') yield head
    const onUnread = (more: number) => {
      this.#unread += more
    }
    for await (const page of readAll(calls, { query, order: 'asc', signal: this.#abort.signal, onUnread })) {
      if (this.#abort.signal.aborted) return
      if (!page.ok) {
        this.#end('failed', page.error.error)
        yield page.error.error
        return
      }
      const events = page.value.slice(0, atMost - this.#written)
      this.#isCutOff = events.length < page.value.length
      this.#written += events.length
      if (events.length > 0) yield writer.rows(events)
      if (this.#isCutOff) break
      this.#publishStateThrottled()
    }
    if (this.#awaitsFile) this.#publishState()
    else this.#end('done')
  }

  #end(state: 'done' | 'failed' | 'cancelled', error?: WallError): void {
    if (this.#state === 'waiting' || this.#state === 'running') {
      this.#state = state
      if (state === 'cancelled') this.#abort.abort()
      this.#publishState(error)
    }
    this.#options.onEnd()
  }

  #publishStateThrottled(): void {
    const nowMs = this.#options.clock.monotonicMs()
    if (nowMs - this.#publishedAtMs < eventDefaults.export.progressEveryMs) return
    this.#publishedAtMs = nowMs
    this.#publishState()
  }

  #publishState(error?: WallError): void {
    const { exportId, onState, atMost } = this.#options
    const cutOff = this.#isCutOff
      ? wallError('limit_reached', exactMessage('events_cut', { most: atMost }))
      : undefined
    onState({
      exportId,
      state: this.#state,
      written: this.#written,
      isCutOff: this.#isCutOff,
      ...(this.#unread > 0 ? { unread: this.#unread } : {}),
      error: error ?? cutOff,
    })
  }
}
