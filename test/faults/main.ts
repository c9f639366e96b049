import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readOptions } from '../../scripts/lib/read-options.mjs'
import { brokenPromises, type KillPlatform, runKills } from './outbox/kill-run.ts'
import { complaintOf, type Outcome, runFaults, summaryOf } from './wall/fault-run.ts'
import { faultTable } from './wall/fault-table.ts'
import { scenarios } from './wall/scenarios.ts'

const root = resolve(import.meta.dirname, '../..')
/** Beside the table; `npm run faults -- outbox` alone has two hundred. */
const killsBesideTable = 20

const usage = `npm run faults                    every scenario, and the outbox
npm run faults -- NAME …          these scenarios
npm run faults -- outbox          [--platform kind|bare] [--kills N]
  --seed N   the same way again      --for MINUTES   then further ones by lot
  --write    docs/faults.md anew
scenarios: ${scenarios.map(({ name }) => name).join(' ')}
`
const { values, positionals } = readOptions(usage, {
  allowPositionals: true,
  options: {
    kills: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    platform: { type: 'string', default: 'both' },
    for: { type: 'string', default: '0' },
    write: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const forMinutes = Number(values.for)
const isOutboxAlone = positionals.length === 1 && positionals[0] === 'outbox'
const kills = Number(values.kills ?? (isOutboxAlone ? 200 : killsBesideTable))
const both: readonly KillPlatform[] = ['kind', 'bare']
const platforms = both.filter((platform) => ['both', platform].includes(values.platform))
const isKnown = isOutboxAlone || positionals.every((name) => scenarios.some((one) => one.name === name))
const areNumbers = Number.isInteger(seed) && Number.isInteger(kills) && forMinutes >= 0
if (!isKnown || !areNumbers || platforms.length === 0) {
  console.log(usage)
  process.exit(2)
}
console.log(`seed ${seed}: --seed ${seed} takes the same way again`)

let isKept = true
let lost = 0
let doubled = 0
if (isOutboxAlone || positionals.length === 0) await killOutboxes()
if (!isOutboxAlone) await runTable()
process.exit(isKept ? 0 : 1)

async function killOutboxes(): Promise<void> {
  for (const platform of platforms) {
    const printLine = (line: string) => console.log(`${platform}: ${line}`)
    const figures = await runKills({ platform, kills, seed, printLine })
    const broken = brokenPromises(figures)
    console.log(JSON.stringify({ faults: 'outbox', figures }))
    for (const promise of broken) printLine(promise)
    lost += figures.lost
    if (platform === 'kind') doubled += figures.doubled
    isKept &&= broken.length === 0
  }
}

async function runTable(): Promise<void> {
  const names = positionals.length === 0 ? undefined : positionals
  let skipped = 0
  const outcomes = await runFaults({
    ...(names && { names }),
    seed,
    forMs: forMinutes * 60_000,
    onOutcome: printOutcome,
    onSkipped({ name }, why) {
      skipped += 1
      console.log(`- ${name}: skipped, ${why}`)
    },
  })
  const summary = summaryOf(outcomes, { skipped, lost, doubled, seed })
  if (values.write) await writeFile(join(root, 'docs/faults.md'), faultTable(outcomes, summary))
  console.log(JSON.stringify(summary))
}

function printOutcome(outcome: Outcome): void {
  const { scenario, recoveredInMs, otherStallMs } = outcome
  const complaint = complaintOf(outcome)
  isKept &&= complaint === undefined
  const back = recoveredInMs === undefined ? '' : `back after ${recoveredInMs} ms, `
  const mark = complaint === undefined ? '✓' : '✗'
  console.log(`${mark} ${scenario.name}: ${back}others ${otherStallMs} ms  ${complaint ?? ''}`)
}
