import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { RETENTION_IN_DAYS } from '#contract/platform/limits.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { isLoopback } from '#contract/wall/encryption.ts'
import { AccountStore } from './accounts/account-store.ts'
import { ApiKeyStore } from './accounts/api-key-store.ts'
import { GuessDelays } from './accounts/guess-delays.ts'
import { PasswordHasher } from './accounts/password-hasher.ts'
import { SignIn } from './accounts/sign-in.ts'
import { forgetTokenSecret, readTokenSecret } from './accounts/token-secret.ts'
import { WebTokens } from './accounts/web-tokens.ts'
import { buildApi } from './api/build-api.ts'
import { TokenBuckets } from './api/token-buckets.ts'
import { CameraStore } from './cameras/camera-store.ts'
import { demoCameras } from './cameras/demo-cameras.ts'
import { systemClock } from './clock.ts'
import { demoSite, exitCodes, siteDefaults } from './defaults.ts'
import { saveDemoAccount } from './demo-account.ts'
import { startDemoEvents } from './events/demo/start-demo-events.ts'
import { EventPart } from './events/event-part.ts'
import { saveDemoTags } from './events/tags/demo-tags.ts'
import { filmedCameras } from './footage/filmed-camera.ts'
import { loadFootage } from './footage/manifest.ts'
import { MediaPart } from './live-view/media-part.ts'
import { saveDemoDictionaries } from './occupancy/demo/demo-dictionaries.ts'
import { readDictionariesFile } from './occupancy/dictionaries/dictionaries-file.ts'
import { OccupancyPart } from './occupancy/occupancy-part.ts'
import { createLocalLive, createPlayback, recordedLayers } from './playback/create-playback.ts'
import { createRecordings } from './playback/create-recordings.ts'
import type { SiteOptions } from './process/command-line.ts'
import { listen } from './process/listen.ts'
import { createSiteLog, LogFile } from './process/site-log.ts'
import type { SiteReady } from './process/reporter.ts'
import type { SiteFault } from './process/site-fault.ts'
import { Stopwatch } from './process/stopwatch.ts'
import { SalvoStore } from './salvos/salvo-store.ts'
import { prepareEventDatabase } from './store/event-database.ts'
import { prepareOccupancyDatabase } from './store/occupancy-database.ts'
import { missingSentence, setAsideSentence } from './store/open-database.ts'
import { openSiteStore } from './store/site-store.ts'
import { withStoreFaults } from './store/store-fault.ts'
import { urlHost } from './url-host.ts'

export interface RunningSite {
  readonly ready: SiteReady
  readonly isAccountNew: boolean
  readonly media: MediaPart
  /** Where its log is. */
  readonly logFile: string
  /** Something went wrong that nobody expected. */
  noteBug(error: unknown): void
  /** Requests under way finish, then media ends, then the database is closed. */
  stop(): Promise<void>
}

export interface SiteListener {
  readonly progress: (part: string, text: string) => void
  readonly warn: (sentence: string) => void
}

/** Starts the whole site, or leaves nothing running and says why. */
export function startSite(
  options: SiteOptions,
  isEmbedded: boolean,
  listener: SiteListener,
): Promise<Result<RunningSite, SiteFault>> {
  return withStoreFaults(options.dataDir, () => startParts(options, isEmbedded, listener))
}

/** Every part, in this order; they are stopped in the opposite one. */
async function startParts(
  options: SiteOptions,
  isEmbedded: boolean,
  { progress, warn }: SiteListener,
): Promise<Result<RunningSite, SiteFault>> {
  await using starting = new AsyncDisposableStack()
  const { dataDir, footageDir, bindAddress } = options
  const watch = new Stopwatch(systemClock)
  const declared =
    options.dictionariesFile === undefined ? undefined : readDictionariesFile(options.dictionariesFile)
  if (declared?.ok === false) return fail({ sentence: declared.error, exitCode: exitCodes.usage })
  const credentials = {
    apiKey: `site-${randomBytes(6).toString('hex')}`,
    apiSecret: randomBytes(32).toString('base64url'),
  }

  if (!isLoopback(`http://${urlHost(bindAddress)}`)) {
    warn('Warning: other machines can reach this site, and requests, keys and passwords travel unencrypted.')
  }
  const opened = await openSiteStore({ dir: dataDir, clock: systemClock, reset: options.reset })
  if (!opened.ok) return opened
  const store = opened.value
  starting.defer(() => store.dispose())
  if (options.reset) forgetTokenSecret(dataDir)
  const setAside = store.setAsideAs === undefined ? [] : [store.setAsideAs]
  for (const prepare of [prepareEventDatabase, prepareOccupancyDatabase]) {
    const prepared = prepare({ dir: dataDir, clock: systemClock, reset: options.reset })
    if (!prepared.ok) return prepared
    if (prepared.value.setAsideAs !== undefined) setAside.push(prepared.value.setAsideAs)
  }
  for (const name of setAside) warn(setAsideSentence(dataDir, name))
  if (store.isMissing) warn(missingSentence(dataDir))

  const logFile = new LogFile({ path: join(dataDir, 'logs', 'site.log'), ...siteDefaults.log })
  starting.defer(() => logFile.dispose())
  const log = createSiteLog(logFile, [credentials.apiSecret], options.logLevel)
  for (const setAsideAs of setAside) log.warn({ setAsideAs }, 'damaged database set aside')
  if (store.isMissing) log.warn({ retentionDays: store.newRetentionDays }, 'site.db was missing or empty')
  const keys = new ApiKeyStore({
    db: store.db,
    clock: systemClock,
    ...siteDefaults.accounts,
    onFlushFailed: (err) => log.warn({ err }, 'the last use of API keys could not be written'),
  })
  starting.defer(() => keys.dispose())
  watch.lap('database')

  const accounts = new AccountStore(store.db, store.newRetentionDays)
  const hasher = new PasswordHasher(siteDefaults.accounts)
  const { account, isNew } = await saveDemoAccount(accounts, isEmbedded)
  // The cameras are all the demonstration's; a change needs another start.
  const retentionDays = (await accounts.retentionDays()).get(demoSite.orgId) ?? RETENTION_IN_DAYS
  watch.lap('accounts')

  const footage = await loadFootage(footageDir)
  const cameras = new CameraStore(store.db)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const shown = demoCameras(options.cameras, footage.ok ? footage.value.cameras : undefined, timeZone)
  await cameras.replace(demoSite.orgId, shown)
  if (shown.length < options.cameras) warn(`There are clips of ${shown.length} cameras only.`)
  watch.lap('cameras')

  const events = await EventPart.start({
    dir: dataDir,
    clock: systemClock,
    log,
    camerasOf: (orgId) => cameras.idsOf(orgId),
    retention: () => accounts.retentionDays(),
  })
  starting.defer(() => events.dispose())
  await saveDemoTags(events, demoSite.orgId)
  watch.lap('events')

  const occupancy = new OccupancyPart({ dir: dataDir, clock: systemClock, log })
  starting.defer(() => occupancy.dispose())
  if (declared === undefined) saveDemoDictionaries(occupancy, demoSite.orgId, shown, timeZone)
  else occupancy.saveDictionaries(demoSite.orgId, declared.value)
  watch.lap('occupancy')

  const { recorded, recorder, retention } = await createRecordings({
    dataDir,
    db: store.db,
    clock: systemClock,
    log,
    record: options.record,
    retentionDays,
    reset: options.reset,
  })
  starting.defer(() => retention.dispose())
  if (recorder) starting.defer(() => recorder.dispose())
  watch.lap('recordings')

  const media = new MediaPart({
    binary: options.livekitServer,
    dataDir: join(dataDir, 'media'),
    bindAddress,
    httpPort: options.mediaPort,
    // Alone, one number for both: a rule for a firewall. Embedded, nobody else is to reach it.
    udpPort: isEmbedded ? 0 : options.mediaPort,
    advertisedUrl: options.liveViewUrl,
    turn: options.turn,
    credentials,
    log,
    random: Math.random,
  })
  starting.defer(() => media.dispose())

  const filmed = footage.ok ? filmedCameras(shown, footage.value, footageDir) : []
  const layers = recordedLayers(filmed)
  const playback = createPlayback({
    cameras: filmed,
    recorded,
    clock: systemClock,
    gaps: options.gaps,
    advertisedUrl: options.playbackUrl,
    maxSessions: options.playbackSessions,
    retentionDays,
  })
  const localLive = createLocalLive({
    clock: systemClock,
    layersOf: (cameraId) => (media.fleet && layers.get(cameraId)) ?? [],
    setTapped: (cameraId, isTapped) => media.fleet?.setTapped(cameraId, isTapped || recorder !== undefined),
  })

  const api = await buildApi({
    log,
    buckets: new TokenBuckets({
      perSecond: options.requestsPerSecond,
      burst: options.requestsPerSecond * siteDefaults.api.burstSeconds,
      maxBuckets: siteDefaults.api.maxRateBuckets,
      clock: systemClock,
    }),
    signIn: new SignIn(accounts, hasher, new GuessDelays({ ...siteDefaults.guesses, clock: systemClock })),
    keys,
    tokens: new WebTokens({ secret: () => readTokenSecret(dataDir), accounts, clock: systemClock }),
    cameras,
    mediaServer: media,
    playback,
    localLive,
    events,
    occupancy,
    salvos: new SalvoStore(store.db, systemClock),
    bareStatus: options.bareStatus,
    trustedProxy: options.trustedProxy,
    health: async () => ({
      isDatabaseReadable: store.isReadable() && !events.isDamaged && !occupancy.isDamaged,
      mediaServer: media.state,
      cameras: { wanted: shown.length, publishing: await media.countPublishing() },
    }),
  })
  const listening = await listen(api, bindAddress, options.port)
  if (!listening.ok) return listening
  starting.defer(() => listening.value.stop())
  watch.lap('interface')
  progress('interface', `listening at ${listening.value.url}`)

  if (options.demoEvents) {
    const stop = startDemoEvents({
      baseUrl: listening.value.url,
      key: keys.lend(demoSite.orgId),
      orgId: demoSite.orgId,
      days: siteDefaults.events.retentionDays,
      ...siteDefaults.demoEvents,
      // Nobody comes through doors that somebody else has declared.
      people:
        declared === undefined
          ? {
              ...siteDefaults.demoPeople,
              key: keys.lend(demoSite.orgId),
              timeZone,
              sinceMs: occupancy.newestMs(demoSite.orgId),
            }
          : undefined,
      onFilled: ({ part, events: sent, tookMs }) => {
        progress(part, `${sent} added in ${Math.round(tookMs / 1_000)} s, live from now on`)
        log.info({ events: sent, tookMs: Math.round(tookMs) }, part)
      },
      onFailed: (err) => {
        log.error({ err }, 'demo events have ended')
        warn('The demonstration’s till, scale, doors and zones have stopped: the log says why.')
      },
    })
    starting.defer(async () => void (await stop()))
  }

  const mediaStarted = await media.start()
  watch.lap('mediaServer')
  if (!mediaStarted.ok) {
    const again = media.state === 'absent' ? '' : ' The media server is tried again until it runs.'
    warn(
      `${mediaStarted.error} There is no live view by WebRTC; the cameras can be watched over HLS, some seconds late.${again}`,
    )
  } else progress('media server', 'running')
  if (!footage.ok) warn(`${footage.error} The cameras have no picture.`)
  if (footage.ok) {
    const published = await media.publish({
      cameras: filmed,
      tapped: recorder ? shown.map(({ id }) => id) : [],
      onPicture: ({ cameraId, layer, ...picture }) => {
        const taken = layers.get(cameraId)?.find(({ sourceLayer }) => sourceLayer === layer)
        if (!taken) return
        recorder?.take(cameraId, taken, picture)
        localLive.take(cameraId, taken, picture)
      },
      onSound: ({ cameraId, ...sound }) => {
        recorder?.takeSound(cameraId, sound)
        localLive.takeSound(cameraId, sound)
      },
    })
    if (!published.ok) warn(`${published.error} The cameras have no picture.`)
    watch.lap('publishers')
  }

  if (recorder && !media.fleet) warn('Nothing is recorded, because no camera has a picture.')

  const running = starting.move()
  return ok({
    ready: {
      type: 'ready',
      baseUrl: listening.value.url,
      liveViewUrl: media.liveViewUrl(listening.value.address),
      account,
      cameras: shown.length,
      partsMs: watch.laps,
    },
    isAccountNew: isNew,
    media,
    logFile: join(dataDir, 'logs', 'site.log'),
    noteBug: (err) => log.fatal({ err }, 'stopped by a fault of the program'),
    stop: () => running.disposeAsync(),
  })
}
