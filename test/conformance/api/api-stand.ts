import { type Logger, pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { AccountStore } from '#site/accounts/account-store.ts'
import type { ScryptCost } from '#site/accounts/password-hasher.ts'
import { type ApiOptions, buildApi } from '#site/api/build-api.ts'
import { TokenBuckets } from '#site/api/token-buckets.ts'
import { CameraStore } from '#site/cameras/camera-store.ts'
import type { EventPart } from '#site/events/event-part.ts'
import { createLocalLive, createPlayback, type PlaybackOptions } from '#site/playback/create-playback.ts'
import { OccupancyPart } from '#site/occupancy/occupancy-part.ts'
import { SalvoStore } from '#site/salvos/salvo-store.ts'
import { prepareOccupancyDatabase } from '#site/store/occupancy-database.ts'
import { FakeClock } from '../../unit/site/fake-clock.ts'
import { openTestStore } from '../../unit/site/open-store.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { siteCredentials } from './credentials.ts'
import { RETENTION_IN_DAYS } from '#contract/platform/limits.ts'
import { createRecordings, type RecordingsOptions } from '#site/playback/create-recordings.ts'
import { unwrap } from '#test/stand/unwrap.ts'

export interface ApiStandOptions extends Partial<Pick<ApiOptions, 'bareStatus' | 'trustedProxy'>> {
  readonly nowMs: number
  /** Of one caller while the stand's clock stands. */
  readonly requests: number
  readonly scrypt?: ScryptCost | undefined
  /** Address that it listens at; 127.0.0.1 when left out. */
  readonly host?: string | undefined
  /** Without it, there is no footage. */
  readonly playback?: Pick<PlaybackOptions, 'cameras' | 'maxSessions'>
  readonly events: (site: {
    readonly dataDir: string
    readonly clock: FakeClock
    readonly log: Logger
    readonly cameras: CameraStore
    readonly accounts: AccountStore
  }) => Promise<EventPart>
}

/** The site's interface on a real port with its own store, at an instant of the test's choice; without media server. */
export async function apiStand(options: ApiStandOptions) {
  const clock = new FakeClock()
  clock.nowMs = options.nowMs
  const dataDir = tempDir()
  const log = pino({ level: 'silent' })
  const { db } = await openTestStore(dataDir, clock)
  const { requests, scrypt } = options
  const { accounts, keys, signIn, tokens } = siteCredentials({ db, dataDir, clock, scrypt })
  const cameras = new CameraStore(db)
  const { recorded } = await openRecordings({ dataDir, db, clock, log })
  const events = await options.events({ dataDir, clock, log, cameras, accounts })
  prepareOccupancyDatabase({ dir: dataDir, clock })
  const occupancy = new OccupancyPart({ dir: dataDir, clock, log })
  const server = await buildApi({
    log,
    buckets: new TokenBuckets({ perSecond: requests, burst: requests, maxBuckets: 10, clock }),
    signIn,
    keys,
    tokens,
    cameras,
    mediaServer: { state: 'absent', liveViewUrl: () => '', credentials: { apiKey: '', apiSecret: '' } },
    playback: createPlayback({
      cameras: [],
      maxSessions: 10,
      ...options.playback,
      recorded,
      gaps: new Map(),
      clock,
      advertisedUrl: undefined,
      retentionDays: 30,
    }),
    localLive: createLocalLive({ clock, layersOf: () => [], setTapped: () => undefined }),
    events,
    occupancy,
    salvos: new SalvoStore(db, clock),
    bareStatus: options.bareStatus,
    trustedProxy: options.trustedProxy,
    health: async () => ({
      isDatabaseReadable: true,
      mediaServer: 'absent',
      cameras: { wanted: 0, publishing: 0 },
    }),
  })
  const baseUrl = await server.listen({ port: 0, host: options.host ?? '127.0.0.1' })
  onTestFinished(async () => {
    await server.close()
    await occupancy.dispose()
    await keys.dispose()
  })
  const keyOf = async (orgId: string): Promise<string> => {
    return unwrap(await keys.create(orgId, 'test', 365 * 86_400_000)).key
  }
  return { accounts, baseUrl, cameras, clock, dataDir, db, events, keyOf, keys, occupancy }
}

/** Of a site that records nothing; closed at the end of the test. */
async function openRecordings(order: Pick<RecordingsOptions, 'dataDir' | 'db' | 'clock' | 'log'>) {
  const opened = await createRecordings({
    ...order,
    record: undefined,
    retentionDays: RETENTION_IN_DAYS,
    reset: false,
  })
  onTestFinished(() => opened.retention.dispose())
  return opened
}
