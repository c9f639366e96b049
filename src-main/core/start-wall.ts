import { join } from 'node:path'
import { AlarmLog } from './alarms/alarm-log.ts'
import { createBugSink } from './bug-sink.ts'
import { type CommandLine, understoodOf } from './command-line.ts'
import { DemoSite } from './demo-site.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { openOutbox } from './events/outbox/open-outbox.ts'
import { RecordedVault, type SecretBoxPort, VaultRecords } from './keys/recorded-vault.ts'
import { type AreaLog, createLogger, logLevelOf } from './log/logger.ts'
import { Redactor } from './log/redactor.ts'
import { RotatingFileSink } from './log/rotating-file-sink.ts'
import { Network } from './network/network.ts'
import { SignalRelay } from './relay/signal-relay.ts'
import { ElectronStoreSettings } from './settings/electron-store-settings.ts'
import { loadElectronStore } from './settings/json-store.ts'
import { StateFile } from './settings/state-file.ts'
import { systemClock, systemTimers } from './time.ts'
import { Updates, type UpdateSource } from './updates/updates.ts'
import { createWallMain } from './wall/create-wall-main.ts'
import type { WallMainOptions } from './wall/wall-main-options.ts'

/** What a shell gives its wall as it is. */
type Given = 'version' | 'shell' | 'systemLanguages' | 'askFolder' | 'focusMonitor' | 'evidenceWorker'

export interface StartWallOptions extends Pick<WallMainOptions, Given> {
  /** Absolute. Settings, the vault's file and `logs/` lie in it. */
  readonly dataDir: string
  /** Absolute: the operator's documents; the command line may name another. */
  readonly documentsDir: string
  readonly commandLine: CommandLine
  /** What protects API keys. */
  readonly keyBox: SecretBoxPort
  /** The built or the source `outbox-worker`. */
  readonly outboxWorker: URL | string
  /** Where a local site for a demo may lie; the first that is there is used. */
  readonly siteFolders: readonly string[]
  readonly updateSource: (log: AreaLog) => UpdateSource
  /** Of the process: the proxy and the level of the log are named there. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Puts the wall's main side together, the same for both shells. */
export async function startWall(options: StartWallOptions) {
  const { dataDir, commandLine, env } = options
  const clock = systemClock
  const time = { clock, timers: systemTimers, random: Math.random }
  const folderLock = await lockDataFolder(dataDir, time)
  const redactor = new Redactor()
  const sink = new RotatingFileSink({ path: join(dataDir, 'logs', 'tessera.log') })
  const logger = createLogger({ sink, redactor, clock, level: logLevelOf(env['TESSERA_LOG']) })
  const log = logger.area(options.shell)
  const Store = await loadElectronStore()
  const settings = new ElectronStoreSettings({
    Store,
    folder: dataDir,
    ...time,
    log: logger.area('settings'),
  })
  const fileOf = (name: string) => new StateFile({ Store, folder: dataDir, name, nowMs: clock.wallMs() })
  const records = new VaultRecords(fileOf('keys'))
  const vault = new RecordedVault({ box: options.keyBox, records, clock, log: logger.area('keys') })
  const network = new Network({ dataDir, env, log: logger.area('network') })
  const relay = new SignalRelay({ log: logger.area('relay'), clock, agentFor: network.agentFor })
  const updatesLog = logger.area('updates')
  const updates = new Updates({
    source: options.updateSource(updatesLog),
    settings: () => settings.state.settings.updates,
    isBusy: () => wall.isExporting,
    ...time,
    log: updatesLog,
  })
  const demo = new DemoSite({ folders: options.siteFolders, dataDir: join(dataDir, 'demo'), env, ...time })
  const wall = createWallMain({
    ...options,
    ...time,
    demo,
    launch: commandLine,
    evidenceDir: join(options.documentsDir, 'Tessera'),
    routesOf: network.routesOf,
    settings,
    vault,
    logger,
    logTail: (maxBytes) => sink.tail(maxBytes),
    redactor,
    openRelay: relay.open,
    openOutbox: (ofPlatform) =>
      openOutbox({
        ...ofPlatform,
        dataDir,
        workerScript: options.outboxWorker,
        ...time,
        log: logger.area('outbox'),
      }),
    alarmLog: new AlarmLog({ folder: join(dataDir, 'alarms'), clock, log: logger.area('alarms') }),
    operatorsFile: fileOf('operators'),
    salvosFile: fileOf('salvos'),
    updates,
  })
  for (const problem of network.problems) wall.leaveNotice(1, problem)
  log.info('started', { version: options.version, dataDir, ...understoodOf(commandLine) })
  void folderLock.lost.then(({ message }) => log.error(message))
  return {
    wall,
    /** Of the shell itself. */
    log,
    onBug: createBugSink(log),
    /** Another machine has the data folder now: this program has to end. */
    folderLost: folderLock.lost,
    async dispose() {
      updates.dispose()
      relay.dispose()
      await wall.dispose()
      await demo.dispose()
      network.dispose()
      await settings.dispose()
      await folderLock.release()
      log.info('stopped')
    },
  }
}
