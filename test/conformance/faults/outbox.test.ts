import { expect, it } from 'vitest'
import { brokenPromises, runKills } from '../../faults/outbox/kill-run.ts'
import { runSeed } from '../../stand/run-seed.ts'

/** `npm run faults -- outbox` does it two hundred times on each platform. */
const keepsItsPromises = async (platform: 'kind' | 'bare', kills: number) => {
  const lines: string[] = [`seed ${runSeed}`]
  const figures = await runKills({ platform, kills, seed: runSeed, printLine: (line) => lines.push(line) })
  expect(brokenPromises(figures), [...lines, JSON.stringify(figures)].join('\n')).toEqual([])
  expect(figures.marks).toBeGreaterThan(0)
  expect(figures.lines).toBeGreaterThan(0)
}

const title = 'an outbox whose owners are killed over and over keeps its promises on a %s platform'
it.each([['kind', 5]] as const)(title, { timeout: 600_000 }, keepsItsPromises)
it.each([['bare', 4]] as const)(title, { tags: 'long' }, keepsItsPromises)
