import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { planCameras } from '../../../../src-site/footage/catalogue.ts'
import { footageVersion } from '../../../../src-site/footage/footage-version.ts'
import { makeFootage } from '../../../../src-site/footage/make-footage.ts'
import { type FootageManifest, loadFootage } from '../../../../src-site/footage/manifest.ts'

let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tessera-footage-'))
})

afterEach(async () => {
  await rm(dir, { recursive: true, force: true })
})

it('reads what was written', async () => {
  await write(manifest('abc'))
  expect(await loadFootage(dir)).toEqual({ ok: true, value: manifest('abc') })
})

it('says that there is nothing yet', async () => {
  expect(await loadFootage(join(dir, 'nowhere'))).toMatchObject({ ok: false, error: { code: 'missing' } })
})

it.each([
  ['cut off', '{"version": "abc", "came'],
  ['of another shape', '{"version": 1}'],
  ['pointing out of the folder', JSON.stringify(manifest('abc', '../../etc/passwd'))],
])('calls a list damaged that is %s', async (_case, text) => {
  await writeFile(join(dir, 'manifest.json'), text)
  expect(await loadFootage(dir)).toMatchObject({ ok: false, error: { code: 'damaged' } })
})

it('makes nothing when the footage of this version is there', async () => {
  const present = manifest(await footageVersion())
  await write(present)
  const made = await makeFootage({ dir, cameras: 1, chromiumPath: '/nonexistent' })
  expect(made).toEqual({ ok: true, value: present })
})

it('does not take footage of another version, or too little of it, for done', async () => {
  await write(manifest('abc'))
  const order = { dir, cameras: 1, chromiumPath: '/nonexistent' }
  expect(await makeFootage(order)).toMatchObject({ ok: false, error: { code: 'no_chromium' } })
  await write(manifest(await footageVersion()))
  expect(await makeFootage({ ...order, cameras: 2 })).toMatchObject({
    ok: false,
    error: { code: 'no_chromium' },
  })
})

it('is stopped by its signal before it starts anything', async () => {
  const made = await makeFootage({ dir, cameras: 1, signal: AbortSignal.abort() })
  expect(made).toMatchObject({ ok: false, error: { code: 'cancelled' } })
})

it('changes its version with the drawing sources only', async () => {
  await writeFile(join(dir, 'catalogue.ts'), 'one')
  await writeFile(join(dir, 'footage-defaults.ts'), 'x')
  await writeFile(join(dir, 'frame-code.ts'), 'x')
  await mkdir(join(dir, 'page'))
  const before = await footageVersion(dir)
  await writeFile(join(dir, 'make.ts'), 'anything')
  expect(await footageVersion(dir)).toBe(before)
  await writeFile(join(dir, 'page/scene.ts'), 'new')
  expect(await footageVersion(dir)).not.toBe(before)
})

it('plans fewer cameras as the beginning of more, each with its own name', () => {
  const all = planCameras(36)
  expect(planCameras(9)).toEqual(all.slice(0, 9))
  expect(new Set(all.map(({ name }) => name)).size).toBe(36)
  expect(all.map(({ number }) => number)).toEqual(Array.from({ length: 36 }, (_, index) => index + 1))
  expect(() => planCameras(37)).toThrow(RangeError)
  expect(() => planCameras(0)).toThrow(RangeError)
})

function write(content: FootageManifest): Promise<void> {
  return writeFile(join(dir, 'manifest.json'), JSON.stringify(content))
}

function manifest(version: string, file = 'abc/camera-001-640.h264'): FootageManifest {
  return {
    version,
    framesPerSecond: 15,
    durationSeconds: 60,
    cameras: [
      {
        number: 1,
        name: 'Main entrance',
        group: 'Entrance',
        layers: [{ widthPx: 640, heightPx: 360, bitsPerSecond: 600_000, file }],
      },
    ],
  }
}
