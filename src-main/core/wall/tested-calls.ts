import type { WallErrorCode } from '#contract/errors.ts'
import { calls, type PlatformCallRow, type TestedCall } from '#contract/platform/calls.ts'
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
  readonly camera: Camera | undefined
}

interface Camera {
  readonly id: string
  readonly name: string
}

interface Asked extends TestedCallsOptions {
  readonly nowMs: number
  readonly lastHour: OccupancyRange
  /** Asked for once: what they name is what occupancy is asked of. */
  readonly dictionaries: Promise<Answered<Dictionaries>>
}

type Tested = Result<string, PlatformFailure> | { readonly skip: string }

/** How each call is tried. A row of the contract with a test has to stand here. */
const tried: Readonly<Record<Exclude<TestedCall, 'listCameras'>, (asked: Asked) => Promise<Tested>>> = {
  createTicket: ofCamera(async ({ link: { tickets } }, { id, name }) => {
    const ticket = await tickets.take(id)
    if (!ticket.ok) return { ok: false, error: { error: ticket.error, maybeCarriedOut: false } }
    tickets.giveBack(id, ticket.value)
    return ok(`A ticket for ${name}, at ${new URL(ticket.value.url).host}.`)
  }),
  startPlayback: ofCamera(({ link, nowMs }, { id, name }) => playback(link, id, name, nowMs)),
  async eventTags({ link: { client } }) {
    const tags = await client.events.tags()
    return tags.ok ? ok(`${counted(tags.value.length, 'event tag')}.`) : tags
  },
  async searchEvents({ link: { client }, lastHour }) {
    const query = { cameraIds: [], eventTypeIds: [], match: [], ...lastHour }
    const found = await client.events.search({ ...query, order: 'desc', limit: 1 })
    if (!found.ok) return found
    return ok(
      found.value.events.length === 0 ? 'No event in the last hour.' : 'Finds events of the last hour.',
    )
  },
  async insertEvent({ link: { client } }) {
    const refused = await client.insert.empty()
    if (refused.ok)
      return ok('Takes events. It took one without any content, too: the test has sent an empty one.')
    return refused.error.error.code === 'refused'
      ? ok('Is there, and refuses an empty event as it should. Nothing was inserted.')
      : refused
  },
  occupancyReport: async ({ link, dictionaries, lastHour }) => occupancy(link, await dictionaries, lastHour),
  async dictionaryEntrances({ dictionaries }) {
    const lists = await dictionaries
    return lists.ok ? ok(lists.value.words) : lists
  },
}

/** What needs the platform, a key and mostly a camera; side by side, so that it takes as long as the slowest. */
export async function testedCalls(options: TestedCallsOptions): Promise<TestLine[]> {
  const { link, clock } = options
  const nowMs = clock.wallMs() + (link.client.health().skewMs ?? 0)
  const lastHour = { startMs: nowMs - TESTED_HOUR_IN_MS, endMs: nowMs }
  const asked: Asked = { ...options, nowMs, lastHour, dictionaries: readDictionaries(link) }
  return Promise.all(
    (Object.keys(tried) as (keyof typeof tried)[]).map(async (call) => {
      // The time that the lists take, which name the sources of a report, is not its own.
      if (call === 'occupancyReport') await asked.dictionaries
      return lineOf(call, await timed(clock, () => tried[call](asked)))
    }),
  )
}

/** What came of a call, by its row. */
export function lineOf(call: TestedCall, { value, tookMs }: Timed<Tested>): TestLine {
  const { test, absence }: PlatformCallRow & Required<Pick<PlatformCallRow, 'test'>> = calls[call]
  if ('skip' in value) return skipped(test.name, value.skip, tookMs)
  if (value.ok) return line(test.name, { outcome: 'ok', message: value.value }, tookMs)
  const { error } = value.error
  if (error.code === absence?.code) {
    const todo = `If the platform has it under another path, enter that ${underAssumptions}.`
    const seen: Seen = { outcome: 'absent', message: error.message, advice: test.instead ?? todo }
    return line(test.name, seen, tookMs)
  }
  return error.code === 'too_many_sessions'
    ? skipped(test.name, error.message, tookMs)
    : failed(test.name, value.error, tookMs)
}

function ofCamera(run: (asked: Asked, camera: Camera) => Promise<Tested>) {
  return async (asked: Asked): Promise<Tested> =>
    asked.camera === undefined ? { skip: 'There is no camera to ask for.' } : run(asked, asked.camera)
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
    return ok(`Answers, but nothing of ${name} was recorded ten minutes ago.`)
  }
  const { sessionId } = started.value
  if (sessionId === undefined) return ok(`Starts ${name}. It names no session, so none can be stopped.`)
  const stopped = await client.playback.stop(sessionId, cameraId)
  return ok(
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
  return answer.ok ? ok(`At most ${answer.value.maximum} in the last hour.`) : answer
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

export function skipped(name: TestedFunction, message: string, tookMs = 0): TestLine {
  return line(name, { outcome: 'skipped', message }, tookMs)
}

interface Timed<Value> {
  readonly value: Value
  readonly tookMs: number
}

export async function timed<Value>(clock: Clock, run: () => Promise<Value>): Promise<Timed<Value>> {
  const startMs = clock.monotonicMs()
  const value = await run()
  return { value, tookMs: Math.round(clock.monotonicMs() - startMs) }
}
