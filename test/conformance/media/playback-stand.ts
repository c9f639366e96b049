import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { buildApi } from '#site/api/build-api.ts'
import { TokenBuckets } from '#site/api/token-buckets.ts'
import { CameraStore } from '#site/cameras/camera-store.ts'
import { demoCameras } from '#site/cameras/demo-cameras.ts'
import { demoSite } from '#site/defaults.ts'
import { loadFootage } from '#site/footage/manifest.ts'
import { createLocalLive, createPlayback } from '#site/playback/create-playback.ts'
import { OccupancyPart } from '#site/occupancy/occupancy-part.ts'
import { prepareOccupancyDatabase } from '#site/store/occupancy-database.ts'
import { FakeClock } from '../../unit/site/fake-clock.ts'
import { openTestStore } from '../../unit/site/open-store.ts'
import { openRecordings } from '../../unit/site/playback/open-recordings.ts'
import { tempDir } from '../../unit/site/temp-dir.ts'
import { footageDir } from '../../stand/wall-stand.ts'
import { siteCredentials } from '../api/credentials.ts'
import { idleEventPart } from '../api/idle-event-part.ts'
import { ask, bearer } from '../api/requests.ts'

export interface PlaybackStandOptions {
  /** What the site takes for now. */
  readonly nowMs: number
  readonly timeZone?: string
  readonly maxSessions?: number
  /** Requests of a key at once; the clock stands, so there are no more. */
  readonly burst?: number
}

/** The site's interface on a real port, with its own store and the real footage, at an instant of the test's choice. */
export async function playbackStand(options: PlaybackStandOptions) {
  const clock = new FakeClock()
  clock.nowMs = options.nowMs
  const dataDir = tempDir()
  const log = pino({ level: 'silent' })
  const { db } = await openTestStore(dataDir, clock)
  const { keys, signIn, tokens } = siteCredentials({ db, dataDir, clock })
  await db.insertInto('organization').values({ id: demoSite.orgId, name: demoSite.orgName }).execute()
  const footage = await loadFootage(footageDir)
  if (!footage.ok) throw new Error(footage.error.message)
  const cameras = new CameraStore(db)
  const shown = demoCameras(16, footage.value.cameras, options.timeZone ?? 'Europe/Berlin')
  await cameras.replace(demoSite.orgId, shown)
  const created = await keys.create(demoSite.orgId, 'test', 365 * 86_400_000)
  if (!created.ok) throw new Error(created.error)
  const { recorded } = await openRecordings({ dataDir, db, clock, log })
  prepareOccupancyDatabase({ dir: dataDir, clock })
  const occupancy = new OccupancyPart({ dir: dataDir, clock, log })
  const server = await buildApi({
    log,
    buckets: new TokenBuckets({ perSecond: 1_000, burst: options.burst ?? 1_000, maxBuckets: 10, clock }),
    signIn,
    keys,
    tokens,
    cameras,
    mediaServer: { state: 'absent', liveViewUrl: () => '', credentials: { apiKey: '', apiSecret: '' } },
    playback: createPlayback({
      cameras: shown,
      footage: footage.value,
      footageDir,
      recorded,
      gaps: new Map(),
      clock,
      advertisedUrl: undefined,
      maxSessions: options.maxSessions ?? 10,
      retentionDays: 30,
    }),
    localLive: createLocalLive({ clock, layersOf: () => [], setTapped: () => undefined }),
    events: await idleEventPart(),
    occupancy,
    bareStatus: undefined,
    trustedProxy: undefined,
    health: async () => ({
      isDatabaseReadable: true,
      mediaServer: 'absent',
      cameras: { wanted: 0, publishing: 0 },
    }),
  })
  const baseUrl = await server.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await server.close()
    await occupancy.dispose()
    await keys.dispose()
  })
  const get = (path: string) => ask(`${baseUrl}${path}`, { headers: bearer(created.value.key) })
  return { baseUrl, clock, get, key: created.value.key }
}
