import { expect, it } from 'vitest'
import { runFaults } from '../faults/wall/fault-run.ts'
import { runSeed } from '../stand/run-seed.ts'

/** `npm run faults` has all kinds, and says how long each took. */
async function expectBack(names: readonly string[]): Promise<void> {
  const outcomes = await runFaults({ names, seed: runSeed })
  const seen = outcomes.map(({ scenario: { name, sees }, recoveredInMs, shownInMs, lies, said }) => ({
    name,
    isBack: recoveredInMs !== undefined,
    isShown: sees === undefined || shownInMs !== undefined,
    lies,
    said,
  }))
  const order = seen.map(({ name }) => name)
  expect(order.toSorted()).toEqual(names.toSorted())
  expect(seen).toEqual(order.map((name) => ({ name, isBack: true, isShown: true, lies: [], said: [] })))
}

it('a wall comes back by itself from one fault after the other, and never says what it does not show', async () => {
  // Every link dies; and what is asked of the past is not there.
  await expectBack(['site-killed', 'segments-missing'])
}, 300_000)

it('and from faults of one camera, of tickets and of the list', {
  tags: 'long',
  timeout: 300_000,
}, async () => {
  await expectBack(['camera-freezes', 'ticket-500', 'list-half'])
})
