import type { WallError } from '#contract/errors.ts'
import type { OpenedPlayback, PlaybackQuality } from '#contract/wall/playback.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import { playbackDefaults } from '../defaults.ts'
import { type OpenedFor, OpenedWindow } from './opened-window.ts'

export interface WindowOpenerOptions {
  readonly shell: Pick<WallShell, 'call'>
  readonly cameraId: string
  /** Of the first window. */
  readonly quality: PlaybackQuality
  readonly nowMs: () => number
  /** Something has been opened, or could not be. */
  readonly onChange: () => void
}

interface Failure {
  /** Undefined: something was opened, and its manifest does not hold what it was opened for. */
  readonly error: WallError | undefined
  /** Which jump it is about. */
  readonly jump: number
  readonly askedAtMs: number
  readonly retryAtMs: number
}

const { retryOpenMs, quietMs, nextWindowEveryMs } = playbackDefaults.tile

/** The hours of one camera that its tile plays: the one it is in, and in time the one that it comes to. */
export class WindowOpener {
  readonly #options: WindowOpenerOptions
  #quality: PlaybackQuality
  #current: OpenedWindow | undefined
  #next: OpenedWindow | undefined
  /** What was opened as the next one is for playing backwards. */
  #isNextBefore = false
  #isOpening = false
  #jumps = 0
  #failure: Failure | undefined
  #failures = 0
  #nextTriedAtMs = Number.NEGATIVE_INFINITY
  #isDisposed = false

  constructor(options: WindowOpenerOptions) {
    this.#options = options
    this.#quality = options.quality
  }

  /** What was refused of another instant says nothing of this one. */
  get error(): WallError | undefined {
    return this.#failure?.jump === this.#jumps ? this.#failure.error : undefined
  }

  /** For `playback.hold`. */
  get playbackIds(): string[] {
    return [this.#current, this.#next].flatMap((window) => window?.playback.playbackId ?? [])
  }

  /** For new windows; what is played changes over with its next window. */
  setQuality(quality: PlaybackQuality): void {
    if (quality === this.#quality) return
    this.#quality = quality
    this.#next = undefined
    this.#nextTriedAtMs = Number.NEGATIVE_INFINITY
  }

  /** What is played has another quality than wanted. */
  get isOutdated(): boolean {
    return this.#current !== undefined && this.#current.quality !== this.#quality
  }

  /** The window around an instant; undefined while it has to be opened, which is then under way. */
  around(wallMs: number, isJump: boolean): OpenedPlayback | undefined {
    if (isJump) this.#jumps += 1
    if (this.#current?.holds(wallMs)) return this.#current.playback
    if (this.#next?.holds(wallMs)) {
      const { playback } = this.#next
      this.moveOn()
      return playback
    }
    const { jump = this.#jumps, askedAtMs = 0, retryAtMs = 0 } = this.#failure ?? {}
    const waitUntilMs = jump === this.#jumps ? retryAtMs : askedAtMs + quietMs
    if (!this.#isOpening && this.#options.nowMs() >= waitUntilMs) void this.#open(wallMs)
    // What the platform was asked for and does not list is shown as missing until it does.
    const isMissing = this.#failure !== undefined && this.#failure.error === undefined
    return isMissing && this.#current?.claims(wallMs) ? this.#current.playback : undefined
  }

  /** The window that comes after the one of now, once it holds the instant too. */
  nextAround(wallMs: number): OpenedPlayback | undefined {
    return !this.#isNextBefore && this.#next?.holds(wallMs) === true ? this.#next.playback : undefined
  }

  /** The next window is the one of now. */
  moveOn(): void {
    this.#current = this.#next
    this.#next = undefined
    this.#options.onChange()
  }

  /** The manifest has been read: its footage ends there. Epoch milliseconds; undefined when it names none. */
  learn(playback: OpenedPlayback, lastMs: number | undefined): void {
    const window = this.#current
    if (window?.playback !== playback || !window.learn(lastMs)) return
    if (!window.isInVain) this.#failures = 0
    this.#failure = window.isInVain ? this.#fail(undefined) : undefined
  }

  /** Opens in time what comes after the window of now, backwards what comes before it, and another quality at once. */
  prepareNext(wallMs: number, speed: number): void {
    const nowMs = this.#options.nowMs()
    const current = this.#current
    const isBackwards = speed < 0 && !this.isOutdated
    if (current === undefined || this.#isOpening) return
    if (this.#next !== undefined && this.#isNextBefore === isBackwards) return
    const ends = speed > 0 && current.endsSoon(wallMs, nowMs)
    const isDue = this.isOutdated || ends || (speed < 0 && current.beginsSoon(wallMs))
    if (!isDue || nowMs - this.#nextTriedAtMs < nextWindowEveryMs) return
    this.#nextTriedAtMs = nowMs
    void this.#openNext(current, isBackwards, this.isOutdated ? wallMs : undefined)
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
    this.#isOpening = true
    const jump = this.#jumps
    const askedAtMs = this.#options.nowMs()
    const before = this.#current
    const fromMs = before?.isCutBefore(atMs) ? await this.#stretchAround(before, atMs) : undefined
    const quality = this.#quality
    const answer = await this.#ask(atMs, fromMs)
    this.#isOpening = false
    if (this.#isDisposed) return
    if (answer.ok) {
      this.#current = this.#opened(answer.value, { atMs, fromMs, quality })
      this.#next = undefined
      this.#failure = undefined
    } else this.#failure = this.#fail(answer.error, jump, askedAtMs)
    this.#options.onChange()
  }

  /** `insteadAtMs`: the same footage in another quality, of which no earlier piece is on the player's time line. */
  async #openNext(current: OpenedWindow, isBackwards: boolean, insteadAtMs?: number): Promise<void> {
    this.#isOpening = true
    const quality = this.#quality
    const { startMs, endMs } = current.playback
    const atMs = insteadAtMs ?? (isBackwards ? startMs - 1 : current.untilMs)
    const isAfterCut = current.isCut && !isBackwards
    const fromMs = insteadAtMs === undefined ? (isAfterCut ? atMs : undefined) : startMs
    const answer = await this.#ask(atMs, fromMs)
    this.#isOpening = false
    const isStale = this.#isDisposed || this.#current !== current || this.#quality !== quality
    if (!answer.ok || isStale) return
    // At the newest edge there may be nothing more yet, and before the oldest one nothing any more.
    const isFurther = isBackwards ? answer.value.startMs < startMs : answer.value.endMs > endMs
    if (!isFurther && fromMs === undefined) return
    this.#isNextBefore = isBackwards
    this.#next = this.#opened(answer.value, { atMs, fromMs, quality })
    this.#options.onChange()
  }

  #opened(playback: OpenedPlayback, order: Omit<OpenedFor, 'openedAtMs'>): OpenedWindow {
    return new OpenedWindow(playback, { ...order, openedAtMs: this.#options.nowMs() })
  }

  /**
   * Where to begin, so that a platform whose manifests end at the first gap begins after it: where the footage
   * around the instant begins, if the platform can say that and it helps, and otherwise at the instant itself.
   */
  async #stretchAround({ untilMs, playback, isOfStretch }: OpenedWindow, atMs: number): Promise<number> {
    if (isOfStretch) return atMs
    const { shell, cameraId } = this.#options
    const range = { startMs: Math.floor(untilMs), endMs: playback.endMs }
    const covered = await shell.call('playback.coverage', { cameraId, ...range })
    const stretch = covered.ok ? covered.value.ranges.find(([, endMs]) => endMs > atMs) : undefined
    return Math.min(atMs, Math.max(untilMs, stretch?.[0] ?? atMs))
  }

  #ask(atMs: number, fromMs: number | undefined) {
    const { shell, cameraId } = this.#options
    return shell.call('playback.open', {
      cameraId,
      atMs: Math.floor(atMs),
      quality: this.#quality,
      ...(fromMs === undefined ? {} : { fromMs: Math.floor(fromMs) }),
    })
  }

  #fail(error: WallError | undefined, jump = this.#jumps, askedAtMs = this.#options.nowMs()): Failure {
    const retryInMs = retryOpenMs[Math.min(this.#failures, retryOpenMs.length - 1)] ?? 0
    this.#failures += 1
    const retryAtMs = this.#options.nowMs() + Math.max(retryInMs, error?.retryInMs ?? 0)
    return { error, jump, askedAtMs, retryAtMs }
  }
}
