import type { MediaProblem } from '#contract/wall/playback.ts'
import type { Lease } from '../platform-session.ts'
import type { Playback } from '../playback-sessions.ts'
import { type MediaTarget, gatewayTarget, hasManifestName } from './media-request.ts'
import { manifestLines, ManifestPrint } from './manifest-lines.ts'
import { askedHeaders } from './media-answers.ts'
import { addressOfRest } from './media-path.ts'
import { PlayerNotes, type ReadPlaylist } from './player-notes.ts'
import { askUpstream, deadStatuses, pacedBody, type UpstreamAnswer, type UpstreamPorts } from './upstream.ts'

export interface SessionReaderPorts extends UpstreamPorts {
  /** Origin of the configured platform; a session's own host is known from its address. */
  readonly platformOrigin: string
}

interface SessionReaderNeeds extends SessionReaderPorts {
  readonly onBytes: (bytes: number) => void
}

/** Reads files of a platform's session for a playback, and knows what the playback's player has read before. */
export class SessionReader {
  readonly #ports: SessionReaderNeeds
  readonly #notes = new WeakMap<Playback, PlayerNotes>()

  constructor(ports: SessionReaderNeeds) {
    this.#ports = ports
  }

  /** Origins that a session's footage may come from. */
  hosts({ url }: Lease): ReadonlySet<string> {
    return new Set([url.origin, this.#ports.platformOrigin])
  }

  notesOf(playback: Playback): PlayerNotes {
    const known = this.#notes.get(playback)
    if (known !== undefined) return known
    const notes = new PlayerNotes()
    this.#notes.set(playback, notes)
    return notes
  }

  /** The platform's answer, its body unread. */
  async ask({ playback, rest, request }: MediaTarget, lease: Lease): Promise<UpstreamAnswer | MediaProblem> {
    const hosts = this.hosts(lease)
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

  /** The body of an answer, no faster than it is taken, and no longer than it may be. */
  read({ response, abort }: UpstreamAnswer, maxBytes: number): ReadableStream<Uint8Array> {
    const { timers, limits, onBytes } = this.#ports
    const { idleInMs, abandonedInMs } = limits
    const body = response.body ?? new ReadableStream()
    return pacedBody(body, { timers, idleInMs, abandonedInMs, maxBytes, abort, onBytes })
  }

  /** Whether a session's names and times are those that the player has. */
  isSame(playback: Playback, lease: Lease): Promise<boolean> {
    return this.notesOf(playback).isSame(lease, (last) => this.#compare(playback, lease, last))
  }

  async #compare(playback: Playback, lease: Lease, last: ReadPlaylist): Promise<boolean> {
    const { session, window } = playback
    // Started again by another window of the camera, it may not have this one yet.
    if (!session.plays(window)) await session.withWindow(window, async () => undefined)
    const answer = await this.ask(gatewayTarget(playback, last.rest), lease)
    // Nothing is known then; what the player asks for next will show it.
    if (typeof answer === 'string') return true
    const { response, abort } = answer
    if (!response.ok || response.body === null) {
      abort()
      return !deadStatuses.has(response.status)
    }
    const { limits } = this.#ports
    const print = new ManifestPrint(playback.kind === 'local')
    try {
      for await (const line of manifestLines(this.read(answer, limits.maxManifestBytes), limits)) {
        print.read(line)
        if (print.isComplete) break
      }
    } catch {
      return true
    } finally {
      abort()
    }
    return print.text === last.print.text
  }
}
