import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { type CommandLine, commandLineHelp, parseCommandLine } from '../core/command-line.ts'
import { createKeyringVault } from '../core/keys/keyring-vault.ts'
import { loadNapiKeyring } from '../core/keys/napi-keyring.ts'
import { LaunchLink } from '../core/launch-link.ts'
import { startWall } from '../core/start-wall.ts'
import { systemTimers } from '../core/time.ts'
import { defaultDataDir } from './data-dir.ts'
import { hostDefaults } from './host-defaults.ts'
import { LastPage } from './last-page.ts'
import { sentenceOf, StartFailure } from './start-failure.ts'
import { startWallHost } from './wall-host.ts'

async function run(commandLine: CommandLine): Promise<void> {
  const dataDir = commandLine.dataDir ?? defaultDataDir(process.platform, process.env, homedir())
  const rendererDir = commandLine.rendererDir ?? resolve(import.meta.dirname, '../../out/renderer')
  if (!existsSync(join(rendererDir, 'index.html'))) {
    throw new StartFailure(`The page has not been built (${rendererDir}). Run: npm start`)
  }
  const { wall, log, onBug, dispose } = await startWall({
    shell: 'host',
    dataDir,
    commandLine,
    openVault: async (ports) =>
      createKeyringVault({ ...ports, timers: systemTimers, keyring: await loadNapiKeyring() }),
    fetch,
    logLevel: 'info',
  })
  const launch = new LaunchLink({
    parent: process,
    onEmbeddedSite: (site) => void wall.embed(site).then((embedded) => launch.tellEmbedded(embedded)),
    onDisconnect: () => void stop(0),
  })
  const lastPage = new LastPage(systemTimers, hostDefaults.closedAfterMs, () =>
    launch.tell({ type: 'closed' }),
  )
  const host = await startWallHost({
    wall,
    rendererDir,
    port: commandLine.port ?? 0,
    log,
    timers: systemTimers,
    onBug,
    onPages: (pages) => {
      lastPage.count(pages)
      if (pages > 0) launch.tell({ type: 'connected' })
    },
  })
  const stopReports = wall.onReport((report) => launch.tellTiles(report))

  let stopping = false
  async function stop(exitCode: number): Promise<void> {
    if (stopping) return
    stopping = true
    stopReports()
    lastPage.dispose()
    await host.dispose()
    await dispose()
    process.exit(exitCode)
  }
  process.on('SIGINT', () => void stop(0))
  process.on('SIGTERM', () => void stop(0))
  process.on('uncaughtException', (error) => {
    onBug(error, 'process')
    launch.tell({
      type: 'failed',
      sentence: 'The wall met a fault of its own. It has been logged.',
      exitCode: 70,
    })
    void stop(70)
  })
  process.on('unhandledRejection', (error) => onBug(error, 'promise'))

  launch.tell({ type: 'ready', url: host.url })
  if (!launch.hasLauncher) process.stdout.write(`Tessera: ${host.url}\n`)
}

const commandLine = parseCommandLine(process.argv.slice(2), { tolerant: false })
if (!commandLine.ok) {
  process.stderr.write(`${commandLine.error}\n`)
  process.exitCode = 2
} else if (commandLine.value.help) {
  process.stdout.write(`Serves the wall to a browser on this machine.\n${commandLineHelp}`)
} else {
  await run(commandLine.value).catch((error: unknown) => {
    const sentence = sentenceOf(error)
    // A bug keeps its stack: nothing was expected to fail here.
    if (sentence === undefined) throw error
    process.stderr.write(`${sentence}\n`)
    process.send?.({ type: 'failed', sentence, exitCode: 1 })
    process.exitCode = 1
    process.disconnect?.()
  })
}
