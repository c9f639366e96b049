import { randomUUID } from 'node:crypto'
import { withoutEndSlashes } from '#contract/end-slashes.ts'
import { MAX_PLAYBACK_RANGE_IN_MS, PLAYBACK_IDLE_LIMIT_IN_MS } from '#contract/platform/limits.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Refusal } from '../api/refusal.ts'
import type { SiteClock } from '../clock.ts'
import { siteDefaults } from '../defaults.ts'
import { masterPlaylist, recordedPlaylist } from './media-playlist.ts'
import type { MediaFile, Recordings, Rendition } from './recordings.ts'
import { type Session, SessionRegistry, type SessionWish } from './sessions/session-registry.ts'
import { overlaps, type TimeRange } from './time-range.ts'

export interface PlaybackPartOptions {
  readonly recordings: Recordings
  readonly clock: SiteClock
  /** `{playback_host}` where clients reach the site under another address. */
  readonly advertisedUrl: string | undefined
  readonly maxSessions: number
  readonly retentionMs: number
}

const { longestSegmentMs, rememberEndedMs, skewMs } = siteDefaults.playback

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
    this.#sessions = new SessionRegistry({
      ...options,
      idleLimitMs: PLAYBACK_IDLE_LIMIT_IN_MS,
      rememberEndedMs,
      createId: randomUUID,
    })
  }

  checkRange(range: TimeRange): Result<void, Refusal> {
    const { clock, retentionMs } = this.#options
    const rules = { nowMs: clock.epochMs(), maxRangeMs: MAX_PLAYBACK_RANGE_IN_MS, retentionMs, skewMs }
    return checkRange(range, rules)
  }

  async hasFootage(cameraId: string, range: TimeRange): Promise<boolean> {
    return (await this.#options.recordings.coverage(cameraId, range)).length > 0
  }

  coverage(cameraId: string, range: TimeRange): Promise<readonly TimeRange[]> {
    return this.#options.recordings.coverage(cameraId, range)
  }

  start(wish: PlaybackWish): Result<PlaybackSession, Refusal> {
    return this.#sessions.start(wish, (before) => widened(before, wish.range, wish.isReduced))
  }

  use(sessionId: string, cameraId: string): Result<PlaybackSession, Refusal> {
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
    const { advertisedUrl } = this.#options
    return advertisedUrl === undefined ? reachedAt : withoutEndSlashes(advertisedUrl)
  }

  async master({ cameraId, grant }: PlaybackSession): Promise<string> {
    const all = await this.#options.recordings.renditionsOf(cameraId)
    const reduced = all.filter(({ rendition }) => rendition === 'reduced')
    const window = grant.windows.at(-1)
    const infos = grant.isReduced && reduced.length > 0 ? reduced : all
    return masterPlaylist(infos, window ? windowName(window) : '')
  }

  /** The playlist of one of the session's windows; undefined for any other name. */
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
    const startMs = segmentName.exec(name)?.[1]
    if (startMs !== undefined && !mayRead(grant, Number(startMs))) return undefined
    return this.#options.recordings.file(cameraId, rendition, name)
  }
}

/** What a playback session may read. */
interface PlaybackGrant {
  /** The newest last: a player that was given another window may still play the end of the one before. */
  readonly windows: readonly TimeRange[]
  /** Only the reduced rendition is offered, where there is one. */
  readonly isReduced: boolean
}

const keptWindows = 4

function widened(before: PlaybackGrant | undefined, window: TimeRange, isReduced: boolean): PlaybackGrant {
  const others = (before?.windows ?? []).filter((other) => windowName(other) !== windowName(window))
  return { windows: [...others, window].slice(-keptWindows), isReduced }
}

/** File name of a window's playlist. */
function windowName({ startMs, endMs }: TimeRange): string {
  return `${startMs}-${endMs}.m3u8`
}

function windowNamed({ windows }: PlaybackGrant, name: string): TimeRange | undefined {
  return windows.find((window) => windowName(window) === name)
}

/** Whether footage that begins at this instant belongs to a window; its length is not in its name. */
function mayRead({ windows }: PlaybackGrant, startMs: number): boolean {
  return windows.some((window) => overlaps(window, { startMs, endMs: startMs + longestSegmentMs }))
}

interface RangeRules {
  readonly nowMs: number
  readonly maxRangeMs: number
  readonly retentionMs: number
  /** How far the clock of a client may be ahead of ours. */
  readonly skewMs: number
}

/** Whether a session may be started for a range (assumptions 14 and 29). */
export function checkRange({ startMs, endMs }: TimeRange, rules: RangeRules): Result<void, Refusal> {
  const { nowMs, maxRangeMs, retentionMs, skewMs } = rules
  if (startMs >= endMs) {
    return fail({ code: 'range_invalid', field: 'end', message: 'The range has to end after it begins.' })
  }
  if (endMs - startMs > maxRangeMs) {
    const message = `A range is at most ${maxRangeMs / 1_000} seconds long.`
    return fail({ code: 'range_too_long', field: 'end', message })
  }
  if (endMs > nowMs + skewMs) {
    return fail({
      code: 'range_in_future',
      field: 'end',
      message: `The range ends in the future: it is ${new Date(nowMs).toISOString()} here.`,
    })
  }
  if (startMs < nowMs - retentionMs) {
    const message = `Footage is kept from ${new Date(nowMs - retentionMs).toISOString()} on.`
    return fail({ code: 'before_retention', field: 'start', message })
  }
  return ok(undefined)
}
