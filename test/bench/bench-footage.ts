import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type FootageCamera, footageManifestSchema } from '../../src-site/footage/manifest.ts'
import { accessUnits } from '../../src-site/media/annexb.ts'
import { footageDir } from '../stand/wall-stand.ts'
import { startBareServer } from './bare-server.ts'
import { openBenchPage } from './bench-page.ts'
import { bundle } from './bundle.ts'

const maker = resolve(import.meta.dirname, '../../src-site/footage/make.ts')
const CAMERAS = 24
const SPARSE_GOP_SECONDS = 4
/** Cameras with a key frame every four seconds, as many a camera sends by default. */
export const SPARSE_CAMERAS = [23, 24]

const startCode = Buffer.from([0, 0, 0, 1])

async function readManifest(dir: string) {
  return footageManifestSchema.parse(JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8')))
}

/** Writes the layers of a camera anew with rare key frames; the browser that drew them codes them, too. */
async function makeSparse(camera: FootageCamera, framesPerSecond: number, from: string, to: string) {
  const server = await startBareServer()
  const opened = await openBenchPage(`${server.url}blank`)
  const { page } = opened
  await page.addScriptTag({ content: await bundle('rare-key-frames.ts', 'iife') })
  for (const layer of camera.layers) {
    const units = accessUnits(await readFile(join(from, layer.file)))
    const pictures = units.map(({ isKeyFrame, nals }) => ({
      isKeyFrame,
      base64: Buffer.concat(nals.flatMap((nal) => [startCode, nal])).toString('base64'),
    }))
    const size = { width: layer.widthPx, height: layer.heightPx, bitrate: layer.bitsPerSecond }
    const order = [pictures, size, framesPerSecond, SPARSE_GOP_SECONDS * framesPerSecond] as const
    const base64 = await page.evaluate((given) => window.rareKeyFrames.reencode(...given), order)
    await writeFile(join(to, layer.file), Buffer.from(base64, 'base64'))
  }
  await opened.dispose()
  await server.dispose()
}

/**
 * The folder of clips for `bench switch`, made once beside the demo cameras: 24 cameras, the last ones with
 * rare key frames. What set-up has drawn is used as it is.
 */
export async function benchFootage(): Promise<string> {
  await promisify(execFile)(process.execPath, [maker, '--out', footageDir, '--cameras', String(CAMERAS)])
  const manifest = await readManifest(footageDir)
  const dir = resolve(footageDir, '..', `bench-footage-${manifest.version}`)
  if (existsSync(join(dir, 'manifest.json'))) return dir
  await mkdir(join(dir, manifest.version), { recursive: true })
  for (const camera of manifest.cameras) {
    if (SPARSE_CAMERAS.includes(camera.number)) {
      await makeSparse(camera, manifest.framesPerSecond, footageDir, dir)
    } else {
      for (const { file } of camera.layers) await symlink(join(footageDir, file), join(dir, file))
    }
  }
  await writeFile(join(dir, 'manifest.json'), JSON.stringify(manifest))
  return dir
}
