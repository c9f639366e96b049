import { wallError } from '#contract/errors.ts'
import type { KeyStatus } from '#contract/wall/connection.ts'
import { type TestedFunction, testedFunctions, type TestLine } from '#contract/wall/connection-test.ts'
import type { Clock } from '../time.ts'
import {
  failed,
  finding,
  skipped,
  testedCall,
  testedCalls,
  type TestedCallsOptions,
  timed,
} from './tested-calls.ts'
import type { PlatformLink } from './platform-link.ts'

const afterReach = testedFunctions.slice(1)
const afterKey = afterReach.slice(1)

/**
 * Calls each function of the platform once and says in a line each what came of it. Nothing is left behind there:
 * what is started is stopped, and the event that is sent is one that no platform can take.
 */
export async function testConnection(link: PlatformLink | undefined, clock: Clock): Promise<TestLine[]> {
  if (link === undefined) {
    const none = failed({ error: wallError('not_configured') })
    return [{ name: 'reach', ...none, tookMs: 0 }, ...skippedAll(afterReach)]
  }
  const { client } = link
  client.askAnew()
  const reach = await timed(clock, 'reach', async () => {
    const answer = await client.ping()
    return answer.ok ? finding({ code: 'answers', status: answer.value.status }) : failed(answer.error)
  })
  if (reach.outcome === 'failed') return [reach, ...skippedAll(afterReach)]

  const key = await link.key.get()
  if (!key.ok) return [reach, { name: 'key', ...failed(key), tookMs: 0 }, ...skippedAll(afterKey)]
  let camera: TestedCallsOptions['camera'] = link.directory.listed[0]
  const cameras = await testedCall(clock, 'listCameras', async () => {
    const list = await client.listCameras()
    if (!list.ok) return list
    camera = list.value[0] ?? camera
    return finding({ code: 'cameras', count: list.value.length }, client.listsCamerasInPart)
  })
  const isOfKey = cameras.error?.code === 'key_rejected' || cameras.error?.code === 'not_allowed'
  if (isOfKey) return [reach, { ...cameras, name: 'key' }, ...skippedAll(afterKey)]

  const others = await testedCalls({ link, clock, camera })
  return [reach, keyLine(link.key.status().state, [cameras, ...others]), cameras, ...others]
}

/**
 * A call that succeeded has shown what the key is worth. So has a refusal of it, which counts for more: what was asked
 * for with another credential may have succeeded.
 */
function keyLine(state: KeyStatus['state'], lines: readonly TestLine[]): TestLine {
  const key = { name: 'key', tookMs: 0 } as const
  if (state === 'rejected') return { ...key, ...failed({ error: wallError('key_rejected') }) }
  if (state === 'not-allowed') return { ...key, ...failed({ error: wallError('not_allowed') }) }
  const isAccepted = lines.some(({ outcome }) => outcome === 'ok')
  return { ...key, ...(isAccepted ? finding({ code: 'key-accepted' }) : skipped({ code: 'key-not-shown' })) }
}

function skippedAll(names: readonly TestedFunction[]): TestLine[] {
  return names.map((name) => ({ name, ...skipped({ code: 'not-tried' }), tookMs: 0 }))
}
