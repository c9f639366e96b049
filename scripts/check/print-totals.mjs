import { printLine } from '../lib/print-line.mjs'
import { indentedTail } from '../lib/run-command.mjs'

/** Printed at the end of every run: where its minutes go. */
const longestFiles = 40

/** @typedef {Pick<import('./vitest-run.mjs').TestCounts, 'passed' | 'failed' | 'skipped' | 'files' | 'failures'> & { name: string }} NamedCounts */

/**
 * The end of a run; the last line is always `N passed, N failed`, with skipped ones when there are any.
 * @param {readonly NamedCounts[]} counts
 * @returns {number} the exit code
 */
export function printTotals(counts) {
  printLine('Longest files, with their set-up:')
  const files = counts.flatMap((count) => count.files).sort((a, b) => b.ms - a.ms)
  for (const { name, ms } of files.slice(0, longestFiles))
    printLine(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`)
  const skipped = counts.flatMap((count) => count.skipped)
  for (const test of skipped) printLine(`skipped: ${test.name} – ${test.reason}`)
  for (const count of counts.filter(({ failed }) => failed > 0)) {
    printLine(`failed: ${count.name} (${count.failed})`)
    for (const { name, reason } of count.failures) printLine(indentedTail(`${name}\n${reason}`, 25))
  }
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

/** A command or a step, counted as a test. @param {boolean} ok */
export function asOneTest(ok) {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: [], files: [], failures: [] }
}
