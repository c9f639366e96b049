import { homedir } from 'node:os'
import { join } from 'node:path'
import {
  app,
  crashReporter,
  dialog,
  globalShortcut,
  Menu,
  MessageChannelMain,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
} from 'electron'
import { ok } from '#contract/result.ts'
import { siteFoldersOf } from '../core/demo-site.ts'
import { type CommandLine, ownAppImage } from '../core/command-line.ts'
import { createDispatch } from '../core/dispatch.ts'
import { safeStorageBox } from '../core/keys/safe-storage-box.ts'
import { readUnlockChord } from '../core/kiosk-policy.ts'
import { LaunchLink } from '../core/launch-link.ts'
import { requirePage } from '../core/start-failure.ts'
import { startWall } from '../core/start-wall.ts'
import { systemClock, systemTimers } from '../core/time.ts'
import type { WallMain } from '../core/wall-main.ts'
import { serveApp } from './app-protocol.ts'
import { showApplicationMenu } from './application-menu.ts'
import { folderWindow } from './folder-window.ts'
import { grabShortcuts, guardKiosk, guardSession } from './guards.ts'
import { CrashRecovery } from './crash-recovery.ts'
import { GpuMemory } from './gpu-policy.ts'
import { watchChildren } from './recovery-children.ts'
import { createIpcGate } from './ipc-gate-main.ts'
import { lastingSafeStorage } from './key-store-process.ts'
import { keepScreensAwake, watchPower } from './power.ts'
import { prepare } from './prepare.ts'
import { claimLinks, followLaunchLinks, keepFirstLink } from './launch-links.ts'
import { exitWithError } from './exit-with-error.ts'
import { sandboxNotice } from './sandbox-notice.ts'
import { isPatientStart, takeTurn } from './single-instance.ts'
import { updateSource } from './updates/update-source.ts'
import { startWallBridge } from './wall-bridge.ts'
import { WallWindows } from './wall-windows.ts'
import { warnOfWayland } from './ozone.ts'
import { bringToFront, openWallWindow, openWindow } from './windows.ts'
import { wordsOf } from './words.ts'

export interface WallProgram {
  readonly commandLine: CommandLine
  /** The built page and the built preload, absolute. */
  readonly rendererDir: string
  readonly preload: string
  /** The source that it runs from, where it is not installed. */
  readonly sourceRoot: string
  /** The built `outbox-worker`, absolute. */
  readonly outboxWorker: string
  /** The built `evidence-worker`, absolute. */
  readonly evidenceWorker: string
}

/** The installed application itself: one of it at a time. */
export function runWallProgram(program: WallProgram): void {
  if (!takeTurn(app, isPatientStart(program.commandLine, process))) app.exit(0)
  const graphics = new GpuMemory(app.getPath('userData'))
  const firstLink = keepFirstLink(app)
  claimLinks(app, process.platform)
  prepare({ app, protocol, crashReporter, graphics, clock: systemClock })
  // Not awaited: Electron becomes ready only after the main module has been evaluated, and would wait for ever.
  void app
    .whenReady()
    .then(() => start(program, graphics, firstLink))
    .catch((error: unknown) => exitWithError(app, process, error))
}

async function start(
  { commandLine: given, rendererDir, preload, sourceRoot, outboxWorker, evidenceWorker }: WallProgram,
  graphics: GpuMemory,
  firstLink: () => string | undefined,
): Promise<void> {
  requirePage(rendererDir)
  const isLocked = given.isLocked === true
  const policy = isLocked && process.platform !== 'win32' ? readUnlockChord() : ok(undefined)
  const chord = policy.ok ? (policy.value ?? given.unlockChord) : undefined
  const { unlockChord: _, ...others } = given
  const commandLine = chord === undefined ? others : { ...others, unlockChord: chord }
  const { promise: page, resolve: answerPages } = Promise.withResolvers<WallMain>()
  serveApp(protocol, rendererDir, page, isLocked)
  // Chromium starts the processes of the page and of its pictures while main reads what it has kept.
  let early = commandLine.screens === 'kiosk' ? undefined : openWindow({ preload })
  const documentsDir = documentsOf(app)
  const started = await startWall({
    shell: 'electron',
    version: app.getVersion(),
    systemLanguages: app.getPreferredSystemLanguages(),
    dataDir: app.getPath('userData'),
    documentsDir,
    commandLine,
    // No page has asked before there are windows.
    askFolder: folderWindow({
      dialog,
      windowOf: (monitor) => windows.windowOf(monitor),
      words: () => wordsOf(wall.language),
    }),
    focusMonitor: (monitor) => bringToFront(windows.windowOf(monitor)),
    keyBox: safeStorageBox(lastingSafeStorage(safeStorage, process), process.platform, systemTimers),
    outboxWorker,
    evidenceWorker,
    siteFolders: siteFoldersOf({
      env: process.env,
      execPath: process.execPath,
      resourcesPath: process.resourcesPath,
      platform: process.platform,
      ...(app.isPackaged ? {} : { sourceRoot }),
    }),
    updateSource: updateSource({
      app,
      monitor: powerMonitor,
      platform: process.platform,
      env: process.env,
      execPath: process.execPath,
      resourcesDir: process.resourcesPath,
      clock: systemClock,
    }),
    env: process.env,
  })
  const { wall, log, onBug } = started
  // At once: what an orderly end would still write belongs to another wall's files now.
  void started.folderLost.then((failure) => exitWithError(app, process, failure))
  process.on('uncaughtException', (error) => onBug(error, 'process'))
  process.on('unhandledRejection', (error) => onBug(error, 'promise'))
  // Once Chromium has set its own, which end the program at once: a service manager that stops it means no harm.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => app.quit())

  guardSession(
    session.defaultSession,
    (file) => wall.fileEnded(file),
    isLocked ? (commandLine.evidenceDir ?? join(documentsDir, 'Tessera')) : undefined,
  )
  const appImage = ownAppImage(process.env, process.execPath)
  const leaveNotice: typeof wall.leaveNotice = (monitor, notice) => wall.leaveNotice(monitor, notice)
  const unsafe = sandboxNotice({
    hasNoSandbox: app.commandLine.hasSwitch('no-sandbox'),
    isRoot: process.getuid?.() === 0,
    appImage,
  })
  if (unsafe !== undefined) leaveNotice(1, { message: wordsOf(wall.language)(unsafe) })
  if (!policy.ok) leaveNotice(1, policy.error)
  const grabbed = isLocked ? grabShortcuts(globalShortcut) : undefined
  if (grabbed !== undefined) log.info('locked', { missedShortcuts: grabbed.missed.join(' ') })
  const recovery = new CrashRecovery({
    clock: systemClock,
    timers: systemTimers,
    log,
    kill: (pid) => {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has gone meanwhile.
      }
    },
    leaveNotice,
  })
  const windows = new WallWindows({
    screen,
    wall,
    clock: systemClock,
    timers: systemTimers,
    isLocked,
    open: (wish) => {
      const window = openWallWindow({ ...wish, preload }, early)
      early = undefined
      if (isLocked) guardKiosk(window, wall)
      recovery.watch({ monitor: wish.number ?? 1, window, recreate: () => windows.replace(window) })
      return window
    },
    onOperatorClosed: () => app.quit(),
  })
  const launch = new LaunchLink({
    parent: process,
    wall,
    onDisconnect: () => app.quit(),
  })

  const stops = [
    startWallBridge({
      wall,
      dispatch: createDispatch({ handlers: wall.handlers, log, onBug }),
      gate: createIpcGate((channel, url) => log.warn('stranger refused', { channel, url })),
      createChannel: () => new MessageChannelMain(),
      monitorOf: (contents) => windows.monitorOf(contents),
    }),
    showApplicationMenu({
      app,
      menu: Menu,
      wall,
      windows,
      canChooseScreens: commandLine.screens === undefined,
      isLocked,
      process,
    }),
    watchPower(powerMonitor, wall, () => app.quit()),
    keepScreensAwake(powerSaveBlocker, wall),
    warnOfWayland(wall, process),
    followLaunchLinks({
      app,
      wall,
      argv: process.argv,
      link: firstLink(),
      bringToFront: () => bringToFront(windows.first),
    }),
    watchChildren({
      app,
      memory: graphics,
      clock: systemClock,
      log,
      hasLauncher: () => launch.hasLauncher,
      onNetworkLost: () => recovery.networkLost(),
      notify(error) {
        wall.notify(error)
        launch.send({ type: 'notice', sentence: error.message })
      },
      leaveNotice: (notice) => leaveNotice(1, notice),
      argv: process.argv,
      appImage,
    }),
  ]
  app.once('before-quit', () => {
    windows.dispose()
    recovery.dispose()
  })
  let isEnding = false
  app.on('will-quit', (event) => {
    event.preventDefault()
    // A second signal, as from a service manager and a parent, must not cut the first one's end off.
    if (isEnding) return
    isEnding = true
    for (const stop of stops.toReversed()) stop()
    grabbed?.release()
    launch.send({ type: 'closed' })
    launch.dispose()
    void started.dispose().finally(() => app.exit(0))
  })

  answerPages(wall)
  windows.first?.webContents.once('did-finish-load', () => {
    launch.send({ type: 'connected' })
    log.info('graphics', { videoDecode: app.getGPUFeatureStatus().video_decode })
  })
  launch.send({ type: 'ready' })
}

/** A desktop without such a folder has none to name. */
function documentsOf(program: Pick<typeof app, 'getPath'>): string {
  try {
    return program.getPath('documents')
  } catch {
    return join(homedir(), 'Documents')
  }
}
