import { expect, it } from 'vitest'
import { runFaults } from '../faults/wall/fault-run.ts'
import { runSeed } from '../stand/run-seed.ts'

/** One of a kind; `npm run faults` has them all, and says how long each took. */
const some = ['camera-freezes', 'site-killed', 'ticket-500', 'list-half', 'segments-missing']

it('a wall comes back by itself from one fault after the other, and never says what it does not show', async () => {
  const outcomes = await runFaults({ names: some, seed: runSeed })
  const seen = outcomes.map(({ scenario: { name, sees }, recoveredInMs, shownInMs, lies }) => ({
    name,
    isBack: recoveredInMs !== undefined,
    isShown: sees === undefined || shownInMs !== undefined,
    lies,
  }))
  const order = seen.map(({ name }) => name)
  expect(order.toSorted()).toEqual(some.toSorted())
  expect(seen).toEqual(order.map((name) => ({ name, isBack: true, isShown: true, lies: [] })))
}, 300_000)
