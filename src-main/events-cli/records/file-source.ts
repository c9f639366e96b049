import { type FileHandle, open, stat } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { cliDefaults } from '../defaults.ts'

/** A piece of a source. `new-file`: what follows begins at a first line, because the file was rotated or shortened. */
export type SourceChunk = Buffer | 'new-file'

/** A file of any length, read piece by piece; followed through its rotations as by `tail -F`. */
export class FileSource {
  readonly path: string
  #handle: FileHandle

  private constructor(path: string, handle: FileHandle) {
    this.path = path
    this.#handle = handle
  }

  /** Throws what Node throws. */
  static async open(path: string): Promise<FileSource> {
    // Before it is opened: that of a pipe would wait for its writer.
    const named = await stat(path)
    if (named.isDirectory()) throw new Error('it is a folder')
    if (!named.isFile()) throw new Error(`it is no file. Standard input takes it: insert - < ${path}`)
    return new FileSource(path, await open(path))
  }

  async sizeBytes(): Promise<number> {
    return (await this.#handle.stat()).size
  }

  /** So many bytes of its beginning, or all that there are. */
  async *beginning(bytes: number, signal: AbortSignal): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes && !signal.aborted; ) {
      const piece = await this.#read(at, Math.min(cliDefaults.chunkBytes, bytes - at))
      if (piece.length === 0) return
      at += piece.length
      yield piece
    }
  }

  async *chunks(fromBytes: number, follow: boolean, signal: AbortSignal): AsyncGenerator<SourceChunk> {
    let at = fromBytes
    while (!signal.aborted) {
      const piece = await this.#read(at, cliDefaults.chunkBytes)
      at += piece.length
      if (piece.length > 0) {
        yield piece
        continue
      }
      if (!follow) return
      if (await this.#hasBegunAnew(at)) {
        at = 0
        yield 'new-file'
        continue
      }
      await delay(cliDefaults.followEveryMs, undefined, { signal }).catch(() => undefined)
    }
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }

  /** Empty at the end. */
  async #read(at: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.#handle.read(Buffer.allocUnsafe(length), 0, length, at)
    return buffer.subarray(0, bytesRead)
  }

  /** Another file under the same name is opened in place of the old one, which has been read to its end. */
  async #hasBegunAnew(at: number): Promise<boolean> {
    const named = await stat(this.path).catch(() => undefined)
    if (named === undefined) return false
    // After the name: whatever was written before the other file came is counted.
    const own = await this.#handle.stat()
    if (named.ino === own.ino && named.dev === own.dev) return own.size < at
    // What was written to the old one since the last look.
    if (own.size > at) return false
    const next = await open(this.path).catch(() => undefined)
    if (next === undefined) return false
    await this.#handle.close()
    this.#handle = next
    return true
  }
}

/** Standard input: to its end, once. Who is stopped does not wait for its next piece. */
export async function* streamChunks(stream: Readable, signal: AbortSignal): AsyncGenerator<SourceChunk> {
  try {
    yield* addAbortSignal(signal, stream)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
