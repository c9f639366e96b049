import { randomBytes } from 'node:crypto'
import { PLAYBACK_IDLE_LIMIT_IN_MS } from '#contract/platform/limits.ts'
import { siteDefaults } from '../defaults.ts'
import type { FilmedCamera } from '../footage/filmed-camera.ts'
import { demoGaps, type GapRule } from './archive/archive-gaps.ts'
import { LoopedArchive } from './archive/looped-archive.ts'
import { LocalLive, type LocalLiveOptions } from './live/local-live.ts'
import { LayeredRecordings, type RealRecordings } from './layered-recordings.ts'
import { PlaybackPart, type PlaybackPartOptions } from './playback-part.ts'
import type { RecordedLayer } from './recorder/recorder.ts'

export interface PlaybackOptions extends Omit<PlaybackPartOptions, 'recordings' | 'retentionMs'> {
  readonly cameras: readonly FilmedCamera[]
  /** What was really recorded; the looped archive is laid around it. */
  readonly recorded: RealRecordings
  /** By camera number; other cameras have the gaps of the demonstration. */
  readonly gaps: ReadonlyMap<number, readonly GapRule[]>
  readonly retentionDays: number
}

const dayMs = 86_400_000

/** Playback of the demonstration: the looped archive, around what was recorded when anything was. */
export function createPlayback(options: PlaybackOptions): PlaybackPart {
  const { cameras, recorded, gaps, clock, retentionDays } = options
  const retentionMs = retentionDays * dayMs
  const archive = new LoopedArchive({
    cameras,
    gapsOf: (number) => gaps.get(number) ?? demoGaps.get(number) ?? [],
    clock,
    retentionMs,
    leastSegmentSeconds: siteDefaults.playback.leastSegmentSeconds,
  })
  return new PlaybackPart({ ...options, recordings: new LayeredRecordings(recorded, archive), retentionMs })
}

export function createLocalLive(
  options: Pick<LocalLiveOptions, 'clock' | 'layersOf' | 'setTapped'>,
): LocalLive {
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
  cameras: readonly FilmedCamera[],
): ReadonlyMap<string, readonly RecordedLayer[]> {
  return new Map(
    cameras.map(({ cameraId, framesPerSecond, layers, sound }) => {
      const taken = layers.map((layer, sourceLayer) => {
        const rendition = sourceLayer === layers.length - 1 ? 'full' : 'reduced'
        return { ...layer, sourceLayer, framesPerSecond, hasSound: sound !== undefined, rendition } as const
      })
      const [full, ...others] = taken.toReversed()
      return [cameraId, full ? [full, ...others.slice(-1)] : []]
    }),
  )
}
