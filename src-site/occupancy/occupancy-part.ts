import type { Logger } from 'pino'
import {
  dictionaryFaults,
  futureFaults,
  type OccupancyEvent,
  type OccupancyReport,
  type OccupancyReportRequest,
  occupancyRules,
} from '#contract/platform/occupancy.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Refusal } from '../api/refusal.ts'
import { type EpochClock, patientClock, type SiteClock } from '../clock.ts'
import { siteDefaults } from '../defaults.ts'
import { invalid } from '../events/event-fault.ts'
import { type EventRules, timeFault } from '../events/insert/check-event.ts'
import { openOccupancyWriter } from '../store/occupancy-database.ts'
import { isDamage, unlessFull } from '../store/store-fault.ts'
import { sweepEvery } from '../sweep-every.ts'
import { CallThread } from '../threads/call-thread.ts'
import { type Dictionaries, DictionaryTable, type NumberedSource } from './dictionaries/dictionary-table.ts'
import { newestCountMs } from './insert/count-table.ts'
import type { NewCount } from './insert/new-count.ts'
import type { ReportReaderCalls } from './threads/reader-thread.ts'
import type { CountWriterCalls } from './threads/writer-thread.ts'

export interface OccupancyPartOptions {
  /** Prepared by `prepareOccupancyDatabase`. */
  readonly dir: string
  readonly clock: SiteClock
  readonly log: Logger
}

const { retentionDays, sweepEveryMs, stretchMs } = siteDefaults.occupancy
const dayMs = 86_400_000

/** Who counts what, what was counted, and reports of it. Its threads begin when they are first needed. */
export class OccupancyPart {
  readonly #options: OccupancyPartOptions
  readonly #file
  readonly #dictionaries: DictionaryTable
  readonly #sweepClock: EpochClock
  readonly #stopSweeps: () => void
  #writer: CallThread<CountWriterCalls> | undefined
  #reader: CallThread<ReportReaderCalls> | undefined
  #isDamaged = false

  constructor(options: OccupancyPartOptions) {
    this.#options = options
    this.#file = openOccupancyWriter(options.dir)
    this.#dictionaries = new DictionaryTable(this.#file)
    this.#sweepClock = patientClock(options.clock)
    this.#stopSweeps = sweepEvery(sweepEveryMs, () => this.sweep(), 'counts', options.log)
  }

  /** It or one of its threads has found the database damaged. */
  get isDamaged(): boolean {
    return this.#isDamaged || [this.#writer, this.#reader].some((thread) => thread?.isDamaged)
  }

  dictionariesOf(orgId: string): Dictionaries {
    return this.#dictionaries.of(orgId)
  }

  /** From now on the organization counts by these, and by no others. */
  saveDictionaries(orgId: string, dictionaries: Dictionaries): void {
    this.#dictionaries.save(orgId, dictionaries)
  }

  /** In the order of the events. Those that are `ok` are on the disk. */
  async insert(orgId: string, events: readonly OccupancyEvent[]): Promise<Result<void, Refusal>[]> {
    const rules = {
      sources: this.#dictionaries.sourcesOf(orgId),
      nowMs: this.#options.clock.epochMs(),
      retentionDays,
    }
    const seen = new Set<string>()
    const checked = events.map((event) => {
      if (event.type === 'COUNT') return checkOccupancyEvent(event, rules)
      const passage = JSON.stringify([event.type, event.id, event.timestamp])
      // Taken for the same one sent twice, it would be lost with success.
      if (seen.has(passage)) return fail(invalid('count', occupancyRules.again))
      seen.add(passage)
      return checkOccupancyEvent(event, rules)
    })
    const good = checked.flatMap((one) => (one.ok ? [one.value] : []))
    const write = async () => ok(good.length === 0 ? undefined : await this.#writing().ask('insert', good))
    const written = await unlessFull('counts', this.#options.log, write)
    return checked.map((one) => (one.ok ? written : one))
  }

  /** When the organization's sources last counted anything, epoch milliseconds; undefined also where that is damaged. */
  newestMs(orgId: string): number | undefined {
    try {
      return newestCountMs(this.#file, orgId)
    } catch (error) {
      if (!isDamage(error)) throw error
      this.#isDamaged = true
      return undefined
    }
  }

  async report(orgId: string, request: OccupancyReportRequest): Promise<Result<OccupancyReport, Refusal>> {
    const sources = this.#dictionaries.sourcesOf(orgId)
    const { entrances, zones, schedules } = this.#dictionaries.of(orgId)
    const known = { entrances: idsOf(entrances), zones: idsOf(zones), schedules: idsOf(schedules) }
    const [fault] = dictionaryFaults(request, known)
    if (fault) return fail(invalid(fault.path.join('.'), fault.rule))
    const nowMs = this.#options.clock.epochMs()
    const [early] = futureFaults(request, nowMs)
    if (early) {
      const field = early.path.join('.')
      return fail({ code: 'range_in_future', message: `${field}: ${early.rule}.`, field })
    }
    const numbers = (ids: readonly string[], kind: 'entrance' | 'zone') =>
      [...new Set(ids)].flatMap((id) => {
        const source = sources.get(id)
        return source?.kind === kind ? [source.number] : []
      })
    const resetZones = request.resetValueMode === 'BY_ZONE_COUNTING' ? (request.resetZoneIds ?? []) : []
    return ok(
      await this.#reading().ask('report', {
        request,
        entrances: numbers(request.entrancesAndExits, 'entrance'),
        zones: numbers(request.entrancesAndExits, 'zone'),
        resetZones: numbers(resetZones, 'zone'),
        schedule: schedules.find(({ id }) => id === request.resetScheduleId),
        nowMs,
      }),
    )
  }

  /** Removes what is older than it is kept. Runs by itself now and then. */
  async sweep(): Promise<void> {
    await this.#writing().ask('removeOld', this.#sweepClock.epochMs() - retentionDays * dayMs)
  }

  async dispose(): Promise<void> {
    this.#stopSweeps()
    await this.#reader?.dispose()
    await this.#writer?.dispose()
    this.#file.close()
  }

  #writing(): CallThread<CountWriterCalls> {
    const { dir } = this.#options
    return (this.#writer ??= new CallThread(new URL('./threads/writer-thread.ts', import.meta.url), { dir }))
  }

  #reading(): CallThread<ReportReaderCalls> {
    const data = { dir: this.#options.dir, stretchMs }
    return (this.#reader ??= new CallThread(new URL('./threads/reader-thread.ts', import.meta.url), data))
  }
}

function idsOf(items: readonly { readonly id: string }[]): ReadonlySet<string> {
  return new Set(items.map(({ id }) => id))
}

interface OccupancyEventRules extends Pick<EventRules, 'nowMs' | 'retentionDays'> {
  /** The organization's, by id. */
  readonly sources: ReadonlyMap<string, NumberedSource>
}

export function checkOccupancyEvent(
  event: OccupancyEvent,
  rules: OccupancyEventRules,
): Result<NewCount, Refusal> {
  const source = rules.sources.get(event.id)
  const isCount = event.type === 'COUNT'
  if (source?.kind !== (isCount ? 'zone' : 'entrance')) {
    return fail(invalid('id', isCount ? occupancyRules.zone : occupancyRules.entrance))
  }
  const fault = timeFault(event.timestamp, rules)
  if (fault) return fail(fault)
  const { number } = source
  return ok(
    isCount
      ? { table: 'zone_count', source: number, atMs: event.timestamp, count: event.count }
      : {
          table: 'passage',
          source: number,
          moment: event.timestamp * 2 + (event.type === 'EXIT' ? 1 : 0),
          people: event.count ?? 1,
        },
  )
}
