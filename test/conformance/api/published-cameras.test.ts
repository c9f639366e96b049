import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FootageManifest } from '#site/footage/manifest.ts'
import { startSite, type TestSite } from '../start-site.ts'
import { ask, bearer } from './requests.ts'
import { sharedDir } from '#test/stand/temp-dir.ts'

const clips = resolve(import.meta.dirname, '../../fixtures/h264')
const clip = (file: string) => ({ file, sha256: hash('sha256', readFileSync(join(clips, file))) })
const manifest: FootageManifest = {
  framesPerSecond: 15,
  durationSeconds: 2,
  cameras: [1, 2, 3].map((number) => ({
    number,
    name: `Dock ${number}`,
    group: 'Yard',
    layers: [
      { widthPx: 256, heightPx: 144, bitsPerSecond: 80_000, ...clip('clock-256.h264') },
      { widthPx: 128, heightPx: 72, bitsPerSecond: 40_000, ...clip('clock-128.h264') },
    ],
  })),
}

const footageDir = sharedDir()
let site: TestSite

beforeAll(async () => {
  await cp(clips, footageDir, { recursive: true })
  await writeFile(join(footageDir, 'manifest.json'), JSON.stringify(manifest))
  site = await startSite({ footageDir, cameras: 2 })
})
afterAll(() => site?.stop())

const health = async () => (await ask(`${site.baseUrl}/healthz`)).json

/** Asks until it is so: the test's own time limit is the only one. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 30))
}
const publishing = (count: number) => until(async () => (await site.media()).publishing === count)

describe('a site with footage', () => {
  it('publishes as many cameras as it was asked for, under the names of their footage', async () => {
    await site.published(2)
    const { json } = await ask(`${site.baseUrl}/v1/cameras`, { headers: bearer(await site.apiKey()) })
    expect(json).toMatchObject({ items: [{ id: 'cam-01', name: 'Dock 1', group: 'Yard' }, { id: 'cam-02' }] })
    expect(await health()).toMatchObject({ status: 'ok', cameras: { wanted: 2, publishing: 2 } })
  })

  it('says that it is degraded while a camera is away', async () => {
    await site.stopCamera('cam-02')
    await publishing(1)
    expect(await health()).toMatchObject({ status: 'degraded', cameras: { wanted: 2, publishing: 1 } })
    await site.resume('cam-02')
    await publishing(2)
    expect(await health()).toMatchObject({ status: 'ok' })
  })

  it('publishes again after its media server was killed', async () => {
    const pid = await site.mediaServerPid()
    const timesPublished = async () =>
      (await readFile(site.logFile, 'utf8')).split('all cameras are published').length
    const before = await timesPublished()
    await site.killMediaServer()
    await until(async () => (await site.media()).pid !== pid)
    await until(async () => (await timesPublished()) > before)
    await site.published(2)
    expect(await health()).toMatchObject({ status: 'ok', mediaServer: 'up' })
  })

  it('does to a camera what a test asks for', async () => {
    await site.freeze('cam-01')
    await site.setHabits('cam-01', { ignoresPli: true })
    await site.setHabits('cam-01', {})
    await site.resume('cam-01')
    expect((await site.media()).publishing).toBe(2)
  })
})
