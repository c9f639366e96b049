import { expect, it } from 'vitest'
import { Program } from '../stand/program.ts'

/** What an hour of it counts by the minute; growth takes that long to tell. */
const counted = (
  'pageMb gpuMb mainMb siteMb mainHandles siteHandles pageHeapMb mainHeapMb siteHeapMb ' +
  'nodes listeners timers peerConnections videos sockets'
).split(' ')

// A tile that is stuck is waited for.
it('a soak begins, switches, counts what could grow, and ends without a stuck tile', {
  timeout: 180_000,
}, async () => {
  const program = new Program(['test/soak/main.ts', '--quick', '--seed', '1'], { limitMs: 170_000 })
  const { code, stdout, stderr } = await program.ended
  expect(code, stdout + stderr).toBe(0)
  const [, ...lines] = stdout.trim().split('\n')
  const { soak } = JSON.parse(lines.pop() ?? '')
  expect(soak).toMatchObject({ stuck: 0, grew: [] })
  expect(soak.switches).toBeGreaterThan(0)
  expect(lines).not.toEqual([])
  for (const line of lines)
    for (const name of counted) expect(JSON.parse(line)[name], name).toBeGreaterThan(0)
})
