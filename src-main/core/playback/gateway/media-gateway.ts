import type { WallError } from '#contract/errors.ts'
import type { Result } from '#contract/result.ts'
import type { MediaProblem, PlaybackFigures } from '#contract/wall/playback.ts'
import type { Lease } from '../platform-session.ts'
import type { Playback, PlaybackSessions } from '../playback-sessions.ts'
import { Delivery } from './delivery.ts'
import { problemAnswer, refusal } from './media-answers.ts'
import { isRoot, MANIFEST_NAME, parseMediaPath } from './media-path.ts'
import { gatewayTarget, type MediaRequest, type MediaTarget } from './media-request.ts'
import { type GatewayOptions, SessionReader } from './session-reader.ts'
import { deadStatuses, type UpstreamAnswer } from './upstream.ts'

export interface MediaGatewayOptions extends GatewayOptions {
  readonly sessions: PlaybackSessions
}

type WindowAnswer = Result<
  { readonly lease: Lease; readonly outcome: UpstreamAnswer | MediaProblem },
  WallError
>

interface Prefetched {
  readonly answer: Promise<WindowAnswer>
  readonly abort: () => void
  readonly cancelTimer: () => void
}

/**
 * Footage under the page's own origin: `/media/<playbackId>/…` is read from the session of the moment, streamed
 * and never held whole. A session that has died is started again behind the same address, unless its files are
 * called differently afterwards: then the player is told.
 */
export class MediaGateway {
  readonly #sessions: PlaybackSessions
  readonly #reader: SessionReader
  readonly #delivery: Delivery
  readonly #options: Pick<MediaGatewayOptions, 'timers' | 'limits'>
  /** Manifests that have been asked for and not been read: each is for the first player that comes, or for nobody. */
  readonly #prefetched = new Map<Playback, Prefetched>()
  #requests = 0
  #bytes = 0

  constructor(options: MediaGatewayOptions) {
    const { sessions, clock, limits } = options
    this.#options = options
    this.#sessions = sessions
    const onBytes = (bytes: number) => {
      this.#bytes += bytes
    }
    this.#reader = new SessionReader({ ...options, onBytes })
    this.#delivery = new Delivery({ clock, limits, reader: this.#reader })
  }

  figures(): Pick<PlaybackFigures, 'requests' | 'bytes'> {
    return { requests: this.#requests, bytes: this.#bytes }
  }

  /** Never rejects for anything that a player, a network or a platform can do. */
  async handle(request: MediaRequest): Promise<Response> {
    this.#requests += 1
    if (request.method !== 'GET') return problemAnswer('bad-path')
    const path = parseMediaPath(request.path)
    if (path === undefined) return problemAnswer('bad-path')
    const playback = this.#sessions.find(path.playbackId)
    if (playback === undefined) return problemAnswer('unknown-playback')
    const { rest } = path
    if (this.#reader.notesOf(playback).tooLarge.has(rest)) return problemAnswer('manifest-too-large')
    const target = { playback, rest, request }
    return isRoot(rest) ? this.#handleRoot(target) : this.#handleFile(target)
  }

  /**
   * Asks for the manifest of a playback that has just been opened: the player's own request, which comes a moment
   * later, finds it under way.
   */
  prefetch(playbackId: string): void {
    const playback = this.#sessions.find(playbackId)
    if (playback === undefined) return
    const transfer = new AbortController()
    const abort = () => transfer.abort()
    const { timers, limits } = this.#options
    const cancelTimer = timers.after(limits.prefetchHoldsInMs, () => this.#takePrefetched(playback)?.abort())
    const answer = this.#askInWindow(gatewayTarget(playback, MANIFEST_NAME, transfer.signal))
    this.#prefetched.set(playback, { answer, abort, cancelTimer })
  }

  dispose(): void {
    for (const playback of this.#prefetched.keys()) this.#takePrefetched(playback)?.abort()
  }

  /** While the session is started for the playback's own window. */
  #askInWindow(target: MediaTarget): Promise<WindowAnswer> {
    const { session, window } = target.playback
    return session.withWindow(window, async (lease) => ({
      lease,
      outcome: await this.#reader.ask(target, lease),
    }))
  }

  #takePrefetched(playback: Playback): Prefetched | undefined {
    const prefetched = this.#prefetched.get(playback)
    prefetched?.cancelTimer()
    this.#prefetched.delete(playback)
    return prefetched
  }

  /** The first request of a player; nothing of earlier requests matters. */
  async #handleRoot(target: MediaTarget): Promise<Response> {
    const { playback } = target
    const prefetched = await this.#takePrefetched(playback)?.answer
    const isAnswered = prefetched?.ok === true && typeof prefetched.value.outcome !== 'string'
    const first = isAnswered ? prefetched : await this.#askInWindow(target)
    if (!first.ok) return refusal(first.error)
    let { lease, outcome } = first.value
    if (isDead(outcome)) {
      outcome.abort()
      const renewed = await this.#sessions.lease(playback, lease.generation)
      if (!renewed.ok) return refusal(renewed.error)
      lease = renewed.value
      outcome = await this.#reader.ask(target, lease)
    }
    this.#reader.notesOf(playback).begin(lease)
    return this.#delivery.deliver(target, lease, outcome)
  }

  async #handleFile(target: MediaTarget): Promise<Response> {
    const { playback } = target
    const leased = await this.#sessions.lease(playback)
    if (!leased.ok) return refusal(leased.error)
    if (!(await this.#reader.isSame(playback, leased.value))) return problemAnswer('session-changed')
    const outcome = await this.#reader.ask(target, leased.value)
    if (!isDead(outcome)) return this.#delivery.deliver(target, leased.value, outcome)
    outcome.abort()
    const renewed = await this.#renewed(target, leased.value, outcome.response.status)
    if (renewed instanceof Response) return renewed
    if (renewed === 'of-another-window') return this.#handleInWindow(target, leased.value)
    if (!renewed.ok) return refusal(renewed.error)
    if (!(await this.#reader.isSame(playback, renewed.value))) return problemAnswer('session-changed')
    const again = await this.#reader.ask(target, renewed.value)
    return this.#delivery.deliver(target, renewed.value, again)
  }

  /** Another session for a playback whose file was refused, or the answer when it is the file and not the session. */
  async #renewed(target: MediaTarget, lease: Lease, status: number) {
    const { playback, request } = target
    if (status !== 404) return this.#sessions.lease(playback, lease.generation)
    // Meanwhile it may have begun anew, under its own name and with other names of files.
    const now = await this.#sessions.lease(playback)
    if (!now.ok || now.value.generation !== lease.generation) return now
    const manifest = await this.#reader.ask(gatewayTarget(playback, MANIFEST_NAME, request.signal), lease)
    // Only a session that lives shows that the file is missing, which an export signs.
    if (typeof manifest === 'string' || !(manifest.response.ok || isDead(manifest))) {
      return this.#delivery.deliver(target, lease, manifest)
    }
    manifest.abort()
    if (isDead(manifest)) return this.#sessions.lease(playback, lease.generation)
    if (playback.session.plays(playback.window)) return problemAnswer('missing')
    return this.#sessions.sharesSessions ? ('of-another-window' as const) : this.#sessions.part(playback)
  }

  /** Either the file is missing or the platform keeps one window a session; starting this window shows which. */
  async #handleInWindow(target: MediaTarget, before: Lease): Promise<Response> {
    const again = await this.#askInWindow(target)
    if (!again.ok) return refusal(again.error)
    const { lease, outcome } = again.value
    if (typeof outcome === 'string') return this.#delivery.deliver(target, lease, outcome)
    const { response, abort } = outcome
    const isMissing = deadStatuses.has(response.status)
    if (response.ok && lease.generation === before.generation) this.#sessions.stopSharing()
    if (!isMissing && (await this.#reader.isSame(target.playback, lease))) {
      return this.#delivery.deliver(target, lease, outcome)
    }
    abort()
    return problemAnswer(isMissing ? 'missing' : 'session-changed')
  }
}

function isDead(outcome: UpstreamAnswer | MediaProblem): outcome is UpstreamAnswer {
  return typeof outcome !== 'string' && deadStatuses.has(outcome.response.status)
}
