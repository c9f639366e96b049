import { hash } from 'node:crypto'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { demoFootageDir, type FootageManifest, loadFootage } from '#site/footage/manifest.ts'
import { readSound, soundPacketsPerSecond } from '#site/media/sound.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { doubtAbout } from '#tools/demo-footage/inspect-clip.ts'
import { unwrap } from '#test/stand/unwrap.ts'

const clip = Buffer.from('pictures')

let dir: string

beforeEach(() => {
  dir = tempDir()
})

it('reads what was written', async () => {
  await write(manifest())
  expect(await loadFootage(dir)).toEqual({ ok: true, value: manifest() })
})

it('says that there is nothing', async () => {
  expect(await loadFootage(join(dir, 'nowhere'))).toEqual({
    ok: false,
    error: expect.stringContaining('There is no demo footage'),
  })
})

it.each([
  ['cut off', '{"cameras": [{"num'],
  ['of another shape', '{"framesPerSecond": 1}'],
  ['pointing out of the folder', JSON.stringify(manifest('../../etc/passwd'))],
])('calls a list damaged that is %s', async (_case, text) => {
  await writeFile(join(dir, 'manifest.json'), text)
  expect(await loadFootage(dir)).toEqual({
    ok: false,
    error: expect.stringMatching(/^The list .* is damaged/),
  })
})

it('names a clip that is not the one of its checksum', async () => {
  await write(manifest())
  await writeFile(join(dir, 'camera-001-640.h264'), Buffer.from('Pictures'))
  expect(await loadFootage(dir)).toMatchObject({
    error: expect.stringMatching(/camera-001-640\.h264 is damaged/),
  })
})

it('says that a clip cannot be read', async () => {
  await write(manifest())
  await rm(join(dir, 'camera-001-640.h264'))
  expect(await loadFootage(dir)).toEqual({ ok: false, error: expect.stringContaining('cannot be read') })
})

describe('the demo clips', () => {
  it('have sound of one second of Opus where they have any', async () => {
    const footage = unwrap(await loadFootage(demoFootageDir))
    const sounds = footage.cameras.flatMap(({ sound }) => sound ?? [])
    expect(sounds.length).toBeGreaterThan(1)
    for (const { file } of sounds) {
      const packets = await readSound(join(demoFootageDir, file))
      expect(packets).toHaveLength(soundPacketsPerSecond)
      // All packets of 20 ms of one stream begin with the same configuration (RFC 6716 §3.1).
      expect(new Set(packets.map((packet) => packet[0])).size).toBe(1)
    }
  })

  it('are 36 cameras, each with its own name and number, in two sizes', async () => {
    const { cameras } = unwrap(await loadFootage(demoFootageDir))
    expect(new Set(cameras.map(({ name }) => name)).size).toBe(36)
    expect(cameras.map(({ number }) => number)).toEqual(Array.from({ length: 36 }, (_, index) => index + 1))
    for (const { layers } of cameras) expect(layers.map(({ widthPx }) => widthPx)).toEqual([640, 320])
    // The first sixteen are filmed, the others share their clips.
    const files = (from: number, to: number) =>
      new Set(cameras.slice(from, to).flatMap(({ layers }) => layers.map(({ file }) => file)))
    expect(files(0, 16).size).toBe(32)
    expect(files(16, 36).isSubsetOf(files(0, 16))).toBe(true)
  })

  it('are what a publisher counts on, and together no more than 20 MB', async () => {
    const footage = unwrap(await loadFootage(demoFootageDir))
    let bytes = 0
    for (const { file } of footage.cameras.slice(0, 16).flatMap(({ layers }) => layers)) {
      const path = join(demoFootageDir, file)
      bytes += (await stat(path)).size
      expect(doubtAbout(await readFile(path)), file).toBeUndefined()
    }
    expect(bytes).toBeLessThanOrEqual(20_000_000)
  })
})

async function write(content: FootageManifest): Promise<void> {
  await writeFile(join(dir, 'camera-001-640.h264'), clip)
  await writeFile(join(dir, 'manifest.json'), JSON.stringify(content))
}

function manifest(file = 'camera-001-640.h264'): FootageManifest {
  return {
    framesPerSecond: 15,
    durationSeconds: 30,
    cameras: [
      {
        number: 1,
        name: 'Main entrance',
        group: 'Entrance',
        layers: [{ widthPx: 640, heightPx: 360, bitsPerSecond: 250_000, file, sha256: hash('sha256', clip) }],
      },
    ],
  }
}
