import { parseArgs } from 'node:util'
import { runKills } from './outbox/kill-run.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    help: { type: 'boolean', default: false },
  },
})
const kills = Number(values.kills)
const seed = Number(values.seed)
if (positionals[0] !== 'outbox' || values.help || !Number.isInteger(kills) || !Number.isInteger(seed)) {
  console.log('npm run faults -- outbox [--kills N] [--seed N]')
  process.exit(values.help ? 0 : 2)
}
console.log(`seed ${seed}: --seed ${seed} takes the same way again`)
const figures = await runKills({ kills, seed, say: (line) => console.log(line) })
console.log(JSON.stringify({ faults: 'outbox', figures }))
process.exit(figures.lost + figures.doubled + figures.overtaken === 0 ? 0 : 1)
