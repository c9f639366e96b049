import type { WallError, WallErrorCode } from '#contract/errors.ts'
import { ok, type Result } from '#contract/result.ts'
import type { TestedFunction, TestLine } from '#contract/wall/connection-test.ts'
import { occupancyDefinitionSchema, type OccupancyRange } from '#contract/wall/occupancy.ts'
import type { Answered, PlatformFailure } from '../platform/failure.ts'
import type { Clock } from '../time.ts'
import { TESTED_FOOTAGE_AGE_IN_MS, TESTED_FOOTAGE_IN_MS, TESTED_HOUR_IN_MS } from './defaults.ts'
import type { PlatformLink } from './platform-link.ts'

export interface TestedCallsOptions {
  readonly link: PlatformLink
  readonly clock: Clock
  /** To ask for pictures of; undefined where none is known. */
  readonly camera: { readonly id: string; readonly name: string } | undefined
}

/** What needs the platform, a key and mostly a camera; side by side, so that it takes as long as the slowest. */
export async function testedCalls(options: TestedCallsOptions): Promise<TestLine[]> {
  const { client, tickets } = options.link
  const nowMs = options.clock.wallMs() + (client.health().skewMs ?? 0)
  const lastHour = { startMs: nowMs - TESTED_HOUR_IN_MS, endMs: nowMs }
  const { camera } = options
  const ofCamera = (
    name: TestedFunction,
    run: (camera: NonNullable<typeof options.camera>) => Promise<Tested>,
  ) =>
    camera === undefined
      ? Promise.resolve(skipped(name, 'There is no camera to ask for.'))
      : test(options, name, () => run(camera))
  const dictionaries = readDictionaries(options.link)

  return Promise.all([
    ofCamera('live-view', async ({ id, name }) => {
      const ticket = await tickets.take(id)
      if (!ticket.ok) return { ok: false, error: { error: ticket.error, maybeCarriedOut: false } }
      tickets.giveBack(id, ticket.value)
      return said(`A ticket for ${name}, at ${new URL(ticket.value.url).host}.`)
    }),
    ofCamera('playback', ({ id, name }) => playback(options.link, id, name, nowMs)),
    test(options, 'event-tags', async () => {
      const tags = await client.events.tags()
      return tags.ok ? said(`${counted(tags.value.length, 'event tag')}.`) : tags
    }),
    test(options, 'event-search', async () => {
      const query = { cameraIds: [], eventTypeIds: [], match: [], ...lastHour }
      const found = await client.events.search({ ...query, order: 'desc', limit: 1 })
      if (!found.ok) return found
      return said(
        found.value.events.length === 0 ? 'No event in the last hour.' : 'Finds events of the last hour.',
      )
    }),
    test(options, 'event-insert', async () => {
      const refused = await client.insert.empty()
      if (refused.ok)
        return said('Takes events. It took one without any content, too: the test has sent an empty one.')
      return refused.error.error.code === 'refused'
        ? said('Is there, and refuses an empty event as it should. Nothing was inserted.')
        : refused
    }),
    // Its sources are named by the others; the time that those take is not its own.
    dictionaries.then((lists) => test(options, 'occupancy', () => occupancy(options.link, lists, lastHour))),
    test(options, 'dictionaries', async () => {
      const lists = await dictionaries
      return lists.ok ? said(lists.value.words) : lists
    }),
  ])
}

const typedInstead = 'Enter those that this wall shall show and send under Event tags.'

type Tested = Result<string, PlatformFailure> | { readonly skip: string }

function said(sentence: string): Result<string, PlatformFailure> {
  return ok(sentence)
}

async function test(
  { clock }: TestedCallsOptions,
  name: TestedFunction,
  run: () => Promise<Tested>,
): Promise<TestLine> {
  const { value, tookMs } = await timed(clock, run)
  if ('skip' in value) return skipped(name, value.skip, tookMs)
  if (value.ok) return line(name, { outcome: 'ok', message: value.value } satisfies Seen, tookMs)
  const { error } = value.error
  if (error.code === 'events_unavailable' || error.code === 'occupancy_unavailable')
    return absent(name, error, tookMs, name === 'event-tags' ? typedInstead : undefined)
  return error.code === 'too_many_sessions'
    ? skipped(name, error.message, tookMs)
    : failed(name, value.error, tookMs)
}

/** A minute of footage is started and stopped: one session, for as long as both calls take. */
async function playback(
  { client }: PlatformLink,
  cameraId: string,
  name: string,
  nowMs: number,
): Promise<Tested> {
  const startMs = nowMs - TESTED_FOOTAGE_AGE_IN_MS
  const started = await client.playback.start({
    cameraId,
    startMs,
    endMs: startMs + TESTED_FOOTAGE_IN_MS,
    isReduced: false,
  })
  if (!started.ok) {
    if (started.error.error.code !== 'no_recording') return started
    return said(`Answers, but nothing of ${name} was recorded ten minutes ago.`)
  }
  const { sessionId } = started.value
  if (sessionId === undefined) return said(`Starts ${name}. It names no session, so none can be stopped.`)
  const stopped = await client.playback.stop(sessionId, cameraId)
  return said(
    stopped.ok
      ? `Starts and stops ${name}.`
      : `Starts ${name}. It could not be stopped and ends by itself: ${stopped.error.error.message}`,
  )
}

async function occupancy(
  { client }: PlatformLink,
  lists: Answered<Dictionaries>,
  range: OccupancyRange,
): Promise<Tested> {
  if (!lists.ok) return { skip: 'It needs an entrance or a zone of the dictionaries.' }
  const [source] = lists.value.sources
  if (source === undefined) return { skip: 'No entrance or zone is there to ask for.' }
  const definition = occupancyDefinitionSchema.parse({ entrancesAndExits: [source] })
  const answer = await client.occupancy.report(definition, range)
  return answer.ok ? said(`At most ${answer.value.maximum} in the last hour.`) : answer
}

interface Dictionaries {
  readonly sources: readonly string[]
  readonly words: string
}

async function readDictionaries({ client: { dictionaries } }: PlatformLink): Promise<Answered<Dictionaries>> {
  const [entrances, zones, schedules] = await Promise.all([
    dictionaries.entrances(),
    dictionaries.zones(),
    dictionaries.schedules(),
  ])
  if (!entrances.ok) return entrances
  if (!zones.ok) return zones
  if (!schedules.ok) return schedules
  const parts = [
    counted(entrances.value.length, 'entrance'),
    counted(zones.value.length, 'zone'),
    counted(schedules.value.length, 'schedule'),
  ]
  return ok({
    sources: [...entrances.value, ...zones.value].map(({ id }) => id),
    words: `${parts.join(', ')}.`,
  })
}

export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** What one function has shown. */
export type Seen = Pick<TestLine, 'outcome' | 'message' | 'advice'>

const underAssumptions = 'under Assumptions'
/** What to do, where the sentence of a failure does not say it. */
const advice: Partial<Record<WallErrorCode, string>> = {
  unreachable: 'Check the address under Platform, the network and the proxy.',
  timeout: 'Test again; if it stays so, ask whoever runs the platform.',
  platform_failed: 'Test again; if it stays so, ask whoever runs the platform.',
  not_found: `Check the path of this call ${underAssumptions}.`,
  refused: `Check units and names of members ${underAssumptions}; the platform’s own sentence says which.`,
  bad_answer: `Check the names of members ${underAssumptions}.`,
  rate_limited: 'Wait a minute and test again: other walls may use the same key.',
}

export function line(name: TestedFunction, seen: Seen, tookMs = 0): TestLine {
  return { name, ...seen, tookMs }
}

export function failed(
  name: TestedFunction,
  { error: { code, message }, isWorded = false }: Pick<PlatformFailure, 'error' | 'isWorded'>,
  tookMs = 0,
): TestLine {
  // A refusal that is worded for its call says itself what to do.
  const todo = code === 'refused' && isWorded ? undefined : advice[code]
  return line(name, { outcome: 'failed', message, ...(todo === undefined ? {} : { advice: todo }) }, tookMs)
}

/** The platform offers no such thing. */
export function absent(
  name: TestedFunction,
  { message }: WallError,
  tookMs: number,
  todo = `If the platform has it under another path, enter that ${underAssumptions}.`,
): TestLine {
  return line(name, { outcome: 'absent', message, advice: todo }, tookMs)
}

export function skipped(name: TestedFunction, message: string, tookMs = 0): TestLine {
  return line(name, { outcome: 'skipped', message }, tookMs)
}

export async function timed<Value>(
  clock: Clock,
  run: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly tookMs: number }> {
  const startMs = clock.monotonicMs()
  const value = await run()
  return { value, tookMs: Math.round(clock.monotonicMs() - startMs) }
}
