import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type WallError, wallError } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { WallCamera } from '#contract/wall/camera.ts'
import {
  type EvidenceState,
  type ExportFootage,
  type FootageExport as FootageExportState,
  MAX_EXPORT_RANGE_IN_MS,
} from '#contract/wall/evidence.ts'
import type { KeyVault } from '../keys/key-vault.ts'
import type { AreaLog } from '../log/logger.ts'
import type { Redactor } from '../log/redactor.ts'
import type { Clock, Timers } from '../time.ts'
import type { PlatformLink } from '../wall/platform-link.ts'
import { isZone } from '../events/event-exports.ts'
import { evidenceDefaults } from './defaults.ts'
import { storageFailure, UNFINISHED } from './durable-file.ts'
import { type ExportJournal, keepJournal, readJournal } from './export-journal.ts'
import { FootageExport, nameOf } from './footage-export.ts'
import { footageOf } from './footage/footage-of-platform.ts'
import { openSigner } from './signing-key.ts'

export interface EvidenceExportsOptions {
  readonly version: string
  readonly folder: string
  readonly workerScript: URL | string
  readonly clock: Clock
  readonly timers: Timers
  readonly log: AreaLog
  readonly vault: Pick<KeyVault, 'use' | 'store'>
  readonly redactor: Pick<Redactor, 'add'>
  readonly link: () => PlatformLink | undefined
  /** Whether the wall hides parts of this camera's pictures. */
  readonly isMasked: (cameraId: string) => boolean
  readonly push: (state: EvidenceState) => void
}

/** Exports of footage: one that runs, those of this run that have ended, and what earlier runs left unfinished. */
export class EvidenceExports {
  readonly #options: EvidenceExportsOptions
  /** Of this run, by id. */
  readonly #exports = new Map<string, FootageExport>()
  #running: { readonly job: FootageExport; readonly end: Promise<void> } | undefined
  #isStarting = false
  #callOffPush: (() => void) | undefined

  constructor(options: EvidenceExportsOptions) {
    this.#options = options
  }

  async state(): Promise<EvidenceState> {
    const { folder } = this.#options
    const left = (await this.#unfinished()).filter(({ exportId }) => !this.#exports.has(exportId))
    const ofThisRun = [...this.#exports.values()].map(({ state }) => state).toReversed()
    return { folder, exports: [...ofThisRun, ...left.map(leftState)].slice(0, 50) }
  }

  async begin(wish: ExportFootage): Promise<Result<{ exportId: string }, WallError>> {
    const { clock, link } = this.#options
    const nowMs = clock.wallMs() + (link()?.client.health().skewMs ?? 0)
    const problem = problemOf(wish, nowMs)
    if (problem !== undefined) return fail(problem)
    const journal: ExportJournal = {
      version: 1,
      exportId: randomUUID(),
      createdMs: clock.wallMs(),
      platform: link()?.platform.id ?? '',
      wish,
      read: {},
    }
    const started = await this.#start(journal)
    return started.ok ? ok({ exportId: journal.exportId }) : started
  }

  cancel(exportId: string): void {
    this.#exports.get(exportId)?.cancel()
  }

  async resume(exportId: string): Promise<Result<undefined, WallError>> {
    const journal = (await this.#unfinished()).find((one) => one.exportId === exportId)
    if (journal === undefined) return fail(wallError('bad_request', 'Nothing is left of this export.'))
    if (journal.platform !== this.#options.link()?.platform.id) {
      return fail(
        wallError('platform_changed', 'This export is of another platform. Show that one, then go on.'),
      )
    }
    return this.#start(journal)
  }

  async discard(exportId: string): Promise<Result<undefined, WallError>> {
    const job = this.#exports.get(exportId)
    if (job !== undefined && this.#running?.job === job) return fail(wallError('export_busy'))
    const journal = (await this.#unfinished()).find((one) => one.exportId === exportId)
    if (journal !== undefined) {
      const failure = await this.#guarded(() =>
        rm(this.#unfinishedFolder(journal), { recursive: true, force: true }),
      )
      if (failure !== undefined) return fail(failure)
    }
    this.#exports.delete(exportId)
    this.#changed()
    return ok(undefined)
  }

  /** What has arrived stays for another run. */
  async dispose(): Promise<void> {
    this.#running?.job.cancel()
    await this.#running?.end
    this.#callOffPush?.()
    this.#callOffPush = undefined
  }

  async #start(journal: ExportJournal): Promise<Result<undefined, WallError>> {
    if (this.#running !== undefined || this.#isStarting) return fail(wallError('export_busy'))
    this.#isStarting = true
    try {
      return await this.#open(journal)
    } finally {
      this.#isStarting = false
    }
  }

  async #open(journal: ExportJournal): Promise<Result<undefined, WallError>> {
    const { version, folder, workerScript, timers, log, vault, redactor, link, isMasked } = this.#options
    const on = link()
    if (on === undefined) return fail(wallError('not_configured'))
    // Before an hour of footage has been read for nothing.
    const signer = await openSigner({ vault, redactor, protection: () => on.key.stored?.protection })
    if (!signer.ok) return signer
    const unfinished = this.#unfinishedFolder(journal)
    const failure = await this.#guarded(async () => {
      await mkdir(unfinished, { recursive: true })
      await keepJournal(unfinished, journal)
    })
    if (failure !== undefined) return fail(failure)
    const full = await this.#fullDisk()
    if (full !== undefined) return fail(full)
    const known = new Map(on.directory.cameras.map((camera) => [camera.id, camera]))
    const cameras = journal.wish.cameraIds.map(
      (id): WallCamera => known.get(id) ?? { id, name: id, number: 1, group: '' },
    )
    const job = new FootageExport(journal, {
      version,
      timers,
      log,
      workerScript,
      footage: footageOf(on),
      events: on.client.events,
      tags: () => on.events.service.lastTags(),
      platformOrigin: new URL(on.platform.address.baseUrl).origin,
      cameras,
      isMasked,
      signer: signer.value,
      folder,
      unfinished,
      onChange: () => this.#changed(),
    })
    this.#exports.delete(journal.exportId)
    this.#exports.set(journal.exportId, job)
    const end = job.run().finally(() => {
      this.#running = undefined
      this.#changed()
    })
    this.#running = { job, end }
    this.#changed()
    return ok(undefined)
  }

  async #unfinished(): Promise<readonly ExportJournal[]> {
    const { folder } = this.#options
    const names = await readdir(folder).catch((): string[] => [])
    const journals = await Promise.all(
      names
        .filter((name) => name.startsWith('tessera-') && name.endsWith(UNFINISHED))
        .slice(0, 50)
        .map((name) => readJournal(join(folder, name))),
    )
    return journals.flatMap((journal) => journal ?? []).toSorted((a, b) => b.createdMs - a.createdMs)
  }

  #unfinishedFolder(journal: ExportJournal): string {
    return join(this.#options.folder, `${nameOf(journal)}${UNFINISHED}`)
  }

  async #fullDisk(): Promise<WallError | undefined> {
    const { folder } = this.#options
    const disk = await statfs(folder).catch(() => undefined)
    if (disk === undefined || disk.bavail * disk.bsize > evidenceDefaults.leastFreeBytes) return undefined
    const message = `The disk is nearly full: nothing was written to ${folder}.`
    return { ...wallError('storage_failed', message), cause: 'disk_full' }
  }

  async #guarded(run: () => Promise<void>): Promise<WallError | undefined> {
    try {
      await run()
      return undefined
    } catch (error) {
      const failure = storageFailure(error, this.#options.folder)
      if (failure === undefined) throw error
      return failure
    }
  }

  /** No more often than an eye can follow; the last change always. */
  #changed(): void {
    this.#callOffPush ??= this.#options.timers.after(evidenceDefaults.pushEveryMs, () => {
      this.#callOffPush = undefined
      void this.state().then((state) => this.#options.push(state))
    })
  }
}

function problemOf(
  { startMs, endMs, cameraIds, timeZone }: ExportFootage,
  nowMs: number,
): WallError | undefined {
  if (startMs >= endMs) return wallError('range_refused', 'The range ends before it begins.')
  if (endMs - startMs > MAX_EXPORT_RANGE_IN_MS) {
    return wallError('range_refused', 'An export has at most 31 days. Export the range in parts.')
  }
  if (startMs >= nowMs) return wallError('range_refused', 'The range lies in the future.')
  if (new Set(cameraIds).size < cameraIds.length) {
    return wallError('bad_request', 'A camera was named twice.')
  }
  return isZone(timeZone) ? undefined : wallError('bad_request', `${timeZone} is no time zone.`)
}

function leftState(journal: ExportJournal): FootageExportState {
  const { exportId, wish } = journal
  return {
    exportId,
    state: 'cancelled',
    name: nameOf(journal),
    startMs: wish.startMs,
    endMs: wish.endMs,
    cameras: wish.cameraIds.length,
    progress: 0,
    gaps: 0,
    bytes: 0,
    remarks: [],
  }
}
