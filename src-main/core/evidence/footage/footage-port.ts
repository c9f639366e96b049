import type { WallError } from '#contract/errors.ts'
import type { Result } from '#contract/result.ts'

/** `[startMs, endMs)`, epoch milliseconds. */
export interface FootageRange {
  readonly startMs: number
  readonly endMs: number
}

/** The footage of one platform, as an export reads it. */
export interface FootagePort {
  /** A window of at most an hour that begins at the instant; it is held until the next one is opened. */
  open(
    cameraId: string,
    atMs: number,
  ): Promise<Result<FootageRange & { readonly manifest: string }, WallError>>
  /** A file below `/media/`. */
  get(path: string, headers: Headers, signal: AbortSignal): Promise<Response>
  /** What is recorded; undefined where the platform does not say. */
  coverage(cameraId: string, range: FootageRange): Promise<readonly FootageRange[] | undefined>
  /** Lets go of all that has been opened. */
  close(): void
}
