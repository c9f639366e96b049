import { performance } from 'node:perf_hooks'
import { beginRun } from './check/begin-run.mjs'
import { runChecks } from './check/stages.mjs'
import { keepDuration } from './lib/durations.mjs'
import { printLine } from './lib/print-line.mjs'
import { runMain, Stop } from './lib/stop.mjs'

/** Everything that needs neither a server nor a browser window: `npm run check`. */
async function main() {
  const startedAtMs = performance.now()
  const { root, node, tools, env, signal } = await beginRun(['packages', 'node', 'chromium', 'tools'])
  if (node === undefined) throw new Stop('The checks cannot run; the lines above say what is missing.')
  const results = await runChecks({ root, node, tools, env, printLine, signal })
  const failed = results.filter((result) => !result.ok).map((result) => result.name)
  const ms = performance.now() - startedAtMs
  keepDuration(root, 'check', ms)
  const seconds = (ms / 1000).toFixed(1)
  printLine(
    failed.length === 0
      ? `All checks passed in ${seconds} s.`
      : `Failed: ${failed.join(', ')} (${seconds} s).`,
  )
  return failed.length === 0 ? 0 : 1
}

await runMain(main)
