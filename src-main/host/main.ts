import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { type CommandLine, commandLineHelp, parseCommandLine } from '../core/command-line.ts'
import { keyringBox } from '../core/keys/keyring-box.ts'
import { LaunchLink } from '../core/launch-link.ts'
import { requirePage, sentenceOf } from '../core/start-failure.ts'
import { startWall } from '../core/start-wall.ts'
import { systemTimers } from '../core/time.ts'
import { defaultDataDir } from './data-dir.ts'
import { hostDefaults } from './defaults.ts'
import { LastPage } from './last-page.ts'
import { loadNapiKeyring } from './napi-keyring.ts'
import { startWallHost } from './wall-host.ts'

/** What has been started, to be stopped in reverse; an end may come while the beginning is still under way. */
const running: (() => void | Promise<void>)[] = []
let stopping = false

async function stop(exitCode: number): Promise<void> {
  if (stopping) return
  stopping = true
  for (const end of running.toReversed()) await end()
  process.exit(exitCode)
}

async function run(commandLine: CommandLine): Promise<void> {
  const dataDir = commandLine.dataDir ?? defaultDataDir(process.platform, process.env, homedir())
  const rendererDir = commandLine.rendererDir ?? resolve(import.meta.dirname, '../../out/renderer')
  requirePage(rendererDir)
  process.on('SIGINT', () => void stop(0))
  process.on('SIGTERM', () => void stop(0))

  const started = await startWall({
    shell: 'host',
    version: readVersion(),
    dataDir,
    documentsDir: join(homedir(), 'Documents'),
    commandLine,
    keyBox: keyringBox(await loadNapiKeyring(), systemTimers),
    evidenceWorker: new URL('../core/evidence/remux/evidence-worker.ts', import.meta.url),
    outboxWorker: new URL('../core/events/outbox/outbox-worker.ts', import.meta.url),
    siteFolders: [resolve(import.meta.dirname, '../..')],
    updateSource: () => ({ by: 'source' }),
    env: process.env,
  })
  const { wall, log, onBug } = started
  running.push(() => started.dispose())
  void started.folderLost.then((failure) => {
    // What an orderly end would still write belongs to another wall's files now.
    running.length = 0
    return exitWithError(failure)
  })
  const launch = new LaunchLink({
    parent: process,
    wall,
    onDisconnect: () => void stop(0),
  })
  process.on('unhandledRejection', (error) => onBug(error, 'promise'))
  process.on('uncaughtException', (error) => {
    onBug(error, 'process')
    launch.send({
      type: 'failed',
      sentence: 'The wall met a fault of its own. It is in the log.',
      exitCode: 70,
    })
    void stop(70)
  })

  const lastPage = new LastPage(systemTimers, hostDefaults.closedAfterMs, () =>
    launch.send({ type: 'closed' }),
  )
  running.push(() => lastPage.dispose())
  const host = await startWallHost({
    wall,
    rendererDir,
    port: commandLine.port ?? 0,
    log,
    timers: systemTimers,
    onBug,
    onPages: (pages) => {
      lastPage.count(pages)
      if (pages > 0) launch.send({ type: 'connected' })
    },
  })
  running.push(() => host.dispose())
  running.push(() => launch.dispose())
  launch.send({ type: 'ready', url: host.url })
  if (!launch.hasLauncher) process.stdout.write(`Tessera: ${host.url}\n`)
}

/** Of the package that this file is part of. */
function readVersion(): string {
  const file: unknown = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'))
  return typeof file === 'object' && file !== null && 'version' in file ? String(file.version) : ''
}

/** Sends a sentence to the launcher and ends. A bug is thrown on, with its stack. */
async function exitWithError(error: unknown): Promise<void> {
  const sentence = sentenceOf(error)
  if (sentence === undefined) throw error
  process.stderr.write(`${sentence}\n`)
  if (process.connected) {
    await new Promise((resolve) => process.send?.({ type: 'failed', sentence, exitCode: 1 }, resolve))
  }
  await stop(1)
}

const commandLine = parseCommandLine(process.argv.slice(2), { tolerant: false })
if (!commandLine.ok) {
  process.stderr.write(`${commandLine.error}\n`)
  process.exitCode = 2
} else if (commandLine.value.help) {
  process.stdout.write(`Serves the wall to a browser on this machine.\n${commandLineHelp}`)
} else {
  await run(commandLine.value).catch(exitWithError)
}
