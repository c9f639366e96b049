import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { type WallError, wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { WallCamera } from '#contract/wall/camera.ts'
import type { savedSnapshotSchema, Snapshot } from '#contract/wall/evidence.ts'
import type { ReadyFiles } from '../support/ready-files.ts'
import { type Clock, instantName } from '../time.ts'
import type { Page } from '../wall-main.ts'
import { evidenceDefaults } from './defaults.ts'
import type { EvidenceFolder } from './evidence-folder.ts'
import { guarded, writeDurably } from '../durable-file.ts'
import { cameraName } from './file-names.ts'
import { storedZip, type ZipEntry } from './stored-zip.ts'

export interface SnapshotsOptions {
  readonly version: string
  readonly clock: Clock
  /** Where files go; undefined where the page downloads them. */
  readonly folder: Pick<EvidenceFolder, 'path' | 'problem'> | undefined
  readonly camera: (cameraId: string) => WallCamera | undefined
  readonly files: Pick<ReadyFiles, 'add'>
  /** A file is there, or ready for its download. */
  readonly noteSaved: (cameraIds: readonly string[], file: string) => void
  readonly limits?: { readonly maxPictureBytes: number; readonly maxBatchBytes: number }
}

type SavedSnapshot = z.infer<typeof savedSnapshotSchema>

interface Batch {
  /** Of the picture that is on its way. */
  parts: Buffer[]
  /** Pictures that wait for the last one of their key press. */
  readonly entries: ZipEntry[]
  readonly cameraIds: Set<string>
}

const emptyBatch = (): Batch => ({ parts: [], entries: [], cameraIds: new Set() })

/** Keeps pictures of tiles, and beside each what is known of it. */
export class Snapshots {
  readonly #options: SnapshotsOptions
  readonly #limits: NonNullable<SnapshotsOptions['limits']>
  /** By page. */
  readonly #batches = new Map<string, Batch>()

  constructor(options: SnapshotsOptions) {
    this.#options = options
    this.#limits = options.limits ?? evidenceDefaults.snapshot
  }

  addPart({ id }: Page, base64: string, isFirst: boolean): Result<undefined, WallError> {
    const batch = this.#batches.get(id) ?? emptyBatch()
    if (isFirst) batch.parts = []
    batch.parts.push(Buffer.from(base64, 'base64'))
    this.#batches.set(id, batch)
    if (sizeOf(batch.parts) <= this.#limits.maxPictureBytes) return ok(undefined)
    batch.parts = []
    return fail(wallError('bad_request', exactMessage('picture_too_large')))
  }

  async save(page: Page, snapshot: Snapshot): Promise<Result<SavedSnapshot, WallError>> {
    const batch = this.#batches.get(page.id) ?? emptyBatch()
    const picture = Buffer.concat(batch.parts)
    batch.parts = []
    const size = pngSize(picture)
    if (size === undefined || size.widthPx !== snapshot.widthPx || size.heightPx !== snapshot.heightPx) {
      return fail(wallError('bad_request', exactMessage('picture_other')))
    }
    const { camera: cameraOf, folder: at } = this.#options
    const { cameraId, atMs, tile } = snapshot
    const camera = cameraOf(cameraId)
    const stem = `${instantName(atMs)}-${cameraName({ number: camera?.number, name: camera?.name ?? '' })}-tile-${tile}`
    if (at === undefined) {
      const record = this.#record(page, snapshot, picture, `${stem}.png`)
      return this.#keepForDownload(page, batch, snapshot, stem, picture, record)
    }
    const problem = await at.problem()
    if (problem !== undefined) return fail(problem)
    const folder = at.path
    const name = freeName(folder, stem)
    const fileName = `${name}.png`
    const failure = await guarded(folder, async () => {
      // The record last: where it is, its picture is whole.
      await writeDurably(join(folder, fileName), picture)
      await writeDurably(join(folder, `${name}.json`), this.#record(page, snapshot, picture, fileName))
    })
    if (failure !== undefined) return fail(failure)
    this.#options.noteSaved([cameraId], fileName)
    return ok({ fileName, folder })
  }

  /** Its page has gone. */
  forget({ id }: Page): void {
    this.#batches.delete(id)
  }

  #keepForDownload(
    page: Page,
    batch: Batch,
    { cameraId, atMs, hasMore }: Snapshot,
    stem: string,
    picture: Buffer,
    record: string,
  ): Result<SavedSnapshot, WallError> {
    batch.entries.push(
      { name: `${stem}.png`, bytes: picture },
      { name: `${stem}.json`, bytes: Buffer.from(record) },
    )
    batch.cameraIds.add(cameraId)
    const tooLarge = sizeOf(batch.entries.map(({ bytes }) => bytes)) > this.#limits.maxBatchBytes
    if (hasMore && !tooLarge) return ok({ fileName: `${stem}.png` })
    this.#batches.delete(page.id)
    if (tooLarge) {
      return fail(wallError('bad_request', exactMessage('pictures_too_large')))
    }
    const fileName = `tessera-pictures-${instantName(atMs)}.zip`
    const download = this.#options.files.add({
      fileName,
      contentType: 'application/zip',
      bytes: storedZip(batch.entries),
    })
    this.#options.noteSaved([...batch.cameraIds], fileName)
    return ok({ fileName, download })
  }

  #record(page: Page, snapshot: Snapshot, picture: Buffer, fileName: string): string {
    const { version, clock, camera: cameraOf } = this.#options
    const { cameraId, atMs, mode, state, rendition, widthPx, heightPx, masks, tile } = snapshot
    const camera = cameraOf(cameraId)
    const record = {
      format: 'tessera-picture/1',
      picture: fileName,
      sha256: createHash('sha256').update(picture).digest('hex'),
      bytes: picture.byteLength,
      widthPx,
      heightPx,
      camera: { id: cameraId, name: camera?.name, number: camera?.number },
      /** By the platform's clock. Of a live picture: when it was shown, less the measured delay. */
      filmed: new Date(atMs).toISOString(),
      filmedMs: atMs,
      mode,
      state,
      rendition,
      /** Drawn into the picture: what lies below them is not in the file. */
      privacyMasks: masks,
      monitor: page.monitor,
      tile,
      saved: new Date(clock.wallMs()).toISOString(),
      program: { name: 'Tessera', version },
    }
    return `${JSON.stringify(record, undefined, 2)}\n`
  }
}

/** A picture of the same instant may have been saved before: with other masks, in another rendition. */
function freeName(folder: string, stem: string): string {
  for (let at = 1; ; at += 1) {
    const name = at === 1 ? stem : `${stem}-${at}`
    if (!existsSync(join(folder, `${name}.png`))) return name
  }
}

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((bytes, part) => bytes + part.byteLength, 0)
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Of the header (RFC 2083 §4.1.1); undefined of what is no PNG. */
function pngSize(bytes: Buffer): { readonly widthPx: number; readonly heightPx: number } | undefined {
  if (bytes.byteLength < 33 || !bytes.subarray(0, 8).equals(pngStart)) return undefined
  return { widthPx: bytes.readUInt32BE(16), heightPx: bytes.readUInt32BE(20) }
}
