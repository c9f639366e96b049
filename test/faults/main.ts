import { parseArgs } from 'node:util'
import { brokenPromises, type KillPlatform, runKills } from './outbox/kill-run.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    platform: { type: 'string', default: 'both' },
    help: { type: 'boolean', default: false },
  },
})
const kills = Number(values.kills)
const seed = Number(values.seed)
const both: readonly KillPlatform[] = ['kind', 'bare']
const platforms = both.filter((platform) => ['both', platform].includes(values.platform))
const isUnderstood = positionals[0] === 'outbox' && platforms.length > 0 && Number.isInteger(kills)
if (!isUnderstood || values.help || !Number.isInteger(seed)) {
  console.log('npm run faults -- outbox [--platform kind|bare] [--kills N] [--seed N]')
  process.exit(values.help ? 0 : 2)
}
console.log(`seed ${seed}: --seed ${seed} takes the same way again`)
let isKept = true
for (const platform of platforms) {
  const figures = await runKills({
    platform,
    kills,
    seed,
    say: (line) => console.log(`${platform}: ${line}`),
  })
  const broken = brokenPromises(figures)
  console.log(JSON.stringify({ faults: 'outbox', figures }))
  for (const promise of broken) console.log(`${platform}: ${promise}`)
  isKept &&= broken.length === 0
}
process.exit(isKept ? 0 : 1)
