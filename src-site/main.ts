import { homedir } from 'node:os'
import { toSiteSchema } from '#contract/process/launch.ts'
import { never } from '#contract/result.ts'
import { systemClock } from './clock.ts'
import { exitCodes, siteDefaults } from './defaults.ts'
import { administer } from './process/admin.ts'
import { helpText, parseCommandLine, type SiteCommand, type SiteOptions } from './process/command-line.ts'
import { printedToken } from './process/printed-token.ts'
import { createChannelReporter, createTerminalReporter } from './process/reporter.ts'
import { obeyTest } from './process/test-commands.ts'
import { type RunningSite, startSite } from './site.ts'

// Whatever the site writes (database, log, the media server's configuration) is this user's alone.
process.umask(0o077)

/** Started by another program of ours, which listens on Node's channel. */
const send = process.send?.bind(process)
const reporter = send ? createChannelReporter(send) : createTerminalReporter(process.stdout, process.stderr)
let site: RunningSite | undefined
let isEnding = false

process.on('uncaughtException', (error) => void endForBug(error))
process.on('unhandledRejection', (error) => void endForBug(error))

const commandLine = parseCommandLine(process.argv.slice(2), {
  env: process.env,
  platform: process.platform,
  home: homedir(),
  isEmbedded: send !== undefined,
})
if (!commandLine.ok) await giveUp(commandLine.error, exitCodes.usage)
else await obeyCommand(commandLine.value)

async function obeyCommand(command: SiteCommand): Promise<void> {
  switch (command.kind) {
    case 'help':
      return void process.stdout.write(helpText)
    case 'jwt': {
      const token = await printedToken(command.options, systemClock)
      if (!token.ok) return giveUp(token.error.sentence, token.error.exitCode)
      return void process.stdout.write(`${token.value}\n`)
    }
    case 'admin': {
      const done = await administer(command.options, systemClock)
      if (!done.ok) return giveUp(done.error.sentence, done.error.exitCode)
      return void process.stdout.write(`${done.value}\n`)
    }
    case 'run':
      return run(command.options)
    default:
      return never(command)
  }
}

async function run(options: SiteOptions): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))
  process.on('disconnect', () => void end(0))
  process.on('message', (message) => void obey(message))
  const started = await startSite(options, send !== undefined, reporter)
  if (!started.ok) return giveUp(started.error.sentence, started.error.exitCode)
  site = started.value
  if (isEnding) return finish(site, 0)
  const description = `What it answers is described at ${site.ready.baseUrl}/openapi.json`
  const notes = [...(options.bareStatus !== undefined ? [] : [description]), `Its log is ${site.logFile}`]
  const { ready, isAccountNew, media } = site
  reporter.ready(ready, { isAccountNew, isLiveViewUp: media.state === 'up', notes })
}

async function giveUp(sentence: string, exitCode: number): Promise<void> {
  await reporter.failed(sentence, exitCode)
  process.exit(exitCode)
}

/** Told more than once (Ctrl-C reaches us from the terminal and from npm), it ends once. */
async function end(exitCode: number): Promise<void> {
  if (isEnding) return
  isEnding = true
  setTimeout(() => process.exit(exitCode), siteDefaults.api.endTimeoutMs).unref()
  // One that still starts is ended by `run`, as soon as there is something to end.
  if (site) await finish(site, exitCode)
}

async function finish(running: RunningSite, exitCode: number): Promise<void> {
  await running.stop()
  process.exit(exitCode)
}

/** The one sink of what nobody expected: the stack goes to the log, a sentence to the person. */
async function endForBug(error: unknown): Promise<void> {
  site?.noteBug(error)
  const details = site ? `Its log says where: ${site.logFile}` : String(error)
  await reporter.failed(`The site has stopped because of a fault of its own. ${details}`, exitCodes.bug)
  if (site) await end(exitCodes.bug)
  else process.exit(exitCodes.bug)
}

async function obey(message: unknown): Promise<void> {
  const command = toSiteSchema.safeParse(message)
  if (!command.success || !site || !send) return
  send(await obeyTest(command.data, site.media), undefined, undefined, () => undefined)
}
