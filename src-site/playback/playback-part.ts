import { randomUUID } from 'node:crypto'
import type { Result } from '#contract/result.ts'
import type { SiteClock } from '../clock.ts'
import { masterPlaylist, recordedPlaylist } from './media-playlist.ts'
import type { MediaFile, Recordings, Rendition } from './recordings.ts'
import { mayRead, type PlaybackGrant, widened, windowName, windowNamed } from './sessions/playback-grant.ts'
import { checkRange, type RangeFault } from './sessions/range-rules.ts'
import {
  type Session,
  SessionRegistry,
  type SessionWish,
  type StartFailure,
} from './sessions/session-registry.ts'
import type { TimeRange } from './time-range.ts'

export interface PlaybackPartOptions {
  readonly recordings: Recordings
  readonly clock: SiteClock
  /** `{playback_host}` where clients reach the site under another address. */
  readonly advertisedUrl: string | undefined
  readonly maxSessions: number
  readonly maxRangeMs: number
  readonly retentionMs: number
  readonly idleLimitMs: number
  readonly rememberEndedMs: number
  readonly skewMs: number
  readonly longestSegmentMs: number
}

export interface PlaybackWish extends SessionWish {
  readonly range: TimeRange
  readonly isReduced: boolean
}

export type PlaybackSession = Session<PlaybackGrant>

const segmentName = /^[a-z]+-(\d{1,16})\.m4s$/

/** Playback sessions and what they may read of the recordings. */
export class PlaybackPart {
  readonly kind = 'session'
  readonly summary = 'a playback session'
  readonly #options: PlaybackPartOptions
  readonly #sessions: SessionRegistry<PlaybackGrant>

  constructor(options: PlaybackPartOptions) {
    this.#options = options
    this.#sessions = new SessionRegistry({ ...options, createId: randomUUID })
  }

  checkRange(range: TimeRange): Result<void, RangeFault> {
    return checkRange(range, { ...this.#options, nowMs: this.#options.clock.epochMs() })
  }

  async hasFootage(cameraId: string, range: TimeRange): Promise<boolean> {
    return (await this.#options.recordings.coverage(cameraId, range)).length > 0
  }

  coverage(cameraId: string, range: TimeRange): Promise<readonly TimeRange[]> {
    return this.#options.recordings.coverage(cameraId, range)
  }

  start(wish: PlaybackWish): Result<PlaybackSession, StartFailure> {
    return this.#sessions.start(wish, (before) => widened(before, wish.range, wish.isReduced))
  }

  use(sessionId: string, cameraId: string): Result<PlaybackSession, 'unknown_session' | 'session_ended'> {
    return this.#sessions.use(sessionId, cameraId)
  }

  stop(orgId: string, sessionId: string, cameraId: string): boolean {
    return this.#sessions.stop(orgId, sessionId, cameraId)
  }

  currentSessions(orgId: string): number {
    return this.#sessions.count(orgId)
  }

  /** `{playback_host}` for a client that reached us at this address. */
  hostFor(reachedAt: string): string {
    return this.#options.advertisedUrl?.replace(/\/+$/, '') ?? reachedAt
  }

  async master({ cameraId, grant }: PlaybackSession): Promise<string> {
    const all = await this.#options.recordings.renditionsOf(cameraId)
    const reduced = all.filter(({ rendition }) => rendition === 'reduced')
    const window = grant.windows.at(-1)
    const infos = grant.isReduced && reduced.length > 0 ? reduced : all
    return masterPlaylist(infos, window ? windowName(window) : '')
  }

  /** The playlist of one of the session's windows; undefined when the name is none of theirs. */
  async playlist(
    { cameraId, grant }: PlaybackSession,
    rendition: Rendition,
    name: string,
  ): Promise<string | undefined> {
    const window = windowNamed(grant, name)
    if (!window) return undefined
    return recordedPlaylist(await this.#options.recordings.segments(cameraId, rendition, window))
  }

  /** A segment or initialization segment that the session may read. */
  async file(
    { cameraId, grant }: PlaybackSession,
    rendition: Rendition,
    name: string,
  ): Promise<MediaFile | undefined> {
    const { recordings, longestSegmentMs } = this.#options
    const startMs = segmentName.exec(name)?.[1]
    if (startMs !== undefined && !mayRead(grant, Number(startMs), longestSegmentMs)) return undefined
    return recordings.file(cameraId, rendition, name)
  }
}
