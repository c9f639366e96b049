import { copyFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FilmedCamera } from '#site/footage/filmed-camera.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

const fixtures = resolve(import.meta.dirname, '../../../fixtures/h264')

/** The smaller one of the clip, recorded or cut as the only one. */
export const testLayer = {
  rendition: 'full',
  sourceLayer: 0,
  widthPx: 128,
  heightPx: 72,
  bitsPerSecond: 50_000,
  framesPerSecond: 15,
  hasSound: false,
} as const

/** Two layers of a clip of 2 s at 15 pictures a second with a key frame a second, in a folder of the test's own. */
export function testClip(): FilmedCamera['layers'] {
  const dir = tempDir()
  return [
    { name: 'clock-128.h264', widthPx: 128, heightPx: 72, bitsPerSecond: 20_000 },
    { name: 'clock-256.h264', widthPx: 256, heightPx: 144, bitsPerSecond: 45_000 },
  ].map(({ name, ...size }) => {
    const file = join(dir, name)
    copyFileSync(join(fixtures, name), file)
    return { ...size, file }
  })
}
