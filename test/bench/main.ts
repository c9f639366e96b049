import { parseArgs } from 'node:util'
import { printResult, type BenchResult } from './report.ts'

/** `quick`: one round, to see that a bench runs at all; its figures say nothing. */
export interface BenchOptions {
  readonly quick: boolean
  /** Only the wall of sixteen tiles, which carries the ratios of `live`. */
  readonly sixteen: boolean
}

const benches: Readonly<Record<string, () => Promise<(options: BenchOptions) => Promise<BenchResult>>>> = {
  live: async () => (await import('./live.ts')).benchLive,
  switch: async () => (await import('./switch.ts')).benchSwitch,
  start: async () => (await import('./start.ts')).benchStart,
  recover: async () => (await import('./recover.ts')).benchRecover,
  crash: async () => (await import('./crash.ts')).benchCrash,
  scrub: async () => (await import('./scrub.ts')).benchScrub,
  sync: async () => (await import('./sync.ts')).benchSync,
  timeline: async () => (await import('./timeline.ts')).benchTimeline,
  events: async () => (await import('./events.ts')).benchEvents,
  occupancy: async () => (await import('./occupancy.ts')).benchOccupancy,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    sixteen: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const load = benches[positionals[0] ?? '']
if (!load || values.help) {
  console.log(`npm run bench -- NAME [--quick] [--sixteen]     NAME: ${Object.keys(benches).join(', ')}`)
  process.exit(values.help ? 0 : 2)
}
const run = await load()
printResult(await run({ quick: values.quick, sixteen: values.sixteen }))
process.exit(0)
