import { fail, ok, type Result } from '#contract/result.ts'
import { type Refusal, retryAfter } from '../../api/refusal.ts'
import type { SiteClock } from '../../clock.ts'

export interface SessionRegistryOptions {
  readonly clock: SiteClock
  /** A session without a request for so long is over. */
  readonly idleLimitMs: number
  /** Active ones of one organization. */
  readonly maxSessions: number
  /** How long an ended session is told apart from one that never was. */
  readonly rememberEndedMs: number
  /** Makes an id that nobody can guess: whoever knows it may read what the session grants. */
  readonly createId: () => string
}

export interface Session<Grant> {
  readonly id: string
  readonly orgId: string
  readonly cameraId: string
  /** What may be read with it. */
  grant: Grant
}

interface Entry<Grant> extends Session<Grant> {
  lastUsedMs: number
  isStopped: boolean
}

export interface SessionWish {
  readonly orgId: string
  readonly cameraId: string
  /** A session to go on with, also one that has ended. One that nobody knows (any more) is replaced by a new one. */
  readonly sessionId?: string | undefined
}

export const unknownSession: Refusal = { code: 'unknown_session', message: 'There is no such session.' }

/** Sessions that end by themselves when nobody uses them. Kept in memory: a restart of the site ends them all. */
export class SessionRegistry<Grant> {
  readonly #options: SessionRegistryOptions
  readonly #sessions = new Map<string, Entry<Grant>>()

  constructor(options: SessionRegistryOptions) {
    this.#options = options
  }

  /** `grantOf` is told what the session granted before, so that it can be widened. */
  start(
    { orgId, cameraId, sessionId }: SessionWish,
    grantOf: (before: Grant | undefined) => Grant,
  ): Result<Session<Grant>, Refusal> {
    this.#forgetEnded()
    const known = sessionId === undefined ? undefined : this.#sessions.get(sessionId)
    const own = known?.orgId === orgId ? known : undefined
    if (own && own.cameraId !== cameraId) {
      const message = 'This session belongs to another camera. Leave sessionId out to begin a new one.'
      return fail({ code: 'session_of_other_camera', message, field: 'sessionId' })
    }
    if (own && this.#isActive(own)) {
      own.lastUsedMs = this.#nowMs()
      own.grant = grantOf(own.grant)
      return ok(own)
    }
    if (this.count(orgId) >= this.#options.maxSessions) {
      return fail({
        code: 'too_many_sessions',
        message: 'The organization has as many sessions as it may have at once. Stop one first.',
        headers: retryAfter(this.#untilOneEndsMs(orgId)),
      })
    }
    const id = own?.id ?? this.#options.createId()
    const lastUsedMs = this.#nowMs()
    const entry: Entry<Grant> = {
      id,
      orgId,
      cameraId,
      grant: grantOf(undefined),
      lastUsedMs,
      isStopped: false,
    }
    this.#sessions.set(id, entry)
    return ok(entry)
  }

  /** A request for the session's media: it lives on. */
  use(id: string, cameraId: string): Result<Session<Grant>, Refusal> {
    const session = this.#sessions.get(id)
    if (!session || session.cameraId !== cameraId) return fail(unknownSession)
    if (!this.#isActive(session)) {
      const message = 'This session has ended: it was stopped, or not used for 90 seconds. Start it again.'
      return fail({ code: 'session_ended', message })
    }
    session.lastUsedMs = this.#nowMs()
    return ok(session)
  }

  /** False when the organization has no such session that is active. */
  stop(orgId: string, id: string, cameraId: string): boolean {
    const session = this.#sessions.get(id)
    if (session?.orgId !== orgId || session.cameraId !== cameraId || !this.#isActive(session)) return false
    session.isStopped = true
    return true
  }

  /** Id of an active session of this camera. */
  activeId(orgId: string, cameraId: string): string | undefined {
    return this.#active().find((session) => session.orgId === orgId && session.cameraId === cameraId)?.id
  }

  /** Active sessions of an organization. */
  count(orgId: string): number {
    return this.#active().filter((session) => session.orgId === orgId).length
  }

  isWatched(cameraId: string): boolean {
    return this.#active().some((session) => session.cameraId === cameraId)
  }

  #active(): Entry<Grant>[] {
    return [...this.#sessions.values()].filter((session) => this.#isActive(session))
  }

  #untilOneEndsMs(orgId: string): number {
    const lastUsed = this.#active().flatMap((session) => (session.orgId === orgId ? session.lastUsedMs : []))
    return Math.max(0, Math.min(...lastUsed) + this.#options.idleLimitMs - this.#nowMs())
  }

  #isActive({ isStopped, lastUsedMs }: Entry<Grant>): boolean {
    return !isStopped && this.#nowMs() - lastUsedMs < this.#options.idleLimitMs
  }

  #forgetEnded(): void {
    const { idleLimitMs, rememberEndedMs } = this.#options
    for (const [id, { lastUsedMs }] of this.#sessions) {
      if (this.#nowMs() - lastUsedMs > idleLimitMs + rememberEndedMs) this.#sessions.delete(id)
    }
  }

  #nowMs(): number {
    return this.#options.clock.monotonicMs()
  }
}
