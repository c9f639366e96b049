import { join } from 'node:path'
import {
  MAX_PLAYBACK_RANGE_IN_MS,
  PLAYBACK_IDLE_LIMIT_IN_MS,
  RETENTION_IN_DAYS,
} from '#contract/platform/assumptions.ts'
import type { PlatformCamera } from '#contract/platform/cameras.ts'
import type { SiteClock } from '../clock.ts'
import { siteDefaults } from '../defaults.ts'
import type { FootageManifest } from '../footage/manifest.ts'
import { demoGaps } from './archive/archive-gaps.ts'
import { type ArchiveCamera, LoopedArchive } from './archive/looped-archive.ts'
import { LayeredRecordings } from './layered-recordings.ts'
import { PlaybackPart } from './playback-part.ts'
import type { Recordings } from './recordings.ts'

export interface PlaybackOrder {
  readonly cameras: readonly PlatformCamera[]
  readonly footage: FootageManifest | undefined
  readonly footageDir: string
  /** What was really recorded; stands before the looped archive. */
  readonly recorded: Recordings | undefined
  readonly clock: SiteClock
  readonly advertisedUrl: string | undefined
  readonly maxSessions: number
}

const dayMs = 86_400_000
const retentionMs = RETENTION_IN_DAYS * dayMs

/** Playback of the demonstration: the looped archive, under what was recorded when anything was. */
export function createPlayback(order: PlaybackOrder): PlaybackPart {
  const { recorded, clock, advertisedUrl, maxSessions } = order
  const { leastSegmentSeconds, longestSegmentMs, rememberEndedMs, skewMs } = siteDefaults.playback
  const archive = new LoopedArchive({
    cameras: archiveCameras(order),
    clock,
    retentionMs,
    leastSegmentSeconds,
  })
  return new PlaybackPart({
    recordings: recorded ? new LayeredRecordings([recorded, archive]) : archive,
    clock,
    advertisedUrl,
    maxSessions,
    maxRangeMs: MAX_PLAYBACK_RANGE_IN_MS,
    retentionMs,
    idleLimitMs: PLAYBACK_IDLE_LIMIT_IN_MS,
    rememberEndedMs,
    skewMs,
    longestSegmentMs,
  })
}

function archiveCameras({ cameras, footage, footageDir }: PlaybackOrder): ArchiveCamera[] {
  return cameras.flatMap(({ id, number, timezone }) => {
    const filmed = footage?.cameras.find((camera) => camera.number === number)
    if (!footage || !filmed) return []
    return {
      cameraId: id,
      timeZone: timezone,
      framesPerSecond: footage.framesPerSecond,
      layers: filmed.layers.map((layer) => ({ ...layer, file: join(footageDir, layer.file) })),
      gaps: demoGaps.get(number) ?? [],
    }
  })
}
