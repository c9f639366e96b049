import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectPaths } from '../../../scripts/paths.mjs'
import { framesPerLoop } from '#tools/demo-footage/footage-defaults.ts'
import { footageManifestSchema, manifestFile } from '#site/footage/manifest.ts'
import { withOwnClip } from '#test/bench/bench-footage.ts'
import { whyNoFfmpeg } from '#test/conformance/media/ffmpeg.ts'
import { footageDir } from '#test/stand/wall-stand.ts'

/** As many as have pictures of their own: the next ones would be taken for the first. */
export const kindCameras = 14
/** A key frame every ten seconds. */
export const longGroupCamera = 15
/** A key frame a minute. */
export const rareKeyFrameCamera = 16

/** Another way of making the clips must not find those of this one. */
const version = 'rough-footage-3'

/** The folder of clips for the table of faults, made once: those of the demo, and two cameras with rare key frames. */
export async function roughFootage(): Promise<string> {
  const dir = join(projectPaths().cache, version)
  const list = join(dir, manifestFile)
  if (existsSync(list)) return dir
  const why = whyNoFfmpeg()
  if (why !== undefined) throw new Error(why)
  await mkdir(dir, { recursive: true })
  const demo = footageManifestSchema.parse(JSON.parse(await readFile(join(footageDir, manifestFile), 'utf8')))
  const kind = demo.cameras.slice(0, kindCameras)
  const sounds = demo.cameras.flatMap(({ sound }) => sound?.file ?? [])
  const files = new Set([...kind.flatMap(({ layers }) => layers.map(({ file }) => file)), ...sounds])
  await Promise.all([...files].map((file) => copyFile(join(footageDir, file), join(dir, file))))
  const tenSeconds = 10 * demo.framesPerSecond
  const rare = await Promise.all(
    demo.cameras
      .slice(kindCameras, rareKeyFrameCamera)
      .map((camera) =>
        camera.number === longGroupCamera
          ? withOwnClip(camera, dir, tenSeconds)
          : withOwnClip(camera, dir, 2 * framesPerLoop, 2),
      ),
  )
  await writeFile(list, JSON.stringify({ ...demo, cameras: [...kind, ...rare] }))
  return dir
}
