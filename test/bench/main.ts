import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { benchNames } from '../../scripts/bench-names.mjs'
import { readOptions } from '../../scripts/lib/read-options.mjs'
import { writePerformance } from './performance/write-performance.ts'
import { printResult, type BenchResult } from './report.ts'
import { keepResult, thisMachine } from './results.ts'

/** `quick`: one round, to see that a bench runs at all; its figures say nothing. */
export interface BenchOptions {
  readonly quick: boolean
  /** Only the wall of sixteen tiles, which carries the ratios of `live`. */
  readonly sixteen: boolean
}

type Bench = (options: BenchOptions) => Promise<BenchResult>

const benches: Readonly<Record<(typeof benchNames)[number], () => Promise<Bench>>> = {
  live: async () => (await import('./live.ts')).benchLive,
  memory: async () => (await import('./memory.ts')).benchMemory,
  switch: async () => (await import('./switch.ts')).benchSwitch,
  start: async () => (await import('./start.ts')).benchStart,
  recover: async () => (await import('./recover.ts')).benchRecover,
  crash: async () => (await import('./crash.ts')).benchCrash,
  scrub: async () => (await import('./scrub.ts')).benchScrub,
  'scrub-far': async () => (await import('./scrub.ts')).benchScrubFar,
  sync: async () => (await import('./sync.ts')).benchSync,
  window: async () => (await import('./window.ts')).benchWindow,
  timeline: async () => (await import('./timeline.ts')).benchTimeline,
  events: async () => (await import('./events.ts')).benchEvents,
  occupancy: async () => (await import('./occupancy.ts')).benchOccupancy,
  scale: async () => (await import('./scale.ts')).benchScale,
  operator: async () => (await import('./operator.ts')).benchOperator,
}

const root = resolve(import.meta.dirname, '../..')
const usage = `npm run bench -- [NAME] [--quick] [--sixteen] [--write]

NAME: ${benchNames.join(', ')}; without one, all of them, one after the other.
A run that is not --quick is kept, and with all of them, or with --write, docs/performance.md is made of what is kept.
`

const { values, positionals } = readOptions(usage, {
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    sixteen: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    results: { type: 'string', default: resolve(root, '.cache/bench') },
  },
})
const name = benchNames.find((known) => known === positionals[0])
if (positionals.length > (name === undefined ? 0 : 1)) {
  console.log(usage)
  process.exit(2)
}

if (name !== undefined) await runOne(name)
const failed = name === undefined && !values.write ? await runAll() : []
if (values.write || (name === undefined && !values.quick)) writePerformance(root, values.results)
if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)

async function runOne(bench: (typeof benchNames)[number]): Promise<void> {
  const run = await benches[bench]()
  const result = await run({ quick: values.quick, sixteen: values.sixteen })
  const machine = thisMachine()
  // Part of a bench would be taken for the whole of it.
  if (!values.quick && !values.sixteen) keepResult(values.results, result, machine)
  printResult(result, machine)
}

/** Each in a process of its own, so that none measures what another has left behind. Returns those that failed. */
async function runAll(): Promise<string[]> {
  const ended: string[] = []
  const flags = ['--results', values.results, ...(values.quick ? ['--quick'] : [])]
  for (const bench of benchNames) {
    console.log(`\n${bench}`)
    const child = spawn(process.execPath, [import.meta.filename, bench, ...flags], { stdio: 'inherit' })
    const [code] = await once(child, 'exit')
    if (code !== 0) ended.push(bench)
  }
  return ended
}
