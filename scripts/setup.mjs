import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { projectPaths } from './paths.mjs'
import { readOptions } from './lib/read-options.mjs'
import { runMain, sameStopMs, sentenceOf, Stop } from './lib/stop.mjs'
import { chromium } from './setup/chromium.mjs'
import { electron } from './setup/electron.mjs'
import { livekitServer } from './setup/livekit-server.mjs'
import { mutationPackages, npmPackages, toolPackages } from './setup/npm-packages.mjs'
import { missing } from './setup/part.mjs'
import { pinnedNode } from './setup/pinned-node.mjs'
import { smokeElectron } from './setup/smoke-electron.mjs'
import { debTools, ffmpeg, turn } from './setup/test-tools.mjs'
import { wallBuild } from './setup/wall-build.mjs'

/** @typedef {'packages' | 'node' | 'chromium' | 'livekit' | 'electron' | 'build' | 'smoke' | 'deb' | 'ffmpeg' | 'turn' | 'tools' | 'mutation'} PartName */

/**
 * `needs`: pulled in, because it cannot be made without them. `isOptional`: the wall runs without it (Electron: in
 * Chromium), so that missing it fails no set-up. `isForTests`: a set-up leaves it out unless it is asked for.
 * @typedef {{ title: string, needs?: readonly PartName[], isOptional?: boolean, isForTests?: boolean }} Part
 */

/** In the order in which they are shown. @type {Readonly<Record<PartName, Part>>} */
export const partTable = {
  packages: { title: 'npm packages' },
  node: { title: 'Node 24', needs: ['packages'] },
  chromium: { title: 'Chromium' },
  livekit: { title: 'LiveKit server' },
  electron: { title: 'Electron', needs: ['packages'], isOptional: true },
  build: { title: 'wall', needs: ['packages', 'node'] },
  smoke: { title: 'test Electron', isOptional: true, isForTests: true },
  deb: { title: 'package tools', isOptional: true, isForTests: true },
  ffmpeg: { title: 'ffmpeg', isOptional: true, isForTests: true },
  turn: { title: 'TURN server', isOptional: true, isForTests: true },
  tools: { title: 'packaging tools', needs: ['packages'], isForTests: true },
  mutation: { title: 'mutation tester', needs: ['packages'], isForTests: true },
}
const partNames = /** @type {PartName[]} */ (Object.keys(partTable))

/** What `npm test` and `npm run test:long` need. The shipped Electron is not tested there, and is not to be had everywhere. */
export const testParts = partNames.filter((part) => part !== 'electron' && part !== 'mutation')

/**
 * @typedef {object} SetupOptions
 * @property {readonly PartName[]} [only] these parts and what they need; all but those for tests when left out
 * @property {boolean} [force] ignore remembered refusals and stamps
 * @property {boolean} [asksAgain] ignore remembered refusals
 * @property {boolean} [leavesTools] their packages may come later: the result's `tools` waits for them
 * @property {AbortSignal} [signal]
 * @property {(line: string) => void} [onLine] what the user reads while it runs
 * @property {NodeJS.ProcessEnv} [env]
 * @property {import('./paths.mjs').ProjectPaths} [paths]
 */

/** @typedef {{ part: PartName, state: 'there' | 'made' | 'missing', text: string, remedy?: string, details?: string, ms: number }} PartReport */

/**
 * @typedef {object} SetupResult paths of what is there; a part that was not asked for or cannot be had is undefined
 * @property {string | undefined} node
 * @property {string | undefined} chromium
 * @property {string | undefined} livekitServer
 * @property {string | undefined} electron
 * @property {string | undefined} out
 * @property {string | undefined} smokeElectron
 * @property {PartReport[]} parts
 * @property {Promise<unknown>} [tools]
 */

/**
 * Brings everything that the wall needs, in parallel where parts do not depend on each other.
 * @param {SetupOptions} [options]
 * @returns {Promise<SetupResult>}
 */
export async function setup(options = {}) {
  const onLine = options.onLine ?? (() => undefined)
  /** @type {import('./setup/part.mjs').SetupContext} */
  const context = {
    paths: options.paths ?? projectPaths(),
    env: options.env ?? process.env,
    force: options.force ?? false,
    asksAgain: options.asksAgain ?? false,
    signal: options.signal,
    progress: (part, text) => onLine(`  … ${partTable[part].title}: ${text}`),
  }
  const asked = options.only ?? partNames.filter((part) => !partTable[part].isForTests)
  const wanted = new Set(asked.flatMap((part) => [part, ...(partTable[part].needs ?? [])]))
  /** @type {PartReport[]} */
  const parts = []

  /**
   * @template T
   * @param {PartName} part
   * @param {readonly Promise<unknown>[]} after what it needs; waiting for that does not count as its time
   * @param {() => Promise<import('./setup/part.mjs').PartResult<T>>} make
   * @returns {Promise<T | undefined>}
   */
  const start = async (part, after, make) => {
    if (!wanted.has(part)) return undefined
    await Promise.all(after)
    const startedAtMs = performance.now()
    /** @type {import('./setup/part.mjs').PartResult<T>} */
    const result = await make().catch((error) => {
      options.signal?.throwIfAborted()
      return missing(sentenceOf(error), '')
    })
    const ms = Math.round(performance.now() - startedAtMs)
    /** @type {PartReport} */
    const report = { part, state: result.state, text: result.text, ms }
    if (result.state === 'missing' && result.remedy !== '') report.remedy = result.remedy
    if (result.state === 'missing' && result.details !== undefined) report.details = result.details
    parts.push(report)
    onLine(lineOf(report))
    return result.state === 'missing' ? undefined : result.value
  }

  const packages = start('packages', [], () => npmPackages(context))
  const packagesReady = packages.then((value) => value === true)
  // Perhaps no part that waits for this was asked for; the result reports the failure all the same.
  packagesReady.catch(() => undefined)
  const nodeReady = start('node', [packages], () => pinnedNode(context, { packagesReady }))
  const tools = start('tools', [packages], () => toolPackages(context))
  tools.catch(() => undefined)
  const chromiumReady = start('chromium', [], () => chromium(context, { packagesReady, nodeReady }))
  const [, node, browser, livekit, electronBinary, out, smoke] = await Promise.all([
    packages,
    nodeReady,
    chromiumReady,
    start('livekit', [], () => livekitServer(context)),
    start('electron', [packages], () => electron(context, { packagesReady })),
    start('build', [nodeReady], () => wallBuild(context, { nodeReady, packagesReady })),
    start('smoke', [], () => smokeElectron(context)),
    start('deb', [], () => debTools(context)),
    start('ffmpeg', [], () => ffmpeg(context)),
    start('turn', [], () => turn(context)),
    options.leavesTools ? undefined : tools,
    start('mutation', [packages], () => mutationPackages(context)),
  ])
  parts.sort((a, b) => partNames.indexOf(a.part) - partNames.indexOf(b.part))
  return {
    node,
    chromium: browser,
    livekitServer: livekit,
    electron: electronBinary,
    out,
    smokeElectron: smoke,
    parts,
    ...(options.leavesTools ? { tools } : {}),
  }
}

/** @param {PartReport} report */
function lineOf(report) {
  const { title, isOptional } = partTable[report.part]
  const mark = report.state === 'missing' ? (isOptional ? '–' : '✗') : '✓'
  const text = report.remedy === undefined ? report.text : `${report.text}. ${report.remedy}`
  const line = `${mark} ${title.padEnd(15)} ${text}  (${(report.ms / 1000).toFixed(1)} s)`
  return report.details === undefined ? line : `${line}\n${report.details}`
}

/**
 * Aborts on Ctrl-C, SIGTERM and SIGHUP. A second one has its default effect, unless somebody else listens.
 * @param {Pick<NodeJS.EventEmitter, 'on' | 'off'>} [source]
 * @returns {AbortController}
 */
export function abortedBySignals(source = process) {
  const stopper = new AbortController()
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    const stop = () => {
      stopper.abort(
        new Stop('Stopped; what was half done is repaired at the next run.', signal === 'SIGINT' ? 130 : 143),
      )
      setTimeout(() => source.off(signal, stop), sameStopMs).unref()
    }
    source.on(signal, stop)
  }
  return stopper
}

const usage = `Brings everything that Tessera needs; what is there already is left alone.

  npm run setup -- [--only part,part] [--force] [--json]

Parts: ${partNames.join(', ')}.
`

async function main() {
  const { values } = readOptions(usage, {
    options: {
      only: { type: 'string' },
      force: { type: 'boolean' },
      json: { type: 'boolean' },
    },
  })
  const named = values.only?.split(',').map((name) => name.trim())
  const only = named?.filter(isPartName)
  const unknown = named?.find((name) => !isPartName(name))
  if (unknown !== undefined)
    throw new Stop(`There is no part "${unknown}"; parts are ${partNames.join(', ')}.`, 2)
  const lines = values.json ? process.stderr : process.stdout
  const result = await setup({
    ...(only === undefined ? {} : { only }),
    force: values.force ?? false,
    asksAgain: only !== undefined,
    signal: abortedBySignals().signal,
    onLine: (line) => lines.write(`${line}\n`),
  })
  if (values.json) process.stdout.write(`${JSON.stringify(result)}\n`)
  // Whoever asks for a part by name wants to know, even if the wall runs without it.
  const isNeeded = (/** @type {PartName} */ part) => !partTable[part].isOptional || only?.includes(part)
  return result.parts.some(({ part, state }) => state === 'missing' && isNeeded(part)) ? 1 : 0
}

/** @param {string} name @returns {name is PartName} */
function isPartName(name) {
  return partNames.some((known) => known === name)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runMain(main)
