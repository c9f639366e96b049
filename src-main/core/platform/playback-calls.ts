import type { PlatformOverrides } from '#contract/platform/assumptions.ts'
import type { AnswerOf } from '#contract/platform/calls.ts'
import { MAX_PLAYBACK_RANGE_IN_MS } from '#contract/platform/limits.ts'
import type { PlatformResult } from './failure.ts'
import type { PlatformExchange } from './platform-exchange.ts'

export interface PlaybackWish {
  readonly cameraId: string
  readonly startMs: number
  readonly endMs: number
  /** The reduced rendition alone (assumption 19). */
  readonly isReduced: boolean
  /** A session to go on with (assumption 18). */
  readonly sessionId?: string | undefined
}

/** Without a session where a platform has none, and of local live. */
export type ReadSession = AnswerOf<'startPlayback'>

export type Range = readonly [startMs: number, endMs: number]

/** How an instant is written on the wire (assumption 13). */
const written = {
  milliseconds: (instantMs: number) => String(Math.round(instantMs)),
  seconds: (instantMs: number) => String(Math.floor(instantMs / 1_000)),
  iso8601: (instantMs: number) => new Date(instantMs).toISOString(),
} satisfies Record<PlatformOverrides['playbackTimeFormat'], (instantMs: number) => string>

/** The calls of playback: section 4.6 of the interface, and assumptions 12, 16 and 25. */
export function playbackCalls(exchange: PlatformExchange) {
  const write = written[exchange.overrides.playbackTimeFormat]

  return {
    async start(wish: PlaybackWish): Promise<PlatformResult<ReadSession>> {
      const { cameraId, startMs, endMs, isReduced, sessionId } = wish
      const query = {
        cameraId,
        start: write(startMs),
        end: write(endMs),
        ...(isReduced ? { smartStorage: 'true' } : {}),
        ...(sessionId === undefined ? {} : { sessionId }),
      }
      const started = await exchange.call('startPlayback', { query }, (session) => session)
      const { findings } = exchange
      if (!started.ok) {
        const { platformCode } = started.error
        if (platformCode === 'too_many_sessions') findings.find('playbackCap', 'confirmed')
        if (platformCode === 'range_too_long') findings.find('playbackRange', 'contradicted')
        return started
      }
      if (sessionId !== undefined && started.value.sessionId === sessionId)
        findings.find('playbackReuse', 'confirmed')
      if (endMs - startMs === MAX_PLAYBACK_RANGE_IN_MS) findings.find('playbackRange', 'confirmed')
      return started
    },

    /** One that has ended already is an ordinary failure: `not_found`. */
    stop(sessionId: string, cameraId: string): Promise<PlatformResult<undefined>> {
      const { playbackStopMethod: method } = exchange.overrides
      const session = { sessionId, cameraId }
      const asked = method === 'POST' ? { body: session } : { method, query: session }
      return exchange.carryOut('stopPlayback', asked)
    },

    /** Ascending and apart from each other, whatever the order of the answer. */
    coverage(cameraId: string, [startMs, endMs]: Range): Promise<PlatformResult<readonly Range[]>> {
      const query = { cameraId, start: write(startMs), end: write(endMs) }
      return exchange.call('coverage', { query }, ({ ranges }) => merged(ranges))
    },

    localLive(cameraId: string): Promise<PlatformResult<ReadSession>> {
      return exchange.call('localLive', { query: { cameraId } }, (session) => session)
    },
  }
}

export type PlaybackCalls = ReturnType<typeof playbackCalls>

/** Undefined when there are ranges and none of them is valid. */
function merged(ranges: readonly Range[]): readonly Range[] | undefined {
  const merged: [number, number][] = []
  for (const [startMs, endMs] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (startMs >= endMs) continue
    if (last !== undefined && startMs <= last[1]) last[1] = Math.max(last[1], endMs)
    else merged.push([startMs, endMs])
  }
  return ranges.length > 0 && merged.length === 0 ? undefined : merged
}
