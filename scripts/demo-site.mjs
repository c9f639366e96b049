import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { programEnvironment } from './lib/program-environment.mjs'
import { sentenceOf, Stop } from './lib/stop.mjs'
import { projectPaths } from './paths.mjs'
import { setup } from './setup.mjs'
import { parseStartArguments } from './start/arguments.mjs'
import { Launch } from './start/launch.mjs'

/** @param {string} text */
const printLine = (text) => void process.stdout.write(`${text.trim()}\n`)

/** The local site alone, for a wall that is up already and started this; it ends with that wall. */
async function main() {
  const { data } = parseArgs({ options: { data: { type: 'string' } } }).values
  if (data === undefined || process.send === undefined) throw new Stop('Only a wall starts this.')
  if (Number(process.versions.node.split('.')[0]) < 24)
    return send({ type: 'failed', why: 'node', version: process.version })
  const paths = projectPaths()
  if (!existsSync(join(paths.root, 'node_modules')))
    return send({ type: 'failed', why: 'packages', folder: paths.root })
  const stopper = new AbortController()
  const stop = () => stopper.abort(new Stop('Stopped.', 0))
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, stop)

  send({ type: 'progress', step: 'media-server' })
  const found = await setup({ paths, signal: stopper.signal, onLine: printLine, only: ['livekit'] })
  send({ type: 'progress', step: found.livekitServer === undefined ? 'without-media-server' : 'site' })
  const launch = new Launch({
    arguments: parseStartArguments([]),
    programs: { ...found, node: process.execPath },
    electronMissing: undefined,
    hasDisplay: false,
    root: paths.root,
    data,
    env: programEnvironment(found, paths),
    signal: stopper.signal,
    printLine,
  })
  await launch.site(send)
}

/** @param {object} message */
function send(message) {
  if (process.connected) process.send?.(message)
}

try {
  await main()
} catch (error) {
  send({ type: 'failed', why: 'other', sentence: sentenceOf(error) })
  process.exitCode = error instanceof Stop ? error.exitCode : 1
} finally {
  if (process.connected) process.disconnect()
}
