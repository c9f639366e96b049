/** @module-tag long */
import { expect, it } from 'vitest'
import { soak } from '#test/soak/soak.ts'

/** What an hour of it counts by the minute; growth takes that long to tell. */
const counted = [
  'pageMb',
  'gpuMb',
  'mainMb',
  'siteMb',
  'mainHandles',
  'siteHandles',
  'pageHeapMb',
  'mainHeapMb',
  'siteHeapMb',
  'nodes',
  'listeners',
  'timers',
  'peerConnections',
  'videos',
  'sockets',
]

// A month of events before the first act, and a tile that is stuck is waited for.
it('a wall that is worked on, before a platform that fails now and then, leaves no tile behind', {
  timeout: 180_000,
}, async () => {
  const lines: string[] = []
  const soaked = await soak({
    forMs: 10_000,
    seed: 1,
    sampleEveryMs: 4_000,
    printLine: (line) => lines.push(line),
  })
  expect(soaked.stuck, lines.join('\n')).toBe(0)
  expect(soaked.switches).toBeGreaterThan(0)
  for (const sample of soaked.samples)
    for (const name of counted) expect(sample[name], name).toBeGreaterThan(0)
})
