import { join } from 'node:path'
import {
  app,
  MessageChannelMain,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
} from 'electron'
import { type CommandLine, commandLineHelp, parseCommandLine } from './core/command-line.ts'
import { createDispatch } from './core/dispatch.ts'
import { RenewedSafeStorage } from './core/keys/renewed-safe-storage.ts'
import { createSafeStorageVault, type SafeStoragePort } from './core/keys/safe-storage-vault.ts'
import { LaunchLink } from './core/launch-link.ts'
import { requirePage } from './core/start-failure.ts'
import { startWall } from './core/start-wall.ts'
import { systemClock, systemTimers } from './core/time.ts'
import { appScheme, serveApp } from './electron/app-protocol.ts'
import { guardContents, guardSession } from './electron/guards.ts'
import { CrashRecovery } from './electron/crash-recovery.ts'
import { GpuMemory } from './electron/gpu-memory.ts'
import { keepGpuOff, watchChildren } from './electron/recovery-children.ts'
import { createIpcGate } from './electron/ipc-gate-main.ts'
import { answerAsKeyStoreProcess, freshSafeStorage, isKeyStoreProcess } from './electron/key-store-process.ts'
import { watchPower } from './electron/power.ts'
import { entryOf } from './electron/second-start.ts'
import { giveUp } from './electron/give-up.ts'
import { appendSwitches } from './electron/switches.ts'
import { updateSource } from './electron/updates/update-source.ts'
import { startWallBridge } from './electron/wall-bridge.ts'
import { WallWindows } from './electron/wall-windows.ts'
import { bringToFront, openWallWindow } from './electron/windows.ts'

/** What must be settled before Electron is ready. */
function prepare(graphics: GpuMemory): void {
  // Together with `--no-sandbox`, which root needs, it would make every child process end at once.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  appendSwitches(app.commandLine)
  keepGpuOff(app.commandLine, graphics, systemClock)
  protocol.registerSchemesAsPrivileged([appScheme])
  app.on('web-contents-created', (_event, contents) => guardContents(contents))
  app.on('window-all-closed', () => app.quit())
}

async function start(commandLine: CommandLine, graphics: GpuMemory): Promise<void> {
  const rendererDir = commandLine.rendererDir ?? join(import.meta.dirname, '../renderer')
  requirePage(rendererDir)
  const started = await startWall({
    shell: 'electron',
    version: app.getVersion(),
    dataDir: app.getPath('userData'),
    commandLine,
    openVault: async (ports) =>
      createSafeStorageVault({
        ...ports,
        safeStorage: lastingSafeStorage(),
        platform: process.platform,
        timers: systemTimers,
      }),
    updateSource: updateSource({
      app,
      monitor: powerMonitor,
      platform: process.platform,
      env: process.env,
      resourcesDir: process.resourcesPath,
    }),
    fetch,
    logLevel: 'info',
  })
  const { wall, log, onBug } = started
  process.on('uncaughtException', (error) => onBug(error, 'process'))
  process.on('unhandledRejection', (error) => onBug(error, 'promise'))

  guardSession(session.defaultSession)
  serveApp(protocol, rendererDir)
  const { leaveNotice } = wall
  const recovery = new CrashRecovery({ clock: systemClock, timers: systemTimers, log, leaveNotice })
  const windows = new WallWindows({
    screen,
    wall,
    clock: systemClock,
    timers: systemTimers,
    open: (wish) => {
      const window = openWallWindow({ ...wish, preload: join(import.meta.dirname, '../preload/preload.cjs') })
      recovery.watch({ monitor: wish.number ?? 1, window, recreate: () => windows.replace(window) })
      return window
    },
    onOperatorClosed: () => app.quit(),
  })
  const stopBridge = startWallBridge({
    wall,
    dispatch: createDispatch({ handlers: wall.handlers, log, onBug }),
    gate: createIpcGate((channel, url) => log.warn('stranger refused', { channel, url })),
    createChannel: () => new MessageChannelMain(),
    monitorOf: (contents) => windows.monitorOf(contents),
  })
  const stopPower = watchPower(powerMonitor, powerSaveBlocker, wall)
  const launch = new LaunchLink({
    parent: process,
    onEmbeddedSite: (site) => void wall.embed(site).then((embedded) => launch.tellEmbedded(embedded)),
    onDisconnect: () => app.quit(),
  })
  const stopChildren = watchChildren({
    app,
    memory: graphics,
    clock: systemClock,
    log,
    hasLauncher: () => launch.hasLauncher,
    onNetworkLost: () => recovery.networkLost(),
    tell(error) {
      wall.notify(error)
      launch.tell({ type: 'notice', sentence: error.message })
    },
    leaveNotice: (sentence) => leaveNotice(1, sentence),
    argv: process.argv,
    appImage: process.env['APPIMAGE'],
  })
  const stopReports = wall.onReport((report) => launch.tellTiles(report))

  app.on('second-instance', (_event, argv) => {
    bringToFront(windows.first)
    const entry = entryOf(argv)
    if (entry !== undefined) wall.show(entry)
  })
  app.once('before-quit', () => windows.dispose())
  app.once('will-quit', (event) => {
    event.preventDefault()
    for (const stop of [stopReports, stopChildren, stopPower, stopBridge]) stop()
    recovery.dispose()
    launch.tell({ type: 'closed' })
    launch.dispose()
    void started.dispose().finally(() => app.exit(0))
  })

  windows.first?.webContents.once('did-finish-load', () => launch.tell({ type: 'connected' }))
  launch.tell({ type: 'ready' })
}

/** Only on Linux may the key store be away when the wall starts, and come back. */
function lastingSafeStorage(): SafeStoragePort {
  if (process.platform !== 'linux') return safeStorage
  return new RenewedSafeStorage({ own: safeStorage, fresh: freshSafeStorage(process), clock: systemClock })
}

const commandLine = parseCommandLine(process.argv.slice(1), { tolerant: true })
if (isKeyStoreProcess(process.argv)) {
  answerAsKeyStoreProcess(app, safeStorage, process)
} else if (!commandLine.ok || commandLine.value.help) {
  process.stdout.write(
    commandLine.ok ? `Tessera, a video wall.\n${commandLineHelp}` : `${commandLine.error}\n`,
  )
  app.exit(commandLine.ok ? 0 : 2)
} else {
  const { value } = commandLine
  if (value.dataDir !== undefined) app.setPath('userData', value.dataDir)
  if (!app.requestSingleInstanceLock()) app.exit(0)
  const graphics = new GpuMemory(app.getPath('userData'))
  prepare(graphics)
  // Not awaited: Electron becomes ready only after this module has been evaluated, and would wait for ever.
  void app
    .whenReady()
    .then(() => start(value, graphics))
    .catch((error: unknown) => giveUp(app, process, error))
}
