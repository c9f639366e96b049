import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { printLine } from './lib/print-line.mjs'
import { programEnvironment } from './lib/program-environment.mjs'
import { onUserStop, runMain, Stop } from './lib/stop.mjs'
import { projectPaths } from './paths.mjs'
import { partTable, setup } from './setup.mjs'
import { parseStartArguments, usage } from './start/arguments.mjs'
import { Launch } from './start/launch.mjs'
import { hasDisplay } from './start/surroundings.mjs'

async function main() {
  const given = parseStartArguments(process.argv.slice(2))
  if (given.help) {
    process.stdout.write(usage)
    return 0
  }
  /** @type {(line: string) => void} what it is at: the self-test's standard output is for its result */
  const printProgress = given.check ? (line) => void process.stderr.write(`${line}\n`) : printLine
  const stopper = new AbortController()
  /** @type {Launch | undefined} */
  let launch
  onUserStop((exitCode, again) => {
    if (again) {
      launch?.kill()
      process.exit(exitCode)
    }
    stopper.abort(new UserStop(exitCode))
  })
  process.once('uncaughtException', (error) => {
    launch?.kill()
    throw error
  })

  const paths = projectPaths()
  const setupStartedAtMs = performance.now()
  const showsWindow = !given.check && !given.headless && hasDisplay(process.env)
  try {
    const programs = await setup({
      paths,
      signal: stopper.signal,
      onLine: printProgress,
      only: [
        'packages',
        'node',
        'chromium',
        'build',
        ...(showsWindow ? /** @type {const} */ (['electron']) : []),
        ...(given.platform === undefined ? /** @type {const} */ (['livekit']) : []),
      ],
    })
    const setupMs = Math.round(performance.now() - setupStartedAtMs)
    const missing = programs.parts.filter((part) => part.state === 'missing' && isNeeded(part.part, given))
    if (missing.length > 0 || programs.node === undefined) {
      throw new Stop(
        `It cannot start without: ${missing.map(({ part }) => partTable[part].title).join(', ')}; the lines above say what to do.`,
      )
    }
    if (given.platform === undefined && programs.livekitServer === undefined) {
      printProgress(
        'There is no media server: the wall shows its cameras over HLS, some seconds late. The line of LiveKit above says what to do.',
      )
    }
    const throwAway = given.check ? mkdtempSync(join(tmpdir(), 'tessera-check-')) : undefined
    launch = new Launch({
      arguments: given,
      programs: { ...programs, node: programs.node },
      electronMissing: programs.parts.find((part) => part.part === 'electron' && part.state === 'missing')
        ?.text,
      hasDisplay: hasDisplay(process.env),
      root: paths.root,
      data: throwAway ?? given.data ?? paths.data,
      env: programEnvironment(programs, paths),
      signal: stopper.signal,
      printLine: printProgress,
    })
    try {
      if (!given.check) {
        await launch.run()
        return 0
      }
      const { tiles, liveMs, parts } = await launch.check()
      const setupParts = Object.fromEntries(programs.parts.map(({ part, ms }) => [`setup.${part}`, ms]))
      printLine(
        JSON.stringify({ check: 'ok', tiles, liveMs, parts: { setup: setupMs, ...setupParts, ...parts } }),
      )
      return 0
    } finally {
      if (throwAway !== undefined)
        rmSync(throwAway, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  } catch (error) {
    // Being stopped by the user is how a wall is meant to end; a self-test that was stopped has not passed.
    if (error instanceof UserStop && launch !== undefined && !given.check) return 0
    throw error
  }
}

/** @param {string} part @param {import('./start/arguments.mjs').StartArguments} given */
function isNeeded(part, given) {
  if (part === 'electron') return false
  // A machine without a browser can still serve the wall to one elsewhere.
  if (part === 'chromium') return given.check
  // Without a media server the wall shows its cameras over HLS, and plays what was recorded.
  if (part === 'livekit') return given.check
  return true
}

class UserStop extends Stop {
  /** @param {number} exitCode */
  constructor(exitCode) {
    super('Stopped.', exitCode)
  }
}

await runMain(main)
