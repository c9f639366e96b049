import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectPaths } from '../../scripts/paths.mjs'
import { footageDefaults, framesPerLoop } from '#tools/demo-footage/footage-defaults.ts'
import { type FootageCamera, footageManifestSchema } from '#site/footage/manifest.ts'
import { whyNoFfmpeg } from '../conformance/media/ffmpeg.ts'
import { footageDir } from '../stand/wall-stand.ts'
import { encodeWithCodes } from './encode-with-codes.ts'

const CAMERAS = 24
const SPARSE_GOP_FRAMES = 4 * footageDefaults.framesPerSecond
/** Cameras with a key frame every four seconds, as many a camera sends by default. */
export const SPARSE_CAMERAS = [23, 24]

/** Another way of making the clips must not find those of this one. */
const version = 'bench-switch-2'

/**
 * A camera that shares another one's clip, with a clip of its own: pictures are told apart by their codes. `loops`: how
 * many times as long as the others.
 */
export async function withOwnClip(
  camera: FootageCamera,
  dir: string,
  framesPerKeyFrame: number = footageDefaults.framesPerKeyFrame,
  loops = 1,
): Promise<FootageCamera> {
  const { framesPerSecond } = footageDefaults
  const layers = camera.layers.map(async (layer) => {
    const file = `own-${camera.number}-${layer.widthPx}.h264`
    await encodeWithCodes(join(footageDir, layer.file), join(dir, file), {
      ...layer,
      framesPerSecond,
      framesPerKeyFrame,
      codes: Array.from({ length: loops * framesPerLoop }, (_, frame) => ({
        cameraNumber: camera.number,
        frameIndex: frame % framesPerLoop,
      })),
      hasNoise: false,
      profile: 'baseline',
    })
    return { ...layer, file, sha256: hash('sha256', await readFile(join(dir, file))) }
  })
  return { ...camera, layers: await Promise.all(layers) }
}

/** The folder of clips for `bench switch`, made once: 24 cameras, the last ones with rare key frames. */
export async function benchFootage(): Promise<string> {
  const dir = join(projectPaths().cache, version)
  const list = join(dir, 'manifest.json')
  if (existsSync(list)) return dir
  const why = whyNoFfmpeg()
  if (why !== undefined) throw new Error(why)
  await mkdir(dir, { recursive: true })
  const demo = footageManifestSchema.parse(
    JSON.parse(await readFile(join(footageDir, 'manifest.json'), 'utf8')),
  )
  const cameras: FootageCamera[] = []
  const files = new Set<string>()
  for (const camera of demo.cameras.slice(0, CAMERAS)) {
    const isShared = camera.layers.some(({ file }) => files.has(file))
    for (const { file } of camera.sound === undefined ? camera.layers : [...camera.layers, camera.sound]) {
      if (!files.has(file)) await copyFile(join(footageDir, file), join(dir, file))
      files.add(file)
    }
    const gop = SPARSE_CAMERAS.includes(camera.number) ? SPARSE_GOP_FRAMES : undefined
    cameras.push(isShared ? await withOwnClip(camera, dir, gop) : camera)
  }
  await writeFile(list, JSON.stringify({ ...demo, cameras }))
  return dir
}
