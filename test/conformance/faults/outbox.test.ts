import { expect, it } from 'vitest'
import { runKills } from '../../faults/outbox/kill-run.ts'

/** `npm run faults -- outbox` does it two hundred times. */
const kills = 20

it('an outbox whose owners are killed over and over loses nothing, doubles nothing and keeps each camera’s order', async () => {
  const seed = Date.now() % 1_000_000
  const said: string[] = [`seed ${seed}`]
  const figures = await runKills({ kills, seed, say: (line) => said.push(line) })
  expect(figures, said.join('\n')).toMatchObject({ kills, lost: 0, doubled: 0, overtaken: 0 })
  expect(figures.marks).toBeGreaterThan(0)
  expect(figures.lines).toBeGreaterThan(0)
}, 600_000)
