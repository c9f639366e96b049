import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { MAX_PLAYBACK_RANGE_IN_MS, PLAYBACK_IDLE_LIMIT_IN_MS } from '#contract/platform/limits.ts'
import type { PlatformCamera } from '#contract/platform/cameras.ts'
import type { SiteClock } from '../clock.ts'
import { siteDefaults } from '../defaults.ts'
import type { FootageManifest } from '../footage/manifest.ts'
import { demoGaps, type GapRule } from './archive/archive-gaps.ts'
import { type ArchiveCamera, LoopedArchive } from './archive/looped-archive.ts'
import { LocalLive } from './live/local-live.ts'
import { LayeredRecordings, type RealRecordings } from './layered-recordings.ts'
import { PlaybackPart } from './playback-part.ts'
import type { RecordedLayer } from './recorder/recorder.ts'

export interface PlaybackOptions {
  readonly cameras: readonly PlatformCamera[]
  readonly footage: FootageManifest | undefined
  readonly footageDir: string
  /** What was really recorded; the looped archive is laid around it. */
  readonly recorded: RealRecordings
  /** By camera number; other cameras have the gaps of the demonstration. */
  readonly gaps: ReadonlyMap<number, readonly GapRule[]>
  readonly clock: SiteClock
  readonly advertisedUrl: string | undefined
  readonly maxSessions: number
  readonly retentionDays: number
}

const dayMs = 86_400_000

/** Playback of the demonstration: the looped archive, around what was recorded when anything was. */
export function createPlayback(options: PlaybackOptions): PlaybackPart {
  const { recorded, clock, advertisedUrl, maxSessions, retentionDays } = options
  const retentionMs = retentionDays * dayMs
  const { leastSegmentSeconds, longestSegmentMs, rememberEndedMs, skewMs } = siteDefaults.playback
  const archive = new LoopedArchive({
    cameras: archiveCameras(options),
    clock,
    retentionMs,
    leastSegmentSeconds,
  })
  return new PlaybackPart({
    recordings: new LayeredRecordings(recorded, archive),
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

export interface CreateLocalLiveOptions {
  readonly clock: SiteClock
  readonly layersOf: (cameraId: string) => readonly RecordedLayer[]
  readonly setTapped: (cameraId: string, isTapped: boolean) => void
}

export function createLocalLive(options: CreateLocalLiveOptions): LocalLive {
  const { live, recorder, longestSegmentMs, rememberEndedMs } = siteDefaults.playback
  return new LocalLive({
    ...options,
    ...live,
    holeMs: recorder.holeMs,
    longestSegmentMs,
    rememberEndedMs,
    idleLimitMs: PLAYBACK_IDLE_LIMIT_IN_MS,
    secret: randomBytes(32),
  })
}

/** What can be taken of each camera, by its id; the largest layer first. */
export function recordedLayers(
  cameras: readonly PlatformCamera[],
  footage: FootageManifest | undefined,
): ReadonlyMap<string, readonly RecordedLayer[]> {
  return new Map(
    cameras.map(({ id, number }) => {
      const filmed = footage?.cameras.find((camera) => camera.number === number)
      const rising = (filmed?.layers ?? []).toSorted((one, other) => one.widthPx - other.widthPx)
      const hasSound = filmed?.sound !== undefined
      const framesPerSecond = footage?.framesPerSecond ?? 1
      const layers = rising.flatMap((layer, sourceLayer): RecordedLayer[] => {
        if (sourceLayer === rising.length - 1)
          return [{ ...layer, sourceLayer, framesPerSecond, hasSound, rendition: 'full' }]
        return sourceLayer === 0
          ? [{ ...layer, sourceLayer, framesPerSecond, hasSound, rendition: 'reduced' }]
          : []
      })
      return [id, layers.toReversed()]
    }),
  )
}

function archiveCameras({ cameras, footage, footageDir, gaps }: PlaybackOptions): ArchiveCamera[] {
  return cameras.flatMap(({ id, number, timezone }) => {
    const filmed = footage?.cameras.find((camera) => camera.number === number)
    if (!footage || !filmed) return []
    return {
      cameraId: id,
      timeZone: timezone,
      framesPerSecond: footage.framesPerSecond,
      layers: filmed.layers.map((layer) => ({ ...layer, file: join(footageDir, layer.file) })),
      soundFile: filmed.sound && join(footageDir, filmed.sound.file),
      gaps: gaps.get(number) ?? demoGaps.get(number) ?? [],
    }
  })
}
