/** @module-tag long */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { coverageResponse, startPlaybackResponse } from '#contract/platform/playback.ts'
import { footageDefaults } from '#tools/demo-footage/footage-defaults.ts'
import { seamMs } from '#site/playback/media-playlist.ts'
import { joined } from '#site/playback/time-range.ts'
import { addressesIn, faultsOfMedia } from '../../stand/manifest-lint.ts'
import { footageDir } from '../../stand/wall-stand.ts'
import { ask, bearer } from '../api/requests.ts'
import { startSite, type TestSite } from '../start-site.ts'
import { countPackets, playWithFfmpeg, whyNoFfmpeg } from './ffmpeg.ts'
import { sharedDir } from '#test/stand/temp-dir.ts'

const cameras = 4
const periodMs = 1_000 / footageDefaults.framesPerSecond
const dataDir = sharedDir()

async function recordingSite(): Promise<TestSite> {
  const site = await startSite({ dataDir, cameras, footageDir, flags: ['--record'] })
  onTestFinished(() => site.stop().then(() => undefined))
  return site
}
const folderOf = (cameraId: string, rendition = 'full') => join(dataDir, 'recordings', cameraId, rendition)

/** Finished segments of a folder, in the order of their time. */
async function segmentsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith('.m4s')).sort()
}

async function recordedUntil(folder: string, segments: number): Promise<void> {
  while ((await segmentsIn(folder)).length < segments) await new Promise((resolve) => setTimeout(resolve, 50))
}

async function playlistOf(site: TestSite, key: string, startMs: number, endMs: number, cameraId = 'cam-01') {
  const query = `cameraId=${cameraId}&start=${startMs}&end=${endMs}`
  const answer = await ask(`${site.baseUrl}/v1/playback/start?${query}`, { headers: bearer(key) })
  const { url } = startPlaybackResponse.parse(answer.json)
  const [variant = ''] = addressesIn((await ask(url)).text)
  const playlist = new URL(variant, url).href
  return { url, playlist, text: (await ask(playlist)).text }
}

describe('a site that is killed while it records', () => {
  it('has every finished segment after its next start, and not the half one', async (context) => {
    const reason = whyNoFfmpeg()
    if (reason !== undefined) context.skip(reason)
    const killed = await recordingSite()
    await recordedUntil(folderOf('cam-01'), 4)
    await killed.kill()
    const finished = await segmentsIn(folderOf('cam-01'))
    // What a kill in the middle of a write leaves behind.
    await writeFile(
      join(folderOf('cam-01'), `${Date.now()}-${Date.now() + 2_000}-0123456789ab.m4s.part`),
      'half',
    )
    const halves = (await readdir(folderOf('cam-01'))).filter((name) => name.endsWith('.part'))
    // And one between the file and its entry in the index.
    const index = new Database(join(dataDir, 'site.db'))
    index
      .prepare(`delete from recorded_segment where start_ms = ?`)
      .run(Number(finished.at(-1)?.split('-')[0]))
    index.close()

    const site = await recordingSite()
    const key = await site.apiKey()
    const left = await readdir(folderOf('cam-01'))
    expect(halves.filter((name) => left.includes(name))).toEqual([])
    const [init = ''] = (await readdir(folderOf('cam-01'))).filter((name) => name.startsWith('init-'))
    for (const name of finished) {
      const whole = join(dataDir, 'one.mp4')
      const parts = await Promise.all([init, name].map((part) => readFile(join(folderOf('cam-01'), part))))
      await writeFile(whole, Buffer.concat(parts))
      expect((await countPackets(whole))[0]).toBeGreaterThan(0)
    }
    const startMs = Number(finished[0]?.split('-')[0])
    const endMs = Number(finished.at(-1)?.split('-')[1])
    const { text } = await playlistOf(site, key, startMs, endMs)
    expect(faultsOfMedia(text)).toEqual([])
    const listed = addressesIn(text).filter((name) => name.startsWith('recorded-'))
    expect(listed).toEqual(finished.map((name) => `recorded-${name.split('-')[0]}.m4s`))
  })

  it('goes on recording, and plays what both starts recorded with the loop before it', async (context) => {
    const reason = whyNoFfmpeg()
    if (reason !== undefined) context.skip(reason)
    const before = (await segmentsIn(folderOf('cam-01'))).length
    const site = await recordingSite()
    const key = await site.apiKey()
    await recordedUntil(folderOf('cam-01'), before + 3)
    const firstMs = Number((await segmentsIn(folderOf('cam-01')))[0]?.split('-')[0])
    const { url, text } = await playlistOf(site, key, firstMs - 60_000, Date.now())
    expect(faultsOfMedia(text)).toEqual([])
    const kinds = new Set(addressesIn(text).map((name) => name.split('-')[0]))
    expect(kinds).toEqual(new Set(['archive', 'recorded']))
    // A change of the initialization segment is beyond ffmpeg 5's taste, but not its ability: it warns of each.
    const { messages, frames } = await playWithFfmpeg(url, 'error')
    expect(messages).toBe('')
    const listedSeconds = [...text.matchAll(/EXTINF:([\d.]+)/g)].reduce(
      (sum, [, one]) => sum + Number(one),
      0,
    )
    expect(frames).toBeGreaterThan(listedSeconds * 15 * 0.9)
  })

  it('shows what was recorded also when it records no more, and nothing after a reset', async () => {
    const finished = await segmentsIn(folderOf('cam-01'))
    const startMs = Number(finished[0]?.split('-')[0])
    const endMs = Number(finished[0]?.split('-')[1])
    const names = async (flags: string[]) => {
      const site = await startSite({ dataDir, cameras, footageDir, withMediaServer: false, flags })
      const { text } = await playlistOf(site, await site.apiKey(), startMs, endMs)
      await site.stop()
      return addressesIn(text).map((name) => name.split('-')[0])
    }
    expect(await names([])).toEqual(['recorded'])
    expect(new Set(await names(['--reset']))).toEqual(new Set(['archive']))
    expect(await segmentsIn(folderOf('cam-01'))).toEqual([])
  })
})

describe('a camera that stops', () => {
  it('has a gap in its recording, and begins again with a key frame', async () => {
    const site = await recordingSite()
    const key = await site.apiKey()
    await recordedUntil(folderOf('cam-02'), 2)
    await site.freeze('cam-02')
    const frozenAtMs = Date.now()
    const frozen = (await segmentsIn(folderOf('cam-01'))).length
    await recordedUntil(folderOf('cam-01'), frozen + 2)
    const resumedAtMs = Date.now()
    await site.resume('cam-02')
    const resumed = (await segmentsIn(folderOf('cam-02'))).length
    await recordedUntil(folderOf('cam-02'), resumed + 3)
    const names = await segmentsIn(folderOf('cam-02'))
    const files = names.map((name) => {
      const [startMs = 0, endMs = 0] = name.split('-').map(Number)
      return { startMs, endMs }
    })
    const stretches = joined(files, 1_000)
    const atTheStop = stretches.filter(({ endMs }, at) => {
      const next = stretches[at + 1]
      // A picture is of the instant at which it was due: at most a period before it was sent, and rounded.
      return next !== undefined && endMs <= frozenAtMs + 100 && next.startMs > resumedAtMs - periodMs - 1
    })
    expect(atTheStop).toHaveLength(1)
    const recorded = joined(files, seamMs)
    const [startMs, endMs] = [files[0]?.startMs ?? 0, files.at(-1)?.endMs ?? 0]
    const covered = async () => {
      const query = `cameraId=cam-02&start=${startMs}&end=${endMs}`
      const answer = await ask(`${site.baseUrl}/v1/playback/coverage?${query}`, { headers: bearer(key) })
      return coverageResponse.parse(answer.json).ranges
    }
    // The newest segments are entered in the index together.
    await expect.poll(covered).toEqual(recorded.map((stretch) => [stretch.startMs, stretch.endMs]))
    const { text } = await playlistOf(site, key, startMs, endMs, 'cam-02')
    expect(faultsOfMedia(text)).toEqual([])
    expect(addressesIn(text)).toEqual(files.map((file) => `recorded-${file.startMs}.m4s`))
  })
})
