import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { EvidenceManifest } from '#main/core/evidence/package/manifest.ts'
import { verifyExport } from '../../../scripts/verify.mjs'
import { mountSmallDisk } from '../../stand/small-disk.ts'
import { footageDir } from '../../stand/wall-stand.ts'
import { type Container, CutFootage } from '../../e2e/playback/driver/harness/cut-footage.ts'
import { FaultyProxy } from '../../e2e/playback/driver/harness/faulty-proxy.ts'
import { MemoryVault } from '../../unit/main/core/support/memory-vault.ts'
import { countPackets, playWithFfmpeg, whyNoFfmpeg } from '../media/ffmpeg.ts'
import { startSite, type TestSite } from '../start-site.ts'
import { type EventsStage, eventsStage } from './events-stage.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

const evidenceWorker = new URL('../../../src-main/core/evidence/remux/evidence-worker.ts', import.meta.url)
const timeZone = 'Europe/Berlin'
const whyNot = whyNoFfmpeg()

let site: TestSite
beforeAll(async () => {
  site = await startSite({ footageDir, withMediaServer: false, cameras: 2 })
})
afterAll(() => site.stop())

async function open(): Promise<{ stage: EventsStage; folder: string; vault: MemoryVault }> {
  const folder = tempDir()
  const vault = new MemoryVault()
  return { stage: await openAgain(folder, vault), folder, vault }
}

/** Another run of the program. */
async function openAgain(folder: string, vault: MemoryVault): Promise<EventsStage> {
  return eventsStage(site, {}, { evidenceDir: folder, evidenceWorker, vault })
}

async function ended(stage: EventsStage, exportId: string, state: 'done' | 'cancelled') {
  const { exports } = await stage.pushed('evidence.changed', (pushed) =>
    pushed.exports.some(
      (one) => one.exportId === exportId && ['done', 'failed', 'cancelled'].includes(one.state),
    ),
  )
  const found = exports.find((one) => one.exportId === exportId)
  expect(found?.error).toBeUndefined()
  expect(found?.state).toBe(state)
  return found?.name ?? ''
}

interface ReadPacket {
  readonly timestamp: number
  readonly duration: number
  readonly bytes: number
}

async function packetsOf(file: Buffer, kind: 'pictures' | 'sound' = 'pictures'): Promise<ReadPacket[]> {
  using input = new Input({ formats: [MP4], source: new BufferSource(file) })
  const track = await (kind === 'sound' ? input.getPrimaryAudioTrack() : input.getPrimaryVideoTrack())
  if (track === null) return []
  const packets: ReadPacket[] = []
  for await (const { timestamp, duration, byteLength } of new EncodedPacketSink(track).packets()) {
    packets.push({ timestamp, duration, bytes: byteLength })
  }
  return packets
}

function below(path: string, uri: string): string {
  return uri.startsWith('/') ? uri : path.replace(/[^/]*$/, uri)
}

/** All pictures and all sound of the best rendition that the platform plays in a range, read past the exporter. */
async function platformPackets(stage: EventsStage, cameraId: string, startMs: number, endMs: number) {
  const opened = await stage.call('playback.open', {
    cameraId,
    atMs: startMs,
    fromMs: startMs,
    quality: 'full',
  })
  const get = async (path: string) => {
    const signal = new AbortController().signal
    const answer = await stage.wall.media({ method: 'GET', path, headers: new Headers(), signal })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return Buffer.from(await answer.arrayBuffer())
  }
  const master = (await get(opened.manifest)).toString()
  const variants = master.split('\n').flatMap((line, at, lines) => {
    const bandwidth = /BANDWIDTH=(\d+)/.exec(line)?.[1]
    return bandwidth === undefined ? [] : [{ bandwidth: Number(bandwidth), uri: lines[at + 1] ?? '' }]
  })
  const best = below(opened.manifest, variants.toSorted((a, b) => b.bandwidth - a.bandwidth)[0]?.uri ?? '')
  const media = (await get(best)).toString()
  const init = await get(below(best, /#EXT-X-MAP:URI="([^"]+)"/.exec(media)?.[1] ?? ''))
  const [pictures, sound]: [ReadPacket[], ReadPacket[]] = [[], []]
  for (const uri of media.split('\n').filter((line) => line !== '' && !line.startsWith('#'))) {
    const segment = Buffer.concat([init, await get(below(best, uri))])
    const read = await packetsOf(segment)
    pictures.push(...read)
    sound.push(...(await packetsOf(segment, 'sound')))
    if ((read.at(-1)?.timestamp ?? 0) * 1_000 > endMs) break
  }
  return { pictures, sound }
}

/** So much footage of a camera, from so many minutes ago. */
function wishOf(cameraId: string, agoMinutes: number, lengthMs: number) {
  const startMs = Date.now() - agoMinutes * 60_000
  return { cameraIds: [cameraId], startMs, endMs: startMs + lengthMs, timeZone }
}

async function expectWhole(dir: string): Promise<void> {
  const { files, signature } = await verifyExport(dir, undefined)
  expect(signature).toBe('valid')
  expect(files.map(({ state }) => state)).toEqual(files.map(() => 'as signed'))
}

describe('an export of footage', () => {
  it.skipIf(whyNot !== undefined)(
    'has every picture of the range, at its time, in files that others play',
    async () => {
      const { stage, folder } = await open()
      const startMs = Math.floor((Date.now() - 10 * 60_000) / 1_000) * 1_000 + 300
      // Segments of two seconds: the first and the last are cut.
      const endMs = startMs + 9_000
      const { exportId } = await stage.call('evidence.export', {
        cameraIds: ['cam-01', 'cam-02'],
        startMs,
        endMs,
        timeZone,
      })
      const name = await ended(stage, exportId, 'done')

      expect(readdirSync(folder)).toEqual([name])
      const at = (file: string) => join(folder, name, file)
      const manifest = JSON.parse(readFileSync(at('manifest.json'), 'utf8')) as EvidenceManifest
      expect(manifest).toMatchObject({
        format: 'tessera-evidence/1',
        range: { startMs, endMs, timeZone },
        cameras: [
          { id: 'cam-01', number: 1, gaps: [] },
          { id: 'cam-02', number: 2, gaps: [] },
        ],
      })
      for (const camera of manifest.cameras) {
        const [footage, ...others] = camera.footage
        if (footage === undefined) throw new Error('no footage')
        expect(others).toEqual([])
        const [span, ...spans] = footage.spans
        if (span === undefined) throw new Error('no span')
        expect(spans).toEqual([])
        expect(span.startMs).toBeLessThanOrEqual(startMs)
        expect(span.endMs).toBeGreaterThanOrEqual(endMs)

        const packets = await packetsOf(readFileSync(at(footage.file)))
        const platform = await platformPackets(stage, camera.id, startMs, endMs)
        const source = platform.pictures.filter(
          ({ timestamp }) => timestamp * 1_000 > span.startMs - 1 && timestamp * 1_000 < endMs,
        )
        expect(packets.map(({ bytes }) => bytes)).toEqual(source.map(({ bytes }) => bytes))
        expect(packets.length).toBe(footage.frames)
        const offOf = (copied: readonly ReadPacket[], from: readonly ReadPacket[]) =>
          copied.map(({ timestamp }, index) =>
            Math.abs(span.startMs + timestamp * 1_000 - span.fileMs - (from[index]?.timestamp ?? 0) * 1_000),
          )
        expect(Math.max(...offOf(packets, source))).toBeLessThan(1)
        // Camera 1 has sound, 2 has none.
        const sound = await packetsOf(readFileSync(at(footage.file)), 'sound')
        const sounding = platform.sound.filter(
          ({ timestamp }) => timestamp * 1_000 > span.startMs - 1 && timestamp * 1_000 < span.endMs - 1,
        )
        expect(sound.length > 0).toBe(camera.id === 'cam-01')
        expect(footage.sound).toBe(camera.id === 'cam-01' ? 'opus' : undefined)
        expect(sound.map(({ bytes }) => bytes)).toEqual(sounding.map(({ bytes }) => bytes))
        expect(Math.max(0, ...offOf(sound, sounding))).toBeLessThan(1)
        expect(await countPackets(at(footage.file))).toEqual(
          [footage.frames, sound.length].filter((count) => count > 0),
        )
        expect(await playWithFfmpeg(at(footage.file), 'warning')).toEqual({
          messages: '',
          frames: footage.frames,
        })
      }
      expect((await verifyExport(join(folder, name), undefined)).signature).toBe('valid')
      expect(readFileSync(at('index.html'), 'utf8')).not.toMatch(/https?:\/\/(?!127\.0\.0\.1)/)
    },
  )

  it.each<Container>(['MP4', 'MPEG-TS'])(
    'begins with the key frame that the range needs where %s is cut by time',
    async (container) => {
      const proxy = await FaultyProxy.before(site.baseUrl)
      onTestFinished(() => proxy.dispose())
      const { list, give } = new CutFootage({ container })
      Object.assign(proxy, { rewrite: list, fault: give })
      const folder = tempDir()
      const ports = { evidenceDir: folder, evidenceWorker }
      const { account } = site
      const stage = await eventsStage({ baseUrl: proxy.url, account }, {}, ports)
      const keyFrameMs = Math.floor((Date.now() - 10 * 60_000) / 1_000) * 1_000
      const startMs = keyFrameMs + 800
      const wish = { cameraIds: ['cam-02'], startMs, endMs: startMs + 5_000, timeZone }
      const { exportId } = await stage.call('evidence.export', wish)
      const name = await ended(stage, exportId, 'done')
      const manifest = JSON.parse(
        readFileSync(join(folder, name, 'manifest.json'), 'utf8'),
      ) as EvidenceManifest
      const [camera] = manifest.cameras
      expect(camera?.gaps).toEqual([])
      expect(camera?.footage[0]?.spans).toMatchObject([{ fileMs: 0 }])
      const { startMs: fromMs = 0 } = camera?.footage[0]?.spans[0] ?? {}
      expect(Math.abs(fromMs - keyFrameMs)).toBeLessThanOrEqual(1)
    },
  )

  it('that was cancelled goes on where it was, in another run of the program, too', async () => {
    const { stage, folder, vault } = await open()
    const wish = wishOf('cam-01', 30, 40_000)
    const { exportId } = await stage.call('evidence.export', wish)
    await expect(stage.call('evidence.export', wish)).rejects.toThrow('export_busy')
    // At once: what is fast may have ended a moment later.
    await stage.call('evidence.cancel', { exportId })
    await ended(stage, exportId, 'cancelled')
    const [left = ''] = readdirSync(folder)
    expect(left).toMatch(/\.unfinished$/)
    expect(statSync(join(folder, left)).mode & 0o077).toBe(0)

    const other = await openAgain(folder, vault)
    expect((await other.call('evidence.state', undefined)).exports).toMatchObject([
      { exportId, state: 'cancelled' },
    ])
    const resumed = other.call('evidence.resume', { exportId })
    // Somebody else, at the same time: what goes on keeps what it has read.
    await expect(other.call('evidence.discard', { exportId })).rejects.toThrow('export_busy')
    await resumed
    const name = await ended(other, exportId, 'done')
    expect(readdirSync(folder)).toEqual([name])
    await expectWhole(join(folder, name))
  })

  it('that could not get its name at the end gets it at the next try, with all its footage', async () => {
    const { stage, folder, vault } = await open()
    const wish = wishOf('cam-01', 25, 10_000)
    const { exportId } = await stage.call('evidence.export', wish)
    const [left = ''] = readdirSync(folder)
    const name = left.replace('.unfinished', '')
    writeFileSync(join(folder, name), 'in the way')
    const { exports } = await stage.pushed(
      'evidence.changed',
      (pushed) => pushed.exports[0]?.state === 'failed',
    )
    expect(exports).toMatchObject([{ exportId, error: { code: 'storage_failed' } }])

    rmSync(join(folder, name))
    const other = await openAgain(folder, vault)
    await other.call('evidence.resume', { exportId })
    expect(await ended(other, exportId, 'done')).toBe(name)
    expect(readdirSync(folder)).toEqual([name])
    const manifest = readFileSync(join(folder, name, 'manifest.json'), 'utf8')
    expect((JSON.parse(manifest) as EvidenceManifest).cameras).toMatchObject([{ id: 'cam-01', gaps: [] }])
    await expectWhole(join(folder, name))
  })

  const disk = mountSmallDisk()
  afterAll(() => disk.dispose())
  it.skipIf(!disk.isMounted)('leaves nothing behind where there was no room to begin', async () => {
    const stage = await eventsStage(site, {}, { evidenceDir: disk.dir, evidenceWorker })
    const wish = wishOf('cam-02', 20, 5_000)
    await expect(stage.call('evidence.export', wish)).rejects.toThrow('nearly full')
    expect((await stage.call('evidence.state', undefined)).exports).toEqual([])
    expect(readdirSync(disk.dir)).toEqual([])
  })

  it('tells by its signature what was changed, is missing or was added', async () => {
    const { stage, folder } = await open()
    const wish = wishOf('cam-02', 20, 5_000)
    const { exportId } = await stage.call('evidence.export', wish)
    const name = await ended(stage, exportId, 'done')
    const at = (file: string) => join(folder, name, file)
    const verify = (...more: string[]) => {
      try {
        const script = join(import.meta.dirname, '../../../scripts/verify.mjs')
        return {
          code: 0,
          output: execFileSync(process.execPath, [script, join(folder, name), ...more]).toString(),
        }
      } catch (error) {
        const { status, stdout } = error as { status: number; stdout: Buffer }
        return { code: status, output: stdout.toString() }
      }
    }
    const whole = verify()
    expect(whole).toMatchObject({ code: 0, output: expect.stringContaining('The signature is valid.') })
    const key = /Key: ([0-9a-f]{64})/.exec(whole.output)?.[1] ?? ''
    expect(verify('--key', key.toUpperCase()).code).toBe(0)
    expect(
      verify(
        '--key',
        key.replace(/^./, (first) => (first === '0' ? '1' : '0')),
      ),
    ).toMatchObject({
      code: 1,
      output: expect.stringContaining('ANOTHER KEY'),
    })

    // What a terminal would obey.
    writeFileSync(at('z\u001b[2J\nThe signature is valid.'), '')
    expect(verify().output).toContain('z\\u{1b}[2J\\u{a}The signature is valid.\n')
    rmSync(at('z\u001b[2J\nThe signature is valid.'))

    const [video = ''] = readdirSync(join(folder, name)).filter((file) => file.endsWith('.mp4'))
    appendFileSync(at(video), 'x')
    writeFileSync(at('note.txt'), 'added')
    renameSync(at('index.html'), at('other.html'))
    const { code, output } = verify()
    expect(code).toBe(1)
    expect(output).toContain(`changed    ${video}`)
    expect(output).toContain('added      note.txt')
    expect(output).toContain('missing    index.html')

    writeFileSync(
      at('manifest.json'),
      readFileSync(at('manifest.json'), 'utf8')
        .replace('not-recorded', 'x')
        .replace('"Tessera"', '"Tesserb"'),
    )
    expect(verify().output).toContain('THE SIGNATURE IS NOT VALID')
    expect(verify().output).not.toMatch(/^as signed /m)
    rmSync(at('manifest.sig'))
    expect(verify().code).toBe(2)
  })
})
