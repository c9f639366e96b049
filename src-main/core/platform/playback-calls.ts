import type { PlaybackStopMethod, PlaybackTimeFormat } from '#contract/platform/assumptions.ts'
import { never } from '#contract/result.ts'
import type { Answered, Meanings } from './failure.ts'
import type { CallNeeds } from './platform-exchange.ts'
import { type Range, type ReadSession, readRanges, readSession } from './read-playback.ts'

export interface PlaybackWish {
  readonly cameraId: string
  readonly startMs: number
  readonly endMs: number
  /** The reduced rendition alone (assumption 19). */
  readonly isReduced: boolean
  /** A session to go on with (assumption 18). */
  readonly sessionId?: string | undefined
}

export interface PlaybackCallsPorts extends CallNeeds {
  readonly timeFormat: PlaybackTimeFormat
  readonly stopMethod: PlaybackStopMethod
}

const startMeanings: Meanings = {
  no_recording: 'no_recording',
  range_invalid: 'range_refused',
  range_too_long: 'range_refused',
  range_in_future: 'range_refused',
  before_retention: 'range_refused',
  too_many_sessions: 'too_many_sessions',
}

/** The calls of playback: section 4.6 of the interface, and assumptions 12, 16 and 25. */
export class PlaybackCalls {
  readonly #ports: PlaybackCallsPorts

  constructor(ports: PlaybackCallsPorts) {
    this.#ports = ports
  }

  async start({
    cameraId,
    startMs,
    endMs,
    isReduced,
    sessionId,
  }: PlaybackWish): Promise<Answered<ReadSession>> {
    const { exchange, confirm, spellings } = this.#ports
    const started = await exchange({
      call: 'startPlayback',
      method: 'GET',
      path: 'playbackStart',
      withKey: true,
      query: {
        cameraId,
        start: this.#write(startMs),
        end: this.#write(endMs),
        ...(isReduced ? { smartStorage: 'true' } : {}),
        ...(sessionId === undefined ? {} : { sessionId }),
      },
      meanings: startMeanings,
      plain: ['no_recording'],
      sentences: {
        not_found: 'The platform does not know this camera, or has nothing recorded of it at this time.',
      },
      read: (answer) => readSession(answer.text, spellings),
    })
    if (started.ok) {
      confirm('playbackTime')
      if (sessionId !== undefined && started.value.sessionId === sessionId) confirm('playbackReuse')
    } else if (started.error.error.code === 'too_many_sessions') confirm('playbackCap')
    return started
  }

  /** One that has ended already is an ordinary failure: `not_found`. */
  async stop(sessionId: string, cameraId: string): Promise<Answered<undefined>> {
    const { exchange, confirm, stopMethod } = this.#ports
    const session = { sessionId, cameraId }
    const stopped = await exchange({
      call: 'stopPlayback',
      method: stopMethod,
      path: 'playbackStop',
      withKey: true,
      ...(stopMethod === 'POST' ? { body: session } : { query: session }),
      absent: 'not_found',
      sentences: { not_found: 'The platform has no such session any more, or no call that ends one.' },
      read: () => ({}),
    })
    if (!stopped.ok) return stopped
    confirm('playbackStop')
    return { ok: true, value: undefined }
  }

  coverage(cameraId: string, [startMs, endMs]: Range): Promise<Answered<readonly Range[]>> {
    return this.#ports.exchange({
      call: 'coverage',
      method: 'GET',
      path: 'playbackCoverage',
      withKey: true,
      query: { cameraId, start: this.#write(startMs), end: this.#write(endMs) },
      absent: 'not_found',
      sentences: { not_found: 'The platform does not say what this camera has recorded.' },
      read: (answer) => {
        const ranges = readRanges(answer.text, this.#ports.spellings)
        if (ranges !== undefined) this.#ports.confirm('coverage')
        return ranges
      },
    })
  }

  localLive(cameraId: string): Promise<Answered<ReadSession>> {
    return this.#ports.exchange({
      call: 'localLive',
      method: 'GET',
      path: 'localLive',
      withKey: true,
      query: { cameraId },
      absent: 'not_found',
      meanings: { too_many_sessions: 'too_many_sessions' },
      sentences: { not_found: 'The platform offers no local live view of this camera.' },
      read: (answer) => {
        const session = readSession(answer.text, this.#ports.spellings)
        if (session !== undefined) this.#ports.confirm('localLive')
        return session
      },
    })
  }

  #write(instantMs: number): string {
    const { timeFormat } = this.#ports
    switch (timeFormat) {
      case 'milliseconds':
        return String(Math.round(instantMs))
      case 'seconds':
        return String(Math.floor(instantMs / 1_000))
      case 'iso8601':
        return new Date(instantMs).toISOString()
      default:
        return never(timeFormat)
    }
  }
}
