import { type WallError, wallError } from '#contract/errors.ts'
import type { EmbeddedSite } from '#contract/process/launch.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { CallName, PushName, PushPayload } from '#contract/wall/calls.ts'
import type { ConnectionStatus, PlatformAddress } from '#contract/wall/connection.ts'
import type { TileReport } from '#contract/wall/tile-report.ts'
import type { KeyMeta } from '../keys/key-vault.ts'
import type { StoredState } from '../settings/settings-store.ts'
import type { CallHandlers, PushListener, WallMain } from '../wall-main.ts'
import { testConnection } from './connection-test.ts'
import { EMBEDDED_KEY_LIFE_IN_DAYS, EMBEDDED_KEY_NAME, SECONDS_A_DAY } from './defaults.ts'
import { createPageLog } from './page-log.ts'
import { launchAddress, tidyAddress } from './platform-address.ts'
import { PlatformLink } from './platform-link.ts'
import { StatusPublisher } from './status-publisher.ts'
import type { WallMainPorts } from './wall-main-ports.ts'

const emptyStatus: ConnectionStatus = {
  source: 'none',
  key: { state: 'none' },
  reach: 'idle',
  ticketsPerMinute: 0,
  confirmed: [],
}

/** The wall's main side. Begins at once with the address that is stored or was given at start. */
export function createWallMain(ports: WallMainPorts): WallMain {
  const { settings, logger, redactor, timers, clock } = ports
  const log = logger.area('wall')
  const pushListeners = new Set<PushListener>()
  const reportListeners = new Set<(report: TileReport) => void>()
  const notices = [...settings.notices, ...ports.vault.notices]
  let link: PlatformLink | undefined
  let lastReport: TileReport | undefined
  let wantedCameras: readonly string[] = []

  const readStatus = () => link?.status() ?? emptyStatus
  const status = new StatusPublisher({ timers, read: readStatus, push: (value) => push('connection', value) })
  const writePageLine = createPageLog(logger, clock)

  function push<Name extends PushName>(name: Name, payload: PushPayload<Name>): void {
    for (const listener of pushListeners) listener(name, payload)
  }

  function linkTo(source: 'embedded' | 'configured', address: PlatformAddress): PlatformLink {
    link?.dispose()
    log.info('Using a platform.', { source, baseUrl: address.baseUrl })
    const created = new PlatformLink({
      ports,
      source,
      address,
      onChange: () => status.changed(),
      onCameras: (cameras) => push('cameras', [...cameras]),
      onStorageFailed: (error) => push('notice', error),
    })
    link = created
    created.tickets.want(wantedCameras)
    push('cameras', [...created.directory.cameras])
    status.changed()
    return created
  }

  /** For what counts at once and is only kept for the next start: a full disk is told, and stops nothing. */
  function keep(change: Partial<StoredState>): void {
    void settings.save(change).then((saved) => {
      if (!saved.ok) push('notice', saved.error)
    })
  }

  async function withLink<Value>(
    run: (link: PlatformLink) => Promise<Result<Value, WallError>>,
  ): Promise<Result<Value, WallError>> {
    return link === undefined ? fail(wallError('not_configured')) : run(link)
  }

  async function createKey(
    on: PlatformLink,
    account: { readonly email: string; readonly password: string; readonly orgId: string },
    key: { readonly name: string; readonly expiresInDays: number },
    store: (key: string, meta: KeyMeta) => Promise<Result<undefined, WallError>>,
  ): Promise<Result<undefined, WallError>> {
    const made = await on.client.createApiKey({
      ...account,
      name: key.name,
      expiresInSeconds: key.expiresInDays * SECONDS_A_DAY,
    })
    if (!made.ok) return fail(made.error.error)
    const { expiresAtMs } = made.value
    const stored = await store(made.value.key, {
      name: made.value.name ?? key.name,
      orgId: made.value.orgId ?? account.orgId,
      expiresAt: expiresAtMs === undefined ? undefined : new Date(expiresAtMs).toISOString(),
    })
    if (stored.ok) log.info('A key was made for this workstation.')
    return stored
  }

  const handlers: CallHandlers = {
    'wall.hello': async () => {
      const { settings: wallSettings, document } = settings.state
      const { layout } = ports.launch
      return ok({
        version: ports.version,
        shell: ports.shell,
        settings: wallSettings,
        connection: readStatus(),
        cameras: [...(link?.directory.cameras ?? [])],
        notices: [...notices],
        ...(document === undefined ? {} : { document }),
        ...(layout === undefined ? {} : { layout }),
      })
    },
    'wall.save': (document) => settings.save({ document }),
    'wall.report': async (report) => {
      lastReport = report
      for (const listener of reportListeners) listener(report)
      return ok(undefined)
    },
    'settings.save': async (wallSettings) => {
      const saved = settings.save({ settings: wallSettings })
      push('settings', wallSettings)
      link?.directory.renumber()
      const result = await saved
      return result.ok ? ok(wallSettings) : result
    },
    'connection.set': async (address) => {
      const tidied = tidyAddress(address)
      if (!tidied.ok) return tidied
      keep({ address: tidied.value })
      const created = linkTo('configured', tidied.value)
      await created.ready
      await created.directory.refresh()
      return ok(readStatus())
    },
    'connection.test': async () => ok(await testConnection(link, clock)),
    'keys.set': ({ key, protection }) =>
      withLink(async (on) => {
        if (!/^[\x21-\x7e]+$/.test(key)) {
          return fail(
            wallError(
              'bad_request',
              'This is no key: it contains blanks, line breaks or letters that no key has.',
            ),
          )
        }
        const stored = await on.key.set(key, {}, protection)
        if (!stored.ok) return stored
        await on.keyChanged()
        return ok(readStatus())
      }),
    'keys.create': ({ email, password, orgId, name, expiresInDays, protection }) =>
      withLink(async (on) => {
        const storable = await on.key.canStore(protection)
        if (!storable.ok) return storable
        const created = await createKey(
          on,
          { email, password, orgId },
          { name, expiresInDays },
          (key, meta) => on.key.set(key, meta, protection),
        )
        if (!created.ok) return created
        await on.keyChanged()
        return ok(readStatus())
      }),
    'keys.clear': () =>
      withLink(async (on) => {
        const cleared = await on.key.clear()
        if (!cleared.ok) return cleared
        await on.keyChanged()
        return ok(readStatus())
      }),
    'cameras.refresh': () =>
      withLink(async (on) => {
        const refreshed = await on.directory.refresh()
        return refreshed.ok ? ok([...refreshed.value]) : refreshed
      }),
    'liveView.want': async ({ cameraIds }) => {
      wantedCameras = cameraIds
      link?.tickets.want(cameraIds)
      return ok(undefined)
    },
    'log.write': async (line) => {
      writePageLine(line)
      return ok(undefined)
    },
  }

  async function embed(site: EmbeddedSite): Promise<Result<undefined, WallError>> {
    const { baseUrl, liveViewUrl, account } = site
    const created = linkTo('embedded', { baseUrl, liveViewUrl })
    await created.ready
    const listed = await created.directory.refresh()
    if (listed.ok) return ok(undefined)
    // With any other failure the key is not what is wrong, and another one would not help.
    if (!['no_key', 'key_rejected', 'vault_unavailable'].includes(listed.error.code)) return listed
    const key = { name: EMBEDDED_KEY_NAME, expiresInDays: EMBEDDED_KEY_LIFE_IN_DAYS }
    const signedIn = await createKey(created, account, key, (value, meta) =>
      created.key.set(value, meta, undefined),
    )
    if (!signedIn.ok) return signedIn
    created.tickets.reset()
    const relisted = await created.directory.refresh()
    return relisted.ok ? ok(undefined) : relisted
  }

  const redacted = <Value>(result: Result<Value, WallError>): Result<Value, WallError> =>
    result.ok ? result : fail({ ...result.error, message: redactor.redact(result.error.message) })

  const { platform } = ports.launch
  const initial = platform === undefined ? undefined : launchAddress(platform, settings.state.address)
  if (initial?.ok === false) notices.push(initial.error.message)
  const address = initial?.ok === true ? initial.value : settings.state.address
  if (address !== undefined) {
    const created = linkTo('configured', address)
    void created.ready.then(() => created.directory.refresh())
  }

  return {
    handlers: mapHandlers(handlers, redacted),
    onPush(listener) {
      pushListeners.add(listener)
      return () => pushListeners.delete(listener)
    },
    openRelay: (send) =>
      ports.openRelay(
        {
          take: async (cameraId) =>
            redacted(
              link === undefined ? fail(wallError('not_configured')) : await link.tickets.take(cameraId),
            ),
          allowedHosts: () => link?.allowedHosts() ?? [],
        },
        send,
      ),
    embed: async (site) => redacted(await embed(site)),
    show: (entry) => push('show', { entry }),
    power(state) {
      log.info(`The machine ${state === 'suspend' ? 'goes to sleep' : 'is awake again'}.`)
      push('power', { state })
      if (state === 'suspend') return
      link?.tickets.wake()
      void link?.directory.refresh()
    },
    onReport(listener) {
      reportListeners.add(listener)
      if (lastReport !== undefined) listener(lastReport)
      return () => reportListeners.delete(listener)
    },
    async dispose() {
      status.dispose()
      link?.dispose()
      await settings.dispose()
    },
  }
}

/** The last net: no message leaves main with a secret in it, whoever wrote it. */
function mapHandlers(
  handlers: CallHandlers,
  redacted: <Value>(result: Result<Value, WallError>) => Result<Value, WallError>,
): CallHandlers {
  const wrapped = Object.entries(handlers).map(([name, handler]) => [
    name,
    async (input: never) =>
      redacted(await (handler as (input: never) => Promise<Result<unknown, WallError>>)(input)),
  ])
  return Object.fromEntries(wrapped) as Record<CallName, never> as CallHandlers
}
