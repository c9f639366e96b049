import type { WallError } from '#contract/errors.ts'
import type { CallOutput } from '#contract/wall/calls.ts'
import type { Clock } from '../time.ts'
import type { PlatformLink } from './platform-link.ts'

type Lines = CallOutput<'connection.test'>
type Line = Lines[number]

/** Calls each function of the platform once and says in a line each what came of it. */
export async function testConnection(link: PlatformLink | undefined, clock: Clock): Promise<Lines> {
  if (link === undefined) {
    return [line('reach', 'failed', 'No platform is configured.'), ...skipped('key', 'cameras', 'live-view')]
  }
  const reach = await timed(clock, () => link.client.ping())
  if (!reach.value.ok) {
    return [failed('reach', reach.value.error.error, reach.tookMs), ...skipped('key', 'cameras', 'live-view')]
  }
  const reached = line('reach', 'ok', `Answers (status ${reach.value.value.status}).`, reach.tookMs)

  const key = await link.key.get()
  if (!key.ok) return [reached, failed('key', key.error), ...skipped('cameras', 'live-view')]
  const list = await timed(clock, () => link.client.listCameras())
  const listError = list.value.ok ? undefined : list.value.error.error
  if (listError?.code === 'key_rejected' || listError?.code === 'not_allowed') {
    return [reached, failed('key', listError, list.tookMs), ...skipped('cameras', 'live-view')]
  }
  const cameras = list.value.ok
    ? line('cameras', 'ok', `${list.value.value.length} cameras.`, list.tookMs)
    : failed('cameras', list.value.error.error, list.tookMs)

  const cameraId = (list.value.ok ? list.value.value[0]?.id : undefined) ?? link.directory.cameras[0]?.id
  const isAccepted = list.value.ok ? line('key', 'ok', 'The key is accepted.') : undefined
  if (cameraId === undefined) {
    const key = isAccepted ?? line('key', 'skipped', 'Nothing to try the key on.')
    return [reached, key, cameras, line('live-view', 'skipped', 'No camera to ask for.')]
  }
  const ticket = await timed(clock, () => link.tickets.take(cameraId))
  const liveView = ticket.value.ok
    ? line('live-view', 'ok', `A ticket for ${new URL(ticket.value.value.url).host}.`, ticket.tookMs)
    : failed('live-view', ticket.value.error, ticket.tookMs)
  return [reached, isAccepted ?? keyLineOf(liveView), cameras, liveView]
}

/** Where cameras cannot be listed, the ticket has shown what the key is worth. */
function keyLineOf(liveView: Line): Line {
  return liveView.outcome === 'ok'
    ? line('key', 'ok', 'The key is accepted.')
    : line('key', 'skipped', 'No call has shown whether the key is accepted.')
}

async function timed<Value>(clock: Clock, run: () => Promise<Value>) {
  const startMs = clock.monotonicMs()
  const value = await run()
  return { value, tookMs: Math.round(clock.monotonicMs() - startMs) }
}

function line(name: Line['name'], outcome: Line['outcome'], message: string, tookMs = 0): Line {
  return { name, outcome, message, tookMs }
}

function failed(name: Line['name'], error: WallError, tookMs = 0): Line {
  return line(name, 'failed', error.message, tookMs)
}

function skipped(...names: readonly Line['name'][]): Lines {
  return names.map((name) => line(name, 'skipped', 'Not tried: something before it failed.'))
}
