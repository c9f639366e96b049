import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addAbortSignal } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fail, ok, type Result } from '#contract/result.ts'
import { EMBEDDED } from '#contract/wall/connection.ts'
import type { WallError } from '#contract/errors.ts'
import { keyringBox } from '../core/keys/keyring-box.ts'
import { RecordedVault, VaultRecords } from '../core/keys/recorded-vault.ts'
import { createLogger } from '../core/log/logger.ts'
import { Redactor } from '../core/log/redactor.ts'
import { RotatingFileSink } from '../core/log/rotating-file-sink.ts'
import { Network } from '../core/network/network.ts'
import { PlatformClient } from '../core/platform/platform-client.ts'
import { loadElectronStore } from '../core/settings/json-store.ts'
import { StateFile } from '../core/settings/state-file.ts'
import { platformAt } from '../core/settings/stored-platforms.ts'
import { readSettings } from '../core/settings/stored-schema.ts'
import { systemClock, systemTimers } from '../core/time.ts'
import { isHeaderSafe } from '../core/keys/is-header-safe.ts'
import { isLoopback } from '#contract/wall/encryption.ts'
import { messageOf } from '#contract/thrown.ts'
import { launchAddress } from '../core/wall/platform-address.ts'
import { loadNapiKeyring } from '../host/napi-keyring.ts'
import type { Arguments } from './arguments.ts'
import { CommandFailure, exitCodes } from './exit-codes.ts'

export type DataFolder = Awaited<ReturnType<typeof readDataFolder>>

/** What this user may not look at may be there: opening it tells. */
function mayBeThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

/** The wall's data folder, as this command sees it. */
export async function readDataFolder(given: Arguments, dataDir: string) {
  const isThere = ['events.db', 'settings.json', 'keys.json'].some((name) => mayBeThere(join(dataDir, name)))
  const inner = join(dataDir, 'wall')
  const misplaced = existsSync(join(inner, 'settings.json'))
    ? [`${dataDir} is no wall’s data folder, but holds one: name it with --data ${inner}.`]
    : []
  // An outbox that is there may hold events that wait.
  if (misplaced[0] !== undefined && !existsSync(join(dataDir, 'events.db')))
    throw new CommandFailure(misplaced[0], exitCodes.dataFolder)
  // In an outbox that is made for a wrong path nothing would ever wait.
  if (!isThere && given.command !== 'insert')
    throw new CommandFailure(`There is no outbox and no wall in ${dataDir}.`, exitCodes.dataFolder)
  const clock = systemClock
  const redactor = new Redactor()
  const sink = new RotatingFileSink({ path: join(dataDir, 'logs', 'events.log') })
  const logger = createLogger({ sink, redactor, clock, level: 'info' })
  const Store = await loadElectronStore()
  // The wall sets aside what is damaged, and tells its operators.
  const fileOf = (name: string) => new StateFile({ Store, folder: dataDir, name })
  const [settingsFile, keysFile] = [fileOf('settings'), fileOf('keys')]
  const stored = readSettings(settingsFile.content).value
  const { platforms, chosen } = stored
  const address =
    given.platform === undefined
      ? ok(platforms.find(({ id }) => id === chosen)?.address)
      : launchAddress(
          given.platform,
          undefined,
          platforms.map((platform) => platform.address),
        )
  if (!address.ok) throw new CommandFailure(address.error.message, exitCodes.usage)
  const records = new VaultRecords(keysFile)
  const vault = new RecordedVault({
    box: keyringBox(await loadNapiKeyring(), systemTimers),
    records,
    clock,
    log: logger.area('keys'),
  })
  const { baseUrl } = address.value ?? {}
  const listed =
    given.platform === undefined
      ? platforms.find(({ id }) => id === chosen)
      : platformAt(platforms, baseUrl ?? '', given.orgId)
  const platform = listed?.id ?? baseUrl
  const isEmbedded =
    baseUrl === undefined ||
    platform === undefined ||
    (given.keyFrom === undefined &&
      vault.status(platform) === undefined &&
      isLoopback(baseUrl) &&
      vault.status(EMBEDDED) !== undefined)
  const keptUnder = isEmbedded ? EMBEDDED : platform
  const { shown, settings, shelves } = stored
  const record = records.latest(keptUnder)
  const own = shown === undefined || shown === keptUnder ? settings : shelves[keptUnder]?.settings
  return {
    dataDir,
    address: address.value,
    /** Whose events these are, as in the vault. */
    platform: keptUnder,
    /** Typed in on the wall, for a platform that does not list its tags. */
    typedTags: own?.eventTags ?? [],
    vault,
    /** Its key was sealed by Electron, for itself. The keyring keeps its keys itself. */
    isSealed: record !== undefined && record.protection !== 'plain-file' && record.data !== '',
    logger,
    redactor,
    /** What is wrong with the wall's files, in sentences. */
    notices: [...misplaced, ...[...settingsFile.notices, ...vault.notices].map(({ message }) => message)],
  }
}

/** Throws `CommandFailure` where platform, key or organization are missing. */
export async function connect(given: Arguments, folder: DataFolder, signal: AbortSignal) {
  const { address, dataDir, logger, redactor } = folder
  if (address === undefined) {
    const sentence =
      folder.vault.status(EMBEDDED) === undefined
        ? `The wall of ${dataDir} has no platform of its own. Name one with --platform, or its folder with --data.`
        : `The wall of ${dataDir} shows its local site, at another address after each start. Name the one that npm start prints: --platform http://127.0.0.1:PORT.`
    throw new CommandFailure(sentence, exitCodes.connection)
  }
  const key = await keyOf(given, folder, signal)
  const orgId =
    given.orgId ?? (given.keyFrom === undefined ? folder.vault.status(folder.platform)?.orgId : undefined)
  if (orgId === undefined) {
    throw new CommandFailure(
      'It is not known which organization the key is of. Name it with --org.',
      exitCodes.connection,
    )
  }
  const network = new Network({ dataDir, env: process.env, log: logger.area('network') })
  const forget = redactor.add(key)
  const client = new PlatformClient({
    address,
    key: async () => ok(key),
    orgId: () => orgId,
    fetch: network.fetch,
    clock: systemClock,
    timers: systemTimers,
    random: Math.random,
    redactor,
    log: logger.area('platform'),
    onVerdict: () => undefined,
    onHealth: () => undefined,
  })
  return {
    client,
    orgId,
    dispose() {
      client.dispose()
      forget()
      network.dispose()
    },
  }
}

async function keyOf({ keyFrom }: Arguments, folder: DataFolder, signal: AbortSignal): Promise<string> {
  const read = keyFrom === undefined ? await ofVault(folder) : await ofFile(keyFrom, signal)
  if (!read.ok) throw new CommandFailure(read.error, exitCodes.connection)
  if (!isHeaderSafe(read.value))
    throw new CommandFailure(
      'What was given as the key is none: it is empty, or of several lines.',
      exitCodes.connection,
    )
  return read.value
}

async function ofVault({ vault, platform, isSealed }: DataFolder): Promise<Result<string, string>> {
  const hint = 'Or name a file that holds it: --key-from FILE.'
  // What is in the file is no key, and must neither be sent nor be written anew.
  if (isSealed) return fail(`The installed wall keeps its key sealed for itself. ${hint}`)
  const used: Result<string | undefined, WallError> = await vault.use(platform)
  if (!used.ok) return fail(`${used.error.message} ${hint}`)
  return used.value === undefined
    ? fail(`This data folder holds no key for ${platform}. Sign in on the wall. ${hint}`)
    : ok(used.value)
}

async function ofFile(from: string, signal: AbortSignal): Promise<Result<string, string>> {
  try {
    const typed = () => text(addAbortSignal(signal, process.stdin))
    return ok((from === '-' ? await typed() : await readFile(from, 'utf8')).trim())
  } catch (error) {
    return fail(`The key cannot be read: ${messageOf(error)}`)
  }
}
