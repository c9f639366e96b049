import { createHash, verify } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type WallError, wallError } from '#contract/errors.ts'
import { exactMessage, type Notice } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { WallCamera } from '#contract/wall/camera.ts'
import type { FootageExport as FootageExportState } from '#contract/wall/evidence.ts'
import type { PlatformSettings } from '#contract/wall/settings.ts'
import { codeOf, stackOf } from '#contract/thrown.ts'
import { parseJson } from '#contract/json.ts'
import type { EventCalls } from '../platform/event-calls.ts'
import {
  hashFile,
  makePlainFolder,
  readBounded,
  renameDurably,
  storageFailure,
  writeDurably,
} from '../durable-file.ts'
import type { EvidenceExportsOptions } from './evidence-exports.ts'
import { addMissing, type ExportJournal, keepJournal } from './export-journal.ts'
import type { FolderLeases } from '../folder-leases.ts'
import { evidenceDefaults } from './defaults.ts'
import { cameraName } from './file-names.ts'
import type { FootagePort } from './footage/footage-port.ts'
import { type FootageFlaw, FootageReader } from './footage/footage-reader.ts'
import { StagedFootage, UNREADABLE } from './footage/staged-footage.ts'
import { captionsOf } from './package/captions.ts'
import { exportEvents, type ExportEventsOptions, type ExportedEvents } from './package/export-events.ts'
import { wordsOfExport } from './package/export-words.ts'
import { type EvidenceCamera, type EvidenceManifest, type Exporter, gapsOf } from './package/manifest.ts'
import { playerPage } from './package/player-page.ts'
import type { RemuxResult } from './remux/remux.ts'
import { remuxInThread, RemuxUnavailable } from './remux/remux-in-thread.ts'
import type { Signer } from './signing-key.ts'

export interface FootageExportOptions
  extends Pick<EvidenceExportsOptions, 'version' | 'timers' | 'log' | 'workerScript'> {
  /** The platform's clock. */
  readonly nowMs: () => number
  readonly footage: FootagePort
  readonly events: Pick<EventCalls, 'search'>
  readonly tags: ExportEventsOptions['tags']
  /** Of its platform. */
  readonly settings: () => Pick<PlatformSettings, 'cameraPictures' | 'eventClockOffsetsMs'>
  /** Scheme, host and port. */
  readonly platformOrigin: string
  readonly cameras: readonly WallCamera[]
  readonly signer: Omit<Signer, 'secretOf'>
  /** Of this export. */
  readonly secret: Uint8Array
  readonly exportedBy: Exporter
  /** Where the finished folder gets its place. */
  readonly folder: string
  readonly unfinished: string
  /** They hold the lease of `unfinished`. */
  readonly leases: Pick<FolderLeases, 'hold'>
  readonly onChange: () => void
}

type Outcome = Result<undefined, WallError | undefined>

/** Written last: where it exists, all others are whole. */
const LAST_FILE = 'public-key.pem'
const MAX_MANIFEST_BYTES = 64 * 1_024 * 1_024

const outcomeSchema = z.object({
  created: z.string(),
  cameras: z.array(z.object({ gaps: z.array(z.unknown()) })),
  remarks: z.array(z.string()),
})

/** One export: reads footage, writes files of it, signs them, and gives the folder its name last. */
export class FootageExport {
  readonly #options: FootageExportOptions
  readonly #abort = new AbortController()
  #journal: ExportJournal
  #state: FootageExportState['state'] = 'reading'
  /** Segments that have become files, of all; while footage is read, counted in milliseconds of it. */
  #copied = { done: 0, of: 0 }
  #bytes = 0
  #gaps = 0
  #remarks: readonly Notice[] = []
  #manifestSha256: string | undefined
  #error: WallError | undefined

  constructor(journal: ExportJournal, options: FootageExportOptions) {
    this.#journal = journal
    this.#options = options
  }

  /** Where the finished folder gets its place. */
  get folder(): string {
    return this.#options.folder
  }

  /** Of one that is done. */
  get manifestSha256(): string | undefined {
    return this.#state === 'done' ? this.#manifestSha256 : undefined
  }

  get state(): FootageExportState {
    return {
      ...wishOf(this.#journal),
      state: this.#state,
      progress: this.#progress,
      gaps: this.#gaps,
      bytes: this.#bytes,
      ...(this.#error === undefined ? {} : { error: this.#error }),
      remarks: [...this.#remarks],
    }
  }

  cancel(): void {
    this.#abort.abort()
  }

  /** Ends in `done`, `failed` or `cancelled`, and never rejects for anything that a disk or a platform can do. */
  async run(): Promise<void> {
    const { footage, leases, unfinished } = this.#options
    const release = leases.hold(unfinished, () => this.cancel())
    let outcome: Outcome
    try {
      outcome = await this.#run()
    } catch (error) {
      outcome = fail(this.#failureOf(error))
    } finally {
      footage.close()
      await release()
    }
    this.#error = undefined
    if (outcome.ok) this.#state = 'done'
    else if (outcome.error === undefined) this.#state = 'cancelled'
    else {
      this.#state = 'failed'
      this.#error = outcome.error
      this.#options.log.warn('An export has stopped.', { code: outcome.error.code })
    }
    this.#options.onChange()
  }

  async #run(): Promise<Outcome> {
    const { unfinished } = this.#options
    // The program may have ended after it had its name.
    if (existsSync(join(this.#place, LAST_FILE))) {
      if (!(await this.#readBack())) {
        const { folder } = this.#options
        return fail(wallError('storage_failed', exactMessage('folder_in_the_way', { folder })))
      }
    } else {
      const written = await this.#write()
      if (!written.ok) return written
      await renameDurably(this.#written, this.#place)
    }
    // Only now: until the folder has its name, another try needs these.
    await removeUnfinished(unfinished)
    return ok(undefined)
  }

  /**
   * What the operator is told of it stands in its manifest, in the language of the export. False where this workstation
   * has not signed that, or it is another export's.
   */
  async #readBack(): Promise<boolean> {
    const manifest = await readBounded(join(this.#place, 'manifest.json'), MAX_MANIFEST_BYTES)
    const signature = await readBounded(join(this.#place, 'manifest.sig'), 64)
    if (manifest === undefined || signature === undefined) return false
    const { bytes } = manifest
    if (!verify(null, bytes, this.#options.signer.publicKey, signature.bytes)) return false
    const { created, cameras, remarks } = outcomeSchema.parse(parseJson(bytes.toString('utf8')))
    if (created !== this.#created) return false
    this.#manifestSha256 = createHash('sha256').update(bytes).digest('hex')
    this.#gaps = cameras.reduce((sum, { gaps }) => sum + gaps.length, 0)
    this.#remarks = remarks.map((message) => ({ message }))
    return true
  }

  async #write(): Promise<Outcome> {
    const { unfinished, secret, cameras } = this.#options
    await makePlainFolder(stagedFolder(unfinished))
    const staged = new Map<string, StagedFootage>()
    for (const camera of cameras) {
      const into = await StagedFootage.open(stagedFolder(unfinished, camera), secret)
      staged.set(camera.id, into)
      const read = await this.#read(camera, into)
      if (!read.ok) return read
    }
    this.#state = 'writing'
    const segments = [...staged.values()].reduce((sum, one) => sum + one.segments.length, 0)
    this.#copied = { done: 0, of: Math.max(1, segments) }
    this.#options.onChange()
    await rm(this.#written, { recursive: true, force: true })
    await mkdir(this.#written)
    const remuxed = new Map<string, RemuxResult>()
    for (const camera of cameras) {
      const into = staged.get(camera.id)
      let result = await this.#remux(camera, into, true)
      if (into !== undefined && result?.lacksKeyFrame === true) {
        await this.#readBefore(camera, into)
        result = await this.#remux(camera, into, false)
      }
      if (result === undefined) return fail(undefined)
      remuxed.set(camera.id, result)
    }
    return this.#pack(remuxed)
  }

  /** Pictures from the beginning of the range on may need a key frame of a segment before. What is not given then stays missing. */
  async #readBefore({ id, clockOffsetMs = 0 }: WallCamera, staged: StagedFootage): Promise<void> {
    const { footage, timers, nowMs } = this.#options
    const { startMs } = this.#journal.wish
    const reader = new FootageReader({
      port: footage,
      cameraId: id,
      range: { startMs: startMs - evidenceDefaults.reading.keyFrameWithinMs, endMs: startMs },
      staged,
      timers,
      signal: this.#abort.signal,
      askedMs: nowMs() + clockOffsetMs,
      onMissing: ignore,
      onTrouble: ignore,
      onProgress: async () => ignore(),
      onFlaw: ignore,
      onBytes: ignore,
    })
    await reader.read()
  }

  get #created(): string {
    return new Date(this.#journal.createdMs).toISOString()
  }

  get #place(): string {
    return join(this.#options.folder, nameOf(this.#journal))
  }

  /** What becomes the finished folder. */
  get #written(): string {
    return join(this.#options.unfinished, 'written')
  }

  async #read(camera: WallCamera, staged: StagedFootage): Promise<Outcome> {
    const { footage, timers, nowMs, unfinished, secret, onChange } = this.#options
    const readMs = nowMs()
    const { wish, read } = this.#journal
    // An id may be that of a member of every object.
    const kept = Object.hasOwn(read, camera.id) ? read[camera.id] : undefined
    // A file that has gone would pass for a gap: then all of the camera is listed anew.
    const isWhole = kept !== undefined && staged.hasFirst(kept.files)
    const before = isWhole ? kept : { untilMs: wish.startMs, missing: [], flaws: [] }
    const missing = [...before.missing]
    const flaws = new Set(before.flaws)
    const onProgress = async (untilMs: number) => {
      this.#journal = {
        ...this.#journal,
        read: {
          ...this.#journal.read,
          [camera.id]: { untilMs, missing, flaws: [...flaws], readMs, files: staged.files },
        },
      }
      await keepJournal(unfinished, this.#journal, secret)
      onChange()
    }
    // Before what comes has the number of the file that has gone.
    if (kept !== undefined && !isWhole) await onProgress(before.untilMs)
    const reader = new FootageReader({
      port: footage,
      cameraId: camera.id,
      range: { startMs: before.untilMs, endMs: wish.endMs },
      staged,
      timers,
      signal: this.#abort.signal,
      askedMs: readMs + (camera.clockOffsetMs ?? 0),
      onMissing: (range) => addMissing(missing, range),
      onTrouble: (error) => {
        if (error === this.#error) return
        this.#error = error
        onChange()
      },
      onProgress,
      onFlaw: (flaw) => flaws.add(flaw),
      onBytes: (bytes) => {
        this.#bytes += bytes
        onChange()
      },
    })
    this.#bytes += staged.bytes
    if (before.untilMs >= wish.endMs) return ok(undefined)
    return reader.read()
  }

  async #remux(
    camera: WallCamera,
    staged: StagedFootage | undefined,
    canGoBack: boolean,
  ): Promise<RemuxResult | undefined> {
    const { unfinished, workerScript } = this.#options
    const { startMs, endMs } = this.#journal.wish
    const before = this.#copied.done
    return remuxInThread(
      {
        stagedFolder: stagedFolder(unfinished, camera),
        segments: staged?.segments ?? [],
        range: { startMs, endMs },
        canGoBack,
        folder: this.#written,
        stem: cameraName(camera),
      },
      {
        script: workerScript,
        signal: this.#abort.signal,
        onSegment: (done) => {
          this.#copied = { ...this.#copied, done: before + done }
          this.#options.onChange()
        },
      },
    )
  }

  /** All that lies beside the footage; the manifest and its signature last. */
  async #pack(remuxed: ReadonlyMap<string, RemuxResult>): Promise<Outcome> {
    const {
      cameras,
      events: calls,
      tags,
      settings,
      version,
      signer,
      exportedBy,
      platformOrigin,
    } = this.#options
    const folder = this.#written
    const { startMs, endMs, timeZone, language } = this.#journal.wish
    const words = wordsOfExport(language)
    const { signal } = this.#abort
    const range = { startMs, endMs }
    const events = await exportEvents(folder, {
      calls,
      tags,
      cameras,
      clockOffsetsMs: settings().eventClockOffsetsMs,
      range,
      timeZone,
      signal,
    })
    if (signal.aborted) return fail(undefined)
    if (!events.ok) return events
    const files = [...remuxed.values()].flatMap((result) =>
      result.files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
    )
    const described: EvidenceCamera[] = []
    const small: string[] = events.value.file === undefined ? [] : [events.value.file]
    for (const camera of cameras) {
      const one = await this.#describe(camera, remuxed.get(camera.id), events.value)
      described.push(one)
      small.push(...one.footage.flatMap(({ captions }) => captions ?? []))
    }
    const withFlaw = (flaw: FootageFlaw) =>
      cameras.filter(({ id }) => this.#journal.read[id]?.flaws.includes(flaw))
    const lacksSound =
      withFlaw('separate-sound').length > 0 || [...remuxed.values()].some((result) => result.lacksSound)
    const reckoned = withFlaw('reckoned-times').map(cameraName)
    // A mask would need every picture to be encoded anew, and it would be the platform's footage no more.
    const { cameraPictures } = settings()
    const masked = cameras
      .filter(({ id }) => Object.hasOwn(cameraPictures, id) && cameraPictures[id]?.masks.length !== 0)
      .map(cameraName)
    const remarks = [
      ...(lacksSound ? [exactMessage('export_lacks_sound')] : []),
      ...(reckoned.length > 0 ? [exactMessage('export_reckoned', { cameras: reckoned.join(', ') })] : []),
      ...(masked.length > 0 ? [exactMessage('export_unmasked', { cameras: masked.join(', ') })] : []),
      ...events.value.remarks,
    ]
    this.#remarks = remarks
    this.#gaps = described.reduce((sum, { gaps }) => sum + gaps.length, 0)
    const about: Omit<EvidenceManifest, 'files'> = {
      format: 'tessera-evidence/1',
      program: { name: 'Tessera', version },
      created: this.#created,
      platform: platformOrigin,
      range: {
        ...range,
        start: new Date(startMs).toISOString(),
        end: new Date(endMs).toISOString(),
        timeZone,
      },
      cameras: described,
      events: {
        count: events.value.count,
        file: events.value.file,
        remark: events.value.remarks.map(({ exact }) => words.write(exact)).join(' ') || undefined,
      },
      language,
      remarks: remarks.map(({ exact }) => words.write(exact)),
      exportedBy,
      signer: { algorithm: 'Ed25519', publicKeySha256: signer.fingerprint },
    }
    await writeDurably(join(folder, 'index.html'), playerPage(about, events.value, words))
    for (const name of [...small, 'index.html']) {
      files.push({ name, ...(await hashFile(join(folder, name))) })
    }
    const manifest: EvidenceManifest = {
      ...about,
      files: files.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    }
    const bytes = Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`)
    this.#manifestSha256 = createHash('sha256').update(bytes).digest('hex')
    await writeDurably(join(folder, 'manifest.json'), bytes)
    await writeDurably(join(folder, 'manifest.sig'), signer.sign(bytes))
    await writeDurably(join(folder, LAST_FILE), signer.publicKey)
    return ok(undefined)
  }

  async #describe(
    camera: WallCamera,
    result: RemuxResult | undefined,
    { events, tags }: ExportedEvents,
  ): Promise<EvidenceCamera> {
    const { wish, read } = this.#journal
    const ofCamera = events.filter(({ cameraId }) => cameraId === camera.id)
    const tagName = (id: string) => tags.find((tag) => tag.id === id)?.name ?? id
    const footage: EvidenceCamera['footage'][number][] = []
    for (const { name: file, bytes: _bytes, sha256: _sha256, ...pictures } of result?.files ?? []) {
      const captions = ofCamera.length > 0 ? file.replace(/\.mp4$/, '.vtt') : undefined
      if (captions !== undefined) {
        await writeDurably(join(this.#written, captions), captionsOf(pictures.spans, ofCamera, tagName))
      }
      footage.push({ file, ...pictures, captions })
    }
    const spans = footage.flatMap((one) => one.spans)
    const { untilMs = wish.endMs, missing = [], readMs } = read[camera.id] ?? {}
    const known = [
      { startMs: untilMs, endMs: wish.endMs, why: 'not-yet-listed' as const },
      ...missing.map(({ startMs, endMs }) => ({
        startMs,
        endMs: Math.min(endMs, untilMs),
        why: 'lost-by-platform' as const,
      })),
      ...(result?.damaged ?? []).map((range) => ({ ...range, why: 'damaged' as const })),
    ]
    const { id, name, number, clockOffsetMs } = camera
    return {
      id,
      name,
      number,
      clockOffsetMs,
      read: readMs === undefined ? undefined : new Date(readMs).toISOString(),
      footage,
      gaps: gapsOf(wish, spans, known),
    }
  }

  get #progress(): number {
    if (this.#state === 'done') return 1
    const { wish, read } = this.#journal
    const ofEachMs = wish.endMs - wish.startMs
    const readMs = wish.cameraIds.reduce(
      (sum, id) => sum + ((read[id]?.untilMs ?? wish.startMs) - wish.startMs),
      0,
    )
    const readShare = Math.min(1, readMs / (ofEachMs * wish.cameraIds.length))
    const writtenShare = this.#copied.of === 0 ? 0 : this.#copied.done / this.#copied.of
    return Math.min(0.99, readShare * 0.8 + writtenShare * 0.19)
  }

  /** Anything else is a bug: it is logged as one, and the footage that has arrived stays. */
  #failureOf(error: unknown): WallError {
    if (codeOf(error) === UNREADABLE) return wallError('export_unreadable')
    const failure = storageFailure(error, this.#options.folder)
    if (failure !== undefined) return failure
    const isUnavailable = error instanceof RemuxUnavailable
    const thrown = isUnavailable ? error.cause : error
    const message = stackOf(thrown)
    this.#options.log.error('An export met a fault of the program.', { message })
    return isUnavailable
      ? wallError('export_unavailable')
      : wallError('bad_request', exactMessage('own_fault'))
  }
}

/** What a journal says of the state of its export. */
export function wishOf(journal: ExportJournal) {
  const { exportId, wish } = journal
  const { startMs, endMs, cameraIds } = wish
  return { exportId, name: nameOf(journal), startMs, endMs, cameraIds }
}

/** `tessera-2026-11-23T16-50-00Z-export-1a2b3c4d`: sorts by the footage's beginning. */
export function nameOf({ wish, exportId }: Pick<ExportJournal, 'wish' | 'exportId'>): string {
  const instant = new Date(wish.startMs).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  return `tessera-${instant}-export-${exportId.slice(0, 8)}`
}

/** The journal last: an export is found by it. */
export async function removeUnfinished(unfinished: string): Promise<void> {
  await rm(stagedFolder(unfinished), { recursive: true, force: true })
  await rm(unfinished, { recursive: true, force: true })
}

function ignore(): void {}

/** Of one camera, or of all. Ids may hold anything, and two long ones may begin alike. */
function stagedFolder(unfinished: string, camera?: WallCamera): string {
  const name = camera === undefined ? '' : createHash('sha256').update(camera.id).digest('hex')
  return join(unfinished, 'staged', name)
}
