import { wallError } from '#contract/errors.ts'
import type { KeyStatus } from '#contract/wall/connection.ts'
import { type TestedFunction, testedFunctions, type TestLine } from '#contract/wall/connection-test.ts'
import type { Clock } from '../time.ts'
import { failed, finding, line, lineOf, type Seen, skipped, testedCalls, timed } from './tested-calls.ts'
import type { PlatformLink } from './platform-link.ts'

const afterReach = testedFunctions.slice(1)
const afterKey = afterReach.slice(1)

/**
 * Calls each function of the platform once and says in a line each what came of it. Nothing is left behind there:
 * what is started is stopped, and the event that is sent is one that no platform can take.
 */
export async function testConnection(link: PlatformLink | undefined, clock: Clock): Promise<TestLine[]> {
  if (link === undefined)
    return [
      line('reach', { outcome: 'failed', error: wallError('not_configured') }),
      ...skippedAll(afterReach),
    ]
  link.client.askAnew()
  const reach = await timed(clock, () => link.client.ping())
  if (!reach.value.ok) return [failed('reach', reach.value.error, reach.tookMs), ...skippedAll(afterReach)]
  const reached: Seen = {
    outcome: 'ok',
    found: { code: 'answers', status: reach.value.value.status },
  }
  const lines = [line('reach', reached, reach.tookMs)]

  const key = await link.key.get()
  if (!key.ok) return [...lines, failed('key', key), ...skippedAll(afterKey)]
  const list = await timed(clock, () => link.client.listCameras())
  const listError = list.value.ok ? undefined : list.value.error.error
  if (listError?.code === 'key_rejected' || listError?.code === 'not_allowed')
    return [...lines, failed('key', { error: listError }, list.tookMs), ...skippedAll(afterKey)]
  const found = list.value.ok
    ? finding({ code: 'cameras', count: list.value.value.length }, link.client.listsCamerasInPart)
    : list.value
  const cameras = lineOf('listCameras', { ...list, value: found })

  const listed = list.value.ok ? list.value.value[0] : undefined
  const others = await testedCalls({ link, clock, camera: listed ?? link.directory.listed[0] })
  return [...lines, keyLine(link.key.status().state, [cameras, ...others]), cameras, ...others]
}

/**
 * A call that succeeded has shown what the key is worth. So has a refusal of it, which counts for more: what was asked
 * for with another credential may have succeeded.
 */
function keyLine(state: KeyStatus['state'], lines: readonly TestLine[]): TestLine {
  if (state === 'rejected') return failed('key', { error: wallError('key_rejected') })
  if (state === 'not-allowed') return failed('key', { error: wallError('not_allowed') })
  const isAccepted = lines.some(({ outcome }) => outcome === 'ok')
  return isAccepted
    ? line('key', { outcome: 'ok', found: { code: 'key-accepted' } })
    : skipped('key', { found: { code: 'key-not-shown' } })
}

function skippedAll(names: readonly TestedFunction[]): TestLine[] {
  return names.map((name) => skipped(name, { found: { code: 'not-tried' } }))
}
