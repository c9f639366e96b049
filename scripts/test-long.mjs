import { randomInt } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { benchNames } from './bench-names.mjs'
import { beginRun } from './check/begin-run.mjs'
import { asOneTest, printTotals } from './check/print-totals.mjs'
import { runChecks } from './check/stages.mjs'
import { runVitest } from './check/vitest-run.mjs'
import { printLine } from './lib/print-line.mjs'
import { indentedTail, runCommand } from './lib/run-command.mjs'
import { runMain, Stop } from './lib/stop.mjs'
import { testParts } from './setup.mjs'
import { distOf } from './setup/electron.mjs'

/** The longest command, two hundred kills on two platforms, takes a third of it. */
const commandTimeoutMs = 30 * 60_000

/** Whole: a long test may go on where a short one before it ended. */
const projects = ['conformance', 'e2e-small', 'e2e', 'electron', 'package']

/**
 * All tests with random draws, those with the tag `long` too, every bench, and the commands in `commands()` below.
 * `TESSERA_SEED=N` repeats the draws of a run.
 */
async function main() {
  const { root, node, tools, programs, env: found, signal } = await beginRun(testParts)
  await tools
  const missing = programs.parts.filter(({ state }) => state === 'missing')
  if (node === undefined || missing.length > 0) {
    printLine('0 passed, 1 failed')
    throw new Stop('Long tests need everything; the lines above say what is missing.')
  }
  const seed = process.env['TESSERA_SEED'] ?? String(randomInt(2 ** 31))
  printLine(`seed ${seed}: TESSERA_SEED=${seed} npm run test:long draws the same again`)
  const env = { ...found, TESSERA_SEED: seed }

  /** @type {import('./check/print-totals.mjs').NamedCounts[]} */
  const counts = []
  for (const stage of await runChecks({ root, node, env, printLine, signal }))
    counts.push({ name: stage.name, ...(stage.tests ?? asOneTest(stage.ok)) })
  for (const project of projects) {
    const tests = await runVitest({ root, node, project, isAlone: true, env, show: true, signal })
    signal.throwIfAborted()
    counts.push({ name: project, ...tests })
  }

  const scratch = mkdtempSync(join(tmpdir(), 'tessera-long-'))
  try {
    for (const { name, args } of commands(scratch, programs)) {
      const startedAtMs = performance.now()
      const ended = await runCommand(process.execPath, args, {
        cwd: root,
        env: { ...env, NO_COLOR: '1' },
        timeoutMs: commandTimeoutMs,
        signal,
      })
      signal.throwIfAborted()
      const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
      printLine(`${ended.ok ? '✓' : '✗'} ${name.padEnd(40)} (${seconds} s)`)
      if (!ended.ok) printLine(indentedTail(ended.tail, 60))
      counts.push({ name, ...asOneTest(ended.ok) })
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  return printTotals(counts)
}

/**
 * @param {string} scratch a folder for what they write
 * @param {import('./setup.mjs').SetupResult} programs
 * @returns {{ name: string, args: string[] }[]}
 */
function commands(scratch, { smokeElectron = '' }) {
  const data = join(scratch, 'data')
  const wall = join(scratch, 'wall')
  mkdirSync(wall)
  writeFileSync(join(wall, 'settings.json'), '{}')
  return [
    { name: 'npm start -- --check', args: ['scripts/start.mjs', '--check'] },
    run('site', 'jwt', '--data', data),
    run('events', 'status', '--data', wall),
    ...benchNames.map((name) => run('bench', name, '--quick')),
    run('faults', '--kills', '200'),
    // Long enough to see that nothing is stuck; what grows takes an hour to tell.
    run('soak', '--hours', '0.1'),
    // The Electron that is shipped is not to be had everywhere; what is packaged is the same.
    run('package', '--electron', distOf(smokeElectron), '--out', join(scratch, 'dist')),
    run('screenshots', join(scratch, 'screenshots')),
  ]
}

/** @param {string} script @param {string[]} args */
function run(script, ...args) {
  return {
    name: ['npm run', script, ...(args.length > 0 ? ['--', ...args] : [])].join(' '),
    args: ['scripts/run.mjs', script, ...args],
  }
}

await runMain(main)
