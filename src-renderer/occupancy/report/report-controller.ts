import { type WallError, isPermanent } from '#contract/errors.ts'
import type { KnownSources } from '#contract/platform/occupancy.ts'
import type { OccupancyAnswer, OccupancyDictionaries, SavedReport } from '#contract/wall/occupancy.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { EventView } from '../../events/play-event.ts'
import type { AreaOptions } from '../../wall/area-options.ts'
import { isMember, type ReadReport, type ReportFault, readReport, reportFault } from './read-report.ts'
import { WindowReader } from './read-window.ts'
import { camerasOfReport, sourcesTitle } from './report-cameras.ts'
import { emptyForm, formOf, type ReportForm } from './report-form.ts'
import type { SavedReports } from './saved-reports.ts'
import { errorWords } from '../../language/error-words.ts'
import { t } from '../../language/language.ts'

/** What the platform was asked last, and its answer. */
export interface AnsweredReport extends ReadReport {
  readonly answer: OccupancyAnswer
  /** The name under which it is kept, otherwise those of its sources. */
  readonly title: string
  /** Epoch milliseconds. */
  readonly askedAtMs: number
}

export interface ReportState {
  readonly form: ReportForm
  /** Everything that is wrong with the form, as it is typed. */
  readonly faults: readonly ReportFault[]
  /** Faults are shown only once something was filled in. */
  readonly isTouched: boolean
  readonly dictionaries: OccupancyDictionaries | undefined
  readonly dictionariesError: WallError | undefined
  /** The saved report that the form was opened from or kept as. */
  readonly savedId: string | undefined
  readonly isLoading: boolean
  readonly answered: AnsweredReport | undefined
  /** Why the last question was not answered. A refused member is among the faults, too. */
  readonly error: WallError | undefined
  /** Index of the bucket that is read. */
  readonly cursor: number | undefined
}

export interface ReportControllerOptions extends Pick<AreaOptions, 'zone' | 'clock'> {
  readonly shell: Pick<WallShell, 'call'>
  readonly saved: SavedReports
  readonly newId: () => string
  /** Shows a moment of cameras on the wall. A sentence when it cannot. */
  readonly play: (cameraIds: readonly string[], atMs: number, view: EventView) => string | undefined
}

const nothingAsked = {
  isLoading: false,
  answered: undefined,
  error: undefined,
  cursor: undefined,
} satisfies Partial<ReportState>

/** One occupancy report at a time: the form that describes it, and what the platform answered. */
export class ReportController {
  readonly store: StoreApi<ReportState>
  readonly #options: ReportControllerOptions
  readonly #reader = new WindowReader()
  /** The saved report as it was when it came into the form or was kept from there, and as it was sent since. */
  #own: readonly SavedReport[] = []
  /** What was sent as a new one and refused: main may have it nevertheless, and sent again it is the same report. */
  #refused: readonly SavedReport[] = []
  /** Counts questions: answers to older ones are of no use. */
  #questions = 0

  constructor(options: ReportControllerOptions) {
    this.#options = options
    this.store = createStore<ReportState>(() => ({
      form: emptyForm(options.zone().id),
      faults: [],
      isTouched: false,
      dictionaries: undefined,
      dictionariesError: undefined,
      savedId: undefined,
      ...nothingAsked,
    }))
  }

  /** The page is shown: what can be counted may have changed. */
  async open(): Promise<void> {
    // What nobody has touched begins in the wall's zone, as it is by now.
    if (this.store.getState().isTouched) this.#judge()
    else this.clear()
    const answer = await this.#options.shell.call('occupancy.dictionaries', undefined)
    if (answer.ok) this.store.setState({ dictionaries: answer.value, dictionariesError: undefined })
    else this.store.setState({ dictionariesError: answer.error })
    this.#judge()
  }

  edit(change: Partial<ReportForm>): void {
    this.store.setState(({ form }) => ({ form: { ...form, ...change }, isTouched: true }))
    this.#judge()
  }

  /** An empty form, and nothing asked. */
  clear(): void {
    this.#questions += 1
    this.#refused = []
    this.store.setState({
      form: emptyForm(this.#options.zone().id),
      isTouched: false,
      savedId: undefined,
      ...nothingAsked,
    })
    this.#judge()
  }

  /** A saved report into the form, and its answer. */
  async openSaved(id: string): Promise<void> {
    const report = this.#options.saved.withId(id)
    if (report === undefined) return
    this.#own = [report]
    this.#refused = []
    this.store.setState({ form: formOf(report), savedId: id, isTouched: true })
    await this.ask()
  }

  /** What is wrong is not asked. */
  async ask(): Promise<void> {
    const read = this.#judge()
    this.store.setState({ isTouched: true })
    if (!read.ok || read.value.early.length > 0) return
    const question = ++this.#questions
    const { savedId, dictionaries } = this.store.getState()
    const title =
      this.#options.saved.withId(savedId)?.name ??
      sourcesTitle(read.value.definition.entrancesAndExits, dictionaries)
    const asked = { ...read.value, title, askedAtMs: this.#options.clock.nowMs() }
    // The answer before stays until the new one is there: nothing flickers.
    this.store.setState({ isLoading: true, error: undefined })
    const { definition, range } = asked
    const answer = await this.#options.shell.call('occupancy.report', { definition, range })
    if (question !== this.#questions) return
    if (answer.ok) {
      this.store.setState({ ...nothingAsked, answered: { ...asked, answer: answer.value } })
      return this.toMaximum()
    }
    const refused = refusedMember(answer.error)
    this.store.setState(({ faults }) => ({
      ...nothingAsked,
      error: answer.error,
      faults: refused === undefined ? faults : [...faults, refused],
    }))
  }

  /** A sentence when the form cannot be kept under this name. `inPlace`: instead of the one that it was opened from. */
  async keep(name: string, inPlace: boolean): Promise<string | undefined> {
    const read = this.#judge()
    this.store.setState({ isTouched: true })
    if (!read.ok) return t('occupancy.keepComplete')
    const { definition, window, capacity, cameraIds } = read.value
    const { savedId } = this.store.getState()
    const { saved, newId } = this.#options
    const id = (inPlace ? savedId : saved.withId(this.#refused.at(-1)?.id)?.id) ?? newId()
    // In the order of the schema: it is compared, as text, with what is kept.
    const report: SavedReport = {
      id,
      name: name.trim(),
      definition,
      window,
      ...(capacity === undefined ? {} : { capacity }),
      cameraIds: [...cameraIds],
    }
    const own = [...(inPlace ? this.#own : this.#refused), report]
    if (inPlace) this.#own = own
    else this.#refused = own
    const refused = await saved.keep(report, own)
    if (refused !== undefined) return refused
    this.#own = [report]
    if (!inPlace) this.#refused = []
    this.store.setState(({ answered }) => ({
      savedId: id,
      // What is shown has this name if it is the answer to what is kept.
      ...(answered !== undefined && isSame(answered, read.value)
        ? { answered: { ...answered, title: report.name } }
        : {}),
    }))
    return undefined
  }

  /** To a bucket; beyond the ends there is none. */
  setCursor(index: number): void {
    const last = (this.store.getState().answered?.answer.buckets?.length ?? 0) - 1
    this.store.setState({ cursor: last < 0 ? undefined : Math.max(0, Math.min(last, index)) })
  }

  toMaximum(): void {
    const { answered } = this.store.getState()
    if (answered !== undefined) this.setCursor(bucketOfMaximum(answered.answer))
  }

  /** The cameras of the report at the moment that the cursor stands on: of the highest bucket, that of the maximum. */
  playCursor(view: EventView): string | undefined {
    const { answered, cursor } = this.store.getState()
    const bucket = answered?.answer.buckets?.[cursor ?? -1]
    if (answered === undefined || bucket === undefined) return t('occupancy.noMoment')
    const { maximumAtMs } = answered.answer
    const isOfMaximum =
      maximumAtMs !== undefined && bucket.startMs <= maximumAtMs && maximumAtMs < bucket.endMs
    return this.play(isOfMaximum ? maximumAtMs : bucket.startMs, view)
  }

  /** Epoch milliseconds. A sentence when nothing can be shown. */
  play(atMs: number, view: EventView): string | undefined {
    const { answered, dictionaries } = this.store.getState()
    if (answered === undefined) return t('occupancy.noMoment')
    const cameraIds = camerasOfReport(answered, dictionaries)
    return cameraIds.length === 0 ? t('occupancy.noCameras') : this.#options.play(cameraIds, atMs, view)
  }

  #judge() {
    const { zone, clock } = this.#options
    const { form } = this.store.getState()
    const [reader, known] = [this.#reader, this.#known]
    const read = readReport(form, { reader, zone: zone(), nowMs: clock.nowMs(), known })
    this.store.setState({ faults: read.ok ? read.value.early : read.error })
    return read
  }

  get #known(): KnownSources {
    const { entrances, zones, schedules } = this.store.getState().dictionaries ?? {}
    return { entrances: idsOf(entrances), zones: idsOf(zones), schedules: idsOf(schedules) }
  }
}

const idsOf = (items: readonly { readonly id: string }[] | undefined) =>
  items && new Set(items.map(({ id }) => id))

/** Undefined when the failure is of no member that the form has. */
function refusedMember(error: WallError): ReportFault | undefined {
  const path = error.member?.split('.') ?? []
  return isPermanent(error.code) && isMember(path[0]) ? reportFault(path, errorWords(error)) : undefined
}

const isSame = (one: ReadReport, other: ReadReport) =>
  JSON.stringify([one.definition, one.window]) === JSON.stringify([other.definition, other.window])

/** Of equally high ones the first, or the one with the instant that the platform names. */
function bucketOfMaximum({ buckets = [], maximumAtMs }: OccupancyAnswer): number {
  const named = buckets.findIndex(
    ({ startMs, endMs }) => maximumAtMs !== undefined && startMs <= maximumAtMs && maximumAtMs < endMs,
  )
  if (named >= 0) return named
  const highest = Math.max(...buckets.map(({ maximum }) => maximum))
  return buckets.findIndex(({ maximum }) => maximum === highest)
}
