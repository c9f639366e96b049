import { wallError, type WallErrorCode } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { calls, type PlatformCallRow, type TestedCall } from '#contract/platform/calls.ts'
import { fail, ok } from '#contract/result.ts'
import type { TestAdvice, TestedFunction, TestFinding, TestLine } from '#contract/wall/connection-test.ts'
import { occupancyDefinitionSchema, type OccupancyRange } from '#contract/wall/occupancy.ts'
import type { PlatformResult, PlatformFailure } from '../platform/failure.ts'
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
  readonly dictionaries: Promise<PlatformResult<Dictionaries>>
}

/** What one function has shown. */
type Seen = Omit<TestLine, 'name' | 'tookMs'>
type Tested = Seen | { readonly ok: false; readonly error: PlatformFailure }

/** How each call is tried. A row of the contract with a test has to stand here. */
const tried: Readonly<Record<Exclude<TestedCall, 'listCameras'>, (asked: Asked) => Promise<Tested>>> = {
  createTicket: ofCamera(async ({ link: { tickets } }, { id, name }) => {
    const ticket = await tickets.take(id)
    if (!ticket.ok) return fail({ error: ticket.error, maybeCarriedOut: false })
    tickets.giveBack(id, ticket.value)
    return finding({ code: 'ticket', camera: name, host: new URL(ticket.value.url).host })
  }),
  startPlayback: ofCamera(({ link, nowMs }, { id, name }) => playback(link, id, name, nowMs)),
  async eventTags({ link: { client } }) {
    const tags = await client.events.tags()
    return tags.ok ? finding({ code: 'event-tags', count: tags.value.length }) : tags
  },
  async searchEvents({ link: { client }, lastHour }) {
    const query = { cameraIds: [], eventTypeIds: [], match: [], ...lastHour }
    const found = await client.events.search({ ...query, order: 'desc', limit: 1 })
    if (!found.ok) return found
    return finding({ code: found.value.events.length === 0 ? 'no-events' : 'events' })
  },
  async insertEvent({ link: { client } }) {
    const refused = await client.insert.empty()
    if (refused.ok) return finding({ code: 'empty-event-taken' })
    return refused.error.error.code === 'refused' ? finding({ code: 'empty-event-refused' }) : refused
  },
  occupancyReport: async ({ link, dictionaries, lastHour }) => occupancy(link, await dictionaries, lastHour),
  async dictionaryEntrances({ dictionaries, link: { client } }) {
    const lists = await dictionaries
    if (!lists.ok) return lists
    return finding({ code: 'dictionaries', ...lists.value.counts }, client.listsSourcesInPart)
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
      return testedCall(clock, call, () => tried[call](asked))
    }),
  )
}

/** The line of a call, by its row. */
export async function testedCall(
  clock: Clock,
  call: TestedCall,
  run: () => Promise<Tested>,
): Promise<TestLine> {
  const { test, absence }: PlatformCallRow & Required<Pick<PlatformCallRow, 'test'>> = calls[call]
  return timed(clock, test.name, async () => {
    const tested = await run()
    if (!('ok' in tested)) return tested
    const { error } = tested.error
    if (error.code === absence?.code)
      return { outcome: 'absent', error, advice: test.instead ?? 'other-path' }
    return error.code === 'too_many_sessions' ? { outcome: 'skipped', error } : failed(tested.error)
  })
}

function ofCamera(run: (asked: Asked, camera: Camera) => Promise<Tested>) {
  return async (asked: Asked): Promise<Tested> =>
    asked.camera === undefined ? skipped({ code: 'no-camera' }) : run(asked, asked.camera)
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
    return finding({ code: 'playback-not-recorded', camera: name })
  }
  const { sessionId } = started.value
  if (sessionId === undefined) return finding({ code: 'playback-without-session', camera: name })
  const stopped = await client.playback.stop(sessionId, cameraId)
  return stopped.ok
    ? finding({ code: 'playback', camera: name })
    : { ...finding({ code: 'playback-not-stopped', camera: name }), error: stopped.error.error }
}

async function occupancy(
  { client }: PlatformLink,
  lists: PlatformResult<Dictionaries>,
  range: OccupancyRange,
): Promise<Tested> {
  if (!lists.ok) return skipped({ code: 'no-dictionaries' })
  const [source] = lists.value.sources
  if (source === undefined) return skipped({ code: 'no-sources' })
  const definition = occupancyDefinitionSchema.parse({ entrancesAndExits: [source] })
  const answer = await client.occupancy.report(definition, range)
  return answer.ok ? finding({ code: 'occupancy', maximum: answer.value.maximum }) : answer
}

interface Dictionaries {
  readonly sources: readonly string[]
  readonly counts: Readonly<Record<'entrances' | 'zones' | 'schedules', number>>
}

async function readDictionaries({
  client: { dictionaries },
}: PlatformLink): Promise<PlatformResult<Dictionaries>> {
  const [entrances, zones, schedules] = await Promise.all([
    dictionaries.entrances(),
    dictionaries.zones(),
    dictionaries.schedules(),
  ])
  if (!entrances.ok) return entrances
  if (!zones.ok) return zones
  if (!schedules.ok) return schedules
  return ok({
    sources: [...entrances.value, ...zones.value].map(({ id }) => id),
    counts: {
      entrances: entrances.value.length,
      zones: zones.value.length,
      schedules: schedules.value.length,
    },
  })
}

/** `isInPart`: of a list, one page of several. */
export function finding(found: TestFinding, isInPart = false): Seen {
  if (!isInPart) return { outcome: 'ok', found }
  const error = wallError('bad_answer', exactMessage('list_in_part'))
  return { outcome: 'ok', found, error, ...(found.code === 'cameras' ? { advice: 'import-cameras' } : {}) }
}

/** What to do, where the sentence of a failure does not say it. */
const advice: Partial<Record<WallErrorCode, TestAdvice>> = {
  unreachable: 'check-address',
  timeout: 'test-again',
  platform_failed: 'test-again',
  not_found: 'check-path',
  refused: 'check-members',
  bad_answer: 'check-names',
  rate_limited: 'wait',
}

export function failed({ error, isWorded = false }: Pick<PlatformFailure, 'error' | 'isWorded'>): Seen {
  // A refusal that is worded for its call says itself what to do.
  const isSaid = error.code === 'refused' && isWorded
  return { outcome: 'failed', error, advice: isSaid ? undefined : advice[error.code] }
}

export function skipped(found: TestFinding): Seen {
  return { outcome: 'skipped', found }
}

export async function timed(clock: Clock, name: TestedFunction, run: () => Promise<Seen>): Promise<TestLine> {
  const startMs = clock.monotonicMs()
  const seen = await run()
  return { name, ...seen, tookMs: Math.round(clock.monotonicMs() - startMs) }
}
