import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readOptions } from '../../scripts/lib/read-options.mjs'
import { plotOf } from './plot.ts'
import { soak } from './soak.ts'

/** Before that a wall warms up, which a line through few samples takes for growth. */
const judgesGrowthAfterHours = 0.5

const usage = 'npm run soak -- [--hours H | --quick] [--seed N] [--plot FILE.svg]\n'
const { values } = readOptions(usage, {
  options: {
    hours: { type: 'string' },
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    plot: { type: 'string' },
  },
})
/** `quick`: seconds, to see that it runs at all; its figures say nothing. */
const hours = Number(values.hours ?? (values.quick ? 0.001 : 1))
const seed = Number(values.seed)
if (!(hours > 0) || !Number.isInteger(seed)) {
  console.log(usage)
  process.exit(2)
}
// Before the hours, so that they are not for nothing.
if (values.plot !== undefined) await mkdir(dirname(values.plot), { recursive: true })
console.log(`seed ${seed}: --seed ${seed} draws the same again`)
const soaked = await soak({
  forMs: hours * 3_600_000,
  seed,
  sampleEveryMs: Math.min(60_000, (hours * 3_600_000) / 20),
  isSmall: values.quick,
  printLine: (line) => console.log(line),
})
if (values.plot !== undefined) await writeFile(values.plot, plotOf(soaked))
const slopes = Object.fromEntries(
  Object.entries(soaked.slopes).map(([name, slope]) => [
    name,
    Object.fromEntries(Object.entries(slope).map(([part, value]) => [part, Number(value.toFixed(2))])),
  ]),
)
const { switches, stuck } = soaked
const grew = hours >= judgesGrowthAfterHours ? soaked.grew : []
console.log(
  JSON.stringify({ soak: { hours: Number(soaked.hours.toFixed(2)), switches, stuck, slopes, grew } }),
)
process.exit(stuck === 0 && grew.length === 0 ? 0 : 1)
