import type { WallError } from '#contract/errors.ts'
import type { OpenedPlayback, PlaybackQuality } from '#contract/wall/playback.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import { playbackDefaults } from '../defaults.ts'

export interface OpenerNeeds {
  readonly shell: Pick<WallShell, 'call'>
  readonly cameraId: string
  readonly quality: PlaybackQuality
  readonly nowMs: () => number
  /** Something has been opened, or could not be. */
  readonly onChange: () => void
}

const { retryOpenMs, quietMs, nextWindowEveryMs } = playbackDefaults.tile

/** The hours of one camera that its tile plays: the one it is in, and in time the one after it. */
export class WindowOpener {
  readonly #needs: OpenerNeeds
  #current: OpenedPlayback | undefined
  #next: OpenedPlayback | undefined
  #isOpening = false
  #failure: { readonly error: WallError; readonly atMs: number; readonly retryAtMs: number } | undefined
  #failures = 0
  #nextTriedAtMs = Number.NEGATIVE_INFINITY
  #isDisposed = false

  constructor(needs: OpenerNeeds) {
    this.#needs = needs
  }

  get error(): WallError | undefined {
    return this.#failure?.error
  }

  /** For `playback.hold`. */
  get playbackIds(): string[] {
    return [this.#current, this.#next].flatMap((opened) => opened?.playbackId ?? [])
  }

  /** The window around an instant; undefined while it has to be opened, which is then under way. */
  around(wallMs: number, isJump: boolean): OpenedPlayback | undefined {
    if (this.#current !== undefined && holds(this.#current, wallMs)) return this.#current
    if (this.#next !== undefined && holds(this.#next, wallMs)) {
      this.#current = this.#next
      this.#next = undefined
      this.#needs.onChange()
      return this.#current
    }
    const waitUntilMs = isJump ? (this.#failure?.atMs ?? 0) + quietMs : (this.#failure?.retryAtMs ?? 0)
    if (!this.#isOpening && this.#needs.nowMs() >= waitUntilMs) void this.#open(wallMs)
    return undefined
  }

  /** Opens what comes after the window of now, if that has not been done. */
  prepareNext(): void {
    const { nowMs } = this.#needs
    if (this.#current === undefined || this.#next !== undefined || this.#isOpening) return
    if (nowMs() - this.#nextTriedAtMs < nextWindowEveryMs) return
    this.#nextTriedAtMs = nowMs()
    void this.#openNext(this.#current)
  }

  /** What was opened is not known to the shell any more. */
  forget(): void {
    this.#current = undefined
    this.#next = undefined
  }

  dispose(): void {
    this.#isDisposed = true
    this.forget()
  }

  async #open(atMs: number): Promise<void> {
    const answer = await this.#ask(atMs)
    if (this.#isDisposed) return
    const nowMs = this.#needs.nowMs()
    if (answer.ok) {
      this.#current = answer.value
      this.#next = undefined
      this.#failure = undefined
      this.#failures = 0
    } else {
      const retryInMs = retryOpenMs[Math.min(this.#failures, retryOpenMs.length - 1)] ?? 0
      this.#failures += 1
      this.#failure = {
        error: answer.error,
        atMs: nowMs,
        retryAtMs: nowMs + Math.max(retryInMs, answer.error.retryInMs ?? 0),
      }
    }
    this.#needs.onChange()
  }

  async #openNext(before: OpenedPlayback): Promise<void> {
    const answer = await this.#ask(before.endMs)
    if (this.#isDisposed || !answer.ok || this.#current !== before) return
    // At the newest edge there may be nothing more yet.
    if (answer.value.endMs <= before.endMs) return
    this.#next = answer.value
    this.#needs.onChange()
  }

  async #ask(atMs: number) {
    const { shell, cameraId, quality } = this.#needs
    this.#isOpening = true
    const answer = await shell.call('playback.open', { cameraId, atMs: Math.floor(atMs), quality })
    this.#isOpening = false
    return answer
  }
}

function holds({ startMs, endMs }: OpenedPlayback, wallMs: number): boolean {
  return startMs <= wallMs && wallMs < endMs
}
