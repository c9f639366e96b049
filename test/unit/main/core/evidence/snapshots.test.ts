import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import type { Snapshot } from '#contract/wall/evidence.ts'
import { evidenceDefaults } from '#main/core/evidence/defaults.ts'
import { EvidenceFolder } from '#main/core/evidence/evidence-folder.ts'
import { Snapshots, type SnapshotsOptions } from '#main/core/evidence/snapshots.ts'
import { ReadyFiles } from '#main/core/support/ready-files.ts'
import { systemTimers } from '#main/core/time.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { MemorySettings } from '../support/memory-settings.ts'

const page = { id: 'page-1', monitor: 2 }
const png = Buffer.from(encode({ width: 4, height: 2, data: new Uint8Array(4 * 2 * 3), channels: 3 }))
const { maxPictureBytes } = evidenceDefaults.snapshot
const cameras = [
  { id: 'camera-7', name: 'Loading dock', number: 7, group: '' },
  { id: 'camera-up', name: '../../up', number: 8, group: '' },
]
const snapshot: Snapshot = {
  cameraId: 'camera-7',
  tile: 3,
  atMs: Date.parse('2026-11-23T16:50:00.123Z'),
  mode: 'playback',
  state: 'PAUSED',
  rendition: 'recording',
  widthPx: 4,
  heightPx: 2,
  masks: 0,
  hasMore: false,
}
const stem = '2026-11-23T16-50-00.123Z-camera-7-Loading-dock-tile-3'

function open(kind: 'folder' | 'download' = 'folder', limits?: SnapshotsOptions['limits']) {
  const parent = tempDir()
  const folder = join(parent, 'Tessera')
  const files = new ReadyFiles(systemTimers)
  const noted: unknown[] = []
  const snapshots = new Snapshots({
    version: '1.2.3',
    clock: { wallMs: () => Date.parse('2026-11-23T17:00:00Z'), monotonicMs: () => 0 },
    folder:
      kind === 'download'
        ? undefined
        : new EvidenceFolder({
            given: undefined,
            usual: folder,
            settings: new MemorySettings(),
            ask: undefined,
          }),
    camera: (id) => cameras.find((camera) => camera.id === id),
    files,
    noteSaved: (cameraIds, file) => noted.push([cameraIds, file]),
    ...(limits && { limits }),
  })
  const send = (bytes: Buffer) => {
    snapshots.addPart(page, bytes.subarray(0, 30).toString('base64'), true)
    snapshots.addPart(page, bytes.subarray(30).toString('base64'), false)
  }
  return { parent, folder, files, snapshots, send, noted }
}

describe('Snapshots', () => {
  it('keeps the picture as it came, and beside it what is known of it', async () => {
    const { folder, snapshots, send, noted } = open()
    // The one before broke off.
    snapshots.addPart(page, png.toString('base64'), true)
    send(png)
    expect(await snapshots.save(page, snapshot)).toEqual({
      ok: true,
      value: { fileName: `${stem}.png`, folder },
    })
    expect(noted).toEqual([[['camera-7'], `${stem}.png`]])
    expect(readdirSync(folder).toSorted()).toEqual([`${stem}.json`, `${stem}.png`])
    expect(readFileSync(join(folder, `${stem}.png`))).toEqual(png)
    expect(JSON.parse(readFileSync(join(folder, `${stem}.json`), 'utf8'))).toMatchObject({
      format: 'tessera-picture/1',
      picture: `${stem}.png`,
      sha256: createHash('sha256').update(png).digest('hex'),
      camera: { id: 'camera-7', name: 'Loading dock', number: 7 },
      filmed: '2026-11-23T16:50:00.123Z',
      mode: 'playback',
      state: 'PAUSED',
      rendition: 'recording',
      widthPx: 4,
      heightPx: 2,
      monitor: 2,
      tile: 3,
      program: { name: 'Tessera', version: '1.2.3' },
    })
  })

  it('leaves what was saved before of the same instant as it is', async () => {
    const { folder, snapshots, send } = open()
    const white = new Uint8Array(4 * 2 * 3).fill(255)
    const masked = Buffer.from(encode({ width: 4, height: 2, data: white, channels: 3 }))
    for (const [picture, masks] of [
      [png, 0],
      [masked, 1],
      [masked, 1],
    ] as const) {
      send(picture)
      expect(await snapshots.save(page, { ...snapshot, masks })).toMatchObject({ ok: true })
    }
    const names = [stem, `${stem}-2`, `${stem}-3`]
    expect(readdirSync(folder).toSorted()).toEqual(
      names.flatMap((name) => [`${name}.json`, `${name}.png`]).toSorted(),
    )
    expect(readFileSync(join(folder, `${stem}.png`))).toEqual(png)
    expect(JSON.parse(readFileSync(join(folder, `${stem}-2.json`), 'utf8'))).toMatchObject({
      picture: `${stem}-2.png`,
      sha256: createHash('sha256').update(masked).digest('hex'),
      privacyMasks: 1,
    })
  })

  it('refuses what is not the picture that was announced, and writes nothing', async () => {
    const { parent, snapshots, send } = open()
    send(png)
    const saved = await snapshots.save(page, { ...snapshot, widthPx: 5 })
    expect(saved).toMatchObject({ ok: false, error: { code: 'bad_request' } })
    send(Buffer.from('<svg onload="alert(1)"/>'.repeat(4)))
    expect(await snapshots.save(page, snapshot)).toMatchObject({ ok: false })
    // With its size at the same place.
    send(Buffer.concat([Buffer.from('BM'), png.subarray(2)]))
    expect(await snapshots.save(page, snapshot)).toMatchObject({ ok: false })
    expect(readdirSync(parent)).toEqual([])
  })

  it('holds no more of a picture than one may have', async () => {
    const { parent, snapshots } = open()
    const part = Buffer.concat([png, Buffer.alloc(maxPictureBytes / 2)]).toString('base64')
    expect(snapshots.addPart(page, part, true)).toEqual({ ok: true, value: undefined })
    expect(snapshots.addPart(page, part, false)).toMatchObject({ ok: false, error: { code: 'bad_request' } })
    expect(await snapshots.save(page, snapshot)).toMatchObject({ ok: false })
    expect(readdirSync(parent)).toEqual([])
  })

  it('writes into its folder alone, whatever a page or a platform calls a camera', async () => {
    const { parent, folder, snapshots, send } = open()
    for (const cameraId of ['../../up', 'camera-up']) {
      send(png)
      expect(await snapshots.save(page, { ...snapshot, cameraId })).toMatchObject({ ok: true })
    }
    expect(readdirSync(parent)).toEqual(['Tessera'])
    expect(readdirSync(folder)).toHaveLength(4)
  })

  it('says why a folder takes nothing', async () => {
    const { folder, snapshots, send } = open()
    writeFileSync(folder, 'a file')
    send(png)
    expect(await snapshots.save(page, snapshot)).toMatchObject({
      error: { code: 'storage_failed', exact: { code: 'folder_in_the_way', values: { folder } } },
    })
  })

  it('gives a browser all pictures of one key press in one file', async () => {
    const { files, snapshots, send, noted } = open('download')
    send(png)
    await snapshots.save(page, { ...snapshot, tile: 9, hasMore: true })
    snapshots.forget(page)
    send(png)
    expect(await snapshots.save(page, { ...snapshot, hasMore: true })).toEqual({
      ok: true,
      value: { fileName: `${stem}.png` },
    })
    expect(noted).toEqual([])
    send(png)
    const saved = await snapshots.save(page, { ...snapshot, cameraId: 'camera-9', tile: 4 })
    if (!saved.ok || saved.value.download === undefined) throw new Error('no download')
    expect(noted).toEqual([[['camera-7', 'camera-9'], saved.value.fileName]])
    const answer = files.handle({ method: 'GET', path: saved.value.download.address })
    const second = '2026-11-23T16-50-00.123Z-camera-tile-4'
    const zip = Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer(0))
    expect(zipNames(zip)).toEqual([`${stem}.png`, `${stem}.json`, `${second}.png`, `${second}.json`])
    expect(zip.includes(png)).toBe(true)
    files.dispose()
  })

  it('holds no more pictures for one file than a file may have, and begins anew after that', async () => {
    // With what is known of each, two of them.
    const { files, snapshots, send, noted } = open('download', { maxPictureBytes, maxBatchBytes: 2_000 })
    const answers = []
    for (const tile of [1, 2, 3, 4]) {
      send(png)
      answers.push((await snapshots.save(page, { ...snapshot, tile, hasMore: tile < 4 })).ok)
    }
    expect(answers).toEqual([true, true, false, true])
    // The last alone: the others are in no file.
    expect(noted).toEqual([[['camera-7'], expect.stringMatching(/\.zip$/)]])
    files.dispose()
  })
})

/** From the directory at the end, as every reader finds them. */
function zipNames(zip: Buffer): string[] {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const names: string[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let entry = 0; entry < zip.readUInt16LE(end + 10); entry += 1) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50)
    const length = zip.readUInt16LE(at + 28)
    const local = zip.readUInt32LE(at + 42)
    expect(zip.readUInt32LE(local)).toBe(0x04034b50)
    names.push(zip.toString('ascii', at + 46, at + 46 + length))
    at += 46 + length
  }
  return names
}
