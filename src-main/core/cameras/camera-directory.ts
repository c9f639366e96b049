import { isPermanent, type WallError } from '#contract/errors.ts'
import { ok, type Result } from '#contract/result.ts'
import type { WallCamera } from '#contract/wall/camera.ts'
import type { ListedCamera } from '#contract/wall/camera-list.ts'
import type { AreaLog } from '../log/logger.ts'
import type { Answered } from '../platform/failure.ts'
import { backoffInMs } from '../platform/retry-policy.ts'
import type { KnownCamera, KnownCameras } from '../settings/settings-store.ts'
import type { Random, Timers } from '../time.ts'
import { assignNumbers } from './assign-numbers.ts'
import { numbersOf, withListed } from './list/merge-lists.ts'
import { REFRESH_EVERY_MS, REFRESH_JITTER, REFRESH_RETRY } from './defaults.ts'

export interface CameraDirectoryPorts {
  readonly list: () => Promise<Answered<readonly KnownCamera[]>>
  /** Names the platform, so that another one's list is not taken for its own. */
  readonly platform: string
  readonly known: KnownCameras | undefined
  readonly keep: (known: KnownCameras) => void
  /** `cameraId → number`. */
  readonly operatorNumbers: () => Readonly<Record<string, number>>
  /** The operators' own list. */
  readonly listed: () => readonly ListedCamera[]
  readonly timers: Timers
  readonly random: Random
  readonly log: AreaLog
  readonly onChange: (cameras: readonly WallCamera[]) => void
}

/** The cameras of one platform under the numbers of this wall. Begins with the last list known. */
export class CameraDirectory {
  private readonly ports: CameraDirectoryPorts
  private known: readonly KnownCamera[]
  private numbered: readonly WallCamera[]
  private refreshing: Promise<Result<readonly WallCamera[], WallError>> | undefined
  private failures = 0
  private cancelTimer: () => void = () => {}
  private isDisposed = false

  constructor(ports: CameraDirectoryPorts) {
    this.ports = ports
    this.known = ports.known?.platform === ports.platform ? ports.known.cameras : []
    this.numbered = this.number(this.known)
  }

  get cameras(): readonly WallCamera[] {
    return this.numbered
  }

  /** Calls made while one is under way share its answer. Afterwards it goes on by itself, until `dispose`. */
  refresh(): Promise<Result<readonly WallCamera[], WallError>> {
    this.refreshing ??= this.fetch().finally(() => {
      this.refreshing = undefined
    })
    return this.refreshing
  }

  /** The same with an answer that was asked for after this call. */
  async refreshAnew(): Promise<Result<readonly WallCamera[], WallError>> {
    await this.refreshing
    return this.refresh()
  }

  /** The operators' numbers or their list have changed. */
  renumber(): void {
    this.adopt(this.known)
  }

  dispose(): void {
    this.isDisposed = true
    this.cancelTimer()
  }

  private async fetch(): Promise<Result<readonly WallCamera[], WallError>> {
    this.cancelTimer()
    const answer = this.withoutList(await this.ports.list())
    if (this.isDisposed) return ok(this.numbered)
    if (!answer.ok) {
      const { error } = answer.error
      this.failures += 1
      this.againIn(
        isPermanent(error.code)
          ? this.usualDelayInMs()
          : backoffInMs(REFRESH_RETRY, this.failures, this.ports.random),
      )
      return { ok: false, error }
    }
    this.failures = 0
    this.againIn(this.usualDelayInMs())
    const cameras = answer.value.map(({ id, name, group, number }) => ({ id, name, group, number }))
    if (!isSame(cameras, this.known)) {
      this.ports.log.info('The list of cameras has changed.', { cameras: cameras.length })
      this.ports.keep({ platform: this.ports.platform, cameras })
      this.adopt(cameras)
    }
    return ok(this.numbered)
  }

  /** A platform that lists no cameras is none that fails, where the operators do. */
  private withoutList(answer: Answered<readonly KnownCamera[]>): Answered<readonly KnownCamera[]> {
    const isAbsent = !answer.ok && answer.error.error.code === 'not_found'
    return isAbsent && this.ports.listed().length > 0 ? ok([]) : answer
  }

  private adopt(known: readonly KnownCamera[]): void {
    this.known = known
    const numbered = this.number(known)
    if (isSame(numbered, this.numbered)) return
    this.numbered = numbered
    this.ports.onChange(numbered)
  }

  private number(known: readonly KnownCamera[]): readonly WallCamera[] {
    const listed = this.ports.listed()
    return assignNumbers(withListed(known, listed), { ...numbersOf(listed), ...this.ports.operatorNumbers() })
  }

  private usualDelayInMs(): number {
    return REFRESH_EVERY_MS * (1 - REFRESH_JITTER * this.ports.random())
  }

  private againIn(delayInMs: number): void {
    this.cancelTimer = this.ports.timers.after(delayInMs, () => void this.refresh())
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
