import { randomUUID } from 'node:crypto'
import type { WallError } from '#contract/errors.ts'
import { ok, type Result } from '#contract/result.ts'
import type { PlatformLink } from '../../wall/platform-link.ts'

/** `[startMs, endMs)`, epoch milliseconds. */
export interface FootageRange {
  readonly startMs: number
  readonly endMs: number
}

/** The footage of one platform, as an export reads it. */
export interface FootagePort {
  /**
   * A window of at most an hour, or of `longestInMs`, that begins at the instant; it is held until the next one is
   * opened.
   */
  open(
    cameraId: string,
    atMs: number,
    longestInMs?: number,
  ): Promise<Result<FootageRange & { readonly manifest: string }, WallError>>
  /** A file below `/media/`. */
  get(path: string, headers: Headers, signal: AbortSignal): Promise<Response>
  /** What is recorded; undefined where the platform does not say. */
  coverage(cameraId: string, range: FootageRange): Promise<readonly FootageRange[] | undefined>
  /** Lets go of all that has been opened. */
  close(): void
}

/** Reads through the same sessions and the same gateway as the pages, as a page of its own that shows nothing. */
export function footageOf(link: Pick<PlatformLink, 'playback' | 'media' | 'coverage'>): FootagePort {
  const page = { id: `evidence ${randomUUID()}`, monitor: 1 }
  link.playback.join(page)
  return {
    async open(cameraId, atMs, longestInMs) {
      const wish = { cameraId, atMs, fromMs: atMs, quality: 'full' } as const
      const opened = await link.playback.open(page, wish, longestInMs)
      if (!opened.ok) return opened
      const { playbackId, manifest, startMs, endMs } = opened.value
      // What is not held is stopped, and so is the window before this one.
      link.playback.hold(page, [playbackId], [])
      return ok({ manifest, startMs, endMs })
    },
    get: (path, headers, signal) => link.media.handle({ method: 'GET', path, headers, signal }),
    async coverage(cameraId, { startMs, endMs }) {
      const answer = await link.coverage(cameraId, [Math.floor(startMs), Math.ceil(endMs)])
      if (!answer.ok || answer.value.source === 'unknown') return undefined
      return answer.value.ranges.map(([from, to]) => ({ startMs: from, endMs: to }))
    },
    close: () => link.playback.leave(page),
  }
}
