import type { MediaProblem } from '#contract/wall/playback.ts'
import type { Lease } from '../platform-session.ts'
import type { Playback } from '../playback-sessions.ts'
import type { GatewayLimits } from '../defaults.ts'
import { manifestLines, ManifestPrint, ManifestVariables } from './manifest-lines.ts'
import { askedHeaders } from './media-answers.ts'
import { addressOfRest, isRoot, MANIFEST_NAME } from './media-path.ts'
import { gatewayTarget, hasManifestName, type MediaTarget } from './media-request.ts'
import {
  askUpstream,
  deadStatuses,
  pacedBody,
  type UpstreamAnswer,
  type UpstreamOptions,
} from './upstream.ts'

export interface GatewayOptions extends UpstreamOptions {
  /** Origin of the configured platform; a session's own host is known from its address. */
  readonly platformOrigin: string
}

interface SessionReaderOptions extends GatewayOptions {
  readonly onBytes: (bytes: number) => void
}

/** Reads files of a platform's session for a playback, and knows what the playback's player has read before. */
export class SessionReader {
  readonly #options: SessionReaderOptions
  readonly #notes = new WeakMap<Playback, PlayerNotes>()

  constructor(options: SessionReaderOptions) {
    this.#options = options
  }

  /** Origins that a session's footage may come from. */
  hosts({ url }: Lease): ReadonlySet<string> {
    return new Set([url.origin, this.#options.platformOrigin])
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
    const answer = await askUpstream(this.#options, { address, hosts, headers, signal: request.signal })
    if (typeof answer !== 'string' && (answer.response.ok || answer.response.status === 304)) {
      playback.session.used(lease.generation, isManifest ? undefined : address)
    }
    return answer
  }

  /** The body of an answer, no faster than it is taken, and no longer than it may be. */
  read({ response, abort }: UpstreamAnswer, maxBytes: number): ReadableStream<Uint8Array> {
    const { limits, ...options } = this.#options
    return pacedBody(response.body ?? new ReadableStream(), { ...options, ...limits, maxBytes, abort })
  }

  /** Whether a session's names and times are those that the player has. */
  isSame(playback: Playback, lease: Lease): Promise<boolean> {
    return this.notesOf(playback).isSame(lease, (last) => this.#compare(playback, lease, last))
  }

  async #compare(playback: Playback, lease: Lease, last: ReadPlaylist): Promise<boolean> {
    const { session, window } = playback
    // Started again by another window of the camera, it may not have this one yet.
    if (!session.plays(window)) await session.withWindow(window, async () => undefined)
    const first = last.importsVariables
      ? await this.#scan(gatewayTarget(playback, MANIFEST_NAME), lease, undefined, () => false)
      : undefined
    if (typeof first === 'boolean') return first
    const print = new ManifestPrint(playback.kind === 'local')
    const read = await this.#scan(gatewayTarget(playback, last.rest), lease, first, (line) => {
      print.read(line)
      return print.isComplete
    })
    return typeof read === 'boolean' ? read : print.text === last.print.text
  }

  /** Reads a manifest until that is enough, for its variables; false: its session is dead, true: nothing is known. */
  async #scan(
    target: MediaTarget,
    lease: Lease,
    imported: ManifestVariables | undefined,
    isEnough: (line: string) => boolean,
  ): Promise<ManifestVariables | boolean> {
    const answer = await this.ask(target, lease)
    // What the player asks for next will show it.
    if (typeof answer === 'string') return true
    const { response, address, abort } = answer
    if (!response.ok || response.body === null) {
      abort()
      return !deadStatuses.has(response.status)
    }
    const { limits } = this.#options
    const variables = new ManifestVariables(address, imported, limits)
    try {
      for await (const line of manifestLines(this.read(answer, limits.maxManifestBytes), limits))
        if (isEnough(variables.written(line))) break
      return variables
    } catch {
      return true
    } finally {
      abort()
    }
  }
}

/** The playlist that a player read last, by what another session would differ in. */
interface ReadPlaylist {
  readonly rest: string
  readonly print: ManifestPrint
  /** Of the manifest that led to it. */
  readonly importsVariables: boolean
}

/** What the gateway remembers of a playback's player. */
class PlayerNotes {
  /** Manifests that turned out too long only when they had been sent in part. */
  readonly tooLarge = new Set<string>()
  /** Session that the player's names and times come from; undefined before its first manifest. */
  #generation: number | undefined
  #last: ReadPlaylist | undefined
  /** Of the manifest that the player read first. */
  #variables: ManifestVariables | undefined
  #comparing: { readonly generation: number; readonly isSame: Promise<boolean> } | undefined

  /** A player reads the manifest: whatever was before is no matter any more. */
  begin({ generation }: Lease): void {
    this.#generation = generation
    this.#last = undefined
  }

  variablesOf(rest: string, manifest: URL, limits: GatewayLimits): ManifestVariables {
    const imported = isRoot(rest) ? undefined : this.#variables
    const variables = new ManifestVariables(manifest, imported, limits)
    if (isRoot(rest)) this.#variables = variables
    return variables
  }

  read(playlist: ReadPlaylist): void {
    this.#last = playlist
  }

  /** Whether a session's names and times are those that the player has. Compared once a session, however many wait. */
  isSame({ generation }: Lease, compare: (last: ReadPlaylist) => Promise<boolean>): Promise<boolean> {
    if (this.#generation === generation || this.#last === undefined) {
      this.#generation = generation
      return Promise.resolve(true)
    }
    if (this.#comparing?.generation !== generation) {
      const isSame = compare(this.#last).then((same) => {
        if (same) this.#generation = generation
        return same
      })
      this.#comparing = { generation, isSame }
    }
    return this.#comparing.isSame
  }
}
