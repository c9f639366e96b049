import { randomBytes } from 'node:crypto'
import { type WallError, wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type {
  OpenedLocal,
  OpenedPlayback,
  OpenPlayback,
  PlaybackFigures,
  PlaybackQuality,
} from '#contract/wall/playback.ts'
import type { AreaLog } from '../log/logger.ts'
import type { Redactor } from '../log/redactor.ts'
import { atMost, type Random, type Timers } from '../time.ts'
import type { Page } from '../wall-main.ts'
import { type PlaybackLimits, playbackLimits } from './defaults.ts'
import type { Holder } from './holders.ts'
import { type Lease, PlatformSession, type PlatformSessionOptions } from './platform-session.ts'
import { SessionStarter, type SessionStarterOptions } from './session-starter.ts'
import { type PlaybackWindow, windowAround } from './window.ts'

export interface PlaybackSessionsOptions extends Omit<SessionStarterOptions, 'limits'> {
  readonly touch: PlatformSessionOptions['touch']
  readonly timers: Timers
  readonly random: Random
  readonly redactor: Redactor
  readonly log: AreaLog
  /** Platform clock minus ours, as far as known. */
  readonly skewMs: () => number | undefined
  /** Which tile of a monitor shows a camera, counted from 1; undefined when none does. */
  readonly tileOf: (monitor: number, cameraId: string) => number | undefined
  readonly limits?: Partial<PlaybackLimits>
}

interface Wish {
  readonly cameraId: string
  readonly kind: 'recorded' | 'local'
  readonly quality: PlaybackQuality
}

/** What a page plays under one address. */
export interface Playback extends Wish {
  readonly id: string
  readonly page: Page
  /** Undefined of local live. */
  readonly window: PlaybackWindow | undefined
  session: PlatformSession
  role: 'new' | 'playing' | 'paused'
  /** Monotonic: since when it has its role. */
  sinceMs: number
  /** Calls off its end for want of a page that holds it. */
  keep: () => void
}

interface Entry extends Wish {
  readonly page: Page
  readonly session: PlatformSession
}

const closed = (): WallError => wallError('unreachable', exactMessage('connection_closed'))

/**
 * The playbacks of all pages and the platform's sessions behind them: started on demand, shared by the windows of
 * one camera, kept alive while looked at, started again when dead, stopped when let go.
 */
export class PlaybackSessions {
  readonly #options: PlaybackSessionsOptions
  readonly #limits: PlaybackLimits
  readonly #pages = new Set<string>()
  readonly #playbacks = new Map<string, Playback>()
  readonly #sessions = new Map<PlatformSession, Entry>()
  readonly #starter: SessionStarter
  readonly #ending = new Set<Promise<void>>()
  /** Until files of one window are gone once their session was started for another. */
  #sharesSessions = true
  #generations = 0
  #restarts = 0
  #isDisposed = false

  constructor(options: PlaybackSessionsOptions) {
    this.#options = options
    this.#limits = { ...playbackLimits, ...options.limits }
    this.#starter = new SessionStarter({ ...options, limits: this.#limits })
  }

  /** A page has been opened: from now on it may play. */
  join({ id }: Page): void {
    this.#pages.add(id)
  }

  /** A page has gone, and with it all that it played. */
  leave({ id }: Page): void {
    this.#pages.delete(id)
    for (const playback of this.#of(id)) this.#drop(playback)
  }

  /** `longestInMs`: of a window, where that is to be shorter than usual. */
  async open(
    page: Page,
    wish: OpenPlayback,
    longestInMs = Infinity,
  ): Promise<Result<OpenedPlayback, WallError>> {
    const { cameraId, atMs, quality, fromMs } = wish
    const nowMs = this.#options.clock.wallMs() + (this.#options.skewMs() ?? 0)
    const limits = { ...this.#limits, windowInMs: Math.min(this.#limits.windowInMs, longestInMs) }
    const window = windowAround(atMs, nowMs, limits, fromMs)
    if (window === undefined) {
      return fail(wallError('range_refused', exactMessage('instant_in_future')))
    }
    const opened = await this.#open(page, { cameraId, quality, kind: 'recorded' }, window)
    if (opened.ok) return ok({ ...addressOf(opened.value), ...window })
    // The instant may be kept although what lies before it is gone. The latter two: a refusal without a code of ours.
    const isRefused = ['range_refused', 'refused', 'not_found'].includes(opened.error.code)
    const mayBeKept = isRefused && window.startMs < atMs && fromMs !== atMs
    return mayBeKept ? this.open(page, { ...wish, fromMs: atMs }, longestInMs) : opened
  }

  async local(page: Page, cameraId: string): Promise<Result<OpenedLocal, WallError>> {
    const opened = await this.#open(page, { cameraId, quality: 'full', kind: 'local' }, undefined)
    return opened.ok ? ok(addressOf(opened.value)) : opened
  }

  /** What a page shows; all else that it has held is stopped. */
  hold(page: Page, playing: readonly string[], paused: readonly string[]): void {
    const roles = new Map<string, 'playing' | 'paused'>([
      ...paused.map((id) => [id, 'paused'] as const),
      ...playing.map((id) => [id, 'playing'] as const),
    ])
    const nowMs = this.#options.clock.monotonicMs()
    for (const playback of this.#of(page.id)) {
      const role = roles.get(playback.id)
      if (role === undefined) {
        // Opened just now: the page may not have known of it when it sent this list.
        if (playback.role !== 'new') this.#drop(playback)
      } else if (role !== playback.role) {
        playback.role = role
        playback.sinceMs = nowMs
        playback.keep()
        playback.session.watch()
      }
    }
  }

  find(playbackId: string): Playback | undefined {
    return this.#playbacks.get(playbackId)
  }

  /** The session behind a playback; started again if it still has `deadGeneration`. */
  lease({ session, window }: Playback, deadGeneration?: number): Promise<Result<Lease, WallError>> {
    return session.lease(window, deadGeneration)
  }

  /** Whether the windows of a camera have one session, as far as the platform is known. */
  get sharesSessions(): boolean {
    return this.#sharesSessions
  }

  /** The platform does not keep two windows in one. */
  stopSharing(): void {
    this.#sharesSessions = false
  }

  /** A session for this playback alone. */
  async part(playback: Playback): Promise<Result<Lease, WallError>> {
    // Its tile has gone while a file of it was asked for: nobody would end that session.
    if (!this.#playbacks.has(playback.id)) return fail(closed())
    const shared = playback.session
    playback.session = this.#createSession(playback.page, playback)
    this.#release(shared)
    return playback.session.lease(playback.window)
  }

  figures(): Pick<PlaybackFigures, 'restarts' | 'sessions' | 'cap'> {
    const { cap } = this.#starter
    return {
      restarts: this.#restarts,
      sessions: this.#holders((session) => session.isAlive).length,
      ...(cap === undefined ? {} : { cap }),
    }
  }

  /** Stops everything on the platform, and waits for that a while. */
  async dispose(): Promise<void> {
    this.#isDisposed = true
    this.#pages.clear()
    for (const playback of this.#playbacks.values()) this.#drop(playback)
    await atMost(this.#options.timers, this.#limits.stopWithinMs, Promise.all(this.#ending))
  }

  async #open(
    page: Page,
    wish: Wish,
    window: PlaybackWindow | undefined,
  ): Promise<Result<Playback, WallError>> {
    if (this.#isDisposed || !this.#pages.has(page.id)) return fail(closed())
    const playback: Playback = {
      ...wish,
      // As strong as the host's own secret: it opens footage to whoever knows it.
      id: randomBytes(32).toString('base64url'),
      page,
      window,
      session: this.#sessionFor(page, wish),
      role: 'new',
      sinceMs: this.#options.clock.monotonicMs(),
      keep: () => {},
    }
    this.#playbacks.set(playback.id, playback)
    const begun = await playback.session.begin(window)
    if (!begun.ok) {
      this.#drop(playback)
      return begun
    }
    if (begun.value !== undefined) {
      const shared = playback.session
      playback.session = this.#createSession(page, wish)
      playback.session.adopt(begun.value, window)
      this.#release(shared)
    }
    // The page has gone while the platform thought about it.
    if (!this.#playbacks.has(playback.id)) {
      this.#release(playback.session)
      return fail(closed())
    }
    // The tile may have gone, or gone elsewhere, while its footage was opened: then no page speaks of it again.
    playback.keep = this.#options.timers.after(this.#limits.heldWithinMs, () => this.#drop(playback))
    return ok(playback)
  }

  #sessionFor(page: Page, wish: Wish): PlatformSession {
    const shared = [...this.#sessions.values()].find(
      (entry) =>
        entry.page.id === page.id &&
        entry.cameraId === wish.cameraId &&
        entry.quality === wish.quality &&
        entry.kind === 'recorded' &&
        wish.kind === 'recorded',
    )
    const mayShare = this.#sharesSessions && shared !== undefined
    return mayShare ? shared.session : this.#createSession(page, wish)
  }

  #createSession(page: Page, { cameraId, kind, quality }: Wish): PlatformSession {
    const session: PlatformSession = new PlatformSession({
      ...this.#options,
      limits: this.#limits,
      start: (window, sessionId) =>
        this.#starter.start({
          cameraId,
          quality,
          window,
          sessionId,
          others: () => this.#holders((other) => other !== session && other.isGranted),
          onGranted: () => session.granted(),
        }),
      stop: (sessionId) => this.#starter.stop(sessionId, cameraId),
      isHeld: () => this.#isHeld(session),
      nextGeneration: () => (this.#generations += 1),
      onRestart: () => {
        this.#restarts += 1
        this.#options.log.info('A playback session has been started again.', { cameraId })
      },
      redact: (secret) => this.#options.redactor.addForeign(secret),
    })
    this.#sessions.set(session, { page, session, cameraId, kind, quality })
    return session
  }

  #isHeld(session: PlatformSession): boolean {
    const nowMs = this.#options.clock.monotonicMs()
    return [...this.#playbacks.values()].some(
      (playback) =>
        playback.session === session &&
        (playback.role === 'playing' ||
          (playback.role === 'paused' && nowMs - playback.sinceMs < this.#limits.pausedForInMs)),
    )
  }

  /** Of recordings alone: local live is counted elsewhere, if at all. */
  #holders(counts: (session: PlatformSession) => boolean): readonly Holder[] {
    return [...this.#sessions.values()]
      .filter(({ kind, session }) => kind === 'recorded' && counts(session))
      .map(({ page: { monitor }, cameraId }) => ({ monitor, tile: this.#options.tileOf(monitor, cameraId) }))
  }

  #of(pageId: string): Playback[] {
    return [...this.#playbacks.values()].filter(({ page }) => page.id === pageId)
  }

  #drop(playback: Playback): void {
    playback.keep()
    this.#playbacks.delete(playback.id)
    this.#release(playback.session)
  }

  /** Ends a session that nobody plays any more. */
  #release(session: PlatformSession): void {
    if ([...this.#playbacks.values()].every((playback) => playback.session !== session)) this.#end(session)
  }

  /** Its end waits for a start that is under way; so no start may wait for an end, but for the platform's stop alone. */
  #end(session: PlatformSession): void {
    if (!this.#sessions.delete(session)) return
    const ending = session.end().then(() => void this.#ending.delete(ending))
    this.#ending.add(ending)
  }
}

function addressOf({ id }: Playback): OpenedLocal {
  return { playbackId: id, manifest: `/media/${id}/manifest.m3u8` }
}
