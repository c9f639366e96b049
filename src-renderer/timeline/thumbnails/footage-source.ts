import { timelineDefaults } from '../defaults.ts'
import type { FoundManifest, ManifestWindow } from './messages.ts'
import {
  type FilePart,
  type FootageSegment,
  segmentAt,
  segmentsOf,
  smallestRendition,
} from './segment-list.ts'

export type AskManifest = (cameraId: string, atMs: number) => Promise<FoundManifest>
type KnownList = ManifestWindow & { readonly cameraId: string; readonly segments: readonly FootageSegment[] }

/** Finds and fetches what pictures are made of. Playlists and heads of files are kept, footage is not. */
export class FootageSource {
  readonly #ask: AskManifest
  #lists: readonly KnownList[] = []
  readonly #inits = new Map<string, Uint8Array<ArrayBuffer>>()

  constructor(ask: AskManifest) {
    this.#ask = ask
  }

  /** `gap`: nothing is recorded at this instant; `undefined`: not known where it is. */
  async segmentAt(
    cameraId: string,
    atMs: number,
    signal: AbortSignal,
  ): Promise<FootageSegment | 'gap' | undefined> {
    const known = this.#lists.find(
      (list) => list.cameraId === cameraId && atMs >= list.startMs && atMs < list.endMs,
    )
    const list = known ?? (await this.#load(cameraId, atMs, signal))
    return list && (segmentAt(list.segments, atMs) ?? 'gap')
  }

  /**
   * The beginning of a segment, behind the file that describes it; as much as a key frame takes, or all of it.
   * @throws TypeError, DOMException: the network's failures
   */
  async bytesOf(segment: FootageSegment, part: 'head' | 'whole', signal: AbortSignal) {
    const init = segment.init && (await this.#initOf(segment.init, signal))
    const { from, length } = segment.bytes ?? wholeFile
    const wanted = Math.min(length, part === 'head' ? timelineDefaults.thumbnails.headBytes : length)
    const body = await bytesAt(segment.url, { from, length: wanted }, signal)
    return init ? joined([init, body]) : body
  }

  /** Its playback may have been released: the next request gets another one. */
  forget(segment: FootageSegment): void {
    this.#lists = this.#lists.filter(({ segments }) => !segments.includes(segment))
  }

  async #load(cameraId: string, atMs: number, signal: AbortSignal): Promise<KnownList | undefined> {
    const window = await this.#ask(cameraId, atMs)
    if (window === 'failed') throw new TypeError('no manifest')
    if (!window) return undefined
    const master = await textOf(window.url, signal)
    const rendition = smallestRendition(master, window.url)
    const media = rendition === undefined ? master : await textOf(rendition, signal)
    const segments = segmentsOf(media, rendition ?? window.url, window.startMs)
    const list = { ...window, cameraId, segments }
    this.#lists = [list, ...this.#lists].slice(0, timelineDefaults.thumbnails.playlists)
    return list
  }

  async #initOf({ url, bytes = wholeFile }: NonNullable<FootageSegment['init']>, signal: AbortSignal) {
    const key = `${bytes.from} ${url}`
    const known = this.#inits.get(key)
    if (known) return known
    const init = await bytesAt(url, bytes, signal)
    if (this.#inits.size >= timelineDefaults.thumbnails.playlists) this.#inits.clear()
    this.#inits.set(key, init)
    return init
  }
}

const wholeFile: FilePart = { from: 0, length: Number.POSITIVE_INFINITY }

async function bytesAt(url: string, { from, length }: FilePart, signal: AbortSignal) {
  const last = Number.isFinite(length) ? String(from + length - 1) : ''
  const isWholeFile = from === 0 && last === ''
  const response = await fetch(url, {
    signal,
    headers: isWholeFile ? {} : { range: `bytes=${from}-${last}` },
  })
  if (!response.ok) throw new TypeError(`footage: ${response.status}`)
  // A server that knows no ranges sends everything: what lies before is skipped, what follows is not waited for.
  const skipped = response.status === 206 ? 0 : from
  return (await readUpTo(response, skipped + length)).subarray(skipped)
}

async function textOf(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new TypeError(`playlist: ${response.status}`)
  const bytes = await readUpTo(response, timelineDefaults.thumbnails.playlistBytes)
  return new TextDecoder().decode(bytes)
}

async function readUpTo(response: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  // Leaving the loop calls the rest off.
  for await (const part of response.body ?? []) {
    parts.push(part)
    length += part.byteLength
    if (length >= most) break
  }
  return joined(parts).subarray(0, most)
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.byteLength
  }
  return all
}
