import { parseArgs } from 'node:util'
import { benchNames } from '../../scripts/bench-names.mjs'
import { printResult, type BenchResult } from './report.ts'

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
  sync: async () => (await import('./sync.ts')).benchSync,
  window: async () => (await import('./window.ts')).benchWindow,
  timeline: async () => (await import('./timeline.ts')).benchTimeline,
  events: async () => (await import('./events.ts')).benchEvents,
  occupancy: async () => (await import('./occupancy.ts')).benchOccupancy,
  scale: async () => (await import('./scale.ts')).benchScale,
  operator: async () => (await import('./operator.ts')).benchOperator,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    sixteen: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const name = benchNames.find((known) => known === positionals[0])
if (name === undefined || values.help) {
  console.log(`npm run bench -- NAME [--quick] [--sixteen]     NAME: ${benchNames.join(', ')}`)
  process.exit(values.help ? 0 : 2)
}
const run = await benches[name]()
printResult(await run({ quick: values.quick, sixteen: values.sixteen }))
process.exit(0)
