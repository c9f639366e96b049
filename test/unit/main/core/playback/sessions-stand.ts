import { type WallErrorCode, wallError } from '#contract/errors.ts'
import { PLAYBACK_IDLE_LIMIT_IN_MS } from '#contract/platform/limits.ts'
import { fail, ok } from '#contract/result.ts'
import type { OpenedPlayback, PlaybackQuality } from '#contract/wall/playback.ts'
import type { PlatformResult } from '#main/core/platform/failure.ts'
import type { PlaybackWish } from '#main/core/platform/playback-calls.ts'
import type { ReadSession } from '#main/core/platform/playback-calls.ts'
import { PlaybackSessions, type PlaybackSessionsOptions } from '#main/core/playback/playback-sessions.ts'
import type { Page } from '#main/core/wall-main.ts'
import { FakeTime } from '../support/fake-time.ts'
import { memoryLog } from '../support/memory-log.ts'
import { unwrap } from '#test/stand/unwrap.ts'

interface PlatformSide {
  readonly id: string
  readonly cameraId: string
  lastUsedMs: number
  isOver: boolean
}

export interface SeenStart extends PlaybackWish {
  readonly askedAtMs: number
  readonly outcome: 'ok' | WallErrorCode
}

interface OpenOptions {
  readonly page: Page
  readonly agoMs: number
  readonly quality: PlaybackQuality
}

export const pageOne: Page = { id: 'page-1', monitor: 1 }
export const pageTwo: Page = { id: 'page-2', monitor: 2 }

/** Playback sessions on a fake clock, before a platform that counts and forgets as the interface says. */
export class SessionsStand {
  readonly time = new FakeTime()
  readonly starts: SeenStart[] = []
  sessionName = 'session'
  readonly stops: string[] = []
  readonly touches: { readonly id: string; readonly afterMs: number; readonly kind: string }[] = []
  readonly platform = new Map<string, PlatformSide>()
  /** Starts of one window that were under way together, at most. */
  mostStartsAtOnce = 0
  cap = 10
  /** Sessions that other walls have. */
  elsewhere = 0
  latencyInMs = 20
  /** The camera whose start is answered later than those that the platform decides after it. */
  answeredLate: string | undefined
  fails: WallErrorCode | undefined
  /** Nothing is kept from before. */
  keptFromMs = 0
  /** How a start before that is refused. */
  tooOld: WallErrorCode = 'range_refused'
  /** Nothing is kept in the reduced rendition: a start of that is refused in the same words. */
  onlyInFull = false
  /** Whether the platform goes on with a session that is named to it. */
  reuses = true
  skewMs: number | undefined = undefined
  readonly log = memoryLog()
  readonly sessions: PlaybackSessions
  readonly #underWay = new Map<string, number>()
  #serial = 0

  constructor({
    random = () => 0.5,
    limits = {},
    baseUrl = 'http://site',
    calls,
  }: Partial<Pick<PlaybackSessionsOptions, 'random' | 'limits' | 'baseUrl' | 'calls'>> = {}) {
    const { logger, redactor } = this.log
    this.sessions = new PlaybackSessions({
      calls: calls ?? {
        start: (wish) => this.#start(wish),
        stop: (sessionId) => this.#stop(sessionId),
        localLive: async () =>
          ok({ url: 'http://site/live/x/manifest.m3u8', sessionId: undefined, currentSessions: undefined }),
      },
      touch: (address, kind) => this.#touch(address, kind),
      baseUrl,
      refusalOf: async () => undefined,
      clock: this.time,
      timers: this.time,
      random,
      limits,
      redactor,
      log: logger.area('playback'),
      skewMs: () => this.skewMs,
      tileOf: (_monitor, cameraId) => (/^\d+$/.test(cameraId) ? Number(cameraId) : undefined),
    })
    this.sessions.join(pageOne)
  }

  /** Opens, and lets the platform answer. */
  async open(
    cameraId: string,
    { page = pageOne, agoMs = 7_200_000, quality = 'full' }: Partial<OpenOptions> = {},
  ) {
    const opening = this.sessions.open(page, { cameraId, atMs: this.time.wallMs() - agoMs, quality })
    await this.time.advance(this.latencyInMs * 4)
    return opening
  }

  async opened(cameraId: string, options?: Partial<OpenOptions>): Promise<OpenedPlayback> {
    return unwrap(await this.open(cameraId, options))
  }

  playback(playbackId: string) {
    const playback = this.sessions.find(playbackId)
    if (playback === undefined) throw new Error('there is no such playback')
    return playback
  }

  /** As the gateway does for a segment: with what the platform thinks of the session. */
  async segment(playbackId: string): Promise<'served' | 'dead' | 'refused'> {
    const playback = this.playback(playbackId)
    const leased = await this.sessions.lease(playback)
    if (!leased.ok) return 'refused'
    const side = this.platform.get(leased.value.sessionId ?? '')
    if (side === undefined || !this.isAlive(side)) {
      const renewed = await this.sessions.lease(playback, leased.value.generation)
      return renewed.ok ? 'dead' : 'refused'
    }
    side.lastUsedMs = this.time.monotonicMs()
    playback.session.used(leased.value.generation, new URL(`seg-1.m4s`, leased.value.url))
    return 'served'
  }

  isAlive({ isOver, lastUsedMs }: PlatformSide): boolean {
    return !isOver && this.time.monotonicMs() - lastUsedMs < PLAYBACK_IDLE_LIMIT_IN_MS
  }

  get aliveOnPlatform(): PlatformSide[] {
    return [...this.platform.values()].filter((side) => this.isAlive(side))
  }

  killAll(): void {
    for (const side of this.platform.values()) side.isOver = true
  }

  async #start(wish: PlaybackWish): Promise<PlatformResult<ReadSession>> {
    const askedAtMs = this.time.monotonicMs()
    const window = `${wish.cameraId} ${wish.startMs}`
    const underWay = (this.#underWay.get(window) ?? 0) + 1
    this.#underWay.set(window, underWay)
    this.mostStartsAtOnce = Math.max(this.mostStartsAtOnce, underWay)
    await this.#wait()
    this.#underWay.set(window, underWay - 1)
    const answer = this.#decide(wish)
    if (wish.cameraId === this.answeredLate) await this.#wait()
    this.starts.push({ ...wish, askedAtMs, outcome: answer.ok ? 'ok' : answer.error.error.code })
    return answer
  }

  #decide({ cameraId, sessionId, startMs, isReduced }: PlaybackWish): PlatformResult<ReadSession> {
    const isKept = startMs >= this.keptFromMs && !(this.onlyInFull && isReduced)
    const code = isKept ? this.fails : this.tooOld
    if (code !== undefined) return fail({ error: wallError(code), maybeCarriedOut: false })
    const known = this.reuses ? this.platform.get(sessionId ?? '') : undefined
    if (known === undefined || !this.isAlive(known)) {
      if (this.aliveOnPlatform.length + this.elsewhere >= this.cap) {
        return fail({ error: wallError('too_many_sessions'), retryAfterInMs: 15_000, maybeCarriedOut: false })
      }
    }
    const id = known?.id ?? `${this.sessionName}-${(this.#serial += 1)}`
    this.platform.set(id, { id, cameraId, lastUsedMs: this.time.monotonicMs(), isOver: false })
    const url = `http://site/session/${id}/camera/${cameraId}/manifest.m3u8`
    return ok({ url, sessionId: id, currentSessions: this.aliveOnPlatform.length + this.elsewhere })
  }

  async #stop(sessionId: string): Promise<PlatformResult<undefined>> {
    this.stops.push(sessionId)
    await this.#wait()
    const side = this.platform.get(sessionId)
    if (side !== undefined) side.isOver = true
    return ok(undefined)
  }

  async #touch(address: URL, kind: string): Promise<'alive' | 'dead' | 'unknown'> {
    const id = address.pathname.split('/')[2] ?? ''
    const side = this.platform.get(id)
    const afterMs = this.time.monotonicMs() - (side?.lastUsedMs ?? 0)
    this.touches.push({ id, afterMs, kind })
    await this.#wait()
    if (this.fails === 'unreachable') return 'unknown'
    if (side === undefined || !this.isAlive(side)) return 'dead'
    side.lastUsedMs = this.time.monotonicMs()
    return 'alive'
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => void this.time.after(this.latencyInMs, resolve))
  }
}
