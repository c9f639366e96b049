import { performance } from 'node:perf_hooks'
import { indentedTail, runCommand } from '../lib/run-command.mjs'
import { toolOf } from './tool.mjs'
import { runVitest } from './vitest-run.mjs'

/** Two at a time: more would only take turns on the two cores that a small machine has. */
const atATime = 2

/**
 * @typedef {object} CheckOptions
 * @property {string} root
 * @property {string} node
 * @property {NodeJS.ProcessEnv} env
 * @property {(line: string) => void} printLine
 * @property {Promise<unknown> | undefined} [tools] the packages of packaging, where they may still be on their way
 * @property {AbortSignal} [signal]
 */

/** @typedef {{ name: string, ok: boolean, ms: number, tail: string, tests?: import('./vitest-run.mjs').TestCounts }} StageResult */

/**
 * Format, lint, types, dead code and unit tests; all of them, even when one fails.
 * @param {CheckOptions} options
 * @returns {Promise<StageResult[]>}
 */
export async function runChecks(options) {
  const { root } = options
  /** @param {string} tool @param {readonly string[]} args */
  const command = (tool, args) => async () => {
    const run = await runCommand(options.node, [tool, ...args], {
      cwd: root,
      // Those in Go work out the same types anew in each thread, and end before their garbage matters.
      env: { ...options.env, NO_COLOR: '1', GOMAXPROCS: '1', GOGC: '200' },
      signal: options.signal,
    })
    return { ok: run.ok, tail: run.tail }
  }
  const tsc = toolOf(root, 'typescript', 'tsc')
  /** One checker: each of the usual four would work out the same types again. @param {string} project */
  const types = (project) => command(tsc, ['-p', project, '--checkers', '1'])
  /** @typedef {{ name: string, run: () => Promise<Omit<StageResult, 'name' | 'ms'>> }} Stage */
  /** @type {Stage[]} */
  const withoutTools = [
    { name: 'types: renderer', run: types('src-renderer/tsconfig.json') },
    { name: 'types: main, site', run: types('tsconfig.json') },
    { name: 'format', run: command(toolOf(root, '@biomejs/biome'), ['format']) },
  ]
  // Longest first, so that the short ones fill the gaps.
  /** @type {Stage[]} */
  const stages = [
    {
      name: 'unit tests',
      run: async () => {
        const tests = await runVitest({ ...options, project: 'unit*', show: false })
        return { ok: tests.ok, tail: tests.tail, tests }
      },
    },
    { name: 'lint', run: command(toolOf(root, 'oxlint'), ['--type-aware']) },
    { name: 'dead code', run: command(toolOf(root, 'knip'), ['--no-progress']) },
    { name: 'types: tests', run: types('test/tsconfig.json') },
    { name: 'types: scripts', run: types('scripts/tsconfig.json') },
  ]
  /** @type {StageResult[]} */
  const results = []
  /** @param {Stage[]} queue */
  const worker = async (queue) => {
    for (let stage = queue.shift(); stage !== undefined; stage = queue.shift()) {
      const startedAtMs = performance.now()
      const result = { name: stage.name, ...(await stage.run()), ms: 0 }
      options.signal?.throwIfAborted()
      result.ms = Math.round(performance.now() - startedAtMs)
      results.push(result)
      options.printLine(lineOf(result))
    }
  }
  for (const queue of [withoutTools, stages]) {
    await Promise.all(Array.from({ length: atATime }, () => worker(queue)))
    await options.tools
  }
  return results
}

/** @param {StageResult} result */
function lineOf(result) {
  const seconds = `(${(result.ms / 1000).toFixed(1)} s)`
  const counted =
    result.tests === undefined ? '' : ` ${result.tests.passed} passed, ${result.tests.failed} failed`
  const line = `${result.ok ? '✓' : '✗'} ${`${result.name}${counted}`.padEnd(40)} ${seconds}`
  return result.ok ? line : `${line}\n${indentedTail(result.tail, 60)}`
}
