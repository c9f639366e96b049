import { randomUUID } from 'node:crypto'
import { mkdir, readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type WallError, wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { WallCamera } from '#contract/wall/camera.ts'
import {
  type EvidenceFolderState,
  type EvidenceState,
  type ExportFootage,
  MAX_EXPORT_RANGE_IN_MS,
} from '#contract/wall/evidence.ts'
import { isKnownZone } from '#contract/time/zone-clock.ts'
import type { AlarmFact } from '../alarms/alarm-log-entry.ts'
import type { AreaLog } from '../log/logger.ts'
import type { Redactor } from '../log/redactor.ts'
import { Publisher } from '../publisher.ts'
import type { Time } from '../time.ts'
import type { PlatformLink } from '../wall/platform-link.ts'
import { evidenceDefaults } from './defaults.ts'
import { guarded, UNFINISHED } from '../durable-file.ts'
import type { EvidenceFolder } from './evidence-folder.ts'
import { FolderLeases, LEASE_IN_MS } from '../folder-leases.ts'
import { type ExportJournal, isKeptWith, keepJournal, readJournal } from './export-journal.ts'
import {
  FootageExport,
  type FootageExportOptions,
  nameOf,
  removeUnfinished,
  wishOf,
} from './footage-export.ts'
import { footageOf } from './footage/footage-port.ts'
import type { Exporter } from './package/manifest.ts'
import { keptFingerprint, openSigner, type SigningKeyOptions } from './signing-key.ts'

export interface EvidenceExportsOptions extends Time {
  readonly version: string
  readonly folder: EvidenceFolder
  readonly workerScript: URL | string
  readonly log: AreaLog
  readonly vault: SigningKeyOptions['vault']
  readonly redactor: Pick<Redactor, 'add'>
  readonly link: () => PlatformLink | undefined
  /** Those of a platform, whichever one the wall shows. */
  readonly settingsOf: (platform: string) => ReturnType<FootageExportOptions['settings']>
  /** Who acts now. */
  readonly by: () => Exporter
  readonly note: (fact: AlarmFact) => void
  readonly push: (state: EvidenceState) => void
}

/** As the contract has it. */
const MOST_LISTED = 50

/** Exports of footage: one that runs, those of this run that have ended, and what earlier runs left unfinished. */
export class EvidenceExports {
  readonly #options: EvidenceExportsOptions
  /** Of this run, by id. */
  readonly #exports = new Map<string, FootageExport>()
  /** Where exports of this run lie: the operator may have chosen another folder since. */
  readonly #folders = new Set<string>()
  readonly #leases: FolderLeases
  #running: { readonly job: FootageExport; readonly end: Promise<void>; cancelledBy?: string } | undefined
  #lastChange: Promise<unknown> = Promise.resolve()
  /** The folder, and what earlier runs have left in it. Looked at anew where it may be another, not with all progress. */
  #look: Promise<Found> | undefined
  /** Under way: where a share does not answer, each holds a thread, of four for all files of the program. */
  #looks = 0
  readonly #publisher: Publisher<EvidenceState>
  #callOffLook: (() => void) | undefined

  constructor(options: EvidenceExportsOptions) {
    this.#options = options
    this.#leases = new FolderLeases(options)
    this.#publisher = new Publisher({
      timers: options.timers,
      delayInMs: evidenceDefaults.pushEveryMs,
      read: () => this.#state(),
      push: options.push,
    })
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  state(): Promise<EvidenceState> {
    if (this.#looks === 0) this.#look = undefined
    return this.#publisher.read()
  }

  async #state(): Promise<EvidenceState> {
    const { at, left } = await (this.#look ??= this.#found())
    const ofThisRun = [...this.#exports.values()].toReversed()
    const exports = [
      ...ofThisRun.map(({ folder, state }) => ({ folder, state })),
      ...left.map(({ folder, journal }) => ({ folder, state: { ...wishOf(journal), ...noneYet } })),
    ]
    // What is unfinished is gone on with or deleted here; what is done lies in its folder, listed or not.
    let room = MOST_LISTED - exports.filter(({ state }) => state.state !== 'done').length
    const fingerprint = keptFingerprint(this.#options.vault)
    return {
      ...at,
      ...(fingerprint === undefined ? {} : { fingerprint }),
      exports: exports
        .filter(({ state }) => state.state !== 'done' || room-- > 0)
        .slice(0, MOST_LISTED)
        .map(({ folder, state }) => (folder === at.folder ? state : { ...state, folder })),
    }
  }

  begin(wish: ExportFootage): Promise<Result<{ exportId: string }, WallError>> {
    const platform = this.#options.link()?.platform.id ?? ''
    return this.#inTurn(() => this.#open({ platform, wish }, this.#options.folder.path))
  }

  cancel(exportId: string): void {
    const job = this.#exports.get(exportId)
    if (this.#running !== undefined && this.#running.job === job) this.#running.cancelledBy ??= this.#who
    job?.cancel()
  }

  resume(exportId: string): Promise<Result<undefined, WallError>> {
    return this.#inTurn(async () => {
      const left = await this.#find(exportId)
      if (left === undefined) return fail(wallError('bad_request', exactMessage('export_gone')))
      if (await this.#leases.isForeign(unfinishedFolder(left))) return fail(wallError('export_busy'))
      const opened = await this.#open(left.journal, left.folder)
      return opened.ok ? ok(undefined) : opened
    })
  }

  discard(exportId: string): Promise<Result<undefined, WallError>> {
    return this.#inTurn(async () => {
      const job = this.#exports.get(exportId)
      if (job !== undefined && this.#running?.job === job) return fail(wallError('export_busy'))
      const left = await this.#find(exportId)
      if (left !== undefined) {
        if (await this.#leases.isForeign(unfinishedFolder(left))) return fail(wallError('export_busy'))
        const failure = await guarded(left.folder, () => removeUnfinished(unfinishedFolder(left)))
        if (failure !== undefined) return fail(failure)
        this.#options.note({ kind: 'export-discarded', who: this.#who, exportId })
      }
      this.#exports.delete(exportId)
      this.#changed()
      return ok(undefined)
    })
  }

  #platformNowMs(): number {
    const { clock, link } = this.#options
    return clock.wallMs() + (link()?.client.health().skewMs ?? 0)
  }

  get #who(): string {
    const { operator, workstation } = this.#options.by()
    return operator ?? workstation
  }

  folderChanged(): void {
    this.#changed()
  }

  /** What has arrived stays for another run. */
  async dispose(): Promise<void> {
    this.#running?.job.cancel()
    await this.#running?.end
    this.#publisher.dispose()
    this.#callOffLook?.()
    this.#callOffLook = undefined
  }

  /** What begins, goes on or is discarded first looks at what lies in the folder: one after the other. */
  #inTurn<Value>(change: () => Promise<Result<Value, WallError>>): Promise<Result<Value, WallError>> {
    const changed = this.#lastChange.then(change)
    this.#lastChange = changed.catch(() => undefined)
    return changed
  }

  /**
   * What this workstation has kept goes on. What another one has read, or whoever else may write there, is not signed
   * here: it stays, and is read as a new export.
   */
  async #open(
    asked: Pick<ExportJournal, 'platform' | 'wish'> | ExportJournal,
    folder: string,
  ): Promise<Result<{ exportId: string }, WallError>> {
    if (this.#running !== undefined) return fail(wallError('export_busy'))
    const { clock, log, vault, redactor, link, settingsOf, by, note } = this.#options
    const on = link()
    if (on === undefined) return fail(wallError('not_configured'))
    // Also of one that has waited for its turn.
    if (asked.platform !== on.platform.id) {
      return fail(wallError('platform_changed', exactMessage('export_of_other_platform')))
    }
    // Before an hour of footage has been read for nothing.
    const signer = await openSigner({
      vault,
      redactor,
      protection: () => on.key.stored?.protection,
      onMade(fingerprint) {
        log.warn('A key that signs exports was made.', { fingerprint })
        note({ kind: 'signing-key-made', fingerprint })
      },
    })
    if (!signer.ok) return signer
    const problem = folder === this.#options.folder.path ? await this.#options.folder.problem() : undefined
    if (problem !== undefined) return fail(problem)
    const full = await fullDisk(folder)
    if (full !== undefined) return fail(full)
    const { platform, wish } = asked
    const isOwn = 'exportId' in asked && isKeptWith(signer.value.secretOf(asked.exportId), asked)
    const wrong = isOwn ? undefined : problemOf(wish, this.#platformNowMs())
    if (wrong !== undefined) return fail(wrong)
    const journal: ExportJournal = isOwn
      ? asked
      : { version: 2, exportId: randomUUID(), createdMs: clock.wallMs(), platform, wish, read: {} }
    const { exportId } = journal
    const secret = signer.value.secretOf(exportId)
    const unfinished = unfinishedFolder({ folder, journal })
    let isTaken = false
    const failure = await guarded(folder, async () => {
      // Nobody else's until it is whole: what is in a finished one is its folder's and the user's to give.
      await mkdir(unfinished, { recursive: true, mode: 0o700 })
      isTaken = await this.#leases.take(unfinished)
      if (isTaken) await keepJournal(unfinished, journal, secret)
    })
    if (failure !== undefined) return fail(failure)
    if (!isTaken) return fail(wallError('export_busy'))
    const known = new Map(on.directory.cameras.map((camera) => [camera.id, camera]))
    const cameras = wish.cameraIds.map(
      (id): WallCamera => known.get(id) ?? { id, name: id, number: 1, group: '' },
    )
    const job = new FootageExport(journal, {
      ...this.#options,
      nowMs: () => this.#platformNowMs(),
      footage: footageOf(on),
      events: on.client.events,
      tags: () => on.events.service.lastTags(),
      settings: () => settingsOf(platform),
      platformOrigin: new URL(on.platform.address.baseUrl).origin,
      cameras,
      signer: signer.value,
      secret,
      exportedBy: by(),
      folder,
      unfinished,
      leases: this.#leases,
      onChange: () => this.#publisher.changed(),
    })
    this.#folders.add(folder)
    this.#exports.delete(exportId)
    this.#exports.set(exportId, job)
    const { cameraIds, startMs, endMs } = wish
    note({ kind: 'export-begun', who: this.#who, exportId, cameraIds, startMs, endMs })
    const end = job.run().finally(() => {
      note(endOf(job, this.#running?.cancelledBy))
      this.#running = undefined
      this.#changed()
    })
    this.#running = { job, end }
    this.#changed()
    return ok({ exportId })
  }

  /** One thing after the other, for the sake of the threads. */
  async #found(): Promise<Found> {
    this.#looks += 1
    try {
      const at = await this.#options.folder.state()
      return { at, left: await this.#left() }
    } finally {
      this.#looks -= 1
    }
  }

  async #unfinished(exportId?: string): Promise<readonly LeftExport[]> {
    const left: LeftExport[] = []
    for (const folder of new Set([this.#options.folder.path, ...this.#folders])) {
      left.push(...(await unfinishedIn(folder, exportId)))
    }
    return left.toSorted((a, b) => b.journal.createdMs - a.journal.createdMs)
  }

  /** What earlier runs have left. What another program is at is looked at again: its lease may end. */
  async #left(): Promise<readonly LeftExport[]> {
    const others = (await this.#unfinished()).filter(({ journal }) => !this.#exports.has(journal.exportId))
    const isForeign: boolean[] = []
    for (const left of others) isForeign.push(await this.#leases.isForeign(unfinishedFolder(left)))
    if (isForeign.includes(true)) {
      this.#callOffLook ??= this.#options.timers.after(LEASE_IN_MS, () => {
        this.#callOffLook = undefined
        this.#changed()
      })
    }
    return others.filter((_, at) => isForeign[at] === false)
  }

  async #find(exportId: string): Promise<LeftExport | undefined> {
    return (await this.#unfinished(exportId)).find(({ journal }) => journal.exportId === exportId)
  }

  #changed(): void {
    this.#look = undefined
    this.#publisher.changed()
  }
}

function endOf(
  { state: { exportId, state, error }, manifestSha256 }: FootageExport,
  who?: string,
): AlarmFact {
  return {
    kind: 'export-ended',
    ...(state === 'cancelled' && who !== undefined ? { who } : {}),
    exportId,
    state: state === 'done' || state === 'failed' ? state : 'cancelled',
    ...(error === undefined ? {} : { code: error.code }),
    ...(manifestSha256 === undefined ? {} : { manifestSha256 }),
  }
}

const noneYet = { state: 'cancelled' as const, progress: 0, gaps: 0, bytes: 0, remarks: [] }

interface Found {
  readonly at: EvidenceFolderState
  readonly left: readonly LeftExport[]
}

interface LeftExport {
  readonly folder: string
  readonly journal: ExportJournal
}

/** Of one export, or of all. A share is slow: no more are read than anybody leaves, those of the newest footage. */
async function unfinishedIn(folder: string, exportId = ''): Promise<LeftExport[]> {
  const names = await readdir(folder).catch((): string[] => [])
  const end = `${exportId.slice(0, 8)}${UNFINISHED}`
  const unfinished = names.filter((name) => name.startsWith('tessera-') && name.endsWith(end))
  const left: LeftExport[] = []
  for (const name of unfinished.toSorted().slice(-500)) {
    const journal = await readJournal(join(folder, name))
    if (journal !== undefined && name === `${nameOf(journal)}${UNFINISHED}`) left.push({ folder, journal })
  }
  return left
}

function unfinishedFolder({ folder, journal }: LeftExport): string {
  return join(folder, `${nameOf(journal)}${UNFINISHED}`)
}

async function fullDisk(folder: string): Promise<WallError | undefined> {
  const disk = await statfs(folder).catch(() => undefined)
  if (disk === undefined || disk.bavail * disk.bsize > evidenceDefaults.leastFreeBytes) return undefined
  return {
    ...wallError('storage_failed', exactMessage('folder_nearly_full', { folder })),
    cause: 'disk_full',
  }
}

function problemOf(
  { startMs, endMs, cameraIds, timeZone }: ExportFootage,
  nowMs: number,
): WallError | undefined {
  if (startMs >= endMs) return wallError('range_refused', exactMessage('range_backwards'))
  if (endMs - startMs > MAX_EXPORT_RANGE_IN_MS) {
    return wallError(
      'range_refused',
      exactMessage('range_too_long', { days: MAX_EXPORT_RANGE_IN_MS / 86_400_000 }),
    )
  }
  if (startMs >= nowMs) return wallError('range_refused', exactMessage('range_in_future'))
  if (new Set(cameraIds).size < cameraIds.length) {
    return wallError('bad_request', exactMessage('camera_named_twice'))
  }
  return isKnownZone(timeZone)
    ? undefined
    : wallError('bad_request', exactMessage('no_time_zone', { zone: timeZone }))
}
