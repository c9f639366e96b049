import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { plotOf } from './plot.ts'
import { soak } from './soak.ts'

/** Before that a wall warms up, which a line through few samples takes for growth. */
const judgesGrowthAfterHours = 0.5

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    plot: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const hours = Number(values.hours)
const seed = Number(values.seed)
if (values.help || !(hours > 0) || !Number.isInteger(seed)) {
  console.log('npm run soak -- [--hours H] [--seed N] [--plot FILE.svg]')
  process.exit(values.help ? 0 : 2)
}
// Before the hours, so that they are not for nothing.
if (values.plot !== undefined) await mkdir(dirname(values.plot), { recursive: true })
console.log(`seed ${seed}: --seed ${seed} draws the same again`)
const soaked = await soak({
  forMs: hours * 3_600_000,
  seed,
  sampleEveryMs: Math.min(60_000, (hours * 3_600_000) / 20),
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
