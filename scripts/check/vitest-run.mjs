import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readJson } from '../lib/read-json.mjs'
import { runCommand } from '../lib/run-command.mjs'
import { toolOf } from './tool.mjs'

/**
 * @typedef {object} TestCounts
 * @property {number} passed
 * @property {number} failed
 * @property {{ name: string, reason: string }[]} skipped
 * @property {{ name: string, ms: number }[]} files
 * @property {{ name: string, reason: string }[]} failures with the error of each, in several lines
 * @property {boolean} ok
 * @property {string} tail the end of what vitest printed, when it was not shown already
 */

/**
 * Runs one vitest project; the counts come from its JSON report.
 * @param {object} order
 * @param {string} order.root
 * @param {string} order.node
 * @param {string} order.project
 * @param {boolean} [order.isShort] without the tests that have the tag `long`
 * @param {boolean} [order.isAlone] one file at a time, as some measure how far tiles are apart
 * @param {NodeJS.ProcessEnv} order.env
 * @param {boolean} order.show print as it goes
 * @param {((text: string) => void) | undefined} [order.onOutput] told what is printed, where it is not shown
 * @param {AbortSignal} [order.signal]
 * @returns {Promise<TestCounts>}
 */
export async function runVitest(order) {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-tests-'))
  const report = join(folder, 'report.json')
  const facts = join(folder, 'facts.json')
  try {
    const run = await runCommand(
      order.node,
      [
        toolOf(order.root, 'vitest'),
        'run',
        ...(order.isShort
          ? ['--tags-filter=!long', ...longFiles(order.root).map((file) => `--exclude=${file}`)]
          : []),
        ...(order.isAlone ? ['--no-file-parallelism'] : []),
        '--project',
        order.project,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        `--reporter=${fileURLToPath(new URL('run-facts-reporter.mjs', import.meta.url))}`,
      ],
      {
        cwd: order.root,
        env: {
          ...order.env,
          TESSERA_RUN_FACTS: facts,
          // Vitest colours what it prints in continuous integration, too; in a log that is noise.
          ...(order.show && process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: '0' }),
        },
        inherit: order.show,
        onOutput: order.onOutput,
        signal: order.signal,
      },
    )
    return { ...countTests(readJson(report), readJson(facts), run.ok), tail: run.tail }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Files of long tests alone. Vitest itself would start a process for each to leave its tests out.
 * @param {string} root
 * @returns {string[]}
 */
export function longFiles(root) {
  return ['conformance', 'e2e', 'electron'].flatMap((wing) =>
    readdirSync(join(root, 'test', wing), { recursive: true, encoding: 'utf8' })
      .map((file) => `test/${wing}/${file.replaceAll('\\', '/')}`)
      .filter((file) => file.endsWith('.test.ts'))
      .filter((file) => readFileSync(join(root, file), 'utf8').startsWith('/** @module-tag long */')),
  )
}

/**
 * @param {any} report vitest's JSON report; undefined when it did not get as far
 * @param {any} facts of our own reporter
 * @param {boolean} hasEndedWell vitest's exit code was 0
 * @returns {Omit<TestCounts, 'tail'>}
 */
export function countTests(report, facts, hasEndedWell) {
  const passed = Number(report?.numPassedTests ?? 0)
  const failedTests = Number(report?.numFailedTests ?? 0)
  // A file that cannot be loaded holds no failed test, and an error outside of any test fails none.
  const failedFiles = (report?.testResults ?? []).filter(
    (/** @type {any} */ file) =>
      file.status === 'failed' &&
      !file.assertionResults.some((/** @type {any} */ test) => test.status === 'failed'),
  ).length
  const failed = failedTests + failedFiles
  const ok = hasEndedWell && report?.success === true && failed === 0
  const { skipped = [], files = [], failures = [] } = facts ?? {}
  return { passed, failed: ok || failed > 0 ? failed : 1, skipped, files, failures, ok }
}
