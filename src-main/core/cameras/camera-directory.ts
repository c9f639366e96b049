import { isPermanent, type WallError } from '#contract/errors.ts'
import { ok, type Result } from '#contract/result.ts'
import type { WallCamera } from '#contract/wall/camera.ts'
import type { ListedCamera } from '#contract/wall/camera-list.ts'
import type { AreaLog } from '../log/logger.ts'
import type { PlatformResult } from '../platform/failure.ts'
import type { KnownCamera, KnownCameras } from '../settings/settings-store.ts'
import { backoffInMs, type Random, type Time } from '../time.ts'
import { assignNumbers } from './camera-numbers.ts'
import { numbersOf, withListed } from './list/merge-lists.ts'
import { MAX_UNLISTED_CAMERAS, REFRESH_EVERY_MS, REFRESH_JITTER, REFRESH_RETRY } from './defaults.ts'

export interface CameraDirectoryOptions extends Time {
  readonly list: () => Promise<PlatformResult<readonly KnownCamera[]>>
  /** The list that came last was one page of several. */
  readonly isInPart: () => boolean
  /** Names the platform, so that another one's list is not taken for its own. */
  readonly platform: string
  readonly known: KnownCameras | undefined
  readonly keep: (known: KnownCameras) => void
  /** `cameraId → number`. */
  readonly operatorNumbers: () => Readonly<Record<string, number>>
  /** The operators' own list. */
  readonly listed: () => readonly ListedCamera[]
  readonly random: Random
  readonly log: AreaLog
  readonly onChange: (cameras: readonly WallCamera[]) => void
}

/**
 * The cameras of one platform under the numbers of this wall. Begins with the last list known. A camera keeps the
 * number that it was given once, also while no list names it: then `unlistedSinceMs` says since when.
 */
export class CameraDirectory {
  readonly #options: CameraDirectoryOptions
  #known: readonly KnownCamera[]
  #numbered: readonly WallCamera[]
  /** Whether the numbers have been stored since this program holds them. */
  #isKept: boolean
  #refreshing: Promise<Result<readonly WallCamera[], WallError>> | undefined
  #failures = 0
  #cancelTimer: () => void = () => {}
  #isDisposed = false

  constructor(options: CameraDirectoryOptions) {
    this.#options = options
    const known = options.known?.platform === options.platform ? options.known : undefined
    this.#known = known?.cameras ?? []
    this.#numbered = known?.numbered ?? []
    this.#isKept = known !== undefined
    this.#numbered = this.#number()
  }

  /** Those that have left the list included. */
  get cameras(): readonly WallCamera[] {
    return this.#numbered
  }

  /** What the platform or the operators list now. */
  get listed(): readonly WallCamera[] {
    return this.#numbered.filter(({ unlistedSinceMs }) => unlistedSinceMs === undefined)
  }

  /** Calls made while one is under way share its answer. Afterwards it goes on by itself, until `dispose`. */
  refresh(): Promise<Result<readonly WallCamera[], WallError>> {
    this.#refreshing ??= this.#fetch().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  /** The same with an answer that was asked for after this call. */
  async refreshAnew(): Promise<Result<readonly WallCamera[], WallError>> {
    await this.#refreshing
    return this.refresh()
  }

  /** The operators' numbers or their list have changed. */
  renumber(): void {
    this.#adopt(this.#known)
  }

  dispose(): void {
    this.#isDisposed = true
    this.#cancelTimer()
  }

  async #fetch(): Promise<Result<readonly WallCamera[], WallError>> {
    this.#cancelTimer()
    const answer = this.#withoutList(await this.#options.list())
    if (this.#isDisposed) return ok(this.#numbered)
    if (!answer.ok) {
      const { error, retryAfterInMs = 0 } = answer.error
      this.#failures += 1
      const delayInMs = isPermanent(error.code)
        ? this.#usualDelayInMs()
        : backoffInMs(REFRESH_RETRY, this.#failures, this.#options.random)
      this.#againIn(Math.max(delayInMs, retryAfterInMs))
      return { ok: false, error }
    }
    this.#failures = 0
    this.#againIn(this.#usualDelayInMs())
    const page = answer.value.map(({ id, name, group, number }) => ({ id, name, group, number }))
    const ids = new Set(page.map(({ id }) => id))
    // Those on other pages have not gone.
    const others = this.#options.isInPart() ? this.#known.filter(({ id }) => !ids.has(id)) : []
    const cameras = [...page, ...others]
    const hasChanged = !isSame(cameras, this.#known)
    if (hasChanged) this.#options.log.info('The list of cameras has changed.', { cameras: cameras.length })
    if (hasChanged || !this.#isKept) this.#adopt(cameras)
    return ok(this.#numbered)
  }

  /** A platform that has never listed cameras does not fail for want of a list, where the operators have one. */
  #withoutList(answer: PlatformResult<readonly KnownCamera[]>): PlatformResult<readonly KnownCamera[]> {
    const isAbsent = !answer.ok && answer.error.error.code === 'not_found'
    return isAbsent && this.#known.length === 0 && this.#options.listed().length > 0 ? ok([]) : answer
  }

  #adopt(known: readonly KnownCamera[]): void {
    const isKept = this.#isKept && isSame(known, this.#known)
    this.#known = known
    const numbered = this.#number()
    const hasChanged = !isSame(numbered, this.#numbered)
    if (isKept && !hasChanged) return
    this.#numbered = numbered
    this.#isKept = true
    this.#options.keep({ platform: this.#options.platform, cameras: known, numbered })
    if (hasChanged) this.#options.onChange(numbered)
  }

  #number(): readonly WallCamera[] {
    const listed = this.#options.listed()
    const present = withListed(this.#known, listed)
    const held = new Map(this.#numbered.map(({ id, number }) => [id, number]))
    return assignNumbers(
      [...present, ...this.#unlisted(new Set(present.map(({ id }) => id)))],
      { ...numbersOf(listed), ...this.#options.operatorNumbers() },
      held,
    )
  }

  /** Those that were known until now and are in no list; of too many the ones that left first are forgotten. */
  #unlisted(present: ReadonlySet<string>): readonly KnownCamera[] {
    const nowMs = this.#options.clock.wallMs()
    return this.#numbered
      .filter(({ id }) => !present.has(id))
      .map((camera) => ({ ...camera, unlistedSinceMs: camera.unlistedSinceMs ?? nowMs }))
      .toSorted((a, b) => b.unlistedSinceMs - a.unlistedSinceMs)
      .slice(0, MAX_UNLISTED_CAMERAS)
  }

  #usualDelayInMs(): number {
    return REFRESH_EVERY_MS * (1 - REFRESH_JITTER * this.#options.random())
  }

  #againIn(delayInMs: number): void {
    this.#cancelTimer = this.#options.timers.after(delayInMs, () => void this.refresh())
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
