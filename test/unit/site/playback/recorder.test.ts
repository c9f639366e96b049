import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { demoSite } from '#site/defaults.ts'
import { accessUnits, annexB } from '#site/media/annexb.ts'
import { silentPacket } from '#site/media/sound.ts'
import { LayeredRecordings } from '#site/playback/layered-recordings.ts'
import { createRecordings } from '#site/playback/create-recordings.ts'
import { LoopedArchive } from '#site/playback/archive/looped-archive.ts'
import { RecordedArchive } from '#site/playback/recorder/recorded-archive.ts'
import { reconcile } from '#site/playback/recorder/reconcile.ts'
import { FootageRetention, sweep } from '#site/playback/recorder/footage-retention.ts'
import { Recorder } from '#site/playback/recorder/recorder.ts'
import { type SegmentFile, SegmentFiles } from '#site/playback/recorder/segment-files.ts'
import { SegmentIndex } from '#site/playback/recorder/segment-index.ts'
import { joined } from '#site/playback/time-range.ts'
import type { RecordOptions } from '#site/process/command-line.ts'
import { mountSmallDisk } from '#test/stand/small-disk.ts'
import { FakeClock } from '../fake-clock.ts'
import { openTestStore } from '../open-store.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { readFragments, readSoundOf } from './read-fragments.ts'
import { testClip, testLayer } from './test-clip.ts'

const track = { cameraId: 'cam-01', rendition: 'full' } as const
const noon = Date.UTC(2026, 10, 20, 12)

async function stand() {
  const dataDir = tempDir()
  const dir = join(dataDir, 'recordings')
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const store = await openTestStore()
  const files = new SegmentFiles(dir)
  const index = new SegmentIndex(store.db)
  const clock = new FakeClock()
  const recorder = new Recorder({
    files,
    index,
    log,
    leastSegmentMs: 2_000,
    longestSegmentMs: 12_000,
    holeMs: 500,
    indexEveryMs: 20,
    maxWaiting: 5,
  })
  onTestFinished(() => recorder.dispose())
  const layers = testClip()
  const units = accessUnits(readFileSync(layers[0]?.file ?? ''))
  /** What is heard after a picture: three or four packets that say their number. */
  const takeSound = (frame: number, capturedAtMs: number) => {
    for (let at = Math.ceil((frame * 50) / 15); at < ((frame + 1) * 50) / 15; at += 1) {
      const isSilent = at >= 120 && at < 130
      const atMs = capturedAtMs + at * 20 - (frame * 1_000) / 15
      if (!isSilent) recorder.takeSound('cam-01', { packet: Buffer.of(0xf8, at), capturedAtMs: atMs })
    }
  }
  /** So many pictures from noon on. */
  const record = async (from: number, to: number, laterMs = 0, hasSound = false) => {
    for (let frame = from; frame < to; frame += 1) {
      const unit = units[frame % units.length]
      if (!unit) throw new Error('no picture')
      const { isKeyFrame, nals } = unit
      const capturedAtMs = noon + laterMs + (frame * 1_000) / 15
      recorder.take('cam-01', { ...testLayer, hasSound }, { isKeyFrame, annexB: annexB(nals), capturedAtMs })
      if (hasSound) takeSound(frame, capturedAtMs)
    }
    await recorder.settle()
  }
  const folder = join(dir, 'cam-01', 'full')
  const archive = new RecordedArchive({ files, index, longestSegmentMs: 12_000, isRecording: true })
  const hour = { startMs: noon - 1_800_000, endMs: noon + 1_800_000 }
  /** A site that starts on the same folder; without `record` it does not record. */
  const restart = (record?: RecordOptions) =>
    createRecordings({ dataDir, db: store.db, clock, log, record, retentionDays: 30, reset: false })
  const { db } = store
  return { dir, db, folder, restart, files, index, recorder, record, archive, clock, layers, hour, lines }
}

/** With a hundred pictures. */
async function recorded() {
  const opened = await stand()
  await opened.record(0, 100)
  return opened
}

const segmentsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.m4s'))

describe('the recorder', () => {
  it('keeps segments of two seconds that play by their wall time', async () => {
    const { archive, hour } = await recorded()
    const segments = await archive.segments('cam-01', 'full', hour)
    expect(segments.map(({ startMs, endMs }) => [startMs - noon, endMs - noon])).toEqual([
      [0, 2_000],
      [2_000, 4_000],
      [4_000, 6_000],
    ])
    const init = await archive.file('cam-01', 'full', segments[0]?.init ?? '')
    const media = await archive.file('cam-01', 'full', segments[1]?.name ?? '')
    const packets = await readFragments(init?.bytes ?? Buffer.alloc(0), media?.bytes ?? Buffer.alloc(0))
    expect(packets).toHaveLength(30)
    expect(packets[0]).toMatchObject({ type: 'key' })
    expect(packets[0]?.timestamp).toBeCloseTo(noon / 1_000 + 2, 4)
    expect(await archive.coverage('cam-01', hour)).toEqual([{ startMs: noon, endMs: noon + 6_000 }])
    const second = { startMs: noon + 2_000, endMs: noon + 4_000 }
    expect(await archive.segments('cam-01', 'full', second)).toEqual([segments[1]])
  })

  it('loses what a disk is too slow for, and goes on when that has caught up, which the log says', async () => {
    const { record, archive, hour, lines } = await stand()
    await record(0, 301)
    await record(301, 361)
    expect(await archive.coverage('cam-01', hour)).toEqual([
      { startMs: noon, endMs: noon + 10_000 },
      { startMs: noon + 20_000, endMs: noon + 24_000 },
    ])
    expect(lines).toMatchObject([
      expect.stringContaining('footage is being lost'),
      expect.stringContaining('recording goes on'),
    ])
  })

  it('enters later what it could not enter in the index', async () => {
    const { db, record, archive, hour } = await stand()
    db.exec('alter table recorded_segment rename to away')
    await record(0, 62)
    db.exec('alter table away rename to recorded_segment')
    await record(62, 100)
    expect(await archive.coverage('cam-01', hour)).toEqual([{ startMs: noon, endMs: noon + 6_000 }])
  })

  it('shares one initialization segment between segments, also after a new start', async () => {
    const { record, archive, folder, hour } = await stand()
    await record(0, 62)
    await record(600, 680)
    const inits = new Set((await archive.segments('cam-01', 'full', hour)).map(({ init }) => init))
    expect(inits.size).toBe(1)
    expect(readdirSync(folder).filter((name) => name.endsWith('.mp4'))).toHaveLength(1)
  })

  it('keeps the sound beside the pictures, each packet once and at its time, with silence where none came', async () => {
    const { record, recorder, archive, hour } = await stand()
    await record(0, 75, 0, true)
    await recorder.dispose()
    const segments = await archive.segments('cam-01', 'full', hour)
    expect(segments).toHaveLength(3)
    const samples = await Promise.all(
      segments.map(async ({ init, name }) => {
        const parts = await Promise.all([init, name].map((part) => archive.file('cam-01', 'full', part)))
        return readSoundOf(...parts.map((part) => part?.bytes ?? Buffer.alloc(0)))
      }),
    )
    expect(samples.map(({ length }) => length)).toEqual([100, 100, 50])
    for (const [at, { data, timestamp }] of samples.flat().entries()) {
      expect(timestamp).toBeCloseTo(noon / 1_000 + at / 50, 3)
      expect(data).toEqual(at >= 120 && at < 130 ? silentPacket : Buffer.of(0xf8, at))
    }
    expect(await archive.renditionsOf('cam-01')).toMatchObject([{ codec: expect.stringMatching(/,opus$/) }])
  })

  it('keeps silence of a camera with sound that is not heard, in the form of its other segments', async () => {
    const { record, recorder, archive, hour } = await stand()
    await record(0, 31, 0, true)
    await record(31, 60)
    await recorder.dispose()
    const segments = await archive.segments('cam-01', 'full', hour)
    expect(segments).toHaveLength(2)
    expect(new Set(segments.map(({ init }) => init)).size).toBe(1)
  })

  it('keeps the incomplete end when it is stopped', async () => {
    const { record, recorder, archive, hour } = await stand()
    await record(0, 40)
    await recorder.dispose()
    expect(await archive.coverage('cam-01', hour)).toEqual([{ startMs: noon, endMs: noon + 2_667 }])
  })

  it('says of a gap when it began and ended', async () => {
    const { record, archive, hour } = await stand()
    await record(0, 62)
    await record(150, 212)
    // The two pictures before the gap are footage, too.
    expect(await archive.coverage('cam-01', hour)).toEqual([
      { startMs: noon, endMs: noon + 4_133 },
      { startMs: noon + 10_000, endMs: noon + 14_000 },
    ])
  })

  it('names what a master playlist needs', async () => {
    const { record, archive } = await stand()
    expect(await archive.renditionsOf('cam-01')).toEqual([])
    await record(0, 62)
    expect(await archive.renditionsOf('cam-01')).toMatchObject([
      {
        rendition: 'full',
        widthPx: 128,
        heightPx: 72,
        framesPerSecond: 15,
        codec: expect.stringMatching(/^avc1\./),
      },
    ])
  })

  it('names the size of the newest footage, whatever was recorded before it', async () => {
    const { files, index, archive } = await stand()
    const sizes = { '000000000000': 360, ffffffffffff: 720 }
    for (const [initHash, heightPx] of Object.entries(sizes)) {
      const info = { initHash, codec: 'avc1.64001F', widthPx: 640, heightPx, framesPerSecond: 15 }
      await files.writeInit(track, info, Buffer.from(initHash))
    }
    const order = ['ffffffffffff', '000000000000', 'ffffffffffff'] as const
    for (const [at, initHash] of order.entries()) {
      const startMs = noon + at * 2_000
      await index.add([{ ...track, startMs, endMs: startMs + 2_000, initHash, bytes: 1_000 }])
      expect(await archive.renditionsOf('cam-01')).toMatchObject([{ heightPx: sizes[initHash] }])
    }
  })

  it.each(['recorded-1.m4s', 'recorded-../x.m4s', 'recorded-000000000000.mp4', '../../site.db', '%2e%2e'])(
    'has no file %j',
    async (name) => {
      const { record, archive } = await stand()
      await record(0, 40)
      expect(await archive.file('cam-01', 'full', name)).toBeUndefined()
    },
  )
})

/** What reads the folder fails, until what was in it is back. */
function breakFolder(folder: string): () => void {
  renameSync(folder, `${folder}.away`)
  symlinkSync(folder, folder)
  return () => {
    rmSync(folder)
    renameSync(`${folder}.away`, folder)
  }
}

describe('footage that cannot be read', () => {
  it('is a failure, not footage that is missing', async () => {
    const { record, archive, folder, hour } = await stand()
    await record(0, 40)
    const [segment] = await archive.segments('cam-01', 'full', hour)
    const path = join(folder, segmentsIn(folder)[0] ?? '')
    rmSync(path)
    mkdirSync(path)
    await expect(archive.file('cam-01', 'full', segment?.name ?? '')).rejects.toMatchObject({
      code: 'EISDIR',
    })
    rmdirSync(path)
    expect(await archive.file('cam-01', 'full', segment?.name ?? '')).toBeUndefined()
  })

  it('is found as soon as it can be read again', async () => {
    const { dir, record, folder } = await stand()
    await record(0, 40)
    const files = new SegmentFiles(dir)
    const mendFolder = breakFolder(folder)
    await expect(files.inits(track)).rejects.toMatchObject({ code: 'ELOOP' })
    mendFolder()
    expect(await files.inits(track)).toHaveLength(1)
  })

  it('stays in the index when the site starts, and the rest is repaired', async () => {
    const { dir, files, index, folder, hour } = await recorded()
    const reduced = { ...track, rendition: 'reduced' } as const
    const [full] = await index.within(track, hour, 12_000)
    await index.add(full === undefined ? [] : [{ ...full, ...reduced }])
    const mendFolder = breakFolder(folder)
    expect(await reconcile(files, index)).toEqual({
      added: 0,
      removed: 1,
      failure: expect.objectContaining({ code: 'ELOOP' }),
    })
    const mendAll = breakFolder(dir)
    expect(await reconcile(files, index)).toMatchObject({ added: 0, removed: 0 })
    expect(await index.within(track, hour, 12_000)).toHaveLength(3)
    mendAll()
    mendFolder()
    expect(await reconcile(files, index)).toEqual({ added: 0, removed: 0 })
  })

  it('is written anew when it is an initialization segment', async () => {
    const { dir, record, folder, archive } = await stand()
    await record(0, 40)
    const [name] = readdirSync(folder).filter((one) => one.endsWith('.mp4'))
    const path = join(folder, name ?? '')
    const bytes = readFileSync(path)
    rmSync(path)
    symlinkSync(path, path)
    const files = new SegmentFiles(dir)
    const [info] = await files.inits(track)
    if (!info) throw new Error('no initialization segment')
    await files.writeInit(track, info, bytes)
    expect(await archive.file('cam-01', 'full', `recorded-${info.initHash}.mp4`)).toMatchObject({ bytes })
  })
})

describe('a full disk', () => {
  const disk = mountSmallDisk()
  afterAll(() => disk.dispose())

  it.skipIf(!disk.isMounted)('holds nothing of what it had no room for', async () => {
    const files = new SegmentFiles(disk.dir)
    const segment = { startMs: noon, endMs: noon + 2_000, initHash: '000000000000', codec: 'avc1.64001F' }
    const media = Buffer.alloc(3_000_000)
    await expect(files.write(track, { ...segment, init: media, media })).rejects.toMatchObject({
      code: 'ENOSPC',
    })
    expect(readdirSync(join(disk.dir, 'cam-01', 'full'))).toEqual([])
  })

  it.skipIf(!disk.isMounted)('keeps what is new, however much room recordings may have', async () => {
    const { index, clock } = await stand()
    const files = new SegmentFiles(disk.dir)
    const limits = { maxAgeMs: 1e12, maxBytes: 20e9 }
    const log = pino({ level: 'silent' })
    const retention = new FootageRetention({ files, index, clock, log, limits, sweepEveryMs: 1e9 })
    onTestFinished(() => retention.dispose())
    const media = Buffer.alloc(50_000)
    for (let at = 0; at < 100; at += 1) {
      const startMs = noon + at * 600_000
      clock.nowMs = startMs + 2_000
      const segment = {
        startMs,
        endMs: startMs + 2_000,
        initHash: '000000000000',
        codec: '',
        init: media,
        media,
      }
      await index.add([await files.write(track, segment)])
      await retention.sweep()
    }
    expect((await index.newest(track))?.endMs).toBe(clock.nowMs)
    // Forty would fill the disk.
    expect(segmentsIn(join(disk.dir, 'cam-01', 'full')).length).toBeGreaterThan(30)
    expect((await index.startsOf(track)).size).toBeLessThan(40)
  })
})

/** Footage of ten segments and 5 GB an hour, on a disk that has free what it is told to. */
async function filled(hours: number, freeBytes: (removedBytes: number) => number) {
  const { index, clock } = await stand()
  class Disk extends SegmentFiles {
    removedBytes = 0
    override async remove({ bytes }: SegmentFile) {
      this.removedBytes += bytes
    }
    override disk() {
      return Promise.resolve({ freeBytes: freeBytes(this.removedBytes), sizeBytes: 500e9 })
    }
  }
  const files = new Disk(tempDir())
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const [count, lengthMs] = [hours * 10, 360_000]
  await index.add(
    Array.from({ length: count }, (_, at) => {
      const startMs = clock.nowMs - (count - at) * lengthMs
      return { ...track, startMs, endMs: startMs + lengthMs, initHash: '000000000000', bytes: 500e6 }
    }),
  )
  const limits = { maxAgeMs: 1e12, maxBytes: 400e9 }
  const retention = new FootageRetention({ files, index, clock, log, limits, sweepEveryMs: 1e9 })
  onTestFinished(() => retention.dispose())
  const leftAfter = async (sweeps: number) => {
    for (let at = 0; at < sweeps; at += 1) await retention.sweep()
    return (await index.startsOf(track)).size
  }
  return { leftAfter, warnings: () => lines.filter((line) => line.includes('"level":40')).length }
}

describe('a disk that somebody else fills', () => {
  it('costs footage only while that frees space, and a line in the log', async () => {
    const { leftAfter, warnings } = await filled(48, () => 0)
    expect(await leftAfter(1)).toBe(478)
    expect(await leftAfter(20)).toBe(478)
    expect(warnings()).toBe(1)
  })

  it('leaves the newest hour', async () => {
    // The other program takes half of what is freed.
    const { leftAfter } = await filled(1.2, (removedBytes) => removedBytes / 2)
    expect(await leftAfter(5)).toBe(11)
  })

  it('costs what is short where that is free again', async () => {
    const { leftAfter, warnings } = await filled(48, (removedBytes) => removedBytes)
    expect(await leftAfter(5)).toBe(478)
    expect(warnings()).toBe(1)
  })
})

describe('a start after a crash', () => {
  it('enters finished segments that were not in the index, and forgets the half one', async () => {
    const { files, index, folder, archive, hour } = await recorded()
    const all = await index.within(track, hour, 12_000)
    await index.remove(all.slice(1))
    writeFileSync(join(folder, `${noon + 6_000}-${noon + 8_000}-000000000000.m4s.part`), 'half')
    expect(await reconcile(files, index)).toEqual({ added: 2, removed: 0 })
    expect(await archive.coverage('cam-01', hour)).toEqual([{ startMs: noon, endMs: noon + 6_000 }])
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
    expect(await reconcile(files, index)).toEqual({ added: 0, removed: 0 })
  })

  it('forgets entries whose files are gone, one or all', async () => {
    const { dir, files, index, folder } = await recorded()
    rmSync(join(folder, segmentsIn(folder)[0] ?? ''))
    expect(await reconcile(files, index)).toEqual({ added: 0, removed: 1 })
    rmSync(dir, { recursive: true })
    expect(await reconcile(files, index)).toEqual({ added: 0, removed: 2 })
    mkdirSync(dir)
    expect(await reconcile(files, index)).toEqual({ added: 0, removed: 0 })
  })

  it('does not look at files that the index knows', async () => {
    const { files, index, folder } = await recorded()
    const path = join(folder, segmentsIn(folder)[0] ?? '')
    rmSync(path)
    // Whoever looks at it fails.
    symlinkSync(path, path)
    expect(await reconcile(files, index)).toEqual({ added: 0, removed: 0 })
  })

  it('passes over a folder whose name is none of a camera', async () => {
    const { dir, files, index } = await recorded()
    mkdirSync(join(dir, '100% kept'))
    expect(await reconcile(files, index)).toEqual({ added: 0, removed: 0 })
  })
})

describe('retention', () => {
  it('goes on where nothing is recorded any more', async () => {
    const { clock, folder, restart, archive, hour } = await recorded()
    clock.nowMs = noon + 29 * 86_400_000
    await (await restart()).retention.dispose()
    expect(segmentsIn(folder)).toHaveLength(3)
    clock.nowMs = noon + 30 * 86_400_000 + 60_000
    await (await restart()).retention.dispose()
    expect(segmentsIn(folder)).toEqual([])
    expect(await archive.coverage('cam-01', hour)).toEqual([])
  })

  it('believes a clock that was set ahead when it has stayed so for a day', async () => {
    const { clock, folder, restart } = await recorded()
    const { retention } = await restart()
    onTestFinished(() => retention.dispose())
    await retention.sweep()
    for (const aheadDays of [40, 0, 40]) {
      clock.setAheadMs = aheadDays * 86_400_000
      for (const minute of [1, 2]) {
        clock.nowMs += minute * 60_000
        await retention.sweep()
      }
      expect(segmentsIn(folder)).toHaveLength(3)
    }
    clock.nowMs += 86_400_000 - 240_000
    await retention.sweep()
    expect(segmentsIn(folder)).toHaveLength(3)
    clock.nowMs += 240_000
    await retention.sweep()
    expect(segmentsIn(folder)).toEqual([])
  })

  it('goes on by the time before a clock was set ahead, or the machine slept', async () => {
    const { clock, folder, restart } = await recorded()
    clock.nowMs = noon + 30 * 86_400_000 - 3_600_000
    const { retention } = await restart()
    onTestFinished(() => retention.dispose())
    const sweeping = retention.sweep()
    expect(retention.sweep()).toBe(sweeping)
    await sweeping
    clock.setAheadMs = 7_200_000
    await retention.sweep()
    expect(segmentsIn(folder)).toHaveLength(3)
    clock.nowMs += 3_605_000
    await retention.sweep()
    expect(segmentsIn(folder)).toHaveLength(1)
  })

  it('removes what is too old, files first out of the index', async () => {
    const { files, index, folder, archive, hour } = await recorded()
    const old = { ...track, endMs: noon, initHash: '000000000000', bytes: 1 }
    await index.add(Array.from({ length: 200 }, (_, at) => ({ ...old, startMs: noon - 3_600_000 + at })))
    const [entry, file] = [vi.spyOn(index, 'remove'), vi.spyOn(files, 'remove')]
    const limits = { maxAgeMs: 10_000, maxBytes: 1e9 }
    expect(await sweep(files, index, limits, noon + 13_000, await index.totalBytes())).toBe(201)
    expect(entry.mock.invocationCallOrder[0]).toBeLessThan(file.mock.invocationCallOrder[0] ?? 0)
    expect(await archive.coverage('cam-01', hour)).toEqual([{ startMs: noon + 2_000, endMs: noon + 6_000 }])
    expect(segmentsIn(folder)).toHaveLength(2)
  })

  it('tries again to remove a file that could not be removed, and removes the others', async () => {
    const { files, index, folder } = await recorded()
    const name = segmentsIn(folder)[0] ?? ''
    const path = join(folder, name)
    renameSync(path, `${path}.away`)
    mkdirSync(path)
    const limits = { maxAgeMs: 0, maxBytes: 1e9 }
    await expect(sweep(files, index, limits, noon + 60_000, await index.totalBytes())).rejects.toThrow()
    expect(segmentsIn(folder)).toEqual([name])
    rmdirSync(path)
    renameSync(`${path}.away`, path)
    expect(await sweep(files, index, limits, noon + 60_000, await index.totalBytes())).toBe(1)
    expect(segmentsIn(folder)).toEqual([])
  })

  it('removes the oldest until the rest has room', async () => {
    const { files, index, hour } = await recorded()
    const [, second, third] = await index.within(track, hour, 12_000)
    const maxBytes = (second?.bytes ?? 0) + (third?.bytes ?? 0)
    expect(await sweep(files, index, { maxAgeMs: 1e12, maxBytes }, noon, await index.totalBytes())).toBe(1)
    expect(await index.totalBytes()).toBe(maxBytes)
    expect(await sweep(files, index, { maxAgeMs: 1e12, maxBytes }, noon, await index.totalBytes())).toBe(0)
  })

  it('adds up all bytes once, and then counts what is listed and removed', async () => {
    const { record, db, index, hour } = await stand()
    expect(await index.totalBytes()).toBe(0)
    await record(0, 100)
    const [first, second, third] = await index.within(track, hour, 12_000)
    if (first === undefined || second === undefined || third === undefined) throw new Error('no segments')
    await index.remove([first, first, second])
    await index.add([second, third])
    const asked = vi.spyOn(db, 'prepare')
    expect(await index.totalBytes()).toBe(second.bytes + third.bytes)
    expect(asked).not.toHaveBeenCalled()
    expect(await new SegmentIndex(db).totalBytes()).toBe(second.bytes + third.bytes)
  })

  it('keeps the room that was given last, and removes nothing for a limit that nobody gave', async () => {
    const { db, dir, folder, restart } = await stand()
    db.prepare(`insert into organization (id, name) values (?, 'demo')`).run(demoSite.orgId)
    mkdirSync(folder, { recursive: true })
    /** A segment of so many gigabytes, of which the disk holds none. */
    const add = (second: number, gigabytes: number) => {
      const path = join(folder, `${noon + second * 1_000}-${noon + second * 1_000 + 1_000}-000000000000.m4s`)
      writeFileSync(path, '')
      truncateSync(path, gigabytes * 1e9)
    }
    const startWith = async (gigabytes: number | undefined) => {
      const { recorder, retention } = await restart({ days: undefined, gigabytes })
      await retention.dispose()
      await recorder?.dispose()
      return segmentsIn(folder).length
    }
    for (const second of [0, 1, 2]) add(second, 10)
    // The disk of recordings is not there yet: what is read then says nothing of what is to be kept.
    const mendFolder = breakFolder(dir)
    await startWith(undefined).catch(() => 0)
    mendFolder()
    expect(await startWith(undefined)).toBe(3)
    expect(await startWith(60)).toBe(3)
    for (const second of [3, 4, 5]) add(second, 10)
    expect(await startWith(undefined)).toBe(6)
    add(6, 1)
    expect(await startWith(undefined)).toBe(6)
    expect(await startWith(11)).toBe(2)
  })
})

describe('recorded and looped footage together', () => {
  const range = { startMs: noon, endMs: noon + 24_000 }
  async function together(isRecording: boolean) {
    const { record, files, index, layers, clock } = await stand()
    clock.nowMs = noon + 20_000
    const loop = new LoopedArchive({
      cameras: [{ cameraId: 'cam-01', number: 1, timeZone: 'UTC', framesPerSecond: 15, layers }],
      gapsOf: () => [],
      clock,
      retentionMs: 3_600_000,
      leastSegmentSeconds: 1,
    })
    const recorded = new RecordedArchive({ files, index, longestSegmentMs: 12_000, isRecording })
    const both = new LayeredRecordings(recorded, loop)
    /** What is listed, as kind and second; held against what is said to be covered. */
    const listed = async () => {
      const segments = await both.segments('cam-01', 'full', range)
      for (const { name, init } of segments) {
        expect(await both.file('cam-01', 'full', name)).toBeDefined()
        expect(await both.file('cam-01', 'full', init)).toBeDefined()
      }
      expect(await both.coverage('cam-01', range)).toEqual(joined(segments, 2))
      return segments.map(({ name, startMs }) => `${name.split('-')[0]} ${(startMs - noon) / 1_000}`)
    }
    return { record, listed }
  }

  it('show the loop until the recording began, and from then on only what was recorded', async () => {
    const { record, listed } = await together(true)
    expect(await listed()).toHaveLength(20)
    await record(30, 130)
    await record(195, 270)
    expect(await listed()).toEqual([
      'archive 0',
      'archive 1',
      'recorded 2',
      'recorded 4',
      'recorded 6',
      'recorded 8',
      'recorded 13',
      'recorded 15',
    ])
  })

  it('are apart where the recording began within a segment of the loop', async () => {
    const { record, listed } = await together(true)
    await record(30, 100, 300)
    expect(await listed()).toEqual(['archive 0', 'archive 1', 'recorded 2.3', 'recorded 4.3'])
  })

  it('show the loop again after a recording that does not go on', async () => {
    const { record, listed } = await together(false)
    await record(30, 100, 300)
    expect(await listed()).toEqual([
      'archive 0',
      'archive 1',
      'recorded 2.3',
      'recorded 4.3',
      ...Array.from({ length: 13 }, (_, at) => `archive ${at + 7}`),
    ])
  })
})
