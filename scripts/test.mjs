import { performance } from 'node:perf_hooks'
import { runChecks } from './check/stages.mjs'
import { runVitest } from './check/vitest-run.mjs'
import { printLine } from './lib/print-line.mjs'
import { programEnvironment } from './lib/program-environment.mjs'
import { runMain, Stop } from './lib/stop.mjs'
import { projectPaths } from './paths.mjs'
import { abortedBySignals, setup } from './setup.mjs'

/** Printed at the end of every run: where its minutes go. */
const longestFiles = 40

/** All set-up, then every test: `npm test`. The last line is always `N passed, N failed`, with skipped ones when there are any. */
async function main() {
  const { signal } = abortedBySignals()
  const paths = projectPaths()
  const { root } = paths
  const programs = await setup({
    only: ['packages', 'node', 'chromium', 'livekit', 'build', 'smoke', 'deb', 'ffmpeg', 'turn'],
    signal,
    onLine: printLine,
  })
  const { node } = programs
  if (node === undefined) {
    printLine('0 passed, 1 failed')
    throw new Stop('No test can run; the lines above say what is missing.')
  }
  const env = programEnvironment(programs, paths)

  /** @type {(Pick<import('./check/vitest-run.mjs').TestCounts, 'passed' | 'failed' | 'skipped' | 'files'> & { name: string })[]} */
  const counts = []
  // Without a test Electron or what packages need, their tests are skipped, which is counted below.
  const needed = programs.parts.filter(({ part }) => !['smoke', 'deb', 'ffmpeg', 'turn'].includes(part))
  for (const part of needed.filter(({ state }) => state === 'missing')) {
    counts.push({ name: `set-up of ${part.part}`, passed: 0, failed: 1, skipped: [], files: [] })
  }
  for (const stage of await runChecks({ root, node, env, say: printLine, signal })) {
    const tests = stage.tests ?? { passed: 0, failed: stage.ok ? 0 : 1, skipped: [], files: [] }
    counts.push({ name: stage.name, ...tests })
  }
  for (const project of ['conformance', 'e2e', 'e2e-small', 'electron', 'package']) {
    const startedAtMs = performance.now()
    const tests = await runVitest({ root, node, project, env, show: true, signal })
    signal.throwIfAborted()
    const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
    printLine(
      `${tests.ok ? '✓' : '✗'} ${project}: ${tests.passed} passed, ${tests.failed} failed  (${seconds} s)`,
    )
    counts.push({ name: project, ...tests })
  }

  printLine('Longest files, with their set-up:')
  const files = counts.flatMap((count) => count.files).sort((a, b) => b.ms - a.ms)
  for (const { name, ms } of files.slice(0, longestFiles))
    printLine(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`)
  const skipped = counts.flatMap((count) => count.skipped)
  for (const test of skipped) printLine(`skipped: ${test.name} – ${test.reason}`)
  for (const count of counts.filter(({ failed }) => failed > 0))
    printLine(`failed: ${count.name} (${count.failed})`)
  const passed = total(counts, 'passed')
  const failed = total(counts, 'failed')
  if (passed === 0) printLine('No test ran, which counts as a failure.')
  printLine(`${passed} passed, ${failed} failed${skipped.length === 0 ? '' : `, ${skipped.length} skipped`}`)
  return failed === 0 && passed > 0 ? 0 : 1
}

/** @param {readonly { passed: number, failed: number }[]} counts @param {'passed' | 'failed'} what */
function total(counts, what) {
  return counts.reduce((sum, count) => sum + count[what], 0)
}

await runMain(main)
