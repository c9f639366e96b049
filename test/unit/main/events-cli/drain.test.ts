import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { waitFor } from '#main/events-cli/drain.ts'
import { openStand } from '../core/events/outbox/outbox-stand.ts'

it('leaves nothing behind on the signal, however often it looks', async () => {
  const { outbox } = openStand()
  const stopping = new AbortController()
  for (let round = 0; round < 3; round += 1) await waitFor(outbox, stopping.signal, () => true)
  expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(0)
})
