import { type WallError, wallError } from '#contract/errors.ts'
import type { Result } from '#contract/result.ts'
import type { MediaProblem, PlaybackFigures } from '#contract/wall/playback.ts'
import type { GatewayLimits } from '../defaults.ts'
import type { Lease } from '../platform-session.ts'
import type { Playback, PlaybackSessions } from '../playback-sessions.ts'
import {
  isManifestType,
  askedHeaders,
  lengthOf,
  manifestAnswer,
  problemAnswer,
  segmentAnswer,
} from './media-answers.ts'
import { letGo, linesBody } from './manifest-body.ts'
import { ManifestFault, manifestLines, ManifestPrint, rewrittenLine } from './manifest-lines.ts'
import { addressOfRest, MANIFEST_NAME, parseMediaPath, type RewriteContext } from './media-path.ts'
import { PlayerNotes, type ReadPlaylist } from './player-notes.ts'
import { askUpstream, deadStatuses, pacedBody, type UpstreamAnswer, type UpstreamPorts } from './upstream.ts'

export interface MediaGatewayPorts extends UpstreamPorts {
  readonly sessions: PlaybackSessions
  /** Origin of the configured platform; a session's own host is known from its address. */
  readonly platformOrigin: string
}

export interface MediaRequest {
  readonly method: string
  /** Path and query as they came: not resolved, not decoded. */
  readonly path: string
  readonly headers: Headers
  /** The player has given it up. */
  readonly signal: AbortSignal
}

interface Asked {
  readonly playback: Playback
  readonly rest: string
  readonly request: MediaRequest
}

type RootAnswer = Result<
  { readonly lease: Lease; readonly outcome: UpstreamAnswer | MediaProblem },
  WallError
>

/** A manifest that has been asked for and not been read. */
interface Prefetched {
  readonly answer: Promise<RootAnswer>
  readonly cancelTimer: () => void
  /** Nobody came for it. */
  readonly drop: () => void
}

/**
 * Footage under the page's own origin: `/media/<playbackId>/…` is read from the session of the moment, streamed
 * and never held whole. A session that has died is started again behind the same address, unless its files are
 * called differently afterwards: then the player is told.
 */
export class MediaGateway {
  readonly #ports: MediaGatewayPorts
  readonly #limits: GatewayLimits
  readonly #prefetched = new Map<Playback, Prefetched>()
  readonly #notes = new WeakMap<Playback, PlayerNotes>()
  #requests = 0
  #bytes = 0

  constructor(ports: MediaGatewayPorts) {
    this.#ports = ports
    this.#limits = ports.limits
  }

  figures(): Pick<PlaybackFigures, 'requests' | 'bytes'> {
    return { requests: this.#requests, bytes: this.#bytes }
  }

  /** Never rejects for anything that a player, a network or a platform can do. */
  async answer(request: MediaRequest): Promise<Response> {
    this.#requests += 1
    if (request.method !== 'GET') return problemAnswer('bad-path')
    const path = parseMediaPath(request.path)
    if (path === undefined) return problemAnswer('bad-path')
    const playback = this.#ports.sessions.find(path.playbackId)
    if (playback === undefined) return problemAnswer('unknown-playback')
    const asked = { playback, rest: path.rest, request }
    if (this.#notesOf(playback).tooLarge.has(path.rest)) return problemAnswer('manifest-too-large')
    return isRoot(path.rest) ? this.#answerRoot(asked) : this.#answerBelow(asked)
  }

  /**
   * Asks for the manifest of a playback that has just been opened: the player's own request, which comes a moment
   * later, finds it under way.
   */
  prefetch(playbackId: string): void {
    const playback = this.#ports.sessions.find(playbackId)
    if (playback === undefined) return
    const transfer = new AbortController()
    const request = { method: 'GET', path: '', headers: new Headers(), signal: transfer.signal }
    const answer = this.#askRoot({ playback, rest: MANIFEST_NAME, request })
    const drop = () => {
      this.#prefetched.delete(playback)
      transfer.abort()
    }
    const cancelTimer = this.#ports.timers.after(this.#limits.prefetchHoldsInMs, drop)
    this.#prefetched.set(playback, { answer, cancelTimer, drop })
  }

  dispose(): void {
    for (const { cancelTimer, drop } of this.#prefetched.values()) {
      cancelTimer()
      drop()
    }
  }

  #askRoot(asked: Asked): Promise<RootAnswer> {
    const { session, window } = asked.playback
    return session.withWindow(window, async (lease) => ({ lease, outcome: await this.#ask(asked, lease) }))
  }

  /** Undefined when there is none, or none that is any good. */
  async #takePrefetched(playback: Playback): Promise<RootAnswer | undefined> {
    const prefetched = this.#prefetched.get(playback)
    if (prefetched === undefined) return undefined
    prefetched.cancelTimer()
    this.#prefetched.delete(playback)
    const answer = await prefetched.answer
    return answer.ok && typeof answer.value.outcome !== 'string' ? answer : undefined
  }

  /** A player begins with it: whatever was before is no matter any more. */
  async #answerRoot(asked: Asked): Promise<Response> {
    const { playback } = asked
    const first = (await this.#takePrefetched(playback)) ?? (await this.#askRoot(asked))
    if (!first.ok) return refusal(first.error)
    let { lease, outcome } = first.value
    if (isDead(outcome)) {
      outcome.abort()
      const renewed = await this.#ports.sessions.lease(playback, lease.generation)
      if (!renewed.ok) return refusal(renewed.error)
      lease = renewed.value
      outcome = await this.#ask(asked, lease)
    }
    this.#notesOf(playback).begin(lease)
    return this.#deliver(asked, lease, outcome)
  }

  async #answerBelow(asked: Asked): Promise<Response> {
    const { playback } = asked
    const leased = await this.#ports.sessions.lease(playback)
    if (!leased.ok) return refusal(leased.error)
    if (!(await this.#isSame(playback, leased.value))) return problemAnswer('session-changed')
    const outcome = await this.#ask(asked, leased.value)
    if (!isDead(outcome)) return this.#deliver(asked, leased.value, outcome)
    outcome.abort()
    const renewed = await this.#renewed(asked, leased.value, outcome.response.status)
    if (renewed === 'missing') return problemAnswer('missing')
    if (!renewed.ok) return refusal(renewed.error)
    if (!(await this.#isSame(playback, renewed.value))) return problemAnswer('session-changed')
    return this.#deliver(asked, renewed.value, await this.#ask(asked, renewed.value))
  }

  /** Another session for a playback whose file was refused; `missing` when it is the file and not the session. */
  async #renewed({ playback, request }: Asked, lease: Lease, status: number) {
    const { sessions } = this.#ports
    if (status !== 404) return sessions.lease(playback, lease.generation)
    const manifest = await this.#ask(
      { playback, rest: MANIFEST_NAME, request: withoutHeaders(request) },
      lease,
    )
    if (typeof manifest === 'string') return 'missing' as const
    manifest.abort()
    if (isDead(manifest)) return sessions.lease(playback, lease.generation)
    return playback.session.plays(playback.window) ? ('missing' as const) : sessions.part(playback)
  }

  #isSame(playback: Playback, lease: Lease): Promise<boolean> {
    return this.#notesOf(playback).isSame(lease, (last) => this.#compare(playback, lease, last))
  }

  async #compare(playback: Playback, lease: Lease, last: ReadPlaylist): Promise<boolean> {
    const { session, window } = playback
    // Started again by another window of the camera, it may not have this one yet.
    if (!session.plays(window)) await session.withWindow(window, async () => undefined)
    const request = { method: 'GET', path: '', headers: new Headers(), signal: new AbortController().signal }
    const answer = await this.#ask({ playback, rest: last.rest, request }, lease)
    // Nothing is known then; what the player asks for next will show it.
    if (typeof answer === 'string') return true
    if (!answer.response.ok || answer.response.body === null) {
      answer.abort()
      return !deadStatuses.has(answer.response.status)
    }
    const print = new ManifestPrint(playback.kind === 'local')
    try {
      for await (const line of manifestLines(
        this.#paced(answer, this.#limits.maxManifestBytes),
        this.#limits,
      )) {
        print.read(line)
        if (print.isComplete) break
      }
    } catch {
      return true
    } finally {
      answer.abort()
    }
    return print.text === last.print.text
  }

  async #ask({ playback, rest, request }: Asked, lease: Lease): Promise<UpstreamAnswer | MediaProblem> {
    const hosts = this.#hosts(lease)
    const address = addressOfRest(rest, lease, hosts)
    if (address === undefined) return 'host-not-allowed'
    const isManifest = hasManifestName(rest)
    const headers: Record<string, string> = {}
    for (const name of askedHeaders) {
      const value = request.headers.get(name)
      // A manifest is rewritten: no part and no older copy of the platform's is one of ours.
      if (value !== null && !isManifest) headers[name] = value
    }
    const answer = await askUpstream(this.#ports, { address, hosts, headers, signal: request.signal })
    if (typeof answer !== 'string' && (answer.response.ok || answer.response.status === 304)) {
      playback.session.used(lease.generation, isManifest ? undefined : address)
    }
    return answer
  }

  async #deliver(asked: Asked, lease: Lease, outcome: UpstreamAnswer | MediaProblem): Promise<Response> {
    if (typeof outcome === 'string') return problemAnswer(outcome)
    const { response, abort } = outcome
    const { status } = response
    if (response.ok || status === 304 || status === 416) {
      const isManifest = hasManifestName(asked.rest) || isManifestType(response)
      return isManifest ? this.#deliverManifest(asked, lease, outcome) : this.#deliverSegment(outcome)
    }
    abort()
    if (deadStatuses.has(status) && status !== 404) {
      const error = wallError(
        'platform_failed',
        'The platform has started this playback again and still refuses its footage.',
      )
      asked.playback.session.startedInVain(lease.generation, error)
      return refusal(error)
    }
    if (status === 404) return problemAnswer('missing')
    if (status === 429) return problemAnswer('rate-limited', undefined, 1_000)
    return problemAnswer(status >= 500 ? 'platform-failed' : 'refused')
  }

  #deliverSegment(answer: UpstreamAnswer): Response {
    const { maxSegmentBytes } = this.#limits
    const { response, abort } = answer
    const body = response.body === null ? null : this.#paced(answer, maxSegmentBytes)
    const delivered = lengthOf(response) > maxSegmentBytes ? undefined : segmentAnswer(response, body)
    if (delivered === undefined) void (body === null ? abort() : body.cancel())
    return delivered ?? problemAnswer('not-media')
  }

  async #deliverManifest({ playback, rest }: Asked, lease: Lease, answer: UpstreamAnswer): Promise<Response> {
    const { response, address, abort } = answer
    const { maxManifestBytes } = this.#limits
    const notes = this.#notesOf(playback)
    if (lengthOf(response) > maxManifestBytes) {
      abort()
      return problemAnswer('manifest-too-large')
    }
    if (response.body === null) return problemAnswer('not-media')
    const lines = manifestLines(this.#paced(answer, Number.POSITIVE_INFINITY), this.#limits)
    const first = await lines.next().catch(() => undefined)
    if (first === undefined || first.done === true || !/^\uFEFF?#EXTM3U\b/.test(first.value)) {
      letGo(lines)
      return problemAnswer('not-media')
    }
    const hosts = this.#hosts(lease)
    const asked = addressOfRest(rest, lease, hosts)
    const isMoved = asked?.href !== address.href
    const context: RewriteContext = { manifest: address, isMoved, lease, hosts, playbackId: playback.id }
    const print = new ManifestPrint(playback.kind === 'local')
    const onFault = (error: unknown) => {
      if (error instanceof ManifestFault) notes.tooLarge.add(rest)
      abort()
    }
    return manifestAnswer(
      linesBody(
        lines,
        (line) => {
          if (!print.isComplete) {
            print.read(line)
            if (print.isComplete) notes.read({ rest, print })
          }
          return rewrittenLine(line, context)
        },
        onFault,
      ),
    )
  }

  #paced(answer: UpstreamAnswer, maxBytes: number): ReadableStream<Uint8Array> {
    const { response, abort } = answer
    return pacedBody(response.body ?? new ReadableStream(), {
      timers: this.#ports.timers,
      idleInMs: this.#limits.idleInMs,
      abandonedInMs: this.#limits.abandonedInMs,
      maxBytes,
      abort,
      onBytes: (bytes) => {
        this.#bytes += bytes
      },
    })
  }

  #hosts({ url }: Lease): ReadonlySet<string> {
    return new Set([url.origin, this.#ports.platformOrigin])
  }

  #notesOf(playback: Playback): PlayerNotes {
    const known = this.#notes.get(playback)
    if (known !== undefined) return known
    const notes = new PlayerNotes()
    this.#notes.set(playback, notes)
    return notes
  }
}

function isDead(outcome: UpstreamAnswer | MediaProblem): outcome is UpstreamAnswer {
  return typeof outcome !== 'string' && deadStatuses.has(outcome.response.status)
}

function isRoot(rest: string): boolean {
  return rest.split('?', 1)[0] === MANIFEST_NAME
}

function hasManifestName(rest: string): boolean {
  return /\.m3u8?$/i.test(rest.split('?', 1)[0] ?? '')
}

function withoutHeaders(request: MediaRequest): MediaRequest {
  return { ...request, headers: new Headers() }
}

function refusal({
  message,
  retryInMs,
}: {
  readonly message: string
  readonly retryInMs?: number | undefined
}): Response {
  return problemAnswer('session-refused', message, retryInMs)
}
