import { randomBytes } from 'node:crypto'
import type { ReadyFile } from '#contract/wall/support.ts'
import { securityHeaders } from '../content-security-policy.ts'
import { EXPORT_PREFIX } from '../events/event-exports.ts'
import type { Timers } from '../time.ts'
import { FILES_AT_A_TIME, OPEN_WITHIN_MS } from './defaults.ts'

interface WaitingFile {
  readonly fileName: string
  readonly contentType: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Files that are made and wait for a page to download them: once, soon, under an address that nobody can guess. */
export class ReadyFiles {
  readonly #timers: Timers
  /** By address, oldest first. */
  readonly #files = new Map<string, WaitingFile & { readonly cancelTimer: () => void }>()

  constructor(timers: Timers) {
    this.#timers = timers
  }

  /** `fileName` of letters, digits, dots and dashes. */
  add(file: WaitingFile): ReadyFile {
    const tooMany = Math.max(0, this.#files.size + 1 - FILES_AT_A_TIME)
    for (const oldest of [...this.#files.keys()].slice(0, tooMany)) this.#take(oldest)
    const { fileName } = file
    const address = `${EXPORT_PREFIX}${randomBytes(32).toString('base64url')}/${fileName}`
    const cancelTimer = this.#timers.after(OPEN_WITHIN_MS, () => this.#take(address))
    this.#files.set(address, { ...file, cancelTimer })
    return { fileName, address }
  }

  /** Undefined for an address that none waits under. */
  handle({ method, path }: { readonly method: string; readonly path: string }): Response | undefined {
    const file = method === 'GET' ? this.#take(path) : undefined
    if (file === undefined) return undefined
    return new Response(file.bytes, {
      headers: {
        ...securityHeaders,
        'content-type': file.contentType,
        'content-length': String(file.bytes.byteLength),
        'content-disposition': `attachment; filename="${file.fileName}"`,
        'cache-control': 'no-store',
      },
    })
  }

  dispose(): void {
    for (const address of this.#files.keys()) this.#take(address)
  }

  #take(address: string): WaitingFile | undefined {
    const file = this.#files.get(address)
    file?.cancelTimer()
    this.#files.delete(address)
    return file
  }
}
