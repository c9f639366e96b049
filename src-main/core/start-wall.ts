import { join } from 'node:path'
import { AlarmLog } from './alarms/alarm-log.ts'
import { createBugSink } from './bug-sink.ts'
import { type CommandLine, understoodOf } from './command-line.ts'
import { DemoSite } from './demo-site.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import type { AskFolder } from './evidence/evidence-folder.ts'
import { openOutbox } from './events/outbox/open-outbox.ts'
import { RecordedVault, type SecretBoxPort, VaultRecords } from './keys/recorded-vault.ts'
import { type AreaLog, createLogger, logLevelOf } from './log/logger.ts'
import { Redactor } from './log/redactor.ts'
import { RotatingFileSink } from './log/rotating-file-sink.ts'
import { Network } from './network/network.ts'
import { SignalRelay } from './relay/signal-relay.ts'
import { FileSettings } from './settings/file-settings.ts'
import { loadWriteFile, StateFile } from './settings/state-file.ts'
import { systemClock, systemTimers } from './time.ts'
import { Updates, type UpdateSource } from './updates/updates.ts'
import { createWallMain } from './wall/create-wall-main.ts'

export interface StartWallOptions {
  readonly shell: 'electron' | 'host'
  readonly version: string
  /** BCP 47, the most wanted first; absent where only the page knows. */
  readonly systemLanguages?: readonly string[]
  /** Absolute. Settings, the vault's file and `logs/` lie in it. */
  readonly dataDir: string
  /** Absolute: the operator's documents; the command line may name another. */
  readonly documentsDir: string
  readonly commandLine: CommandLine
  /** Without one, no folder can be chosen. */
  readonly askFolder?: AskFolder
  readonly focusMonitor?: (monitor: number) => void
  /** What protects API keys. */
  readonly keyBox: SecretBoxPort
  /** The built or the source `outbox-worker`. */
  readonly outboxWorker: URL | string
  /** The built or the source `evidence-worker`. */
  readonly evidenceWorker: URL | string
  /** Where a local site for a demo may lie; the first that is there is used. */
  readonly siteFolders: readonly string[]
  readonly updateSource: (log: AreaLog) => UpdateSource
  /** Of the process: the proxy and the level of the log are named there. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Puts the wall's main side together, the same for both shells. */
export async function startWall(options: StartWallOptions) {
  const { shell, dataDir, commandLine } = options
  const clock = systemClock
  const timers = systemTimers
  const folderLock = await lockDataFolder(dataDir, { clock, timers })
  const redactor = new Redactor()
  const sink = new RotatingFileSink({ path: join(dataDir, 'logs', 'tessera.log') })
  const logger = createLogger({ sink, redactor, clock, level: logLevelOf(options.env['TESSERA_LOG']) })
  const log = logger.area(shell)
  const write = await loadWriteFile()
  const settings = new FileSettings({
    folder: dataDir,
    write,
    clock,
    timers,
    log: logger.area('settings'),
  })
  const fileOf = (name: string) => new StateFile({ folder: dataDir, write, name, nowMs: clock.wallMs() })
  const records = new VaultRecords(fileOf('keys'))
  const vault = new RecordedVault({ box: options.keyBox, records, clock, log: logger.area('keys') })
  const network = new Network({
    dataDir,
    env: options.env,
    log: logger.area('network'),
  })
  const relay = new SignalRelay({ log: logger.area('relay'), clock, agentFor: network.agentFor })
  const updatesLog = logger.area('updates')
  const updates = new Updates({
    source: options.updateSource(updatesLog),
    settings: () => settings.state.settings.updates,
    isBusy: () => wall.isExporting,
    clock,
    timers,
    random: Math.random,
    log: updatesLog,
  })
  const demo = new DemoSite({
    folders: options.siteFolders,
    dataDir: join(dataDir, 'demo'),
    env: options.env,
    timers,
  })
  const wall = createWallMain({
    demo,
    version: options.version,
    shell,
    ...(options.systemLanguages === undefined ? {} : { systemLanguages: options.systemLanguages }),
    launch: commandLine,
    evidenceDir: join(options.documentsDir, 'Tessera'),
    ...(options.askFolder && { askFolder: options.askFolder }),
    ...(options.focusMonitor && { focusMonitor: options.focusMonitor }),
    evidenceWorker: options.evidenceWorker,
    clock,
    timers,
    random: Math.random,
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
        clock,
        timers,
        random: Math.random,
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
