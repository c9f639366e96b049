import { performance } from 'node:perf_hooks'
import { beginRun } from './check/begin-run.mjs'
import { asOneTest, printTotals } from './check/print-totals.mjs'
import { runChecks } from './check/stages.mjs'
import { runVitest } from './check/vitest-run.mjs'
import { keepDuration } from './lib/durations.mjs'
import { printLine } from './lib/print-line.mjs'
import { runMain, Stop } from './lib/stop.mjs'
import { testParts } from './setup.mjs'

/**
 * Stages run one after the other; the lanes of a stage side by side, as part of a test is waiting; the projects of a
 * lane one after the other. Nothing in the first stage measures time. `e2e`, which does, has one file of another project
 * beside it and no more.
 */
const stages = [
  [['e2e-small'], ['conformance']],
  [['e2e'], ['electron']],
]

/** All set-up, then all tests but the long ones: `npm test`. */
async function main() {
  const startedAtMs = performance.now()
  const { root, node, tools, programs, env, signal } = await beginRun(testParts)
  if (node === undefined) {
    printLine('0 passed, 1 failed')
    throw new Stop('No test can run; the lines above say what is missing.')
  }

  /** @type {import('./check/print-totals.mjs').NamedCounts[]} */
  const counts = []
  for (const stage of await runChecks({ root, node, tools, env, printLine, signal })) {
    const tests = stage.tests ?? { ...asOneTest(stage.ok), passed: 0 }
    counts.push({ name: stage.name, ...tests })
  }
  // Without a test Electron or what packages need, their tests are skipped, which is counted below.
  const needed = programs.parts.filter(({ part }) => !['smoke', 'deb', 'ffmpeg', 'turn'].includes(part))
  for (const part of needed.filter(({ state }) => state === 'missing')) {
    counts.push({ name: `set-up of ${part.part}`, ...asOneTest(false) })
  }
  /** @param {readonly string[]} projects @param {string[]} [kept] what is printed goes there instead of to the terminal */
  const runLane = async (projects, kept) => {
    const onOutput = kept && ((/** @type {string} */ text) => void kept.push(text))
    for (const project of projects) {
      const projectAtMs = performance.now()
      const tests = await runVitest({
        root,
        node,
        project,
        isShort: true,
        env,
        show: kept === undefined,
        onOutput,
        signal,
      })
      signal.throwIfAborted()
      const seconds = ((performance.now() - projectAtMs) / 1000).toFixed(1)
      const line = `${tests.ok ? '✓' : '✗'} ${project}: ${tests.passed} passed, ${tests.failed} failed  (${seconds} s)`
      if (kept === undefined) printLine(line)
      else kept.push(`${line}\n`)
      counts.push({ name: project, ...tests })
    }
  }
  for (const [first = [], ...others] of stages) {
    const kept = others.map(() => [])
    await Promise.all([runLane(first), ...others.map((lane, at) => runLane(lane, kept[at]))])
    // Not before: the first one has the terminal.
    process.stdout.write(kept.flat().join(''))
  }

  keepDuration(root, 'test', performance.now() - startedAtMs)
  return printTotals(counts)
}

await runMain(main)
